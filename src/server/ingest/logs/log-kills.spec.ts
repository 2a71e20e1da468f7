import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { randomFor } from '#sample/random.ts';
import { openChdb } from '#server/engine/chdb-engine.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { copyTestStore } from '#test/server/made-once.ts';
import { childProgram } from '#test/server/service-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-log-kills-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npx vitest run --mode whole` with this file kills more often. */
const kills = import.meta.env.MODE === 'whole' ? 20 : 10;
const lines = 6000;
const hosts = 1500;
const distinctAtOnce = 100;
const begin = Date.UTC(2026, 9, 20) / 1000;

/** @returns the text of a log, and what it says by name: the rules of the importer written a second time */
function generatedLog() {
  const random = randomFor('log kills');
  const expected = new Map<string, { count: number; first: number; last: number }>();
  const rows = Array.from({ length: lines }, (_, index) => {
    const host = `h${Math.floor(random.next() * hosts)}.kills.test`;
    const time = begin + index;
    const seen = expected.get(host) ?? { count: 0, first: time, last: time };
    expected.set(host, { count: seen.count + 1, first: Math.min(seen.first, time), last: Math.max(seen.last, time) });
    return `${time}.5\t${host}\tA\t198.51.100.7\t60`;
  });
  const text = ['#path\tdns', '#fields\tts\tquery\tqtype_name\tanswers\tTTLs', ...rows].join('\n');
  return { text, expected };
}

/** When a child is killed: once it has written that many batches, and a while later. */
interface End {
  readonly batches: number;
  readonly laterMilliseconds: number;
}

async function runChild(end?: End): Promise<{ readonly said: readonly string[]; readonly millisecondsEach: number }> {
  const args = [await childProgram('logs-in-child'), '--folder', folder, '--distinct', String(distinctAtOnce)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const said: string[] = [];
  let [startedAt, writtenAt] = [0, 0];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    writtenAt = performance.now();
    if (said.length === 1) startedAt = writtenAt;
    if (end && said.length === 1 + end.batches) setTimeout(() => child.kill('SIGKILL'), end.laterMilliseconds);
  }
  await ended;
  if (child.signalCode !== (end ? 'SIGKILL' : null)) throw new Error(`the child ended by itself: ${said.join('\n')}`);
  return { said, millisecondsEach: (writtenAt - startedAt) / Math.max(1, said.length - 1) };
}

describe('the import of a log', { timeout: 900_000 }, () => {
  it(`counts exactly what the log says, after each of ${kills} kills`, async () => {
    await copyTestStore(join(folder, 'store'));
    const { text, expected } = generatedLog();
    writeFileSync(join(folder, 'dns.log'), text);
    const random = randomFor('moments');
    let { millisecondsEach } = await runChild({ batches: 2, laterMilliseconds: 0 });
    for (let kill = 1; kill < kills; kill += 1) {
      // every other one gets a batch further, however slow the machine is
      const run = await runChild({ batches: kill % 2, laterMilliseconds: millisecondsEach * random.next() });
      if (run.said.length > 1) ({ millisecondsEach } = run);
    }
    expect((await runChild()).said.at(-1)).toBe('{"state":"done"}');
    expect((await runChild()).said).toEqual(['{"begins":true}', '{"state":"known"}']);

    const limits = statementLimits(1e9);
    const engine = await openChdb({ path: join(folder, 'store'), database: 'sightline', sessions: 1, limits });
    const rows = await engine.query<{ name: string; count: number; first: number; last: number }>({
      name: 'spec',
      sql: `SELECT reverse(rname) AS name, sum(count) AS count, toUnixTimestamp(min(first_seen)) AS first,
              toUnixTimestamp(max(last_seen)) AS last
            FROM fwd WHERE rname LIKE reverse('%.kills.test') GROUP BY rname`,
    });
    await engine.close();
    expect(new Map(rows.map(({ name, ...seen }) => [name, seen]))).toEqual(expected);
  });
});
