import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dayInt, daysAgo, now } from '#test/server/addresses-collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';

// Routing data of an import that is five months old, and a network of the user's own that was imported yesterday.
const [old, own] = [2, 101];
const [packageDay, ownDay] = [150, 1];
const ledger = (id: number, ago: number) => ({
  import: id,
  source: `import ${id}`,
  kind: 'prefixes',
  state: 'done',
  as_of: daysAgo(ago),
  digest: '',
  licence: '',
});

const service = useTestService({
  now,
  rows: {
    imports: [ledger(old, packageDay), ledger(own, ownDay)],
    asns: [
      { asn: 64500, asname: 'Old Networks' },
      { asn: 64501, asname: 'Own Networks' },
      { asn: 64502, asname: 'Announces Nothing' },
    ],
    prefixes: [
      { first: '::ffff:192.0.2.0', length: 120, asn: 64500, valid_from: daysAgo(packageDay), import: old },
      { first: '2001:db8:500::', length: 48, asn: 64500, valid_from: daysAgo(packageDay), import: old },
      {
        first: '::ffff:203.0.113.0',
        length: 120,
        asn: 64500,
        valid_from: daysAgo(400),
        valid_to: daysAgo(31),
        import: own,
      },
      { first: '::ffff:203.0.113.0', length: 120, asn: 64501, valid_from: daysAgo(30), import: own },
    ],
    countries: [{ first: '::ffff:198.51.100.0', length: 120, country: 'NL', valid_from: daysAgo(500) }],
    obs: [
      {
        rrtype: 'A',
        rrname: 'www.acme.example',
        rdata: '198.18.0.5',
        first_seen: `${daysAgo(100)} 01:00:00`,
        last_seen: `${daysAgo(1)} 02:00:00`,
        count: 1,
        ttl: 300,
        sources: 4,
      },
    ],
  },
});

const infoOf = async (ip: string) => (await service.get(`/explore/ipv4/ipv4info/${ip}`)).response.ip2asn[0];
const historyOf = async (ip: string, query = '') =>
  (await service.get(`/explore/ip2asn/history/ipv4/${ip}${query}`)).response.records;
const [oldHost, ownHost, unannounced, registered] = ['192.0.2.1', '203.0.113.1', '198.18.0.5', '198.51.100.1'];

describe('the day of the data', () => {
  it('stands in the records of addresses, not the day of the question', async () => {
    expect(await infoOf(oldHost)).toMatchObject({ asn: 64500, date: dayInt(packageDay) });
    expect(await infoOf(ownHost)).toMatchObject({ asn: 64501, date: dayInt(ownDay) });
    const { response } = await service.get('/explore/ipv6/ipv6info/2001:db8:500::1');
    expect(response.ip2asn[0]).toMatchObject({ date: dayInt(packageDay) });
  });

  it('is that of the newest routing data where no one announces the address', async () => {
    expect(await infoOf(unannounced)).toMatchObject({ asn: 0, date: dayInt(ownDay) });
  });

  it('stands in the subnets of an ASN, also of one that announces nothing', async () => {
    const { response } = await service.post('/explore/bulk/asn2subnet', { asns: [64500, 64501, 64502] });
    const days = response.asn2subnet.map((record: { date: number }) => record.date);
    expect(days).toEqual([dayInt(packageDay), dayInt(ownDay), dayInt(ownDay)]);
  });

  it('ends the history of an address, which begins on its real first day', async () => {
    expect(await historyOf(oldHost)).toEqual([
      {
        asn: 64500,
        asname: 'Old Networks',
        first: daysAgo(packageDay),
        last: daysAgo(packageDay),
        subnet: '192.0.2.0/24',
      },
    ]);
    const spans = (await historyOf(ownHost, '?window=60')).map((span: Record<string, unknown>) => [
      span['asn'],
      span['first'],
      span['last'],
    ]);
    expect(spans).toEqual([
      [64501, daysAgo(30), daysAgo(ownDay)],
      [64500, daysAgo(400), daysAgo(31)],
    ]);
  });

  it('caps the day of a bulk history that asks for later days', async () => {
    const dates = [dayInt(0), dayInt(packageDay), dayInt(40)];
    const ips = await service.post('/explore/bulk/history/ip2asn/ipv4', { ips: [oldHost, ownHost], dates });
    const days = (list: { date: number }[]) => list.map(({ date }) => date);
    expect(ips.response.ip2asn.map(days)).toEqual([
      [dayInt(packageDay), dayInt(ownDay)],
      [dayInt(packageDay), dayInt(packageDay)],
      [dayInt(packageDay), dayInt(40)],
    ]);
    const asns = await service.post('/explore/bulk/history/asn2subnet', { asns: [64501], dates: [dayInt(0)] });
    expect(asns.response.asn2subnet.map(days)).toEqual([[dayInt(ownDay)]]);
  });
});

it('a day after the newest data is answered from that data, and the record says so', async () => {
  const [span] = await historyOf(oldHost, `?date=${daysAgo(1)}`);
  expect(span).toMatchObject({ asn: 64500, last: daysAgo(packageDay) });
  const { paths } = JSON.parse(readFileSync('public/openapi.json', 'utf8')) as { paths: Record<string, unknown> };
  for (const path of ['/explore/ip2asn/history/ipv4/{ipv4}', '/explore/bulk/history/ip2asn/ipv4'])
    expect(JSON.stringify(paths[path])).toContain('counts until today');
});

