import { afterEach, expect, it, vi } from 'vitest';
import { callPace } from './provider-limits.ts';

afterEach(() => void vi.restoreAllMocks());

it('keeps the pace of calls when the clock is set back', async () => {
  const pace = callPace({ perSecond: 5, waitMilliseconds: 1000, breakAfter: 5, breakMilliseconds: 30_000 });
  await pace.turn();
  const before = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(before - 3_600_000);
  await expect(pace.turn()).resolves.toBeUndefined();
});
