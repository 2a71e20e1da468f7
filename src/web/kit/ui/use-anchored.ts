import { type RefObject, useLayoutEffect } from 'react';
import { placeBox, type Placement } from './place-box.ts';

/**
 * Shows a `popover` element in the top layer while `isOpen` and keeps it alongside its anchor: on scroll, on resize and when its own
 * content grows. The anchor is queried again every time, since rows of a virtual table are reused.
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
    // An "auto" popover is shown by its button; it is still hidden here, and the observer below places it before the first paint.
    if (popup.popover === 'manual' && !popup.matches(':popover-open')) popup.showPopover();
    const place = () => {
      const rect = anchor()?.getBoundingClientRect();
      if (!rect) return;
      popup.style.maxHeight = '';
      // at the right edge it would be measured as narrow as the room there
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
 * Focuses what `find` returns, now or as soon as it is no longer inert: a closing menu keeps the rest of the page inert for a
 * moment, and waiting for the next frame would lose keys pressed in between. `find` is called again then, since the page may
 * have been re-rendered. An element that took the focus in between keeps it.
 */
export function focusWhenReachable(find: () => HTMLElement | null): void {
  const target = find();
  target?.focus({ preventScroll: true });
  const barrier = target?.closest('[inert]');
  if (!barrier) return;
  const observer = new MutationObserver(() => {
    if (barrier.hasAttribute('inert')) return;
    observer.disconnect();
    if (document.activeElement === document.body) focusWhenReachable(find);
  });
  observer.observe(barrier, { attributeFilter: ['inert'] });
}
