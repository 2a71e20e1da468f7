import { describe, expect, it, vi } from 'vitest';
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
  const errors: unknown[] = [];
  const start = (engine = store.engine) =>
    scheduleDailyScores({
      ...{ engine, now: () => new Date('2026-11-25T10:00:00Z'), retentionDays: undefined },
      exclusive: (work) => work(),
      onRefreshed: () => Promise.resolve(),
      onError: (error) => errors.push(error),
    });

  it('runs once a day', async () => {
    expect(await refreshToday(store.engine, '2026-11-21')).toBe(true);
    expect(await refreshToday(store.engine, '2026-11-21')).toBe(false);
    expect(await refreshToday(store.engine, '2026-11-22')).toBe(true);
  });

  it('ends with the schedule, and the next start catches up', async () => {
    const lastDay = async () => (await importState(store.engine, importIds.scores))?.asOf;
    await start()();
    expect(await lastDay()).toBe('2026-11-22');
    const stop = start();
    await vi.waitFor(async () => expect(await lastDay()).toBe('2026-11-25'), 20_000);
    await stop();
    expect(errors).toEqual([]);
  });

  it('reports a refresh that fails', async () => {
    const broken: Engine = { ...store.engine, database: 'nowhere', query: () => Promise.reject(new Error('gone')) };
    const stop = start(broken);
    await vi.waitFor(() => expect(errors).toEqual([new Error('gone')]));
    await stop();
  });
});
