import type { FunctionComponent, ReactNode } from 'react';
import { type AnswerOf, withQuery } from '#web/api/query.ts';
import { useAnswer, useLiveAnswer } from '#web/api/use-answer.ts';
import { type ScanKind, scanKindOf, type ScanOperation, type ScanSearch } from '#web/kit/ask/scan-kind.ts';
import { AskNow } from '#web/kit/panel/AskNow.tsx';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import type { PanelSource } from '#web/kit/panel/panel-source.tsx';
import { usePages } from '#web/kit/records/use-pages.ts';
import type { ColumnDef } from '#web/table/column-def.ts';
import { DirectoryListings } from './DirectoryListings.tsx';
import { HeaderChanges } from './HeaderChanges.tsx';
import { scanColumns, scanRowKeys } from './scan-columns.tsx';
import { scanTimelines } from './scan-items.ts';
import { rowsOfKind, type ScanRows } from './scan-rows.ts';

interface ScansProps {
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

/** A3 to A7, page by page. The search that fetches an icon from its server, which sees the request, takes a press (A4). */
const scanSource: PanelSource<ScansProps, AnswerOf<ScanOperation>> = {
  useSource: ({ props: { search }, title, rowsOf }) => {
    const kind = scanKindOf(search);
    const limit = pageSizeOf(search);
    const questionAt = (skip: number) => pageOf(search, limit, skip);
    const isLive = search.operationId === 'scanFavicon' && search.query?.favicon_mmh3_from_url !== undefined;
    const collected = useAnswer<ScanOperation>(questionAt(0), { title, enabled: !isLive });
    const live = useLiveAnswer<ScanOperation>(questionAt(0), title);
    const { answer, ...pages } = usePages<ScanOperation, unknown>({
      answer: isLive ? live.answer : collected,
      questionAt,
      limit,
      rowsOf,
      // they answer alike: one object for each address, under the name of the kind
      sizeOf: (response: Readonly<Partial<Record<ScanKind, readonly unknown[]>>>) => response[kind]?.length ?? 0,
    });
    const idle = (
      <AskNow label="Fetch the icon and search" onAsk={live.ask}>
        The service fetches the icon now: its server sees the request and the address of the service. The collection is
        then searched for the hash of the icon.
      </AskNow>
    );
    return { answer, pages, idle };
  },
};

/** Records that scans of IPv4 addresses keep (A3 to A7), as a table or over time; headers and listings also as what changed. */
export function Scans(props: ScansProps) {
  const Panel = panels[scanKindOf(props.search)];
  return <Panel {...props} />;
}

const panels: { readonly [Kind in ScanKind]: FunctionComponent<ScansProps> } = {
  certificates: defineScans('certificates'),
  favicon: defineScans('favicon'),
  headers: defineScans('headers', { label: 'Changes', draw: (rows) => <HeaderChanges rows={rows} /> }),
  jarm: defineScans('jarm'),
  opendir: defineScans('opendir', { label: 'Tree', draw: (rows) => <DirectoryListings rows={rows} /> }),
};

/** The panel of one kind. A picture of the rows is shown first where they are of one address. */
function defineScans<Kind extends ScanKind>(kind: Kind, picture?: Picture<ScanRows[Kind]>) {
  type Row = ScanRows[Kind];
  const columns = scanColumns[kind] as readonly ColumnDef<Row>[];
  const withoutAddress = columns.slice(1);
  return defineEvidence(scanSource, {
    title: ({ title }) => title,
    rows: rowsOfKind[kind] as (response: AnswerOf<ScanOperation>) => readonly Row[],
    empty: ({ emptyMessage }) => emptyMessage,
    columns: ({ isOneAddress }) => (isOneAddress ? withoutAddress : columns),
    rowKey: scanRowKeys[kind],
    views: ({ isOneAddress }) => ({
      timeline: scanTimelines[kind] ?? undefined,
      picture,
      defaultView: picture && isOneAddress ? 'picture' : 'table',
    }),
    // a table has a toolbar, a header and the line of the pages
    expectedRows: ({ expectedRows = 12, isOneAddress }) => expectedRows + (picture && isOneAddress ? 0 : 3),
    urlPrefix: ({ urlPrefix }) => urlPrefix,
    exports: { view: `scan-${kind}`, subject: ({ subject }) => subject },
  });
}

interface Picture<Row> {
  readonly label: string;
  readonly draw: (rows: readonly Row[]) => ReactNode;
}

/** Addresses of a page; A7 has no pages. */
function pageSizeOf(search: ScanSearch): number {
  return search.operationId === 'scanOpenDirectories' ? Number.POSITIVE_INFINITY : (search.query?.limit ?? 100);
}

function pageOf(search: ScanSearch, limit: number, skip: number): ScanSearch {
  if (search.operationId === 'scanOpenDirectories') return search;
  return withQuery(search, { limit, skip: (search.query?.skip ?? 0) + skip });
}
