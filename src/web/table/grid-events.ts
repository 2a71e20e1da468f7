import type { MouseEvent } from 'react';
import { focusTarget, focusTargets, isTextInput, placeOf } from './grid-focus.ts';
import type { GridActions } from './grid-actions.ts';

const bodyCellOf = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('td[data-column]') : null;

/** Right-click and the context-menu key. With Shift held, a right-click still gets the browser's own menu. */
export function onGridContextMenu(event: MouseEvent<HTMLElement>, { openMenu }: GridActions): void {
  const place = placeOf(event.target);
  if (!place || place.column === 0 || isTextInput(event.target) || event.defaultPrevented) return;
  const byMouse = event.button === 2;
  if ((byMouse && event.shiftKey) || !(event.target instanceof HTMLElement)) return;
  event.preventDefault();
  openMenu(place, event.target, byMouse ? { x: event.clientX, y: event.clientY } : undefined);
}

/** A double press opens a cell that has no control of its own. */
export function onGridDoubleClick(event: MouseEvent, { open }: GridActions): void {
  const cell = bodyCellOf(event.target);
  const place = placeOf(event.target);
  if (cell && place && place.column > 0 && focusTargets(cell).length === 0) open(place);
}

/** A press on plain text moves the tab stop there, unless it ends a text selection. */
export function onGridClick(event: MouseEvent): void {
  const cell = bodyCellOf(event.target);
  if (!cell || document.getSelection()?.isCollapsed === false || cell.contains(document.activeElement)) return;
  focusTarget(cell)?.focus({ preventScroll: true });
}
