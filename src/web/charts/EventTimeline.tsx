import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { dateToIsoDate, epochSecondsToDate } from '#model/dates.ts';
import {
  describeLanes,
  type EventLane,
  eventSpan,
  type PlacedLane,
  placeLanes,
  type TimelineEvent,
} from './event-lanes.ts';
import { PictureFrame, useWidth } from './PictureFrame.tsx';
import { type TimeSpan, timeToX } from './time-axis.ts';
import { fitText, plainText } from './timeline-layout.ts';
import { AXIS_HEIGHT_PX, CHARACTER_PX, TimeGrid, TimelineAxis } from './TimelineRow.tsx';
import { TwinTable } from './TwinTable.tsx';
import { useZoom, ZoomControls } from './ZoomControls.tsx';

interface EventTimelineProps {
  /** What is shown: "Events of a.example". Also names the saved picture. */
  readonly label: string;
  readonly lanes: readonly EventLane[];
  /** Up to when is drawn, in epoch seconds. */
  readonly now: number;
  /** The picture takes exactly so much room, whatever comes late. */
  readonly heightPx: number;
}

const rowPx = 18;
const barPx = 8;
const lanePadPx = 5;
const brushPx = 20;
const rowsAtMost = 4;
const maxLabelPx = 116;
const labelShare = 0.28;

/** What happened to a subject, a lane for each kind of event, over one time axis; the strip below zooms into any part of it. */
export function EventTimeline({ label, lanes, now, heightPx }: EventTimelineProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const boxWidth = useWidth(boxRef);
  const leftPx = Math.round(Math.min(maxLabelPx, boxWidth * labelShare));
  const widthPx = Math.max(0, boxWidth - leftPx - 8);
  const limits = useMemo(() => eventSpan(lanes, now), [lanes, now]);
  const initial = useMemo(() => latestYears(limits), [limits]);
  const zoom = useZoom(limits, { ref: boxRef, leftPx, widthPx }, initial);
  const placed = useMemo(() => placeLanes(lanes, initial, rowsAtMost), [lanes, initial]);
  const events = lanes.flatMap((lane) => lane.events.map((event) => ({ ...event, lane: lane.label })));
  return (
    <PictureFrame
      label={label}
      description={describeLanes(lanes)}
      isDescriptionHidden
      controls={<ZoomControls isZoomed={zoom.isZoomed} actions={zoom.actions} />}
      picture={
        <div ref={boxRef} className="flex min-w-0 flex-col contain-inline-size" style={{ height: heightPx }}>
          {boxWidth > 0 && (
            <EventPlot label={label} lanes={placed} limits={limits} zoom={zoom} leftPx={leftPx} widthPx={widthPx} />
          )}
        </div>
      }
      table={
        <TwinTable
          label={label}
          maxHeightPx={heightPx}
          isFixedHeight
          columns={[{ header: 'Event' }, { header: 'Kind' }, { header: 'From' }, { header: 'To' }]}
          rows={events
            .toSorted((a, b) => b.start - a.start)
            .map(({ words, lane, start, end }) => [words, lane, dayOf(start), start === end ? '' : dayOf(end)])}
        />
      }
    />
  );
}

/** A domain may be thirty years old, while what matters happened lately. */
function latestYears(limits: TimeSpan): TimeSpan {
  const start = limits.end - shownSeconds;
  return start - limits.start > shownSeconds / 2 ? { start, end: limits.end } : limits;
}

const shownSeconds = 2 * 365 * 86_400;

function dayOf(epochSeconds: number): string {
  return dateToIsoDate(epochSecondsToDate(Math.max(0, Math.round(epochSeconds))));
}

interface EventPlotProps {
  readonly label: string;
  readonly lanes: readonly PlacedLane[];
  readonly limits: TimeSpan;
  readonly zoom: ReturnType<typeof useZoom>;
  readonly leftPx: number;
  readonly widthPx: number;
}

