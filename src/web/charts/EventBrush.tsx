import { type PointerEvent, useRef, useState } from 'react';
import type { EventLane } from './event-lanes.ts';
import { type TimeSpan, timeToX } from './time-axis.ts';
import type { Zoom } from './ZoomControls.tsx';

interface EventBrushProps {
  readonly lanes: readonly EventLane[];
  readonly zoom: Zoom;
}

export const BRUSH_PX = 20;

/** A narrow strip of the whole period with the visible part marked: drag to choose another part, click to move it. */
export function EventBrush({ lanes, zoom }: EventBrushProps) {
  const { limits, leftPx, widthPx } = zoom;
  const ref = useRef<SVGSVGElement>(null);
  const [dragged, setDragged] = useState<TimeSpan | null>(null);
  const shown = dragged ?? zoom.span;
  const timeAt = ({ clientX }: PointerEvent) => {
    const share = (clientX - (ref.current?.getBoundingClientRect().left ?? 0)) / Math.max(1, widthPx);
    return limits.start + Math.min(1, Math.max(0, share)) * (limits.end - limits.start);
  };
  const x = (time: number) => Math.min(widthPx, Math.max(0, timeToX(time, limits, widthPx)));
  const [from, to] = [x(Math.min(shown.start, shown.end)), x(Math.max(shown.start, shown.end))];
  const lanePx = BRUSH_PX / Math.max(1, lanes.length);
  const finish = () => {
    if (!dragged) return;
    const [start, end] = [Math.min(dragged.start, dragged.end), Math.max(dragged.start, dragged.end)];
    const length = zoom.span.end - zoom.span.start;
    // a click without a drag moves the visible part there
    if (x(end) - x(start) < 4) zoom.show({ start: start - length / 2, end: start + length / 2 });
    else zoom.show({ start, end });
    setDragged(null);
  };
  return (
    <div className="shrink-0 pt-1" style={{ paddingLeft: leftPx }} data-no-print="">
      <svg
        ref={ref}
        aria-hidden
        width={widthPx}
        height={BRUSH_PX}
        data-brush=""
        className="block cursor-crosshair touch-none rounded-sm bg-sunken"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const time = timeAt(event);
          setDragged({ start: time, end: time });
        }}
        onPointerMove={(event) => dragged && setDragged({ start: dragged.start, end: timeAt(event) })}
        onPointerUp={finish}
        onPointerCancel={() => setDragged(null)}
        onDoubleClick={zoom.actions.reset}
      >
        <title>Drag to show a part of the time; double-click for all</title>
        {lanes.flatMap((lane, index) =>
          lane.events.map(({ key, start, end, color }) => (
            <rect
              key={`${lane.id} ${key}`}
              x={x(start)}
              y={index * lanePx + 1}
              width={Math.max(2, x(end) - x(start))}
              height={Math.max(1, lanePx - 1.5)}
              fill={color}
              fillOpacity={0.7}
            />
          )),
        )}
        <rect x={0} y={0} width={from} height={BRUSH_PX} fill="var(--bg)" fillOpacity={0.65} />
        <rect x={to} y={0} width={widthPx - to} height={BRUSH_PX} fill="var(--bg)" fillOpacity={0.65} />
        <rect
          x={from + 0.5}
          y={0.5}
          width={Math.max(2, to - from - 1)}
          height={BRUSH_PX - 1}
          fill="none"
          stroke="var(--accent)"
        />
      </svg>
    </div>
  );
}
