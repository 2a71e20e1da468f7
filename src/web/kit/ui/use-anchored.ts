import { type RefObject, useLayoutEffect } from 'react';

/**
 * Shows a `popover` element in the top layer while `isOpen` and keeps it beside its anchor: on scroll, on resize and when its own
 * content grows. Looks up the anchor every time, since rows of a virtual table are reused.
 */
export function useAnchored(
  popupRef: RefObject<HTMLElement | null>,
  anchor: () => Element | null,
  isOpen: boolean,
  { side, align, gap }: Placement,
) {
  useLayoutEffect(() => {
    const popup = popupRef.current;
    if (!isOpen || !popup) return;
    // an "auto" popover is shown by its button; it is still hidden here, and the observer below places it before the first paint
    if (popup.popover === 'manual' && !popup.matches(':popover-open')) popup.showPopover();
    const place = () => {
      const rect = anchor()?.getBoundingClientRect();
      if (!rect) return;
      popup.style.maxHeight = '';
      // at the right edge the measured width would be limited to the room there
      popup.style.left = '0';
      const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
      const placed = placeBox(rect, popup.getBoundingClientRect(), viewport, { side, align, gap });
      popup.style.left = `${placed.left}px`;
      popup.style.top = `${placed.top}px`;
      popup.style.maxHeight = `${placed.maxHeight}px`;
    };
    place();
    const growth = new ResizeObserver(place);
    growth.observe(popup);
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      growth.disconnect();
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
    };
  });
}

/**
 * Focuses the element from `find`, now or as soon as it can take the focus: a closing menu keeps the rest of the page inert for a
 * moment, and panels below one that loads are hidden. Calls `find` again then, since the page may have been re-rendered.
 * An element that was focused in between keeps the focus.
 */
export function focusWhenReachable(find: () => HTMLElement | null): void {
  const before = document.activeElement;
  const target = find();
  target?.focus({ preventScroll: true });
  if (!target || target === document.activeElement) return;
  const again = () => {
    if ([before, document.body].includes(document.activeElement)) focusWhenReachable(find);
  };
  const barrier = target.closest('[inert]');
  if (!barrier) return target.closest('.fill-down > *')?.addEventListener('animationend', again, { once: true });
  const observer = new MutationObserver(() => {
    if (barrier.hasAttribute('inert')) return;
    observer.disconnect();
    again();
  });
  observer.observe(barrier, { attributeFilter: ['inert'] });
}

type Side = 'top' | 'bottom';
export type Align = 'start' | 'center' | 'end';

export interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Placement {
  side: Side;
  align: Align;
  /** Pixels between the anchor and the box. */
  gap: number;
}

interface PlacedBox {
  left: number;
  top: number;
  /** The room on the chosen side; a taller box scrolls. */
  maxHeight: number;
}

const edge = 8;

/**
 * The position of a floating box: on the preferred side of its anchor, or on the other side if only that one has room (or more),
 * then shifted along the anchor so that it stays 8 px inside the viewport. All numbers are CSS pixels of the viewport.
 */
export function placeBox(
  anchor: Rect,
  box: { width: number; height: number },
  viewport: { width: number; height: number },
  wish: Placement,
): PlacedBox {
  const room: Record<Side, number> = {
    top: anchor.top - wish.gap - edge,
    bottom: viewport.height - anchor.top - anchor.height - wish.gap - edge,
  };
  const other = wish.side === 'top' ? 'bottom' : 'top';
  const side = room[wish.side] >= box.height || room[wish.side] >= room[other] ? wish.side : other;
  const maxHeight = Math.max(64, room[side]);
  const height = Math.min(box.height, maxHeight);
  const top = side === 'top' ? anchor.top - wish.gap - height : anchor.top + anchor.height + wish.gap;
  return {
    left: keepInside(leftOf(anchor, box.width, wish.align), box.width, viewport.width),
    top: keepInside(top, height, viewport.height),
    maxHeight,
  };
}

function leftOf(anchor: Rect, width: number, align: Align): number {
  if (align === 'start') return anchor.left;
  return align === 'end' ? anchor.left + anchor.width - width : anchor.left + (anchor.width - width) / 2;
}

function keepInside(position: number, size: number, limit: number): number {
  return Math.round(Math.max(edge, Math.min(position, limit - size - edge)));
}
