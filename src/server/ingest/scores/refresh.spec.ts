import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateToIsoDate } from '#model/dates.ts';
import { formatIpv4, parseIpv4 } from '#model/ip-address.ts';
import { emptyCollection } from '#server/ingest/first-load.ts';
import { scoreWorkTables } from '#server/ingest/collection-tables.ts';
import { dictionaries, reloadDictionaries } from '#server/ingest/dictionaries.ts';
import { writeObservations } from '#server/ingest/journal/observations.ts';
import { runs } from '#test/long.ts';
import { useTestStore } from '#test/server/test-store.ts';
import { addressFact, domainFact, rangeFact } from '#test/server/facts.ts';
import { naiveAsns, naiveShares, naiveSubnets, type NaiveCollection } from '#test/server/naive-scores.ts';
import { historyUpTo, missingDays, oweScores, refreshScores } from './refresh.ts';
import { percent } from './sql-parts.ts';

const store = useTestStore();

/** Days are counted from the hundredth before today. */
const todayNumber = 100;
const epoch = (Math.floor(Date.now() / 86_400_000) - todayNumber) * 86_400;
const dayText = (day: number) => dateToIsoDate(new Date((epoch + day * 86_400) * 1000));
const today = { from: dayText(todayNumber), to: dayText(todayNumber) };
const toNumber = (text: string) => parseIpv4(text) ?? -1;

// Few subjects and short spans, so that everything meets everything: names that move, nested and dated prefixes, gaps.
const day = fc.integer({ min: 0, max: 150 });
const span = fc.tuple(day, fc.integer({ min: 0, max: 60 })).map(([first, length]) => ({ first, last: first + length }));
const ip = fc.integer({ min: 0, max: 11 }).map((n) => formatIpv4((parseIpv4('192.0.2.0') ?? 0) + n * 13));
const name = fc.constantFrom(
  'a.example',
  'b.example',
  'www.a.example',
  'mail.b.example',
  'x.www.a.example',
  'c.test',
  'example',
);
function rangeAround(length: number, host: number) {
  const size = 2 ** (32 - length);
  return { network: Math.floor(((parseIpv4('192.0.2.0') ?? 0) + host) / size) * size, length };
}
const range = fc
  .tuple(fc.integer({ min: 25, max: 29 }), fc.integer({ min: 0, max: 255 }))
  .map(([length, host]) => rangeAround(length, host));
const collection: fc.Arbitrary<NaiveCollection> = fc.record({
  observations: fc.uniqueArray(
    fc
      .oneof(
        fc.record({ rrtype: fc.constant('A' as const), name, answer: ip, span }),
        fc.record({ rrtype: fc.constant('NS' as const), name, answer: fc.constantFrom('ns1.test', 'ns2.test'), span }),
      )
      .map(({ span: days, ...rest }) => ({ ...rest, ...days })),
    { selector: (o) => `${o.rrtype} ${o.name} ${o.answer}`, minLength: 1, maxLength: 25 },
  ),
  listings: fc.uniqueArray(
    fc
      .tuple(
        fc.oneof(
          name,
          ip,
          range.map(({ network, length }) => `${formatIpv4(network)}/${length}`),
        ),
        fc.constantFrom('malware', 'c2', 'phishing', 'spam'),
        span,
        // short-lived, as most are, and long-lived
        fc.constantFrom(-1, 0, 5, 30, 30, 30, 70),
      )
      .map(([host, category, days, lifetime]) => {
        const kind = host.includes('/') ? 'range' : parseIpv4(host) === null ? 'name' : 'address';
        return { host, kind, category, ...days, expires: days.last + lifetime } as const;
      }),
    { selector: (l) => `${l.host} ${l.category} ${l.first}`, maxLength: 12 },
  ),
  exemptAddresses: fc.uniqueArray(ip, { maxLength: 2 }),
  exemptRanges: fc.uniqueArray(range, { selector: ({ network, length }) => `${network}/${length}`, maxLength: 1 }),
  sharedAddresses: fc.uniqueArray(ip, { maxLength: 1 }),
  sharedRanges: fc.uniqueArray(range, { selector: ({ network, length }) => `${network}/${length}`, maxLength: 1 }),
  benignNames: fc.uniqueArray(name, { maxLength: 1 }),
  namingNames: fc.uniqueArray(name, { maxLength: 1 }),
  prefixes: fc.uniqueArray(
    fc
      .tuple(
        fc.integer({ min: 24, max: 28 }),
        fc.integer({ min: 0, max: 255 }),
        fc.integer({ min: 64_496, max: 64_498 }),
        span,
        fc.boolean(),
      )
      .map(([length, host, asn, { first, last }, open]) => {
        return { ...rangeAround(length, host), asn, from: first, to: open ? 10_000 : last };
      }),
    { selector: (p) => `${p.network}/${p.length} ${p.asn} ${p.from}`, maxLength: 10 },
  ),
});

