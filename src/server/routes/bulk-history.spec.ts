import { beforeAll, describe, expect, it } from 'vitest';
import { dayInt, daysAgo, now, rows } from '#test/server/addresses-collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';

const service = useTestService({ rows, now });
beforeAll(async () => {
  // an ASN with two prefixes, one of them announced twice and both for a while only
  const earlier = { asn: 64503, valid_from: daysAgo(90), valid_to: daysAgo(60) };
  await service.add({
    prefixes: [
      { first: '::ffff:198.18.128.0', length: 113, ...earlier },
      { first: '::ffff:198.18.64.0', length: 114, ...earlier },
      { first: '::ffff:198.18.64.0', length: 114, ...earlier, valid_from: daysAgo(80) },
    ],
  });
});

const historyOf = async (ips: readonly string[], dates: readonly number[]) => {
  const { response } = await service.post('/explore/bulk/history/ip2asn/ipv4', { ips, dates });
  return response.ip2asn;
};
const subnetsOf = async (asns: readonly number[]) => {
  const { response } = await service.post('/explore/bulk/asn2subnet', { asns });
  return response.asn2subnet;
};
const subnetHistoryOf = async (asns: readonly number[], dates: readonly number[]) => {
  const { response } = await service.post('/explore/bulk/history/asn2subnet', { asns, dates });
  return response.asn2subnet;
};

const [bulletproof, acme, unknown] = ['203.0.113.66', '192.0.2.10', '198.18.0.6'];
const names: Readonly<Record<number, string>> = {
  64500: 'ACME Acme Networks',
  64501: 'BULLET Bulletproof Hosting',
  64502: 'Quiet Käse Hosting',
};
const found = (ip: string, ago: number, asn: number, subnet: string) => ({
  asn,
  asname: names[asn],
  date: dayInt(ago),
  ip,
  subnet,
});
const missing = (ip: string, ago: number) => ({ date: dayInt(ago), ip, error: 'Not found' });

describe('ipv4HistoryBulk', () => {
  it('ipv4HistoryBulk ips: the inner list follows them, each as often as it was sent', async () => {
    expect(await historyOf([bulletproof, unknown, acme, bulletproof], [dayInt(0)])).toEqual([
      [
        found(bulletproof, 0, 64501, '203.0.113.0/24'),
        missing(unknown, 0),
        found(acme, 0, 64500, '192.0.2.0/24'),
        found(bulletproof, 0, 64501, '203.0.113.0/24'),
      ],
    ]);
  });

  it('ipv4HistoryBulk dates: the outer list follows them, and each day has its own prefix', async () => {
    expect(await historyOf([bulletproof], [20, 0, 21, 600, 40, 41, 20].map(dayInt))).toEqual([
      [found(bulletproof, 20, 64502, '203.0.113.0/25')],
      [found(bulletproof, 0, 64501, '203.0.113.0/24')],
      [found(bulletproof, 21, 64500, '203.0.113.0/25')],
      [missing(bulletproof, 600)],
      [found(bulletproof, 40, 64500, '203.0.113.0/25')],
      [found(bulletproof, 41, 64501, '203.0.113.0/24')],
      [found(bulletproof, 20, 64502, '203.0.113.0/25')],
    ]);
  });

  it('agrees with the history of one address on every day', async () => {
    const ago = Array.from({ length: 60 }, (_, index) => index);
    const days = await historyOf([bulletproof], ago.map(dayInt));
    const { response } = await service.get(`/explore/ip2asn/history/ipv4/${bulletproof}?window=59`);
    const spans = response.records as { asn: number; first: string; last: string; subnet: string }[];
    const expected = ago.map((each) =>
      spans.find(({ first, last }) => first <= daysAgo(each) && last >= daysAgo(each)),
    );
    expect(days.map(([{ asn, subnet }]: [{ asn: number; subnet: string }]) => [asn, subnet])).toEqual(
      expected.map((span) => [span?.asn, span?.subnet]),
    );
  });

  it('knows nothing of days to come', async () => {
    expect(await historyOf([acme], [dayInt(-1), 29991231])).toEqual([
      [missing(acme, -1)],
      [{ date: 29991231, ip: acme, error: 'Not found' }],
    ]);
  });
});

describe('asnSubnetsBulk', () => {
  it('asnSubnetsBulk asns: one record for each, in their order', async () => {
    const records = await subnetsOf([64501, 64999, 64500, 64503]);
    expect(records).toEqual([
      {
        asn: 64501,
        asname: 'BULLET Bulletproof Hosting',
        asn_allocation_age: 'UNKNOWN',
        asn_allocation_date: 'UNKNOWN',
        asn_rank: 60,
        asn_reputation: 50,
        asn_takedown_reputation: 100,
        date: dayInt(0),
        malscore: 33,
        subnets: ['203.0.113.0/24'],
        verdict: 'scored',
      },
      { asn: 64999, error: 'Not found' },
      expect.objectContaining({
        asn: 64500,
        asn_allocation_age: 1000,
        asn_allocation_date: dayInt(1000),
        malscore: 0,
        subnets: ['192.0.2.0/24'],
      }),
      // nothing active: its reputation of 0 says nothing
      expect.objectContaining({ asn: 64503, asname: 'Named Only', subnets: [], verdict: 'insufficient' }),
    ]);
  });
});

describe('asnSubnetsHistoryBulk', () => {
  const none = (asn: number, ago: number) => ({ asn, date: dayInt(ago), error: 'Not found' });
  const announced = (asn: number, ago: number, ...subnets: string[]) => ({
    asn,
    asname: names[asn] ?? 'Named Only',
    date: dayInt(ago),
    subnets,
  });

  it('asnSubnetsHistoryBulk asns: the inner list follows them', async () => {
    expect(await subnetHistoryOf([64503, 64999, 64500, 64503], [dayInt(70)])).toEqual([
      [
        announced(64503, 70, '198.18.64.0/18', '198.18.128.0/17'),
        none(64999, 70),
        announced(64500, 70, '192.0.2.0/24'),
        announced(64503, 70, '198.18.64.0/18', '198.18.128.0/17'),
      ],
    ]);
  });

  it('asnSubnetsHistoryBulk dates: the outer list follows them, and each day has its own prefixes', async () => {
    expect(await subnetHistoryOf([64500, 64502], [30, 0, 17, -1].map(dayInt))).toEqual([
      [announced(64500, 30, '192.0.2.0/24', '203.0.113.0/25'), announced(64502, 30, '198.51.100.0/24')],
      [announced(64500, 0, '192.0.2.0/24'), announced(64502, 0, '198.51.100.0/24')],
      [announced(64500, 17, '192.0.2.0/24'), announced(64502, 17, '198.51.100.0/24', '203.0.113.0/25')],
      [none(64500, -1), none(64502, -1)],
    ]);
  });

  it('refuses an answer of more subnets than anybody reads', async () => {
    const first = (index: number) => `::ffff:10.${Math.floor(index / 256)}.${index % 256}.0`;
    const prefixes = Array.from({ length: 2100 }, (_, index) => ({
      first: first(index),
      length: 120,
      asn: 64504,
      valid_from: daysAgo(9),
    }));
    await service.add({ prefixes });
    const dates = Array.from({ length: 100 }, () => dayInt(5));
    const { status, body } = await service.post('/explore/bulk/history/asn2subnet', { asns: [64504], dates });
    expect(status).toBe(400);
    expect(body['error']).toMatchObject({ parameter: 'asns', message: expect.stringContaining('fewer') });
    expect((await subnetHistoryOf([64504], dates.slice(0, 90)))[89][0].subnets).toHaveLength(2100);
  });
});
