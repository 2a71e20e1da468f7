import { describe, expect, it } from 'vitest';
import { announced } from '#test/server/announced.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { observation, observedSet } from '#test/server/seeded-observations.ts';

// Answers over more than one page or one network: every record is reached, counted, or said to be left out.

const lately = ['2026-11-01', '2026-11-20'] as const;
const before = ['2026-01-01', '2026-03-31'] as const;
/** One more than an answer without a limit parameter lists. */
const crowd = 10_001;
const rows = {
  prefixes: [announced('192.0.2.0/24', 64500), announced('198.51.100.0/24', 64501)],
  asns: [
    { asn: 64500, asname: 'ACME-NET' },
    { asn: 64501, asname: 'CLOUD-NET' },
    ...Array.from({ length: crowd }, (_, at) => ({ asn: 100_000 + at, asname: `CROWD-${at}` })),
  ],
  whois: [
    { domain: 'acme.example', date: '2026-10-01', registrar: 'Nameyard' },
    { domain: 'moved.example', date: '2026-10-01', registrar: 'Elsewhere' },
  ],
  certificates: Array.from({ length: 3 }, (_, at) => ({
    fingerprint_sha1: String(at).repeat(40),
    domains: ['acme.example'],
    not_before: `2026-0${at + 1}-01 00:00:00`,
    not_after: '2027-01-01 00:00:00',
  })),
  obs: [
    ...['192.0.2.9', '192.0.2.100', '192.0.2.20', '198.51.100.3'].map((ip) =>
      observation('A', 'acme.example', ip, lately),
    ),
    ...['2001:db8::9', '2001:db8::10', '2001:db8::a', '2001:db8:1::'].map((ip) =>
      observation('AAAA', 'acme.example', ip, lately),
    ),
    observation('A', 'far.example', '203.0.113.250', lately),
    observation('AAAA', 'far.example', '2a00::1', lately),
    observation('PTR4', '192.0.2.100', 'c.acme.example', lately),
    observation('PTR4', '192.0.2.20', 'b.acme.example', lately),
    observation('PTR4', '192.0.2.3', 'a.acme.example', lately),
    observation('A', 'old.acme.example', '192.0.2.77', before),
    // an alias of an alias, and one that leads round in a circle
    observation('CNAME', 'shop.acme.example', 'shop.cdn.example', lately),
    observation('CNAME', 'shop.cdn.example', 'edge.cdn.example', lately),
    observation('A', 'edge.cdn.example', '198.51.100.7', lately),
    observation('CNAME', 'round.acme.example', 'circle.acme.example', lately),
    observation('CNAME', 'circle.acme.example', 'round.acme.example', lately),
    // had an address of its own before it became an alias
    observation('A', 'moved.example', '192.0.2.8', before),
    observation('CNAME', 'moved.example', 'edge.cdn.example', lately),
    ...observedSet('NS', 'acme.example', ['ns1.dns.example'], lately),
    ...observedSet('NS', 'flux.example', ['ns1.flux.example'], before),
    ...observedSet('MX', 'flux.example', ['mx1.post.example'], before),
    ...Array.from({ length: crowd }, (_, at) =>
      observation(
        'A',
        `host-${String(at).padStart(6, '0')}.a-rather-long-label.crowd.example`,
        '198.51.100.200',
        lately,
      ),
    ),
    ...Array.from({ length: 1100 }, (_, at) =>
      observation('A', 'flux.example', `203.0.${Math.floor(at / 250)}.${at % 250}`, lately),
    ),
  ],
};

const service = useTestService({ rows, now: new Date('2026-11-21T12:00:00Z') });

const padns = (path: string) => service.get(`/explore/padns/${path}`);
const recordsOf = async (path: string) => (await padns(path)).response.records;
const answersOf = async (path: string) => (await recordsOf(path)).map(({ answer }: { answer: string }) => answer);

