import { expect, it } from 'vitest';
import { countTypes } from './use-record-counts.ts';

it.each([
  [[], 'none seen'],
  [['A', 'NS', 'A', 'A'], 'A 3 · NS 1'],
  [['a', 'A', undefined], 'A 2 · ? 1'],
  [Array.from({ length: 5 }, () => 'TXT'), 'first 5: TXT 5'],
])('%j are %s', (types, text) => {
  expect(
    countTypes(
      types.map((type) => ({ ...(type && { type }) })),
      5,
    ),
  ).toBe(text);
});
