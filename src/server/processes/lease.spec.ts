import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Engine } from '#server/engine/engine.ts';
import { openServer } from '#server/engine/http-engine.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { childProgram, type ClickHouseServer, startClickHouseServer } from '#test/server/service-process.ts';
import { claimsOf } from './claims.ts';
import { processRegistry } from './process-registry.ts';

// Real processes on a real server. One is gone after 3 seconds here.

let server: ClickHouseServer;
let engine: Engine;
const children: ChildProcess[] = [];

beforeAll(async () => {
  server = await startClickHouseServer();
  engine = await openServer({ url: `${server.url}/sightline`, limits: statementLimits(1e9) });
  await createSchema(engine, { folder: 'src/server/schema' });
  await engine.command({
    name: 'spec',
    sql: 'CREATE TABLE runs (due UInt64, term UInt64, process String, pid UInt32) ENGINE = MergeTree ORDER BY due',
  });
}, 400_000);
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await engine?.close();
  await server?.close();
});

async function startHolder(): Promise<ChildProcess> {
  const program = await childProgram('lease-in-child');
  const child = spawn(process.execPath, [program, '--url', `${server.url}/sightline`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  return child;
}
interface Run {
  readonly due: number;
  readonly term: number;
  readonly pid: number;
}
const runs = () => engine.query<Run>({ name: 'spec', sql: 'SELECT due, term, pid FROM runs ORDER BY due, term' });
const lastRun = async () => (await runs()).at(-1);
/** Waits until a process other than this one does what is due. @returns it, and how long that took */
async function takenOverFrom(pid: number | undefined) {
  const begun = performance.now();
  const child = await vi.waitFor(
    async () => {
      const last = await lastRun();
      const found = children.find((each) => each.pid === last?.pid);
      if (!found || found.pid === pid) throw new Error('nobody took over');
      return found;
    },
    { timeout: 60_000, interval: 50 },
  );
  return { child, milliseconds: performance.now() - begun };
}

describe('the lease', { timeout: 400_000 }, () => {
  it('goes to another process when its holder is killed or stopped, and nothing is done twice', async () => {
    await Promise.all([startHolder(), startHolder(), startHolder()]);
    const first = await takenOverFrom(undefined);

    first.child.kill('SIGKILL');
    const second = await takenOverFrom(first.child.pid);
    expect(second.milliseconds).toBeLessThan(10_000);

    second.child.kill('SIGSTOP');
    const third = await takenOverFrom(second.child.pid);
    expect(third.milliseconds).toBeLessThan(10_000);
    second.child.kill('SIGCONT');
    await pause(4000);
    expect((await lastRun())?.pid).toBe(third.child.pid);

    // stopped for less than it takes to be thought gone: it goes on
    third.child.kill('SIGSTOP');
    await pause(500);
    third.child.kill('SIGCONT');
    await pause(1500);
    expect((await lastRun())?.pid).toBe(third.child.pid);

    // closed in good order, it is not waited for
    third.child.kill('SIGTERM');
    const fourth = await takenOverFrom(third.child.pid);
    expect(fourth.child.pid).toBe(second.child.pid);
    expect(fourth.milliseconds).toBeLessThan(2500);

    const all = await vi.waitFor(async () => {
      const sofar = await runs();
      expect(sofar.length).toBeGreaterThan(50);
      return sofar;
    }, 60_000);
    expect(new Set(all.map(({ due }) => due)).size).toBe(all.length);
    const terms = all.map(({ term }) => term);
    expect(terms).toEqual([...terms].sort((one, other) => one - other));
    expect(new Set(all.map(({ term, pid }) => `${term} ${pid}`)).size).toBe(new Set(terms).size);
    expect(new Set(terms).size).toBe(4);
  });

  it('is given to one of many that ask at the same moment', async () => {
    const asked = await Promise.all(
      Array.from({ length: 12 }, async (_, number) => {
        const registry = processRegistry({ engine, process: `many-${number}` });
        const claims = claimsOf(engine, registry);
        await registry.signOfLife();
        return claims.take('spec');
      }),
    );
    const won = asked.filter((claim) => typeof claim !== 'string');
    expect(won.map(({ number }) => number)).toEqual([1]);
    const names = new Set(asked.filter((claim) => typeof claim === 'string'));
    expect(names.size).toBe(1);
  });
});
