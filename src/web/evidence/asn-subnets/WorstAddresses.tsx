import type { AsnListed, ListedAddress } from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { formatNumber } from '#model/format.ts';
import { readVerdictState, verdictWord } from '#model/verdict.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { indicatorColumn, scoreColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { VerdictBadge } from '#web/kit/score/VerdictBadge.tsx';
import { seenFacts } from '#web/exports/row-facts.ts';

const columns = [
  indicatorColumn<ListedAddress>('ip', 'Address', { size: 160 }),
  scoreColumn<ListedAddress>('risk_score', 'Risk score', {
    size: 130,
    cell: ({
      row: {
        original: { verdict, risk_score },
      },
    }) => <VerdictBadge state={readVerdictState(verdict)} score={risk_score} />,
  }),
  textColumn<ListedAddress>('verdict', 'Verdict', {
    accessorFn: ({ verdict, risk_score }) => verdictWord(readVerdictState(verdict), risk_score ?? null),
    meta: { isHidden: true },
  }),
  textColumn<ListedAddress>('lists', 'Listed by', { size: 260 }),
  textColumn<ListedAddress>('categories', 'For', { size: 140 }),
  timeColumn<ListedAddress>('first_listed', 'Since', { size: 112 }),
  timeColumn<ListedAddress>('last_listed', 'Last listed', { size: 112 }),
  indicatorColumn<ListedAddress>('subnet', 'Prefix', { size: 180 }),
];

const rowKey = ({ ip = '' }: ListedAddress) => ip;

/** The listed addresses of an AS with the highest risk scores: Sightline's own asnListed. */
export function WorstAddresses({ asn }: { readonly asn: number }) {
  const answer = useAnswer(
    { operationId: 'asnListed', path: { asn } },
    { title: `Worst addresses of ${formatAsn(asn)}` },
  );
  return (
    <Panel
      title="Worst addresses"
      answer={answer}
      read={listedState}
      skeleton={{ shape: 'rows', count: 20 }}
      footer={wholeCount(answer.response)}
    >
      {(rows) => (
        <RecordTable
          caption={`Worst addresses of ${formatAsn(asn)}`}
          rows={rows}
          columns={columns}
          rowKey={rowKey}
          urlPrefix="w."
          exportTarget={{
            view: 'asn-worst-addresses',
            subject: formatAsn(asn),
            factsOf: ({ ip, risk_score: score, decider: reason, first_listed: first, last_listed: last }) =>
              seenFacts(ip, { first, last, score, reason }),
          }}
        />
      )}
    </Panel>
  );
}

function listedState({ records = [] }: AsnListed): PanelState<readonly ListedAddress[]> {
  if (records.length === 0)
    return { is: 'empty', word: 'None listed', message: 'None of the addresses it announces is on a loaded list.' };
  return { is: 'data', data: records, count: records.length };
}

/** Said where not all are shown. */
function wholeCount({ records = [], total = 0 }: AsnListed = {}): string {
  return total > records.length ? `The worst of ${formatNumber(total)} currently listed addresses.` : '';
}
