import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCORE_BANDS, scoreBand } from './score-band.ts';

test.each([
  [0, 'none'],
  [0.4, 'low'],
  [1, 'low'],
  [24, 'low'],
  [24.9, 'low'],
  [25, 'medium'],
  [49, 'medium'],
  [50, 'high'],
  [74, 'high'],
  [75, 'critical'],
  [100, 'critical'],
  [-1, undefined],
  [101, undefined],
  [Number.NaN, undefined],
])('%s is %s', (score, name) => expect(scoreBand(score)?.name).toBe(name));

test('the bands cover 0 to 100 without gap or overlap, and differ in word and shape', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), (score) => {
      const holding = SCORE_BANDS.filter(({ min, max }) => min <= score && score <= max);
      expect(holding).toEqual([scoreBand(score)]);
    }),
  );
  expect(new Set(SCORE_BANDS.map(({ symbol }) => symbol)).size).toBe(SCORE_BANDS.length);
  expect(new Set(SCORE_BANDS.map(({ word }) => word)).size).toBe(SCORE_BANDS.length);
});
