import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLiveFindings } from '#server/ingest/live-findings.ts';
import { ObservationJournal } from '#server/ingest/journal/observation-journal.ts';
import { openOutboundClient } from '#server/live/open-outbound-client.ts';
import { openTestService, type TestService } from '#test/server/collection.ts';
import { openLoopbackInternet, webAddress, type LoopbackInternet } from '#test/server/loopback-internet.ts';

const now = new Date('2026-11-21T12:00:00Z');
const place = { root: '192.0.2.1', registry: '192.0.2.2', registrar: '192.0.2.3' };
const asked: string[] = [];
let internet: LoopbackInternet;
let service: TestService;

beforeAll(async () => {
  internet = await openLoopbackInternet(['data.iana.org', 'rdap.registry.example', 'rdap.registrar.example']);
  const { zone } = internet.dns;
  for (const name of ['data.iana.org', 'rdap.registry.example', 'rdap.registrar.example'])
    zone.set(`${name} A`, [webAddress]);
  zone.set('whois.iana.org A', [place.root]);
  zone.set('whois.nic.test A', [place.registry]);
  zone.set('whois.registrar.test A', [place.registrar]);
  zone.set('whois.inside.test A', ['10.0.0.1']);
  openRegistries();
  await openWhoisServers();
  const live = openOutboundClient({ offline: false, lookupMilliseconds: 2000, testAllowance: internet.allowance });
  service = await openTestService({ now, live });
});
afterAll(async () => {
  await service.close();
  await internet.close();
});

function openRegistries(): void {
  internet.json('data.iana.org/rdap/dns.json', {
    version: '1.0',
    publication: '2026-11-01T00:00:00Z',
    services: [[['example'], ['https://rdap.registry.example/']]],
  });
  const event = (eventAction: string, eventDate: string) => ({ eventAction, eventDate });
  const entity = (role: string, ...card: unknown[]) => ({
    objectClassName: 'entity',
    roles: [role],
    vcardArray: ['vcard', [['version', {}, 'text', '4.0'], ...card]],
  });
  internet.json('rdap.registry.example/domain/acme.example', {
    objectClassName: 'domain',
    ldhName: 'ACME.EXAMPLE',
    events: [event('registration', '2020-01-02T03:04:05Z'), event('expiration', '2030-01-02T03:04:05+02:00')],
    nameservers: [{ ldhName: 'NS1.DNS.EXAMPLE' }, { ldhName: 'ns2.dns.example' }],
    status: ['client transfer prohibited'],
    secureDNS: { delegationSigned: false },
    port43: 'whois.registry.example',
    links: [
      { rel: 'related', type: 'application/rdap+json', href: 'https://rdap.registrar.example/domain/acme.example' },
      { rel: 'related', type: 'application/rdap+json', href: 'http://169.254.169.254/latest/meta-data/' },
    ],
    entities: [entity('registrar', ['fn', {}, 'text', 'Friendly Registrar'])],
  });
  internet.json('rdap.registrar.example/domain/acme.example', {
    objectClassName: 'domain',
    ldhName: 'acme.example',
    events: [event('last changed', '2026-05-06T07:08:09Z')],
    entities: [
      entity(
        'registrant',
        ['fn', {}, 'text', 'Jo <script>alert(1)</script>'],
        ['org', {}, 'text', 'Acme Ltd'],
        ['adr', {}, 'text', ['', '', ['1 Main Street', 'Floor 2'], 'Berlin', 'BE', '10115', 'Germany']],
        ['email', {}, 'text', 'jo@acme.example'],
      ),
    ],
  });
}

async function openWhoisServers(): Promise<void> {
  await internet.whois(place.root, (question) => {
    asked.push(`root ${question}`);
    if (question === 'org') return 'domain: ORG\nwhois: whois.inside.test\n';
    return question === 'test' ? 'domain: TEST\nwhois:        whois.nic.test\nstatus: ACTIVE\n' : 'status: ACTIVE\n';
  });
  await internet.whois(place.registry, (question) => {
    asked.push(`registry ${question}`);
    if (question === 'busy.test') return 'Quota exceeded: the service is not available to you today.\r\n';
    if (question === 'free.test') return 'Domain: free.test\r\nStatus: AVAILABLE\r\n';
    const referral = referrals.get(question);
    if (referral === undefined) return `No match for "${question.toUpperCase()}".\r\n`;
    return [
      `Domain Name: ${question.toUpperCase()}`,
      `Registrar WHOIS Server: ${referral}`,
      'Creation Date: 2021-02-03T04:05:06Z',
      'Registry Expiry Date: 2031-02-03T04:05:06Z',
      'Registrar: Test Registrar',
      'Domain Status: clientHold https://icann.org/epp#clientHold',
      'Name Server: NS2.DNS.TEST',
      'Name Server: ns1.dns.test',
      'DNSSEC: unsigned',
    ].join('\r\n');
  });
  await internet.whois(place.registrar, (question, connection) => {
    asked.push(`registrar ${question}`);
    const text = [
      `Domain Name: ${question}`,
      'Updated Date: 03-Apr-2026',
      'Registrant Name: Jörg',
      'Registrant Organization: Müller GmbH',
      'Registrant Street: 1 Main Street',
      'Registrant City: Köln',
      'Registrant Postal Code: 50667',
      'Registrant Country: DE',
      'Registrant Email: joerg@firm.test',
      'Registrar Abuse Contact Email: abuse@registrar.test',
      '__proto__: x',
      'constructor: y',
    ].join('\r\n');
    connection.end(Buffer.from(text, 'latin1'));
  });
}

