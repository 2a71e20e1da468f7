import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openOutboundClient } from '#server/live/open-outbound-client.ts';
import { announced } from '#test/server/announced.ts';
import { openTestService, type TestService } from '#test/server/collection.ts';
import { type LoopbackDns, openLoopbackDns } from '#test/server/loopback-internet.ts';
import { observation, observedSet } from '#test/server/seeded-observations.ts';

const rows = {
  prefixes: [announced('192.0.2.0/24', 64500), announced('198.51.100.0/24', 64501), announced('2001:db8::/32', 64500)],
  asns: [
    { asn: 64500, asname: 'ACME-NET', import: 1 },
    { asn: 64501, asname: 'OTHER-NET', import: 1 },
  ],
  whois: [{ domain: 'acme.example', date: '2026-10-01', registrar: 'Nameyard, Inc.', import: 1 }],
  obs: [
    ...observedSet('NS', 'acme.example', ['ns1.before.example'], ['2026-01-01', '2026-11-20']),
    // the collection knows two addresses of flux.example within the window, and one long before it
    observation('A', 'flux.example', '192.0.2.1', ['2026-11-10', '2026-11-18']),
    observation('A', 'flux.example', '198.51.100.9', ['2026-11-01', '2026-11-15']),
    observation('A', 'flux.example', '192.0.2.7', ['2026-01-01', '2026-03-01']),
    observation('A', 'gone.example', '192.0.2.5', ['2026-11-01', '2026-11-15']),
    observation('A', 'mute.example', '192.0.2.6', ['2026-11-01', '2026-11-15']),
    observation('AAAA', 'flux.example', '2001:db8:9::1', ['2026-11-01', '2026-11-15']),
  ],
};

let dns: LoopbackDns;
let service: TestService;
beforeAll(async () => {
  dns = await openLoopbackDns();
  service = await openTestService({
    rows,
    now: new Date('2026-11-21T12:00:00Z'),
    live: openOutboundClient({
      offline: false,
      lookupMilliseconds: 2000,
      testAllowance: { resolvers: [dns.server], routes: {} },
    }),
  });
  for (const [question, values] of Object.entries({
    'acme.example NS': ['ns1.dns.example', 'NS2.DNS.example'],
    'acme.example MX': ['10 mail.acme.example', '20 mx.post.example'],
    'acme.example A': ['192.0.2.10', '198.51.100.10'],
    'quiet.example NS': ['ns1.quiet.example'],
    'quiet.example MX': ['0 .'],
    'flux.example A': ['192.0.2.7', '192.0.2.1', '192.0.2.99', '198.51.100.200'],
    'flux.example AAAA': ['2001:db8:1::1', '2001:db8:1:5::2', '2001:db8:2::1'],
  }))
    dns.zone.set(question, values);
  for (const type of ['A', 'NS', 'MX']) dns.zone.set(`mute.example ${type}`, () => 'silence');
});
afterAll(async () => {
  await service.close();
  await dns.close();
});
beforeEach(() => void dns.questions.splice(0));
/** Without the second try for a name that never answers, which may be on its way when its test ends. */
const asked = () => dns.questions.filter((question) => !question.startsWith('mute.example '));

const acme = 'post.example+self:dns.example:acme-net+other-net:nameyard';
const tag = async (path: string) => (await service.get(`/explore/domain/infratag/${path}`)).response.infratag;

