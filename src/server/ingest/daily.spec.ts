import { describe, expect, it } from 'vitest';
import type { Engine } from '#server/engine/engine.ts';
import { useTestStore } from '#test/server/test-store.ts';
import { millisecondsToMidnight, refreshToday, scheduleDailyScores } from './daily.ts';
import { importIds, importState } from './ledger.ts';

describe('millisecondsToMidnight', () => {
  it.each([
    ['2026-11-21T00:00:00.000Z', 86_400_000],
    ['2026-11-21T23:59:59.999Z', 1],
    ['2026-12-31T12:00:00.000Z', 43_200_000],
  ])('%s', (now, milliseconds) => {
    expect(millisecondsToMidnight(new Date(now))).toBe(milliseconds);
  });
});

describe('the daily refresh', () => {
  const store = useTestStore();

  it('runs once a day', async () => {
    expect(await refreshToday(store.engine, '2026-11-21')).toBe(true);
    expect(await refreshToday(store.engine, '2026-11-21')).toBe(false);
    expect(await refreshToday(store.engine, '2026-11-22')).toBe(true);
  });

  it('catches up at start, and stopping waits for the refresh at work', async () => {
    const errors: unknown[] = [];
    const now = () => new Date('2026-11-25T10:00:00Z');
    const stop = scheduleDailyScores({ engine: store.engine, now, onError: (error) => errors.push(error) });
    await stop();
    expect(errors).toEqual([]);
    expect((await importState(store.engine, importIds.scores))?.asOf).toBe('2026-11-25');
  });

  it('reports a refresh that fails', async () => {
    const errors: unknown[] = [];
    const broken: Engine = { ...store.engine, database: 'nowhere', query: () => Promise.reject(new Error('gone')) };
    await scheduleDailyScores({ engine: broken, onError: (error) => errors.push(error) })();
    expect(errors).toEqual([new Error('gone')]);
  });
});
