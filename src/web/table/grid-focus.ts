import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { focusWhenReachable } from '#web/kit/ui/use-anchored.ts';
import { useLatest } from '#web/kit/ui/use-latest.ts';

const FOCUSABLE = 'a[href], button, input, [tabindex]';

export function focusTargets(container: Element): NodeListOf<HTMLElement> {
  return container.querySelectorAll<HTMLElement>(FOCUSABLE);
}

/** The element that takes the focus of a cell: the single control inside it (ARIA grid pattern), else the cell. */
export function focusTarget(cell: Element | undefined): HTMLElement | null {
  if (!(cell instanceof HTMLElement)) return null;
  return cell.querySelector<HTMLElement>(FOCUSABLE) ?? cell;
}

/** The drawn cell at a place. */
export function cellAt(grid: Element, { row, column }: GridPlace): HTMLElement | null {
  return grid.querySelector<HTMLElement>(`[data-row="${row}"] > [data-column="${column}"]`);
}

/** The grid place of an element inside a cell; null outside of cells. */
export function placeOf(element: EventTarget | null): GridPlace | null {
  const cell = element instanceof Element ? element.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.parentElement?.dataset['row'];
  return cell && row !== undefined ? { row: Number(row), column: Number(cell.dataset['column']) } : null;
}

/** Keys in a text field are not navigation. */
export function isTextInput(element: EventTarget | null): boolean {
  return element instanceof HTMLInputElement && element.type !== 'checkbox';
}

/** The cell with the tab stop of the grid, and how to focus another, which may have to be drawn first. */
export function useGridCursor(gridRef: RefObject<HTMLElement | null>, size: Pick<GridSize, 'rows' | 'columns'>) {
  const [wanted, setWanted] = useState<GridPlace>({ row: Math.min(1, size.rows), column: 1 });
  const mustFocus = useRef(false);
  const hasFocus = useRef(false);
  // Filtering may have removed the row.
  const place = { row: Math.min(wanted.row, size.rows), column: Math.min(wanted.column, size.columns - 1) };
  const latestPlace = useLatest(place);
  useLayoutEffect(() => {
    // A removed element, for example a hidden column, loses the focus without an event.
    const isLost = hasFocus.current && document.activeElement === document.body;
    const find = () => gridRef.current && cellAt(gridRef.current, latestPlace.current);
    const cell = mustFocus.current || isLost ? find() : null;
    if (!cell) return;
    focusWhenReachable(() => focusTarget(find() ?? undefined));
    if (mustFocus.current) cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    mustFocus.current = false;
  });
  const moveTo = (next: GridPlace) => {
    mustFocus.current = true;
    setWanted({ ...next });
  };
  const onFocus = (event: FocusEvent) => {
    hasFocus.current = true;
    const focused = placeOf(event.target);
    if (focused && (focused.row !== place.row || focused.column !== place.column)) setWanted(focused);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    hasFocus.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
  };
  return { place, moveTo, onFocus, onBlur };
}

/** A place in the grid. Row 0 is the header, rows from 1 on hold data; column 0 holds the check boxes. */
export interface GridPlace {
  row: number;
  column: number;
}

export interface GridSize {
  /** Data rows, without the header. */
  rows: number;
  /** Columns, with the one of the check boxes. */
  columns: number;
  /** Data rows that fit on screen: the step of PageUp and PageDown. */
  pageRows: number;
}

interface Keystroke {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
}

const STEPS: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  k: [-1, 0],
  j: [1, 0],
};

const clamp = (value: number, last: number) => Math.max(0, Math.min(last, value));

/**
 * The place that a key moves to, by the ARIA grid pattern (Home and End in the row, with Ctrl in the whole grid)
 * and with j and k like the arrows; null for other keys.
 */
export function walk(from: GridPlace, { key, ctrlKey, metaKey }: Keystroke, size: GridSize): GridPlace | null {
  const toEdge = ctrlKey || metaKey;
  const to = (row: number, column: number) => ({ row: clamp(row, size.rows), column: clamp(column, size.columns - 1) });
  if (key === 'Home') return to(toEdge ? 0 : from.row, 0);
  if (key === 'End') return to(toEdge ? size.rows : from.row, size.columns - 1);
  if (toEdge) return null;
  if (key === 'PageDown') return to(from.row + size.pageRows, from.column);
  if (key === 'PageUp') return to(Math.max(from.row - size.pageRows, Math.min(1, from.row)), from.column);
  const step = STEPS[key];
  return step ? to(from.row + step[0], from.column + step[1]) : null;
}
