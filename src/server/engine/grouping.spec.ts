import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordType } from '#model/record-type.ts';
import { padnsForward, type ForwardLookup } from '#server/queries/padns-forward.ts';
import { padnsReverse, type ReverseLookup } from '#server/queries/padns-reverse.ts';
import type { PadnsRow, Selection } from '#server/queries/padns-selection.ts';
import { runs } from '#test/long.ts';
import { observation } from '#test/server/seeded-observations.ts';
import { type ClickHouseServer, startClickHouseServer } from '#test/server/service-process.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { openChdb } from './chdb-engine.ts';
import { type Engine, EngineError, type Query } from './engine.ts';
import { groupLookups } from './grouping.ts';
import { openServer } from './http-engine.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { statementLimits } from './statement-limits.ts';

const limits = statementLimits(1_000_000_000);
const folder = specFolder('grouping');
let server: ClickHouseServer;
afterAll(() => server?.close());

const opened: Record<Engine['kind'], () => Promise<Engine>> = {
  embedded: () => openChdb({ path: join(folder, 'store'), database: 'sightline', sessions: 3, limits }),
  server: async () => {
    server = await startClickHouseServer();
    return openServer({ url: `${server.url}/sightline`, limits });
  },
};

const names = ['a.example', 'b.example', 'www.a.example', 'ns.test', "quo'te.test", 'nobody.test'];
const addresses = ['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8:0:1:1:1:1:1', '198.51.100.9'];
const observations = names.slice(0, 5).flatMap((name, at) =>
  Array.from({ length: 12 }, (_, n) => {
    const span = [`2026-01-${10 + n}`, `2026-02-${10 + ((n * 7 + at) % 12)}`] as const;
    if (n % 4 === 3) return observation('NS', name, `ns${n % 3}.ns.test`, span);
    return n % 4 === 2
      ? observation('AAAA', name, addresses[2 + (n % 2)] ?? '', span)
      : observation('A', name, n < 6 ? (addresses[n % 2] ?? '') : `192.0.2.${100 + n}`, span);
  }),
);

const selection: fc.Arbitrary<Selection> = fc.record({
  bounds: fc.constantFrom({}, { lastSeenAfter: Date.UTC(2026, 1, 15) / 1000 }),
  sort: fc.constantFrom([], [{ column: 'answer', descending: false } as const]),
  limit: fc.constantFrom(2, 5),
  skip: fc.constantFrom(0, 1),
});
const forward: fc.Arbitrary<ForwardLookup> = fc
  .tuple(selection, fc.constantFrom<RecordType[]>(['A'], ['NS'], ['A', 'AAAA', 'NS']), fc.constantFrom(...names))
  .map(([page, types, text]) => ({ ...page, types, owner: { kind: 'exact', text }, selfOnly: false }));
const reverse: fc.Arbitrary<ReverseLookup> = fc
  .tuple(selection, fc.constantFrom(...addresses, 'ns0.ns.test', 'ns1.ns.test'), fc.boolean())
  .map(([page, text, apexOnly]): ReverseLookup => {
    if (text.startsWith('ns')) return { ...page, type: 'NS', answer: { kind: 'exact', text }, apexOnly };
    const stored = text.includes(':') ? text : `::ffff:${text}`;
    const answer = { kind: 'range', range: { first: stored, last: stored } } as const;
    return { ...page, type: text.includes(':') ? 'AAAA' : 'A', answer, apexOnly };
  });
const lookup: fc.Arbitrary<Query<PadnsRow>> = fc.oneof(forward.map(padnsForward), reverse.map(padnsReverse));

const nameLookup = (text: string): Query<PadnsRow> =>
  padnsForward({
    types: ['A'],
    owner: { kind: 'exact', text },
    selfOnly: false,
    bounds: {},
    sort: [],
    limit: 5,
    skip: 0,
  });

const slowSql = 'SELECT count() AS rows FROM numbers(100000000000) WHERE NOT ignore(sipHash64(number))';
/** A look-up whose statement for several keys differs from its own. */
function lookupWith(key: string, batchSql: string): Query<object> {
  return {
    name: 'spec',
    sql: "SELECT 'alone' AS from",
    settings: { max_rows_to_read: 0 },
    batch: { key, maxKeys: 9, statement: () => ({ name: 'spec', sql: batchSql, settings: { max_rows_to_read: 0 } }) },
  };
}

