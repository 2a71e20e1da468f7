import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChdb } from '#server/engine/chdb-engine.ts';
import type { Engine } from '#server/engine/engine.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { copyTestStore } from '#server/testing/store-template.ts';
import { openRoutingSnapshot, settleRouting, type RoutingEntry } from './routing-snapshot.ts';

const folder = mkdtempSync(join(tmpdir(), 'sightline-routing-'));
let engine: Engine;
beforeAll(async () => {
  await copyTestStore(join(folder, 'store'));
  engine = await openChdb({
    path: join(folder, 'store'),
    database: 'sightline',
    sessions: 2,
    limits: statementLimits(1.2e9),
  });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const tables = [
  'prefixes',
  'countries',
  'asns',
  'asn_names',
  'allocations',
  'asn_allocations',
  'routing_snapshots',
  'imports',
];
beforeEach(async () => {
  for (const table of tables) await engine.command({ name: 'spec', sql: `TRUNCATE TABLE ${table}` });
});

const ranges = { importId: 21, source: 'feed:iptoasn', rank: 1 };
const routes = { importId: 22, source: 'feed:pfx2as', rank: 2 };

const announced = (prefix: string, ...asns: number[]): RoutingEntry => ({
  what: 'announcement',
  prefix,
  asns,
  isAsSet: false,
});
const origin = (first: string, last: string, asn: number, country = 'US', asname = `AS ${asn}`): RoutingEntry => ({
  what: 'origin',
  first,
  last,
  asn,
  asname,
  country,
});

async function load(from: typeof ranges, asOf: string, ...entries: RoutingEntry[]): Promise<void> {
  const snapshot = await openRoutingSnapshot(engine, { ...from, asOf });
  await snapshot.add(entries);
  await snapshot.apply();
}

const rows = (sql: string) =>
  engine.query<{ row: string }>({ name: 'spec', sql }).then((all) => all.map(({ row }) => row));
const prefixes = () =>
  rows(`SELECT concat(replaceOne(toString(first), '::ffff:', ''), '/', toString(if(startsWith(toString(first), '::ffff:'), length - 96, length)),
          ' AS', toString(asn), ' ', toString(valid_from), if(valid_to = '2299-12-31', '', concat(' ', toString(valid_to))), ' ', toString(import)) AS row
        FROM prefixes FINAL ORDER BY first, length, asn, valid_from`);

describe('snapshots in the order of their days', () => {
  it('let prefixes go on, begin and end', async () => {
    await load(
      routes,
      '2026-11-01',
      announced('1.0.0.0/24', 13335),
      announced('8.8.8.0/24', 15169),
      announced('2001:db8::/32', 64496),
    );
    await load(
      routes,
      '2026-11-05',
      announced('1.0.0.0/24', 13335),
      announced('8.8.8.0/24', 3356),
      announced('9.9.9.0/24', 19281),
    );
    expect(await prefixes()).toEqual([
      '1.0.0.0/24 AS13335 2026-11-01 22',
      '8.8.8.0/24 AS3356 2026-11-05 22',
      '8.8.8.0/24 AS15169 2026-11-01 2026-11-04 22',
      '9.9.9.0/24 AS19281 2026-11-05 22',
      '2001:db8::/32 AS64496 2026-11-01 22',
    ]);
  });
});
