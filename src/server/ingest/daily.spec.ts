import { describe, expect, it, vi } from 'vitest';
import type { Engine } from '#server/engine/engine.ts';
import { scoresDayQuery } from '#server/queries/data-day.ts';
import { useTestStore } from '#test/server/test-store.ts';
import { nextLook, refreshToday, scheduleDailyScores } from './daily.ts';
import { writeObservations } from './journal/observations.ts';
import { importIds, importState } from './ledger.ts';

describe('nextLook', () => {
  it.each([
    ['2026-11-21T00:00:00.000Z', 300_000],
    ['2026-11-21T23:59:59.999Z', 5001],
    ['2026-12-31T23:57:00.000Z', 185_000],
  ])('%s', (now, milliseconds) => {
    expect(nextLook(new Date(now))).toBe(milliseconds);
  });
});

describe('the daily refresh', () => {
  const store = useTestStore();
  const errors: unknown[] = [];
  const start = (engine = store.engine, day = '2026-11-25', retentionDays?: number) =>
    scheduleDailyScores({
      engine,
      now: () => new Date(`${day}T10:00:00Z`),
      retentionDays,
      exclusive: (work) => work(),
      onRefreshed: () => Promise.resolve(),
      onError: (error) => errors.push(error),
    });

  it('runs once a day', async () => {
    expect(await refreshToday(store.engine, '2026-11-21')).toBe(true);
    expect(await refreshToday(store.engine, '2026-11-21')).toBe(false);
    expect(await refreshToday(store.engine, '2026-11-22')).toBe(true);
  });

  it('deletes what a clock that was ahead has left, and runs for today', async () => {
    expect(await refreshToday(store.engine, '2027-11-22')).toBe(true);
    const days = ['2026-11-22', '2027-11-22'];
    await store.engine.insert(
      'reputation_takedown',
      days.map((date) => ({ asn: 64500, date, asn_takedown_reputation: 7 })),
    );
    expect(await refreshToday(store.engine, '2026-11-22')).toBe(true);
    const left = 'SELECT toString(date) AS date FROM reputation_takedown WHERE asn = 64500';
    expect(await store.engine.query({ name: 'test', sql: left })).toEqual([{ date: '2026-11-22' }]);
    expect(await store.engine.query(scoresDayQuery('test'))).toEqual([{ day: '2026-11-22' }]);
    expect(await refreshToday(store.engine, '2026-11-22')).toBe(false);
    expect(await refreshToday(store.engine, '2026-11-23')).toBe(true);
  });

  it('ends with the schedule, and the next start catches up', async () => {
    const lastDay = async () => (await importState(store.engine, importIds.scores))?.asOf;
    await start()();
    expect(await lastDay()).toBe('2026-11-23');
    const stop = start();
    await vi.waitFor(async () => expect(await lastDay()).toBe('2026-11-25'), 20_000);
    await stop();
    expect(errors).toEqual([]);
  });

  it('removes old records by the days that passed, not by a clock that is ahead', async () => {
    const seen = (rrname: string, day: string) => ({
      rrtype: 'A',
      rrname,
      rdata: '192.0.2.1',
      first_seen: `${day} 12:00:00`,
      last_seen: `${day} 12:00:00`,
      count: 1,
      ttl: 60,
      sources: 4,
    });
    const rows = [seen('old.test', '2026-10-28'), seen('new.test', '2026-11-25')];
    await writeObservations(store.engine, rows, { import: 100, sequence: 1 });
    const namesAfter = async (day: string) => {
      const stop = start(store.engine, day, 30);
      await vi.waitFor(async () => expect((await importState(store.engine, importIds.scores))?.asOf).toBe(day), 20_000);
      await stop();
      const sql = "SELECT DISTINCT qname FROM names WHERE rrtype = 'A' ORDER BY qname";
      return (await store.engine.query<{ qname: string }>({ name: 'test', sql })).map(({ qname }) => qname);
    };
    const all = ['new.test', 'old.test'];
    expect(await namesAfter('2027-11-26')).toEqual(all);
    // a restart with the same clock, and the day on which it is right again
    expect(await namesAfter('2027-11-26')).toEqual(all);
    expect(await namesAfter('2026-11-27')).toEqual(all);
    expect(await namesAfter('2026-11-28')).toEqual(['new.test']);
  });

  it('reports a refresh that fails', async () => {
    const broken: Engine = { ...store.engine, database: 'nowhere', query: () => Promise.reject(new Error('gone')) };
    const stop = start(broken);
    await vi.waitFor(() => expect(errors).toEqual([new Error('gone')]));
    await stop();
  });
});
