import type { KeyboardEvent } from 'react';
import { isTextInput } from './grid-focus.ts';
import { type GridPlace, type GridSize, walk } from './grid-walk.ts';

export interface GridCommands {
  moveTo: (place: GridPlace) => void;
  open: (place: GridPlace) => void;
  select: (place: GridPlace, isRange: boolean) => void;
  selectAll: () => void;
  copyCell: (place: GridPlace) => void;
  copyRow: (place: GridPlace) => void;
  openMenu: (place: GridPlace, anchor: HTMLElement) => void;
  resize: (place: GridPlace, steps: number) => void;
  moveColumn: (place: GridPlace, places: number) => void;
}

interface GridKeyContext {
  place: GridPlace;
  size: () => GridSize;
  /** Letters and `.` act; an analyst may have switched that off. */
  hasSingleKeys: boolean;
  commands: GridCommands;
}

const SIDE: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

function headerCommand(event: KeyboardEvent, { place, commands }: GridKeyContext): (() => void) | null {
  const side = SIDE[event.key];
  if (place.row !== 0 || place.column === 0 || side === undefined) return null;
  if (event.shiftKey) return () => commands.resize(place, side);
  return event.ctrlKey || event.metaKey ? () => commands.moveColumn(place, side) : null;
}

function chordCommand(event: KeyboardEvent, { place, commands }: GridKeyContext): (() => void) | null {
  const key = event.key.toLowerCase();
  if (key === 'a') return commands.selectAll;
  // A text selection is what the analyst wants to copy.
  return key === 'c' && place.row > 0 && document.getSelection()?.isCollapsed !== false
    ? () => commands.copyCell(place)
    : null;
}

function rowCommand(event: KeyboardEvent, { place, hasSingleKeys, commands }: GridKeyContext): (() => void) | null {
  if (place.row === 0) return null;
  // The control inside a cell, a link for example, has its own Enter.
  if (event.key === 'Enter') return event.target instanceof HTMLTableCellElement ? () => commands.open(place) : null;
  if (event.key === ' ') return () => commands.select(place, event.shiftKey);
  if (!hasSingleKeys) return null;
  if (event.key === 'c') return () => commands.copyCell(place);
  return event.key === 'C' ? () => commands.copyRow(place) : null;
}

/** What a key does in the grid; null leaves it to the browser and to the shortcuts of the page. */
export function gridCommand(event: KeyboardEvent, context: GridKeyContext): (() => void) | null {
  if (isTextInput(event.target) || event.altKey || event.defaultPrevented) return null;
  const { place, hasSingleKeys, commands } = context;
  const ofHeader = headerCommand(event, context);
  if (ofHeader) return ofHeader;
  const isLetter = event.key.length === 1 && event.key !== ' ';
  const to = isLetter && !hasSingleKeys ? null : walk(place, event, context.size());
  if (to) return () => commands.moveTo(to);
  if (event.ctrlKey || event.metaKey) return chordCommand(event, context);
  if (event.key === '.' && hasSingleKeys && event.target instanceof HTMLElement) {
    const anchor = event.target;
    return () => commands.openMenu(place, anchor);
  }
  return rowCommand(event, context);
}
