import { beforeEach, describe, expect, it } from 'vitest';
import { emptyCollection } from '#server/ingest/first-load.ts';
import { collectionSummary } from '#server/ingest/collection-summary.ts';
import { collectionTables, serviceTables } from '#server/ingest/collection-tables.ts';
import { beginImport, finishImport, importState } from '#server/ingest/ledger.ts';
import { useTestStore } from '#test/server/test-store.ts';
import { isLongRun } from '#test/long.ts';
import { normaliseObservation, writeObservations, type Observation } from './observations.ts';

const plain: Observation = {
  rrtype: 'A',
  rrname: 'WWW.Example.',
  rdata: '192.0.2.7',
  first_seen: '2026-01-02 03:04:05',
  last_seen: 1_767_400_000,
  count: 3,
  ttl: 300,
  sources: 4,
};

describe('normaliseObservation', () => {
  it.each<[string, Partial<Observation>, object]>([
    ['names are lower-cased and lose their dot', {}, { rrname: 'www.example', rdata: '192.0.2.7' }],
    ['times become epoch seconds', {}, { first_seen: 1_767_323_045, last_seen: 1_767_400_000 }],
    ['an IPv6 address has one form', { rrtype: 'AAAA', rdata: '2001:DB8:0::1' }, { rdata: '2001:db8::1' }],
    ['other scripts become A-labels', { rrname: 'bücher.example' }, { rrname: 'xn--bcher-kva.example' }],
    ['odd but real names stay', { rrname: '_dmarc.*.Example' }, { rrname: '_dmarc.*.example' }],
    [
      'a set is sorted, lower case and holds the answer',
      { rrtype: 'NS', rdata: 'NS2.test.', rrset: ['ns3.test', 'NS1.test'] },
      { rdata: 'ns2.test', rrset: ['ns1.test', 'ns2.test', 'ns3.test'] },
    ],
    ['a set that is not known is the answer alone', { rrtype: 'MX', rdata: 'mx.test' }, { rrset: ['mx.test'] }],
    ['other types have no set', { rrset: ['x.test'] }, { rrset: [] }],
    ['text stays as it is', { rrtype: 'TXT', rdata: 'V=spf1  -ALL. ' }, { rdata: 'V=spf1  -ALL. ' }],
    [
      'services have one spelling',
      { rrtype: 'SRV', rdata: ' 010 60\t5060 SIP.Example. ' },
      { rdata: '10 60 5060 sip.example' },
    ],
    ['Zeek logs the target of SRV only', { rrtype: 'SRV', rdata: 'SIP.Example.' }, { rdata: 'sip.example' }],
    ['a service that does not exist', { rrtype: 'SRV', rdata: '0 0 0 .' }, { rdata: '0 0 0 .' }],
    [
      'parameters of a service binding have one spelling',
      { rrtype: 'HTTPS', rdata: '1 . ALPN="h2,h3" no-default-alpn ech="AEb+" key7="a b"' },
      { rdata: '1 . alpn=h2,h3 no-default-alpn ech=AEb+ key7="a b"' },
    ],
    ['an issuer is quoted', { rrtype: 'CAA', rdata: '0 Issue ca.test; a=b' }, { rdata: '0 issue "ca.test; a=b"' }],
    ['a digest is one piece', { rrtype: 'DS', rdata: '1 8 2 ab cd' }, { rdata: '1 8 2 ABCD' }],
    [
      'owners of pointers are addresses',
      { rrtype: 'PTR6', rrname: '2001:DB8::0', rdata: 'Host.test.' },
      { rrname: '2001:db8::', rdata: 'host.test' },
    ],
  ])('%s', (_, change, expected) => {
    expect(normaliseObservation({ ...plain, ...change })).toMatchObject(expected);
  });

  it.each<[string, Partial<Observation>]>([
    ["the record type 'NAPTR' is not kept", { rrtype: 'NAPTR' }],
    ...[
      ['SRV', '1 2 sip.example'],
      ['SRV', '1 2 65536 sip.example'],
      ['HTTPS', '1 a..example'],
      ['HTTPS', '1 . alpn="h2'],
      ['CAA', '256 issue "a"'],
      ['CAA', '0 issue'],
      ['DS', '1 8 2 abc'],
    ].map(([rrtype = '', rdata = '']): [string, Partial<Observation>] => [
      `the answer is not valid for a record of type ${rrtype}`,
      { rrtype, rdata },
    ]),
    ["the record type 'WATERMARK' is not kept", { rrtype: 'WATERMARK' }],
    ['the answer is not valid for a record of type A', { rdata: '192.0.2.256' }],
    ['the answer is not valid for a record of type A', { rdata: '2001:db8::1' }],
    ['the answer is not valid for a record of type AAAA', { rrtype: 'AAAA', rdata: '192.0.2.1' }],
    ['the answer is not valid for a record of type TXT', { rrtype: 'TXT', rdata: '\ud800' }],
    ['the queried name is not valid for this record type', { rrname: '' }],
    ['the queried name is not valid for this record type', { rrname: 'a b.example' }],
    ['the queried name is not valid for this record type', { rrname: 'a..example' }],
    ['the queried name is not valid for this record type', { rrtype: 'PTR4', rrname: 'host.example' }],
    ['a time is missing or out of range', { first_seen: 'yesterday' }],
    ['a time is missing or out of range', { last_seen: 4_294_967_296 }],
    ['it was last seen before it was first seen', { last_seen: 0 }],
    ['the count is not a positive integer', { count: 0 }],
    ['the ttl is out of range', { ttl: -1 }],
    ['a member of the answer is not a host name', { rrtype: 'NS', rdata: 'ns.test', rrset: [''] }],
  ])('refuses: %s', (reason, change) => {
    expect(normaliseObservation({ ...plain, ...change })).toBe(reason);
  });
});

