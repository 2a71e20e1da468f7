import { type RefObject, useLayoutEffect, useState } from 'react';

/** The inner width of an element in CSS pixels, followed as it changes; 0 before the first layout. */
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
