// Run by processes/lease.spec.ts in processes of their own, because they are killed and stopped there: the holder of the lease does
// what is due every 100 ms, and writes down that it did.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openServer } from '#server/engine/http-engine.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { claimsOf } from '#server/processes/claims.ts';
import { fencedEngine } from '#server/processes/fenced-engine.ts';
import { openLease } from '#server/processes/lease.ts';
import { processName, processRegistry } from '#server/processes/process-registry.ts';

const { values } = parseArgs({
  options: { url: { type: 'string', default: '' }, gone: { type: 'string', default: '3000' } },
});
const name = processName('spec');
const engine = await openServer({ url: values.url, limits: statementLimits(1e9), process: name });
const registry = processRegistry({ engine, process: name, goneMilliseconds: Number(values.gone) });
const lease = openLease({
  ...{ registry, claims: claimsOf(engine, registry), everyMilliseconds: 200, report: console.warn },
  work: async ({ number, isHeld }) => {
    const fenced = fencedEngine(engine, isHeld);
    const stopped = new AbortController();
    const run = async (): Promise<void> => {
      while (!stopped.signal.aborted) {
        const due = Math.floor(Date.now() / 100);
        const [last] = await engine.query<{ due: number }>({ name: 'spec', sql: 'SELECT max(due) AS due FROM runs' });
        if (due > (last?.due ?? 0))
          await fenced.insert('runs', [{ due, term: number, process: name, pid: process.pid }]);
        await pause(20);
      }
    };
    const running = run().catch((error: unknown) => console.warn(String(error)));
    return async () => {
      stopped.abort();
      await running;
    };
  },
});
lease.begin();
// the timers of the lease keep no process alive
setInterval(() => undefined, 60_000);
process.on('SIGTERM', () => {
  void lease
    .close()
    .then(() => registry.leave())
    .then(() => process.exit(0));
});
