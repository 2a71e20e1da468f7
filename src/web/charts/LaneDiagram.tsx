import { useMemo, useRef } from 'react';
import { epochSecondsToIsoDate } from '#model/dates.ts';
import {
  describeLanes,
  fitServers,
  type Lane,
  LANE_MARKS,
  type Lanes,
  laneSpan,
  type ServerSetChange,
  serverSetLanes,
} from './name-server-lanes.ts';
import { PictureFrame } from './PictureFrame.tsx';
import { type TimeSpan, timeToX } from './time-axis.ts';
import { AXIS_HEIGHT_PX, CHARACTER_PX, TimeGrid, TimelineAxis } from './TimelineRow.tsx';
import { useMarks } from './use-marks.ts';
import { useZoom, type Zoom, ZoomControls } from './ZoomControls.tsx';

interface LaneDiagramProps {
  /** The title: "Name servers of a.example"; also the name of the saved picture. */
  label: string;
  changes: readonly ServerSetChange[];
  /** End of the last set, in epoch seconds. */
  now: number;
}

const MAX_HEIGHT_PX = 380;
const LABEL_ROOM = { mostPx: 280, share: 0.4 };

/** A lane for each set of name servers over time, joined by the changes, with marks for remarkable ones. A table is beside it. */
export function LaneDiagram({ label, changes, now }: LaneDiagramProps) {
  const limits = useMemo(() => laneSpan(changes, now), [changes, now]);
  const drawn = useMemo(() => serverSetLanes(changes, limits), [changes, limits]);
  const boxRef = useRef<HTMLDivElement>(null);
  const zoom = useZoom(boxRef, limits, LABEL_ROOM);
  const used = LANE_MARKS.filter(({ mark }) => drawn.lanes.some(({ marks }) => marks.some((one) => one.mark === mark)));
  return (
    <PictureFrame
      label={label}
      urlPrefix="lanes."
      description={describeLanes(changes, drawn)}
      controls={<ZoomControls isZoomed={zoom.isZoomed} actions={zoom.actions} />}
      picture={
        <>
          <div
            ref={boxRef}
            data-scroll=""
            className="min-w-0 contain-inline-size overflow-x-hidden overflow-y-auto rounded-lg border border-border bg-surface [scrollbar-gutter:stable]"
            style={{ maxHeight: MAX_HEIGHT_PX, scrollPaddingTop: 24, scrollPaddingBottom: 24 }}
          >
            {zoom.boxWidth > 0 && <LanePlot label={label} {...drawn} zoom={zoom} begin={limits.start} />}
          </div>
          {used.length > 0 && (
            <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
              {used.map(({ mark, letter, word }) => (
                <li key={mark} className="flex items-center gap-1.5">
                  <span className="inline-flex size-4 items-center justify-center rounded-full border border-warning text-xs font-semibold text-warning">
                    {letter}
                  </span>
                  {word}
                </li>
              ))}
            </ul>
          )}
        </>
      }
      table={null}
    />
  );
}

const LANE_HEIGHT_PX = 28;
const BAR_HEIGHT_PX = 8;
const MARK_RADIUS_PX = 7;

interface LanePlotProps extends Lanes {
  label: string;
  zoom: Zoom;
  begin: number;
}

/** @param begin start of the picture: a set that was in use by then has no known first day */
function laneName({ label, spans, marks }: Lane, begin: number): string {
  const times = spans
    .map(
      ({ start, end }) =>
        (start > begin ? `${epochSecondsToIsoDate(start)} to ` : 'until ') + epochSecondsToIsoDate(end),
    )
    .join(' and ');
  const marked = marks.map(({ time, mark }) => `${mark} on ${epochSecondsToIsoDate(time)}`).join(', ');
  return `${label}: ${times}${marked ? `; ${marked}` : ''}`;
}

interface LaneRowProps {
  lane: Lane;
  span: TimeSpan;
  leftPx: number;
  widthPx: number;
}

