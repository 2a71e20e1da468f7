import { randomInt } from 'node:crypto';
import type { Engine } from '#server/engine/engine.ts';
import { daySnapshots } from './day-snapshots.ts';
import { dayTables } from '#server/collect/collection-tables.ts';
import { dayTableSteps } from './day-tables.ts';

/** Whether a day 'yyyy-mm-dd' is the engine's today: what its dictionaries know of origins and ranges is of today. */
export async function isEngineToday(engine: Engine, day: string): Promise<boolean> {
  const [row] = await engine.query<{ today: string }>({ name: 'scores', sql: 'SELECT toString(today()) AS today' });
  return row?.today === day;
}

/**
 * Writes the snapshots of today alone, as after each import of a feed: what is listed, where it points and which addresses are
 * active is computed once for all of them. Several at once do not disturb each other. `onSnapshot` hears how many are done.
 * @throws EngineError
 */
export async function refreshDay(engine: Engine, day: string, onSnapshot?: (done: number) => void): Promise<void> {
  await dropLeftovers(engine);
  const run = randomInt(2 ** 47);
  try {
    for (const step of dayTableSteps({ run, day })) await engine.command(step, { limits: 'upkeep' });
    for (const [index, snapshot] of daySnapshots({ run, day }).entries()) {
      await engine.command(snapshot, { limits: 'upkeep' });
      onSnapshot?.(index + 1);
    }
  } finally {
    for (const table of dayTables) await dropRun(engine, table, String(run));
  }
}

/** Rows of refreshes that were killed. */
async function dropLeftovers(engine: Engine): Promise<void> {
  const left = await engine.query<{ table: string; run: string }>({
    name: 'scores',
    sql: `SELECT DISTINCT table, partition_id AS run FROM system.parts
          WHERE database = currentDatabase() AND active AND table IN {tables:Array(String)}
            AND modification_time < now() - 3600`,
    params: { tables: dayTables },
  });
  for (const { table, run } of left) await dropRun(engine, table, run);
}

/** @param run the id of a partition: digits */
function dropRun(engine: Engine, table: string, run: string): Promise<void> {
  return engine.command(
    { name: 'scores', sql: `ALTER TABLE ${table} DROP PARTITION ID '${run}'` },
    { limits: 'upkeep' },
  );
}
