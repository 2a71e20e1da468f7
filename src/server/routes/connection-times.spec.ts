import { expect, it } from 'vitest';
import type { Campaign, Connections, SharedValue } from '#contract/generated/types.gen.ts';
import { useTestService } from '#test/server/use-test-service.ts';

// Values that were shared years apart.

const seconds = (day: string) => Date.parse(day) / 1000;
const record = (rrtype: string, rrname: string, rdata: string, from: string, to: string) => ({
  rrtype,
  rrname,
  rdata,
  rrset: [rdata],
  first_seen: seconds(from),
  last_seen: seconds(to),
  count: 1,
  ttl: 60,
  sources: 1,
});
const registration = (domain: string, date: string) => ({
  domain,
  date,
  created: '2017-01-01 00:00:00',
  registrar: 'Paper Names',
  emails: ['one@post.test'],
});

// then.test had the address and the mail server in 2017; so did same.test, and late.test and its host much later
const then = ['2017-01-02', '2017-05-01'] as const;
const now = ['2024-03-01', '2024-06-01'] as const;
const background = Array.from({ length: 400 }, (_, at) => [
  record('A', `d${at}.test`, `192.0.2.${at % 200}`, ...then),
  record('MX', `d${at}.test`, `mx.d${at}.test`, ...then),
  record('CNAME', `d${at}.test`, `edge.d${at}.test`, ...then),
  record('TXT', `d${at}.test`, `token=d${at}`, ...then),
]).flat();
const service = useTestService({
  rows: {
    obs: [
      ...background,
      ...['then.test', 'same.test'].flatMap((name) => [
        record('A', name, '198.51.100.7', ...then),
        record('MX', name, 'mx.shared.test', ...then),
      ]),
      record('A', 'www.late.test', '198.51.100.7', ...now),
      record('MX', 'late.test', 'mx.shared.test', ...now),
      ...['then.test', 'same.test'].map((name) => record('CNAME', name, 'edge.shared.test', ...then)),
      record('CNAME', 'late.test', 'edge.shared.test', '2017-06-01', '2024-06-01'),
      record('TXT', 'then.test', 'token=1', ...then),
      record('TXT', 'late.test', 'token=1', ...now),
    ],
    whois: [
      ...Array.from({ length: 400 }, (_, at) => ({
        ...registration(`d${at}.test`, `20${10 + (at % 10)}-03-04`),
        created: `20${10 + (at % 10)}-02-03 00:00:00`,
        emails: [`d${at}@post.test`],
      })),
      ...['then.test', 'same.test'].map((name) => registration(name, '2017-02-01')),
      registration('late.test', '2024-04-01'),
    ],
  },
});

const apart = { until: '2017-05-01', from: '2024-03-01' };

it('a record that others had years later weighs nothing in the link, and says so', async () => {
  const { response } = await service.get('/connections/domain/then.test');
  const { related } = response as Required<Connections>;
  const sharesWith = (name: string) =>
    new Map(
      related
        .find(({ subject }) => subject === name)
        ?.shares?.map(({ attribute, bits, apart: gap }) => [attribute, { isCounted: (bits ?? 0) > 0, gap }]),
    );
  const late = sharesWith('late.test');
  expect(Object.fromEntries(late)).toMatchObject({
    // the address through a host below, the mail server of the domain itself
    address: { isCounted: false, gap: apart },
    mx: { isCounted: false, gap: apart },
    txt: { isCounted: false, gap: apart },
    // less than a year between them
    cname: { isCounted: true, gap: undefined },
    // registrations are of a moment: the former registrant is the one to look for
    'registrant-email': { isCounted: true, gap: undefined },
    created: { isCounted: true, gap: undefined },
  });
  // late.test may have moved to the registrar in the seven years before its record
  expect([...late.keys()]).not.toContain('registrar-day');
  const same = sharesWith('same.test');
  expect(same.get('registrar-day')).toEqual({ isCounted: true, gap: undefined });
  // the pair counts in place of its parts
  for (const part of ['registrar', 'created']) expect([...same.keys()]).not.toContain(part);
  for (const attribute of ['address', 'mx']) expect(same.get(attribute)).toEqual({ isCounted: true, gap: undefined });
  const bitsOf = (name: string) => related.find(({ subject }) => subject === name)?.bits ?? 0;
  expect(bitsOf('same.test')).toBeGreaterThan(bitsOf('late.test') + 8);
});