const referrals = new Map([
  ['firm.test', 'whois://whois.registrar.test/'],
  ['loop.test', 'whois.nic.test'],
  ['inside.test', 'whois.inside.test'],
  ['gone.test', 'whois.nowhere.test'],
]);

const zoneWithout = (question: string) => internet.dns.zone.delete(question);
const ask = (domain: string) => service.get(`/explore/domain/whoislive/${domain}`);
const live = async (domain: string) => (await ask(domain)).response.whois_live;

describe('domainWhoisLive', () => {
  it('domainWhoisLive domain: reads the record of the registry and of the registrar it links to, over RDAP', async () => {
    expect(await live('www.acme.example')).toEqual({
      address: ['1 Main Street', 'Floor 2'],
      city: 'Berlin',
      country: 'DE',
      created: '2020-01-02 03:04:05',
      date_seen: '2026-11-21 12:00:00',
      domain: 'acme.example',
      emails: ['jo@acme.example'],
      expires: '2030-01-02 01:04:05',
      name: 'Jo <script>alert(1)</script>',
      nameservers: ['ns1.dns.example', 'ns2.dns.example'],
      org: 'Acme Ltd',
      registrar: 'Friendly Registrar',
      state: 'BE',
      updated: '2026-05-06 07:08:09',
      whois_server: 'whois.registry.example',
      zipcode: '10115',
      raw: expect.objectContaining({ dnssec: 'unsigned', name: 'Jo <script>alert(1)</script>', referral_url: null }),
    });
    expect(asked).toEqual([]);
  });

  it('says plainly that a domain is not there', async () => {
    expect(await live('nobody.example')).toEqual({ domain: 'nobody.example', error: 'Not found' });
    expect(await live('nobody.test')).toEqual({ domain: 'nobody.test', error: 'Not found' });
    expect(await live('free.test')).toEqual({ domain: 'free.test', error: 'Not found' });
  });

  it('asks over port 43 where there is no RDAP: the root, the registry, the registrar', async () => {
    asked.length = 0;
    const record = await live('firm.test');
    expect(asked).toEqual(['root test', 'registry firm.test', 'registrar firm.test']);
    expect(record).toMatchObject({
      address: ['1 Main Street'],
      city: 'Köln',
      country: 'DE',
      created: '2021-02-03 04:05:06',
      emails: ['joerg@firm.test', 'abuse@registrar.test'],
      expires: '2031-02-03 04:05:06',
      name: 'Jörg',
      nameservers: ['ns2.dns.test', 'ns1.dns.test'],
      org: 'Müller GmbH',
      registrar: 'Test Registrar',
      updated: '2026-04-03 00:00:00',
      zipcode: '50667',
      raw: {
        creation_date: ['2021-02-03T04:05:06Z'],
        domain_name: ['firm.test', 'FIRM.TEST'],
        status: ['clientHold https://icann.org/epp#clientHold'],
        updated_date: ['03-Apr-2026'],
      },
    });
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it.each([
    ['names itself again', 'loop.test', 1],
    ['is inside this network', 'inside.test', 1],
    ['does not exist', 'gone.test', 1],
  ])('keeps the record of the registry when the registrar %s', async (_, domain, times) => {
    asked.length = 0;
    expect(await live(domain)).toMatchObject({ domain, registrar: 'Test Registrar', name: null });
    expect(asked.filter((each) => each.startsWith('registry'))).toHaveLength(times);
  });

  it.each([
    ['answers without a record', 'busy.test', [502, 'live_failed']],
    ['is not known', 'acme.invalid', [400, 'unknown_target']],
  ])('fails when the registry %s', async (_, domain, failure) => {
    const { status, body } = await ask(domain);
    expect([status, (body['error'] as { code: string }).code]).toEqual(failure);
  });

  it('blames no spelling where the whois servers cannot be found', async () => {
    zoneWithout('whois.nic.test A');
    const { status, body } = await ask('firm.test');
    expect([status, (body['error'] as { code: string }).code]).toEqual([502, 'live_failed']);
    internet.dns.zone.set('whois.nic.test A', [place.registry]);
  });

  it.each([
    ['localhost', [400, 'refused_target']],
    ['x.internal', [400, 'refused_target']],
    ['-x.test', [400, 'refused_target']],
    ['acme.org', [502, 'refused_referral']],
  ])('%s is answered %j', async (domain, failure) => {
    asked.length = 0;
    const { status, body } = await ask(domain);
    expect([status, (body['error'] as { code: string }).code]).toEqual(failure);
    expect(asked.filter((each) => each !== 'root org')).toEqual([]);
  });

  it('refuses what is not a domain', async () => {
    expect((await ask('not%20a%20domain')).status).toBe(400);
  });
});

describe('what live look-ups learn', () => {
  const liveSource = async () => {
    const { response } = await service.get('/sightline/collection');
    return response.sources.filter(({ source }: { source: string }) => source === 'live');
  };

  it('becomes stored whois records', async () => {
    await service.findings.flush();
    const { response } = await service.get('/explore/domain/whois/acme.example');
    expect(response.whois).toMatchObject([
      {
        date: 20261121,
        created: '2020-01-02 03:04:05',
        org: 'Acme Ltd',
        nameservers: ['ns1.dns.example', 'ns2.dns.example'],
      },
    ]);
    expect(await liveSource()).toMatchObject([{ kind: 'observations', sample: false, rows: 5, as_of: '2026-11-21' }]);
  });

  it('becomes passive DNS, batch by batch, also after a restart', async () => {
    const record = (type: string, data: string, name = 'live.example') => ({ name, type, data, ttl: 60 });
    service.findings.recordDns([
      record('A', '192.0.2.7'),
      record('NS', 'b.dns.example'),
      record('NS', 'a.dns.example'),
    ]);
    await service.findings.flush();
    service.findings.recordDns([
      record('PTR', 'host.example', '7.2.0.192.in-addr.arpa'),
      record('PTR', 'lost.example', 'no.reverse.example'),
    ]);
    await service.restart();
    service.findings.recordDns([record('A', '192.0.2.7')]);
    await service.findings.flush();
    const found = async (path: string) => (await service.get(`/explore/padns/lookup/query/${path}`)).response.records;
    expect(await found('a/live.example')).toMatchObject([
      { answer: '192.0.2.7', count: 2, ttl: 60, first_seen: '2026-11-21 12:00:00', last_seen: '2026-11-21 12:00:00' },
    ]);
    expect(await found('ns/live.example')).toMatchObject([{ answer: 'a.dns.example' }, { answer: 'b.dns.example' }]);
    expect(new Set((await found('ns/live.example')).map(({ nshash }: { nshash: string }) => nshash)).size).toBe(1);
    expect(await found('ptr4/192.0.2.7')).toMatchObject([{ answer: 'host.example' }]);
    expect(await liveSource()).toMatchObject([{ rows: 10 }]);
  });

  it('is not lost for one finding that cannot be stored', async () => {
    const finding = (domain: string) => ({
      domain,
      registrar: '',
      name: '',
      org: '',
      city: '',
      state: '',
      zipcode: '',
      country: '',
      whois_server: '',
      address: [],
      emails: [],
      nameservers: [],
    });
    const folder = mkdtempSync(join(tmpdir(), 'sightline-findings-'));
    const faults: unknown[] = [];
    const onError = (error: unknown): void => void faults.push(error);
    const { engine } = service;
    const journal = new ObservationJournal(engine, folder, onError);
    const findings = openLiveFindings({ engine, journal, onError, now: () => new Date(), gatherMilliseconds: 1000 });
    findings.recordWhois({ ...finding('first.example'), name: 'First' });
    findings.recordWhois({ ...finding('half.example'), name: 'half \ud83d', emails: ['\udc00@half.example'] });
    findings.recordWhois({ ...finding('never.example'), created: '2021-13-45 99:99:99' });
    findings.recordWhois({ ...finding('last.example'), name: 'Last' });
    findings.recordDns([{ name: 'beside.example', type: 'A', data: '192.0.2.77', ttl: 60 }]);
    await findings.flush();
    rmSync(folder, { recursive: true });
    expect(faults).toHaveLength(1);
    const stored = async (domain: string) => (await service.get(`/explore/domain/whois/${domain}`)).response.whois;
    expect(await stored('first.example')).toMatchObject([{ name: 'First' }]);
    expect(await stored('half.example')).toMatchObject([{ name: 'half \ufffd', emails: ['\ufffd@half.example'] }]);
    expect(await stored('last.example')).toMatchObject([{ name: 'Last' }]);
    const { response } = await service.get('/explore/padns/lookup/query/a/beside.example');
    expect(response.records).toMatchObject([{ answer: '192.0.2.77' }]);
  });
});
