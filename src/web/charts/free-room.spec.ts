import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FreeRoom } from './free-room.ts';

it('gives the same place once, and again after it was cleared', () => {
  const room = new FreeRoom(16);
  const label = { left: 10, top: 10, width: 80, height: 16 };
  expect(room.take(label)).toBe(true);
  expect(room.take({ ...label, left: 89 })).toBe(false);
  expect(room.take({ ...label, top: -5 })).toBe(false);
  expect(room.take({ ...label, left: 90 })).toBe(true);
  expect(room.take({ ...label, top: 26 })).toBe(true);
  room.clear();
  expect(room.take(label)).toBe(true);
});

it('refuses what overlaps something taken, and nothing else', () => {
  const box = fc.record({
    left: fc.integer({ min: -50, max: 300 }),
    top: fc.integer({ min: -50, max: 200 }),
    width: fc.integer({ min: 1, max: 120 }),
    height: fc.integer({ min: 1, max: 40 }),
  });
  fc.assert(
    fc.property(fc.array(box, { maxLength: 40 }), (boxes) => {
      const room = new FreeRoom(16);
      const taken: typeof boxes = [];
      for (const each of boxes) {
        const isFree = taken.every(
          (other) =>
            each.left >= other.left + other.width ||
            other.left >= each.left + each.width ||
            each.top >= other.top + other.height ||
            other.top >= each.top + each.height,
        );
        expect(room.take(each)).toBe(isFree);
        if (isFree) taken.push(each);
      }
    }),
  );
});
