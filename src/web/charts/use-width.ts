import { type RefObject, useLayoutEffect, useState } from 'react';
import { useIsPrinting } from '#web/ui/use-is-printing.ts';

/** What fits a panel on A4 and Letter with usual margins; nothing is measured again between the print command and the print. */
export const paperWidthPx = 620;

/**
 * The inner width of an element in CSS pixels, followed as it changes; 0 before the first layout, and
 * that of paper while the page is printed. The element must not take
 * its width from what is drawn in it (`contain-inline-size`), or it never gets narrower again.
 */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  const isPrinting = useIsPrinting();
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidth(element.clientWidth);
    // at once, so that the picture is there in the frame in which its box is
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return isPrinting ? Math.min(width, paperWidthPx) : width;
}
