import { IndicatorLink } from '#web/components/indicator/IndicatorLink.tsx';
import { TimeText } from '#web/components/time/TimeText.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { ShortList } from '#web/ui/ShortList.tsx';
import { listings, type FileChange, type Listing, type TreeNode } from './directory-tree.ts';
import type { FileRow } from './scan-rows.ts';
import { filePivot, ScanPivot } from './ScanPivot.tsx';

/** Open directories as trees, scan by scan; what came, changed or went since the scan before is marked. Names are foreign text. */
export function DirectoryListings({ rows }: { readonly rows: readonly FileRow[] }) {
  const all = listings(rows);
  const hasOthers = all.some(({ ip }) => ip !== all[0]?.ip);
  return (
    <ShortList
      label="Scans"
      items={all.map((listing, index) => ({ listing, isOpen: index === 0 }))}
      itemKey={({ listing: { ip, scanDate } }) => `${ip} ${scanDate}`}
    >
      {({ listing, isOpen }) => (
        <details open={isOpen} className="border-border py-1 not-last:border-b">
          <summary className="w-fit max-w-full cursor-pointer">
            <TimeText value={listing.scanDate} /> <Summary listing={listing} />
          </summary>
          {hasOthers && <IndicatorLink kind="ipv4" value={listing.ip} />}
          <Tree nodes={listing.tree} label={`Files on ${listing.scanDate}`} />
        </details>
      )}
    </ShortList>
  );
}

function Summary({ listing: { ip, fileCount, bytes, added, gone } }: { listing: Listing }) {
  const words = [
    ip,
    `${fileCount.toLocaleString('en')} ${fileCount === 1 ? 'file' : 'files'}`,
    sizeFormat.format(bytes),
    added !== undefined && `${added.toLocaleString('en')} new`,
    Boolean(gone) && `${gone?.toLocaleString('en')} gone`,
  ].filter(Boolean);
  return <span className="text-muted">{words.join(' · ')}</span>;
}

const sizeFormat = new Intl.NumberFormat('en', {
  notation: 'compact',
  style: 'unit',
  unit: 'byte',
  unitDisplay: 'narrow',
  maximumFractionDigits: 1,
});

/** A directory of thousands is folded. */
const shownOfDirectory = 50;

function Tree({ nodes, label }: { nodes: readonly TreeNode[]; label: string }) {
  return (
    <div className="border-border pl-3 not-first:border-l">
      <ShortList label={label} items={nodes} itemKey={({ path }) => path} shownAtMost={shownOfDirectory}>
        {(node) => (
          <>
            <Entry {...node} />
            {node.children.length > 0 && <Tree nodes={node.children} label={`Files in ${node.path}`} />}
          </>
        )}
      </ShortList>
    </div>
  );
}

const marks: Readonly<Record<FileChange, string | null>> = { added: 'new', changed: 'changed', same: null };

function Entry({ name, path, file, change }: TreeNode) {
  const mark = marks[change];
  return (
    <p className="flex min-h-6 flex-wrap items-baseline gap-x-3">
      <ScanPivot text={name} query={filePivot(path)} what="Hosts that list this file" />
      {typeof file?.filesize === 'number' && (
        <span className="text-sm text-muted tabular-nums" title={`${file.filesize.toLocaleString('en')} bytes`}>
          {sizeFormat.format(file.filesize)}
        </span>
      )}
      {file?.modified && (
        <span className="text-sm text-muted">
          <TimeText value={file.modified} />
        </span>
      )}
      {mark && <Badge tone="warning">{mark}</Badge>}
    </p>
  );
}
