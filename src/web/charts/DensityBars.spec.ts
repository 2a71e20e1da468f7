import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barShare, densityBuckets, describeDensity } from './DensityBars.tsx';

const items = (...values: number[]) => values.map((value, i) => ({ key: `k${i}`, label: `192.0.2.${i}`, value }));

describe('densityBuckets', () => {
  it('keeps items alone while they fit', () => {
    expect(densityBuckets(items(1, 2), 2)).toEqual([
      { key: 'k0', label: '192.0.2.0', value: 1, items: 1 },
      { key: 'k1', label: '192.0.2.1', value: 2, items: 1 },
    ]);
  });

  it('joins neighbours and keeps their peak', () => {
    expect(densityBuckets(items(1, 9, 3), 2)).toEqual([
      { key: 'k0', label: '192.0.2.0 to 192.0.2.1', value: 9, items: 2 },
      { key: 'k2', label: '192.0.2.2', value: 3, items: 1 },
    ]);
    expect(densityBuckets([], 10)).toEqual([]);
  });

  it('holds every item once and never exceeds the count', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), fc.integer({ min: 1, max: 50 }), (values, maxCount) => {
        const buckets = densityBuckets(items(...values), maxCount);
        expect(buckets.length).toBeLessThanOrEqual(maxCount);
        expect(buckets.reduce((sum, bucket) => sum + bucket.items, 0)).toBe(values.length);
        expect(Math.max(0, ...buckets.map(({ value }) => value))).toBe(Math.max(0, ...values));
      }),
    );
  });
});

it('describeDensity tells use and peak', () => {
  expect(describeDensity(items(0, 1204, 3))).toBe('2 of 3 addresses in use; the densest, 192.0.2.1, has 1,204 names.');
  expect(describeDensity(items(0))).toBe('0 of 1 address in use.');
});

it('barShare shows small values beside large ones', () => {
  expect(barShare(0, 100)).toBe(0);
  expect(barShare(1, 1_000_000_000)).toBeGreaterThanOrEqual(0.04);
  expect(barShare(100, 100)).toBe(1);
});
