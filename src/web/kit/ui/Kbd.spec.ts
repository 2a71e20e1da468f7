import { expect, test } from 'vitest';
import { shortcutLabel } from './Kbd.tsx';

test.each([
  ['mod+k', 'Ctrl K', '⌘ K'],
  ['mod+shift+z', 'Ctrl Shift Z', '⌘ ⇧ Z'],
  ['mod+Enter', 'Ctrl Enter', '⌘ Enter'],
  ['shift+ArrowLeft', 'Shift ←', '⇧ ←'],
  ['C', 'Shift C', '⇧ C'],
  [' ', 'Space', 'Space'],
  ['j', 'j', 'j'],
  ['+', '+', '+'],
  ['?', '?', '?'],
])('%j is shown as %s, on a Mac as %s', (shortcut, other, mac) => {
  expect(shortcutLabel(shortcut, false)).toBe(other);
  expect(shortcutLabel(shortcut, true)).toBe(mac);
});
