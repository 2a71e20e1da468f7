import { describe, expect, it } from 'vitest';
import { mapBounded } from './map-bounded.ts';

const pause = () => new Promise((resolve) => setTimeout(resolve, 1));

describe('mapBounded', () => {
  it('keeps the order and never has more under way than allowed', async () => {
    let underWay = 0;
    let most = 0;
    const results = await mapBounded([5, 4, 3, 2, 1, 0], 2, async (item) => {
      most = Math.max(most, (underWay += 1));
      for (let turns = item; turns > 0; turns -= 1) await pause();
      underWay -= 1;
      return item * 2;
    });
    expect(results).toEqual([10, 8, 6, 4, 2, 0]);
    expect(most).toBe(2);
  });

  it('throws the first failure and begins nothing after it', async () => {
    const begun: number[] = [];
    const failing = mapBounded([1, 2, 3, 4], 1, async (item) => {
      begun.push(item);
      await pause();
      if (item === 2) throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await pause();
    expect(begun).toEqual([1, 2]);
  });

  it('does nothing for nothing', async () => {
    expect(await mapBounded([], 3, pause)).toEqual([]);
  });
});