const oneNetwork = {
  prefixes: [{ network: toNumber('192.0.2.0'), length: 24, asn: 64_500, from: 0, to: 10_000 }],
  exemptAddresses: [],
  exemptRanges: [],
  sharedAddresses: [],
  sharedRanges: [],
  benignNames: [],
  namingNames: [],
};

async function fill(data: NaiveCollection): Promise<void> {
  await emptyCollection(store.engine);
  const observations = data.observations.map((o) => ({
    rrtype: o.rrtype,
    rrname: o.name,
    rdata: o.answer,
    first_seen: epoch + o.first * 86_400 + 7,
    last_seen: epoch + o.last * 86_400 + 86_399,
    count: 1,
    ttl: 60,
    sources: 4,
  }));
  await writeObservations(store.engine, observations, { import: 100, sequence: 1 });
  await store.engine.insert(
    'listings',
    data.listings.map((l) => ({
      indicator: l.host,
      host: l.host,
      ip: l.kind === 'address' ? `::ffff:${l.host}` : '::',
      kind: l.kind === 'range' ? 'range' : 'host',
      category: l.category,
      source: 'spec',
      first_listed: dayText(l.first),
      last_listed: dayText(l.last),
      expires: dayText(l.expires),
      import: 100,
    })),
  );
  await store.engine.insert('facts', [
    ...data.exemptAddresses.map((each, at) => addressFact(each, at === 0 ? 'known_benign' : 'sinkhole')),
    ...data.exemptRanges.map(({ network, length }) => rangeFact(`${formatIpv4(network)}/${length}`, 'sinkhole')),
    ...data.sharedAddresses.map((each) => addressFact(each, 'cdn')),
    ...data.sharedRanges.map(({ network, length }) => rangeFact(`${formatIpv4(network)}/${length}`, 'cdn')),
    // what is on no list of exemptions, and what was on one
    addressFact('192.0.2.0', 'cloud'),
    addressFact('192.0.2.13', 'sinkhole', { valid_to: '2020-01-01', source: 'another' }),
    ...data.benignNames.map((each) => domainFact(each, 'toplist', { value: '1000' })),
    domainFact('c.test', 'toplist', { value: '1001', source: 'another' }),
    ...data.namingNames.map((each) => domainFact(each, 'dynamic_dns')),
  ]);
  await store.engine.insert(
    'prefixes',
    data.prefixes.map((p) => ({
      first: `::ffff:${formatIpv4(p.network)}`,
      length: p.length + 96,
      asn: p.asn,
      valid_from: dayText(p.from),
      valid_to: p.to > 1000 ? '2299-12-31' : dayText(p.to),
      import: 100,
    })),
  );
  await reloadDictionaries(store.engine, dictionaries.imports);
}

const rows = (sql: string) => store.engine.query<object>({ name: 'spec', sql });
const sorted = (values: readonly object[]) => values.map((value) => JSON.stringify(value)).sort();
const ipv4 = "replaceOne(toString(%), '::ffff:', '')";
const daysOf = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);

