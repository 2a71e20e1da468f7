import { describe, expect, it } from 'vitest';
import { namePairs } from './name-analysis.tsx';

describe('namePairs', () => {
  it('cuts the label into the pairs inside its words', () => {
    expect(namePairs('ab-cde', [0.1, 0.2, 0.3]).map(({ text }) => text)).toEqual(['ab', 'cd', 'de']);
  });

  it('numbers the pairs that it cannot name', () => {
    expect(namePairs('abc', [0.1, 0.2, 0.3]).map(({ text }) => text)).toEqual(['1', '2', '3']);
  });

  it('has none for a name of single characters', () => {
    expect(namePairs('a-b', [])).toEqual([]);
  });
});
