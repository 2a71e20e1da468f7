import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '#test/server/spec-folder.ts';
import { useOpened } from '#test/server/use-opened.ts';
import { openChdb } from './chdb-engine.ts';
import { statementLimits } from './statement-limits.ts';

const folder = specFolder('memory');
const engine = useOpened(() =>
  openChdb({ path: join(folder, 'store'), database: 'spec', sessions: 8, limits: statementLimits(1e9) }),
);

/** A statement that holds this many 8-byte numbers at once. */
const holding = (numbers: number) => ({
  name: 'spec',
  sql: `SELECT length(groupArray(number)) AS value FROM numbers(${numbers})`,
  settings: { max_threads: 1, max_untracked_memory: 0 },
});
/** The most memory that all statements held together during the work. */
async function peakWhile(work: Promise<unknown>): Promise<number> {
  let [peak, isOver] = [0, false];
  void work.finally(() => (isOver = true));
  while (!isOver) {
    const sql = 'SELECT sum(memory_usage) AS bytes FROM system.processes';
    const [row] = await engine.query<{ bytes: number }>({ name: 'spec', sql });
    peak = Math.max(peak, row?.bytes ?? 0);
  }
  return peak;
}

it('statements side by side hold no more memory than there is for all of them', async () => {
  const rows = Promise.all(Array.from({ length: 8 }, () => engine.query(holding(4_000_000))));
  expect(await peakWhile(rows)).toBeLessThan(1e9 / 2);
  expect(await rows).toEqual(Array.from({ length: 8 }, () => [{ value: 4_000_000 }]));
});

it('a statement that needs more than its share ends with a clear fault, and others run on', async () => {
  const [large, small] = await Promise.allSettled([engine.query(holding(40_000_000)), engine.query(holding(1000))]);
  expect(large).toMatchObject({ status: 'rejected', reason: { fault: 'memory' } });
  expect(small).toMatchObject({ status: 'fulfilled' });
});
