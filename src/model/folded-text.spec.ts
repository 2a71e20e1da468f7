import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { foldLongText } from './folded-text.ts';
import { growth } from '#test/model/growth.ts';

const FAMILY = '👩‍👩‍👧‍👦';

describe('foldLongText', () => {
  test.each([
    ['short', 10, 'short', 0],
    ['exactly', 7, 'exactly', 0],
    ['one too long', 11, 'one too lon', 1],
    [`ab${FAMILY}cd`, 3, `ab${FAMILY}`, 2],
    [FAMILY.repeat(3), 2, FAMILY.repeat(2), FAMILY.length],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301e\u0301', 2],
    ['', 0, '', 0],
    ['x', 0, '', 1],
  ])('%j to %i', (text, max, head, hiddenLength) => expect(foldLongText(text, max)).toEqual({ head, hiddenLength }));

  it('bounds a character that never ends, and reads no further than needed', () => {
    expect(foldLongText(`a${'\u0301'.repeat(100_000)}`, 10).head.length).toBeLessThanOrEqual(160);
    const faces = (size: number) => '😀'.repeat(size);
    expect(growth(faces, (text) => foldLongText(text, 80), 10_000, { factor: 10, enough: 2 })).toBeLessThan(5);
  });

  it('answers a beginning of the text and accounts for the rest', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, max) => {
        const { head, hiddenLength } = foldLongText(text, max);
        expect(text.startsWith(head)).toBe(true);
        expect(head.length + hiddenLength).toBe(text.length);
        expect(head.isWellFormed()).toBe(text.isWellFormed());
      }),
    );
  });
});
