import type { Query } from '#web/api/query.ts';
import { answerIndicator, queryIndicator, type Indicator } from '#model/indicator-of.ts';
import { datedRelation, recordRelation } from '#model/record-relation.ts';
import {
  countColumn,
  hiddenColumn,
  IndicatorCell,
  indicatorColumn,
  scoreColumn,
  textColumn,
  timeColumn,
} from '#web/kit/records/record-columns.tsx';
import { type LateFacts, lateVerdict } from '#web/kit/records/use-late-facts.ts';
import { LatePending, LateScore } from '#web/kit/score/VerdictBadge.tsx';
import { textOf } from '#web/table/cell-text.ts';
import type { CellContext, ColumnDef } from '#web/table/column-def.ts';
import type { PadnsRow } from './padns-row.ts';

/** A passive DNS look-up that returns records: E1 to E4. `limit` is the page size, `skip` the offset of the first page. */
export type PadnsQuestion =
  | Query<'padnsForward'>
  | Query<'padnsReverse'>
  | Query<'padnsBoth'>
  | Query<'padnsUnsanctioned'>;

const nameColumn = (width: number) =>
  indicatorColumn<PadnsRow>('query', 'Name (rrname)', {
    size: width,
    meta: {
      indicatorOf: (value, row) => queryIndicator(row.type, value),
      why: (row) => datedRelation(recordRelation(row.type, 'query'), row),
    },
  });
const typeColumn = textColumn<PadnsRow>('type', 'Type', { size: 72 });
const answerColumn = (width: number, isKey: boolean) =>
  indicatorColumn<PadnsRow>('answer', 'Answer (rdata)', {
    size: width,
    meta: {
      isKey,
      indicatorOf: (value, row) => answerIndicator(row.type, value),
      why: (row) => datedRelation(recordRelation(row.type, 'answer'), row),
    },
  });
const seenColumns = [
  timeColumn<PadnsRow>('first_seen', 'First seen', { size: 158 }),
  timeColumn<PadnsRow>('last_seen', 'Last seen', { size: 158 }),
  countColumn<PadnsRow>('count', 'Count', { size: 88, meta: { description: 'How often the record was observed' } }),
  textColumn<PadnsRow>('sources', 'Source', {
    size: 110,
    meta: {
      isHidden: true,
      description: 'Where the record was observed: in imported logs, by live look-ups, in the sample collection',
    },
  }),
];
const uncounted = seenColumns.map((column) => (column.id === 'count' ? hiddenColumn(column) : column));
const setColumns = [
  countColumn<PadnsRow>('ttl', 'TTL', { size: 88, meta: { isHidden: true, description: 'Seconds' } }),
  indicatorColumn<PadnsRow>('hash', 'Set hash', {
    size: 280,
    meta: {
      isHidden: true,
      description: 'The hash of the whole set of answers: equal sets have equal hashes',
      indicatorOf: (value, row) => hashIndicator(value, row.type),
    },
  }),
];

/** The side of a record that a look-up searches for. Its score comes first, and the facet counts its bands. */
type Side = 'name' | 'answer';
const factsOf = (side: Side, row: PadnsRow) => (side === 'name' ? row.ofName : row.ofAnswer);
const sideIds = { name: 'query', answer: 'answer' } as const;

/** The id of the column with the verdict word of a side. */
export const verdictId = (side: Side) => `${sideIds[side]}_verdict`;

function scoreColumns(side: Side, hidden: boolean): readonly ColumnDef<PadnsRow>[] {
  const header = side === 'name' ? 'Name' : 'Answer';
  return [
    scoreColumn<PadnsRow>(`${sideIds[side]}_score`, `${header} score`, {
      size: 138,
      accessorFn: (row) => factsOf(side, row)?.seen?.score,
      cell: ({ row }) => <LateScoreOf facts={factsOf(side, row.original)} />,
      meta: {
        isHidden: hidden,
        isLate: true,
        description: side === 'name' ? 'Risk score of the name, today' : 'Risk score of the answer, today',
      },
    }),
    textColumn<PadnsRow>(verdictId(side), `${header} verdict`, {
      size: 120,
      accessorFn: (row) => lateVerdict(factsOf(side, row)),
      meta: { isHidden: true, isLate: true },
    }),
  ];
}

function LateScoreOf({ facts }: { readonly facts: LateFacts | undefined }) {
  if (!facts || (!facts.seen && !facts.isScoreAsked)) return <span className="text-faint">–</span>;
  return <LateScore seen={facts.seen} isAsked={facts.isScoreAsked} />;
}