describe('networks of any size', () => {
  it.each([
    ['a/192.0.2.0?netmask=19', 'acme.example'],
    ['a/203.0.113.1?netmask=8&limit=10000', 'far.example'],
    ['a/203.0.113.1?netmask=0&last_seen_before=2026-06-01', 'old.acme.example'],
    ['aaaa/2a00::5?netmask=63', 'far.example'],
    ['aaaa/2a00::5?netmask=1', 'far.example'],
    ['aaaa/2a00::5?netmask=0', 'far.example'],
  ])('the reverse lookup %s finds %s', async (path, name) => {
    const found = await recordsOf(`lookup/answer/${path}`);
    expect(found.map(({ query }: { query: string }) => query)).toContain(name);
  });

  it('answers as the lookup by both does, page by page', async () => {
    const pages = await Promise.all(
      [0, 2].map((skip) => answersOf(`lookup/answer/a/192.0.2.0?netmask=1&limit=2&skip=${skip}&sort=answer/desc`)),
    );
    const both = await answersOf('lookup/both/a/*/192.0.2.0?netmask=1&limit=4&sort=answer/desc');
    expect(pages.flat()).toEqual(both);
  });

  it.each([
    ['a', 33, 32],
    ['aaaa', 129, 128],
  ])('%s/%i is not a network', async (qtype, netmask, most) => {
    const { status, body } = await padns(
      `lookup/answer/${qtype}/${qtype === 'a' ? '192.0.2.1' : '2001:db8::1'}?netmask=${netmask}`,
    );
    expect([status, body['error']]).toMatchObject([
      400,
      { parameter: 'netmask', message: expect.stringContaining(String(most)) },
    ]);
  });
});

describe('total results', () => {
  const total = async (path: string) => {
    const { metadata } = (await service.get(`/explore/${path}${path.includes('?') ? '&' : '?'}with_metadata=1`))
      .response;
    return [metadata.results_returned, metadata.results_total_at_least, metadata.results_total_is_exact];
  };
  const operations = [
    ['padns/lookup/query/a/*.crowd.example?x=1', crowd],
    ['padns/lookup/query/a/host*?x=1', crowd],
    ['padns/lookup/answer/a/198.51.100.200?x=1', crowd],
    ['padns/lookup/both/a/*.crowd.example/198.51.100.200?x=1', crowd],
    ['padns/lookup/uld/a/*.crowd.example/192.0.2.1?x=1', crowd],
    ['padns/search/ipdiversity?domain=*.crowd.example', crowd],
    ['domain/certificates/acme.example?x=1', 3],
  ] as const;

  it.each(operations)('%s has %i', async (path, count) => {
    expect(await total(`${path}&limit=2`)).toEqual([2, count, true]);
    expect(await total(`${path}&limit=2&skip=${count - 1}`)).toEqual([1, count, true]);
    expect(await total(`${path}&limit=2&skip=${count + 5}`)).toEqual([0, count, true]);
  });

  it('nothing found is exactly none', async () => {
    expect(await total('padns/lookup/query/a/nothing.example')).toEqual([0, 0, true]);
  });

  it('says that there may be more where no one counted', async () => {
    const { response } = await padns('lookup/query/a/*.crowd.example?limit=2&prefer=job_id');
    const { metadata } = (await service.get(`/explore/job/${response.job_status.job_id}?force_metadata_on=1`)).response;
    expect([metadata.results_total_at_least, metadata.results_total_is_exact]).toEqual([3, false]);
  });

  it('the lookup of AS names is paged, and says what is left out', async () => {
    const names = async (query: string) => (await service.get(`/explore/asn/lookup?${query}`)).response;
    const first = await names('asname=crowd');
    expect([first.records.length, first.results_total, first.truncated]).toEqual([10_000, crowd, true]);
    const rest = await names('asname=crowd&skip=10000');
    expect(rest).toEqual({
      records: [{ asn: 110_000, asname: 'CROWD-10000' }],
      results_total: crowd,
      truncated: false,
    });
    expect((await names('asname=crowd&limit=3&skip=1')).records.map(({ asn }: { asn: number }) => asn)).toEqual([
      100_001, 100_002, 100_003,
    ]);
    expect(await names('asname=no-such')).toEqual({ records: [], results_total: 0, truncated: false });
  });

  it.each([
    'lookup/ipdiversity/a/crowd.example?scope=domain',
    'lookup/ipdiversity/a/x.a-rather-long-label.crowd.example?scope=subdomain&timeline=1',
  ])('%s says that its list is cut', async (path) => {
    const { response } = await padns(path);
    expect([response.records.length, response.truncated]).toEqual([10_000, true]);
  });

  it('a list that is whole is not said to be cut', async () => {
    for (const path of [
      'lookup/ipdiversity/a/acme.example?scope=domain',
      'lookup/density/ipv4/192.0.2.9?scope=subnet_ips',
    ])
      expect((await padns(path)).response).not.toHaveProperty('truncated');
  });

  it('a timeline that is cut says so beside the count', async () => {
    const [record] = await recordsOf('lookup/ipdiversity/a/flux.example?scope=host&timeline=1');
    expect([record.ip_diversity_all, record.timeline.length, record.timeline_truncated]).toEqual([1100, 1000, true]);
    const [whole] = await recordsOf('lookup/ipdiversity/a/acme.example?scope=host&timeline=1');
    expect(whole).not.toHaveProperty('timeline_truncated');
  });
});

