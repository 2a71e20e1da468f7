import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openLoopbackInternet, webAddress } from '#test/server/loopback-internet.ts';
import { useOpened } from '#test/server/use-opened.ts';
import { liveWhois } from './live-whois.ts';
import { openOutboundClient } from './open-outbound-client.ts';

const signal = new AbortController().signal;
const place = { root: '192.0.2.1', registry: '192.0.2.2', silent: '192.0.2.3' };
const rdapHosts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => `${letter}.rdap.example`);

const internet = useOpened(() => openLoopbackInternet(['data.iana.org', '*.rdap.example']));
let texts: Map<string, string>;
const asked: string[] = [];

beforeAll(async () => {
  const { zone } = internet.dns;
  for (const host of ['data.iana.org', ...rdapHosts]) zone.set(`${host} A`, [webAddress]);
  zone.set('whois.nic.example A', [place.registry]);
  zone.set('whois.silent.example A', [place.silent]);
  internet.web.set('data.iana.org/rdap/dns.json', (_, response) =>
    response.end(
      JSON.stringify({
        version: '1.0',
        publication: '2026-11-01T00:00:00Z',
        services: [[['example'], rdapHosts.map((host) => `https://${host}/`)]],
      }),
    ),
  );
  const answer = (question: string): string => {
    asked.push(question);
    return texts.get(question) ?? 'No match.';
  };
  await internet.whois(place.root, answer);
  await internet.whois(place.registry, answer);
  await internet.whois(place.silent, () => undefined);
});
beforeEach(() => {
  asked.length = 0;
  internet.dns.zone.set('whois.iana.org A', [place.root]);
  texts = new Map([
    ['example', 'domain: EXAMPLE\nwhois: whois.nic.example\n'],
    ['acme.example', 'Domain Name: ACME.EXAMPLE\nRegistrar: Port 43\n'],
  ]);
  for (const host of rdapHosts) internet.web.set(`${host}/domain/acme.example`, () => undefined);
});

/** Uses a new client each time, because a client keeps the list of RDAP servers. */
const ask = (
  domain: string,
  { caller = signal, lookupMilliseconds = 2000, rdapMilliseconds = 2000 } = {},
): Promise<unknown> => {
  const client = openOutboundClient({ offline: false, lookupMilliseconds, testAllowance: internet.allowance });
  return liveWhois(client, domain, caller, { rdapMilliseconds }).catch(
    (error: { fault?: string }) => error.fault ?? error,
  );
};
const registry = (document: object): unknown =>
  internet.web.set(`${rdapHosts[0]}/domain/acme.example`, (_, response) =>
    response.end(JSON.stringify({ objectClassName: 'domain', ldhName: 'acme.example', ...document })),
  );
const linksTo = (...urls: readonly string[]) => ({
  links: urls.map((href) => ({ rel: 'related', type: 'application/rdap+json', href })),
});
const registrar = (name: string) => ({
  entities: [{ roles: ['registrar'], vcardArray: ['vcard', [['fn', {}, 'text', name]]] }],
});

describe('RDAP that is slow', () => {
  it('leaves time for port 43, however many RDAP servers there are', async () => {
    expect(await ask('acme.example', { rdapMilliseconds: 500 })).toMatchObject({ registrar: 'Port 43' });
  });

  it('loses only the fields of a slow registrar', async () => {
    registry({ ...registrar('Over RDAP'), ...linksTo(`https://${rdapHosts[1]}/domain/acme.example`) });
    expect(await ask('acme.example')).toMatchObject({ registrar: 'Over RDAP' });
    expect(asked).toEqual([]);
  });

  it('is cancelled only by its own caller', async () => {
    const caller = new AbortController();
    const answer = ask('acme.example', { caller: caller.signal });
    setTimeout(() => caller.abort(), 100);
    expect(await answer).toBe('cancelled');
    expect(asked).toEqual([]);
  });
});

