import { IconButton } from '#web/ui/IconButton.tsx';
import { AddIcon, BackIcon, ForwardIcon, RemoveIcon, RetryIcon } from '#web/ui/icons.ts';
import type { TimeSpan } from './time-axis.ts';

interface ZoomControlsProps {
  isZoomed: boolean;
  actions: { zoomIn: () => void; zoomOut: () => void; earlier: () => void; later: () => void; reset: () => void };
}

/** The buttons of a zoomable picture; the keys work on the picture itself. */
export function ZoomControls({ isZoomed, actions }: ZoomControlsProps) {
  const whenWhole = isZoomed ? undefined : 'The whole time is shown';
  return (
    <div role="group" aria-label="Zoom" className="flex items-center">
      <IconButton icon={AddIcon} size="sm" label="Zoom in" shortcut="+" onClick={actions.zoomIn} />
      <IconButton
        icon={RemoveIcon}
        size="sm"
        label="Zoom out"
        shortcut="-"
        disabledReason={whenWhole}
        onClick={actions.zoomOut}
      />
      <IconButton
        icon={BackIcon}
        size="sm"
        label="Earlier"
        shortcut="←"
        disabledReason={whenWhole}
        onClick={actions.earlier}
      />
      <IconButton
        icon={ForwardIcon}
        size="sm"
        label="Later"
        shortcut="→"
        disabledReason={whenWhole}
        onClick={actions.later}
      />
      <IconButton
        icon={RetryIcon}
        size="sm"
        label="Show the whole time"
        shortcut="0"
        disabledReason={whenWhole}
        onClick={actions.reset}
      />
    </div>
  );
}

const MIN_LENGTH_SECONDS = 600;

const lengthOf = ({ start, end }: TimeSpan) => end - start;

/** The span moved back inside the limits, and cut to them where it is longer. */
function within({ start, end }: TimeSpan, limits: TimeSpan): TimeSpan {
  const length = Math.min(end - start, lengthOf(limits));
  const from = Math.min(Math.max(start, limits.start), limits.end - length);
  return { start: from, end: from + length };
}

/** Zooms by a factor (above 1 shows less) around a time, which stays where it is on screen. */
export function zoomSpan(span: TimeSpan, factor: number, around: number, limits: TimeSpan): TimeSpan {
  const length = Math.max(MIN_LENGTH_SECONDS, lengthOf(span) / factor);
  const share = (around - span.start) / lengthOf(span);
  const start = around - share * length;
  return within({ start, end: start + length }, limits);
}

/** Moves by a share of what is shown: 0.25 is a quarter later. */
export function panSpan(span: TimeSpan, share: number, limits: TimeSpan): TimeSpan {
  const shift = lengthOf(span) * share;
  return within({ start: span.start + shift, end: span.end + shift }, limits);
}

/** From the first to the last of some spans with a little air, at least an hour long, so that one moment is a picture too. */
export function spanAround(spans: readonly TimeSpan[]): TimeSpan {
  if (spans.length === 0) return { start: 0, end: 3600 };
  const first = spans.reduce((min, { start }) => Math.min(min, start), Infinity);
  const last = spans.reduce((max, { end }) => Math.max(max, end), -Infinity);
  const air = Math.max(1800, (last - first) * 0.02);
  return { start: first - air, end: last + air };
}
