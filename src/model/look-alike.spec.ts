import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, labelLikeness, similarityOf, skeleton, tellingPart } from './look-alike.ts';

describe('labelLikeness', () => {
  it.each([
    ['harborline-bank', 'harborline-bank', 'tld'],
    ['harborline-bank', 'harborlіne-bank', 'homoglyph'], // Cyrillic і
    ['harborline-bank', 'harbor1ine-bank', 'homoglyph'],
    ['modern', 'modem', 'homoglyph'],
    ['modem', 'modern', 'homoglyph'],
    ['window', 'vvind0w', 'homoglyph'],
    ['clover', 'dover', 'homoglyph'],
    ['café', 'cafe', 'homoglyph'],
    ['harborline-bank', 'harborlinebank', 'hyphen'],
    ['harborlinebank', 'harbor-line-bank', 'hyphen'],
    ['harborline-bank', 'my-harborline-bank', 'keyword'],
    ['harborline-bank', 'harborlinebank-support', 'keyword'],
    ['harborline-bank', 'harbor1ine-bank-login', 'keyword'],
    ['harborline-bank', 'harborline-login', 'keyword'],
    ['acme', 'acme-of-ohio', 'keyword'],
    ['acme', 'secureacme24', 'keyword'],
    ['harborline', 'harborlne', 'typo'], // left out
    ['harborline', 'harborrline', 'typo'], // doubled
    ['harborline', 'hraborline', 'typo'], // swapped
    ['harborline', 'harvorline', 'typo'], // neighbour on the keyboard
    ['harborline', 'harvorlime', 'typo'], // two
  ])('%s: %s is %s', (brand, label, kind) => {
    expect(labelLikeness(brand, label)?.kind).toBe(kind);
  });

  it.each([
    ['harborline-bank', 'riverside-bank'],
    ['harborline-bank', 'harborline-garden'],
    ['acme', 'pacmen'],
    ['oak', 'oat'],
    ['oak', 'oakland'],
    ['pineacre', 'pinecare2'],
    ['harborline', 'barborlimo'],
  ])('%s: %s is none', (brand, label) => {
    expect(labelLikeness(brand, label)).toBeNull();
  });
});

it.each([
  ['harborline-bank', 'harborlne-bank', 93],
  ['harborline-bank', 'harbor1ine-bank', 99],
  ['harborline-bank', 'harborline-bank', 100],
  ['acme', 'acme-login', 70],
])('similarity of %s and %s', (brand, label, similarity) => {
  expect(similarityOf(labelLikeness(brand, label)?.cost ?? Infinity, brand, label)).toBe(similarity);
});

it('tellingPart leaves words of the trade aside', () => {
  expect(['harborline-bank', 'secure-login', 'acme'].map(tellingPart)).toEqual(['harborline', 'secure-login', 'acme']);
});

describe('editDistance', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });

  it('is 0 for the same, symmetric, and never above the longer length', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const distance = editDistance(a, b);
        expect(distance === 0).toBe(a === b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
    );
  });

  it('is 1 after one edit', () => {
    const edit = fc.tuple(text, fc.nat(6), fc.constantFrom('x', '')).filter(([word, at]) => at < word.length);
    fc.assert(
      fc.property(edit, ([word, at, put]) => {
        expect(editDistance(word, word.slice(0, at) + put + word.slice(at + 1))).toBe(1);
      }),
    );
    expect(editDistance('abcd', 'acbd')).toBe(1);
  });
});

it.each([
  ['rn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
  ['c1', 'd'],
  ['1', 'i'],
  ['0', 'o'],
  ['к', 'k'],
  ['т', 't'],
  ['м', 'm'],
  ['п', 'n'],
  ['ö', 'o'],
])('skeleton: %s passes for %s', (one, other) => {
  expect(skeleton(`a${one}z`)).toBe(skeleton(`a${other}z`));
});
