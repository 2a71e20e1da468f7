import { createStore } from 'zustand/vanilla';

/**
 * Every keyboard shortcut of the dashboard. Listeners match keys against this registry, and the list that `?` opens reads
 * it too (the descriptions are in ShortcutList.tsx, their only user). A key is written as
 * `mod+k`, `shift+ArrowLeft` or `j`; `mod` is Ctrl, or ⌘ on a Mac.
 */
interface Shortcut {
  readonly group: ShortcutGroup;
  readonly keys: readonly string[];
}

export type ShortcutGroup =
  | 'anywhere'
  | 'search'
  | 'indicator'
  | 'table'
  | 'heading'
  | 'picture'
  | 'investigation'
  | 'bulk';

const registry = {
  search: { group: 'anywhere', keys: ['mod+k', '/'] },
  help: { group: 'anywhere', keys: ['?'] },
  panelNext: { group: 'anywhere', keys: [']'] },
  panelBefore: { group: 'anywhere', keys: ['['] },
  suggestionOpen: { group: 'search', keys: ['Enter'] },
  suggestionOpenAside: { group: 'search', keys: ['mod+Enter'] },
  indicatorMenu: { group: 'indicator', keys: ['.'] },
  tableUp: { group: 'table', keys: ['ArrowUp', 'k'] },
  tableDown: { group: 'table', keys: ['ArrowDown', 'j'] },
  tableLeft: { group: 'table', keys: ['ArrowLeft'] },
  tableRight: { group: 'table', keys: ['ArrowRight'] },
  tableRowStart: { group: 'table', keys: ['Home'] },
  tableRowEnd: { group: 'table', keys: ['End'] },
  tableStart: { group: 'table', keys: ['mod+Home'] },
  tableEnd: { group: 'table', keys: ['mod+End'] },
  tablePageUp: { group: 'table', keys: ['PageUp'] },
  tablePageDown: { group: 'table', keys: ['PageDown'] },
  tableOpen: { group: 'table', keys: ['Enter'] },
  tableSelect: { group: 'table', keys: [' '] },
  tableSelectAll: { group: 'table', keys: ['mod+a'] },
  tableCopyCell: { group: 'table', keys: ['c', 'mod+c'] },
  tableCopyRow: { group: 'table', keys: ['C'] },
  tableMenu: { group: 'table', keys: ['.'] },
  columnNarrower: { group: 'heading', keys: ['shift+ArrowLeft'] },
  columnWider: { group: 'heading', keys: ['shift+ArrowRight'] },
  columnBefore: { group: 'heading', keys: ['mod+ArrowLeft'] },
  columnAfter: { group: 'heading', keys: ['mod+ArrowRight'] },
  pictureZoomIn: { group: 'picture', keys: ['+', '='] },
  pictureZoomOut: { group: 'picture', keys: ['-'] },
  pictureReset: { group: 'picture', keys: ['0'] },
  pictureEarlier: { group: 'picture', keys: ['ArrowLeft'] },
  pictureLater: { group: 'picture', keys: ['ArrowRight'] },
  bulkAsk: { group: 'bulk', keys: ['mod+Enter'] },
  investigationOpen: { group: 'investigation', keys: ['Enter'] },
  investigationPin: { group: 'investigation', keys: ['p'] },
  investigationNote: { group: 'investigation', keys: ['n'] },
  investigationExpand: { group: 'investigation', keys: ['e'] },
  investigationTrace: { group: 'investigation', keys: ['t'] },
  investigationDelete: { group: 'investigation', keys: ['Delete'] },
  investigationUndo: { group: 'investigation', keys: ['mod+z'] },
  investigationRedo: { group: 'investigation', keys: ['mod+shift+z', 'mod+y'] },
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

const singleKeys = createStore(() => ({ isOn: true }));

/** Switches shortcuts of a single character key on or off (WCAG 2.1.4). */
export function switchSingleKeys(isOn: boolean): void {
  singleKeys.setState({ isOn });
}

/** True for `j`, `?`, `.`, which are easily pressed by accident or by speech input. Not for Space, which presses controls. */
export function isSingleKey(key: string): boolean {
  return key.length === 1 && key !== ' ';
}

/** The part of a keyboard event that identifies the key. */
interface Keystroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether the keystroke matches the shortcut and the shortcut is on. Ignores Shift unless the shortcut names it. */
export function isPressed(event: Keystroke, id: ShortcutId): boolean {
  return (
    !event.altKey &&
    SHORTCUTS[id].keys.some((key) => (singleKeys.getState().isOn || !isSingleKey(key)) && isKey(event, key))
  );
}

function isKey(event: Keystroke, shortcut: string): boolean {
  const { modifiers, key } = shortcutParts(shortcut);
  const pressed = modifiers.length > 0 ? event.key.toLowerCase() === key.toLowerCase() : event.key === key;
  const isMod = event.ctrlKey || event.metaKey;
  return pressed && isMod === modifiers.includes('mod') && (event.shiftKey || !modifiers.includes('shift'));
}

/** `mod+shift+z` -> mod, shift and z; `+` is also a key. */
export function shortcutParts(shortcut: string): { readonly modifiers: readonly string[]; readonly key: string } {
  const all = shortcut.split(/\+(?=.)/);
  return { modifiers: all.slice(0, -1), key: all.at(-1) ?? '' };
}
