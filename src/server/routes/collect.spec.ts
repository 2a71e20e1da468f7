import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CollectAnswer, CollectStep } from '#contract/generated/types.gen.ts';
import { openOutboundClient } from '#server/live/open-outbound-client.ts';
import { openTestService, type TestService } from '#test/server/collection.ts';
import {
  type LoopbackInternet,
  openLoopbackInternet,
  rootQuestion,
  webAddress,
} from '#test/server/loopback-internet.ts';

// a public address: only the resolver on loopback is ever asked about it
const address = '9.9.9.10';
const pointer = '10.9.9.9.in-addr.arpa PTR';
let internet: LoopbackInternet;
let service: TestService;

beforeAll(async () => {
  internet = await openLoopbackInternet(['data.iana.org', 'rdap.registry.example']);
  const { zone } = internet.dns;
  for (const name of ['data.iana.org', 'rdap.registry.example']) zone.set(`${name} A`, [webAddress]);
  zone.set('whois.iana.org A', ['192.0.2.1']);
  zone.set('whois.nic.test A', ['192.0.2.2']);
  zone.set('whois.inside.invalid A', ['10.0.0.1']);
  internet.json('data.iana.org/rdap/dns.json', {
    version: '1.0',
    publication: '2026-11-01T00:00:00Z',
    services: [[['example'], ['https://rdap.registry.example/']]],
  });
  internet.json('rdap.registry.example/domain/fresh.example', {
    objectClassName: 'domain',
    ldhName: 'FRESH.EXAMPLE',
    events: [{ eventAction: 'registration', eventDate: '2026-11-19T03:04:05Z' }],
    nameservers: [{ ldhName: 'NS1.DNS.EXAMPLE' }],
    status: ['active'],
  });
  internet.json('rdap.registry.example/domain/free.example', {}, 404);
  await internet.whois('192.0.2.1', (question) =>
    question === 'test'
      ? 'whois: whois.nic.test\n'
      : question === 'invalid'
        ? 'domain: INVALID\nwhois: whois.inside.invalid\n'
        : 'status: RESERVED\n',
  );
  await internet.whois('192.0.2.2', (_, connection) => void connection.destroy());
  for (const [question, values] of Object.entries({
    'fresh.example A': ['192.0.2.10', '192.0.2.11'],
    'fresh.example NS': ['ns1.dns.example'],
    'fresh.example MX': ['10 mail.fresh.example'],
    'fresh.example TXT': ['v=spf1 -all'],
    'fresh.example SOA': ['ns1.dns.example hostmaster.dns.example 1 2 3 4 5'],
    'www.fresh.example CNAME': ['fresh.example'],
    [pointer]: ['host.fresh.example'],
    'host.fresh.example A': [address],
  }))
    zone.set(question, values);
  for (const type of ['A', 'AAAA']) zone.set(`slow.example ${type}`, () => 'silence');
  const live = openOutboundClient({ offline: false, lookupMilliseconds: 2500, testAllowance: internet.allowance });
  service = await openTestService({ now: new Date('2026-11-21T12:00:00Z'), live });
});
afterAll(async () => {
  await service.close();
  await internet.close();
});

async function collect(indicator: string, what: readonly string[] = ['dns', 'registration']): Promise<CollectAnswer> {
  const { status, response } = await service.post('/sightline/collect', { indicator, what });
  expect(status).toBe(200);
  return response as CollectAnswer;
}
const byName = ({ steps = [] }: CollectAnswer): Record<string, CollectStep> =>
  Object.fromEntries(steps.map((step) => [step.name ?? '', step]));
const info = async (domain: string) => (await service.get(`/explore/domain/domaininfo/${domain}`)).response;

describe('a domain that nothing is known of', () => {
  it('is known afterwards: records and registration, in the answers that were given before', async () => {
    const records = () => service.get('/explore/padns/lookup/query/any/fresh.example');
    expect((await records()).response.records).toEqual([]);
    expect(JSON.stringify(await info('fresh.example'))).toContain('error');
    const answer = await collect('Fresh.Example.');
    expect(answer).toMatchObject({ indicator: 'fresh.example', added: 7 });
    const steps = byName(answer);
    expect(steps.A).toEqual({
      what: 'dns',
      name: 'A',
      status: 'found',
      whose: null,
      records: 2,
      message: '192.0.2.10, 192.0.2.11',
    });
    expect(steps.AAAA).toMatchObject({ status: 'none', whose: null, records: 0 });
    expect(steps['fresh.example']).toMatchObject({ what: 'registration', status: 'found', records: 1 });
    expect(steps['fresh.example']?.message).toContain('2026-11-19');
    const found = (await records()).response.records as { answer: string; type: string }[];
    expect(found.map(({ type }) => type).sort()).toEqual(['A', 'A', 'MX', 'NS', 'SOA', 'TXT']);
    expect(JSON.stringify(await info('fresh.example'))).not.toContain('"error"');
    const whois = await service.get('/explore/domain/whois/fresh.example');
    expect(JSON.stringify(whois.response)).toContain('2026-11-19');
  });

  it('may be a host name, whose registered domain is looked up', async () => {
    const steps = byName(await collect('www.fresh.example'));
    expect(steps.CNAME).toMatchObject({ status: 'found', message: 'fresh.example' });
    expect(steps['fresh.example']).toMatchObject({ what: 'registration', status: 'found' });
  });

  it('asks only whom it is told to ask', async () => {
    const asked = internet.dns.questions.length;
    const { steps } = await collect('fresh.example', ['registration']);
    expect(steps?.map(({ what }) => what)).toEqual(['registration']);
    expect(internet.dns.questions.slice(asked)).not.toContain('fresh.example A');
  });

  it('does not exist, says the registry', async () => {
    const answer = await collect('free.example');
    expect(answer.added).toBe(0);
    expect(answer.steps?.map(({ status }) => status)).toEqual(Array(8).fill('none'));
    expect(byName(answer)['free.example']?.message).toBe('The registry has no domain free.example.');
  });
});

