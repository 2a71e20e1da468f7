import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AsnListed, ConnectionRow } from '#contract/generated/types.gen.ts';
import { containsAddress, parseCidr } from '#model/cidr.ts';
import { isSameOrBelow } from '#model/domain-name.ts';
import { canonicalIp, formatIp, parseIp } from '#model/ip-address.ts';
import { C2_MARKS } from '#sample/landmarks.ts';
import { randomFor } from '#sample/random.ts';
import type { SampleTables } from '#sample/rows.ts';
import { sampleCollection } from '#sample/sample.ts';
import { registrableDomain } from '#server/input/name.ts';
import { openTestService, type TestService } from '#server/testing/collection.ts';

// Connections against a plain recomputation from the rows of the sample collection, without any of the service's indexes.

const day = new Date().toISOString().slice(0, 10);
const now = new Date(`${day}T12:00:00Z`);
let service: TestService;
beforeAll(async () => {
  service = await openTestService({ now, sample: day });
}, 300_000);
afterAll(() => service.close());

/** 'attribute:value' to who has it. */
const members = new Map<string, Set<string>>();
/** Subject to 'attribute:value'. Only of those that were scanned under the name, for domains. */
const attributes = new Map<string, Set<string>>();
const addressesOf = new Map<string, Set<string>>();
/** Registrable domain to names that have addresses. */
const namesOf = new Map<string, Set<string>>();
const newestWhois = new Map<string, SampleTables['whois']>();
interface Scan {
  readonly ip: string;
  readonly hostname: string;
  readonly key: string;
}
const scans: Scan[] = [];
/** By registrable domain. */
const scansOf = new Map<string, Scan[]>();

function put(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}

function note(key: string, member: string, subject = member): void {
  put(members, key, member);
  put(attributes, subject, key);
}

const plainIp = (ip: string) => canonicalIp(ip.replace('::ffff:', '')) ?? ip;
const byType = { A: 'address', AAAA: 'address', MX: 'mx', CNAME: 'cname', TXT: 'txt' } as const;

function noteRecord({ rrtype, rrname, rdata, rrset }: SampleTables['obs']): void {
  if (rrtype === 'NS') {
    put(members, `name-server:${rdata}`, rrname);
    if (rrset[0] === rdata) note(`ns-set:${createHash('md5').update(rrset.join(',')).digest('hex')}`, rrname);
  }
  if (!(rrtype in byType)) return;
  const attribute = byType[rrtype as keyof typeof byType];
  const value = attribute === 'address' ? plainIp(rdata) : rdata;
  note(`${attribute}:${value}`, rrname);
  if (attribute === 'address') put(addressesOf, rrname, value);
}

function noteScan(attribute: string, value: string | number, { ip, hostname }: { ip: string; hostname: string }): void {
  if (value === '') return;
  const key = `${attribute}:${value}`;
  note(key, plainIp(ip));
  if (hostname !== '') scans.push({ ip: plainIp(ip), hostname, key });
}

type Reader = { readonly [T in keyof SampleTables]?: (row: SampleTables[T]) => void };
const listings: SampleTables['listings'][] = [];
const prefixes: SampleTables['prefixes'][] = [];

const readers: Reader = {
  listings: (row) => void listings.push(row),
  prefixes: (row) => void prefixes.push(row),
  obs: noteRecord,
  whois: (row) => {
    for (const [attribute, value] of whoisValues(row)) put(members, `${attribute}:${value}`, row.domain);
    if ((newestWhois.get(row.domain)?.date ?? '') < row.date) newestWhois.set(row.domain, row);
  },
  certificates: ({ fingerprint_sha1, domains }) => {
    for (const name of domains) {
      const key = `certificate-names:${fingerprint_sha1}`;
      put(members, key, name.replace(/^\*\./, ''));
      put(attributes, name, key);
    }
  },
  scan_certificates: (row) => noteScan('certificate', row.fingerprint_sha1, row),
  scan_jarm: (row) => noteScan('jarm', row.jarm_hash, row),
  scan_html: (row) => {
    noteScan('html-hash', row.html_body_murmur3, row);
    noteScan('html-title', row.html_title, row);
  },
  scan_favicon: (row) => {
    if (row.favicon_md5 !== '' || row.favicon_mmh3 !== 0) noteScan('favicon', row.favicon_mmh3, row);
    // the second icon of a visit is found by its value, and is not an attribute of the host
    if (row.favicon2_md5 !== '' || row.favicon2_mmh3 !== 0)
      put(members, `favicon:${row.favicon2_mmh3}`, plainIp(row.ip));
  },
};

