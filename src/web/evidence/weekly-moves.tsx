import { Link } from 'react-router';
import type { NsTransfersAnswer } from '#contract/generated/types.gen.ts';
import { dateToIsoDate, epochSecondsToDate, SECONDS_PER_DAY, epochSeconds } from '#model/dates.ts';
import { formatNumber } from '#model/format.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import type { PanelSource } from '#web/kit/panel/panel-source.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { useNow } from '#web/kit/time/use-now.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { paths } from '#web/url/paths.ts';
import { moves } from './transfer-form.ts';

const weeks = 13;
const movesAtMost = 1000;
const barsPx = 48;

interface Week {
  /** Its first day, 'yyyy-mm-dd'. */
  readonly day: string;
  readonly came: number;
  readonly left: number;
}

interface Moves {
  /** Undefined where the answers do not say. */
  readonly weeks?: readonly Week[];
  /** There are more moves than requested. */
  readonly isCut: boolean;
}

/** C9 in both directions. Shows both or neither: half of the picture would look complete. */
const bothDirections: PanelSource<Entity, Moves> = {
  useSource: ({ props: { value }, setting: { asOf } }) => {
    const now = useNow();
    const query = (from: string, to: string) => ({ ...moves(from, to, String(weeks * 7), asOf), limit: movesAtMost });
    const { response: came, ...cameAnswer } = useAnswer(
      { operationId: 'nsTransfers', query: query('*', value) },
      { title: `Domains that moved to ${value}` },
    );
    const { response: left, ...leftAnswer } = useAnswer(
      { operationId: 'nsTransfers', query: query(value, '*') },
      { title: `Domains that left ${value}` },
    );
    const answer = cameAnswer.status === 'done' ? leftAnswer : cameAnswer;
    if (answer.status !== 'done' || !came || !left) return { answer };
    const until = asOf === null ? now : (epochSeconds(asOf) ?? now) + SECONDS_PER_DAY;
    const isCut = [came, left].some(({ nstransfer = [] }) => nstransfer.length >= movesAtMost);
    const isTold = came.nstransfer !== undefined && left.nstransfer !== undefined;
    return { answer: { ...answer, response: { ...(isTold && { weeks: byWeek(came, left, until) }), isCut } } };
  },
};

/** How many domains moved to and away from a name server, week by week. */
export const WeeklyMoves = defineCard(bothDirections, {
  title: 'Moves in and out, by week',
  read: ({ weeks: rows }) => {
    if (!rows) return { is: 'unknown', message: 'The answer does not include moves.' };
    return rows.some(({ came, left }) => came + left > 0)
      ? { is: 'data', data: rows }
      : { is: 'empty', message: `No domains moved to or from it in the last ${weeks} weeks.` };
  },
  show: (rows) => <Bars rows={rows} />,
  heightPx: 2 * barsPx + 44,
  footer: ({ value }, _setting, { isCut }) => (
    <>
      {isCut && `Counts the latest ${formatNumber(movesAtMost)} moves in each direction. `}
      <Link to={`${paths.nameServer(value)}?tab=transfers`} className={linkClass}>
        Which domains
      </Link>
    </>
  ),
});

function Bars({ rows }: { readonly rows: readonly Week[] }) {
  const most = Math.max(1, ...rows.flatMap(({ came, left }) => [came, left]));
  const height = (count: number) => (count === 0 ? 0 : Math.max(2, (barsPx * count) / most));
  const sum = (key: 'came' | 'left') => rows.reduce((all, week) => all + week[key], 0);
  return (
    <>
      <p>
        <strong className="tabular-nums">{formatNumber(sum('came'))}</strong> moved in,{' '}
        <strong className="tabular-nums">{formatNumber(sum('left'))}</strong> moved out in {weeks} weeks.
      </p>
      <ol aria-label="Moves by week" className="mt-2 flex gap-px">
        {rows.map(({ day, came, left }) => (
          <li key={day} title={`Week of ${day}: ${came} in, ${left} out`} className="flex min-w-0 flex-1 flex-col">
            <span aria-hidden="true" className="flex items-end" style={{ height: barsPx }}>
              <span data-fill="" className="w-full rounded-t-sm bg-accent" style={{ height: height(came) }} />
            </span>
            <span aria-hidden="true" className="border-t border-border-strong" style={{ height: barsPx }}>
              <span
                data-fill=""
                className="block w-full rounded-b-sm"
                style={{ height: height(left), background: 'var(--series-2)' }}
              />
            </span>
            <span className="sr-only">{`Week of ${day}: ${came} in, ${left} out`}</span>
          </li>
        ))}
      </ol>
      <p aria-hidden="true" className="flex justify-between text-sm text-muted">
        <span>{rows[0]?.day}</span>
        <span>up: in, down: out</span>
        <span>{rows.at(-1)?.day}</span>
      </p>
    </>
  );
}

/** The weeks up to now, the oldest first. @param until epoch seconds */
function byWeek(came: NsTransfersAnswer, left: NsTransfersAnswer, until: number): readonly Week[] {
  const weekSeconds = 7 * SECONDS_PER_DAY;
  const end = Math.ceil(until / SECONDS_PER_DAY) * SECONDS_PER_DAY;
  const start = end - weeks * weekSeconds;
  const count = ({ nstransfer = [] }: NsTransfersAnswer) => {
    const counts = new Array<number>(weeks).fill(0);
    for (const { change_date: date } of nstransfer) {
      const time = date === undefined ? null : epochSeconds(date);
      const week = time === null ? -1 : Math.floor((time - start) / weekSeconds);
      if (week >= 0 && week < weeks) counts[week] = (counts[week] ?? 0) + 1;
    }
    return counts;
  };
  const [ins, outs] = [count(came), count(left)];
  return ins.map((each, week) => ({
    day: dateToIsoDate(epochSecondsToDate(start + week * weekSeconds)),
    came: each,
    left: outs[week] ?? 0,
  }));
}