describe('writeObservations', () => {
  const store = useTestStore();
  const ns: Observation = {
    ...plain,
    rrtype: 'NS',
    rrname: 'example',
    rdata: 'ns1.test',
    rrset: ['ns1.test', 'ns2.test'],
  };
  const batch: Observation[] = [
    plain,
    ns,
    { ...ns, rdata: 'ns2.test' },
    { ...plain, rrtype: 'TXT', rdata: 'v=spf1' },
    { ...plain, rrtype: 'PTR4', rrname: '192.0.2.7', rdata: 'www.example' },
    { ...plain, rdata: 'nowhere' },
  ];
  const observed = ['fwd', 'rev', 'names', 'txt', 'rrsets', 'rrsets_by_hash', 'contributions'];
  const contents = async () => {
    const tables = await Promise.all(
      observed.map((table) =>
        store.engine.query<object>({ name: 'spec', sql: `SELECT * FROM ${table} FINAL ORDER BY ALL` }),
      ),
    );
    return Object.fromEntries(tables.map((rows, index) => [observed[index], rows]));
  };

  beforeEach(async () => {
    await emptyCollection(store.engine);
  });

  it('knows every table of the schema', async () => {
    const tables = await store.engine.query<{ name: string }>({
      name: 'spec',
      sql: "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name != 'schema_form' ORDER BY name",
    });
    expect(tables.map((table) => table.name)).toEqual([...collectionTables, ...serviceTables].sort());
  });

  it('writes every value as it is, however long or odd', async () => {
    const texts = [
      '',
      '\0',
      'é',
      '\ufeffx',
      '😀',
      'a'.repeat(127),
      'a'.repeat(128),
      'é'.repeat(20_000),
      'x'.repeat(2_000_000),
      '\n\t\\',
    ];
    const members = Array.from({ length: 200 }, (_, at) => `ns${String(at).padStart(3, '0')}.test`);
    const [first_seen, last_seen, count, ttl] = [0, 4_294_967_295, Number.MAX_SAFE_INTEGER, 4_294_967_295];
    const odd = { ...plain, first_seen, last_seen, count, ttl, rrname: `${'a'.repeat(63)}.example` };
    const rows = [
      ...texts.map((rdata) => ({ ...odd, rrtype: 'TXT', rdata })),
      { ...odd, rrtype: 'NS', rdata: members[0] ?? '', rrset: members },
    ];
    expect(await writeObservations(store.engine, rows, { import: 100, sequence: 1 })).toMatchObject({ rejected: 0 });
    const found = await store.engine.query<object>({
      name: 'spec',
      sql: `SELECT answer AS rdata, reverse(rname) AS rrname, toUnixTimestamp(first_seen) AS first_seen,
          toUnixTimestamp(last_seen) AS last_seen, count, ttl
        FROM fwd FINAL WHERE rrtype = 'TXT'`,
    });
    const { rrname } = odd;
    const expected = texts.map((rdata) => ({ rdata, rrname, first_seen, last_seen, count, ttl }));
    expect(found).toHaveLength(texts.length);
    expect(found).toEqual(expect.arrayContaining(expected));
    expect(await store.engine.query({ name: 'spec', sql: "SELECT members FROM rrsets WHERE rrtype = 'NS'" })).toEqual([
      { members },
    ]);
  });

  it.runIf(isLongRun)('writes 999,999 records as one block', { tags: 'long' }, async () => {
    const rows = Array.from({ length: 999_999 }, (_, at) => ({ ...plain, rrname: `h${at}.example` }));
    await writeObservations(store.engine, rows, { import: 100, sequence: 1 });
    // a part that was merged from several spans their numbers
    const sql = `SELECT table, sum(rows) AS rows, max(max_block_number - min_block_number) AS span, count() AS parts FROM system.parts
      WHERE database = currentDatabase() AND table IN ('fwd', 'rev', 'names') AND active GROUP BY table ORDER BY table`;
    const whole = { rows: 1_000_000, span: 0, parts: 1 };
    expect(await store.engine.query({ name: 'spec', sql })).toEqual([
      { table: 'fwd', ...whole },
      { table: 'names', ...whole },
      { table: 'rev', ...whole },
    ]);
  });

  it('writes what can be true and keeps the rest aside with the reason', async () => {
    expect(await writeObservations(store.engine, batch, { import: 100, sequence: 1 })).toEqual({
      written: 5,
      rejected: 1,
    });
    const records = await store.engine.query({
      name: 'spec',
      sql: "SELECT rrtype, reverse(rname) AS name, answer, count FROM fwd WHERE rrtype = 'A'",
    });
    expect(records).toEqual([{ rrtype: 'A', name: 'www.example', answer: '192.0.2.7', count: 3 }]);
    const rejects = await store.engine.query({ name: 'spec', sql: 'SELECT import, reason FROM rejects' });
    expect(rejects).toEqual([{ import: 100, reason: 'the answer is not valid for a record of type A' }]);
  });

  it('leaves a batch alone that arrived before', async () => {
    await writeObservations(store.engine, batch, { import: 100, sequence: 1 });
    const before = await contents();
    await writeObservations(store.engine, batch, { import: 100, sequence: 1 });
    expect(await contents()).toEqual(before);
  });

  it('keeps one row for a set of servers and a day, however often it is pushed', async () => {
    const seen = (first_seen: number) => ({ ...ns, first_seen, last_seen: first_seen + 60, count: 1 });
    const day = Date.parse('2026-03-01T00:00:00Z') / 1000;
    for (const [at, second] of [0, 61, 86_339, 86_400].entries())
      await writeObservations(store.engine, [seen(day + second)], { import: 100, sequence: at + 1 });
    const times = [
      { first: day, last: day + 86_399, count: '3' },
      { first: day + 86_400, last: day + 86_460, count: '1' },
    ];
    for (const table of ['rrsets', 'contributions']) {
      const sql = `SELECT toUnixTimestamp(first_seen) AS first, toUnixTimestamp(last_seen) AS last, toString(count) AS count
        FROM ${table} FINAL WHERE rrtype = 'NS' ORDER BY first`;
      expect(await store.engine.query({ name: 'spec', sql })).toEqual(times);
    }
  });

  it('adds up the batches of different imports', async () => {
    await writeObservations(store.engine, [plain], { import: 100, sequence: 1 });
    await writeObservations(store.engine, [plain], { import: 101, sequence: 1 });
    expect(await store.engine.query({ name: 'spec', sql: "SELECT count FROM fwd FINAL WHERE rrtype = 'A'" })).toEqual([
      { count: 6 },
    ]);
  });

  it.each(observed)('sends a batch again only to %s when it is missing there', async (table) => {
    await writeObservations(store.engine, batch, { import: 100, sequence: 1 });
    await writeObservations(store.engine, [{ ...plain, rrname: 'second.example' }], { import: 100, sequence: 2 });
    const whole = await contents();
    await store.engine.command({ name: 'spec', sql: `TRUNCATE TABLE ${table}` });
    await writeObservations(store.engine, batch, { import: 100, sequence: 1 });
    await writeObservations(store.engine, [{ ...plain, rrname: 'second.example' }], { import: 100, sequence: 2 });
    expect(await contents()).toEqual(whole);
  });

  it('summarises finished imports and what is there', async () => {
    const record = {
      id: 100,
      source: 'zeek',
      kind: 'observations',
      digest: 'd',
      licence: 'own',
      asOf: '2026-01-02',
    };
    await beginImport(store.engine, record);
    expect(await importState(store.engine, 100)).toMatchObject({ state: 'started' });
    await writeObservations(store.engine, batch, { import: 100, sequence: 1 });
    expect((await collectionSummary(store.engine)).sources).toEqual([]);
    await finishImport(store.engine, record, 5);
    expect(await importState(store.engine, 100)).toMatchObject({ state: 'done' });
    const { sources, totals, landmarks } = await collectionSummary(store.engine);
    expect(landmarks).toEqual([]);
    expect(sources).toMatchObject([
      { source: 'zeek', kind: 'observations', sample: false, rows: 5, as_of: '2026-01-02', licence: 'own' },
    ]);
    expect(totals).toMatchObject({ passive_dns_records: 5, names: 3, domains: 1, listings: 0, prefixes: 0 });
  });
});
