import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChdb } from '#server/engine/chdb-engine.ts';
import type { Engine } from '#server/engine/engine.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
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
  const folder = mkdtempSync(join(tmpdir(), 'sightline-daily-'));
  let engine: Engine;
  beforeAll(async () => {
    engine = await openChdb({ path: folder, database: 'sightline', sessions: 2, limits: statementLimits(2e9) });
    await createSchema(engine, { folder: 'src/server/schema' });
  });
  afterAll(async () => {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('runs once a day', async () => {
    expect(await refreshToday(engine, '2026-11-21')).toBe(true);
    expect(await refreshToday(engine, '2026-11-21')).toBe(false);
    expect(await refreshToday(engine, '2026-11-22')).toBe(true);
  });

  it('catches up at start, and stopping waits for the refresh at work', async () => {
    const errors: unknown[] = [];
    const now = () => new Date('2026-11-25T10:00:00Z');
    const stop = scheduleDailyScores({ engine, now, onError: (error) => errors.push(error) });
    await stop();
    expect(errors).toEqual([]);
    expect((await importState(engine, importIds.scores))?.asOf).toBe('2026-11-25');
  });

  it('reports a refresh that fails', async () => {
    const errors: unknown[] = [];
    const broken: Engine = { ...engine, database: 'nowhere', query: () => Promise.reject(new Error('gone')) };
    await scheduleDailyScores({ engine: broken, onError: (error) => errors.push(error) })();
    expect(errors).toEqual([new Error('gone')]);
  });
});
