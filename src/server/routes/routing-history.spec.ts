import { beforeAll, describe, expect, it } from 'vitest';
import { announced, loadEntries, originOf } from '#test/server/staged-routing.ts';
import { dayInt, daysAgo, now } from '#test/server/addresses-collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import type { RoutingEntry } from '#server/ingest/feeds/read/entry.ts';

// Packaged data of five months ago, ranges of two days, announcements of one day in between, and what the registries gave out.
const packaged = 150;
const [firstRanges, routes, secondRanges, registries] = [40, 30, 20, 10];

const origin = (first: string, last: string, asn: number, country: string, asname = `Network ${asn}`) =>
  originOf(first, last, asn, country, asname);
const allocated = (start: string, count: number, date: string, country = 'SE'): RoutingEntry => ({
  what: 'allocation',
  registry: 'ripencc',
  country,
  kind: 'ipv4',
  start,
  count,
  date,
  status: 'allocated',
});

const load = async (source: { importId: number; rank: number }, ago: number, ...entries: RoutingEntry[]) => {
  const options = { ...source, source: `feed:${source.importId}`, asOf: daysAgo(ago) };
  await loadEntries(service.engine, options, entries);
};
const [iptoasn, delegated, pfx2as] = [
  { importId: 40, rank: 1 },
  { importId: 41, rank: 1 },
  { importId: 42, rank: 2 },
];
const ledger = { state: 'done', as_of: daysAgo(packaged), digest: '', licence: '' };
const service = useTestService({
  now,
  rows: {
    imports: [
      { import: 2, source: 'package', kind: 'prefixes', ...ledger },
      { import: 3, source: 'package', kind: 'countries', ...ledger },
    ],
    asns: [{ asn: 64500, asname: 'Packaged Name', import: 2 }],
    prefixes: [
      { first: '::ffff:192.0.2.0', length: 120, asn: 64500, valid_from: daysAgo(packaged), import: 2 },
      { first: '::ffff:203.0.113.0', length: 120, asn: 64500, valid_from: daysAgo(packaged), import: 2 },
      // of the sample collection: no snapshot ends it
      {
        first: '::ffff:198.18.0.0',
        length: 120,
        asn: 64510,
        valid_from: daysAgo(90),
        allocated: daysAgo(99),
        import: 5,
      },
    ],
    countries: [{ first: '::ffff:192.0.2.0', length: 120, country: 'US', valid_from: daysAgo(packaged), import: 3 }],
  },
});
beforeAll(async () => {
  await load(
    iptoasn,
    firstRanges,
    origin('192.0.2.0', '192.0.2.255', 64500, 'NL', 'Newer Name'),
    origin('203.0.113.0', '203.0.113.255', 64501, 'DE'),
  );
  // the later ranges arrive before the older announcements
  await load(
    iptoasn,
    secondRanges,
    origin('192.0.2.0', '192.0.2.127', 64500, 'NL', 'Newest Name'),
    origin('192.0.2.128', '192.0.2.255', 64502, 'FR'),
    origin('198.51.100.0', '198.51.100.255', 64503, 'IT'),
  );
  await load(pfx2as, routes, announced('192.0.2.0/23', 64500), announced('203.0.113.0/25', 64504, 64501));
  await load(
    delegated,
    registries,
    allocated('192.0.2.0', 256, '2001-02-03'),
    allocated('198.51.100.0', 128, '2011-01-01', 'NO'),
    {
      what: 'allocation',
      registry: 'arin',
      country: 'US',
      kind: 'asn',
      start: 64500,
      count: 2,
      date: '1999-12-31',
      status: 'assigned',
    },
    {
      what: 'allocation',
      registry: 'arin',
      country: 'US',
      kind: 'asn',
      start: 64503,
      count: 1,
      date: '',
      status: 'reserved',
    },
  );
});

const infoOf = async (ip: string) => (await service.get(`/explore/ipv4/ipv4info/${ip}`)).response.ip2asn[0];
const bulkHistoryOf = async (ip: string, ...ago: number[]) => {
  const { response } = await service.post('/explore/bulk/history/ip2asn/ipv4', { ips: [ip], dates: ago.map(dayInt) });
  return response.ip2asn.map(([record]: [Record<string, unknown>]) => record);
};

