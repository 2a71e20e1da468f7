import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { matchesWildcard } from '#model/wildcard.ts';
import { hasNsTransfers, refreshNsTransfers } from '#server/ingest/ns-transfers.ts';
import { runs } from '#test/long.ts';
import { anyWildcard } from '#test/server/alike-names.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { serverFact } from '#test/server/facts.ts';
import { observedSet } from '#test/server/seeded-observations.ts';

const today = '2026-11-21';
const a = ['ns1.a-dns.example', 'ns2.a-dns.example'];
const b = ['ns1.b-dns.test', 'ns2.b-dns.test'];

/** A domain that moved on a day. */
const moved = (domain: string, from: readonly string[], to: readonly string[], day: string) => [
  ...observedSet('NS', domain, from, ['2026-01-01', '2026-02-01']),
  ...observedSet('NS', domain, to, [day, '2026-11-20']),
];
const whois = (domain: string, created: string, more: object = {}) => ({
  domain,
  date: '2026-11-19',
  created,
  registrar: 'Pinecrest Registrar',
  emails: [`owner@${domain}`],
  import: 1,
  ...more,
});

const rows = {
  facts: [serverFact('b-dns.test', 'parking')],
  obs: [
    ...moved('unknown.example', a, b, '2026-11-10'),
    // the last second of its day
    ...moved('young.example', a, b, '2026-11-11 23:59:59'),
    ...moved('old.example', a, b, '2026-11-12'),
    ...moved('undated.example', a, b, '2026-11-13'),
    ...moved('long-ago.example', a, b, '2026-06-15'),
    ...moved('leaver.example', ['ns1.leaver.example', 'ns2.leaver.example'], b, '2026-11-14'),
    ...moved('settler.example', a, ['ns.settler.example'], '2026-11-15'),
    ...moved('not-settler.example', a, ['ns.tler.example'], '2026-11-15'),
    ...observedSet('NS', 'calm.example', a, ['2026-01-01', '2026-11-20']),
  ],
  whois: [
    whois('young.example', '2026-11-01 10:00:00'),
    whois('old.example', '2026-11-02 10:00:00', { date: '2026-10-01', registrar: 'Former Registrar' }),
    whois('old.example', '2019-05-05 10:00:00', { registrar: 'Kite_Names', emails: ['x@mail.test', 'y@mail.test'] }),
    whois('undated.example', '1970-01-01 00:00:00', { registrar: 'Kite-Names' }),
    whois('long-ago.example', '2019-05-05 10:00:00'),
  ],
};

const service = useTestService({ rows, now: new Date(`${today}T12:00:00Z`) });
beforeAll(async () => {
  await refreshNsTransfers(service.engine, today);
});

interface Transfer {
  readonly domain: string;
  readonly change_date: string;
  readonly oldnsrecs: string[];
  readonly newnsrecs: string[];
  readonly oldnskinds: string[];
  readonly newnskinds: string[];
}

