import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { placeBox, type Placement, type Rect } from './use-anchored.ts';

const viewport = { width: 1000, height: 600 };
const anchor = (left: number, top: number): Rect => ({ left, top, width: 100, height: 20 });
const below: Placement = { side: 'bottom', align: 'start', gap: 4 };

describe('placeBox', () => {
  test.each([
    ['below, starts flush', anchor(200, 100), { width: 150, height: 80 }, below, { left: 200, top: 124 }],
    ['ends flush', anchor(200, 100), { width: 150, height: 80 }, { ...below, align: 'end' }, { left: 150, top: 124 }],
    [
      'centred above',
      anchor(200, 300),
      { width: 150, height: 80 },
      { side: 'top', align: 'center', gap: 4 },
      { left: 175, top: 216 },
    ],
    ['flips up at the lower edge', anchor(200, 560), { width: 150, height: 80 }, below, { left: 200, top: 476 }],
    ['shifts left at the right edge', anchor(890, 100), { width: 300, height: 80 }, below, { left: 692, top: 124 }],
  ] as const)('%s', (_name, at, box, wish, expected) => {
    expect(placeBox(at, box, viewport, wish)).toMatchObject(expected);
  });

  test('a box taller than both sides takes the larger one, with a maximum height', () => {
    expect(placeBox(anchor(0, 200), { width: 100, height: 900 }, viewport, below)).toMatchObject({
      top: 224,
      maxHeight: 368,
    });
  });

  test('a box that fits never leaves the viewport', () => {
    const size = (max: number) => fc.integer({ min: 1, max });
    fc.assert(
      fc.property(
        size(1000),
        size(600),
        size(900),
        size(250),
        fc.constantFrom('top', 'bottom'),
        (left, top, width, height, side) => {
          const placed = placeBox(anchor(left, top), { width, height }, viewport, { side, align: 'center', gap: 4 });
          expect(placed.left).toBeGreaterThanOrEqual(8);
          expect(placed.left + width).toBeLessThanOrEqual(Math.max(992, 8 + width));
          expect(placed.top).toBeGreaterThanOrEqual(8);
          expect(placed.top + Math.min(height, placed.maxHeight)).toBeLessThanOrEqual(592);
        },
      ),
    );
  });
});