describe('a day to come', () => {
  it('is known of no address and no ASN', async () => {
    expect(await historyOf(ownHost, `?date=${daysAgo(-1)}`)).toEqual([{ ip: ownHost, error: 'Not found' }]);
    const bulk = await service.post('/explore/bulk/history/ip2asn/ipv4', { ips: [ownHost], dates: [dayInt(-1)] });
    expect(bulk.response.ip2asn).toEqual([[{ date: dayInt(-1), error: 'Not found', ip: ownHost }]]);
    const asns = await service.post('/explore/bulk/history/asn2subnet', { asns: [64501], dates: [dayInt(-1)] });
    expect(asns.response.asn2subnet).toEqual([[{ asn: 64501, date: dayInt(-1), error: 'Not found' }]]);
  });
});

describe('a subnet that is only held by an announced one', () => {
  it('has the reputation of that one, which the record names', async () => {
    const { response } = await service.get('/explore/ipreputation/subnet/203.0.113.128/25');
    const held = { subnet: '203.0.113.0/24', query: '203.0.113.128/25', subnet_reputation: 0 };
    expect(response.subnet_reputation).toMatchObject([held]);
    const history = await service.get('/explore/ipreputation/history/subnet/203.0.113.128/25?limit=1');
    expect(history.response.subnet_reputation_history).toMatchObject([held]);
    const itself = await service.get('/explore/ipreputation/subnet/203.0.113.0/24');
    expect(itself.response.subnet_reputation[0]).not.toHaveProperty('query');
  });

  it('has it also when it was announced itself once, and its own on those days', async () => {
    const [first, length] = ['::ffff:203.0.113.64', 122];
    const once = { first, length, asn: 64501, valid_from: daysAgo(60), valid_to: daysAgo(1), import: 1 };
    const own = { first, length, date: daysAgo(1), subnet_reputation: 50, ips_in_subnet: 64, ips_num_active: 2 };
    await service.add({ prefixes: [once], reputation_subnet: [{ ...own, ips_num_listed: 1 }] });
    const { response } = await service.get('/explore/ipreputation/history/subnet/203.0.113.64/26?limit=2');
    const [today, yesterday] = response.subnet_reputation_history;
    expect(today).toMatchObject({ subnet: '203.0.113.0/24', query: '203.0.113.64/26', date: dayInt(0) });
    expect(yesterday).toMatchObject({ subnet: '203.0.113.64/26', subnet_reputation: 50, date: dayInt(1) });
  });
});

it('a subnet that is split into announced parts has their sum from that day on', async () => {
  const [first, second, asn] = ['::ffff:198.18.64.0', '::ffff:198.18.64.128', 64501];
  const counts = (ips_num_active: number, ips_num_listed: number) => ({
    ips_in_subnet: 128,
    ips_num_active,
    ips_num_listed,
    subnet_reputation: ips_num_active === 0 ? 0 : (100 * ips_num_listed) / ips_num_active,
  });
  await service.add({
    prefixes: [
      { first, length: 120, asn, valid_from: daysAgo(60), valid_to: daysAgo(1), import: 1 },
      ...[first, second].map((part) => ({ first: part, length: 121, asn, valid_from: daysAgo(0), import: 1 })),
    ],
    reputation_subnet: [
      { first, length: 120, date: daysAgo(1), ...counts(10, 8) },
      // the day after the last one of a prefix
      { first, length: 120, date: daysAgo(0), ...counts(0, 0) },
      { first, length: 121, date: daysAgo(0), ...counts(5, 5) },
      { first: second, length: 121, date: daysAgo(0), ...counts(5, 3) },
    ],
  });
  const explained = { subnet_reputation: 80, subnet_reputation_explain: { ips_num_active: 10, ips_num_listed: 8 } };
  const { response } = await service.get('/explore/ipreputation/history/subnet/198.18.64.0/24?limit=2&explain=1');
  expect(response.subnet_reputation_history).toMatchObject([explained, explained]);
  expect(response.subnet_reputation_history[0]).not.toHaveProperty('contained');
});

describe('the country of an address that no one announces', () => {
  const netherlands = { country_code: 'NL', country_name: 'Netherlands' };

  it('is shown beside "Not found", for no score is known', async () => {
    expect(await infoOf(registered)).toEqual({
      ip: registered,
      error: 'Not found',
      ip_location: expect.objectContaining(netherlands),
    });
    const { response } = await service.post('/explore/bulk/ip2asn/ipv4', { ips: [registered] });
    expect(response.ip2asn[0]).toMatchObject({ error: 'Not found', ip_location: netherlands });
    const { response: enriched } = await service.get(`/explore/enrich/ipv4/${registered}`);
    expect(enriched.ip2asn[0]).toMatchObject({ error: 'Not found', ip_location: netherlands });
  });

  it('is left out where no registry gave the block to anybody', async () => {
    expect(await infoOf('198.18.0.6')).toEqual({ ip: '198.18.0.6', error: 'Not found' });
  });
});