describe('RDAP that is hostile', () => {
  it('has three of its links followed', async () => {
    const followed = new Set<string>();
    const urls = Array.from({ length: 300 }, (_, index) => `https://${rdapHosts[2]}/link/${index}`);
    for (const [index, url] of urls.entries())
      internet.web.set(url.slice('https://'.length), (_, response) => {
        followed.add(`link ${index}`);
        response.end('{}');
      });
    const own = { rel: 'self', type: 'application/rdap+json', href: `https://${rdapHosts[0]}/domain/acme.example` };
    registry({ ...registrar('Many links'), links: [own, own, own, ...linksTo(...urls).links] });
    const record = await ask('acme.example', { lookupMilliseconds: 10_000, rdapMilliseconds: 20_000 });
    expect(record).toMatchObject({ registrar: 'Many links' });
    expect(followed).toEqual(new Set(['link 0', 'link 1', 'link 2']));
  });

  it('has its texts and lists cut, and halves of characters replaced', async () => {
    registry({
      ...registrar(`half \ud83d and ${'x'.repeat(50_000)}`),
      nameservers: Array.from({ length: 5000 }, (_, index) => ({ ldhName: `ns${index}.example` })),
    });
    const record = (await ask('acme.example', { lookupMilliseconds: 10_000, rdapMilliseconds: 20_000 })) as {
      registrar: string;
      name_servers: string[];
    };
    expect(record.registrar.slice(0, 10)).toBe('half \ufffd and');
    expect(record.registrar.length).toBeLessThan(5000);
    expect(record.name_servers).toHaveLength(100);
  });

  it.each([
    ['no JSON', '<html>'],
    ['nesting without end', '['.repeat(100_000)],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
  ])('falls back on port 43 where it answers %s', async (_, body) => {
    for (const host of rdapHosts) internet.web.set(`${host}/domain/acme.example`, (__, response) => response.end(body));
    expect(await ask('acme.example')).toMatchObject({ registrar: 'Port 43' });
  });
});

describe('RDAP members', () => {
  it.each([
    ['is not mentioned', undefined, null],
    ['is an empty object', {}, null],
    ['says nothing of the delegation', { zoneSigned: true, maxSigLife: 604800 }, null],
    ['has empty lists', { dsData: [], keyData: [] }, null],
    ['is signed', { delegationSigned: true }, 'signedDelegation'],
    ['is signed, in words', { delegationSigned: 'true' }, 'signedDelegation'],
    ['has DS data', { dsData: [{ keyTag: 12345, algorithm: 13, digestType: 2, digest: 'AB' }] }, 'signedDelegation'],
    ['has key data', { keyData: [{ flags: 257, protocol: 3, algorithm: 13, publicKey: 'AA==' }] }, 'signedDelegation'],
    ['is unsigned', { delegationSigned: false }, 'unsigned'],
    ['is unsigned, in words', { delegationSigned: 'false' }, 'unsigned'],
    ['is unsigned beside a key that the registry knows', { delegationSigned: false, keyData: [{}] }, 'unsigned'],
  ])('secureDNS that %s', async (_, secureDNS, dnssec) => {
    registry({ ...registrar('Over RDAP'), secureDNS });
    expect(await ask('acme.example')).toMatchObject({ registrar: 'Over RDAP', dnssec });
  });

  const holder = (...card: unknown[]) => ({
    entities: [...registrar('R').entities, { roles: ['registrant'], vcardArray: ['vcard', card] }],
  });
  const address = (parameters: object, ...parts: unknown[]) => ['adr', parameters, 'text', parts];

  it.each([
    ['a handle alone', { handle: '1498673-X' }, null],
    ['a short handle alone', { handle: '9' }, null],
    ['a handle as its name', { handle: 'X', vcardArray: ['vcard', [['fn', {}, 'text', '1498673-X']]] }, null],
    ['a name', { handle: '1498673-X', vcardArray: ['vcard', [['fn', {}, 'text', 'Registrar AB']]] }, 'Registrar AB'],
  ])('a registrar with %s', async (_, entity, name) => {
    registry({ status: ['active'], entities: [{ roles: ['registrar'], ...entity }] });
    expect(await ask('acme.example')).toMatchObject({ status: ['active'], registrar: name });
  });

  it('a placeholder is not a registrant', async () => {
    registry(
      holder(
        ['fn', {}, 'text', 'Data protected'],
        ['org', {}, 'text', 'Not shown, please visit www.registry.example for webbased whois.'],
        address({}, '', '', 'REDACTED FOR PRIVACY', 'Not Disclosed', 'REDACTED FOR PRIVACY', 'GDPR Masked', 'NA'),
      ),
    );
    const none = { name: null, org: null, address: [], city: null, state: null, zipcode: null };
    expect(await ask('acme.example')).toMatchObject({ ...none, country: 'NA' });
  });

  it.each([
    ['a list', address({}, '', '', ['1 Main Street', 'Floor 2'], 'Berlin', '', '10115', 'DE')],
    ['line breaks', address({}, '', '', '1 Main Street\nFloor 2', 'Berlin', '', '10115', 'DE')],
    ['an address without structure', address({ label: '1 Main Street\nFloor 2' }, '', '', '', '', '', '', '')],
  ])('two lines of a street as %s', async (_, card) => {
    registry(holder(card));
    expect(await ask('acme.example')).toMatchObject({ address: ['1 Main Street', 'Floor 2'] });
  });
});