describe('A1: an address', () => {
  it('belongs to whom the newest data says, of the day of that data', async () => {
    expect(await infoOf('192.0.2.200')).toMatchObject({
      asn: 64502,
      asname: 'Network 64502',
      subnet: '192.0.2.128/25',
      date: dayInt(secondRanges),
    });
    expect(await infoOf('192.0.2.1')).toMatchObject({ asn: 64500, asname: 'Newest Name', subnet: '192.0.2.0/25' });
  });

  it('has the allocation that holds its whole prefix, and the country of the registry', async () => {
    expect(await infoOf('192.0.2.200')).toMatchObject({
      subnet_allocation_date: 20010203,
      asn_allocation_date: 'UNKNOWN',
      ip_location: { country_code: 'SE' },
    });
    expect(await infoOf('192.0.2.1')).toMatchObject({ asn_allocation_date: 19991231 });
    // the announced /24 is larger than the block
    expect(await infoOf('198.51.100.1')).toMatchObject({
      subnet: '198.51.100.0/24',
      subnet_allocation_date: 'UNKNOWN',
      subnet_allocation_age: 'UNKNOWN',
      asn_allocation_date: 'UNKNOWN',
      ip_location: { country_code: 'NO' },
    });
    // where no registry data is: what stood there before
    expect(await infoOf('198.51.100.200')).toMatchObject({ ip_location: { country_code: 'IT' } });
    expect(await infoOf('198.18.0.1')).toMatchObject({ asn: 64510, subnet_allocation_date: dayInt(99) });
  });

  it('is unknown when the newest data does not have it, with the country of the last data that had one', async () => {
    expect(await infoOf('203.0.113.1')).toEqual({ ip: '203.0.113.1', error: 'Not found' });
  });
});

describe('A10: addresses on days', () => {
  it('answers from the data of the day, and says of which day that is', async () => {
    const days = [packaged + 1, 60, firstRanges, firstRanges - 3, routes, 25, secondRanges, 0];
    expect(await bulkHistoryOf('192.0.2.200', ...days)).toEqual([
      { date: dayInt(packaged + 1), ip: '192.0.2.200', error: 'Not found' },
      ...[
        [packaged, 64500, '192.0.2.0/24', 'Newest Name'],
        [firstRanges, 64500, '192.0.2.0/24', 'Newest Name'],
        [firstRanges, 64500, '192.0.2.0/24', 'Newest Name'],
        [routes, 64500, '192.0.2.0/23', 'Newest Name'],
        [routes, 64500, '192.0.2.0/23', 'Newest Name'],
        [secondRanges, 64502, '192.0.2.128/25', 'Network 64502'],
        [secondRanges, 64502, '192.0.2.128/25', 'Network 64502'],
      ].map(([ago, asn, subnet, asname]) => ({ date: dayInt(Number(ago)), ip: '192.0.2.200', asn, asname, subnet })),
    ]);
  });

  it('names the lowest AS where several announce a prefix from the same day on', async () => {
    expect(await bulkHistoryOf('203.0.113.1', routes)).toMatchObject([{ asn: 64501, subnet: '203.0.113.0/25' }]);
  });
});

describe('A12: the prefixes of an AS on days', () => {
  it('are those of the data of the day', async () => {
    const dates = [60, firstRanges, routes, 0].map(dayInt);
    const { response } = await service.post('/explore/bulk/history/asn2subnet', { asns: [64500], dates });
    const records = response.asn2subnet.map(([record]: [{ date: number; subnets: string[] }]) => record);
    expect(records.map(({ date, subnets }: { date: number; subnets: string[] }) => [date, subnets])).toEqual([
      [dayInt(packaged), ['192.0.2.0/24', '203.0.113.0/24']],
      [dayInt(firstRanges), ['192.0.2.0/24']],
      [dayInt(routes), ['192.0.2.0/23']],
      [dayInt(secondRanges), ['192.0.2.0/25']],
    ]);
  });

  it('A11: are those of today, with the day on which the number was given out', async () => {
    const { response } = await service.post('/explore/bulk/asn2subnet', { asns: [64500, 64501, 64510] });
    expect(response.asn2subnet).toMatchObject([
      { asn: 64500, date: dayInt(secondRanges), subnets: ['192.0.2.0/25'], asn_allocation_date: 19991231 },
      { asn: 64501, date: dayInt(secondRanges), subnets: [], asn_allocation_date: 19991231 },
      { asn: 64510, subnets: ['198.18.0.0/24'], asn_allocation_date: 'UNKNOWN' },
    ]);
  });
});

describe('A13: the history of an address', () => {
  it('tells every span, the last up to the day of the data', async () => {
    const { response } = await service.get('/explore/ip2asn/history/ipv4/192.0.2.200?window=200');
    const spans = response.records.map((each: Record<string, unknown>) => [
      each['asn'],
      each['subnet'],
      each['first'],
      each['last'],
    ]);
    expect(spans).toEqual([
      [64502, '192.0.2.128/25', daysAgo(secondRanges), daysAgo(secondRanges)],
      [64500, '192.0.2.0/23', daysAgo(routes), daysAgo(secondRanges + 1)],
      [64500, '192.0.2.0/24', daysAgo(packaged), daysAgo(routes + 1)],
    ]);
  });

  it('ends where the data lost the address', async () => {
    const { response } = await service.get('/explore/ip2asn/history/ipv4/203.0.113.200?window=200');
    expect(response.records).toMatchObject([
      { asn: 64501, subnet: '203.0.113.0/24', first: daysAgo(firstRanges), last: daysAgo(routes + 1) },
      { asn: 64500, subnet: '203.0.113.0/24', first: daysAgo(packaged), last: daysAgo(firstRanges + 1) },
    ]);
  });
});
