import { describe, expect, it } from 'vitest';
import { announced } from '#test/server/announced.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { observation, observedSet } from '#test/server/seeded-observations.ts';

const year = ['2026-01-01', '2026-11-20'] as const;
const whois = (domain: string, date: string, registrar: string) => ({ domain, date, registrar, import: 1 });
const provided = (name: string) => [
  ...observedSet('NS', name, ['ns1.dns.example', 'ns2.dns.example'], year),
  ...observedSet('MX', name, ['mx1.post.example', 'mx2.post.example'], year),
  observation('A', name, '192.0.2.1', year),
];
const rows = {
  prefixes: [
    announced('192.0.2.0/24', 64500),
    announced('198.51.100.0/24', 64501, { valid_to: '2026-06-30' }),
    announced('198.51.100.0/24', 64502, { valid_from: '2026-07-01' }),
    // a part of it that another network announces, all the time
    announced('198.51.100.128/25', 64503),
  ],
  asns: [
    { asn: 64500, asname: 'ACME-NET', import: 1 },
    { asn: 64501, asname: 'OLD-NET', import: 1 },
    { asn: 64502, asname: 'NEW-NET', import: 1 },
  ],
  whois: [
    whois('acme.example', '2026-03-01', 'Formerly GmbH'),
    whois('acme.example', '2026-10-01', 'Nameyard, Inc.'),
    whois('twin.example', '2026-10-01', 'NAMEYARD INC'),
    whois('own.example', '2026-10-01', 'Other Names'),
    whois('paper.example', '2026-10-01', 'Nameyard'),
  ],
  obs: [
    ...provided('acme.example'),
    ...provided('twin.example'),
    observation('A', 'www.acme.example', '198.51.100.7', year),
    // mail and name servers of its own
    ...observedSet('NS', 'own.example', ['ns1.own.example', 'ns2.own.example'], year),
    ...observedSet('MX', 'own.example', ['own.example'], year),
    observation('A', 'own.example', '198.51.100.7', year),
    observation('A', 'own.example', '198.51.100.200', year),
    // moved its servers on the last day, and its address in spring; one address was gone two days before
    ...observedSet('NS', 'mover.example', ['ns1.before.example', 'ns2.before.example'], ['2026-01-01', '2026-11-20']),
    ...observedSet(
      'NS',
      'mover.example',
      ['ns1.after.example', 'ns2.after.example'],
      ['2026-11-20 08:00:00', '2026-11-20 12:00:00'],
    ),
    observation('A', 'mover.example', '198.51.100.7', ['2026-01-01', '2026-05-01']),
    observation('A', 'mover.example', '192.0.2.1', ['2026-05-02', '2026-11-20']),
    observation('A', 'mover.example', '198.51.100.200', ['2026-10-01', '2026-11-18']),
    observation('A', 'lost.example', '203.0.113.1', year),
    // from a log with one answer a line
    ...observedSet('NS', 'lines.example', ['ns1.before.example'], ['2026-01-01', '2026-05-01']),
    ...observedSet('NS', 'lines.example', ['ns1.dns.example'], ['2026-05-01', '2026-11-20']),
    ...observedSet('NS', 'lines.example', ['ns1.after.example'], ['2026-05-01', '2026-11-20 12:00:00']),
  ],
};

const service = useTestService({ rows, now: new Date('2026-11-21T12:00:00Z') });

const one = async (path: string) => (await service.get(`/explore/domain/infratag/${path}`)).response.infratag;
const many = async (body: object, query = '') =>
  (await service.post(`/explore/bulk/domain/infratags${query}`, body)).response;
const refused = async (path: string) => {
  const { status, body } = await service.get(`/explore/domain/infratag/${path}`);
  return { status, ...(body['error'] as { code: string; parameter?: string; message: string }) };
};

const acme = 'post.example:dns.example:acme-net:nameyard';

describe('domainInfratag of collected records', () => {
  it.each([
    ['domain: is that of the domain asked for', 'acme.example', acme],
    [
      'domain: has the hosting of a host, and the rest of its registrable domain',
      'www.acme.example',
      'post.example:dns.example:new-net:nameyard',
    ],
    ['match: tags own servers as self', 'own.example?match=self', 'self:self:as64503+new-net:other-names'],
    [
      'match: tags own servers with the name of the domain',
      'own.example?match=full',
      'own.example:own.example:as64503+new-net:other-names',
    ],
    ['is of what was seen last', 'mover.example', '_:after.example:acme-net:_'],
    ['joins name servers that a log has in lines by themselves', 'lines.example', '_:after.example+dns.example:_:_'],
    ['knows a registrar alone', 'paper.example', '_:_:_:nameyard'],
    [
      'as_of: takes the records of a day, its origin and the registrar up to it',
      'acme.example?as_of=2026-04-01',
      'post.example:dns.example:acme-net:formerly',
    ],
    [
      'as_of: takes every record that spans the day',
      'mover.example?as_of=2026-11-20',
      '_:after.example+before.example:acme-net:_',
    ],
    ['as_of: takes the origin AS of that day', 'mover.example?as_of=2026-03-01', '_:before.example:old-net:_'],
    ['as_of: takes the longest prefix of that day', 'own.example?as_of=2026-03-01', 'self:self:as64503+old-net:_'],
    ['as_of: takes epoch seconds', 'mover.example?as_of=1772323200', '_:before.example:old-net:_'],
    ['as_of: takes negative seconds', 'mover.example?as_of=-345600', '_:before.example:acme-net+as64503:_'],
  ])('domainInfratag %s', async (_, path, tag) => {
    const [domain = '', query = ''] = path.split('?');
    expect(await one(`${domain}?mode=padns&${query}`)).toEqual({ domain, mode: 'padns', tag });
  });

  it('domainInfratag as_of: sets the mode, even where live is asked for', async () => {
    expect(await one('acme.example?mode=live&as_of=2026-11-01')).toEqual({
      domain: 'acme.example',
      mode: 'padns',
      tag: acme,
    });
  });

  it.each(['nowhere.example', 'lost.example', 'acme.example?as_of=2020-01-01'])(
    'says of %s that it is not found',
    async (path) => {
      const [domain = '', query = ''] = path.split('?');
      expect(await one(`${domain}?mode=padns&${query}`)).toEqual({ domain, mode: 'padns', error: 'Not found' });
    },
  );

  it.each([
    ['acme.example?as_of=-1d', 'as_of'],
    ['acme.example?as_of=yesterday', 'as_of'],
    ['a..b', 'domain'],
  ])('refuses %s by its parameter', async (path, parameter) => {
    expect(await refused(path)).toMatchObject({ status: 400, parameter });
  });
});

