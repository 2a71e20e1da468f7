import { describe, expect, it } from 'vitest';
import { announced } from '#test/server/announced.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { observation, observedSet } from '#test/server/seeded-observations.ts';

const span = ['2026-01-01', '2026-11-20'] as const;
const rows = {
  prefixes: [
    announced('192.0.2.0/25', 64500),
    announced('192.0.2.128/25', 64501),
    announced('198.51.100.0/24', 64500),
    announced('2001:db8::/32', 64500),
    // a part of the prefix above that another network announces
    announced('198.51.100.64/26', 64502),
  ],
  asns: [
    { asn: 64500, asname: 'ACME-AS', import: 1 },
    { asn: 64501, asname: 'OTHER-AS', import: 1 },
  ],
  obs: [
    observation('A', 'acme.example', '192.0.2.1', span),
    observation('A', 'www.acme.example', '192.0.2.1', span),
    observation('A', 'shop.example', '192.0.2.1', span),
    observation('A', 'mail.acme.example', '192.0.2.2', span),
    observation('A', 'other.example', '192.0.2.130', span),
    observation('A', 'far.example', '198.51.100.7', span),
    observation('A', 'leased.example', '198.51.100.65', span),
    observation('AAAA', 'acme.example', '2001:db8::1', span),
    ...observedSet('NS', 'acme.example', ['ns1.dns.example', 'ns2.dns.example'], span),
    ...observedSet('NS', 'shop.example', ['ns1.dns.example', 'ns2.dns.example'], span),
    ...observedSet('NS', 'old.example', ['ns1.dns.example', 'a.eu.dns.example'], span),
    ...observedSet('NS', 'apex.example', ['dns.example', 'b.eu.dns.example', 'x.a.eu.dns.example'], span),
    ...observedSet('MX', 'acme.example', ['mx.mail.example'], span),
    // flux.example: four addresses in three networks of two ASNs, one of them long gone
    observation('A', 'flux.example', '192.0.2.9', ['2026-11-01', '2026-11-20']),
    observation('A', 'flux.example', '192.0.2.200', ['2026-11-10', '2026-11-20']),
    observation('A', 'flux.example', '198.51.100.9', ['2026-11-10', '2026-11-18']),
    observation('A', 'flux.example', '203.0.113.9', ['2026-01-01', '2026-03-01']),
    observation('A', 'www.flux.example', '192.0.2.9', ['2026-11-01', '2026-11-20']),
    observation('A', 'a.b.flux.example', '192.0.2.9', ['2026-11-01', '2026-11-20']),
    observation('AAAA', 'flux.example', '2001:db8:1::1', ['2026-11-01', '2026-11-20']),
    observation('AAAA', 'flux.example', '2001:db8:1:2::1', ['2026-11-01', '2026-11-20']),
    observation('AAAA', 'flux.example', '2001:db8:2::1', ['2026-11-01', '2026-11-20']),
  ],
};

const service = useTestService({ rows, now: new Date('2026-11-21T12:00:00Z') });

