import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { panSpan, spanAround, zoomSpan } from './ZoomControls.tsx';

const limits = { start: 0, end: 100_000 };

describe('zoomSpan', () => {
  it('keeps the time under the pointer in its place', () => {
    expect(zoomSpan(limits, 2, 25_000, limits)).toEqual({ start: 12_500, end: 62_500 });
  });

  it('never leaves the limits and never gets shorter than ten minutes', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(share, share, fc.double({ min: 0.01, max: 1000, noNaN: true }), (a, b, factor) => {
        const inner = { start: Math.min(a, b) * 90_000, end: Math.min(a, b) * 90_000 + 10_000 };
        const zoomed = zoomSpan(inner, factor, inner.start + b * 10_000, limits);
        expect(zoomed.start).toBeGreaterThanOrEqual(-1e-6);
        expect(zoomed.end).toBeLessThanOrEqual(100_000 + 1e-6);
        expect(zoomed.end - zoomed.start).toBeGreaterThanOrEqual(600 - 1e-6);
      }),
    );
  });
});

it('panSpan moves by a share and stops at the limits', () => {
  expect(panSpan({ start: 10_000, end: 20_000 }, 0.5, limits)).toEqual({ start: 15_000, end: 25_000 });
  expect(panSpan({ start: 10_000, end: 20_000 }, -5, limits)).toEqual({ start: 0, end: 10_000 });
  expect(panSpan({ start: 10_000, end: 20_000 }, 50, limits)).toEqual({ start: 90_000, end: 100_000 });
});

describe('spanAround', () => {
  it('holds all spans with air', () => {
    const span = spanAround([
      { start: 1_000_000, end: 2_000_000 },
      { start: 500_000, end: 600_000 },
    ]);
    expect(span).toEqual({ start: 470_000, end: 2_030_000 });
  });

  it('is a picture for one moment and for nothing', () => {
    expect(spanAround([{ start: 5000, end: 5000 }])).toEqual({ start: 3200, end: 6800 });
    expect(spanAround([])).toEqual({ start: 0, end: 3600 });
  });
});
