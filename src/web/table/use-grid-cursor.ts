import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { cellAt, focusTarget, placeOf } from './grid-focus.ts';
import type { GridPlace, GridSize } from './grid-walk.ts';

/** Which cell holds the tab stop of the grid, and moving the focus to another, which may first have to be drawn. */
export function useGridCursor(gridRef: RefObject<HTMLElement | null>, size: Pick<GridSize, 'rows' | 'columns'>) {
  const [wanted, setWanted] = useState<GridPlace>({ row: Math.min(1, size.rows), column: 1 });
  const mustFocus = useRef(false);
  // Filtering may have taken the row away.
  const place = { row: Math.min(wanted.row, size.rows), column: Math.min(wanted.column, size.columns - 1) };
  useLayoutEffect(() => {
    if (!mustFocus.current || !gridRef.current) return;
    const cell = cellAt(gridRef.current, place);
    if (!cell) return;
    mustFocus.current = false;
    const target = focusTarget(cell);
    target?.focus({ preventScroll: true });
    // a menu that is just closing keeps the rest of the page inert until the end of this frame
    if (document.activeElement !== target) requestAnimationFrame(() => target?.focus({ preventScroll: true }));
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  const moveTo = (next: GridPlace) => {
    mustFocus.current = true;
    setWanted({ ...next });
  };
  const onFocus = (event: FocusEvent) => {
    const focused = placeOf(event.target);
    if (focused && (focused.row !== place.row || focused.column !== place.column)) setWanted(focused);
  };
  return { place, moveTo, onFocus };
}
