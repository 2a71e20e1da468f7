import type { ReactNode } from 'react';
import { AskNow } from '#web/components/evidence/AskNow.tsx';
import { rowsOrEmpty } from '#web/components/evidence/panel-state.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import type { RecordTimelineLook } from '#web/components/records/RecordTimeline.tsx';
import { RecordViews } from '#web/components/records/RecordViews.tsx';
import { RecordViewSwitch } from '#web/components/records/RecordViewSwitch.tsx';
import { scanKindOf, type ScanKind, type ScanSearch } from '#web/components/ask/scan-kind.ts';
import { useRecordView, type RecordView } from '#web/components/records/use-record-view.ts';
import type { Column } from '#web/table/column.ts';
import { DirectoryListings } from './DirectoryListings.tsx';
import { HeaderChanges } from './HeaderChanges.tsx';
import { ownScanColumns, scanColumns, scanRowKeys } from './scan-columns.tsx';
import { scanTimelines } from './scan-items.ts';
import type { FileRow, ScanRows } from './scan-rows.ts';
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
          columns={(isOneAddress ? ownScanColumns : scanColumns)[kind] as readonly Column<Row>[]}
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
      The service asks the icon’s server for it now: that server sees the request and the address of the service. The
      hash of the icon is then looked for in the collection.
    </AskNow>
  );
}