/** The AS that announces an address answer today (E4 includes it), and where the address is registered. */
function originColumns(hidden: boolean): readonly ColumnDef<PadnsRow>[] {
  return [
    indicatorColumn<PadnsRow>('asn', 'AS', {
      size: 112,
      accessorFn: ({ asn, ofAnswer }) => (asn ?? ofAnswer?.origin?.asn) || undefined,
      cell: (cell) => (textOf(cell) ? <Origin cell={cell} /> : noOrigin(cell)),
      meta: {
        isHidden: hidden,
        isLate: true,
        description: 'AS that announces the address, and the country where the address is registered',
        indicatorOf: (value) => ({ kind: 'asn', value }),
      },
    }),
    textColumn<PadnsRow>('asname', 'AS name', {
      size: 180,
      accessorFn: ({ ofAnswer }) => ofAnswer?.origin?.asname,
      meta: { isHidden: true, isLate: true },
    }),
    textColumn<PadnsRow>('country', 'Country', {
      size: 84,
      accessorFn: ({ ofAnswer }) => ofAnswer?.origin?.country,
      cell: (cell) => textOf(cell) || noOrigin(cell),
      meta: { isHidden: true, isLate: true, description: 'Where the address of the answer is registered' },
    }),
  ];
}

function Origin({ cell }: { readonly cell: CellContext<PadnsRow> }) {
  const { origin, isOriginAsked } = cell.row.original.ofAnswer ?? {};
  return (
    <>
      <IndicatorCell cell={cell} />{' '}
      {isOriginAsked ? <LatePending /> : <span className="text-sm text-muted">{origin?.country}</span>}
    </>
  );
}

/** An origin that is still loading or does not exist. */
function noOrigin({ row }: CellContext<PadnsRow>) {
  return row.original.ofAnswer?.isOriginAsked ? <LatePending /> : <span className="text-faint">–</span>;
}

/**
 * The columns of passive DNS records; the ids are the fields of the interface, which also makes them exportable as COF.
 * Scores and origins of the side searched for are visible; those of the other side are hidden columns. Those shown fit a window of
 * 1440 px beside the facets.
 */
const columns: Readonly<Record<PadnsQuestion['operationId'], readonly ColumnDef<PadnsRow>[]>> = {
  padnsForward: [
    nameColumn(256),
    typeColumn,
    answerColumn(154, true),
    ...scoreColumns('answer', false),
    ...originColumns(false),
    ...scoreColumns('name', true),
    ...seenColumns,
    ...setColumns,
  ],
  padnsReverse: [
    nameColumn(280),
    typeColumn,
    answerColumn(240, false),
    ...scoreColumns('name', false),
    ...scoreColumns('answer', true),
    ...originColumns(true),
    ...seenColumns,
    ...setColumns,
  ],
  padnsBoth: [
    nameColumn(320),
    typeColumn,
    answerColumn(178, true),
    ...scoreColumns('name', false),
    ...scoreColumns('answer', true),
    ...originColumns(false),
    ...uncounted,
    ...setColumns,
  ],
  // every answer is an address
  padnsUnsanctioned: [
    nameColumn(358),
    typeColumn,
    answerColumn(140, true),
    ...scoreColumns('name', false),
    ...scoreColumns('answer', true),
    ...originColumns(false),
    ...uncounted,
    indicatorColumn<PadnsRow>('domain', 'Domain', { size: 240, meta: { isHidden: true } }),
  ],
};

/** Of PTR records: the owner is an address, and the answer a name. */
const pointerColumns: readonly ColumnDef<PadnsRow>[] = [
  nameColumn(256),
  typeColumn,
  answerColumn(320, true),
  ...scoreColumns('answer', false),
  ...scoreColumns('name', true),
  ...originColumns(true),
  ...seenColumns,
  ...setColumns,
];

/** The columns of a look-up's records, see useScoredRows. @param qtype the record type asked for */
export function columnsOf(operationId: PadnsQuestion['operationId'], qtype = ''): readonly ColumnDef<PadnsRow>[] {
  return operationId === 'padnsForward' && qtype.startsWith('ptr') ? pointerColumns : columns[operationId];
}

/** The side that a look-up searches for. */
export function sideOf(operationId: PadnsQuestion['operationId']): Side {
  return operationId === 'padnsForward' ? 'answer' : 'name';
}

/** The hash of a set finds the names with the same set (E2); SOA and TXT sets have no view. */
function hashIndicator(value: string, type: string): Indicator | null {
  if (type === 'NS') return { kind: 'nshash', value };
  return type === 'MX' ? { kind: 'mxhash', value } : null;
}
