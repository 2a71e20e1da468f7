import { useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { epochSecondsToIsoDate } from '#model/dates.ts';
import { formatNumber } from '#model/format.ts';
import { BRUSH_PX, EventBrush } from './EventBrush.tsx';
import {
  describeLanes,
  type EventLane,
  eventSpan,
  type PlacedLane,
  placeLanes,
  type TimelineEvent,
} from './event-lanes.ts';
import { PictureFrame } from './PictureFrame.tsx';
import { type TimeSpan, timeToX } from './time-axis.ts';
import { fitText, plainText } from './timeline-layout.ts';
import { AXIS_HEIGHT_PX, CHARACTER_PX, TimeGrid, TimelineAxis } from './TimelineRow.tsx';
import { TwinTable } from './TwinTable.tsx';
import { useMarks } from './use-marks.ts';
import { useZoom, type Zoom, ZoomControls } from './ZoomControls.tsx';

interface EventTimelineProps {
  /** The title: "Events of a.example"; also the name of the saved picture. */
  readonly label: string;
  readonly lanes: readonly EventLane[];
  /** End of the period, in epoch seconds. */
  readonly now: number;
  /** Fixed height, so that late answers do not shift the layout. */
  readonly heightPx: number;
}

const rowPx = 18;
const lanePadPx = 5;
/** The line of words below the strip, and the gap above it. */
const underLanesPx = 24;
const rowsAtMost = 4;
/** The second row has the space for the number of events that are left out. */
const rowsAtLeast = 2;
const labelRoom = { mostPx: 116, share: 0.28 };

/** Events of a subject on one time axis, one lane per kind; the strip below zooms in. */
export function EventTimeline({ label, lanes, now, heightPx }: EventTimelineProps) {
  const limits = useMemo(() => eventSpan(lanes, now), [lanes, now]);
  const initial = useMemo(() => latestYears(limits), [limits]);
  const boxRef = useRef<HTMLDivElement>(null);
  const zoom = useZoom(boxRef, limits, labelRoom, initial);
  const roomPx = heightPx - AXIS_HEIGHT_PX - BRUSH_PX - underLanesPx;
  const placed = useMemo(() => fittedLanes(lanes, initial, roomPx), [lanes, initial, roomPx]);
  const events = lanes.flatMap((lane) => lane.events.map((event) => ({ ...event, lane: lane.label })));
  return (
    <PictureFrame
      label={label}
      urlPrefix="events."
      description={describeLanes(lanes)}
      isDescriptionHidden
      controls={<ZoomControls isZoomed={zoom.isZoomed} actions={zoom.actions} />}
      picture={
        <div ref={boxRef} className="flex min-w-0 flex-col contain-inline-size" style={{ height: heightPx }}>
          {zoom.boxWidth > 0 && <EventPlot label={label} lanes={placed} zoom={zoom} roomPx={roomPx} />}
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

/** Starts with the recent period: a domain may be thirty years old. */
function latestYears(limits: TimeSpan): TimeSpan {
  const start = limits.end - shownSeconds;
  return start - limits.start > shownSeconds / 2 ? { start, end: limits.end } : limits;
}

const shownSeconds = 2 * 365 * 86_400;

function dayOf(epochSeconds: number): string {
  return epochSecondsToIsoDate(Math.max(0, Math.round(epochSeconds)));
}

interface EventPlotProps {
  readonly label: string;
  readonly lanes: readonly PlacedLane[];
  readonly zoom: Zoom;
  /** Height for the lanes: few of them spread over it. */
  readonly roomPx: number;
}

/** One tab stop; up and down move between events, Enter opens the page of an event. */
function EventPlot({ label, lanes, zoom, roomPx }: EventPlotProps) {
  const { leftPx, widthPx } = zoom;
  const navigate = useNavigate();
  const drawn = useMemo(() => drawnLanes(lanes, roomPx), [lanes, roomPx]);
  const events = useMemo(() => drawn.flatMap(({ lane }) => lane.rows.flat()), [drawn]);
  const keys = useMemo(() => events.map(({ key }) => key), [events]);
  const open = (key: string) => {
    const href = events.find((event) => event.key === key)?.href;
    if (href) void navigate(href);
  };
  const { svgRef, handlers, activeIndex, pointedKey } = useMarks({ keys, zoom, onOpen: open });
  const heightPx = drawn.at(-1)?.bottom ?? 0;
  const pointed = events.find(({ key }) => key === pointedKey);
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
          aria-label={`${label}: arrow keys move between events, plus and minus zoom`}
          width={leftPx + widthPx}
          height={heightPx}
          className="block touch-pan-y select-none"
          {...handlers}
        >
          <TimeGrid span={zoom.span} leftPx={leftPx} widthPx={widthPx} heightPx={heightPx} />
          {drawn.map(({ lane, contentTop, bottom }) => (
            <g key={lane.id}>
              <LaneFrame lane={lane} contentTop={contentTop} bottom={bottom} leftPx={leftPx} widthPx={widthPx} />
              {lane.rows.map((row, index) =>
                row.map((event, place) => (
                  <EventMark
                    key={event.key}
                    event={event}
                    next={row[place - 1]}
                    isFirst={place === row.length - 1}
                    span={zoom.span}
                    y={contentTop + index * rowPx}
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
      <EventBrush lanes={lanes} zoom={zoom} />
      <p aria-hidden className="h-5 shrink-0 truncate text-sm text-muted">
        {pointed ? plainText(pointed.words) : '\u00a0'}
      </p>
    </>
  );
}

interface DrawnLane {
  readonly lane: PlacedLane;
  /** Of the first row. */
  readonly contentTop: number;
  readonly bottom: number;
}

interface LaneFrameProps extends DrawnLane {
  readonly leftPx: number;
  readonly widthPx: number;
}

/** The name of a lane, the line below it, and what it does not show. */
function LaneFrame({ lane, contentTop, bottom, leftPx, widthPx }: LaneFrameProps) {
  return (
    <>
      <line x1={0} x2={leftPx + widthPx} y1={bottom - 0.5} y2={bottom - 0.5} stroke="var(--border)" />
      <text x={2} y={contentTop + 12} fontSize={11} fill="var(--muted)">
        {fitText(lane.label, Math.floor(leftPx / CHARACTER_PX))}
      </text>
      {lane.events.length === 0 && (
        <text x={leftPx + 6} y={contentTop + 12} fontSize={11} fill="var(--faint)">
          {lane.note}
        </text>
      )}
      {lane.hidden > 0 && (
        <text x={2} y={contentTop + 12 + rowPx} fontSize={11} fill="var(--faint)">
          {`${formatNumber(lane.hidden)} more in the table`}
        </text>
      )}
    </>
  );
}

/** Lanes with as many rows as fit into the room, so that none is cut off by the strip below. */
function fittedLanes(lanes: readonly EventLane[], limits: TimeSpan, roomPx: number): readonly PlacedLane[] {
  let placed = placeLanes(lanes, limits, rowsAtMost);
  for (let rows = rowsAtMost - 1; rows >= rowsAtLeast && heightOf(placed) > roomPx; rows -= 1)
    placed = placeLanes(lanes, limits, rows);
  return placed;
}

const lanePxOf = ({ rows }: PlacedLane) => Math.max(1, rows.length) * rowPx + 2 * lanePadPx;
const heightOf = (lanes: readonly PlacedLane[]) => lanes.reduce((sum, lane) => sum + lanePxOf(lane), 0);

function drawnLanes(lanes: readonly PlacedLane[], roomPx: number): readonly DrawnLane[] {
  const spare = Math.max(0, roomPx - heightOf(lanes));
  const padPx = Math.floor(spare / Math.max(1, lanes.length) / 2);
  let bottom = 0;
  return lanes.map((lane) => {
    const top = bottom;
    bottom = top + lanePxOf(lane) + 2 * padPx;
    return { lane, contentTop: top + padPx + lanePadPx, bottom };
  });
}

interface EventMarkProps {
  readonly event: TimelineEvent;
  /** The next event in the row, which the label must not overlap. */
  readonly next: TimelineEvent | undefined;
  /** The first event of its row, so that the space to its left is free. */
  readonly isFirst: boolean;
  readonly span: TimeSpan;
  readonly y: number;
  readonly leftPx: number;
  readonly widthPx: number;
  readonly isActive: boolean;
}

function EventMark({ event, next, isFirst, span, y, leftPx, widthPx, isActive }: EventMarkProps) {
  const x = (time: number) => leftPx + Math.min(widthPx, Math.max(0, timeToX(time, span, widthPx)));
  const isBefore = event.end < span.start;
  if (event.start > span.end) return null;
  const [from, to] = [x(event.start), x(event.end)];
  const isMoment = event.start === event.end;
  const roomPx = (next && next.start <= span.end ? x(next.start) : leftPx + widthPx) - to - 12;
  const words = isBefore ? `‹ ${event.label}` : event.label;
  const rooms = {
    right: roomPx,
    inside: isMoment || isBefore ? 0 : to - from - 8,
    left: isFirst && !isBefore ? from - leftPx - 8 : 0,
  };
  const place = placeOfLabel(words, rooms);
  const text = fitText(words, Math.floor(rooms[place] / CHARACTER_PX));
  const textPx = rooms[place] > leastLabelPx ? Math.min(rooms[place], text.length * CHARACTER_PX) : 0;
  const isInside = place === 'inside' && textPx > 0;
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
        x={from - 4 - (place === 'left' ? textPx : 0)}
        y={0.5}
        width={Math.max(12, to - from + 8 + (place === 'inside' ? 0 : textPx))}
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
            y={2}
            width={Math.max(3, to - from)}
            height={rowPx - 5}
            rx={2}
            fill={event.color}
            // labels are legible on both
            fillOpacity={event.isOver ? 0.25 : 0.5}
            data-fill=""
          />
        ))}
      {textPx > 0 && (
        <text
          x={place === 'left' ? from - 8 : isInside ? from + 4 : to + (isBefore ? 2 : 8)}
          y={12.5}
          fontSize={11}
          fill="var(--text)"
          textAnchor={place === 'left' ? 'end' : 'start'}
        >
          {text}
        </text>
      )}
    </g>
  );
}

const leastLabelPx = 24;
const labelPlaces = ['right', 'inside', 'left'] as const;
type LabelPlace = (typeof labelPlaces)[number];

/** The side where a label fits whole, else where most of it fits. */
function placeOfLabel(label: string, rooms: Readonly<Record<LabelPlace, number>>): LabelPlace {
  const widest = labelPlaces.reduce((best, place) => (rooms[place] > rooms[best] ? place : best));
  return labelPlaces.find((place) => label.length * CHARACTER_PX <= rooms[place]) ?? widest;
}