async function expectSnapshots(data: NaiveCollection, days: readonly number[]): Promise<void> {
  const asns = days.flatMap((d) => naiveAsns(data, toNumber, d).map((a) => ({ ...a, date: dayText(d) })));
  const subnets = days.flatMap((d) => naiveSubnets(data, toNumber, d).map((s) => ({ ...s, date: dayText(d) })));
  const shares = (rrtype: 'A' | 'NS') =>
    days.flatMap((d) =>
      naiveShares(data, rrtype, d).map((s) => ({
        d: dayText(d),
        s: s.subject,
        r: s.reputation,
        n: s.density,
        l: s.listed,
      })),
    );
  expect(
    sorted(
      await rows(
        `SELECT toString(date) AS d, asn, asn_reputation AS r, ips_in_asn AS size, ips_num_active AS a, ips_num_listed AS l FROM reputation_asn FINAL`,
      ),
    ),
  ).toEqual(
    sorted(asns.map((a) => ({ d: a.date, asn: a.asn, r: a.reputation, size: a.size, a: a.active, l: a.listed }))),
  );
  expect(
    sorted(
      await rows(
        `SELECT toString(date) AS d, asn, asn_takedown_reputation AS r, ips_in_asn AS size, ips_num_listed AS l, items_num_listed AS i, listings_max_age AS age FROM reputation_takedown FINAL`,
      ),
    ),
  ).toEqual(
    sorted(
      asns.map((a) => ({ d: a.date, asn: a.asn, r: a.takedown, size: a.size, l: a.listed, i: a.items, age: a.maxAge })),
    ),
  );
  expect(
    sorted(
      await rows(
        `SELECT toString(date) AS d, asn, asn_rank AS r, asn_rank_score AS s, malscore AS m FROM rank_asn FINAL`,
      ),
    ),
  ).toEqual(sorted(asns.map((a) => ({ d: a.date, asn: a.asn, r: a.rank, s: a.rankScore, m: a.malscore }))));
  expect(
    sorted(
      await rows(
        `SELECT toString(date) AS d, ${ipv4.replace('%', 'first')} AS f, length AS n, subnet_reputation AS r, ips_in_subnet AS size, ips_num_active AS a, ips_num_listed AS l FROM reputation_subnet FINAL`,
      ),
    ),
  ).toEqual(
    sorted(
      subnets.map(({ date, prefix, reputation, active, listed }) => ({
        d: date,
        f: formatIpv4(prefix.network),
        n: prefix.length + 96,
        r: reputation,
        size: 2 ** (32 - prefix.length),
        a: active,
        l: listed,
      })),
    ),
  );
  expect(
    sorted(
      await rows(
        `SELECT toString(date) AS d, ${ipv4.replace('%', 'ip')} AS s, ip_reputation AS r, ip_density AS n, names_num_listed AS l FROM reputation_ip FINAL`,
      ),
    ),
  ).toEqual(sorted(shares('A')));
  expect(
    sorted(
      await rows(
        `SELECT toString(date) AS d, ns_server AS s, ns_server_reputation AS r, ns_server_domain_density AS n, ns_server_domains_listed AS l FROM reputation_ns FINAL`,
      ),
    ),
  ).toEqual(sorted(shares('NS')));
}

