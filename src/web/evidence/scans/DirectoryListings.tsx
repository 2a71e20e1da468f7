import { groupBy } from '#model/group-by.ts';
import { formatBytes, formatCount, formatNumber } from '#model/format.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { ShortList } from '#web/kit/ui/ShortList.tsx';
import type { FileRow } from './scan-rows.ts';
import { filePivot, ScanPivot } from './ScanPivot.tsx';

/** Open directories as trees, scan by scan; new, changed and removed files are marked. Names are foreign text. */
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
    formatCount(fileCount, 'file'),
    formatBytes(bytes),
    added !== undefined && `${formatNumber(added)} new`,
    Boolean(gone) && `${formatNumber(gone)} gone`,
  ].filter(Boolean);
  return <span className="text-muted">{words.join(' · ')}</span>;
}

/** Larger directories are folded: some have thousands of files. */
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
        <span className="text-sm text-muted tabular-nums" title={`${formatNumber(file.filesize)} bytes`}>
          {formatBytes(file.filesize)}
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

type FileChange = 'added' | 'changed' | 'same';

export interface TreeNode {
  /** The last part of the path; '/' at its end for a directory. */
  readonly name: string;
  /** As the server listed it. */
  readonly path: string;
  /** Undefined for a directory that is known only from the paths of its files. */
  readonly file: FileRow | undefined;
  readonly change: FileChange;
  readonly children: readonly TreeNode[];
}

/** What one scan of one address listed. */
interface Listing {
  readonly ip: string;
  /** 'yyyy-mm-dd' */
  readonly scanDate: string;
  readonly fileCount: number;
  /** Total of the files whose size is known. */
  readonly bytes: number;
  /** Compared with the previous scan; undefined for the first one. */
  readonly added: number | undefined;
  readonly gone: number | undefined;
  readonly tree: readonly TreeNode[];
}

/** Listings in the order of the rows, which is newest first at each address. */
export function listings(rows: readonly FileRow[]): readonly Listing[] {
  const groups = [...groupBy(rows, ({ ip, scan_date }) => `${ip} ${scan_date}`).values()];
  return groups.map((files, index) => {
    const { ip = '', scan_date: scanDate = '' } = files[0] ?? {};
    const next = groups[index + 1];
    const earlier = next?.[0]?.ip === ip ? new Map(next.map((file) => [file.filename, file])) : undefined;
    const changeOf = (file: FileRow) => changeAgainst(earlier, file);
    const names = new Set(files.map(({ filename }) => filename));
    return {
      ip,
      scanDate,
      fileCount: files.filter(({ filename = '' }) => !filename.endsWith('/')).length,
      bytes: files.reduce((sum, { filesize }) => sum + (filesize ?? 0), 0),
      added: earlier && files.filter((file) => changeOf(file) === 'added').length,
      gone: earlier && [...earlier.keys()].filter((name) => !names.has(name)).length,
      tree: treeOf(files, changeOf),
    };
  });
}

function changeAgainst(earlier: ReadonlyMap<string | undefined, FileRow> | undefined, file: FileRow): FileChange {
  if (!earlier) return 'same';
  const before = earlier.get(file.filename);
  if (!before) return 'added';
  return before.filesize === file.filesize && before.modified === file.modified ? 'same' : 'changed';
}

interface Branch {
  readonly path: string;
  file: FileRow | undefined;
  readonly children: Map<string, Branch>;
}

function treeOf(files: readonly FileRow[], changeOf: (file: FileRow) => FileChange): readonly TreeNode[] {
  const root = branch('');
  for (const file of files) {
    let at = root;
    for (const part of (file.filename ?? '').match(/[^/]*\/|[^/]+$/g) ?? []) {
      const child = at.children.get(part) ?? branch(at.path + part);
      at.children.set(part, child);
      at = child;
    }
    at.file = file;
  }
  const nodes = ({ children }: Branch): TreeNode[] =>
    [...children]
      .map(([name, child]) => ({
        name,
        path: child.path,
        file: child.file,
        change: child.file ? changeOf(child.file) : 'same',
        children: nodes(child),
      }))
      .sort((a, b) => Number(b.name.endsWith('/')) - Number(a.name.endsWith('/')) || (a.name < b.name ? -1 : 1));
  return nodes(root);
}

function branch(path: string): Branch {
  return { path, file: undefined, children: new Map() };
}