describe('infrastructure tags of now', () => {
  it.each([
    ['mode: is live unless given', 'acme.example', acme],
    ['mode: asks DNS', 'acme.example?mode=live', acme],
    [
      'match: tags own servers with the name of the domain',
      'acme.example?match=full',
      acme.replace('post.example+self', 'acme.example+post.example'),
    ],
    ['domain: knows a null MX from a mail server', 'quiet.example', '_:self:_:_'],
  ])('domainInfratag %s', async (_, path, expected) => {
    expect(await tag(path)).toEqual({ domain: path.replace(/\?.*/, ''), mode: 'live', tag: expected });
  });

  it('domainInfratag mode: padns asks nobody', async () => {
    const { mode, tag: collected } = await tag('acme.example?mode=padns');
    expect([mode, collected]).toEqual(['padns', '_:before.example:_:nameyard']);
    await tag('acme.example?mode=live&as_of=2026-11-10');
    expect(asked()).toEqual([]);
  });

  it('says that a name no one knows is not found', async () => {
    expect(await tag('nowhere.example')).toEqual({ domain: 'nowhere.example', mode: 'live', error: 'Not found' });
  });

  it('fails where DNS does: no answer is not an empty answer', async () => {
    const { status, body } = await service.get('/explore/domain/infratag/mute.example');
    expect([status, (body['error'] as { code: string }).code]).toEqual([504, 'live_timeout']);
  });

  it('domainInfratagBulk mode: tells each in the order given, and why one failed', async () => {
    const { response } = await service.post('/explore/bulk/domain/infratags', {
      domains: ['mute.example', 'acme.example', 'nowhere.example'],
      clusters: 1,
    });
    expect(response.infratags).toEqual([
      { domain: 'mute.example', mode: 'live', error: 'The resolver did not answer in time.' },
      { domain: 'acme.example', mode: 'live', tag: acme },
      { domain: 'nowhere.example', mode: 'live', error: 'Not found' },
    ]);
    expect(response.tag_clusters).toHaveLength(4);
  });

  it.each(['?mode=padns', ''])(
    'domainInfratagBulk mode: padns in the query (%j) or the body asks nobody',
    async (query) => {
      const body = { domains: ['acme.example'], mode: query ? 'live' : 'padns' };
      const { response } = await service.post(`/explore/bulk/domain/infratags${query}`, body);
      expect(response.infratags[0].mode).toBe('padns');
      expect(asked()).toEqual([]);
    },
  );

  it('takes a hundred domains, each asked three questions', async () => {
    const domains = Array.from({ length: 100 }, (_, index) => `d${index}.example`);
    for (const domain of domains) dns.zone.set(`${domain} A`, ['192.0.2.20']);
    const { response } = await service.post('/explore/bulk/domain/infratags', { domains, clusters: 1 });
    expect(response.infratags.map(({ tag: each }: { tag: string }) => each)).toEqual(
      domains.map(() => '_:_:acme-net:_'),
    );
    expect(response.tag_clusters[3]).toEqual({ '100': [{ domains, match: '_:_:acme-net:_' }] });
    expect(asked()).toHaveLength(300);
  });

  it('adds what it learned to the collection', async () => {
    await tag('acme.example');
    await service.findings.flush();
    const { response } = await service.get('/explore/domain/infratag/acme.example?mode=padns');
    expect(response.infratag.tag).toBe(acme);
  });
});

const diversity = (path: string) => service.get(`/explore/padns/lookup/ipdiversity/${path}`);
const records = async (path: string) => (await diversity(path)).response.records;