describe('refreshScores', () => {
  it(
    'writes what the definitions say, for many days at once and for one day, of all addresses at once or in parts',
    { tags: 'long' },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          collection,
          fc.integer({ min: 20, max: 200 }),
          fc.constantFrom(0, 3, 60),
          fc.constantFrom(4, 1000),
          async (data, first, more, bucketRows) => {
            await fill(data);
            await refreshScores(store.engine, { from: dayText(first), to: dayText(first + more) }, { bucketRows });
            await expectSnapshots(data, daysOf(first, first + more));
          },
        ),
        { numRuns: runs(2, 8), endOnFailure: true },
      );
    },
  );

  it('writes today alone from tables that all snapshots share, and leaves them empty', { tags: 'long' }, async () => {
    await fc.assert(
      fc.asyncProperty(collection, fc.constantFrom(4, 1000), async (data, bucketRows) => {
        await fill(data);
        await refreshScores(store.engine, today, { bucketRows });
        await refreshScores(store.engine, today, { bucketRows });
        await expectSnapshots(data, [todayNumber]);
      }),
      { numRuns: runs(2, 8), endOnFailure: true },
    );
    for (const table of scoreWorkTables)
      expect(await rows(`SELECT count() AS left FROM ${table}`)).toEqual([{ left: 0 }]);
  });

  it('counts an address and a listing on the first and the last of their days, and on no day beside them', async () => {
    const seen = { first: 20, last: 30 };
    const data: NaiveCollection = {
      observations: [
        { rrtype: 'A', name: 'a.example', answer: '192.0.2.13', ...seen },
        { rrtype: 'NS', name: 'a.example', answer: 'ns1.test', ...seen },
        { rrtype: 'NS', name: 'example', answer: 'ns2.test', ...seen }, // names below a public suffix are of others
      ],
      listings: [
        { host: 'a.example', kind: 'name', category: 'c2', first: 25, last: 28, expires: 40 },
        { host: '192.0.2.13', kind: 'address', category: 'spam', first: 26, last: 28, expires: 44 },
      ],
      ...oneNetwork,
    };
    await fill(data);
    await refreshScores(store.engine, { from: dayText(19), to: dayText(62) });
    await expectSnapshots(data, daysOf(19, 62));
  });

  it('takes back what is said of today when nothing speaks for it any more', async () => {
    const seen = { first: 80, last: todayNumber };
    await fill({
      observations: [
        { rrtype: 'A', name: 'a.example', answer: '192.0.2.1', ...seen },
        { rrtype: 'NS', name: 'a.example', answer: 'ns1.test', ...seen },
      ],
      listings: [
        { host: '192.0.2.1', kind: 'address', category: 'spam', ...seen, expires: 130 },
        { host: 'a.example', kind: 'name', category: 'spam', ...seen, expires: 130 },
      ],
      ...oneNetwork,
    });
    const standing = async () => {
      await refreshScores(store.engine, today);
      const [row] = await rows(`
        SELECT r.asn_reputation AS asn, t.items_num_listed AS items, k.asn_rank AS rank, s.subnet_reputation AS subnet,
          [i.ip_reputation, i.ip_density] AS names, [n.ns_server_reputation, n.ns_server_domain_density] AS domains
        FROM (SELECT * FROM reputation_asn FINAL) AS r, (SELECT * FROM reputation_takedown FINAL) AS t,
          (SELECT * FROM rank_asn FINAL) AS k, (SELECT * FROM reputation_subnet FINAL) AS s,
          (SELECT * FROM reputation_ip FINAL) AS i, (SELECT * FROM reputation_ns FINAL) AS n`);
      return row;
    };
    expect(await standing()).toEqual({ asn: 100, items: 2, rank: 33, subnet: 100, names: [100, 1], domains: [100, 1] });
    await store.engine.command({ name: 'spec', sql: 'TRUNCATE TABLE listings' });
    const clean = { asn: 0, items: 0, rank: 0, subnet: 0, names: [0, 1], domains: [0, 1] };
    expect(await standing()).toEqual(clean);
    await store.engine.command({ name: 'spec', sql: 'TRUNCATE TABLE rev' });
    expect(await standing()).toEqual({ ...clean, names: [0, 0], domains: [0, 0] });
    // a network that had nothing today before
    const earlier = { first: '::ffff:198.51.100.0', length: 122, date: dayText(50), ips_num_active: 19 };
    await store.engine.insert('reputation_subnet', [earlier]);
    await refreshScores(store.engine, today);
    expect(await rows('SELECT date FROM reputation_subnet FINAL WHERE length = 122')).toEqual([{ date: dayText(50) }]);
  });

  it('writes the same day by day as in one statement, and twice as once', async () => {
    const [data] = fc.sample(collection, { numRuns: 1, seed: 7 });
    if (!data) throw new Error('no sample');
    await fill(data);
    await refreshScores(store.engine, { from: dayText(60), to: dayText(61) });
    for (const d of daysOf(60, 61)) await refreshScores(store.engine, { from: dayText(d), to: dayText(d) });
    await expectSnapshots(data, daysOf(60, 61));
  });
});

