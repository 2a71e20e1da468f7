import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import type { useZoom } from './ZoomControls.tsx';

interface MarksOptions {
  /** Keys of the marks, in the order in which the arrow keys walk them. */
  readonly keys: readonly string[];
  readonly zoom: ReturnType<typeof useZoom>;
  /** Opens a mark; undefined where marks lead nowhere. */
  readonly onOpen: ((key: string) => void) | undefined;
  /** Called with the mark under the pointer or the focus, or with null for none. */
  readonly onPoint?: ((key: string | null) => void) | undefined;
}

/** How many marks a key moves by. */
const steps: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -10,
  PageDown: 10,
  Home: -Infinity,
  End: Infinity,
};

/**
 * Keyboard and pointer of a zoomable picture whose marks carry `data-key`. The picture is one tab stop: up and down walk the
 * marks, Enter or a click opens one, other keys zoom.
 */
export function useMarks({ keys, zoom, onOpen, onPoint }: MarksOptions) {
  const svgRef = useRef<SVGSVGElement>(null);
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const [pointedKey, setPointedKey] = useState<string | null>(null);
  const activeIndex = focusedKey === null ? 0 : Math.max(0, keys.indexOf(focusedKey));
  const point = (key: string | null) => {
    if (key === pointedKey) return;
    setPointedKey(key);
    onPoint?.(key);
  };
  const walkTo = (index: number) => {
    const key = keys[Math.min(keys.length - 1, Math.max(0, index))];
    const mark = key !== undefined && svgRef.current?.querySelector<SVGGElement>(`[data-key="${CSS.escape(key)}"]`);
    if (!mark) return;
    mark.focus({ preventScroll: true });
    mark.scrollIntoView({ block: 'nearest' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    const key = keyOf(event.target);
    if (step !== undefined) {
      event.preventDefault();
      walkTo(activeIndex + step);
    } else if ((event.key === 'Enter' || event.key === ' ') && onOpen && key !== null) {
      event.preventDefault();
      onOpen(key);
    } else zoom.onKeyDown(event);
  };
  const handlers = {
    ...zoom.pointer,
    onKeyDown,
    onFocus: (event: FocusEvent) => {
      const key = keyOf(event.target);
      setFocusedKey(key);
      point(key);
    },
    onBlur: () => point(null),
    onClick: (event: MouseEvent) => {
      const key = keyOf(event.target);
      if (key !== null && !zoom.endsDrag()) onOpen?.(key);
    },
    onPointerOver: (event: PointerEvent) => point(keyOf(event.target)),
    onPointerLeave: () => {
      zoom.pointer.onPointerLeave();
      point(null);
    },
  };
  return { svgRef, handlers, activeIndex, pointedKey };
}

function keyOf(target: EventTarget | null): string | null {
  return target instanceof Element ? (target.closest('[data-key]')?.getAttribute('data-key') ?? null) : null;
}
