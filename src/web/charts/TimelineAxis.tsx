import { timeTicks, timeToX, type TimeSpan } from './time-axis.ts';

export const AXIS_HEIGHT_PX = 22;
const LABEL_WIDTH_PX = 92;

interface TimelineAxisProps {
  span: TimeSpan;
  leftPx: number;
  widthPx: number;
}

/** The times above a timeline. */
export function TimelineAxis({ span, leftPx, widthPx }: TimelineAxisProps) {
  return (
    <svg data-picture aria-hidden width={leftPx + widthPx} height={AXIS_HEIGHT_PX} className="block">
      {timeTicks(span, Math.max(1, Math.floor(widthPx / LABEL_WIDTH_PX))).map(({ time, label }) => {
        const x = leftPx + timeToX(time, span, widthPx);
        // The last label stays inside the picture; the first may reach over the labels of the rows, which begin lower.
        const anchor = x > leftPx + widthPx - LABEL_WIDTH_PX / 2 ? 'end' : 'middle';
        return (
          <text key={time} x={x} y={14} fill="var(--muted)" fontSize={11} textAnchor={anchor}>
            {label}
          </text>
        );
      })}
    </svg>
  );
}

interface TimeGridProps extends TimelineAxisProps {
  heightPx: number;
}

/** The hairlines of the same times through a plot. */
export function TimeGrid({ span, leftPx, widthPx, heightPx }: TimeGridProps) {
  return timeTicks(span, Math.max(1, Math.floor(widthPx / LABEL_WIDTH_PX))).map(({ time }) => {
    const x = leftPx + timeToX(time, span, widthPx);
    return <line key={time} x1={x} x2={x} y1={0} y2={heightPx} stroke="var(--border)" />;
  });
}