/** One tab stop; the arrows up and down walk the events, Enter opens what one leads to. */
function EventPlot({ label, lanes, limits, zoom, leftPx, widthPx }: EventPlotProps) {
  const navigate = useNavigate();
  const svgRef = useRef<SVGSVGElement>(null);
  const [activeKey, setActiveKey] = useState<string>();
  const [pointedKey, setPointedKey] = useState<string | null>(null);
  const drawn = useMemo(() => drawnLanes(lanes), [lanes]);
  const events = drawn.flatMap(({ lane }) => lane.rows.flat());
  const activeIndex = Math.max(
    0,
    events.findIndex(({ key }) => key === activeKey),
  );
  const heightPx = drawn.at(-1)?.bottom ?? 0;
  const pointed = events.find(({ key }) => key === pointedKey);
  const open = (key: string | null) => {
    const href = events.find((event) => event.key === key)?.href;
    if (href) void navigate(href);
  };
  const walkTo = (index: number) => {
    const event = events[Math.min(events.length - 1, Math.max(0, index))];
    const element = event && svgRef.current?.querySelector<SVGGElement>(`[data-key="${CSS.escape(event.key)}"]`);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      walkTo(activeIndex + step);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      open(keyOf(event.target));
    } else zoom.onKeyDown(event);
  };
  return (
    <>
      <div style={{ height: AXIS_HEIGHT_PX }}>
        <TimelineAxis span={zoom.span} leftPx={leftPx} widthPx={widthPx} />
      </div>
      <div className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto">
        <svg
          ref={svgRef}
          data-picture
          role="group"
          aria-label={`${label}: arrow keys walk the events, plus and minus zoom`}
          width={leftPx + widthPx}
          height={heightPx}
          className="block touch-pan-y select-none"
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            setActiveKey(keyOf(event.target) ?? undefined);
            setPointedKey(keyOf(event.target));
          }}
          onBlur={() => setPointedKey(null)}
          onClick={(event) => !zoom.endsDrag() && open(keyOf(event.target))}
          onPointerOver={(event) => setPointedKey(keyOf(event.target))}
          {...zoom.pointer}
          onPointerLeave={() => {
            zoom.pointer.onPointerLeave();
            setPointedKey(null);
          }}
        >
          <TimeGrid span={zoom.span} leftPx={leftPx} widthPx={widthPx} heightPx={heightPx} />
          {drawn.map(({ lane, top, bottom }) => (
            <g key={lane.id}>
              <line x1={0} x2={leftPx + widthPx} y1={bottom - 0.5} y2={bottom - 0.5} stroke="var(--border)" />
              <text x={2} y={top + lanePadPx + 12} fontSize={11} fill="var(--muted)">
                {fitText(lane.label, Math.floor(leftPx / CHARACTER_PX))}
              </text>
              {lane.events.length === 0 && (
                <text x={leftPx + 6} y={top + lanePadPx + 12} fontSize={11} fill="var(--faint)">
                  {lane.note}
                </text>
              )}
              {lane.hidden > 0 && (
                <text x={2} y={top + lanePadPx + 12 + rowPx} fontSize={11} fill="var(--faint)">
                  {`${lane.hidden.toLocaleString('en')} more in the table`}
                </text>
              )}
              {lane.rows.map((row, index) =>
                row.map((event, place) => (
                  <EventMark
                    key={event.key}
                    event={event}
                    next={row[place - 1]}
                    span={zoom.span}
                    y={top + lanePadPx + index * rowPx}
                    leftPx={leftPx}
                    widthPx={widthPx}
                    isActive={event === events[activeIndex]}
                  />
                )),
              )}
            </g>
          ))}
        </svg>
      </div>
      <Brush lanes={lanes} limits={limits} zoom={zoom} leftPx={leftPx} widthPx={widthPx} />
      <p aria-hidden className="h-5 shrink-0 truncate text-sm text-muted">
        {pointed ? plainText(pointed.words) : '\u00a0'}
      </p>
    </>
  );
}

const steps: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -Infinity,
  End: Infinity,
};

const keyOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest('[data-key]')?.getAttribute('data-key') ?? null) : null;

interface DrawnLane {
  readonly lane: PlacedLane;
  readonly top: number;
  readonly bottom: number;
}

function drawnLanes(lanes: readonly PlacedLane[]): readonly DrawnLane[] {
  let top = 0;
  return lanes.map((lane) => {
    const rows = Math.max(1, lane.rows.length);
    const placed = { lane, top, bottom: top + rows * rowPx + 2 * lanePadPx };
    top = placed.bottom;
    return placed;
  });
}

interface EventMarkProps {
  readonly event: TimelineEvent;
  /** The one after it in the row, which its label must not reach. */
  readonly next: TimelineEvent | undefined;
  readonly span: TimeSpan;
  readonly y: number;
  readonly leftPx: number;
  readonly widthPx: number;
  readonly isActive: boolean;
}

