import { useId, useMemo } from 'react';
import {
  barThickness,
  describeRow,
  type GroupLook,
  type TimelineItem,
  type TimelineRow as Row,
} from './timeline-layout.ts';
import { DayCounts } from './DayCounts.tsx';
import { ROW_HEIGHT_PX, TimeGrid, TimelineAxis, TimelineRow } from './TimelineRow.tsx';
import { useMarks } from './use-marks.ts';
import type { Zoom } from './ZoomControls.tsx';

interface TimelinePlotProps {
  label: string;
  rows: readonly Row[];
  /** All items, which are counted above the rows. */
  items: readonly TimelineItem[];
  looks: ReadonlyMap<string, GroupLook>;
  zoom: Zoom;
  highlightedKey: string | null;
  onHighlight: ((key: string | null) => void) | undefined;
  onOpen: ((key: string) => void) | undefined;
}

const plainLook: GroupLook = { color: 'var(--series-1)', isStriped: false };

/** The drawn rows. The plot is one tab stop; up and down walk the bars, Enter opens one. */
export function TimelinePlot({ label, rows, items, looks, zoom, ...props }: TimelinePlotProps) {
  const { highlightedKey, onHighlight, onOpen } = props;
  const { leftPx, widthPx } = zoom;
  const stripesId = useId();
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  const { svgRef, handlers, activeIndex, pointedKey } = useMarks({ keys, zoom, onOpen, onPoint: onHighlight });
  const names = useMemo(() => rows.map(describeRow), [rows]);
  const maxCount = useMemo(() => rows.reduce((max, { count }) => Math.max(max, count), 1), [rows]);
  const shownIndex = rows.findIndex(({ key }) => key === (pointedKey ?? highlightedKey));
  const heightPx = rows.length * ROW_HEIGHT_PX;
  return (
    <>
      <div className="sticky top-0 z-1 bg-surface">
        <TimelineAxis span={zoom.span} leftPx={leftPx} widthPx={widthPx} />
        <DayCounts items={items} span={zoom.span} leftPx={leftPx} widthPx={widthPx} />
      </div>
      <svg
        ref={svgRef}
        data-picture
        role="group"
        aria-label={`${label}: arrow keys move between bars, plus and minus zoom`}
        width={leftPx + widthPx}
        height={heightPx}
        className="block touch-pan-y select-none"
        {...handlers}
      >
        <Stripes id={stripesId} />
        <TimeGrid span={zoom.span} leftPx={leftPx} widthPx={widthPx} heightPx={heightPx} />
        {rows.map((row, index) => (
          <TimelineRow
            key={row.key}
            row={row}
            index={index}
            look={looks.get(row.group) ?? plainLook}
            thickness={barThickness(row.count, maxCount)}
            span={zoom.span}
            leftPx={leftPx}
            widthPx={widthPx}
            stripesId={stripesId}
            name={names[index] ?? row.label}
            isActive={index === activeIndex}
            isHighlighted={row.key === highlightedKey}
            isOpenable={onOpen !== undefined}
            isGroupTold={looks.size > 1}
          />
        ))}
      </svg>
      <p
        aria-hidden
        className="sticky bottom-0 left-0 min-h-5 truncate border-t border-border bg-surface px-2 text-sm text-muted"
      >
        {names[shownIndex] ?? '\u00a0'}
      </p>
    </>
  );
}

/** The pattern over every second series of the same colour. */
function Stripes({ id }: { readonly id: string }) {
  return (
    <defs>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={3} height={6} fill="var(--surface)" />
      </pattern>
    </defs>
  );
}
