import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { IconButton } from '#web/kit/ui/IconButton.tsx';
import { AddIcon, BackIcon, ForwardIcon, RemoveIcon, RetryIcon } from '#web/kit/ui/icons.ts';
import { isPressed, type ShortcutOf, shortcutsOf } from '#web/kit/ui/shortcuts.ts';
import { useWidth } from './PictureFrame.tsx';
import type { TimeSpan } from './time-axis.ts';

interface ZoomControlsProps {
  isZoomed: boolean;
  actions: { zoomIn: () => void; zoomOut: () => void; earlier: () => void; later: () => void; reset: () => void };
}

/** The buttons of a zoomable picture; the keys work on the picture itself. */
export function ZoomControls({ isZoomed, actions }: ZoomControlsProps) {
  const whenWhole = isZoomed ? undefined : 'The whole period is shown';
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
        label="Show the whole period"
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

const STEP = 1.5;
const PAN_STEP = 0.2;
/** A press that moves less is a click. */
const CLICK_SLOP_PX = 4;

const middle = ({ start, end }: TimeSpan) => (start + end) / 2;

/** The room for the labels of the rows, left of a time axis. */
interface LabelRoom {
  readonly mostPx: number;
  /** At most this share of the whole width. */
  readonly share: number;
}

export type Zoom = ReturnType<typeof useZoom>;

/**
 * The time axis of a box, and what part of `limits` it shows. Ctrl and wheel zoom around the pointer (the wheel alone scrolls the page),
 * dragging the ground pans, `+` `-` `0` and the left and right arrows do the same for the keyboard. `initial` is shown at first.
 */
export function useZoom(
  ref: RefObject<HTMLElement | null>,
  limits: TimeSpan,
  labels: LabelRoom,
  initial: TimeSpan = limits,
) {
  const boxWidth = useWidth(ref);
  // where the axis begins and how long it is, in CSS pixels from the left of the box
  const leftPx = Math.round(Math.min(labels.mostPx, boxWidth * labels.share));
  const widthPx = Math.max(0, boxWidth - leftPx - 8);
  const [zoomed, setZoomed] = useState<TimeSpan | null>(null);
  const span = zoomed ?? initial;
  const [drag, setDrag] = useState<{ x: number; span: TimeSpan } | null>(null);
  const wasDragged = useRef(false);
  const timeAt = (clientX: number) => {
    const left = (ref.current?.getBoundingClientRect().left ?? 0) + leftPx;
    return span.start + ((clientX - left) / Math.max(1, widthPx)) * (span.end - span.start);
  };
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      setZoomed(zoomSpan(span, event.deltaY < 0 ? STEP : 1 / STEP, timeAt(event.clientX), limits));
    };
    // React listens passively to the wheel, and a passive listener cannot keep the page from zooming.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  });
  const zoomBy = (factor: number) => setZoomed(zoomSpan(span, factor, middle(span), limits));
  const panBy = (share: number) => setZoomed(panSpan(span, share, limits));
  const actions = {
    zoomIn: () => zoomBy(STEP),
    zoomOut: () => zoomBy(1 / STEP),
    earlier: () => panBy(-PAN_STEP),
    later: () => panBy(PAN_STEP),
    reset: () => setZoomed(initial === limits ? null : limits),
  };
  const byKey: Readonly<Record<ShortcutOf<'picture'>, () => void>> = {
    pictureZoomIn: actions.zoomIn,
    pictureZoomOut: actions.zoomOut,
    pictureReset: actions.reset,
    pictureEarlier: actions.earlier,
    pictureLater: actions.later,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const id = shortcutsOf('picture').find((each) => isPressed(event, each));
    if (!id) return;
    event.preventDefault();
    byKey[id]();
  };
  const pointer = {
    onPointerDown: (event: PointerEvent) => {
      wasDragged.current = false;
      if (event.button === 0 && event.pointerType === 'mouse') setDrag({ x: event.clientX, span });
    },
    onPointerMove: (event: PointerEvent) => {
      if (!drag || event.buttons === 0) return setDrag(null);
      if (!wasDragged.current && Math.abs(event.clientX - drag.x) < CLICK_SLOP_PX) return;
      wasDragged.current = true;
      setZoomed(panSpan(drag.span, (drag.x - event.clientX) / Math.max(1, widthPx), limits));
    },
    onPointerUp: () => setDrag(null),
    onPointerLeave: () => setDrag(null),
  };
  /** True in the click that ends a drag: it opens nothing. */
  const endsDrag = () => wasDragged.current;
  /** Shows this span, cut to the limits. */
  const show = ({ start, end }: TimeSpan) =>
    setZoomed(within({ start, end: Math.max(end, start + MIN_LENGTH_SECONDS) }, limits));
  const isZoomed = span.start > limits.start || span.end < limits.end || (zoomed !== null && initial === limits);
  return { boxWidth, leftPx, widthPx, limits, span, isZoomed, actions, show, onKeyDown, pointer, endsDrag };
}
