import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { isPressed, type ShortcutOf, shortcutsOf } from '#web/ui/shortcuts.ts';
import type { TimeSpan } from './time-axis.ts';
import { panSpan, zoomSpan } from './ZoomControls.tsx';

const STEP = 1.5;
const PAN_STEP = 0.2;
/** A press that moves less is a click. */
const CLICK_SLOP_PX = 4;

const middle = ({ start, end }: TimeSpan) => (start + end) / 2;

interface ZoomArea {
  ref: RefObject<HTMLElement | null>;
  /** Where the time axis begins and how long it is, in CSS pixels from the left of the element. */
  leftPx: number;
  widthPx: number;
}

/**
 * What part of `limits` is shown. Ctrl and wheel zoom around the pointer (the wheel alone scrolls the page), dragging the
 * ground pans, `+` `-` `0` and the left and right arrows do the same for the keyboard.
 */
export function useZoom(limits: TimeSpan, { ref, leftPx, widthPx }: ZoomArea) {
  const [zoomed, setZoomed] = useState<TimeSpan | null>(null);
  const span = zoomed ?? limits;
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
    reset: () => setZoomed(null),
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
  return { span, isZoomed: zoomed !== null, actions, onKeyDown, pointer, endsDrag };
}
