import { beforeAll, describe, expect, it } from 'vitest';
import type {
  AsnListed,
  AsnListedNames,
  ConnectionRow,
  Connections as ConnectionsAnswer,
  Hosting,
  SubnetContents,
} from '#contract/generated/types.gen.ts';
import { type Cidr, containsAddress, parseCidr } from '#model/cidr.ts';
import { plusDays } from '#model/dates.ts';
import { canonicalIp, formatIp, parseIp } from '#model/ip-address.ts';
import { C2_MARKS, LANDMARKS } from '#sample/landmarks.ts';
import { OPERATORS } from '#sample/operators.ts';
import { randomFor } from '#sample/random.ts';
import { runs } from '#test/long.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { sampleDay, sampleNow } from '#test/server/made-once.ts';
import {
  addressesOf,
  attributes,
  expectedOf,
  listings,
  members,
  namesOf,
  populationOf,
  plainIp,
  prefixes,
  put,
  readSample,
  recentAddressesOf,
  serviceOf,
} from '#test/server/plain-connections.ts';

// Connections against a plain recomputation from the rows of the sample collection, without any of the service's indexes.

const day = sampleDay;
const monthAgo = plusDays(day, -30);
const service = useTestService({ now: sampleNow, sample: day });
beforeAll(() => readSample(day, monthAgo));

/** How many subjects, and pairs of attributes, are compared; a subject takes a third of a second. */
const compared = runs(5, 500);

/** Asks for several at a time: the service answers a few statements side by side. */
async function askAll<Value, Answer>(values: readonly Value[], ask: (value: Value) => Promise<Answer>) {
  const answers: Answer[] = [];
  for (let from = 0; from < values.length; from += 8)
    answers.push(...(await Promise.all(values.slice(from, from + 8).map(ask))));
  return answers;
}

/** More than these of one kind are cut off. */
const limits: Readonly<Record<string, number>> = { address: 30, 'ns-set': 3, 'certificate-names': 5 };

async function connectionsOf(type: string, subject: string): Promise<ConnectionRow[]> {
  const { response } = await service.get(`/connections/${type}/${subject}`);
  return (response as { connections: ConnectionRow[] }).connections;
}