describe.each(Object.entries(opened))('look-ups in groups on the %s engine', (_, open) => {
  let plain: Engine;
  let statements: string[] = [];
  let grouped: Engine;
  beforeAll(async () => {
    plain = await open();
    await createSchema(plain, { folder: 'src/server/schema' });
    await plain.insert('obs', observations);
    const counting: Engine = {
      ...plain,
      query: (query, options) => {
        statements.push(query.sql);
        return plain.query(query, options);
      },
    };
    grouped = groupLookups(counting, 1);
  });
  afterAll(() => plain.close());

  it('answers a batch as it answers each look-up alone', { tags: 'long' }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(lookup, { minLength: 2, maxLength: 12 }), async (lookups) => {
        const alone = await Promise.all(lookups.map((query) => plain.query(query)));
        expect(await Promise.all(lookups.map((query) => grouped.query(query)))).toEqual(alone);
      }),
      { numRuns: runs(4, 40) },
    );
  });

  it('runs a look-up at once when idle, and waiting ones in one statement', async () => {
    statements = [];
    const rows = await Promise.all(names.map((name) => grouped.query(nameLookup(name))));
    expect(rows.map((each) => each.length > 0)).toEqual(names.map((name) => name !== 'nobody.test'));
    expect(statements).toEqual([nameLookup('x.test').sql, expect.stringContaining('BY rname')]);
  });

  const faultOf = (asked: Promise<unknown>) =>
    asked.then(
      () => 'no fault',
      (error: unknown) => (error instanceof EngineError ? error.fault : String(error)),
    );

  it('lets a look-up take a free lane beside a long one, and others only in a batch', async () => {
    const twoLanes = groupLookups(plain, 2);
    const hangUp = new AbortController();
    const slow = twoLanes.query({ ...lookupWith('slow', slowSql), sql: slowSql }, { signal: hangUp.signal });
    const left = expect(slow).rejects.toThrow();
    expect((await twoLanes.query(nameLookup('a.example'))).length).toBeGreaterThan(0);
    const rows = await Promise.all(names.map((name) => twoLanes.query(nameLookup(name))));
    expect(rows.map((each) => each.length > 0)).toEqual(names.map((name) => name !== 'nobody.test'));
    hangUp.abort();
    await left;
  });

  it('lets a caller leave while it waits and while its statement runs', async () => {
    const [inLine, inGroup] = [new AbortController(), new AbortController()];
    const first = grouped.query(nameLookup('a.example'));
    const leaves = faultOf(grouped.query(nameLookup('b.example'), { signal: inLine.signal }));
    const leavesLater = faultOf(grouped.query(nameLookup('ns.test'), { signal: inGroup.signal }));
    const stays = grouped.query(nameLookup('www.a.example'));
    inLine.abort();
    expect(await leaves).toBe('cancelled');
    await first;
    inGroup.abort();
    expect(await leavesLater).toBe('cancelled');
    expect(await stays).toEqual(await plain.query(nameLookup('www.a.example')));
  });

  it('ends a statement that all callers have left', async () => {
    const leave = new AbortController();
    const first = grouped.query(nameLookup('a.example'));
    const asked = ['x', 'y'].map((key) => faultOf(grouped.query(lookupWith(key, slowSql), { signal: leave.signal })));
    await first;
    setTimeout(() => leave.abort(), 100);
    expect(await Promise.all(asked)).toEqual(['cancelled', 'cancelled']);
    expect(await grouped.query(nameLookup('a.example'))).not.toEqual([]); // the only lane is free again
  });

  it('never gives a caller the failure of another', async () => {
    const broken = 'SELECT throwIf(1) AS batchKey';
    const asked = [nameLookup('a.example'), lookupWith('x', broken), lookupWith('y', broken)];
    const answers = await Promise.all(asked.map((query) => grouped.query<object>(query)));
    expect(answers.slice(1)).toEqual([[{ from: 'alone' }], [{ from: 'alone' }]]);
  });
});
