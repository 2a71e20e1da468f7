import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * The inner width of an element in CSS pixels, followed as it changes; 0 before the first layout. The element must not take
 * its width from what is drawn in it (`contain-inline-size`), or it never gets narrower again.
 */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
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
  return width;
}
