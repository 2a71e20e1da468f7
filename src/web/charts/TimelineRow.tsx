import { memo } from 'react';
import { classNames } from '#web/kit/ui/class-names.ts';
import { type TimeSpan, timeTicks, timeToX } from './time-axis.ts';
import { fitText, type GroupLook, plainText, type TimelineRow as Row } from './timeline-layout.ts';

export const ROW_HEIGHT_PX = 20;
const BAR_HEIGHT_PX = 12;
const MIN_BAR_PX = 4;
/** Width of one character of an 11 px monospace font; good enough to decide what fits. */
export const CHARACTER_PX = 6.7;
/** A group may be a whole fingerprint; the legend shows it as well. */
const GROUP_CHARACTERS = 28;

export interface TimelineRowProps {
  row: Row;
  index: number;
  look: GroupLook;
  /** 0 to 1. */
  thickness: number;
  span: TimeSpan;
  leftPx: number;
  widthPx: number;
  stripesId: string;
  name: string;
  isActive: boolean;
  isHighlighted: boolean;
  isOpenable: boolean;
  /** More than one group exists, so groups must be distinguishable. */
  isGroupTold: boolean;
}

function Bars({ row, look, thickness, span, leftPx, widthPx, stripesId }: TimelineRowProps) {
  const height = row.dots ? 2 : Math.max(MIN_BAR_PX, BAR_HEIGHT_PX * thickness);
  return row.spans.map(({ start, end }) => {
    const from = Math.max(0, timeToX(start, span, widthPx));
    const to = Math.min(widthPx, timeToX(end, span, widthPx));
    if (to < 0 || from > widthPx) return null;
    const place = {
      x: leftPx + Math.min(from, widthPx - MIN_BAR_PX),
      y: (ROW_HEIGHT_PX - height) / 2,
      width: Math.max(MIN_BAR_PX, to - from),
      height,
      rx: 1.5,
    };
    return (
      <g key={start}>
        <rect {...place} fill={look.color} data-fill="" />
        {look.isStriped && !row.dots && <rect {...place} fill={`url(#${stripesId})`} />}
      </g>
    );
  });
}

/** A dot for each item of a group, on the time at which it was first seen. */
function Dots({ row, look, span, leftPx, widthPx }: TimelineRowProps) {
  return row.dots?.map((time, at) => {
    const x = timeToX(time, span, widthPx);
    if (x < 0 || x > widthPx) return null;
    return (
      <circle
        key={at}
        cx={leftPx + x}
        cy={ROW_HEIGHT_PX / 2}
        r={3.5}
        data-fill=""
        fill={look.isStriped ? 'var(--surface)' : look.color}
        stroke={look.isStriped ? look.color : 'var(--surface)'}
        strokeWidth={look.isStriped ? 2 : 1}
      />
    );
  });
}

/** The name of the group beside the bar, so that colour is not the only sign: after the bar, or before it at the end of the axis. */
function GroupText({ row, span, leftPx, widthPx }: TimelineRowProps) {
  const from = Math.max(0, timeToX(row.spans[0]?.start ?? span.start, span, widthPx));
  const to = Math.min(widthPx, timeToX(row.spans.at(-1)?.end ?? span.end, span, widthPx));
  const group = fitText(row.group, GROUP_CHARACTERS);
  const lengthPx = group.length * CHARACTER_PX + 8;
  const shared = { y: 14, fontSize: 11, fill: 'var(--muted)' };
  if (from > widthPx)
    return (
      <text {...shared} x={leftPx + widthPx - 4} textAnchor="end">
        {group} ›
      </text>
    );
  if (to < 0)
    return (
      <text {...shared} x={leftPx + 4}>
        ‹ {group}
      </text>
    );
  if (to + lengthPx <= widthPx)
    return (
      <text {...shared} x={leftPx + Math.max(to, from + MIN_BAR_PX) + 6}>
        {group}
      </text>
    );
  if (from >= lengthPx)
    return (
      <text {...shared} x={leftPx + from - 6} textAnchor="end">
        {group}
      </text>
    );
  return null;
}

/** "AS64500 EXAMPLE Exam…": a name is cut at its end. */
function groupText({ label, groupLabel }: Row, leftPx: number): string {
  const text = plainText(`${label} ${groupLabel}`.trimEnd());
  const room = Math.max(fitText(label, text.length).length, Math.floor((leftPx - 16) / CHARACTER_PX));
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}

function TimelineRowView(props: TimelineRowProps) {
  const { row, index, leftPx, widthPx, isActive, isHighlighted, isOpenable, isGroupTold } = props;
  return (
    <g
      data-key={row.key}
      role={isOpenable ? 'button' : 'img'}
      aria-label={props.name}
      tabIndex={isActive ? 0 : -1}
      transform={`translate(0 ${index * ROW_HEIGHT_PX})`}
      className="group outline-none"
    >
      <rect
        x={0.5}
        y={0.5}
        width={Math.max(0, leftPx + widthPx - 1)}
        height={ROW_HEIGHT_PX - 1}
        className={classNames(
          'group-hover:fill-hover group-focus-visible:stroke-focus group-focus-visible:stroke-2',
          isHighlighted ? 'fill-selected' : 'fill-transparent',
        )}
      />
      <text x={8} y={14} fontSize={11} className="fill-text font-mono">
        {row.dots ? groupText(row, leftPx) : fitText(row.label, Math.floor((leftPx - 16) / CHARACTER_PX))}
      </text>
      <Bars {...props} />
      <Dots {...props} />
      {isGroupTold && row.group !== row.label && <GroupText {...props} />}
    </g>
  );
}

export const TimelineRow = memo(TimelineRowView);

export const AXIS_HEIGHT_PX = 22;
/** With the room beside it, also of one that ends at the border. */
const LABEL_WIDTH_PX = 100;
/** Of the text of a label. */
const HALF_LABEL_PX = 33;

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
        const anchor = x > leftPx + widthPx - HALF_LABEL_PX ? 'end' : 'middle';
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