describe('domainInfratagBulk of collected records', () => {
  const domains = ['own.example', 'acme.example', 'nowhere.example', 'twin.example'];
  const padns = (domain: string, tag: string) => ({ domain, mode: 'padns', tag });

  it('domainInfratagBulk domains: tells each in the order given', async () => {
    expect(await many({ domains }, '?mode=padns')).toEqual({
      infratags: [
        padns('own.example', 'self:self:as64503+new-net:other-names'),
        padns('acme.example', acme),
        { domain: 'nowhere.example', mode: 'padns', error: 'Not found' },
        padns('twin.example', acme),
      ],
    });
  });

  it.each([
    [
      'match: full from the query',
      { mode: 'padns' },
      '?match=full',
      'own.example:own.example:as64503+new-net:other-names',
    ],
    [
      'match: full from the body',
      { mode: 'padns', match: 'full' },
      '',
      'own.example:own.example:as64503+new-net:other-names',
    ],
    [
      'match: the query counts before the body',
      { mode: 'padns', match: 'full' },
      '?match=self',
      'self:self:as64503+new-net:other-names',
    ],
    ['as_of: a day from the query sets the mode', {}, '?as_of=2026-03-01', 'self:self:as64503+old-net:_'],
    [
      'as_of: a day from the body sets the mode',
      { mode: 'live', as_of: '2026-03-01' },
      '',
      'self:self:as64503+old-net:_',
    ],
    [
      'as_of: the query counts before the body',
      { as_of: '2026-11-01' },
      '?as_of=2026-03-01',
      'self:self:as64503+old-net:_',
    ],
  ])('domainInfratagBulk %s', async (_, inBody, query, tag) => {
    expect((await many({ domains: ['own.example'], ...inBody }, query)).infratags).toEqual([padns('own.example', tag)]);
  });

  it.each([
    ['the query', {}, '?mode=padns&clusters=1'],
    ['the body', { mode: 'padns', clusters: 1 }, ''],
  ])('domainInfratagBulk clusters: groups by equal elements, asked for in %s', async (_, inBody, query) => {
    const asked = ['acme.example', 'mover.example', 'twin.example', 'nowhere.example'];
    expect((await many({ domains: asked, ...inBody }, query)).tag_clusters).toEqual([
      { '25': [{ domains: ['acme.example', 'mover.example', 'twin.example'], match: '*:*:acme-net:*' }] },
      { '50': [] },
      { '75': [] },
      { '100': [{ domains: ['acme.example', 'twin.example'], match: acme }] },
    ]);
  });

  it('has empty levels where nothing is shared', async () => {
    const { tag_clusters } = await many({ domains: ['acme.example'], clusters: 1, mode: 'padns' });
    expect(tag_clusters).toEqual([{ '25': [] }, { '50': [] }, { '75': [] }, { '100': [] }]);
  });

  it('reports a text that is not a name in its own record, as the other bulk look-ups do', async () => {
    const { infratags, tag_clusters } = await many({ domains: ['a..b'], mode: 'padns', clusters: 1 });
    expect(infratags).toEqual([{ domain: 'a..b', error: expect.stringContaining('is not a domain name') }]);
    expect(tag_clusters).toEqual([{ '25': [] }, { '50': [] }, { '75': [] }, { '100': [] }]);
  });
});

describe('tags where the service makes no outbound traffic', () => {
  it('come from the collection, and say so', async () => {
    expect(await one('acme.example')).toEqual({ domain: 'acme.example', mode: 'padns', tag: acme });
    const { infratags } = await many({ domains: ['acme.example'] });
    expect(infratags).toEqual([{ domain: 'acme.example', mode: 'padns', tag: acme }]);
  });

  it('are refused when live is asked for', async () => {
    expect(await refused('acme.example?mode=live')).toMatchObject({ status: 503, code: 'offline' });
    const { status } = await service.post('/explore/bulk/domain/infratags', {
      domains: ['acme.example'],
      mode: 'live',
    });
    expect(status).toBe(503);
  });
});
