import type { ConnectionMember, ConnectionMembers } from '#contract/generated/types.gen.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { given } from '#web/kit/panel/panel-source.tsx';
import { indicatorColumn, textColumn, timeColumn, verdictColumns } from '#web/kit/records/record-columns.tsx';

interface MembersProps {
  readonly answer: Answer<ConnectionMembers>;
  /** The shared attributes, for the name of an export. */
  readonly subject: string;
}

const seenMeaning = 'When last seen with the first attribute';
const seen = timeColumn<ConnectionMember>('last_seen', 'Last seen', {
  meta: { description: seenMeaning },
});
const decider = textColumn<ConnectionMember>('decider', 'Deciding factor', { meta: { isHidden: true } });

const common = {
  rowKey: ({ subject = '' }: ConnectionMember) => subject,
  expectedRows: 12,
} as const;

const facts = ({ subject, last_seen: last, risk_score: score, decider: reason }: ConnectionMember) =>
  seenFacts(subject, { last, score, reason });

/** The names that share all given attributes, most recently seen first. */
export const ConnectedNames = defineEvidence(
  given(({ answer }: MembersProps) => answer),
  {
    ...common,
    title: 'Names',
    caption: ({ subject }) => `Names that share ${subject}`,
    rows: ({ names }) => names?.records,
    total: ({ names }) => names?.total ?? 0,
    isTotalAtLeast: ({ names }) => names?.more === true,
    empty: 'No name shares all of these attributes.',
    columns: [
      indicatorColumn<ConnectionMember>('subject', 'Name', {
        size: 320,
        meta: { indicatorOf: (value) => ({ kind: 'domain', value }) },
      }),
      ...verdictColumns<ConnectionMember>(150),
      seen,
      decider,
    ],
    urlPrefix: 'n.',
    exports: { view: 'connections-names', subject: ({ subject }) => subject, facts },
  },
);

/** The addresses that share all given attributes, most recently seen first. */
export const ConnectedAddresses = defineEvidence(
  given(({ answer }: MembersProps) => answer),
  {
    ...common,
    title: 'Addresses',
    caption: ({ subject }) => `Addresses that share ${subject}`,
    rows: ({ addresses }) => (addresses ? addresses.records : []),
    total: ({ addresses }) => addresses?.total ?? 0,
    isTotalAtLeast: ({ addresses }) => addresses?.more === true,
    empty: ({ answer }) =>
      answer.response?.addresses
        ? 'No address shares all of these attributes.'
        : 'These attributes belong to names, not to addresses.',
    emptyWord: ({ answer }) => (answer.response?.addresses ? 'None found' : 'Names only'),
    columns: [
      indicatorColumn<ConnectionMember>('subject', 'Address', { size: 200 }),
      ...verdictColumns<ConnectionMember>(150),
      indicatorColumn<ConnectionMember>('asn', 'AS', {
        size: 110,
        accessorFn: ({ asn }) => asn || null,
        meta: { indicatorOf: (value) => ({ kind: 'asn', value }) },
      }),
      textColumn<ConnectionMember>('asname', 'AS name', { size: 220 }),
      textColumn<ConnectionMember>('country', 'Country', { size: 90 }),
      // scans are of a day
      timeColumn<ConnectionMember>('last_seen', 'Last seen', {
        size: 112,
        accessorFn: ({ last_seen }) => last_seen?.slice(0, 10),
        meta: { description: seenMeaning },
      }),
      decider,
    ],
    urlPrefix: 'a.',
    exports: { view: 'connections-addresses', subject: ({ subject }) => subject, facts },
  },
);
