import { beforeEach, describe, expect, it } from 'vitest';
import type { Engine } from '#server/engine/engine.ts';
import { routingTables } from '#server/ingest/collection-tables.ts';
import type { RoutingEntry } from '#server/ingest/feeds/read/entry.ts';
import { feedBatches } from '#server/ingest/feeds/read/read-documents.ts';
import { latestImports } from '#server/ingest/ledger.ts';
import { isLongRun } from '#test/long.ts';
import { noDeriving, testFeed } from '#test/server/feed-collection.ts';
import { announced, loadEntries, originOf, stageEntries } from '#test/server/staged-routing.ts';
import { dyingEngine, useTestStore } from '#test/server/test-store.ts';
import { applyRouting, dropRouting, retireRouting, settleRouting } from './apply-routing.ts';

const store = useTestStore();

const tables = [...routingTables, 'imports'];
beforeEach(async () => {
  for (const table of tables) await store.engine.command({ name: 'spec', sql: `TRUNCATE TABLE ${table}` });
});

const ranges = { importId: 21, source: 'feed:iptoasn', rank: 1 };
const routes = { importId: 22, source: 'feed:pfx2as', rank: 2 };

const load = (from: typeof ranges, asOf: string, ...entries: RoutingEntry[]) =>
  loadEntries(store.engine, { ...from, asOf }, entries);
const rows = (sql: string) =>
  store.engine.query<{ row: string }>({ name: 'spec', sql }).then((all) => all.map(({ row }) => row));
const prefixes = () =>
  rows(`SELECT concat(replaceOne(toString(first), '::ffff:', ''), '/', toString(if(startsWith(toString(first), '::ffff:'), length - 96, length)),
          ' AS', toString(asn), ' ', toString(valid_from), if(valid_to = '2299-12-31', '', concat(' ', toString(valid_to))), ' ', toString(import)) AS row
        FROM prefixes FINAL ORDER BY first, length, asn, valid_from`);

