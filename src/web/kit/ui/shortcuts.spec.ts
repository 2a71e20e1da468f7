import { afterEach, describe, expect, it, test } from 'vitest';
import {
  isPressed,
  isSingleKey,
  SHORTCUTS,
  shortcutsOf,
  switchSingleKeys,
  type ShortcutGroup,
  type ShortcutId,
} from './shortcuts.ts';

const stroke = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

afterEach(() => switchSingleKeys(true));

describe('the registry', () => {
  it('gives no key two meanings in one place', () => {
    const places: readonly (readonly ShortcutGroup[])[] = [
      ['anywhere', 'search'],
      ['anywhere', 'indicator'],
      ['anywhere', 'table'],
      ['anywhere', 'heading'],
      ['anywhere', 'picture'],
      ['anywhere', 'bulk'],
      ['anywhere', 'investigation'],
    ];
    for (const groups of places) {
      const keys = groups.flatMap((group) => shortcutsOf(group)).flatMap((id) => SHORTCUTS[id].keys);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});

describe('isPressed', () => {
  test.each<[ShortcutId, ReturnType<typeof stroke>, boolean]>([
    ['search', stroke('k', { ctrlKey: true }), true],
    ['search', stroke('K', { metaKey: true }), true],
    ['search', stroke('k'), false],
    ['search', stroke('/'), true],
    ['search', stroke('/', { shiftKey: true }), true],
    ['help', stroke('?', { shiftKey: true }), true],
    ['tableCopyRow', stroke('C', { shiftKey: true }), true],
    ['tableCopyRow', stroke('c'), false],
    ['tableCopyCell', stroke('c'), true],
    ['tableCopyCell', stroke('c', { ctrlKey: true }), true],
    ['tableCopyCell', stroke('C', { shiftKey: true }), false],
    ['tableRight', stroke('ArrowRight'), true],
    ['tableRight', stroke('ArrowRight', { ctrlKey: true }), false],
    ['tableRight', stroke('ArrowRight', { altKey: true }), false],
    ['columnWider', stroke('ArrowRight'), false],
    ['columnWider', stroke('ArrowRight', { shiftKey: true }), true],
    ['investigationRedo', stroke('Z', { ctrlKey: true, shiftKey: true }), true],
    ['tableSelect', stroke(' ', { shiftKey: true }), true],
    ['pictureZoomIn', stroke('+', { shiftKey: true }), true],
    ['pictureZoomIn', stroke('+', { ctrlKey: true }), false],
  ])('%s by %j: %s', (id, event, expected) => expect(isPressed(event, id)).toBe(expected));

  it('is silent for single keys once they are off, and only for those', () => {
    switchSingleKeys(false);
    for (const [id, { keys }] of Object.entries(SHORTCUTS))
      for (const key of keys.filter(isSingleKey)) expect(isPressed(stroke(key), id as ShortcutId)).toBe(false);
    expect(isPressed(stroke('k', { ctrlKey: true }), 'search')).toBe(true);
    expect(isPressed(stroke('ArrowDown'), 'tableDown')).toBe(true);
    expect(isPressed(stroke(' '), 'tableSelect')).toBe(true);
  });
});
