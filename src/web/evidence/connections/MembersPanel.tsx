import type { ConnectionMember, ConnectionMemberList, ConnectionMembers } from '#contract/generated/types.gen.ts';
import { readVerdictState, verdictWord } from '#model/verdict.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { type PanelState, rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { indicatorColumn, scoreColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { VerdictBadge } from '#web/kit/score/VerdictBadge.tsx';
import { seenFacts } from '#web/exports/row-facts.ts';

const score = scoreColumn<ConnectionMember>('risk_score', 'Risk score', {
  size: 150,
  cell: ({
    row: {
      original: { verdict, risk_score },
    },
  }) => <VerdictBadge state={readVerdictState(verdict)} score={risk_score} />,
});
const verdict = textColumn<ConnectionMember>('verdict', 'Verdict', {
  accessorFn: ({ verdict: state, risk_score: value }) => verdictWord(readVerdictState(state), value ?? null),
  meta: { isHidden: true },
});
const seen = timeColumn<ConnectionMember>('last_seen', 'Last seen', {
  meta: { description: 'With the first attribute' },
});
const decider = textColumn<ConnectionMember>('decider', 'Deciding factor', { meta: { isHidden: true } });

const nameColumns = [
  indicatorColumn<ConnectionMember>('subject', 'Name', {
    size: 320,
    meta: { indicatorOf: (value) => ({ kind: 'domain', value }) },
  }),
  ...[score, verdict, seen, decider],
];
const addressColumns = [
  indicatorColumn<ConnectionMember>('subject', 'Address', { size: 200 }),
  ...[score, verdict],
  indicatorColumn<ConnectionMember>('asn', 'AS', {
    size: 110,
    accessorFn: ({ asn }) => asn || null,
    meta: { indicatorOf: (value) => ({ kind: 'asn', value }) },
  }),
  textColumn<ConnectionMember>('asname', 'AS name', { size: 220 }),
  textColumn<ConnectionMember>('country', 'Country', { size: 90 }),
  ...[seen, decider],
];

const rowKey = ({ subject = '' }: ConnectionMember) => subject;
const factsOf = ({ subject, last_seen: last, risk_score: value, decider: reason }: ConnectionMember) =>
  seenFacts(subject, { last, score: value, reason });

interface MembersPanelProps {
  readonly side: 'names' | 'addresses';
  readonly answer: Answer<ConnectionMembers>;
  /** What they share, for the name of an export. */
  readonly subject: string;
}

/** Names or addresses that share all of some attributes, those seen last first. */
export function MembersPanel({ side, answer, subject }: MembersPanelProps) {
  const title = side === 'names' ? 'Names' : 'Addresses';
  const read = (response: ConnectionMembers): PanelState<readonly ConnectionMember[]> => {
    const list: ConnectionMemberList | null | undefined = response[side];
    if (!list && side === 'addresses')
      return { is: 'empty', word: 'Names only', message: 'These attributes belong to names, not to addresses.' };
    const { records, total = 0, more } = list ?? {};
    return rowsOrEmpty(records, `No ${side === 'names' ? 'name' : 'address'} shares all of them.`, {
      total: more ? null : total,
    });
  };
  return (
    <Panel title={title} answer={answer} read={read} skeleton={{ shape: 'rows', count: 12 }}>
      {(rows) => (
        <RecordTable
          caption={`${title} that share ${subject}`}
          rows={rows}
          columns={side === 'names' ? nameColumns : addressColumns}
          rowKey={rowKey}
          urlPrefix={side === 'names' ? 'n.' : 'a.'}
          exportTarget={{ view: `connections-${side}`, subject, factsOf }}
        />
      )}
    </Panel>
  );
}
