// @module-tag long
import { beforeAll, describe, expect, it } from 'vitest';
import { newestOfPattern, padnsForward, type ForwardLookup } from '#server/queries/padns-forward.ts';
import { newestFirst, padnsReverse, type ReverseLookup } from '#server/queries/padns-reverse.ts';
import { useTestService } from '#test/server/use-test-service.ts';

// Keys and patterns with so many records that their pages come from the order that is kept, in many parts with later sightings of the
// same.

const records = 140_000;
const sightings = 7;

const run = (sql: string) => service.engine.command({ name: 'spec', sql }, { limits: 'upkeep' });

/** Observations, computed from `number`. */
const observe = (rows: string, columns: { rrtype: string; rrname: string; rdata: string; last: string }) =>
  run(`INSERT INTO obs (rrtype, rrname, rdata, rrset, first_seen, last_seen, count, ttl, sources, wmseq)
       SELECT '${columns.rrtype}', ${columns.rrname}, ${columns.rdata}, if('${columns.rrtype}' = 'NS', [${columns.rdata}], []),
              toDateTime(1700000000 + number % 1000, 'UTC'), toDateTime(${columns.last}, 'UTC'), 1, 300, 1, 1
       FROM ${rows}`);

const names = "concat('h', toString(number), '.d', toString(number % 9000), '.example')";
const addresses = "concat('192.0.2.', toString(if(number % 16 = 0, number % 251, 7)))";
const service = useTestService({ now: new Date('2026-11-21T12:00:00Z') });
beforeAll(async () => {
  // every part keeps its own row of a record
  await run('SYSTEM STOP MERGES rev');
  await run('SYSTEM STOP MERGES names');
  const all = `numbers(${records + 10_000})`;
  const seen = '1790000000 + cityHash64(number) % 20000000';
  await observe(all, { rrtype: 'A', rrname: names, rdata: addresses, last: seen });
  await observe(`numbers(${records})`, { rrtype: 'NS', rrname: names, rdata: "'ns1.hoster.test'", last: seen });
  // two addresses of one network: one was last seen long ago, the other is busy
  const former = {
    rrtype: 'A',
    rrname: names,
    rdata: "'198.51.100.9'",
    last: `toDateTime(1750000000 + number % 3000)`,
  };
  await observe(`numbers(${records})`, former);
  await observe('numbers(60000)', { ...former, rdata: "'198.51.100.10'", last: seen });
  await observe('numbers(20000)', { ...former, rdata: "'192.0.3.1'", last: seen });
  // the same few are seen again and again, most of them in the same seconds
  for (let sighting = 1; sighting <= sightings; sighting += 1) {
    const last = `1810000000 + ${sighting * 60} + number % 3`;
    const rows = `numbers(${sighting * 10}, 150)`;
    await observe(rows, { rrtype: 'A', rrname: names, rdata: addresses, last });
    await observe(rows, { rrtype: 'NS', rrname: names, rdata: "'ns1.hoster.test'", last });
  }
  await run(`CREATE TABLE plain ENGINE = MergeTree ORDER BY () AS
       SELECT rrtype, rname, answer, max(last_seen) AS last_seen, min(first_seen) AS first_seen, sum(count) AS seen
       FROM fwd GROUP BY rrtype, rname, answer`);
});

interface Seen {
  readonly query: string;
  readonly answer: string;
  readonly last_seen: string;
  readonly count: number;
}

/** The same page, from all records: those of another table, put together without an order that is kept. */
async function expected(where: string, limit: number, skip: number): Promise<Seen[]> {
  const { engine } = service;
  const rows = await engine.query<{ query: string; answer: string; last: string; seen: number }>(
    {
      name: 'spec',
      sql: `SELECT reverse(rname) AS query, answer, formatDateTime(last_seen, '%F %T') AS last, toUInt32(plain.seen) AS seen
            FROM plain WHERE ${where}
            ORDER BY last_seen DESC, rname, toIPv6OrDefault(answer) LIMIT ${limit} OFFSET ${skip}`,
    },
    { limits: 'upkeep' },
  );
  return rows.map(({ query, answer, last, seen }) => ({ query, answer, last_seen: last, count: seen }));
}

const page = ({ query, answer, last_seen, count }: Seen) => `${last_seen} ${query} ${answer} ${count}`;
const isApex = 'AND cutToFirstSignificantSubdomain(reverse(rname)) = reverse(rname)';

