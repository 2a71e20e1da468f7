import { parseAsBoolean, useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import { formatCount } from '#model/format.ts';
import { type ScanKind, scanKindOf, type ScanSearch } from '#web/kit/ask/scan-kind.ts';
import { AskNow } from '#web/kit/panel/AskNow.tsx';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import type { RecordTimelineLook } from '#web/kit/records/RecordTimeline.tsx';
import { type RecordView, RecordViews, RecordViewSwitch, useRecordView } from '#web/kit/records/RecordViews.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import type { ColumnDef } from '#web/table/column-def.ts';
import { Checkbox } from '#web/kit/ui/Checkbox.tsx';
import { ShortList } from '#web/kit/ui/ShortList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { DirectoryListings } from './DirectoryListings.tsx';
import { type HeaderLine, type HeaderVersion, headerVersions } from './header-versions.ts';
import { ownScanColumns, scanColumns, scanRowKeys } from './scan-columns.tsx';
import { scanTimelines } from './scan-items.ts';
import { type FileRow, groupRows, type HeadersRow, type ScanRows } from './scan-rows.ts';
import { headerPivot, ScanPivot } from './ScanPivot.tsx';
import { useScans } from './use-scans.ts';

type Row = ScanRows[ScanKind];

interface ScansPanelProps {
  readonly search: ScanSearch;
  readonly title: string;
  /** For file names: the address, the network, the hash. */
  readonly subject: string;
  /** What no record means here, as a sentence. */
  readonly emptyMessage: string;
  /** All records are of one address, which the table need not repeat. */
  readonly isOneAddress?: boolean;
  /** About how many rows there are usually: the room they get before they come. */
  readonly expectedRows?: number;
  /** Keeps the URL keys of two tables of one page apart. */
  readonly urlPrefix: string;
}

/** Records of one kind that scans of IPv4 addresses keep (A3 to A7), as a table or over time; headers and listings also as what changed. */
export function ScansPanel(props: ScansPanelProps) {
  const { search, title, subject, emptyMessage, isOneAddress = false, expectedRows = 12, urlPrefix } = props;
  const kind = scanKindOf(search);
  const { answer, ask, rows, paging, fetchAll } = useScans(search, title);
  const picture = pictures[kind];
  const timeline = scanTimelines[kind] as RecordTimelineLook<Row> | null;
  const possible: readonly RecordView[] = [
    'table',
    ...(timeline ? (['timeline'] as const) : []),
    ...(picture ? (['picture'] as const) : []),
  ];
  const [view, setView] = useRecordView(urlPrefix, possible, picture && isOneAddress ? 'picture' : 'table');
  return (
    <Panel
      title={title}
      answer={answer}
      read={() => rowsOrEmpty(rows, emptyMessage)}
      // a table has a toolbar, a header and the line of the pages
      skeleton={{ shape: 'rows', count: view === 'table' ? expectedRows + 3 : expectedRows }}
      idle={<FetchIcon onAsk={ask} />}
      actions={
        possible.length > 1 && (
          <RecordViewSwitch {...{ title, view, possible }} onChoose={setView} pictureLabel={picture?.label} />
        )
      }
    >
      {(records) => (
        <RecordViews<Row>
          view={view}
          caption={title}
          rows={records}
          columns={(isOneAddress ? ownScanColumns : scanColumns)[kind] as readonly ColumnDef<Row>[]}
          rowKey={scanRowKeys[kind] as (row: Row, index: number) => string}
          urlPrefix={urlPrefix}
          paging={paging}
          timeline={timeline ?? undefined}
          picture={picture?.draw}
          exportTarget={{ view: `scan-${kind}`, subject, fetchAll }}
        />
      )}
    </Panel>
  );
}

const pictures: Readonly<Partial<Record<ScanKind, { label: string; draw: (rows: readonly Row[]) => ReactNode }>>> = {
  headers: { label: 'Changes', draw: (rows) => <HeaderChanges rows={rows} /> },
  opendir: { label: 'Tree', draw: (rows) => <DirectoryListings rows={rows as readonly FileRow[]} /> },
};

function FetchIcon({ onAsk }: { onAsk: () => void }) {
  return (
    <AskNow label="Fetch the icon and search" onAsk={onAsk}>
      The service fetches the icon now: its server sees the request and the address of the service. The collection is
      then searched for the hash of the icon.
    </AskNow>
  );
}

/** HTTP headers by address: scans that saw the same stand together, and each version says what it changed. */
function HeaderChanges({ rows }: { readonly rows: readonly HeadersRow[] }) {
  const [isShort, setIsShort] = useQueryState('changes', parseAsBoolean.withDefault(false));
  const addresses = groupRows(rows, ({ ip }) => ip).map((scans) => ({
    ip: scans[0]?.ip ?? '',
    versions: headerVersions(scans),
  }));
  return (
    <div className="flex flex-col gap-2">
      {addresses.some(({ versions }) => versions.length > 1) && (
        <Checkbox isChecked={isShort} onChange={(next) => void setIsShort(next || null)} className="self-start">
          Changes only
        </Checkbox>
      )}
      <ShortList label="Addresses" items={addresses} itemKey={({ ip }) => ip}>
        {({ ip, versions }) => (
          <>
            {addresses.length > 1 && (
              <h3 className="mt-2">
                <IndicatorLink kind="ipv4" value={ip} />
              </h3>
            )}
            <ShortList
              label={`Headers of ${ip}`}
              items={versions.map((version, index) => ({ version, isFirst: index === versions.length - 1 }))}
              itemKey={({ version }) => `${version.first} ${version.latest}`}
            >
              {({ version, isFirst }) => <Version version={version} isFirst={isFirst} isShort={isShort} />}
            </ShortList>
          </>
        )}
      </ShortList>
    </div>
  );
}

interface VersionProps {
  readonly version: HeaderVersion;
  /** There is none before it to compare with. */
  readonly isFirst: boolean;
  readonly isShort: boolean;
}

function Version({ version, isFirst, isShort }: VersionProps) {
  const { first, latest, scanCount, lines } = version;
  const changed = lines.filter(({ change }) => change !== 'same');
  return (
    <article className="border-border py-1.5 not-last:border-b">
      <p className="flex flex-wrap items-baseline gap-x-2 text-muted">
        <TimeText value={first} />
        {first !== latest && (
          <>
            {' to '}
            <TimeText value={latest} />
          </>
        )}
        <span>{formatCount(scanCount, 'scan')}</span>
        {!isFirst && <span>· {changed.length} changed</span>}
      </p>
      <dl className="grid grid-cols-[1rem_minmax(6rem,max-content)_minmax(0,1fr)] gap-x-2 text-sm">
        {(isShort && !isFirst ? changed : lines).map((line) => (
          <Line key={`${line.change} ${line.name}`} {...line} />
        ))}
      </dl>
    </article>
  );
}

const signs = { added: '+', removed: '−', changed: '~', same: '' } as const;

function Line({ name, value, change, earlier }: HeaderLine) {
  return (
    <div
      className="col-span-3 grid grid-cols-subgrid data-changed:bg-hover"
      data-changed={change !== 'same' || undefined}
    >
      <span aria-hidden className="text-center text-warning">
        {signs[change]}
      </span>
      <dt className="max-w-60 font-mono break-words text-muted">
        {change !== 'same' && <span className="sr-only">{change} </span>}
        <VisibleText text={name} foldAt={80} />
      </dt>
      <dd>
        {change === 'removed' ? (
          <Earlier value={value} />
        ) : (
          <ScanPivot text={value} query={headerPivot(name, value)} what="Hosts that send this header" />
        )}
        {earlier !== undefined && (
          <>
            {' '}
            <span className="text-muted">before:</span> <Earlier value={earlier} />
          </>
        )}
      </dd>
    </div>
  );
}

function Earlier({ value }: { value: string }) {
  return (
    <del className="font-mono text-muted">
      <VisibleText text={value} foldAt={300} />
    </del>
  );
}