// these run in this order: what live look-ups learn is only flushed at the end
describe('padnsIpDiversity of now', () => {
  const now = {
    asn_diversity: 2,
    host: 'flux.example',
    ip_diversity_all: 4,
    ip_diversity_groups: 2,
    ip_diversity_live: 4,
    scope: 'live',
  };
  // beside a timeline: what was seen in the last 30 days counts as well
  const listed = { ...now, ip_diversity_all: 5 };
  const entry = (ip: string, first: string, last: string) => ({
    first_seen: first.length === 10 ? `${first} 00:00:00` : first,
    ip,
    last_seen: last.length === 10 ? `${last} 00:00:00` : last,
  });
  const today = '2026-11-21 12:00:00';

  it('padnsIpDiversity scope: live counts what DNS answers now', async () => {
    expect(await records('a/flux.example?scope=live')).toEqual([now]);
    expect(await records('a/flux.example?scope=host')).toMatchObject([{ ip_diversity_all: 2 }]);
  });

  it('padnsIpDiversity qtype: aaaa is live by itself', async () => {
    const six = { ...now, asn_diversity: 1, ip_diversity_all: 3, ip_diversity_groups: 2, ip_diversity_live: 3 };
    expect(await records('aaaa/flux.example')).toEqual([six]);
    expect(await records('aaaa/flux.example?scope=live')).toEqual([six]);
  });

  it('padnsIpDiversity query: is matched exactly', async () => {
    await records('a/FLUX.example.?scope=live');
    expect(new Set(asked())).toEqual(new Set(['flux.example A']));
  });

  it('padnsIpDiversity asn: 0 leaves the ASNs out', async () => {
    const [record] = await records('a/flux.example?scope=live&asn=0&verbose=1');
    expect(record).not.toHaveProperty('asn_diversity');
    expect(record).not.toHaveProperty('asns');
    expect(record.timeline[0]).not.toHaveProperty('asn');
  });

  it('padnsIpDiversity timeline: makes it live, and joins what the collection saw', async () => {
    const [record] = await records('a/flux.example?timeline=1&asn=0');
    const { asn_diversity: _, ...counts } = listed;
    expect(record).toEqual({
      ...counts,
      timeline: [
        entry('192.0.2.99', today, today),
        entry('198.51.100.200', today, today),
        entry('192.0.2.1', '2026-11-10', today),
        entry('198.51.100.9', '2026-11-01', '2026-11-15'),
        // outside of the window, but an answer of now: first seen when the collection says so
        entry('192.0.2.7', '2026-01-01', today),
      ],
    });
  });

  it('padnsIpDiversity verbose: lists the addresses, their ASNs and days', async () => {
    const [record] = await records('a/flux.example?verbose=1');
    expect(record).toMatchObject({
      ...listed,
      ips: ['192.0.2.99', '198.51.100.200', '192.0.2.1', '198.51.100.9', '192.0.2.7'],
      dates: ['2026-01-01', '2026-11-01', '2026-11-10', '2026-11-21'],
      asns: [64500, 64501],
    });
    expect(record.timeline).toHaveLength(5);
  });

  it('the counts fit what is listed, whatever is listed', async () => {
    for (const asked of ['a/flux.example?verbose=1', 'a/gone.example?verbose=1', 'aaaa/flux.example?verbose=1']) {
      const [record] = await records(asked);
      expect(record.ip_diversity_all).toBe(new Set(record.timeline.map(({ ip }: { ip: string }) => ip)).size);
      expect(record.ip_diversity_all).toBe(record.ips.length);
      expect(record.asn_diversity).toBe(record.asns.length);
    }
  });

  it('padnsIpDiversity window: limits what the collection adds', async () => {
    const [record] = await records('a/flux.example?timeline=1&window=1');
    expect(record.timeline.map(({ ip }: { ip: string }) => ip)).not.toContain('198.51.100.9');
  });

  it('padnsIpDiversity scope: one that is given asks nobody', async () => {
    for (const path of ['a/flux.example?scope=host&timeline=1', 'a/flux.example?scope=domain&verbose=1'])
      expect((await records(path))[0]).not.toHaveProperty('scope');
    expect(await records('aaaa/flux.example?scope=host')).toMatchObject([{ ip_diversity_all: 1 }]);
    expect(asked()).toEqual([]);
  });

  it('tells and counts what was before of a name that has no address now', async () => {
    expect((await diversity('a/gone.example?scope=live')).response).toEqual({
      records: [],
      note: 'DNS answered that gone.example has no A record now: the name has none, or does not exist.',
    });
    const [record] = await records('a/gone.example?timeline=1');
    const counts = { ip_diversity_all: 1, ip_diversity_groups: 1, asn_diversity: 1 };
    expect(record).toMatchObject({ ...counts, ip_diversity_live: 0, scope: 'live' });
    expect(record.timeline).toHaveLength(1);
    expect(await records('a/nowhere.example?timeline=1')).toEqual([]);
  });

  it('falls back on the collection where DNS fails, and says so, unless live was asked for', async () => {
    const [record] = await records('a/mute.example?timeline=1');
    expect(record).toMatchObject({ ip_diversity_all: 1, timeline: [{ ip: '192.0.2.6' }] });
    expect(record.live_error).toMatch(/\w/);
    expect(record).not.toHaveProperty('ip_diversity_live');
    expect(record).not.toHaveProperty('scope');
    expect((await diversity('a/mute.example?scope=live&timeline=1')).status).toBe(504);
    expect((await diversity('aaaa/mute.example.local')).status).toBe(400);
  });

  it('adds what it learned to the collection', async () => {
    await service.findings.flush();
    expect(await records('a/flux.example?scope=host')).toMatchObject([{ ip_diversity_all: 5 }]);
  });
});
