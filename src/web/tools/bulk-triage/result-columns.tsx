import { INDICATOR_KINDS } from '#model/indicator-kind.ts';
import {
  countColumn,
  hiddenColumn,
  indicatorColumn,
  scoreColumn,
  tagColumn,
  textColumn,
  timeColumn,
} from '#web/kit/records/record-columns.tsx';
import { textOf } from '#web/table/cell-text.ts';
import { VerdictBadge } from '#web/kit/score/VerdictBadge.tsx';
import type { BulkEntry } from './bulk-plan.ts';
import type { BulkRow, OpenRow, RefusedRow } from './bulk-row.ts';
import { decidedBy, reasonOf } from './row-reason.ts';

interface EntryRow {
  readonly entry: BulkEntry;
}

const subject = <Row extends EntryRow>() =>
  indicatorColumn<Row>('indicator', 'Indicator', {
    size: 260,
    accessorFn: ({ entry }) => (entry.kind === 'asn' ? `AS${entry.value}` : entry.value),
    meta: { indicatorOf: (_, { entry }) => ({ kind: entry.kind, value: entry.value }) },
  });
const kind = <Row extends EntryRow>() =>
  textColumn<Row>('kind', 'Kind', { size: 120, accessorFn: ({ entry }) => INDICATOR_KINDS[entry.kind].one });
const line = <Row extends EntryRow>() =>
  countColumn<Row>('line', 'Line', {
    size: 80,
    accessorFn: ({ entry }) => entry.line,
    meta: { description: 'Line of the first occurrence in the text' },
  });
const occurrences = <Row extends EntryRow>() =>
  countColumn<Row>('occurrences', 'Times', {
    size: 80,
    accessorFn: ({ entry }) => entry.occurrences,
    meta: { description: 'Number of occurrences in the text' },
  });

const asn = indicatorColumn<BulkRow>('asn', 'AS', {
  size: 96,
  accessorFn: ({ record }) => record.asn || undefined,
  meta: { indicatorOf: (value) => ({ kind: 'asn', value }) },
});

/** A score of 0 without an explanation is shown as such; without any score the cell is empty. */
function VerdictCell({ row: { state, sp_risk_score: score, network_score: networkScore } }: { readonly row: BulkRow }) {
  if (state === undefined && score === undefined) return null;
  return <VerdictBadge state={state} score={score} networkScore={networkScore} />;
}