function LaneRow({ lane, span, leftPx, widthPx }: LaneRowProps) {
  const middle = LANE_HEIGHT_PX / 2;
  const inside = (time: number) => Math.min(widthPx, Math.max(0, timeToX(time, span, widthPx)));
  return (
    <>
      <text x={8} y={middle + 4} fontSize={11} className="fill-text font-mono">
        {fitServers(lane.label, Math.floor((leftPx - 16) / CHARACTER_PX))}
      </text>
      {lane.spans
        .filter(({ start, end }) => start < span.end && end > span.start)
        .map(({ start, end }) => (
          <rect
            key={start}
            data-fill=""
            x={leftPx + inside(start)}
            y={middle - BAR_HEIGHT_PX / 2}
            width={Math.max(2, inside(end) - inside(start))}
            height={BAR_HEIGHT_PX}
            rx={1.5}
            fill="var(--accent)"
          />
        ))}
      {lane.marks
        .filter(({ time }) => time >= span.start && time <= span.end)
        .map(({ time, mark }, index) => (
          <g
            key={`${time} ${mark}`}
            transform={`translate(${leftPx + inside(time) + (index % 2) * MARK_RADIUS_PX} ${middle})`}
          >
            <circle r={MARK_RADIUS_PX} fill="var(--surface)" stroke="var(--warning)" strokeWidth={1.5} />
            <text y={3.5} fontSize={10} fontWeight={600} textAnchor="middle" fill="var(--warning)">
              {LANE_MARKS.find((known) => known.mark === mark)?.letter}
            </text>
          </g>
        ))}
    </>
  );
}

/** The drawn lanes. One tab stop; up and down walk the lanes. */
function LanePlot({ label, lanes, moves, zoom, begin }: LanePlotProps) {
  const { leftPx, widthPx } = zoom;
  const keys = useMemo(() => lanes.map(({ key }) => key), [lanes]);
  const { svgRef, handlers, activeIndex, pointedKey } = useMarks({
    keys,
    zoom,
    onOpen: undefined,
    steps: { ArrowUp: -1, ArrowDown: 1 },
  });
  const heightPx = lanes.length * LANE_HEIGHT_PX;
  const laneMiddle = (index: number) => index * LANE_HEIGHT_PX + LANE_HEIGHT_PX / 2;
  const shown = lanes.find(({ key }) => key === pointedKey) ?? lanes[activeIndex];
  return (
    <>
      <div className="sticky top-0 z-1 bg-surface" style={{ height: AXIS_HEIGHT_PX }}>
        <TimelineAxis span={zoom.span} leftPx={leftPx} widthPx={widthPx} />
      </div>
      <svg
        ref={svgRef}
        data-picture
        role="group"
        aria-label={`${label}: arrow keys move between sets, plus and minus zoom`}
        width={leftPx + widthPx}
        height={heightPx}
        className="block touch-pan-y select-none"
        {...handlers}
      >
        <TimeGrid span={zoom.span} leftPx={leftPx} widthPx={widthPx} heightPx={heightPx} />
        {moves
          .filter(({ time }) => time >= zoom.span.start && time <= zoom.span.end)
          .map(({ time, from, to }) => {
            const x = leftPx + timeToX(time, zoom.span, widthPx);
            return (
              <line
                key={`${time} ${from} ${to}`}
                x1={x}
                x2={x}
                y1={laneMiddle(from)}
                y2={laneMiddle(to)}
                stroke="var(--control)"
              />
            );
          })}
        {lanes.map((lane, index) => (
          <g
            key={lane.key}
            data-key={lane.key}
            role="img"
            aria-label={laneName(lane, begin)}
            tabIndex={index === activeIndex ? 0 : -1}
            transform={`translate(0 ${index * LANE_HEIGHT_PX})`}
            className="group outline-none"
          >
            <rect
              x={0.5}
              y={0.5}
              width={Math.max(0, leftPx + widthPx - 1)}
              height={LANE_HEIGHT_PX - 1}
              className="fill-transparent group-focus-visible:stroke-focus group-focus-visible:stroke-2"
            />
            <LaneRow lane={lane} span={zoom.span} leftPx={leftPx} widthPx={widthPx} />
          </g>
        ))}
      </svg>
      <p
        aria-hidden
        className="sticky bottom-0 left-0 min-h-5 truncate border-t border-border bg-surface px-2 text-sm text-muted"
      >
        {shown ? laneName(shown, begin) : '\u00a0'}
      </p>
    </>
  );
}