async function transfers(query: Readonly<Record<string, string>>): Promise<Transfer[]> {
  const text = new URLSearchParams({ from_ns: '*', to_ns: '*', ...query }).toString();
  const { status, body, response } = await service.get(`/explore/query/nstransfer?${text}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return response.nstransfer;
}
const domains = async (query: Readonly<Record<string, string>>) =>
  (await transfers({ nschanges_only: '1', ...query })).map(({ domain }) => domain.replace('.example', ''));

describe('nsTransfers', () => {
  it('tells the sets before and after', async () => {
    expect(await transfers({ domain_regex: '^unknown' })).toEqual([
      {
        domain: 'unknown.example',
        change_date: '2026-11-10',
        oldnsrecs: a,
        newnsrecs: b,
        oldnskinds: [],
        newnskinds: ['parking'],
      },
    ]);
  });

  it.each<[parameter: string, says: string, query: Record<string, string>, expected: string[]]>([
    [
      'from_ns',
      'a server that it had',
      { from_ns: 'ns2.a-dns.example', to_ns: 'NS1.b-dns.test.' },
      ['undated', 'old', 'young', 'unknown'],
    ],
    ['from_ns', 'self means servers inside the domain', { from_ns: 'self' }, ['leaver']],
    ['from_ns', 'wildcards', { from_ns: '*.leaver.*' }, ['leaver']],
    ['to_ns', 'a server that it has', { to_ns: 'ns.settler.example' }, ['settler']],
    ['to_ns', 'self means servers inside the domain, not names that end alike', { to_ns: 'self' }, ['settler']],
    ['to_ns', 'a suffix', { to_ns: '*tler.example' }, ['settler', 'not-settler']],
    ['to_ns', 'a prefix', { to_ns: 'ns.*' }, ['settler', 'not-settler']],
    ['domain_regex', 'RE2 on the domain', { domain_regex: '^(old|young)[[:punct:]]' }, ['old', 'young']],
    [
      'days',
      'moves the start of the window',
      { days: '200', from_ns: 'ns1.a-dns.example', to_ns: 'ns1.b-dns.test' },
      ['undated', 'old', 'young', 'unknown', 'long-ago'],
    ],
    [
      'change_date_after',
      'includes its day',
      { change_date_after: '2026-11-14' },
      ['settler', 'not-settler', 'leaver'],
    ],
    ['change_date_before', 'includes its day', { change_date_before: '2026-11-11' }, ['young', 'unknown']],
    [
      'change_date_after',
      'replaces the window',
      { change_date_after: '2026-06-15', change_date_before: '2026-06-15' },
      ['long-ago'],
    ],
    ['whois_date_after', 'registered on that day or later', { whois_date_after: '2026-11-01' }, ['young']],
    ['whois_date_after', 'the newest record decides', { whois_date_after: '2019-05-05' }, ['old', 'young']],
    ['whois_date_before', 'registered on that day or before', { whois_date_before: '2019-05-05' }, ['old']],
    ['registrar', 'a part of the name in any letter case', { registrar: 'kite_n' }, ['old']],
    ['email', 'exactly one of the addresses', { email: 'y@mail.test' }, ['old']],
    ['email', 'no part of one', { email: 'mail.test' }, []],
    ['order', 'asc has the oldest first', { order: 'asc', limit: '2' }, ['unknown', 'young']],
    ['order', 'desc has the newest first', { order: 'desc', limit: '1' }, ['settler']],
    ['limit', 'cuts the page', { limit: '3' }, ['settler', 'not-settler', 'leaver']],
    ['skip', 'leaves out what came before', { limit: '2', skip: '3' }, ['undated', 'old']],
  ])('nsTransfers %s: %s', async (_parameter, _says, query, expected) => {
    expect(await domains(query)).toEqual(expected);
  });

  it('nsTransfers nschanges_only: without it and without whois options, old registrations are left out', async () => {
    const found = async (query: Record<string, string>) => (await transfers(query)).map(({ domain }) => domain);
    const servers = { from_ns: '*.a-dns.example', to_ns: '*.b-dns.test' };
    expect(await found(servers)).toEqual(['undated.example', 'young.example', 'unknown.example']);
    expect(await found({ ...servers, nschanges_only: '1' })).toContain('old.example');
    // `days` is the window of registrations, too
    expect(await found({ ...servers, days: '5000' })).toContain('old.example');
    // whois options that are set count either way; the default window is dropped
    expect(await found({ ...servers, registrar: 'kite' })).toEqual([]);
    expect(await found({ ...servers, registrar: 'kite', nschanges_only: '1' })).toEqual([
      'undated.example',
      'old.example',
    ]);
  });

  it('refuses a regex that is not RE2', async () => {
    const { status, body } = await service.get('/explore/query/nstransfer?from_ns=*&to_ns=*&domain_regex=%28');
    expect([status, body['error']]).toMatchObject([400, { parameter: 'domain_regex' }]);
  });

  it('knows a later change after the next refresh, and none twice', async () => {
    const before = await domains({ days: '36500' });
    await service.add({ obs: observedSet('NS', 'calm.example', b, ['2026-11-20', '2026-11-20']) });
    expect(await hasNsTransfers(service.engine, '2026-11-22')).toBe(false);
    await refreshNsTransfers(service.engine, '2026-11-22');
    await refreshNsTransfers(service.engine, '2026-11-22');
    expect(await hasNsTransfers(service.engine, '2026-11-22')).toBe(true);
    expect(await domains({ days: '36500' })).toEqual(['calm', ...before]);
  });
});

describe('nsTransfers agrees with a plain filter', () => {
  const server = fc.constantFrom('ns1.a-dns.example', 'ns2.b-dns.test', 'ns.settler.example', 'ns1.leaver.example');
  const pieces = ['ns', '1', '2', '.', 'dns', '-', 'example', 'test', 'tler', '*', '*'];
  const pattern = anyWildcard(pieces, 4).filter((text) => !text.includes('..'));

  it('for wildcards', { tags: 'long' }, async () => {
    const all = await transfers({ nschanges_only: '1', days: '36500' });
    const property = fc.asyncProperty(fc.oneof(server, pattern), fc.oneof(server, pattern), async (from_ns, to_ns) => {
      const has = (servers: readonly string[], text: string) => servers.some((each) => matchesWildcard(text, each));
      const expected = all.filter(({ oldnsrecs, newnsrecs }) => has(oldnsrecs, from_ns) && has(newnsrecs, to_ns));
      expect(await transfers({ from_ns, to_ns, nschanges_only: '1', days: '36500' })).toEqual(expected);
    });
    await fc.assert(property, { numRuns: runs(15, 150) });
  });

  it('and pages make up the whole', { tags: 'long' }, async () => {
    const whole = await transfers({ nschanges_only: '1', days: '36500' });
    const property = fc.asyncProperty(fc.integer({ min: 1, max: 5 }), async (size) => {
      const pages: Transfer[] = [];
      for (let skip = 0; skip < whole.length; skip += size)
        pages.push(...(await transfers({ nschanges_only: '1', days: '36500', limit: `${size}`, skip: `${skip}` })));
      expect(pages).toEqual(whole);
    });
    await fc.assert(property, { numRuns: runs(5, 25) });
  });
});
