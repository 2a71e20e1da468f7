/**
 * Every keyboard shortcut of the dashboard, in one place: what listens asks here whether a key is one of its own, and the list
 * that `?` opens is drawn from here. A key is written as `mod+k`, `shift+ArrowLeft` or `j`; `mod` is Ctrl, or ⌘ on a Mac.
 */
interface Shortcut {
  readonly group: ShortcutGroup;
  readonly keys: readonly string[];
  readonly does: string;
}

export type ShortcutGroup = 'anywhere' | 'search' | 'indicator' | 'table' | 'heading' | 'picture' | 'trail' | 'bulk';

const registry = {
  search: { group: 'anywhere', keys: ['mod+k', '/'], does: 'To the search' },
  help: { group: 'anywhere', keys: ['?'], does: 'This list' },
  suggestionOpen: { group: 'search', keys: ['Enter'], does: 'Open the first or the marked suggestion' },
  suggestionOpenAside: { group: 'search', keys: ['mod+Enter'], does: 'Open it in a new tab' },
  indicatorMenu: { group: 'indicator', keys: ['.'], does: 'Its menu: copy, pin, search passive DNS, filter' },
  tableUp: { group: 'table', keys: ['ArrowUp', 'k'], does: 'Row before' },
  tableDown: { group: 'table', keys: ['ArrowDown', 'j'], does: 'Next row' },
  tableLeft: { group: 'table', keys: ['ArrowLeft'], does: 'Column before' },
  tableRight: { group: 'table', keys: ['ArrowRight'], does: 'Next column' },
  tableRowStart: { group: 'table', keys: ['Home'], does: 'Start of the row' },
  tableRowEnd: { group: 'table', keys: ['End'], does: 'End of the row' },
  tableStart: { group: 'table', keys: ['mod+Home'], does: 'Start of the table' },
  tableEnd: { group: 'table', keys: ['mod+End'], does: 'End of the table' },
  tablePageUp: { group: 'table', keys: ['PageUp'], does: 'A screen up' },
  tablePageDown: { group: 'table', keys: ['PageDown'], does: 'A screen down' },
  tableOpen: { group: 'table', keys: ['Enter'], does: 'Open what the cell names, or the whole value' },
  tableSelect: { group: 'table', keys: [' '], does: 'Select the row; with Shift, up to it' },
  tableSelectAll: { group: 'table', keys: ['mod+a'], does: 'Select every row, or none' },
  tableCopyCell: { group: 'table', keys: ['c', 'mod+c'], does: 'Copy the cell' },
  tableCopyRow: { group: 'table', keys: ['C'], does: 'Copy the row, or the selected rows' },
  tableMenu: { group: 'table', keys: ['.'], does: 'Menu of the cell or heading' },
  columnNarrower: { group: 'heading', keys: ['shift+ArrowLeft'], does: 'Make the column narrower' },
  columnWider: { group: 'heading', keys: ['shift+ArrowRight'], does: 'Make the column wider' },
  columnBefore: { group: 'heading', keys: ['mod+ArrowLeft'], does: 'Move the column to the left' },
  columnAfter: { group: 'heading', keys: ['mod+ArrowRight'], does: 'Move the column to the right' },
  pictureZoomIn: { group: 'picture', keys: ['+', '='], does: 'Closer' },
  pictureZoomOut: { group: 'picture', keys: ['-'], does: 'Further away' },
  pictureReset: { group: 'picture', keys: ['0'], does: 'The whole time' },
  pictureEarlier: { group: 'picture', keys: ['ArrowLeft'], does: 'Earlier' },
  pictureLater: { group: 'picture', keys: ['ArrowRight'], does: 'Later' },
  bulkAsk: { group: 'bulk', keys: ['mod+Enter'], does: 'Ask about what was pasted' },
  trailOpen: { group: 'trail', keys: ['Enter'], does: 'Open the step' },
  trailPin: { group: 'trail', keys: ['p'], does: 'Pin it, or take the pin off' },
  trailNote: { group: 'trail', keys: ['n'], does: 'To its note' },
  trailExpand: { group: 'trail', keys: ['e'], does: 'Expand it by a question' },
  trailDelete: { group: 'trail', keys: ['Delete'], does: 'Delete it with everything below it' },
  trailUndo: { group: 'trail', keys: ['mod+z'], does: 'Undo' },
  trailRedo: { group: 'trail', keys: ['mod+shift+z', 'mod+y'], does: 'Do again' },
} as const satisfies Readonly<Record<string, Shortcut>>;

export type ShortcutId = keyof typeof registry;
export type ShortcutOf<Group extends ShortcutGroup> = {
  [Id in ShortcutId]: (typeof registry)[Id]['group'] extends Group ? Id : never;
}[ShortcutId];

export const SHORTCUTS: Readonly<Record<ShortcutId, Shortcut>> = registry;

export function shortcutsOf<Group extends ShortcutGroup>(group: Group): readonly ShortcutOf<Group>[] {
  return (Object.keys(SHORTCUTS) as ShortcutId[]).filter(
    (id): id is ShortcutOf<Group> => SHORTCUTS[id].group === group,
  );
}

let hasSingleKeys = true;

/** Keys that write a character act by themselves only while the analyst leaves them on (WCAG 2.1.4). */
export function switchSingleKeys(isOn: boolean): void {
  hasSingleKeys = isOn;
}

/** `j`, `?`, `.`: pressed by accident, or said to a speech recogniser. Space belongs to the controls that it presses. */
export function isSingleKey(key: string): boolean {
  return key.length === 1 && key !== ' ';
}

/** As much of a keyboard event as tells which key it was. */
interface Keystroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether the keystroke is the shortcut, and the shortcut is on. Shift that the shortcut does not name is let through. */
export function isPressed(event: Keystroke, id: ShortcutId): boolean {
  return !event.altKey && SHORTCUTS[id].keys.some((key) => (hasSingleKeys || !isSingleKey(key)) && isKey(event, key));
}

function isKey(event: Keystroke, shortcut: string): boolean {
  const { modifiers, key } = parts(shortcut);
  const pressed = modifiers.length > 0 ? event.key.toLowerCase() === key.toLowerCase() : event.key === key;
  const isMod = event.ctrlKey || event.metaKey;
  return pressed && isMod === modifiers.includes('mod') && (event.shiftKey || !modifiers.includes('shift'));
}

function parts(shortcut: string): { readonly modifiers: readonly string[]; readonly key: string } {
  const all = shortcut.split(/\+(?=.)/);
  return { modifiers: all.slice(0, -1), key: all.at(-1) ?? '' };
}

const symbols: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  ' ': 'Space',
};

/** As the keyboard in front of the analyst has it: `⌘ K` on a Mac, `Ctrl K` elsewhere. */
export function shortcutLabel(shortcut: string, isMac: boolean): string {
  const { modifiers, key } = parts(shortcut);
  const named = { mod: isMac ? '⌘' : 'Ctrl', shift: isMac ? '⇧' : 'Shift' } as const;
  const isCapital = key.length === 1 && key !== key.toLowerCase();
  return [
    ...modifiers.map((modifier) => (modifier === 'mod' ? named.mod : named.shift)),
    ...(isCapital ? [named.shift] : []),
    symbols[key] ?? (modifiers.length > 0 && key.length === 1 ? key.toUpperCase() : key),
  ].join(' ');
}

/** Told from what the browser says of itself; wrong only for who hides it. */
export function isMacKeyboard(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