describe('padnsReverse: newest of very many', () => {
  it.each([
    ['a/192.0.2.7?limit=100', "rrtype = 'A' AND answer = '192.0.2.7'", 100, 0],
    ['a/192.0.2.7?limit=100&skip=120', "rrtype = 'A' AND answer = '192.0.2.7'", 100, 120],
    ['a/192.0.2.7?limit=1000&skip=4000', "rrtype = 'A' AND answer = '192.0.2.7'", 1000, 4000],
    ['a/192.0.2.7?limit=50&skip=300&sort=last_seen/desc', "rrtype = 'A' AND answer = '192.0.2.7'", 50, 300],
    ['a/192.0.2.7?limit=100&last_seen_after=2026-12-01', "rrtype = 'A' AND answer = '192.0.2.7'", 100, 0],
    ['a/192.0.2.7?limit=20&subdomains=0', `rrtype = 'A' AND answer = '192.0.2.7' ${isApex}`, 20, 0],
    ['a/192.0.2.0?netmask=24&limit=200', "rrtype = 'A' AND startsWith(answer, '192.0.2.')", 200, 0],
    [
      'a/192.0.2.0?netmask=28&limit=200&skip=77',
      "rrtype = 'A' AND toIPv6OrDefault(answer) BETWEEN toIPv6('192.0.2.0') AND toIPv6('192.0.2.15')",
      200,
      77,
    ],
    ['a/192.0.0.0?netmask=22&limit=100', "rrtype = 'A' AND startsWith(answer, '192.')", 100, 0],
    ['a/198.51.100.9?limit=100', "rrtype = 'A' AND answer = '198.51.100.9'", 100, 0],
    ['a/198.51.100.9?limit=300&skip=9000', "rrtype = 'A' AND answer = '198.51.100.9'", 300, 9000],
    ['ns/ns1.hoster.test?limit=100', "rrtype = 'NS'", 100, 0],
    ['ns/ns1.hoster.test?limit=333&skip=140', "rrtype = 'NS'", 333, 140],
  ] as const)('%s', async (path, where, limit, skip) => {
    const { status, response } = await service.get(`/explore/padns/lookup/answer/${path}`);
    expect(status).toBe(200);
    expect(response.records.map(page)).toEqual((await expected(where, limit, skip)).map(page));
  });

  it('says that there are very many, or how many', async () => {
    const metadata = async (path: string) =>
      (await service.get(`/explore/padns/lookup/answer/${path}&with_metadata=1`)).response.metadata;
    expect(await metadata('a/192.0.2.7?limit=100')).toMatchObject({
      results_total_at_least: 100_000,
      results_total_is_exact: false,
    });
    const [of3] = await expected("rrtype = 'A' AND answer = '192.0.2.3'", 1, 0);
    expect(of3).toBeDefined();
    const { response } = await service.get('/explore/padns/lookup/answer/a/192.0.2.3?limit=1000');
    expect(await metadata('a/192.0.2.3?limit=10')).toMatchObject({
      results_total_at_least: response.records.length,
      results_total_is_exact: true,
    });
  });

  it.each([
    ['a network', '192.0.2.0', '192.0.2.255'],
    ['several networks', '192.0.0.0', '192.0.3.255'],
  ])('has no page of %s in which records are missing', async (_, first, last) => {
    const { engine } = service;
    const range = { first: `::ffff:${first}`, last: `::ffff:${last}` };
    const pages = await Promise.all(
      [40, 150, 250, 400].map(async (limit) => {
        const lookup: ReverseLookup = {
          type: 'A',
          answer: { kind: 'range', range },
          apexOnly: false,
          bounds: {},
          sort: [],
          limit,
          skip: 3,
        };
        const sorted = await engine.query(padnsReverse(lookup));
        const found = await Promise.all((newestFirst(lookup)?.many ?? []).map((query) => engine.query(query)));
        return found.map((rows) => ({ limit, sorted, rows }));
      }),
    );
    const full = pages.flat().filter(({ rows, limit }) => rows.length === limit);
    expect(full.length).toBeGreaterThan(3);
    for (const { limit, sorted, rows } of full) expect(rows, `limit ${limit}`).toEqual(sorted);
  });

  it('reads the kept order, and is right while records have no kept order yet', async () => {
    const { engine } = service;
    const lookup: ReverseLookup = {
      type: 'NS',
      answer: { kind: 'exact', text: 'ns1.hoster.test' },
      apexOnly: false,
      bounds: {},
      sort: [],
      limit: 101,
      skip: 0,
    };
    const found = newestFirst(lookup);
    const [first] = found?.many ?? [];
    if (!found || !first) throw new Error('no kept order for a name server');
    await expect(engine.query(found.few)).rejects.toMatchObject({ fault: 'too-large' });
    const [inOrder] = /SELECT ip, rname, 4[^]*?LIMIT \{read:UInt32\}/.exec(first.sql) ?? [];
    const settings = 'enable_analyzer = 0, optimize_use_projections = 1';
    const sql = `EXPLAIN ${inOrder} SETTINGS ${settings}`;
    const plan = await engine.query<{ explain: string }>({ name: 'spec', sql, params: first.params ?? {} });
    expect(plan.map(({ explain }) => explain).join('\n')).toContain('ReadFromMergeTree (newest)');
    await run('SYSTEM START MERGES rev');
    await run('ALTER TABLE rev CLEAR PROJECTION newest SETTINGS mutations_sync = 2');
    const { response } = await service.get('/explore/padns/lookup/answer/ns/ns1.hoster.test?limit=251');
    expect(response.records.map(page)).toEqual((await expected("rrtype = 'NS'", 251, 0)).map(page));
  });
});

