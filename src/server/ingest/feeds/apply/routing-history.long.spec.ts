// @module-tag long
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dateToIsoDate, isoDateToDayInt } from '#model/dates.ts';
import { formatIpv4, parseIpv4 } from '#model/ip-address.ts';
import { emptyCollection } from '#server/ingest/first-load.ts';
import { coveringPrefixesQuery, asnSubnetsQuery } from '#server/queries/routing-history.ts';
import { keyOf } from '#server/queries/address-key.ts';
import { originQuery } from '#server/queries/address-origin.ts';
import { snapshotDaysQuery } from '#server/queries/data-day.ts';
import { addressHistory, addressOnDay, asnSubnetsOnDay } from '#server/serializers/routing-history.ts';
import { announced, loadEntries, originOf } from '#test/server/staged-routing.ts';
import { useTestStore } from '#test/server/test-store.ts';
import { type NaivePair, naiveRange, naiveRouting, type NaiveSnapshot } from '#test/server/naive-routing.ts';
import type { RoutingEntry } from '#server/ingest/feeds/read/entry.ts';

const store = useTestStore();

// Sixteen addresses, five AS and seven weeks up to today, so that everything meets everything.
const base = parseIpv4('198.51.100.32') ?? 0;
const addresses = Array.from({ length: 16 }, (_, index) => base + index);
const asns = [1, 2, 3, 4, 5];
const days = 50;
const lastMidnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
const dayText = (day: number) => dateToIsoDate(new Date(lastMidnight - (days - day) * 86_400_000));
const today = dayText(days);
const subnetText = ({ network, length }: NaivePair) => `${formatIpv4(network)}/${length}`;

const day = fc.integer({ min: 0, max: days });
const asn = fc.constantFrom(...asns);
const pair = fc.tuple(fc.integer({ min: 27, max: 32 }), fc.nat(15), asn).map(([length, host, number]): NaivePair => {
  const size = 2 ** (32 - length);
  return { network: Math.floor((base + host) / size) * size, length, asn: number };
});
const range = fc
  .tuple(fc.nat(15), fc.nat(15), asn)
  .map(([a, b, number]) => ({ first: base + Math.min(a, b), last: base + Math.max(a, b), asn: number }));

interface Arrival extends NaiveSnapshot {
  readonly entries: readonly RoutingEntry[];
}

const announcements = fc.array(pair, { minLength: 1, maxLength: 6 }).map((pairs) => ({
  pairs,
  entries: pairs.map((each) => announced(subnetText(each), each.asn)),
}));
const ranges = fc.array(range, { minLength: 1, maxLength: 4 }).map((list) => ({
  pairs: list.flatMap((each) => naiveRange(each.first, each.last, each.asn)),
  entries: list.map(({ first, last, asn: number }) => originOf(formatIpv4(first), formatIpv4(last), number, 'NL')),
}));
const arrival: fc.Arbitrary<Arrival> = fc.oneof(
  fc.tuple(day, announcements).map(([on, said]) => ({ import: 42, rank: 2, day: on, ...said })),
  fc.tuple(day, ranges, fc.constantFrom(40, 41)).map(([on, said, id]) => ({ import: id, rank: 1, day: on, ...said })),
);
const world = fc.record({
  /** What came with the installation. */
  packaged: fc.option(fc.tuple(day, fc.uniqueArray(pair, { maxLength: 5, selector: (each) => JSON.stringify(each) }))),
  arrivals: fc.array(arrival, { minLength: 1, maxLength: 7 }),
});
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

async function fill({ packaged, arrivals }: World): Promise<NaiveSnapshot[]> {
  await emptyCollection(store.engine);
  const snapshots: NaiveSnapshot[] = [];
  if (packaged) {
    const [on, pairs] = packaged;
    const rows = pairs.map((each) => ({
      first: `::ffff:${formatIpv4(each.network)}`,
      length: each.length + 96,
      asn: each.asn,
      valid_from: dayText(on),
      import: 2,
    }));
    if (rows.length > 0) await store.engine.insert('prefixes', rows);
    const line = { import: 2, source: 'package', kind: 'prefixes', state: 'done', digest: '', licence: '' };
    await store.engine.insert('imports', [{ ...line, as_of: dayText(on) }]);
    snapshots.push({ import: 2, rank: 0, day: on, pairs });
  }
  for (const each of arrivals) {
    const options = { importId: each.import, source: `feed:${each.import}`, rank: each.rank, asOf: dayText(each.day) };
    await loadEntries(store.engine, options, each.entries);
    snapshots.push(each);
  }
  return snapshots;
}

