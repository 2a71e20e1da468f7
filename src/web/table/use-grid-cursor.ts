import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { focusWhenReachable } from '#web/ui/focus-when-reachable.ts';
import { cellAt, focusTarget, placeOf } from './grid-focus.ts';
import type { GridPlace, GridSize } from './grid-walk.ts';
import { useLatest } from './use-latest.ts';

/** Which cell holds the tab stop of the grid, and moving the focus to another, which may first have to be drawn. */
export function useGridCursor(gridRef: RefObject<HTMLElement | null>, size: Pick<GridSize, 'rows' | 'columns'>) {
  const [wanted, setWanted] = useState<GridPlace>({ row: Math.min(1, size.rows), column: 1 });
  const mustFocus = useRef(false);
  const hasFocus = useRef(false);
  // Filtering may have taken the row away.
  const place = { row: Math.min(wanted.row, size.rows), column: Math.min(wanted.column, size.columns - 1) };
  const latestPlace = useLatest(place);
  useLayoutEffect(() => {
    // Elements that are taken away lose the focus without a word, a column that is hidden for example.
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
