import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { specFolder } from '#test/server/spec-folder.ts';
import { openChdb } from './chdb-engine.ts';
import { statementLimits } from './statement-limits.ts';

const folder = specFolder('close');

it('closing ends the statements that run, and their callers learn that', async () => {
  const limits = statementLimits(1e9);
  const engine = await openChdb({ path: join(folder, 'store'), database: 'spec', sessions: 2, limits });
  const endless = 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1';
  const running = Promise.allSettled(
    [1, 2].map(() => engine.query({ name: 'spec', sql: endless }, { limits: 'upkeep' })),
  );
  const command = engine.command({ name: 'spec', sql: `CREATE TABLE t ENGINE = Memory AS ${endless}` });
  const commanded = Promise.allSettled([command]);
  await pause(200);
  const startedAt = performance.now();
  await engine.close();
  expect(performance.now() - startedAt).toBeLessThan(5000);
  for (const outcome of [...(await running), ...(await commanded)])
    expect(outcome).toMatchObject({ status: 'rejected', reason: { fault: 'cancelled' } });
});
