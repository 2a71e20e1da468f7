import { formatNumber } from '#model/format.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { TabLink } from '#web/kit/subject/TabLink.tsx';

const barsPx = 48;

interface Week {
  /** Its first day, 'yyyy-mm-dd'. */
  readonly day: string;
  readonly came: number;
  readonly left: number;
}

/** How many domains moved to and away from a name server, week by week. */
export const WeeklyMoves = defineCard(
  // the same question as that of the worst domains, but for another day
  asked(({ value }: Entity, { asOf }) => ({
    operationId: 'serverDomains',
    path: { nameserver: value },
    ...(asOf !== null && { query: { moves_until: asOf } }),
  })),
  {
    title: 'Moves in and out, by week',
    read: ({ moves }) => {
      if (!moves) return { is: 'unknown', message: 'The answer does not include moves.' };
      const rows = moves.map(({ week = '', moved_in = 0, moved_out = 0 }): Week => ({
        day: week,
        came: moved_in,
        left: moved_out,
      }));
      return rows.some(({ came, left }) => came + left > 0)
        ? { is: 'data', data: rows }
        : { is: 'empty', message: `No domains moved to or from it in the last ${rows.length} weeks.` };
    },
    show: (rows) => <Bars rows={rows} />,
    heightPx: 2 * barsPx + 44,
    footer: <TabLink tab="transfers">Which domains</TabLink>,
  },
);

function Bars({ rows }: { readonly rows: readonly Week[] }) {
  const most = Math.max(1, ...rows.flatMap(({ came, left }) => [came, left]));
  const height = (count: number) => (count === 0 ? 0 : Math.max(2, (barsPx * count) / most));
  const sum = (key: 'came' | 'left') => rows.reduce((all, week) => all + week[key], 0);
  return (
    <>
      <p>
        <strong className="tabular-nums">{formatNumber(sum('came'))}</strong> moved in,{' '}
        <strong className="tabular-nums">{formatNumber(sum('left'))}</strong> moved out in {rows.length} weeks.
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
