import { type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import type { Zoom } from './ZoomControls.tsx';

interface MarksOptions {
  /** Keys of the marks, in the order in which the arrow keys walk them. */
  readonly keys: readonly string[];
  /** Of a zoomable picture. */
  readonly zoom?: Zoom;
  /** Opens a mark; undefined where marks lead nowhere. */
  readonly onOpen: ((key: string) => void) | undefined;
  /** Called with the mark under the pointer or the focus, or with null for none. */
  readonly onPoint?: ((key: string | null) => void) | undefined;
  /** By how many marks a key moves. By default up and down move by one, and PageUp and PageDown by ten. */
  readonly steps?: Readonly<Record<string, number>>;
  /** The place of the mark that has the focus first. */
  readonly first?: number;
}

const rowSteps = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 };
const endSteps = { Home: -Infinity, End: Infinity };

/**
 * Keyboard and pointer of a picture whose marks carry `data-key`. The picture is one tab stop: arrow keys walk the marks, Enter, Space
 * or a click opens one, and other keys zoom.
 */
export function useMarks({ keys, zoom, onOpen, onPoint, steps = rowSteps, first = 0 }: MarksOptions) {
  const svgRef = useRef<SVGSVGElement>(null);
  const [focusedKey, setFocusedKey] = useState<string | null>(null);
  const [pointedKey, setPointedKey] = useState<string | null>(null);
  const activeIndex = focusedKey === null ? first : Math.max(0, keys.indexOf(focusedKey));
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
    const step: number | undefined = { ...steps, ...endSteps }[event.key];
    const key = keyOf(event.target);
    if (step !== undefined) {
      event.preventDefault();
      walkTo(activeIndex + step);
    } else if ((event.key === 'Enter' || event.key === ' ') && onOpen && key !== null) {
      event.preventDefault();
      onOpen(key);
    } else zoom?.onKeyDown(event);
  };
  const handlers = {
    ...zoom?.pointer,
    onKeyDown,
    onFocus: (event: FocusEvent) => {
      const key = keyOf(event.target);
      setFocusedKey(key);
      point(key);
    },
    onBlur: () => point(null),
    onClick: (event: MouseEvent) => {
      const key = keyOf(event.target);
      if (key !== null && !zoom?.endsDrag()) onOpen?.(key);
    },
    onPointerOver: (event: PointerEvent) => point(keyOf(event.target)),
    onPointerLeave: () => {
      zoom?.pointer.onPointerLeave();
      point(null);
    },
  };
  return { svgRef, handlers, activeIndex, pointedKey };
}

function keyOf(target: EventTarget | null): string | null {
  return target instanceof Element ? (target.closest('[data-key]')?.getAttribute('data-key') ?? null) : null;
}