describe('the order of addresses', () => {
  it('answers sort by their number', async () => {
    const v4 = ['192.0.2.9', '192.0.2.20', '192.0.2.100', '198.51.100.3'];
    const v6 = ['2001:db8::9', '2001:db8::a', '2001:db8::10', '2001:db8:1::'];
    for (const [qtype, expected] of [
      ['a', v4],
      ['aaaa', v6],
      ['any', [...v4, ...v6]],
    ] as const) {
      const sorted = (order: string) => answersOf(`lookup/query/${qtype}/acme.example?sort=answer/${order}`);
      const isAddress = (text: string) => /^[\d:]/.test(text);
      expect((await sorted('asc')).filter(isAddress)).toEqual(expected);
      expect((await sorted('desc')).filter(isAddress)).toEqual([...expected].reverse());
    }
    expect(await answersOf('lookup/answer/a/192.0.2.0?netmask=24&sort=answer/asc&last_seen_after=-30d')).toEqual(
      v4.slice(0, 3),
    );
    expect(await answersOf('lookup/both/aaaa/acme.example/*?sort=rdata/asc')).toEqual(v6);
    expect(await answersOf('lookup/uld/a/acme*/_?sort=answer/up')).toEqual(v4);
  });

  it('names that are addresses sort by their number, on every page', async () => {
    const path = 'lookup/query/ptr4/*?sort=query/asc&limit=1&skip=';
    const pages = await Promise.all([0, 1, 2].map((skip) => recordsOf(`${path}${skip}`)));
    expect(pages.flat().map(({ query }: { query: string }) => query)).toEqual([
      '192.0.2.3',
      '192.0.2.20',
      '192.0.2.100',
    ]);
  });
});

describe('an earlier time', () => {
  it.each([
    ['as_of=2026-02-01', ['192.0.2.77']],
    ['as_of=-270d', ['192.0.2.77']],
    ['first_seen_before=2026-02-01', ['192.0.2.77']],
    ['last_seen_before=2026-04-01', ['192.0.2.77']],
    // what was asked for counts, and so does the usual window otherwise
    ['as_of=2026-02-01&first_seen_after=-30d', []],
    ['last_seen_after=-60d', []],
    ['first_seen_before=-1d', []],
    ['as_of=2026-11-10', []],
  ])('the unsanctioned-asset search as %s', async (query, answers) => {
    expect(await answersOf(`lookup/uld/a/old.acme*/_?${query}`)).toEqual(answers);
  });
});

