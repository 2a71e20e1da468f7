import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChdb } from '#server/engine/chdb-engine.ts';
import type { Engine } from '#server/engine/engine.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { isLongRun } from '#test/long.ts';
import { copyTestStore } from '#test/server/made-once.ts';
import { openRoutingSnapshot, type RoutingEntry, settleRouting } from './routing-snapshot.ts';

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-routing-'));
  folders.push(folder);
  return folder;
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const origin = (first: string, last: string, asn: number, asname: string, country: string): RoutingEntry => ({
  what: 'origin',
  first,
  last,
  asn,
  asname,
  country,
});
const allocation = (start: string, count: number, date: string): RoutingEntry => ({
  what: 'allocation',
  registry: 'arin',
  country: 'US',
  kind: 'ipv4',
  start,
  count,
  date,
  status: 'allocated',
});

describe('a snapshot that is cut off', () => {
  let engine: Engine;
  beforeAll(async () => {
    const path = join(newFolder(), 'store');
    await copyTestStore(path);
    engine = await openChdb({ path, database: 'sightline', sessions: 2, limits: statementLimits(1.2e9) });
  });
  afterAll(() => engine.close());

  const contents: Readonly<Record<string, string>> = {
    prefixes: 'toString(first), length, asn, toString(valid_from), toString(valid_to), import',
    countries: 'toString(first), length, country, toString(valid_from), toString(valid_to), import',
    asns: 'asn, asname',
    allocations: 'toString(first), length, toString(allocated), toString(valid_from), toString(valid_to)',
    routing_snapshots: 'kind, lane, import, toString(day), heard',
  };
  const print = async () => {
    const tables: Record<string, unknown> = {};
    for (const [table, columns] of Object.entries(contents))
      tables[table] = await engine.query({ name: 'spec', sql: `SELECT ${columns} FROM ${table} FINAL ORDER BY ALL` });
    return JSON.stringify(tables);
  };
  const load = async (on: Engine, asOf: string, entries: readonly RoutingEntry[]) => {
    const snapshot = await openRoutingSnapshot(on, { importId: 40, source: 'feed:spec', rank: 1, asOf });
    await snapshot.add(entries);
    await snapshot.apply();
  };
  const before = () =>
    load(engine, '2026-11-10', [
      origin('192.0.2.0', '192.0.2.255', 1, 'One', 'US'),
      origin('198.51.100.0', '198.51.100.191', 2, 'Two', 'NL'),
      origin('2001:db8::', '2001:db8::ffff', 3, 'Three', 'DE'),
      allocation('192.0.2.0', 256, '2001-02-03'),
    ]);
  const after = (on: Engine) =>
    load(on, '2026-11-11', [
      origin('192.0.2.0', '192.0.2.127', 1, 'One Networks', 'US'),
      origin('192.0.2.128', '192.0.2.255', 4, 'Four', 'FR'),
      origin('198.51.100.0', '198.51.100.191', 2, 'Two', 'BE'),
      allocation('192.0.2.0', 512, '2001-02-03'),
    ]);
  const reset = async () => {
    for (const table of [...Object.keys(contents), 'asn_names'])
      await engine.command({ name: 'spec', sql: `TRUNCATE TABLE ${table}` });
    await before();
  };

  it('is there as a whole or not at all, whichever statement was the last', async () => {
    await reset();
    const old = await print();
    await after(engine);
    const whole = await print();
    expect(whole).not.toBe(old);
    await reset();
    expect(await print()).toBe(old);
    const outcomes: string[] = [];
    // every statement in the long run; otherwise every third, beginning with a random one
    const step = isLongRun ? 1 : 3;
    for (let last = Math.floor(step * Math.random()); ; last += step) {
      const dying = dyingAfter(engine, last);
      const survived = await after(dying).then(
        () => true,
        () => false,
      );
      await settleRouting(engine);
      const state = await print();
      outcomes.push(state === old ? 'old' : state === whole ? 'new' : 'mixed');
      for (const table of ['prefixes_in', 'prefixes_changes', 'countries_in', 'routing_staged'])
        expect(await engine.query({ name: 'spec', sql: `SELECT * FROM ${table}` }), table).toEqual([]);
      if (survived) break;
      if (state !== old) await reset();
    }
    expect(outcomes).not.toContain('mixed');
    const firstNew = outcomes.indexOf('new');
    expect(firstNew).toBeGreaterThan(1);
    expect(outcomes.length - firstNew).toBeGreaterThan(3);
    // a snapshot whose changes are recorded is finished at the next start
    expect(outcomes.slice(firstNew)).not.toContain('old');
  }, 900_000);

  it('can be dropped after it was staged', async () => {
    await reset();
    const old = await print();
    const snapshot = await openRoutingSnapshot(engine, {
      importId: 40,
      source: 'feed:spec',
      rank: 1,
      asOf: '2026-11-12',
    });
    await snapshot.add([origin('203.0.113.0', '203.0.113.255', 9, 'Nine', 'IT')]);
    expect(await snapshot.stage()).toEqual({ rows: 1 });
    await snapshot.drop();
    expect(await settleRouting(engine)).toBeNull();
    expect(await print()).toBe(old);
  });
});

/** The engine until that many statements have changed something; every later one fails, as after a kill. */
function dyingAfter(engine: Engine, statements: number): Engine {
  let left = statements;
  const count = <T>(act: () => Promise<T>): Promise<T> => {
    if (left === 0) return Promise.reject(new Error('killed'));
    left -= 1;
    return act();
  };
  return {
    ...engine,
    query: (query, options) => (left === 0 ? Promise.reject(new Error('killed')) : engine.query(query, options)),
    command: (query, options) => count(() => engine.command(query, options)),
    insert: (table, rows) => count(() => engine.insert(table, rows)),
  };
}