export const resultColumns = [
  subject<BulkRow>(),
  scoreColumn<BulkRow>('sp_risk_score', 'Verdict', {
    size: 150,
    accessorFn: ({ sp_risk_score }) => sp_risk_score,
    cell: ({ row }) => <VerdictCell row={row.original} />,
    meta: { description: 'Risk score, or a state such as Sinkholed; for an AS or a subnet its reputation' },
  }),
  // drawn with the score; a column only for filters and exports
  textColumn<BulkRow>('verdict', 'Verdict word', { size: 120, meta: { isHidden: true } }),
  textColumn<BulkRow>('reason', 'Reason', {
    size: 300,
    accessorFn: reasonOf,
    cell: (cell) => <span title={decidedBy(cell.row.original).sentence || textOf(cell)}>{textOf(cell)}</span>,
    meta: { description: 'The sentence of the verdict, as far as bulk answers go, or why there is no score' },
  }),
  textColumn<BulkRow>('owner', 'Owner', {
    size: 180,
    accessorFn: ({ entry, record }) => (entry.kind === 'domain' ? record.registrar : record.asname),
    meta: { description: 'The AS that announces it; for a domain its registrar' },
  }),
  asn,
  countColumn<BulkRow>('age', 'Age (days)', {
    size: 96,
    accessorFn: ({ record }) => record.age,
    meta: { description: 'Days since the domain was created, or since it was first seen when whois has no date' },
  }),
  tagColumn<BulkRow>(190),
  textColumn<BulkRow>('listed_by', 'Lists', {
    size: 190,
    accessorFn: ({ record }) => record.listed_by,
    meta: { isHidden: true, description: 'Lists that include it, its range or AS, or a host below it' },
  }),
  textColumn<BulkRow>('country_code', 'Country', {
    size: 88,
    accessorFn: ({ record }) => record.country_code,
    cell: (cell) =>
      textOf(cell) === '' ? (
        <span className="text-faint">–</span>
      ) : (
        <span title={cell.row.original.record.country_name}>{textOf(cell)}</span>
      ),
    meta: { isHidden: true, description: 'Where the address is registered' },
  }),
  textColumn<BulkRow>('stated', 'Facts', {
    size: 190,
    accessorFn: ({ record }) => record.stated,
    meta: { isHidden: true, description: 'Facts reported by sources, with source and date' },
  }),
  textColumn<BulkRow>('not_tracked', 'Not tracked', {
    size: 170,
    accessorFn: ({ record }) => record.untracked,
    meta: { isHidden: true, description: 'Kinds of facts that no loaded source covers: unknown, not absent' },
  }),
  hiddenColumn(kind<BulkRow>()),
  hiddenColumn(line<BulkRow>()),
  hiddenColumn(occurrences<BulkRow>()),
  textColumn<BulkRow>('decider', 'Deciding factor', {
    size: 180,
    accessorFn: (row) => decidedBy(row).text,
    meta: { isHidden: true },
  }),
  scoreColumn<BulkRow>('network_score', 'Network score', {
    size: 150,
    meta: {
      isHidden: true,
      description: 'For an address that was never observed and never listed: the score of its network',
    },
  }),
  textColumn<BulkRow>('asname', 'AS name', {
    size: 190,
    accessorFn: ({ record }) => record.asname,
    meta: { isHidden: true },
  }),
  textColumn<BulkRow>('registrar', 'Registrar', {
    size: 160,
    accessorFn: ({ record }) => record.registrar,
    meta: { isHidden: true },
  }),
  indicatorColumn<BulkRow>('subnet', 'Subnet', {
    accessorFn: ({ record }) => record.subnet,
    meta: { isHidden: true, indicatorOf: (value) => ({ kind: 'subnet', value }) },
  }),
  indicatorColumn<BulkRow>('ip_ptr', 'Reverse name', {
    accessorFn: ({ record }) => record.ip_ptr,
    meta: { isHidden: true },
  }),
  countColumn<BulkRow>('density', 'Hosted names', {
    accessorFn: ({ record }) => record.density,
    meta: { isHidden: true },
  }),
  countColumn<BulkRow>('subnet_count', 'Subnets', {
    accessorFn: ({ record }) => record.subnet_count,
    meta: { isHidden: true, description: 'Prefixes that the AS announces' },
  }),
  timeColumn<BulkRow>('listed_first', 'First listed', {
    accessorFn: ({ record }) => record.listed_first,
    meta: { isHidden: true },
  }),
  timeColumn<BulkRow>('listed_last', 'Last listed', {
    accessorFn: ({ record }) => record.listed_last,
    meta: { isHidden: true },
  }),
  timeColumn<BulkRow>('whois_created_date', 'Created', {
    accessorFn: ({ record }) => record.whois_created_date,
    meta: { isHidden: true },
  }),
  timeColumn<BulkRow>('first_seen', 'First seen', {
    accessorFn: ({ record }) => record.first_seen,
    meta: { isHidden: true },
  }),
  timeColumn<BulkRow>('last_seen', 'Last seen', {
    accessorFn: ({ record }) => record.last_seen,
    meta: { isHidden: true },
  }),
];

export const openColumns = [
  subject<OpenRow>(),
  textColumn<OpenRow>('reason', 'Why', { size: 420 }),
  kind<OpenRow>(),
  line<OpenRow>(),
];

export const skippedColumns = [
  indicatorColumn<RefusedRow>('text', 'Text', {
    size: 300,
    meta: { indicatorOf: (_, { indicator }) => indicator ?? null },
  }),
  textColumn<RefusedRow>('reason', 'Reason', { size: 480 }),
  countColumn<RefusedRow>('line', 'Line', { size: 80 }),
];