/** Every question about every address, AS and day, in the words of the operations. */
async function answers() {
  const ips = addresses.map(formatIpv4);
  const span = { from: dayText(0), to: today, today };
  const covering = await store.engine.query(coveringPrefixesQuery('spec', ips, span));
  const subnets = await store.engine.query(asnSubnetsQuery('spec', asns, span));
  const snapshots = await store.engine.query(snapshotDaysQuery('spec'));
  const origins = await store.engine.query(originQuery('spec', ips));
  const rowsOf = (ip: string) => covering.filter(({ key }) => key === keyOf(ip));
  return {
    onDay: (ip: string, iso: string) =>
      addressOnDay(ip, { rows: rowsOf(ip), snapshots }, { iso, date: isoDateToDayInt(iso) ?? 0 }),
    history: (ip: string) => addressHistory(rowsOf(ip), { ...span }),
    announced: (number: number, iso: string) =>
      asnSubnetsOnDay(
        { asn: number, asname: '', allocated: 19000101, isNamed: 1 },
        { rows: subnets.filter((row) => row.asn === number), snapshots },
        { iso, date: isoDateToDayInt(iso) ?? 0 },
      ),
    origin: (ip: string) => origins.find(({ key }) => key === keyOf(ip)),
  };
}

async function expectTheSame(arrivals: readonly NaiveSnapshot[]): Promise<void> {
  const naive = naiveRouting(arrivals);
  const answer = await answers();
  const dataDay = (on: number) => isoDateToDayInt(dayText(naive.dataDay(on) ?? on));
  for (const address of addresses) {
    const ip = formatIpv4(address);
    const history = answer.history(ip);
    for (let on = 0; on <= days; on += 1) {
      const expected = naive.origin(address, on);
      const record = answer.onDay(ip, dayText(on));
      const known = { asn: expected?.asn, subnet: expected && subnetText(expected), date: dataDay(on) };
      expect(record, `${ip} on ${dayText(on)}`).toMatchObject(expected ? known : { error: 'Not found' });
      // the history ends where the data ends, bulk history says the same beyond with the day of the data
      const span = history.find(({ first = '', last = '' }) => first <= dayText(on) && last >= dayText(on));
      const isTold = on <= (naive.dataDay(days) ?? days) || (expected && span);
      if (isTold) expect([span?.asn, span?.subnet], `${ip} on ${dayText(on)}`).toEqual([known.asn, known.subnet]);
    }
    const now = naive.origin(address, days);
    expect(answer.origin(ip)).toMatchObject(
      now ? { asn: now.asn, subnet: subnetText(now), asOf: dataDay(days) } : { asn: 0 },
    );
  }
  for (const number of asns)
    for (let on = 0; on <= days; on += 1) {
      const expected = naive.announced(on).filter((each) => each.asn === number);
      const record = answer.announced(number, dayText(on));
      expect([...(record.subnets ?? [])].sort()).toEqual([...new Set(expected.map(subnetText))].sort());
      if (expected.length > 0) expect(record.date).toBe(dataDay(on));
    }
}

it('answers as the rule says, whatever arrives in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (data) => expectTheSame(await fill(data))),
    { numRuns: 10, endOnFailure: true },
  );
}, 900_000);

it('hands the days of packaged data that a snapshot silences to who spoke before, when that snapshot is silent itself', async () => {
  const of = (id: number, rank: number, on: number, length: number, number: number): Arrival => {
    const pairs = [{ network: base, length, asn: number }];
    return { import: id, rank, day: on, pairs, entries: [announced(`198.51.100.32/${length}`, number)] };
  };
  const packaged: World['packaged'] = [12, [{ network: base, length: 29, asn: 2 }]];
  const [routes, derived, later] = [of(42, 2, 0, 27, 5), of(40, 1, 5, 30, 1), of(42, 2, 29, 28, 3)];
  await expectTheSame(await fill({ packaged, arrivals: [routes, derived, later] }));
  await expectTheSame(await fill({ packaged, arrivals: [later, derived, routes] }));
});

it('gives the same rows for the same snapshots in any order, and for each of them twice', async () => {
  const print = () =>
    store.engine.query({
      name: 'spec',
      sql: `SELECT toString(first) AS f, length, asn, toString(valid_from) AS a, toString(valid_to) AS z, import
            FROM prefixes FINAL ORDER BY ALL`,
    });
  const distinct = world.filter(
    ({ arrivals }) => new Set(arrivals.map((each) => `${each.import} ${each.day}`)).size === arrivals.length,
  );
  await fc.assert(
    fc.asyncProperty(distinct, async ({ packaged, arrivals }) => {
      await fill({ packaged, arrivals });
      const first = await print();
      await fill({ packaged, arrivals: [...arrivals].reverse() });
      expect(await print()).toEqual(first);
      await fill({ packaged, arrivals: arrivals.flatMap((each) => [each, each]) });
      expect(await print()).toEqual(first);
    }),
    { numRuns: 3, endOnFailure: true },
  );
}, 900_000);