describe('connections', () => {
  it(
    `each row equals a plain recomputation, for ${compared} subjects of the sample collection`,
    { timeout: 900_000, tags: 'long' },
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
      const found = await askAll(subjects, async ([type, subject]) => await connectionsOf(type, subject));
      for (const [index, [type, subject]] of subjects.entries()) {
        const rows = found[index] ?? [];
        const expected = expectedOf(type, subject);
        const given = new Set(rows.map(({ attribute, value }) => `${attribute}:${value}`));
        for (const key of given) expect(expected.keys, `${subject} ${key}`).toContain(key);
        for (const attribute of new Set([...expected.keys].map((key) => key.slice(0, key.indexOf(':'))))) {
          const count = (keys: Iterable<string>) => [...keys].filter((key) => key.startsWith(`${attribute}:`)).length;
          expect(count(given), `${subject} ${attribute}`).toBe(Math.min(count(expected.keys), limits[attribute] ?? 10));
        }
        for (const { attribute = '', value = '', shared_by, population, bits, fact, scored, worst } of rows) {
          const others = expected.others(`${attribute}:${value}`);
          const all = populationOf(attribute, value);
          const service = serviceOf(attribute, value);
          const weight = service ? 0 : Math.max(0, Math.log2(all / (others.length + 1)));
          expect({ subject, attribute, value, fact, shared_by, population, bits }).toEqual({
            subject,
            attribute,
            value,
            shared_by: others.length,
            population: all,
            fact: service,
            bits: Math.round(10 * weight) / 10,
          });
          if (scored) {
            shared += 1;
            expect(others, `${subject} ${attribute}`).toContain(worst?.subject);
          }
        }
      }
      expect(shared).toBeGreaterThan(compared);
    },
  );

  it('names what the operator of the phishing domain runs as well by its rarest values and its registrant before privacy, not by home routers', async () => {
    const { response } = await service.get(`/connections/domain/${LANDMARKS.fluxDomain.indicator}`);
    const { related, connections: rows } = response as Required<ConnectionsAnswer>;
    expect(related.map(({ operator }) => operator)).toEqual(related.map(() => 'likely'));
    expect(related[0]?.subject).toBe('secure-notices.test');
    const crew = OPERATORS.find((subjects) => subjects.includes(LANDMARKS.fluxDomain.indicator)) ?? [];
    expect(related.map(({ subject }) => subject).toSorted()).toEqual(
      crew.filter((each) => each !== LANDMARKS.fluxDomain.indicator).toSorted(),
    );
    expect(rows[0]).toMatchObject({ attribute: 'ns-set', label: 'ns1.attic-lamp.test ns2.attic-lamp.test' });
    const registrant = rows.find(({ attribute }) => attribute === 'registrant-email');
    expect(registrant).toMatchObject({ value: 'kaori.sandoval-reyes@quick-post.test', shared_by: 9 });
    expect(registrant?.bits).toBeGreaterThan(7);
    const routers = rows.filter(({ attribute, shared_by = 0 }) => attribute === 'address' && shared_by > 0);
    expect(routers).not.toEqual([]);
    for (const row of routers) expect(row).toMatchObject({ fact: 'dsl_dynamic', bits: 0 });
  });

  it.each(['parkingmeadow.example', 'pages.altocloud.example', LANDMARKS.cleanDomain.indicator])(
    'names no other subject that the operator of %s runs',
    async (domain) => {
      const { response } = await service.get(`/connections/domain/${domain}`);
      expect((response as ConnectionsAnswer).related).toEqual([]);
    },
  );

  it('a set that many share is not too common to mean anything if most of them are listed', async () => {
    const rows = await connectionsOf('domain', LANDMARKS.fluxDomain.indicator);
    const set = rows.find(
      ({ attribute, label }) => attribute === 'ns-set' && label?.includes('ns1.crowsnest-dns.test'),
    );
    expect(set).toMatchObject({ worst: { risk_score: 100 } });
    const { shared_by: count = 0, sampled = 0, listed = 0 } = set ?? {};
    expect(count).toBeGreaterThan(200);
    expect(listed / sampled).toBeGreaterThan(0.8);
  });

  it('calls a domain listed as its page does: by a listed name below it as well', async () => {
    const [shops] = await connectionsOf('ip', LANDMARKS.denseAddress.indicator);
    expect(shops).toMatchObject({ attribute: 'address', sampled: 1, listed: 1 });
  });

  it.each([
    { type: 'domain', subject: 'update-telemetry.test' },
    { type: 'ip', subject: '203.0.113.66' },
  ] as const)('the worst is the highest risk score among those that share it: $subject', async ({ type, subject }) => {
    const rows = await connectionsOf(type, subject);
    const { others } = expectedOf(type, subject);
    const rare = rows.filter(
      ({ sampled, shared_by = 0 }) => sampled === undefined && shared_by > 0 && shared_by <= 100,
    );
    expect(rare).not.toEqual([]);
    for (const { attribute, value, members: side, worst, scored } of rare) {
      const all = others(`${attribute}:${value}`);
      expect(scored).toBe(all.length);
      const answer =
        side === 'name'
          ? await service.post('/explore/bulk/domain/riskscore', { domains: all })
          : await service.post('/explore/bulk/ipv4/riskscore', { ips: all });
      const text = JSON.stringify(answer.body);
      const scores = [...text.matchAll(/"sp_risk_score":(\d+)/g)].map(([, score]) => Number(score));
      expect(worst?.risk_score, `${attribute} ${text}`).toBe(Math.max(...scores));
    }
  });

  it('leads from a command-and-control host to the two others, and from all three marks together', async () => {
    const rows = await connectionsOf('ip', '203.0.113.66');
    const marks = rows.filter(({ attribute = '' }) => ['jarm', 'favicon', 'certificate'].includes(attribute));
    expect(marks.map(({ shared_by }) => shared_by)).toEqual(marks.map(() => 2));
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

  it('any two attributes together give the intersection', { tags: 'long', timeout: 120_000 }, async () => {
    const random = randomFor('combinations');
    const keys = [...members].filter(([, all]) => all.size > 1 && all.size <= 900).map(([key]) => key);
    const ofAddresses = (key: string) =>
      /^(?:certificate|jarm|favicon|html-)/.test(key) && !key.startsWith('certificate-names');
    const pairs = Array.from({ length: compared }, () => {
      const one = keys[Math.floor(random.next() * keys.length)] ?? '';
      // another attribute that one of its members has as well
      const [member = ''] = members.get(one) ?? [];
      const same = [...(attributes.get(member) ?? [])].filter((key) => members.has(key) && key !== one);
      return [one, same[Math.floor(random.next() * same.length)]] as const;
    }).flatMap(([one, other]) =>
      other !== undefined && ofAddresses(one) === ofAddresses(other) ? [[one, other]] : [],
    );
    const answers = await askAll(pairs, async (pair) => {
      const asked = pair.map((key) => `with=${encodeURIComponent(key)}`).join('&');
      const { status, response } = await service.get(`/connections?${asked}&limit=1000`);
      expect(status, asked).toBe(200);
      return response as Readonly<Record<string, { readonly records: readonly { readonly subject: string }[] }>>;
    });
    for (const [index, [one = '', other = '']] of pairs.entries()) {
      const list = answers[index]?.[ofAddresses(one) ? 'addresses' : 'names'];
      const second = members.get(other) ?? new Set();
      const expected = [...(members.get(one) ?? [])].filter((each) => second.has(each));
      expect(list?.records.map(({ subject }) => subject).toSorted(), `${one} ${other}`).toEqual(expected.toSorted());
    }
    expect(pairs.length).toBeGreaterThan(compared / 3);
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

/** Prefixes announced on the day, the longest first. */
let announcements: { readonly asn: number; readonly cidr: Cidr }[] = [];
function originOf(ip: string): number {
  if (announcements.length === 0)
    announcements = prefixes
      .filter(({ valid_from, valid_to }) => valid_from <= day && valid_to >= day)
      .toSorted((a, b) => b.length - a.length)
      .flatMap(({ asn, first, length }) => {
        const cidr = parseCidr(`${plainIp(first)}/${first.includes('.') ? length - 96 : length}`);
        return cidr ? [{ asn, cidr }] : [];
      });
  const address = parseIp(ip);
  return announcements.find(({ cidr }) => address && containsAddress(cidr, address))?.asn ?? 0;
}

describe('asnListed', () => {
  it('names the listed addresses of the prefixes that an AS announces, the worst first', async () => {
    const expected = new Map<string, Set<string>>();
    for (const { host, source, first_listed, last_listed } of listings) {
      const address = parseIp(host);
      if (!address || first_listed > day || last_listed < monthAgo) continue;
      if (originOf(host) === 64666) put(expected, formatIp(address), source);
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
    // a watch compares all of them
    const watch = { what: 'subject', type: 'asn', subject: 'AS64666' };
    expect((await service.post('/sightline/watches/preview', watch)).response.parts).toContainEqual(
      expect.objectContaining({ part: 'Listed addresses', entries: expected.size, reason: '' }),
    );
  });
});

describe('asnListedNames', () => {
  it('names the listed names that pointed into an AS of late, the worst first', async () => {
    const expected = new Map<string, Set<string>>();
    for (const { host, source, first_listed, last_listed } of listings) {
      if (parseIp(host) || first_listed > day || last_listed < monthAgo) continue;
      if ([...(recentAddressesOf.get(host) ?? [])].some((ip) => originOf(ip) === 64666)) put(expected, host, source);
    }
    const { response } = await service.get('/connections/asn/64666/names?limit=100');
    const { total, records = [] } = response as AsnListedNames;
    expect(expected.size).toBeGreaterThan(10);
    expect(total).toBe(expected.size);
    expect(records).toHaveLength(Math.min(100, expected.size));
    for (const { domain = '', lists = [], addresses = [] } of records) {
      expect(lists, domain).toHaveLength(expected.get(domain)?.size ?? 0);
      for (const ip of addresses) expect(originOf(ip), `${domain} ${ip}`).toBe(64666);
    }
    const scores = records.map(({ risk_score }) => risk_score ?? -1);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const [worst] = records;
    const { response: alone } = await service.get(`/explore/domain/riskscore/${worst?.domain}`);
    expect(alone).toMatchObject({ sp_risk_score: worst?.risk_score });
    expect(await service.get('/connections/asn/4200000000/names')).toMatchObject({
      response: { total: 0, records: [] },
    });
  });
});

describe('subnetContents', () => {
  const inside = (cidr: Cidr, ip: string) => {
    const address = parseIp(ip);
    return address !== null && containsAddress(cidr, address);
  };
  const isCounting = ({ first_listed, last_listed }: (typeof listings)[number]) =>
    first_listed <= day && last_listed >= monthAgo;
  const contentsOf = async (subnet: string) =>
    (await service.get(`/connections/subnet/${subnet}`)).response as Required<SubnetContents>;

  it('has every active or listed address of a subnet, with its own risk score, the worst first', async () => {
    const cidr = parseCidr('203.0.113.0/25')!;
    const listed = new Set(listings.filter(isCounting).flatMap(({ host }) => (inside(cidr, host) ? [host] : [])));
    const active = new Set([...recentAddressesOf.values()].flatMap((ips) => [...ips].filter((ip) => inside(cidr, ip))));
    const { cells, cell_length } = await contentsOf('203.0.113.0/25');
    expect(cell_length).toBe(32);
    expect(cells.map(({ cell }) => cell).toSorted()).toEqual([...new Set([...listed, ...active])].toSorted());
    expect(listed.size).toBeGreaterThan(3);
    for (const { cell = '', ips_active, ips_listed, lists } of cells)
      expect({ cell, ips_active, ips_listed, isNamed: lists!.length > 0 }).toEqual({
        cell,
        ips_active: Number(active.has(cell)),
        ips_listed: Number(listed.has(cell)),
        isNamed: listed.has(cell),
      });
    const ips = cells.map(({ cell }) => cell);
    const { response } = await service.post('/explore/bulk/ipv4/riskscore', { ips });
    const alone = response as { ip: string; sp_risk_score?: number; verdict: string }[];
    expect(cells.map(({ cell, risk_score, verdict }) => [cell, risk_score, verdict])).toEqual(
      alone.map(({ ip, sp_risk_score = null, verdict }) => [ip, sp_risk_score, verdict]),
    );
    const scores = cells.map(({ risk_score }) => risk_score ?? -1);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('counts a large subnet by /24, names the prefixes inside of it, and draws no cells of a larger one', async () => {
    const large = await contentsOf('203.0.112.0/23');
    const small = await contentsOf('203.0.113.0/24');
    const [cell] = large.cells;
    expect(large).toMatchObject({ cell_length: 24, cells: [{ cell: '203.0.113.0/24', risk_score: null }] });
    const sum = (field: 'ips_active' | 'ips_listed') => small.cells.reduce((total, each) => total + each[field]!, 0);
    expect(cell).toMatchObject({ ips_active: sum('ips_active'), ips_listed: sum('ips_listed') });
    const announced = new Set(
      prefixes.flatMap(({ first, length, valid_from, valid_to }) =>
        valid_from <= day && valid_to >= day && length > 119 && plainIp(first).startsWith('203.0.113.')
          ? [`${plainIp(first)}/${length - 96}`]
          : [],
      ),
    );
    expect(large.prefixes.map(({ subnet }) => subnet).toSorted()).toEqual([...announced].toSorted());
    expect(announced.size).toBeGreaterThan(1);
    expect(await contentsOf('203.0.0.0/15')).toMatchObject({ cell_length: null, cells: [] });
    expect(await contentsOf('198.19.254.0/24')).toMatchObject({ cells: [], prefixes: [], prefixes_total: 0 });
  });
});

describe('hosting', () => {
  it('says in which networks names had addresses in the last 30 days', async () => {
    const domains = [...namesOf.keys()].toSorted().slice(0, 100);
    const { body } = await service.post('/connections/hosting', { domains });
    const { names = [] } = (body as { response: Hosting }).response;
    expect(names.map(({ domain }) => domain)).toEqual(domains);
    for (const { domain = '', host, networks = [] } of names) {
      const asked = recentAddressesOf.has(domain) ? domain : `www.${domain}`;
      const addresses = recentAddressesOf.get(asked) ?? new Set();
      expect(host, domain).toBe(addresses.size === 0 ? null : asked);
      const expected = new Map<number, number>();
      for (const ip of addresses) expected.set(originOf(ip), (expected.get(originOf(ip)) ?? 0) + 1);
      expect(new Map(networks.map(({ asn = 0, ips_total = 0 }) => [asn, ips_total])), domain).toEqual(expected);
    }
    expect(names.filter(({ host }) => host === null).length).toBeGreaterThan(0);
    const network = names.flatMap(({ networks = [] }) => networks).find(({ asn_reputation: score }) => score !== null);
    const { response } = await service.get(`/explore/ipreputation/asn/${network?.asn}`);
    expect(JSON.stringify(response)).toContain(`"asn_reputation":${network?.asn_reputation}`);
  });

  it('says of each name by itself what is wrong with it', async () => {
    const { status, body } = await service.post('/connections/hosting', { domains: ['not..a..name', 'calm.example'] });
    expect(status).toBe(200);
    const { names = [] } = (body as { response: Hosting }).response;
    expect(names[0]?.error).toContain('not a domain name');
    expect(names[1]).toMatchObject({ domain: 'calm.example', host: null, last_seen: null, networks: [] });
  });
});