function whoisValues({ registrar, org, name, emails }: SampleTables['whois']): (readonly [string, string])[] {
  return [
    ['registrar', registrar] as const,
    ['registrant-org', org] as const,
    ['registrant-name', name] as const,
    ...emails.map((email) => ['registrant-email', email] as const),
  ].flatMap(([attribute, value]) => (value.trim() === '' ? [] : [[attribute, value.trim().toLowerCase()] as const]));
}

beforeAll(() => {
  for (const { table, rows } of sampleCollection(day)) {
    const read = readers[table] as ((row: unknown) => void) | undefined;
    if (read) for (const row of rows) read(row);
  }
  for (const name of addressesOf.keys()) put(namesOf, registrableDomain(name), name);
  for (const scan of scans)
    scansOf.set(registrableDomain(scan.hostname), [...(scansOf.get(registrableDomain(scan.hostname)) ?? []), scan]);
  for (const [domain, row] of newestWhois)
    for (const [attribute, value] of whoisValues(row)) put(attributes, domain, `${attribute}:${value}`);
});

interface Expected {
  readonly keys: ReadonlySet<string>;
  /** Others that have it. */
  readonly others: (key: string) => string[];
}

function expectedOf(type: string, subject: string): Expected {
  if (type === 'ip')
    return {
      keys: new Set([
        `address:${subject}`,
        ...[...(attributes.get(subject) ?? [])].filter((key) => !/^(?:ns-set|mx|cname|txt):/.test(key)),
      ]),
      others: (key) => [...(members.get(key) ?? [])].filter((member) => member !== subject),
    };
  const domain = registrableDomain(subject);
  const names = [...(namesOf.get(domain) ?? [])];
  const pointed = (at: string) =>
    new Set(names.flatMap((name) => (isSameOrBelow(name, at) ? [...(addressesOf.get(name) ?? [])] : [])));
  const [own, below] = [pointed(domain), pointed(subject)];
  const scanned = (scansOf.get(domain) ?? []).filter(
    ({ hostname, ip }) => isSameOrBelow(hostname, subject) && below.has(ip),
  );
  const ofDomain = [...(attributes.get(domain) ?? [])].filter((key) => /^(?:ns-set|registra)/.test(key));
  const ofName = [...(attributes.get(subject) ?? [])].filter((key) => !/^(?:ns-set|registra)/.test(key));
  return {
    keys: new Set([...ofName, ...ofDomain, ...scanned.map(({ key }) => key)]),
    others: (key) => [...(members.get(key) ?? [])].filter((each) => !isSameOrBelow(each, domain) && !own.has(each)),
  };
}

/** `npm run agreement` compares more. */
const compared = import.meta.env.MODE === 'whole' ? 500 : 60;

/** More than these of one kind are cut off. */
const limits: Readonly<Record<string, number>> = { address: 30, 'ns-set': 3, 'certificate-names': 5 };

async function connectionsOf(type: string, subject: string): Promise<ConnectionRow[]> {
  const { response } = await service.get(`/connections/${type}/${subject}`);
  return (response as { connections: ConnectionRow[] }).connections;
}

