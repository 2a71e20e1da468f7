import type { GridPlace } from './grid-walk.ts';

const FOCUSABLE = 'a[href], button, input, [tabindex]';

export function focusTargets(container: Element): NodeListOf<HTMLElement> {
  return container.querySelectorAll<HTMLElement>(FOCUSABLE);
}

/** What takes the focus of a cell: the one control inside it (ARIA grid pattern), else the cell. */
export function focusTarget(cell: Element | undefined): HTMLElement | null {
  if (!(cell instanceof HTMLElement)) return null;
  return cell.querySelector<HTMLElement>(FOCUSABLE) ?? cell;
}

export function cellAt(grid: Element, { row, column }: GridPlace): HTMLElement | null {
  return grid.querySelector<HTMLElement>(`[data-row="${row}"] > [data-column="${column}"]`);
}

/** The place in the grid of whatever is inside a cell; null outside of cells. */
export function placeOf(element: EventTarget | null): GridPlace | null {
  const cell = element instanceof Element ? element.closest<HTMLElement>('[data-column]') : null;
  const row = cell?.parentElement?.dataset['row'];
  return cell && row !== undefined ? { row: Number(row), column: Number(cell.dataset['column']) } : null;
}

/** Typing into a field inside the grid is not walking the grid. */
export function isTextInput(element: EventTarget | null): boolean {
  return element instanceof HTMLInputElement && element.type !== 'checkbox';
}
