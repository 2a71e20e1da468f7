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
  /** For file names: the address, network or hash. */
  readonly subject: string;
  /** The sentence shown when there are no records. */
  readonly emptyMessage: string;
  /** All records are of one address, so the table omits it. */
  readonly isOneAddress?: boolean;
  /** The usual number of rows, to reserve room while loading. */
  readonly expectedRows?: number;
  /** Distinguishes the URL keys of two tables on one page. */
  readonly urlPrefix: string;
}

/** A3 to A7, page by page. A search that fetches an icon needs a press, since the icon's server sees the request (A4). */
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
      // all five return one object per address, under the name of the kind
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

/** Scan records of IPv4 addresses (A3 to A7), as a table or over time; headers and listings also as changes. */
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

/** The panel of one kind. For a single address, the picture is the first view. */
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
    // a table adds three lines: toolbar, header and paging
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