function EventMark({ event, next, span, y, leftPx, widthPx, isActive }: EventMarkProps) {
  const x = (time: number) => leftPx + Math.min(widthPx, Math.max(0, timeToX(time, span, widthPx)));
  const isBefore = event.end < span.start;
  if (event.start > span.end) return null;
  const [from, to] = [x(event.start), x(event.end)];
  const isMoment = event.start === event.end;
  const roomPx = (next && next.start <= span.end ? x(next.start) : leftPx + widthPx) - to - 12;
  const text = fitText(isBefore ? `‹ ${event.label}` : event.label, Math.floor(roomPx / CHARACTER_PX));
  const insidePx = to - from - 8;
  const isInside = !isMoment && roomPx < 40 && insidePx > 40;
  return (
    <g
      data-key={event.key}
      role={event.href ? 'link' : 'img'}
      aria-label={plainText(event.words)}
      tabIndex={isActive ? 0 : -1}
      transform={`translate(0 ${y})`}
      className={event.href ? 'group cursor-pointer outline-none' : 'group outline-none'}
    >
      <title>{plainText(event.words)}</title>
      <rect
        x={from - 4}
        y={0.5}
        width={Math.max(12, to - from + 8 + (roomPx > 40 ? Math.min(roomPx, text.length * CHARACTER_PX) : 0))}
        height={rowPx - 2}
        rx={2}
        className="fill-transparent group-hover:fill-hover group-focus-visible:stroke-focus group-focus-visible:stroke-2"
      />
      {!isBefore &&
        (isMoment ? (
          <path d={`M${from} 3l5 5.5l-5 5.5l-5 -5.5z`} fill={event.color} data-fill="" />
        ) : (
          <rect
            x={from}
            y={isInside ? 2 : (rowPx - 1 - barPx) / 2}
            width={Math.max(3, to - from)}
            height={isInside ? rowPx - 5 : barPx}
            rx={2}
            fill={event.color}
            fillOpacity={isInside ? 0.35 : 1}
            data-fill=""
          />
        ))}
      {isMoment && !isBefore && roomPx <= 24 && (
        <text x={from - 8} y={12.5} fontSize={11} fill="var(--text)" textAnchor="end">
          {fitText(event.label, Math.max(2, Math.floor((from - leftPx - 12) / CHARACTER_PX)))}
        </text>
      )}
      {(isInside || roomPx > 24) && (
        <text x={isInside ? from + 4 : to + (isBefore ? 2 : 8)} y={12.5} fontSize={11} fill="var(--text)">
          {isInside ? fitText(event.label, Math.floor(insidePx / CHARACTER_PX)) : text}
        </text>
      )}
    </g>
  );
}

type BrushProps = Pick<EventPlotProps, 'lanes' | 'limits' | 'zoom' | 'leftPx' | 'widthPx'>;

/** All of the time on a narrow strip, with the part that is shown: drag over it to show another part, press to move there. */
function Brush({ lanes, limits, zoom, leftPx, widthPx }: BrushProps) {
  const ref = useRef<SVGSVGElement>(null);
  const [dragged, setDragged] = useState<TimeSpan | null>(null);
  const shown = dragged ?? zoom.span;
  const timeAt = ({ clientX }: PointerEvent) => {
    const share = (clientX - (ref.current?.getBoundingClientRect().left ?? 0)) / Math.max(1, widthPx);
    return limits.start + Math.min(1, Math.max(0, share)) * (limits.end - limits.start);
  };
  const x = (time: number) => Math.min(widthPx, Math.max(0, timeToX(time, limits, widthPx)));
  const [from, to] = [x(Math.min(shown.start, shown.end)), x(Math.max(shown.start, shown.end))];
  const lanePx = brushPx / Math.max(1, lanes.length);
  const finish = () => {
    if (!dragged) return;
    const [start, end] = [Math.min(dragged.start, dragged.end), Math.max(dragged.start, dragged.end)];
    const length = zoom.span.end - zoom.span.start;
    // a press without a drag moves what is shown there
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
        height={brushPx}
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
        <rect x={0} y={0} width={from} height={brushPx} fill="var(--bg)" fillOpacity={0.65} />
        <rect x={to} y={0} width={widthPx - to} height={brushPx} fill="var(--bg)" fillOpacity={0.65} />
        <rect
          x={from + 0.5}
          y={0.5}
          width={Math.max(2, to - from - 1)}
          height={brushPx - 1}
          fill="none"
          stroke="var(--accent)"
        />
      </svg>
    </div>
  );
}