describe('padnsForward: newest of a pattern', () => {
  const like = (pattern: string) => `rrtype = 'A' AND reverse(rname) LIKE '${pattern}'`;

  it.each([
    ['a/*.d7*?limit=100', like('%.d7%'), 100, 0],
    ['a/*.d7*?limit=100&skip=700', like('%.d7%'), 100, 700],
    ['a/*1.d*?limit=100&sort=last_seen/desc', like('%1.d%'), 100, 0],
    ['a/*1.d*?limit=300&skip=9000', like('%1.d%'), 300, 9000],
    ['a/*example?limit=1000&skip=9900', like('%example'), 1000, 9900],
    ['a/h*?limit=200', like('h%'), 200, 0],
    ['a/h*?limit=20&last_seen_after=2027-05-10', like('h%'), 20, 0],
    ['a/h*?limit=200&first_seen_before=2023-11-14', `${like('h%')} AND first_seen <= '2023-11-14 23:59:59'`, 200, 0],
    ['a/_?limit=150&regex=^h[0-9]%2B7[.]', "rrtype = 'A' AND match(reverse(rname), '^h[0-9]+7[.]')", 150, 0],
    ['a/_?limit=50&skip=20&regex=^[gh]12?9', "rrtype = 'A' AND match(reverse(rname), '^[gh]12?9')", 50, 20],
    ['a/_?limit=50&regex=^[gh]144444[.]', "rrtype = 'A' AND match(reverse(rname), '^[gh]144444[.]')", 50, 0],
    ['any/*.d7*?limit=100&skip=50', like('%.d7%'), 100, 50],
    ['any/_?limit=150&regex=^[gh][0-9]%2B7[.]', "rrtype = 'A' AND match(reverse(rname), '^h[0-9]+7[.]')", 150, 0],
    ['ns/h*?limit=120', "rrtype = 'NS'", 120, 0],
  ] as const)('%s', async (path, where, limit, skip) => {
    const { status, response } = await service.get(`/explore/padns/lookup/query/${path}`);
    expect(status).toBe(200);
    expect(response.records.length).toBeGreaterThan(0);
    expect(response.records.map(page)).toEqual((await expected(where, limit, skip)).map(page));
  });

  it('has no page in which records are missing, and full pages of a frequent pattern', async () => {
    const { engine } = service;
    const frequent: ForwardLookup['owner'][] = [
      { kind: 'like', like: '%7.d%', prefix: '' },
      { kind: 'regex', regex: '^h[0-9]+[13].d' },
      { kind: 'prefix', prefix: 'h1' },
    ];
    const rare: ForwardLookup['owner'] = { kind: 'regex', regex: '9.d5[.]' };
    const pages = await Promise.all(
      [...frequent, rare].flatMap((owner) =>
        [40, 400].map(async (limit) => {
          const lookup: ForwardLookup = {
            types: ['A'],
            owner,
            selfOnly: false,
            bounds: {},
            sort: [],
            limit,
            skip: 3,
          };
          const whole = await engine.query(padnsForward(lookup));
          const found = await Promise.all((newestOfPattern(lookup)?.many ?? []).map((query) => engine.query(query)));
          return { lookup, whole, found };
        }),
      ),
    );
    for (const { lookup, whole, found } of pages) {
      if (lookup.owner !== rare) expect(found.at(-1)).toHaveLength(lookup.limit);
      for (const rows of found) if (rows.length === lookup.limit) expect(rows, JSON.stringify(lookup)).toEqual(whole);
    }
  });

  it('compares all names only where they are few, reads the kept order, and is right without it', async () => {
    const { engine } = service;
    const lookup: ForwardLookup = {
      types: ['A'],
      owner: { kind: 'regex', regex: '^[fgh][0-9]+3[.]' },
      selfOnly: false,
      bounds: {},
      sort: [],
      limit: 101,
      skip: 0,
    };
    const found = newestOfPattern(lookup);
    const [first] = found?.many ?? [];
    if (!found || !first) throw new Error('no kept order for a regular expression');
    await expect(engine.query(found.few)).rejects.toMatchObject({ fault: 'too-large' });
    const [inOrder] = /SELECT qname FROM names [^]*?LIMIT \{read:UInt32\}/.exec(first.sql) ?? [];
    const sql = `EXPLAIN ${inOrder} SETTINGS enable_analyzer = 0, optimize_use_projections = 1`;
    const plan = await engine.query<{ explain: string }>({ name: 'spec', sql, params: first.params ?? {} });
    expect(plan.map(({ explain }) => explain).join('\n')).toMatch(/ReadFromMergeTree \(newest\)\s+Read type: InOrder/);
    await run('SYSTEM START MERGES names');
    await run('ALTER TABLE names CLEAR PROJECTION newest SETTINGS mutations_sync = 2');
    const { response } = await service.get('/explore/padns/lookup/query/a/_?limit=100&regex=^[fgh][0-9]%2B3[.]');
    expect(response.records.map(page)).toEqual(
      (await expected("rrtype = 'A' AND match(reverse(rname), '^h[0-9]+3[.]')", 100, 0)).map(page),
    );
  });
});