it('rounds a share half up, at most 100, and counts a whole of 0 as 1', async () => {
  const shares = [percent('1', '8'), percent('1', '3'), percent('2', '3'), percent('3', '2'), percent('0', '0')];
  expect(await rows(`SELECT [${shares.join(', ')}] AS shares`)).toEqual([{ shares: [13, 33, 67, 100, 0] }]);
});

describe('the counts of an ASN', () => {
  it('are of IPv4 addresses, and an ASN with nothing but IPv6 keeps its days', async () => {
    await emptyCollection(store.engine);
    const seen = { first_seen: epoch, last_seen: epoch + 9 * 86_400, count: 1, ttl: 60, sources: 4 };
    const observations = [
      { ...seen, rrtype: 'A', rrname: 'both.example', rdata: '192.0.2.1' },
      { ...seen, rrtype: 'AAAA', rrname: 'both.example', rdata: '2001:db8:1::1' },
      { ...seen, rrtype: 'AAAA', rrname: 'six.example', rdata: '2001:db8:2::1' },
    ];
    await writeObservations(store.engine, observations, { import: 100, sequence: 1 });
    const prefix = { valid_from: dayText(0), import: 100 };
    await store.engine.insert('prefixes', [
      { first: '::ffff:192.0.2.0', length: 120, asn: 64_500, ...prefix },
      { first: '2001:db8:1::', length: 48, asn: 64_500, ...prefix },
      { first: '2001:db8:2::', length: 48, asn: 64_501, ...prefix },
    ]);
    const listed = { category: 'malware', first_listed: dayText(1), last_listed: dayText(9), import: 100 };
    await store.engine.insert('listings', [{ indicator: 'six.example', host: 'six.example', ip: '::', ...listed }]);
    await refreshScores(store.engine, { from: dayText(9), to: dayText(9) });
    expect(
      await rows(
        'SELECT asn, ips_in_asn AS size, ips_num_active AS a, ips_num_listed AS l FROM reputation_asn FINAL ORDER BY asn',
      ),
    ).toEqual([
      { asn: 64_500, size: 256, a: 1, l: 0 },
      { asn: 64_501, size: 0, a: 0, l: 0 },
    ]);
    expect(
      await rows(
        'SELECT items_num_listed AS items, listings_max_age AS age, asn_takedown_reputation AS score FROM reputation_takedown FINAL WHERE asn = 64501',
      ),
    ).toEqual([{ items: 1, age: 8, score: 1 }]); // 100 * 8 / 180 days * 1 / 5 listings
  });
});

describe('missingDays', () => {
  it('asks for the whole history once, then for the days since the last refresh', async () => {
    await emptyCollection(store.engine);
    expect(await missingDays(store.engine, '2026-11-21')).toEqual(historyUpTo('2026-11-21'));
    expect(historyUpTo('2026-11-21').from).toBe('2025-10-18');
    await refreshScores(store.engine, { from: '2026-11-17', to: '2026-11-17' });
    expect(await missingDays(store.engine, '2026-11-17')).toBeNull();
    expect(await missingDays(store.engine, '2026-11-21')).toEqual({ from: '2026-11-18', to: '2026-11-21' });
  });

  it('asks for today again while its scores are owed', async () => {
    const today = '2026-11-21';
    await refreshScores(store.engine, { from: today, to: today });
    for (let time = 0; time < 2; time += 1) {
      await oweScores(store.engine, today);
      expect(await missingDays(store.engine, today)).toEqual({ from: today, to: today });
    }
    await refreshScores(store.engine, { from: today, to: today });
    expect(await missingDays(store.engine, today)).toBeNull();
    // the days since are missing in any case
    await oweScores(store.engine, '2026-11-24');
    expect(await missingDays(store.engine, '2026-11-24')).toEqual({ from: '2026-11-22', to: '2026-11-24' });
  });
});
