import { parseAsNumberLiteral, useQueryState } from 'nuqs';
import { formatNumber } from '#model/format.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { ReputationChart } from '#web/charts/ReputationChart.tsx';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { explainWord } from '#web/kit/score/score-words.ts';
import { SelectField } from '#web/kit/ui/SelectField.tsx';
import { REPUTATION_KINDS, type ReputationKind } from './reputation-kinds.ts';
import { reputationHistoryState } from './reputation-record.ts';

interface ReputationHistoryPanelProps {
  readonly of: keyof typeof REPUTATION_KINDS;
  /** An address, a CIDR, the number of an AS or the name of a server. */
  readonly value: string;
}

/** How many days back a history goes: its `limit`. The interface allows up to 1000 (D3, D6, D10, D13, D15). */
const HISTORY_DAYS = [30, 100, 365, 1000] as const;
const daysParser = parseAsNumberLiteral(HISTORY_DAYS).withDefault(365);

/** In the URL, one for all histories of a page: they are compared with each other. */
function useHistoryDays() {
  return useQueryState('days', daysParser);
}

const chartHeightPx = 240;
// the controls above the picture and the sentence below it
const aroundChartPx = 64;

const labelsOf = (fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, explainWord(field).label]));

/** A reputation day by day: chart with its inputs on demand, and the same as a table. */
export function ReputationHistoryPanel({ of, value }: ReputationHistoryPanelProps) {
  const kind: ReputationKind = REPUTATION_KINDS[of];
  const [limit] = useHistoryDays();
  const subject = kind.textOf?.(value) ?? value;
  const answer = useAnswer(kind.historyOf(value, limit), { title: `${kind.historyTitle} ${subject}` });
  return (
    <Panel
      title={kind.historyTitle}
      answer={answer}
      read={(response: Readonly<Record<string, unknown>>) =>
        reputationHistoryState(response[`${kind.record}_history`], kind)
      }
      actions={<DaysField title={kind.historyTitle} />}
      skeleton={{ shape: 'block', heightPx: chartHeightPx + aroundChartPx }}
      footer={`${kind.meaning} ${of === 'ipv4' ? 'This is not the risk score. ' : ''}One value a day, up to today.`}
    >
      {(points) => (
        <ReputationChart
          label={`${kind.shortTitle} of ${subject}`}
          points={points}
          inputLabels={labelsOf([...new Set(points.flatMap(({ inputs }) => Object.keys(inputs ?? {})))])}
          heightPx={chartHeightPx}
        />
      )}
    </Panel>
  );
}

function DaysField({ title }: { title: string }) {
  const [days, setDays] = useHistoryDays();
  return (
    <SelectField
      label={`Days of ${title}`}
      isLabelHidden
      value={String(days)}
      choices={HISTORY_DAYS.map((count) => ({ value: String(count), label: `${formatNumber(count)} days` }))}
      onChange={(value) => void setDays(HISTORY_DAYS.find((count) => String(count) === value) ?? null)}
    />
  );
}
