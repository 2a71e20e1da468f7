import { useMemo } from 'react';
import { formatNumber } from '#model/format.ts';
import { type TimeSpan, timeToX } from './time-axis.ts';
import { countsByDay, type TimelineItem } from './timeline-layout.ts';

interface DayCountsProps {
  readonly items: readonly TimelineItem[];
  readonly span: TimeSpan;
  readonly leftPx: number;
  readonly widthPx: number;
}

const heightPx = 34;
const leastBarPx = 3;

/** How many items were seen on each day, above the rows of a timeline. */
export function DayCounts({ items, span, leftPx, widthPx }: DayCountsProps) {
  const counts = useMemo(() => countsByDay(items, span, widthPx / leastBarPx), [items, span, widthPx]);
  const most = counts.reduce((max, { count }) => Math.max(max, count), 0);
  if (items.length < 2 || most === 0) return null;
  return (
    <svg data-picture aria-hidden width={leftPx + widthPx} height={heightPx} className="block border-b border-border">
      <text x={8} y={heightPx - 8} fontSize={11} fill="var(--muted)">
        at most {formatNumber(most)} at a time
      </text>
      {counts.map(({ start, end, count }) => {
        const [from, to] = [start, end].map((time) => Math.min(widthPx, Math.max(0, timeToX(time, span, widthPx))));
        const barPx = (count / most) * (heightPx - 4);
        return (
          <rect
            key={start}
            x={leftPx + from! + 0.5}
            y={heightPx - barPx}
            width={Math.max(1, to! - from! - 1)}
            height={barPx}
            fill="var(--muted)"
            fillOpacity={0.6}
            data-fill=""
          />
        );
      })}
    </svg>
  );
}
