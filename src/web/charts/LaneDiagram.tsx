import { useMemo, useRef } from 'react';
import { dateToIsoDate, epochSecondsToDate } from '#model/dates.ts';
import { LanePlot } from './LanePlot.tsx';
import { LANE_MARKS } from './lane-marks.ts';
import { describeLanes, laneSpan, serverSetLanes, type ServerSetChange } from './name-server-lanes.ts';
import { PictureFrame } from './PictureFrame.tsx';
import { TwinTable } from './TwinTable.tsx';
import { useWidth } from './use-width.ts';
import { useZoom } from './use-zoom.ts';
import { ZoomControls } from './ZoomControls.tsx';

export interface LaneDiagramProps {
  /** What is shown: "Name servers of a.example". Also names the saved picture. */
  label: string;
  changes: readonly ServerSetChange[];
  /** Up to when the last set is drawn, in epoch seconds. */
  now: number;
  maxHeightPx?: number;
  /** A table of the same rows stands beside it, so it needs none of its own. */
  hasTableBeside?: boolean;
}

const MAX_LABEL_PX = 280;
const LABEL_SHARE = 0.4;

/** A lane for each set of name servers over time, what joins them being the changes, with marks for what is remarkable. */
export function LaneDiagram({ label, changes, now, maxHeightPx = 380, hasTableBeside = false }: LaneDiagramProps) {
  const boxRef = useRef<HTMLDivElement>(null);
  const boxWidth = useWidth(boxRef);
  const limits = useMemo(() => laneSpan(changes, now), [changes, now]);
  const drawn = useMemo(() => serverSetLanes(changes, limits), [changes, limits]);
  const leftPx = Math.round(Math.min(MAX_LABEL_PX, boxWidth * LABEL_SHARE));
  const widthPx = Math.max(0, boxWidth - leftPx - 8);
  const zoom = useZoom(limits, { ref: boxRef, leftPx, widthPx });
  const used = LANE_MARKS.filter(({ mark }) => drawn.lanes.some(({ marks }) => marks.some((one) => one.mark === mark)));
  return (
    <PictureFrame
      label={label}
      description={describeLanes(changes, drawn)}
      controls={<ZoomControls isZoomed={zoom.isZoomed} actions={zoom.actions} />}
      picture={
        <>
          <div
            ref={boxRef}
            className="min-w-0 contain-inline-size overflow-x-hidden overflow-y-auto rounded-lg border border-border bg-surface [scrollbar-gutter:stable]"
            style={{ maxHeight: maxHeightPx, scrollPaddingTop: 24, scrollPaddingBottom: 24 }}
          >
            {boxWidth > 0 && <LanePlot label={label} {...drawn} zoom={zoom} leftPx={leftPx} widthPx={widthPx} />}
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
      table={
        !hasTableBeside && (
          <TwinTable
            label={label}
            maxHeightPx={maxHeightPx}
            columns={[
              { header: 'Day' },
              { header: 'From', isIndicator: true },
              { header: 'To', isIndicator: true },
              { header: 'Marks' },
            ]}
            rows={changes
              .toSorted((a, b) => b.time - a.time)
              .map((change) => [
                dateToIsoDate(epochSecondsToDate(change.time)),
                change.from.join(', '),
                change.to.join(', '),
                [...change.fromMarks.map((mark) => `from ${mark}`), ...change.toMarks.map((mark) => `to ${mark}`)].join(
                  ', ',
                ),
              ])}
          />
        )
      }
    />
  );
}
