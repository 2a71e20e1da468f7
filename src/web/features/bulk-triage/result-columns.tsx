import { factorLabel } from '#model/score-factors.ts';
import { VERDICT_LOOKS } from '#model/verdict.ts';
import {
  countColumn,
  indicatorColumn,
  scoreColumn,
  textColumn,
  timeColumn,
} from '#web/components/records/record-columns.tsx';
import { deciderSentence } from '#web/components/score/score-words.ts';
import { VerdictBadge } from '#web/components/score/VerdictBadge.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import type { BulkEntry } from './bulk-plan.ts';
import { type BulkRow, kindWord, type OpenRow, type RefusedRow } from './bulk-row.ts';

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
    description: 'Where it stood in the text first',
  });
const occurrences = <Row extends EntryRow>() =>
  countColumn<Row>('occurrences', 'Times', {
    width: 80,
    value: ({ entry }) => entry.occurrences,
    description: 'How often it stood in the text',
  });

const asn = indicatorColumn<BulkRow>('asn', 'AS', {
  width: 96,
  value: ({ record }) => record.asn || undefined,
  indicator: (value) => ({ kind: 'asn', value }),
});
const asname = textColumn<BulkRow>('asname', 'AS name', { width: 190, value: ({ record }) => record.asname });

const listedBy = textColumn<BulkRow>('listed_by', 'Lists', {
  width: 190,
  value: ({ record }) => record.listed_by,
  description: 'The lists that name it, a range or an AS that holds it, or a host below it',
});
const stated = textColumn<BulkRow>('stated', 'Facts', {
  width: 190,
  value: ({ record }) => record.stated,
  description: 'What sources say of it, and which source of which day',
});
const notTracked = textColumn<BulkRow>('not_tracked', 'Not tracked', {
  width: 170,
  value: ({ record }) => record.untracked,
  description: 'Kinds of facts that no loaded source covers: nothing here says no to them',
});

/** An AS number without a score has too little data, whatever else is known of it. */
function VerdictCell({ row: { state, sp_risk_score: score } }: { readonly row: BulkRow }) {
  return state === undefined && score === undefined ? null : <VerdictBadge state={state} score={score} />;
}

export const knownColumns = [
  subject<BulkRow>(),
  scoreColumn<BulkRow>('sp_risk_score', 'Verdict', {
    width: 150,
    description: 'Risk score, for an AS number its reputation; a state in its place where there is no score',
    value: ({ sp_risk_score }) => sp_risk_score,
    cell: ({ row }) => <VerdictCell row={row} />,
  }),
  // drawn with the score; it is here to be filtered by and exported
  textColumn<BulkRow>('verdict', 'Verdict in a word', { width: 120, hidden: true }),
  textColumn<BulkRow>('decider', 'Deciding factor', {
    width: 180,
    value: (row) => decidedBy(row).text,
    description: 'What decided the score, as on the page of the indicator',
    cell: ({ row, text }) => <span title={decidedBy(row).sentence}>{text}</span>,
  }),
  textColumn<BulkRow>('flags', 'Flags', {
    width: 170,
    value: ({ flags }) => flags,
    cell: ({ row }) => (
      <span className="inline-flex gap-1">
        {row.flags.map((flag) => (
          <Badge key={flag}>{flag}</Badge>
        ))}
      </span>
    ),
  }),
  listedBy,
  stated,
  asn,
  asname,
  textColumn<BulkRow>('country_code', 'Country', {
    width: 88,
    value: ({ record }) => record.country_code,
    description: 'Where the address is registered',
    cell: ({ row, text }) =>
      text === '' ? <span className="text-faint">–</span> : <span title={row.record.country_name}>{text}</span>,
  }),
  textColumn<BulkRow>('registrar', 'Registrar', { width: 160, value: ({ record }) => record.registrar }),
  countColumn<BulkRow>('age', 'Age', {
    width: 88,
    value: ({ record }) => record.age,
    description: 'Days since the domain was created, or first seen where whois does not tell',
  }),
  notTracked,
  kind<BulkRow>(),
  line<BulkRow>(),
  occurrences<BulkRow>(),
  indicatorColumn<BulkRow>('subnet', 'Subnet', {
    hidden: true,
    value: ({ record }) => record.subnet,
    indicator: (value) => ({ kind: 'subnet', value }),
  }),
  indicatorColumn<BulkRow>('ip_ptr', 'Reverse name', { hidden: true, value: ({ record }) => record.ip_ptr }),
  countColumn<BulkRow>('density', 'Names on it', { hidden: true, value: ({ record }) => record.density }),
  countColumn<BulkRow>('subnet_count', 'Subnets', {
    hidden: true,
    value: ({ record }) => record.subnet_count,
    description: 'Prefixes that the AS announces',
  }),
  timeColumn<BulkRow>('whois_created_date', 'Created', {
    hidden: true,
    value: ({ record }) => record.whois_created_date,
  }),
  timeColumn<BulkRow>('first_seen', 'First seen', { hidden: true, value: ({ record }) => record.first_seen }),
  timeColumn<BulkRow>('last_seen', 'Last seen', { hidden: true, value: ({ record }) => record.last_seen }),
];

const isAddress = ({ kind }: BulkEntry) => kind === 'ipv4' || kind === 'ipv6';

export const unknownColumns = [
  subject<BulkRow>(),
  scoreColumn<BulkRow>('network_score', 'Network score', {
    width: 150,
    description: 'Of the network that announces an address which was itself never observed and never listed',
  }),
  textColumn<BulkRow>('reason', 'Why', {
    width: 190,
    value: ({ record, entry }) => record.error ?? (isAddress(entry) ? 'Never observed' : 'Not enough data'),
    description: 'As the service says; an address may lie in a known network and itself never have been observed',
  }),
  listedBy,
  stated,
  notTracked,
  asn,
  asname,
  kind<BulkRow>(),
  line<BulkRow>(),
  occurrences<BulkRow>(),
];

export const openColumns = [
  subject<OpenRow>(),
  textColumn<OpenRow>('reason', 'Why', { width: 420 }),
  kind<OpenRow>(),
  line<OpenRow>(),
];

export const invalidColumns = [
  indicatorColumn<RefusedRow>('text', 'Text', { width: 300, indicator: (_, { indicator }) => indicator ?? null }),
  textColumn<RefusedRow>('reason', 'Reason', { width: 480 }),
  countColumn<RefusedRow>('line', 'Line', { width: 80 }),
];

/** What the table says decided a score, and the sentence behind it. */
interface DecidedBy {
  readonly text: string;
  readonly sentence: string;
}

const notTold: DecidedBy = {
  text: 'Not in bulk answers',
  sentence: 'The bulk answers of this deployment do not tell what decided the score. Its page does.',
};

/** The deciding factor in words, as on the page of the subject. Where the bulk answers of a deployment do not tell it, that is said. */
export function decidedBy({ state, sp_risk_score: score, decider }: BulkRow): DecidedBy {
  if (state !== undefined && state !== 'scored')
    return state === 'unknown'
      ? { text: '', sentence: '' }
      : { text: factorLabel(decider), sentence: VERDICT_LOOKS[state].meaning };
  if (score === undefined) return { text: '', sentence: '' };
  if (decider) return { text: factorLabel(decider), sentence: deciderSentence(score, decider) };
  return score === 0 && state === 'scored' ? { text: 'No detections', sentence: 'No detections.' } : notTold;
}