it('a value that all others had years apart says so; its weight is that of the count', async () => {
  const rowsOf = async (name: string) => {
    const { response } = await service.get(`/connections/domain/${name}`);
    const { connections: rows } = response as Required<Connections>;
    return new Map(rows.map((row) => [row.attribute, row]));
  };
  const [ofThen, ofLate] = [await rowsOf('then.test'), await rowsOf('late.test')];
  expect(ofThen.get('txt')).toMatchObject({ shared_by: 1, apart });
  expect(ofLate.get('mx')).toMatchObject({ shared_by: 2, apart });
  expect(ofLate.get('mx')?.bits).toBe(ofThen.get('mx')?.bits);
  for (const attribute of ['mx', 'cname', 'registrant-email', 'created', 'registrar-day'])
    expect(ofThen.get(attribute), attribute).not.toHaveProperty('apart');
});

it('an address has no time at which it was seen with itself', async () => {
  const { response } = await service.get('/connections/ip/192.0.2.1');
  const { connections: rows } = response as Required<Connections>;
  expect(rows[0]).toMatchObject({ attribute: 'address', value: '192.0.2.1' });
  expect(rows[0]).not.toHaveProperty('last_seen');
});

it('the campaign has the same links', async () => {
  const { response } = await service.get('/connections/domain/then.test/campaign');
  const { response: direct } = await service.get('/connections/domain/then.test');
  const { links } = response as Required<Campaign>;
  const { related } = direct as Required<Connections>;
  expect(related.map(({ subject }) => subject)).toEqual(['same.test', 'late.test']);
  const weights = (shares: SharedValue[] = []) =>
    shares.map(({ attribute, bits, apart: gap }) => JSON.stringify([attribute, bits, gap])).toSorted();
  for (const { subject, bits, operator, shares } of related) {
    const link = links.find(({ from, to }) => from === 'then.test' && to === subject);
    expect(link).toMatchObject({ bits, operator });
    expect(weights(link?.shares)).toEqual(weights(shares));
  }
});

it('counts a member once, however often its record was stored', async () => {
  const counts = async () => {
    const { response } = await service.get('/connections/domain/then.test');
    const { connections: rows } = response as Required<Connections>;
    return rows.map(({ attribute, value, shared_by, population }) => ({ attribute, value, shared_by, population }));
  };
  const once = await counts();
  expect(once).toContainEqual(expect.objectContaining({ attribute: 'mx', shared_by: 2, population: 403 }));
  await service.add({
    obs: [
      record('A', 'same.test', '198.51.100.7', ...then),
      record('MX', 'same.test', 'mx.shared.test', ...then),
      record('CNAME', 'same.test', 'edge.shared.test', ...then),
    ],
    whois: [registration('same.test', '2017-03-01')],
  });
  expect(await counts()).toEqual(once);
});

it('names share the day of their first certificate, not of a later one', async () => {
  const certificate = (mark: string, day: string, ...domains: string[]) => ({
    fingerprint_sha1: mark.repeat(40),
    domains,
    not_before: `${day} 09:00:00`,
    not_after: '2027-01-01 00:00:00',
  });
  const day = '2024-05-06';
  const sharedOn = async () => {
    const { response } = await service.get('/connections/domain/then.test');
    const { connections: rows } = response as Required<Connections>;
    const found = rows.find(({ attribute }) => attribute === 'first-certificate');
    const members = await service.get(`/connections?with=first-certificate:${found?.value}`);
    const { records } = members.response.names as { readonly records: readonly { readonly subject: string }[] };
    const { value, shared_by, population } = found ?? {};
    return { value, shared_by, population, names: records.map(({ subject }) => subject).toSorted() };
  };
  await service.add({
    certificates: [
      certificate('a', day, 'then.test', 'www.then.test'),
      certificate('b', '2024-08-01', 'then.test'),
      certificate('c', day, '*.same.test', 'same.test'),
      certificate('d', day, 'late.test', 'd1.test'),
      certificate('e', '2024-02-01', 'd1.test', 'd2.test'),
      certificate('f', '1970-01-01', 'd3.test', 'late.test'),
    ],
  });
  const names = ['late.test', 'same.test', 'then.test', 'www.then.test'];
  expect(await sharedOn()).toEqual({ value: day, shared_by: 2, population: 6, names });
  const [{ shares = [] } = {}] = (
    (await service.get('/connections/domain/then.test')).response as Required<Connections>
  ).related.filter(({ subject }) => subject === 'same.test');
  expect(shares).toContainEqual(expect.objectContaining({ attribute: 'first-certificate', value: day, bits: 1 }));
  // an older one is found later
  await service.add({ certificates: [certificate('0', '2024-01-01', 'late.test', 'then.test')] });
  expect(await sharedOn()).toEqual({
    value: '2024-01-01',
    shared_by: 1,
    population: 6,
    names: ['late.test', 'then.test'],
  });
  const { body } = await service.get('/connections?with=first-certificate:2024-02-30');
  expect(body.error).toMatchObject({ parameter: 'with', message: expect.stringContaining('2026-11-25') });
});