describe('connections', () => {
  it(
    `each row equals a plain recomputation, for ${compared} subjects of the sample collection`,
    { timeout: 300_000 },
    async () => {
      const random = randomFor('connections');
      const pick = (all: readonly string[], count: number) =>
        Array.from({ length: count }, () => all[Math.floor(random.next() * all.length)] ?? '');
      const names = [...attributes.keys()].filter((key) => canonicalIp(key) === null && !key.startsWith('*'));
      const ips = [...attributes.keys()].filter((key) => canonicalIp(key) !== null);
      const subjects = [
        ...pick(names, compared * 0.7).map((name) => ['domain', name] as const),
        ...pick(ips, compared * 0.3).map((ip) => ['ip', ip] as const),
      ];
      let shared = 0;
      for (const [type, subject] of subjects) {
        const rows = await connectionsOf(type, subject);
        const expected = expectedOf(type, subject);
        const given = new Set(rows.map(({ attribute, value }) => `${attribute}:${value}`));
        for (const key of given) expect(expected.keys, `${subject} ${key}`).toContain(key);
        for (const attribute of new Set([...expected.keys].map((key) => key.slice(0, key.indexOf(':'))))) {
          const count = (keys: Iterable<string>) => [...keys].filter((key) => key.startsWith(`${attribute}:`)).length;
          expect(count(given), `${subject} ${attribute}`).toBe(Math.min(count(expected.keys), limits[attribute] ?? 10));
        }
        for (const { attribute, value, shared_by, more, common, scored, worst } of rows) {
          const others = expected.others(`${attribute}:${value}`);
          expect({ subject, attribute, value, shared_by, more }).toEqual({
            ...{ subject, attribute, value, shared_by: Math.min(others.length, 1000), more: others.length > 1000 },
          });
          if (others.length > 200) expect(common).toBe(true);
          if (common) expect([scored, worst]).toEqual([0, null]);
          else if (scored) {
            shared += 1;
            expect(others, `${subject} ${attribute}`).toContain(worst?.subject);
          }
        }
      }
      expect(shared).toBeGreaterThan(compared);
    },
  );

  it('the worst is the highest risk score among those that share it', async () => {
    const rows = await connectionsOf('domain', 'update-telemetry.test');
    const { others } = expectedOf('domain', 'update-telemetry.test');
    const rare = rows.filter(({ common, shared_by = 0 }) => !common && shared_by > 0);
    expect(rare).not.toEqual([]);
    for (const { attribute, value, members: side, worst, scored } of rare) {
      const all = others(`${attribute}:${value}`);
      expect(scored).toBe(all.length);
      const answer =
        side === 'name'
          ? await service.post('/explore/bulk/domain/riskscore', { domains: all })
          : await service.post('/explore/bulk/ip2asn/ipv4/riskscore', { ips: all });
      const text = JSON.stringify(answer.body);
      const scores = [...text.matchAll(/"sp_risk_score":(\d+)/g)].map(([, score]) => Number(score));
      expect(worst?.risk_score, `${attribute} ${text}`).toBe(Math.max(...scores));
    }
  });

  it('leads from a command-and-control host to the two others, and from all three marks together', async () => {
    const rows = await connectionsOf('ip', '203.0.113.66');
    const marks = rows.filter(({ attribute = '' }) => ['jarm', 'favicon', 'certificate'].includes(attribute));
    expect(marks.map(({ shared_by, common }) => [shared_by, common])).toEqual(marks.map(() => [2, false]));
    expect(marks).toHaveLength(3);
    const asked = marks.map(({ attribute, value }) => `with=${attribute}:${encodeURIComponent(value ?? '')}`);
    const { response } = await service.get(`/connections?${asked.join('&')}`);
    expect(response).toMatchObject({
      addresses: { total: 3, more: false },
      names: { records: expect.arrayContaining([expect.objectContaining({ subject: 'update-telemetry.test' })]) },
    });
    const { addresses } = response as { addresses: { records: { subject: string; risk_score: number }[] } };
    expect(addresses.records.map(({ subject }) => subject).toSorted()).toEqual(
      ['192.0.2.77', '198.51.100.140', '203.0.113.66'].toSorted(),
    );
    expect(addresses.records.every(({ risk_score }) => risk_score >= 0)).toBe(true);
  });

  it('combines attributes of names and of addresses', async () => {
    const jarm = `with=jarm:${C2_MARKS.jarm}`;
    const byRegistrar = `with=registrar:${encodeURIComponent('NIGHTOWL names')}`;
    const { response } = await service.get(`/connections?${byRegistrar}&${jarm}&limit=1000`);
    const hosts = members.get(`jarm:${C2_MARKS.jarm}`) ?? new Set();
    const expected = [...(members.get('registrar:nightowl names') ?? [])].filter((name) =>
      [...(addressesOf.get(name) ?? [])].some((ip) => hosts.has(ip)),
    );
    const { names } = response as { names: { records: { subject: string }[]; total: number } };
    expect(names.records.map(({ subject }) => subject).toSorted()).toEqual(expected.toSorted());
    expect(names.total).toBe(expected.length);
    expect(expected).not.toEqual([]);
  });

  it('any two attributes together give the intersection', { timeout: 120_000 }, async () => {
    const random = randomFor('combinations');
    const keys = [...members].filter(([, all]) => all.size > 1 && all.size <= 900).map(([key]) => key);
    let found = 0;
    for (let round = 0; round < 60; round += 1) {
      const one = keys[Math.floor(random.next() * keys.length)] ?? '';
      // another attribute that one of its members has as well
      const [member = ''] = members.get(one) ?? [];
      const same = [...(attributes.get(member) ?? [])].filter((key) => members.has(key) && key !== one);
      const other = same[Math.floor(random.next() * same.length)];
      if (other === undefined) continue;
      const asked = [one, other].map((key) => `with=${encodeURIComponent(key)}`).join('&');
      const { status, response } = await service.get(`/connections?${asked}&limit=1000`);
      expect(status, asked).toBe(200);
      const ofAddresses = (key: string) =>
        /^(?:certificate|jarm|favicon|html-)/.test(key) && !key.startsWith('certificate-names');
      if (ofAddresses(one) !== ofAddresses(other)) continue;
      const list = response[ofAddresses(one) ? 'addresses' : 'names'] as { records: { subject: string }[] };
      const second = members.get(other) ?? new Set();
      const expected = [...(members.get(one) ?? [])].filter((each) => second.has(each));
      expect(list.records.map(({ subject }) => subject).toSorted(), asked).toEqual(expected.slice(0).toSorted());
      found += 1;
    }
    expect(found).toBeGreaterThan(20);
  });

  it.each([
    ['jarm', 'with', 'attribute:value'],
    ['shoe-size:44', 'with', 'attributes are'],
    ['favicon:soft', 'with', 'whole number'],
    ['address:example.com', 'with', 'an IP address'],
  ])('refuses with=%s and says what to send', async (text, parameter, words) => {
    const { status, body } = await service.get(`/connections?with=${text}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ parameter, message: expect.stringContaining(words) });
  });

  it('answers nothing for a subject that nothing is known of', async () => {
    expect(await connectionsOf('domain', 'nobody-has-seen-this.test')).toEqual([]);
    const { status } = await service.get('/connections/domain/not..a..name');
    expect(status).toBe(400);
  });
});

describe('asnListed', () => {
  it('names the listed addresses of the prefixes that an AS announces, the worst first', async () => {
    const announced = prefixes
      .filter(({ asn, valid_from }) => asn === 64666 && valid_from <= day)
      .flatMap(
        ({ first, length }) => parseCidr(`${plainIp(first)}/${first.includes('.') ? length - 96 : length}`) ?? [],
      );
    const earliest = new Date(now.getTime() - 30 * 86_400_000).toISOString().slice(0, 10);
    const expected = new Map<string, Set<string>>();
    for (const { host, source, first_listed, last_listed } of listings) {
      const address = parseIp(host);
      if (!address || first_listed > day || last_listed < earliest) continue;
      if (announced.some((cidr) => containsAddress(cidr, address))) put(expected, formatIp(address), source);
    }
    const { response } = await service.get('/connections/asn/64666?limit=100');
    const { total, records } = response as AsnListed;
    expect(expected.size).toBeGreaterThan(100);
    expect(total).toBe(expected.size);
    for (const { ip = '', lists = [] } of records ?? []) expect(lists).toHaveLength(expected.get(ip)?.size ?? 0);
    const scores = (records ?? []).map(({ risk_score }) => risk_score ?? -1);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const [worst] = records ?? [];
    const { response: alone } = await service.get(`/explore/ipv4/riskscore/${worst?.ip}`);
    expect(JSON.stringify(alone)).toContain(`"sp_risk_score":${worst?.risk_score}`);
    expect(await service.get('/connections/asn/4200000000')).toMatchObject({ response: { total: 0, records: [] } });
  });
});
