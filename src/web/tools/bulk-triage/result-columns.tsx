import { countColumn, indicatorColumn, scoreColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { VerdictBadge } from '#web/kit/score/VerdictBadge.tsx';
import { Badge } from '#web/kit/ui/Badge.tsx';
import type { BulkEntry } from './bulk-plan.ts';
import { type BulkRow, kindWord, type OpenRow, type RefusedRow } from './bulk-row.ts';
import { decidedBy, reasonOf } from './row-reason.ts';

interface EntryRow {
  readonly entry: BulkEntry;
}

const subject = <Row extends EntryRow>() =>
  indicatorColumn<Row>('indicator', 'Indicator', {
    width: 260,
    value: ({ entry }) => (entry.kind === 'asn' ? `AS${entry.value}` : entry.value),
    indicator: (_, { entry }) => ({ kind: entry.kind, value: entry.value }),
  });
const kind = <Row extends EntryRow>() =>
  textColumn<Row>('kind', 'Kind', { width: 120, value: ({ entry }) => kindWord(entry) });
const line = <Row extends EntryRow>() =>
  countColumn<Row>('line', 'Line', {
    width: 80,
    value: ({ entry }) => entry.line,
    description: 'Line of the first occurrence in the text',
  });
const occurrences = <Row extends EntryRow>() =>
  countColumn<Row>('occurrences', 'Times', {
    width: 80,
    value: ({ entry }) => entry.occurrences,
    description: 'Number of occurrences in the text',
  });

const asn = indicatorColumn<BulkRow>('asn', 'AS', {
  width: 96,
  value: ({ record }) => record.asn || undefined,
  indicator: (value) => ({ kind: 'asn', value }),
});

/** A score of 0 that the service does not explain is shown as that; no score at all stays empty. */
function VerdictCell({ row: { state, sp_risk_score: score, network_score: networkScore } }: { readonly row: BulkRow }) {
  if (state === undefined && score === undefined) return null;
  return <VerdictBadge state={state} score={score} networkScore={networkScore} />;
}

export const resultColumns = [
  subject<BulkRow>(),
  scoreColumn<BulkRow>('sp_risk_score', 'Verdict', {
    width: 150,
    description: 'Risk score, or a state such as Sinkholed; for an AS or a subnet its reputation',
    value: ({ sp_risk_score }) => sp_risk_score,
    cell: ({ row }) => <VerdictCell row={row} />,
  }),
  // drawn with the score; it is here to be filtered by and exported
  textColumn<BulkRow>('verdict', 'Verdict word', { width: 120, hidden: true }),
  textColumn<BulkRow>('reason', 'Reason', {
    width: 300,
    value: reasonOf,
    description: 'The deciding factor, as on the page of the indicator, or why there is no score',
    cell: ({ row, text }) => <span title={decidedBy(row).sentence || text}>{text}</span>,
  }),
  textColumn<BulkRow>('owner', 'Owner', {
    width: 190,
    value: ({ entry, record }) => (entry.kind === 'domain' ? record.registrar : record.asname),
    description: 'The AS that announces it; for a domain its registrar',
  }),
  asn,
  countColumn<BulkRow>('age', 'Age (days)', {
    width: 96,
    value: ({ record }) => record.age,
    description: 'Days since the domain was created, or since it was first seen when whois has no date',
  }),
  textColumn<BulkRow>('flags', 'Flags', {
    width: 150,
    value: ({ flags }) => flags,
    cell: ({ row }) => (
      <span className="inline-flex gap-1">
        {row.flags.map((flag) => (
          <Badge key={flag}>{flag}</Badge>
        ))}
      </span>
    ),
  }),
  textColumn<BulkRow>('listed_by', 'Lists', {
    width: 190,
    value: ({ record }) => record.listed_by,
    description: 'Lists that include it, its range or AS, or a host below it',
  }),
  textColumn<BulkRow>('country_code', 'Country', {
    width: 88,
    value: ({ record }) => record.country_code,
    description: 'Where the address is registered',
    cell: ({ row, text }) =>
      text === '' ? <span className="text-faint">–</span> : <span title={row.record.country_name}>{text}</span>,
  }),
  textColumn<BulkRow>('stated', 'Facts', {
    width: 190,
    value: ({ record }) => record.stated,
    description: 'Facts reported by sources, with source and date',
  }),
  textColumn<BulkRow>('not_tracked', 'Not tracked', {
    width: 170,
    value: ({ record }) => record.untracked,
    description: 'Kinds of facts that no loaded source covers: unknown, not absent',
  }),
  kind<BulkRow>(),
  line<BulkRow>(),
  occurrences<BulkRow>(),
  textColumn<BulkRow>('decider', 'Deciding factor', { width: 180, hidden: true, value: (row) => decidedBy(row).text }),
  scoreColumn<BulkRow>('network_score', 'Network score', {
    width: 150,
    hidden: true,
    description: 'For an address that was never observed and never listed: the score of its network',
  }),
  textColumn<BulkRow>('asname', 'AS name', { width: 190, hidden: true, value: ({ record }) => record.asname }),
  textColumn<BulkRow>('registrar', 'Registrar', {
    width: 160,
    hidden: true,
    value: ({ record }) => record.registrar,
  }),
  indicatorColumn<BulkRow>('subnet', 'Subnet', {
    hidden: true,
    value: ({ record }) => record.subnet,
    indicator: (value) => ({ kind: 'subnet', value }),
  }),
  indicatorColumn<BulkRow>('ip_ptr', 'Reverse name', { hidden: true, value: ({ record }) => record.ip_ptr }),
  countColumn<BulkRow>('density', 'Hosted names', { hidden: true, value: ({ record }) => record.density }),
  countColumn<BulkRow>('subnet_count', 'Subnets', {
    hidden: true,
    value: ({ record }) => record.subnet_count,
    description: 'Prefixes that the AS announces',
  }),
  timeColumn<BulkRow>('listed_first', 'First listed', { hidden: true, value: ({ record }) => record.listed_first }),
  timeColumn<BulkRow>('listed_last', 'Last listed', { hidden: true, value: ({ record }) => record.listed_last }),
  timeColumn<BulkRow>('whois_created_date', 'Created', {
    hidden: true,
    value: ({ record }) => record.whois_created_date,
  }),
  timeColumn<BulkRow>('first_seen', 'First seen', { hidden: true, value: ({ record }) => record.first_seen }),
  timeColumn<BulkRow>('last_seen', 'Last seen', { hidden: true, value: ({ record }) => record.last_seen }),
];

export const openColumns = [
  subject<OpenRow>(),
  textColumn<OpenRow>('reason', 'Why', { width: 420 }),
  kind<OpenRow>(),
  line<OpenRow>(),
];

export const skippedColumns = [
  indicatorColumn<RefusedRow>('text', 'Text', { width: 300, indicator: (_, { indicator }) => indicator ?? null }),
  textColumn<RefusedRow>('reason', 'Reason', { width: 480 }),
  countColumn<RefusedRow>('line', 'Line', { width: 80 }),
];
