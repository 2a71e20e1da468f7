import type { AsnListedNames, ListedName } from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { formatNumber } from '#model/format.ts';
import { indicatorOf } from '#model/indicator-of.ts';
import { readVerdictState, verdictWord } from '#model/verdict.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { indicatorColumn, scoreColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { VerdictBadge } from '#web/kit/score/VerdictBadge.tsx';
import { seenFacts } from '#web/exports/row-facts.ts';

const columns = [
  indicatorColumn<ListedName>('domain', 'Name', { size: 260 }),
  scoreColumn<ListedName>('risk_score', 'Risk score', {
    size: 130,
    cell: ({
      row: {
        original: { verdict, risk_score },
      },
    }) => <VerdictBadge state={readVerdictState(verdict)} score={risk_score} />,
  }),
  textColumn<ListedName>('verdict', 'Verdict', {
    accessorFn: ({ verdict, risk_score }) => verdictWord(readVerdictState(verdict), risk_score ?? null),
    meta: { isHidden: true },
  }),
  textColumn<ListedName>('lists', 'Listed by', { size: 240 }),
  textColumn<ListedName>('categories', 'For', { size: 120 }),
  timeColumn<ListedName>('first_listed', 'Since', { size: 112 }),
  timeColumn<ListedName>('last_listed', 'Last listed', { size: 112 }),
  indicatorColumn<ListedName>('addresses', 'Hosted on', { size: 260, meta: { indicatorOf } }),
];

const rowKey = ({ domain = '' }: ListedName) => domain;

/** The listed names hosted in an AS with the highest risk scores: Sightline's own asnListedNames. */
export function WorstNames({ asn }: { readonly asn: number }) {
  const title = `Worst names hosted in ${formatAsn(asn)}`;
  const answer = useAnswer({ operationId: 'asnListedNames', path: { asn } }, { title });
  return (
    <Panel
      title="Worst hosted names"
      answer={answer}
      read={listedState}
      skeleton={{ shape: 'rows', count: 20 }}
      footer={`${wholeCount(answer.response)}Names that pointed to an address of the AS in the last 30 days.`}
    >
      {(rows) => (
        <RecordTable
          caption={title}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          urlPrefix="n."
          exportTarget={{
            view: 'asn-worst-names',
            subject: formatAsn(asn),
            factsOf: ({ domain, risk_score: score, decider: reason, first_listed: first, last_listed: last }) =>
              seenFacts(domain, { first, last, score, reason }),
          }}
        />
      )}
    </Panel>
  );
}

function listedState({ records = [] }: AsnListedNames): PanelState<readonly ListedName[]> {
  if (records.length === 0)
    return {
      is: 'empty',
      word: 'None listed',
      message: 'No name seen on its addresses in the last 30 days is on a loaded list.',
    };
  return { is: 'data', data: records, count: records.length };
}

/** Said where not all are shown. */
function wholeCount({ records = [], total = 0 }: AsnListedNames = {}): string {
  return total > records.length ? `The worst of ${formatNumber(total)} currently listed names. ` : '';
}