describe('prefixes', () => {
  it('go on, begin and end from one snapshot to the next, each family for itself', async () => {
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

  it('are filled in by an older day: what it lacks is cut, what it has grows together', async () => {
    await load(routes, '2026-11-01', announced('1.0.0.0/24', 1), announced('2.0.0.0/24', 2));
    await load(routes, '2026-11-09', announced('1.0.0.0/24', 1), announced('3.0.0.0/24', 3));
    await load(
      routes,
      '2026-11-05',
      announced('2.0.0.0/24', 2),
      announced('3.0.0.0/24', 3),
      announced('4.0.0.0/24', 4),
    );
    const filled = [
      '1.0.0.0/24 AS1 2026-11-01 2026-11-04 22',
      '1.0.0.0/24 AS1 2026-11-09 22',
      '2.0.0.0/24 AS2 2026-11-01 2026-11-08 22',
      '3.0.0.0/24 AS3 2026-11-05 22',
      '4.0.0.0/24 AS4 2026-11-05 2026-11-08 22',
    ];
    expect(await prefixes()).toEqual(filled);
    // the same once more changes nothing; a corrected one of the same day replaces it
    await load(
      routes,
      '2026-11-05',
      announced('2.0.0.0/24', 2),
      announced('3.0.0.0/24', 3),
      announced('4.0.0.0/24', 4),
    );
    expect(await prefixes()).toEqual(filled);
    await load(routes, '2026-11-05', announced('1.0.0.0/24', 1));
    expect(await prefixes()).toEqual([
      '1.0.0.0/24 AS1 2026-11-01 22',
      '2.0.0.0/24 AS2 2026-11-01 2026-11-04 22',
      '3.0.0.0/24 AS3 2026-11-09 22',
    ]);
  });

  it('are those of the highest rank, which is heard for a week after its last day', async () => {
    await load(routes, '2026-11-01', announced('1.0.0.0/23', 1));
    await load(ranges, '2026-11-08', originOf('1.0.0.0', '1.0.0.255', 2));
    expect(await prefixes()).toEqual(['1.0.0.0/23 AS1 2026-11-01 22']);
    await load(ranges, '2026-11-09', originOf('1.0.0.0', '1.0.1.255', 1), originOf('1.0.2.0', '1.0.2.255', 2));
    // one row goes on, although another source says it now
    expect(await prefixes()).toEqual(['1.0.0.0/23 AS1 2026-11-01 21', '1.0.2.0/24 AS2 2026-11-09 21']);
    await load(routes, '2026-11-04', announced('1.0.2.0/24', 3));
    expect(await prefixes()).toEqual(['1.0.0.0/23 AS1 2026-11-01 2026-11-03 22', '1.0.2.0/24 AS3 2026-11-04 22']);
  });

  it('of a source that was switched off keep lower ranks silent no longer', async () => {
    await load(routes, '2026-11-01', announced('1.0.0.0/23', 1));
    await retireRouting(store.engine, routes.importId, '2026-11-03');
    await load(ranges, '2026-11-02', originOf('1.0.0.0', '1.0.0.255', 2));
    expect(await prefixes()).toEqual(['1.0.0.0/23 AS1 2026-11-01 22']);
    await load(ranges, '2026-11-03', originOf('1.0.0.0', '1.0.0.255', 2));
    expect(await prefixes()).toEqual(['1.0.0.0/23 AS1 2026-11-01 2026-11-02 22', '1.0.0.0/24 AS2 2026-11-03 21']);
  });

  it('of a range are the fewest that cover it, and overlapping ranges each have theirs', async () => {
    await load(ranges, '2026-11-01', originOf('192.0.2.0', '192.0.2.191', 1), originOf('192.0.2.0', '192.0.2.63', 2));
    expect(await prefixes()).toEqual([
      '192.0.2.0/25 AS1 2026-11-01 21',
      '192.0.2.0/26 AS2 2026-11-01 21',
      '192.0.2.128/26 AS1 2026-11-01 21',
    ]);
  });

  it('are not a default route, and no prefix of AS 0', async () => {
    await load(
      routes,
      '2026-11-01',
      announced('0.0.0.0/0', 1),
      announced('1.0.0.0/24', 0),
      announced('1.0.1.0/24', 5, 6),
    );
    expect(await prefixes()).toEqual(['1.0.1.0/24 AS5 2026-11-01 22', '1.0.1.0/24 AS6 2026-11-01 22']);
  });

  it('of imports without snapshots stay as they are', async () => {
    const own = { first: '::ffff:10.0.0.0', length: 104, asn: 64512, valid_from: '2026-01-01', import: 101 };
    await store.engine.insert('prefixes', [own]);
    await load(routes, '2026-11-01', announced('1.0.0.0/24', 1));
    await load(routes, '2026-11-02', announced('2.0.0.0/24', 2));
    expect((await prefixes()).filter((row) => row.endsWith(' 101'))).toEqual(['10.0.0.0/8 AS64512 2026-01-01 101']);
  });

  it('of the package end when the first snapshot begins', async () => {
    const packaged = { length: 120, valid_from: '2026-06-17', import: 2 };
    await store.engine.insert('prefixes', [
      { ...packaged, first: '::ffff:1.0.0.0', asn: 1 },
      { ...packaged, first: '::ffff:2.0.0.0', asn: 2 },
    ]);
    const line = { import: 2, source: 'package', kind: 'prefixes', state: 'done', as_of: '2026-06-17' };
    await store.engine.insert('imports', [{ ...line, digest: '', licence: '' }]);
    await load(ranges, '2026-11-01', originOf('2.0.0.0', '2.0.0.255', 2));
    expect(await prefixes()).toEqual(['1.0.0.0/24 AS1 2026-06-17 2026-10-31 2', '2.0.0.0/24 AS2 2026-06-17 21']);
  });
});

describe('names and countries', () => {
  it('are the newest there are, whatever day arrives last', async () => {
    await store.engine.insert('asns', [{ asn: 7, asname: 'Packaged', import: 2 }]);
    await load(ranges, '2026-11-09', originOf('1.0.0.0', '1.0.0.255', 7, 'NL', 'New'));
    await load(
      ranges,
      '2026-11-01',
      originOf('1.0.0.0', '1.0.0.255', 7, 'DE', 'Old'),
      originOf('1.0.2.0', '1.0.2.255', 8, 'ZZ', 'Gone'),
    );
    expect(await rows(`SELECT concat(toString(asn), ' ', asname) AS row FROM asns FINAL ORDER BY asn`)).toEqual([
      '7 New',
      '8 Gone',
    ]);
    expect(
      await rows(
        `SELECT concat(toString(first), '/', toString(length), ' ', country, ' ', toString(valid_from), ' ', toString(valid_to)) AS row
         FROM countries FINAL ORDER BY valid_from`,
      ),
    ).toEqual(['::ffff:1.0.0.0/120 DE 2026-11-01 2026-11-08', '::ffff:1.0.0.0/120 NL 2026-11-09 2299-12-31']);
  });

  it('of neighbouring ranges are one', async () => {
    await load(ranges, '2026-11-01', originOf('1.0.0.0', '1.0.0.255', 7), originOf('1.0.1.0', '1.0.1.255', 8));
    expect(await rows(`SELECT concat(toString(first), '/', toString(length)) AS row FROM countries FINAL`)).toEqual([
      '::ffff:1.0.0.0/119',
    ]);
  });
});

describe('allocations', () => {
  const block = { what: 'allocation', registry: 'apnic', country: 'AU', status: 'allocated' } as const;

  it('of each import follow one another, and others do not matter to them', async () => {
    const old = { ...block, kind: 'ipv4', start: '1.0.0.0', count: 768, date: '2011-08-11' } as const;
    const given = { ...block, kind: 'asn', start: 4608, count: 2, date: '' } as const;
    await load({ ...ranges, importId: 41 }, '2026-11-01', old, given);
    await load({ ...ranges, importId: 45 }, '2026-11-02', { ...old, start: '2.0.0.0', count: 256 });
    await load({ ...ranges, importId: 41 }, '2026-11-03', { ...old, status: 'reserved' }, given);
    expect(
      await rows(
        `SELECT concat(toString(first), '/', toString(length), ' ', toString(allocated), ' ', status, ' ', toString(valid_from), ' ',
           toString(valid_to)) AS row FROM allocations FINAL ORDER BY first, length, valid_from`,
      ),
    ).toEqual([
      '::ffff:1.0.0.0/119 2011-08-11 allocated 2026-11-01 2026-11-02',
      '::ffff:1.0.0.0/119 2011-08-11 reserved 2026-11-03 2299-12-31',
      '::ffff:1.0.2.0/120 2011-08-11 allocated 2026-11-01 2026-11-02',
      '::ffff:1.0.2.0/120 2011-08-11 reserved 2026-11-03 2299-12-31',
      '::ffff:2.0.0.0/120 2011-08-11 allocated 2026-11-02 2299-12-31',
    ]);
    expect(
      await rows(
        `SELECT concat(toString(first), '-', toString(last), ' ', toString(allocated), ' ', toString(valid_from)) AS row FROM asn_allocations FINAL`,
      ),
    ).toEqual(['4608-4609 1900-01-01 2026-11-01']);
  });
});

it('refuses what is not a day', async () => {
  await expect(stageEntries(store.engine, { ...ranges, asOf: '2026-02-30' }, [])).rejects.toThrow(
    'not a day: 2026-02-30',
  );
});

it('a partial first file does not displace the packaged data of its family', async () => {
  const packaged = Array.from({ length: 1200 }, (_, index) => announced(`20.${index >> 8}.${index & 255}.0/24`, 1));
  await load({ importId: 2, source: 'open-data:origin-as', rank: 0 }, '2026-06-17', ...packaged);
  const before = await prefixes();
  const feed = testFeed({ id: 'iptoasn', importId: 21, reader: 'iptoasn', fills: ['origin_as'] });
  const apply = (entries: RoutingEntry[]) => {
    const options = { feed, batches: feedBatches(entries, feed), derive: noDeriving, today: '2026-11-20' };
    return applyRouting(store.engine, { ...options, asOf: () => '2026-11-20' });
  };
  expect(await apply(packaged.slice(0, 599))).toMatchObject({
    state: 'suspect',
    reason: 'The list has 599 IPv4 prefixes, less than half of the 1,200 of other sources that it would replace.',
    advice: 'Load the complete file.',
  });
  expect(await prefixes()).toEqual(before);
  // one of IPv6 alone replaces no IPv4
  expect(await apply([announced('2001:db8::/32', 64496)])).toMatchObject({ state: 'done' });
  expect((await prefixes()).slice(0, -1)).toEqual(before);
  expect(await apply(packaged.slice(0, 600))).toMatchObject({ state: 'done' });
});

it('a snapshot has the latest day of its documents, also when a later one follows the first batch', async () => {
  const feed = testFeed({ id: 'pfx2as', importId: 22, reader: 'pfx2as', fills: ['origin_as'] });
  let day = '2026-11-04';
  function* entries() {
    for (let index = 0; index <= 50_000; index += 1)
      yield announced(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}/32`, 1);
    day = '2026-11-05';
    yield announced('1.0.0.0/24', 2);
  }
  const batches = feedBatches(entries(), feed);
  const options = { feed, batches, asOf: () => day, today: '2026-11-20', derive: noDeriving };
  expect(await applyRouting(store.engine, options)).toMatchObject({ state: 'done', rows: { routing: 50_002 } });
  expect((await latestImports(store.engine, 'done')).map(({ id, asOf }) => [id, asOf])).toEqual([[22, '2026-11-05']]);
  const sql = 'SELECT count() AS prefixes, toString(valid_from) AS day FROM prefixes FINAL GROUP BY day';
  expect(await store.engine.query({ name: 'spec', sql })).toEqual([{ prefixes: 50_002, day: '2026-11-05' }]);
});

describe('a snapshot that is cut off', () => {
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
      tables[table] = await store.engine.query({
        name: 'spec',
        sql: `SELECT ${columns} FROM ${table} FINAL ORDER BY ALL`,
      });
    return JSON.stringify(tables);
  };
  const spec = { importId: 40, source: 'feed:spec', rank: 1 };
  const allocated = (count: number): RoutingEntry => ({
    what: 'allocation',
    registry: 'arin',
    country: 'US',
    kind: 'ipv4',
    start: '192.0.2.0',
    count,
    date: '2001-02-03',
    status: 'allocated',
  });
  const before = () =>
    loadEntries(store.engine, { ...spec, asOf: '2026-11-10' }, [
      originOf('192.0.2.0', '192.0.2.255', 1, 'US', 'One'),
      originOf('198.51.100.0', '198.51.100.191', 2, 'NL', 'Two'),
      originOf('2001:db8::', '2001:db8::ffff', 3, 'DE', 'Three'),
      allocated(256),
    ]);
  const after = (on: Engine) =>
    loadEntries(on, { ...spec, asOf: '2026-11-11' }, [
      originOf('192.0.2.0', '192.0.2.127', 1, 'US', 'One Networks'),
      originOf('192.0.2.128', '192.0.2.255', 4, 'FR', 'Four'),
      originOf('198.51.100.0', '198.51.100.191', 2, 'BE', 'Two'),
      allocated(512),
    ]);
  const reset = async () => {
    for (const table of [...Object.keys(contents), 'asn_names'])
      await store.engine.command({ name: 'spec', sql: `TRUNCATE TABLE ${table}` });
    await before();
  };

  it.runIf(isLongRun)(
    'is there as a whole or not at all, whichever statement was the last',
    { tags: 'long' },
    async () => {
      await reset();
      const old = await print();
      await after(store.engine);
      const whole = await print();
      expect(whole).not.toBe(old);
      await reset();
      expect(await print()).toBe(old);
      const outcomes: string[] = [];
      for (let last = 1; ; last += 1) {
        const dying = dyingEngine(store.engine, last);
        const survived = await after(dying).then(
          () => true,
          () => false,
        );
        await settleRouting(store.engine);
        const state = await print();
        outcomes.push(state === old ? 'old' : state === whole ? 'new' : 'mixed');
        for (const table of ['prefixes_in', 'prefixes_changes', 'countries_in', 'routing_staged'])
          expect(await store.engine.query({ name: 'spec', sql: `SELECT * FROM ${table}` }), table).toEqual([]);
        if (survived) break;
        if (state !== old) await reset();
      }
      expect(outcomes).not.toContain('mixed');
      const firstNew = outcomes.indexOf('new');
      expect(firstNew).toBeGreaterThan(1);
      expect(outcomes.length - firstNew).toBeGreaterThan(3);
      // a snapshot whose changes are recorded is finished at the next start
      expect(outcomes.slice(firstNew)).not.toContain('old');
    },
  );

  it('can be dropped after it was staged', async () => {
    await reset();
    const old = await print();
    const other = originOf('203.0.113.0', '203.0.113.255', 9, 'IT', 'Nine');
    expect(await stageEntries(store.engine, { ...spec, asOf: '2026-11-12' }, [other])).toBe(1);
    await dropRouting(store.engine);
    await settleRouting(store.engine);
    expect(await print()).toBe(old);
  });
});