const records = async (path: string) => {
  const { status, body, response } = await service.get(`/explore/padns/lookup/${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return response.records;
};
const refusedParameter = async (path: string) => {
  const { status, body } = await service.get(`/explore/padns/lookup/${path}`);
  return [status, (body['error'] as { parameter: string }).parameter];
};

describe('padnsDensity', () => {
  it.each([
    ['nssrv/ns1.dns.example', [['ns1.dns.example', 3]]],
    ['nssrv/NS1.dns.example.?scope=host', [['ns1.dns.example', 3]]],
    [
      'nssrv/ns1.dns.example?scope=domain',
      [
        ['ns1.dns.example', 3],
        ['ns2.dns.example', 2],
        ['dns.example', 1],
        ['a.eu.dns.example', 1],
        ['x.a.eu.dns.example', 1],
        ['b.eu.dns.example', 1],
      ],
    ],
    [
      'nssrv/a.eu.dns.example?scope=subdomain',
      [
        ['a.eu.dns.example', 1],
        ['b.eu.dns.example', 1],
      ],
    ],
    [
      'nssrv/dns.example?scope=subdomain',
      [
        ['ns1.dns.example', 3],
        ['ns2.dns.example', 2],
      ],
    ],
    ['mxsrv/mx.mail.example', [['mx.mail.example', 1]]],
    ['nssrv/nobody.example', []],
    ['ipv4/192.0.2.1', [['192.0.2.1', 3]]],
    ['ipv4/192.0.2.1?scope=ip', [['192.0.2.1', 3]]],
    [
      'ipv4/192.0.2.77?scope=subnet_ips',
      [
        ['192.0.2.1', 3],
        ['192.0.2.9', 3],
        ['192.0.2.2', 1],
      ],
    ],
    ['ipv4/192.0.2.99', []],
    ['ipv6/2001:DB8::1', [['2001:db8::1', 1]]],
  ])('padnsDensity query: %s', async (path, expected) => {
    const [qtype] = path.split('/');
    const found = await records(`density/${path}`);
    const pairs = found.map((record: Record<string, unknown>) => [record[qtype ?? ''], record['density']]);
    expect(new Set(pairs.map(String))).toEqual(new Set(expected.map(String)));
    expect(pairs.map(([, density]: number[]) => density)).toEqual(expected.map(([, density]) => density));
  });

  it.each([
    ['nshash', 'ns/acme.example', 2],
    ['mxhash', 'mx/acme.example', 1],
  ])('padnsDensity qtype: %s', async (qtype, path, density) => {
    const hash = (await records(`query/${path}`))[0][qtype];
    expect(await records(`density/${qtype}/${hash}`)).toEqual([{ [qtype]: hash, density }]);
    expect(await records(`density/${qtype}/${'0'.repeat(32)}`)).toEqual([]);
  });

  const first = {
    asn: 64500,
    asname: 'ACME-AS',
    subnet: '192.0.2.0/25',
    subnet_size: 128,
    ips_active: 3,
    density_avg: 2.33,
    density_max: 3,
    density_stddev: 0.94,
  };
  const second = {
    asn: 64500,
    asname: 'ACME-AS',
    subnet: '198.51.100.0/24',
    subnet_size: 256,
    ips_active: 2,
    density_avg: 1,
    density_max: 1,
    density_stddev: 0,
  };
  it('padnsDensity scope: subnet sums the announced prefix up', async () => {
    expect(await records('density/ipv4/192.0.2.77?scope=subnet')).toEqual([first]);
    expect(await records('density/ipv4/203.0.113.1?scope=subnet')).toEqual([]);
  });

  it('padnsDensity scope: asn and asn_subnets leave out what another network announces', async () => {
    const network = { asn: 64500, asname: 'ACME-AS', asn_size: 384, subnets_active: 2 };
    const whole = [{ ...network, ips_active: 5, density_avg: 1.8, density_max: 3, density_stddev: 0.98 }];
    expect(await records('density/ipv4/192.0.2.1?scope=asn')).toEqual(whole);
    expect(await records('density/asn/64500')).toEqual(whole);
    expect(await records('density/asn/AS64500?scope=asn')).toEqual(whole);
    expect(await records('density/ipv4/192.0.2.1?scope=asn_subnets')).toEqual([first, second]);
    expect(await records('density/asn/64500?scope=asn_subnets')).toEqual([first, second]);
    expect(await records('density/asn/65000')).toEqual([]);
  });

  it.each([
    ['nssrv/ns1.dns.example?scope=ip', 'scope'],
    ['asn/64500?scope=subnet', 'scope'],
    ['ipv6/2001:db8::1?scope=subnet', 'scope'],
    [`nshash/${'0'.repeat(32)}?scope=host`, 'scope'],
    ['nshash/xyz', 'query'],
    ['asn/acme', 'query'],
    ['ipv4/2001:db8::1', 'query'],
    ['nssrv/a..b', 'query'],
  ])('%s is refused by its parameter', async (path, parameter) => {
    expect(await refusedParameter(`density/${path}`)).toEqual([400, parameter]);
  });
});

describe('padnsIpDiversity', () => {
  const live_error = 'This service makes no outbound traffic, so live look-ups are off (SIGHTLINE_OFFLINE).';
  const flux = { asn_diversity: 2, host: 'flux.example', ip_diversity_all: 3, ip_diversity_groups: 2 };

  it.each([
    ['a/flux.example', [flux]],
    ['a/flux.example?scope=host', [flux]],
    ['a/flux.example?window=365', [{ ...flux, ip_diversity_all: 4, ip_diversity_groups: 3 }]],
    ['a/flux.example?window=2', [{ ...flux, ip_diversity_all: 2, ip_diversity_groups: 1 }]],
    ['a/flux.example?asn=0', [{ host: 'flux.example', ip_diversity_all: 3, ip_diversity_groups: 2 }]],
    // AAAA is always asked live: what was collected stands in for it, and says so
    ['aaaa/flux.example', [{ ...flux, asn_diversity: 1, live_error }]],
    ['a/nowhere.example', []],
  ])('%s', async (path, expected) => expect(await records(`ipdiversity/${path}`)).toEqual(expected));

  it.each([
    ['a/www.flux.example?scope=domain', ['flux.example', 'a.b.flux.example', 'www.flux.example']],
    ['a/www.flux.example?scope=subdomain', ['www.flux.example']],
    ['a/a.b.flux.example?scope=subdomain', ['a.b.flux.example']],
  ])('%s', async (path, hosts) => {
    const found = await records(`ipdiversity/${path}`);
    expect(found.map(({ host }: { host: string }) => host)).toEqual(hosts);
  });

  it('timeline=1 names every address with its times and origin', async () => {
    const [record] = await records('ipdiversity/a/flux.example?timeline=1');
    expect(record.timeline).toEqual([
      {
        asn: '64501',
        asname: 'OTHER-AS',
        first_seen: '2026-11-10 00:00:00',
        ip: '192.0.2.200',
        last_seen: '2026-11-20 00:00:00',
      },
      {
        asn: '64500',
        asname: 'ACME-AS',
        first_seen: '2026-11-10 00:00:00',
        ip: '198.51.100.9',
        last_seen: '2026-11-18 00:00:00',
      },
      {
        asn: '64500',
        asname: 'ACME-AS',
        first_seen: '2026-11-01 00:00:00',
        ip: '192.0.2.9',
        last_seen: '2026-11-20 00:00:00',
      },
    ]);
    const [plain] = await records('ipdiversity/a/flux.example?timeline=1&asn=0');
    expect(Object.keys(plain.timeline[0])).toEqual(['first_seen', 'ip', 'last_seen']);
    expect((await records('ipdiversity/a/flux.example'))[0]).not.toHaveProperty('timeline');
  });

  it('verbose=1 adds addresses, days and ASNs', async () => {
    const [record] = await records('ipdiversity/a/flux.example?verbose=1');
    expect(record).toMatchObject({
      ips: ['192.0.2.200', '198.51.100.9', '192.0.2.9'],
      dates: ['2026-11-01', '2026-11-10'],
      asns: [64500, 64501],
    });
    expect(record.timeline).toHaveLength(3);
    expect((await records('ipdiversity/a/flux.example?verbose=1&asn=0'))[0]).not.toHaveProperty('asns');
  });

  it('says that nothing goes out only where live was asked for, or nothing was collected', async () => {
    for (const path of ['a/flux.example?scope=live', 'a/nowhere.example?timeline=1', 'aaaa/nowhere.example']) {
      const { status, body } = await service.get(`/explore/padns/lookup/ipdiversity/${path}`);
      expect([path, status, (body['error'] as { code: string }).code]).toEqual([path, 503, 'offline']);
    }
    expect(await records('ipdiversity/a/nowhere.example?timeline=1&scope=host')).toEqual([]);
  });

  it('refuses what is not a name', async () => {
    expect(await refusedParameter('ipdiversity/a/a..b')).toEqual([400, 'query']);
  });
});
