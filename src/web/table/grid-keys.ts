import type { KeyboardEvent } from 'react';
import { isPressed, type ShortcutOf, shortcutsOf } from '#web/kit/ui/shortcuts.ts';
import { type GridPlace, type GridSize, isTextInput, walk } from './grid-focus.ts';

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
  commands: GridCommands;
}

type Command = (() => void) | null;
type Answer = (context: GridKeyContext, event: KeyboardEvent) => Command;

/** Only rows of data have it. */
const onRow =
  (command: (commands: GridCommands, place: GridPlace) => void): Answer =>
  ({ place, commands }) =>
    place.row > 0 ? () => command(commands, place) : null;

const step: Answer = ({ place, size, commands }, event) => {
  const to = walk(place, event, size());
  return to && (() => commands.moveTo(to));
};

const answers: Readonly<Record<ShortcutOf<'table'>, Answer>> = {
  tableUp: step,
  tableDown: step,
  tableLeft: step,
  tableRight: step,
  tableRowStart: step,
  tableRowEnd: step,
  tableStart: step,
  tableEnd: step,
  tablePageUp: step,
  tablePageDown: step,
  // A control inside a cell, a link for example, handles Enter itself.
  tableOpen: (context, event) =>
    event.target instanceof HTMLTableCellElement
      ? onRow((commands, place) => commands.open(place))(context, event)
      : null,
  tableSelect: (context, event) => onRow((commands, place) => commands.select(place, event.shiftKey))(context, event),
  tableSelectAll: ({ commands }) => commands.selectAll,
  tableCopyCell: (context, event) =>
    // A text selection is copied by the browser.
    !hasModifier(event) || document.getSelection()?.isCollapsed !== false
      ? onRow((commands, place) => commands.copyCell(place))(context, event)
      : null,
  tableCopyRow: onRow((commands, place) => commands.copyRow(place)),
  tableMenu: ({ place, commands }, { target }) =>
    target instanceof HTMLElement ? () => commands.openMenu(place, target) : null,
};

/** Keys of column headers only. */
const headingAnswers: Readonly<Record<ShortcutOf<'heading'>, (commands: GridCommands, place: GridPlace) => void>> = {
  columnNarrower: (commands, place) => commands.resize(place, -1),
  columnWider: (commands, place) => commands.resize(place, 1),
  columnBefore: (commands, place) => commands.moveColumn(place, -1),
  columnAfter: (commands, place) => commands.moveColumn(place, 1),
};

const tableIds = shortcutsOf('table');
const headingIds = shortcutsOf('heading');

/** The action of a key in the grid; null leaves the key to the browser and to the shortcuts of the page. */
export function gridCommand(event: KeyboardEvent, context: GridKeyContext): Command {
  if (isTextInput(event.target) || event.defaultPrevented) return null;
  const { place, commands } = context;
  const isHeading = place.row === 0 && place.column > 0;
  const ofHeading = isHeading ? headingIds.find((id) => isPressed(event, id)) : undefined;
  if (ofHeading) return () => headingAnswers[ofHeading](commands, place);
  const id = tableIds.find((each) => isPressed(event, each));
  return id ? answers[id](context, event) : null;
}

function hasModifier({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey;
}