describe('an address', () => {
  it('has a pointer, and the name points back', async () => {
    const answer = await collect(address, ['dns']);
    expect(answer).toMatchObject({ indicator: address, added: 2 });
    const steps = byName(answer);
    expect(steps.PTR).toMatchObject({ status: 'found', message: 'host.fresh.example' });
    expect(steps['A of host.fresh.example']).toMatchObject({ status: 'found', message: address });
    const { response } = await service.get(`/explore/padns/lookup/query/ptr4/${address}`);
    expect(JSON.stringify(response)).toContain('host.fresh.example');
  });

  it.each(['10.1.2.3', '127.0.0.1', '192.0.2.7', 'fe80::1', '169.254.169.254', '::ffff:10.0.0.1'])(
    'of no public network is not asked about: %s',
    async (inside) => {
      const asked = internet.dns.questions.length;
      const { steps } = await collect(inside, ['dns']);
      expect(steps).toEqual([expect.objectContaining({ name: 'PTR', status: 'refused', whose: 'this-machine' })]);
      expect(internet.dns.questions).toHaveLength(asked);
    },
  );

  it.each([
    ['registration of an address', { indicator: address, what: ['registration'] }, 'what'],
    ['a range', { indicator: '192.0.2.0/24', what: ['dns'] }, 'indicator'],
    ['nothing', { indicator: 'fresh.example', what: [] }, 'what'],
    ['something else', { indicator: 'fresh.example', what: ['ports'] }, 'what'],
  ])('%s is a wrong question', async (_, question, parameter) => {
    const { status, body } = await service.post('/sightline/collect', question);
    expect([status, body['error']]).toEqual([400, expect.objectContaining({ parameter })]);
  });
});

describe('whose fault it is', () => {
  it('a name of this network: nothing is sent', async () => {
    const asked = internet.dns.questions.length;
    const { steps = [] } = await collect('wiki.internal');
    expect(new Set(steps.map(({ status, whose }) => `${status} ${whose}`))).toEqual(new Set(['refused this-machine']));
    expect(internet.dns.questions).toHaveLength(asked);
  });

  it('a registry that does not answer, while the DNS does', async () => {
    internet.dns.zone.set('firm.test A', ['192.0.2.20']);
    const steps = byName(await collect('firm.test'));
    expect(steps.A).toMatchObject({ status: 'found' });
    expect(steps['firm.test']).toMatchObject({ status: 'failed', whose: 'registry' });
  });

  it('a registry that leads inside', async () => {
    const steps = byName(await collect('trap.invalid', ['registration']));
    expect(steps['trap.invalid']).toMatchObject({ status: 'refused', whose: 'registry' });
    expect(steps['trap.invalid']?.message).toBe(
      'The whois server whois.inside.invalid has no public address, so nothing was sent to it.',
    );
  });

  it('a resolver that is silent fails its own steps only', async () => {
    const steps = byName(await collect('slow.example', ['dns']));
    expect(steps.A).toMatchObject({ status: 'failed', whose: 'network' });
    expect(steps.NS).toMatchObject({ status: 'none' });
  });

  it('a machine without a way out', async () => {
    const { zone } = internet.dns;
    const kept = ['com NS', 'org NS', rootQuestion].map((name) => [name, zone.get(name)] as const);
    for (const [name] of kept) zone.delete(name);
    zone.delete('data.iana.org A');
    zone.delete('whois.iana.org A');
    const lost = openOutboundClient({ offline: false, lookupMilliseconds: 2500, testAllowance: internet.allowance });
    try {
      await expect(lost.whois('whois.iana.org', 'x', new AbortController().signal)).rejects.toMatchObject({
        isOfResolver: true,
      });
    } finally {
      for (const [name, values] of kept) if (values) zone.set(name, values);
      zone.set('data.iana.org A', [webAddress]);
      zone.set('whois.iana.org A', ['192.0.2.1']);
    }
  });
});

it('offline: nothing is sent, and it says so', async () => {
  await service.close();
  service = await openTestService({ now: new Date('2026-11-21T12:00:00Z') });
  const { steps = [] } = await collect('fresh.example');
  expect(new Set(steps.map(({ status, whose }) => `${status} ${whose}`))).toEqual(new Set(['refused this-machine']));
  expect(steps[0]?.message).toContain('SIGHTLINE_OFFLINE');
});