describe('names that no registry registers', () => {
  it.each([
    'localhost',
    'x.internal',
    'printer.local',
    'x.home.arpa',
    '-h.example',
    '-acme.example',
    'acme-.example',
    'a_b.example',
  ])('%s reaches no server', async (domain) => {
    internet.dns.questions.length = 0;
    expect(await ask(domain)).toBe('refused_target');
    expect([...asked, ...internet.dns.questions]).toEqual([]);
  });
});

describe('whois over port 43', () => {
  beforeEach(() => texts.set('org', 'domain: ORG\nwhois: whois.nic.example\n'));

  it.each([
    ['the root has no address', () => internet.dns.zone.delete('whois.iana.org A'), 'live_failed'],
    ['the registry has no address', () => texts.set('org', 'domain: ORG\nwhois: whois.gone.example\n'), 'live_failed'],
    ['the root is at loopback', () => internet.dns.zone.set('whois.iana.org A', ['127.0.0.1']), 'refused_referral'],
    [
      'the registry is at loopback',
      () => {
        internet.dns.zone.set('whois.inside.example A', ['127.0.0.1']);
        texts.set('org', 'domain: ORG\nwhois: whois.inside.example\n');
      },
      'refused_referral',
    ],
    ['the registry is an address', () => texts.set('org', 'domain: ORG\nwhois: 127.0.0.1\n'), 'refused_referral'],
    ['the registry is silent', () => texts.set('org', 'domain: ORG\nwhois: whois.silent.example\n'), 'live_timeout'],
    ['the zone has no whois server', () => texts.set('org', 'domain: ORG\nstatus: ACTIVE\n'), 'live_failed'],
    ['the zone does not exist', () => texts.delete('org'), 'unknown_target'],
  ])('where %s', async (_, prepare, fault) => {
    prepare();
    expect(await ask('acme.org', { lookupMilliseconds: 1000 })).toBe(fault);
  });

  it('asks each server once, however they refer to each other', async () => {
    texts.set('acme.org', 'Registrar: R\nWHOIS Server: whois.nic.example\nRegistrar WHOIS Server: whois.iana.org\n');
    expect(await ask('acme.org')).toMatchObject({ registrar: 'R' });
    expect(asked.filter((question) => question === 'acme.org').length).toBeLessThanOrEqual(2);
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  it('reads a referral from any text as fast as from a usual one of its size', async () => {
    const cost = async (record: string, zone: string): Promise<number> => {
      texts.set('acme.org', record).set('org', zone);
      const started = process.cpuUsage();
      await ask('acme.org', { lookupMilliseconds: 60_000 });
      const { user, system } = process.cpuUsage(started);
      return user + system;
    };
    const line = 'Name Server: ns1.acme.example\n';
    const usual = (size: number) => line.repeat(size / line.length);
    const server = 'whois: whois.nic.example\n';
    const benign = () => cost(`Registrar: R\n${usual(220_000)}`, `${server}${usual(150_000)}`);
    await benign(); // without the compiler
    const bound = 15 * (await benign());
    const record = `${'\n'.repeat(120_000)}Registrar: R\n${' '.repeat(100_000)}`;
    expect(await cost(record, `${'\n \t'.repeat(50_000)}\n${server}`)).toBeLessThan(bound);
  });
});