describe('infrastructure tags from passive DNS', () => {
  const tag = async (path: string) => (await service.get(`/explore/domain/infratag/${path}`)).response.infratag.tag;

  it('follow aliases to the network that hosts them', async () => {
    expect(await tag('shop.acme.example?mode=padns')).toBe('_:dns.example:cloud-net:nameyard');
    expect(await tag('shop.acme.example?as_of=2026-11-10')).toBe('_:dns.example:cloud-net:nameyard');
    expect(await tag('acme.example?mode=padns')).toBe('_:dns.example:acme-net+cloud-net:nameyard');
  });

  it('end where aliases lead round in a circle', async () => {
    expect(await tag('round.acme.example?mode=padns')).toBe('_:dns.example:_:nameyard');
  });

  it('a name that became an alias is where the alias leads', async () => {
    expect(await tag('moved.example?mode=padns')).toBe('_:_:cloud-net:elsewhere');
    expect(await tag('moved.example?as_of=2026-02-01')).toBe('_:_:acme-net:_');
  });

  it('follow aliases in the bulk call as well', async () => {
    const domains = ['acme.example', 'shop.acme.example', 'edge.cdn.example'];
    const { infratags } = (await service.post('/explore/bulk/domain/infratags?mode=padns', { domains })).response;
    expect(infratags.map((each: { tag: string }) => each.tag.split(':')[2])).toEqual([
      'acme-net+cloud-net',
      'cloud-net',
      'cloud-net',
    ]);
  });

  const tagged = async (pattern: string) => {
    const found = await recordsOf(`search/ipdiversity?domain=*acme.example&infratag=${encodeURIComponent(pattern)}`);
    return found.map(({ host }: { host: string }) => host).sort();
  };

  it('the diversity search takes a tag, whole or with wildcards', async () => {
    expect(await tagged('_:dns.example:acme-net+cloud-net:nameyard')).toEqual(['acme.example']);
    expect(await tagged('*:DNS.example:*')).toEqual(['acme.example']);
    expect(await tagged('*:self:*')).toEqual([]);
    const { metadata } = (
      await padns('search/ipdiversity?domain=*acme.example&infratag=*&limit=1&skip=5&with_metadata=1')
    ).response;
    expect([metadata.results_returned, metadata.results_total_at_least, metadata.results_total_is_exact]).toEqual([
      0,
      1,
      true,
    ]);
  });

  it.each([
    ['*:dns.example:*:*', ['acme.example']],
    ['*:DNS.example:*:nameyard', ['acme.example']],
    ['*:*s.example:*:*', ['acme.example']],
    ['*:dns.example:*:elsewhere', []],
    // servers last seen months ago are those of the tag all the same
    ['*:self:*:*', ['flux.example']],
    ['post.example:*:*:*', ['flux.example']],
    ['*post.example:self:*:*', ['flux.example']],
    ['*:flux.example:*:*', []],
  ])('infratag=%s alone is narrowed by the servers that it names', async (pattern, hosts) => {
    const found = await recordsOf(`search/ipdiversity?infratag=${encodeURIComponent(pattern)}`);
    expect(found.map(({ host }: { host: string }) => host)).toEqual(hosts);
  });

  it.each(['*', '*:*:*:*', '*:*f:*:*', '_:_:*:*', '*:dns.example'])(
    'infratag=%s alone names no server',
    async (pattern) => {
      const { status, body } = await padns(`search/ipdiversity?infratag=${encodeURIComponent(pattern)}`);
      expect([status, body['error']]).toMatchObject([400, { message: expect.stringContaining('mail or name server') }]);
    },
  );

  it('a tag is not compared with more hosts than it can be', async () => {
    const { status, body } = await padns('search/ipdiversity?domain=*.crowd.example&infratag=*');
    expect([status, body['error']]).toMatchObject([
      400,
      { parameter: 'infratag', message: expect.stringContaining('2000') },
    ]);
  });
});

describe('pages as long as they may be', () => {
  it.each([
    'search/ipdiversity?domain=*&timeline=1&limit=10000',
    'lookup/query/a/*?limit=10000',
    'lookup/answer/a/198.51.100.200?limit=10000',
    'lookup/both/a/*/*?limit=10000',
    'lookup/uld/a/*/_?limit=10000&reduce=host',
  ])('%s', async (path) => {
    const { status, response } = await padns(path);
    expect([status, response.records.length]).toEqual([200, 10_000]);
    if (path.includes('timeline'))
      for (const { timeline } of response.records) expect(timeline.length).toBeGreaterThan(0);
  });
});
