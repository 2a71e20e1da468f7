import { describe, expect, it } from 'vitest';
import { useTestService } from '#test/server/use-test-service.ts';
import { padnsLines } from '#test/server/padns-lines.ts';
import { observation, observedSet } from '#test/server/seeded-observations.ts';

const rows = [
  observation('A', 'acme.example', '192.0.2.1', ['2026-01-01', '2026-11-20'], { count: 7, ttl: 60 }),
  observation('A', 'acme.example', '192.0.2.2', ['2026-03-01', '2026-06-01'], { ttl: 0 }),
  observation('A', 'www.acme.example', '192.0.2.1', ['2026-11-01', '2026-11-19']),
  observation('A', 'mail.acme.example', '192.0.2.9', ['2026-02-01', '2026-11-18']),
  observation('A', 'mail.eu.acme.example', '192.0.2.9', ['2026-02-01', '2026-11-17']),
  observation('A', 'acme-shop.example', '192.0.2.5', ['2026-02-01', '2026-11-16']),
  observation('A', 'login-acme.example', '198.51.100.7', ['2026-11-15', '2026-11-21']),
  observation('AAAA', 'acme.example', '2001:db8::1', ['2026-01-01', '2026-11-10']),
  observation('AAAA', 'www.acme.example', '2001:db8::2', ['2026-01-01', '2026-11-10']),
  observation('CNAME', 'shop.acme.example', 'acme-shop.example', ['2026-01-01', '2026-11-10']),
  observation('TXT', 'acme.example', 'v=spf1 -all', ['2026-01-01', '2026-11-10']),
  observation('SOA', 'acme.example', 'ns1.acme.example hostmaster.acme.example 1 2 3 4 5', [
    '2026-01-01',
    '2026-11-10',
  ]),
  observation('SRV', '_sip._tcp.acme.example', '10 60 5060 sip.acme.example', ['2026-01-01', '2026-11-20']),
  observation('HTTPS', 'www.acme.example', '1 . alpn=h2,h3', ['2026-01-01', '2026-11-20'], { ttl: 300 }),
  observation('CAA', 'www.acme.example', '0 issue "letsencrypt.org"', ['2026-01-01', '2026-11-20']),
  observation('DS', 'www.acme.example', '12345 13 2 ABCD', ['2026-01-01', '2026-11-20']),
  ...observedSet('NS', 'acme.example', ['ns1.acme.example', 'ns.dns.example'], ['2026-01-01', '2026-06-01']),
  ...observedSet('NS', 'acme.example', ['ns1.acme.example', 'ns2.acme.example'], ['2026-06-01', '2026-11-20']),
  ...observedSet('MX', 'acme.example', ['mx.acme.example', 'mx.mail.example'], ['2026-01-01', '2026-11-20']),
  // resolvers are asked for addresses as if they were names
  observation('A', '192.0.2.77', '192.0.2.77', ['2026-01-01', '2026-11-20']),
  observation('A', '2001:db8::77', '192.0.2.78', ['2026-01-01', '2026-11-20']),
  observation('PTR4', '192.0.2.1', 'host1.acme.example', ['2026-01-01', '2026-11-20']),
  observation('PTR4', '192.0.2.200', 'host200.acme.example', ['2026-01-01', '2026-11-19']),
  observation('PTR6', '2001:db8::1', 'six.acme.example', ['2026-01-01', '2026-11-20']),
  observation('PTR6', '2001:db8::ff', 'sixff.acme.example', ['2026-01-01', '2026-11-19']),
];

const service = useTestService({ rows: { obs: rows }, now: new Date('2026-11-21T12:00:00Z') });

const { ask, found, holds } = padnsLines(service, 'query');
const queries = async (path: string) => (await found(path)).map((line) => line.split(' ')[0]);
const refusal = async (path: string) => {
  const { status, body } = await ask(path);
  return { status, error: body['error'] as { code: string; message: string; parameter?: string } };
};

describe('padnsForward: names', () => {
  it('answers a record in the own format, newest first', async () => {
    const { response } = await ask('a/acme.example');
    expect(response.records).toEqual([
      {
        answer: '192.0.2.1',
        count: 7,
        first_seen: '2026-01-01 00:00:00',
        last_seen: '2026-11-20 00:00:00',
        query: 'acme.example',
        sources: ['sample'],
        ttl: 60,
        type: 'A',
      },
      {
        answer: '192.0.2.2',
        count: 1,
        first_seen: '2026-03-01 00:00:00',
        last_seen: '2026-06-01 00:00:00',
        query: 'acme.example',
        sources: ['sample'],
        type: 'A',
      },
    ]);
  });

  it.each([
    ['A/ACME.example.', ['acme.example 192.0.2.1', 'acme.example 192.0.2.2']],
    ['aaaa/acme.example', ['acme.example 2001:db8::1']],
    ['cname/shop.acme.example', ['shop.acme.example acme-shop.example']],
    ['mx/acme.example', ['acme.example mx.acme.example', 'acme.example mx.mail.example']],
    ['txt/acme.example', ['acme.example v=spf1 -all']],
    ['a/nowhere.example', []],
  ])('padnsForward qtype: %s', holds);

  it.each([
    ['*.acme.example', ['www.acme.example', 'mail.acme.example', 'mail.eu.acme.example']],
    [
      '*acme.example',
      [
        'login-acme.example',
        'acme.example',
        'www.acme.example',
        'mail.acme.example',
        'mail.eu.acme.example',
        'acme.example',
      ],
    ],
    ['mail.*', ['mail.acme.example', 'mail.eu.acme.example']],
    ['acme*', ['acme.example', 'acme-shop.example', 'acme.example']],
    ['*.eu.*', ['mail.eu.acme.example']],
    ['m*l*.example', ['mail.acme.example', 'mail.eu.acme.example']],
  ])('padnsForward qname: a wildcard %s', async (pattern, names) =>
    expect(await queries(`a/${pattern}`)).toEqual(names),
  );

  it('padnsForward subdomains: includes them when asked', async () => {
    expect(await queries('a/eu.acme.example?subdomains=1')).toEqual(['mail.eu.acme.example']);
    expect(await queries('a/eu.acme.example?subdomains=0')).toEqual([]);
    expect(await queries('a/acme.example?subdomains=true')).not.toContain('login-acme.example');
    expect(await queries('aaaa/acme.example?subdomains=1')).toEqual(['acme.example', 'www.acme.example']);
    expect(await queries('a/ac*?subdomains=1')).toContain('www.acme.example');
  });

  it('padnsForward regex: overrides qname and is RE2', async () => {
    expect(await queries(`a/_?regex=${encodeURIComponent('^[[:alpha:]]+\\.acme\\.example$')}`)).toEqual([
      'www.acme.example',
      'mail.acme.example',
    ]);
    expect(await queries(`a/acme.example?regex=${encodeURIComponent('^login-')}`)).toEqual(['login-acme.example']);
    expect(await queries(`a/_?regex=${encodeURIComponent('shop|login')}`)).toEqual([
      'login-acme.example',
      'acme-shop.example',
    ]);
  });

  it('refuses a regex that is not RE2', async () => {
    const { status, error } = await refusal(`a/_?regex=${encodeURIComponent('(?=a)b')}`);
    expect({ status, parameter: error.parameter }).toEqual({ status: 400, parameter: 'regex' });
  });

  it('padnsForward match: self keeps servers inside the domain', async () => {
    expect(await found('ns/acme.example?match=self')).toEqual([
      'acme.example ns1.acme.example',
      'acme.example ns2.acme.example',
    ]);
    expect(await found('mx/acme.example?match=self')).toEqual(['acme.example mx.acme.example']);
    expect(await found('ns/acme*?match=self&limit=1&skip=1')).toEqual(['acme.example ns2.acme.example']);
    expect(await found('mx/acme.example?match=strict')).toHaveLength(2);
  });
});

describe('padnsForward: addresses', () => {
  it.each([
    ['ptr4/192.0.2.1', ['192.0.2.1 host1.acme.example']],
    ['ptr4/192.0.2.7?netmask=24', ['192.0.2.1 host1.acme.example', '192.0.2.200 host200.acme.example']],
    ['ptr4/192.0.2.7?netmask=25', ['192.0.2.1 host1.acme.example']],
    ['ptr4/192.0.2.2*', ['192.0.2.200 host200.acme.example']],
    ['ptr6/2001:db8::1', ['2001:db8::1 six.acme.example']],
    ['ptr6/2001:0DB8::0?netmask=112', ['2001:db8::1 six.acme.example', '2001:db8::ff sixff.acme.example']],
    ['any/192.0.2.1', ['192.0.2.1 host1.acme.example']],
    ['any/2001:db8::1', ['2001:db8::1 six.acme.example']],
    [`ptr4/_?regex=${encodeURIComponent('\\.200$')}`, ['192.0.2.200 host200.acme.example']],
  ])('padnsForward netmask: %s', holds);

  it.each([
    ['ptr4/acme.example', 'qname'],
    ['ptr4/2001:db8::1', 'qname'],
    ['ptr6/192.0.2.1', 'qname'],
    ['ptr4/192.0.2.1?netmask=33', 'netmask'],
    ['a/bad..name', 'qname'],
    [`a/${'x'.repeat(254)}`, 'qname'],
    ['a/acme.example?first_seen_after=yesterday', 'first_seen_after'],
    ['a/acme.example?sort=colour/asc', 'sort'],
    ['a/acme.example?sort=last_seen', 'sort'],
    ['a/acme.example?sort=constructor/asc', 'sort'],
  ])('%s is refused by its parameter', async (path, parameter) => {
    const { status, error } = await refusal(path);
    expect({ status, parameter: error.parameter }).toEqual({ status: 400, parameter });
  });
});

it.each([
  ['a/192.0.2.77', ['192.0.2.77 192.0.2.77']],
  ['a/2001:db8::77', ['2001:db8::77 192.0.2.78']],
  ['aaaa/192.0.2.77', []],
  ['a/192.0.2.1', []],
])('padnsForward of an address that was asked for as a name: %s', holds);

describe('padnsForward: any', () => {
  it('groups by type, without hashes and ttl', async () => {
    const { response } = await ask('any/acme.example');
    const types = response.records.map(({ type }: { type: string }) => type);
    expect(types).toEqual(['A', 'A', 'NS', 'NS', 'NS', 'SOA', 'MX', 'MX', 'TXT', 'AAAA']);
    expect(response.records[0]).toEqual({
      answer: '192.0.2.1',
      count: 7,
      first_seen: '2026-01-01 00:00:00',
      last_seen: '2026-11-20 00:00:00',
      query: 'acme.example',
      sources: ['sample'],
      type: 'A',
    });
    expect(response.records.some((record: object) => 'ttl' in record || 'nshash' in record)).toBe(false);
  });

  it('includes services, certificate issuers and DNSSEC, with their data as text', async () => {
    expect(await found('any/www.acme.example')).toEqual([
      'www.acme.example 192.0.2.1',
      'www.acme.example 2001:db8::2',
      'www.acme.example 12345 13 2 ABCD',
      'www.acme.example 1 . alpn=h2,h3',
      'www.acme.example 0 issue "letsencrypt.org"',
    ]);
    expect(await found('srv/_sip._tcp.acme.example')).toEqual(['_sip._tcp.acme.example 10 60 5060 sip.acme.example']);
    expect((await ask('HTTPS/*.acme.example')).response.records).toMatchObject([{ type: 'HTTPS', ttl: 300 }]);
  });

  it('anyipv4 and anyipv6 leave out the other family', async () => {
    const types = async (qtype: string) =>
      new Set((await ask(`${qtype}/acme.example`)).response.records.map(({ type }: { type: string }) => type));
    expect(await types('anyipv4')).toEqual(new Set(['A', 'NS', 'SOA', 'MX', 'TXT']));
    expect(await types('anyipv6')).toEqual(new Set(['NS', 'SOA', 'MX', 'TXT', 'AAAA']));
  });
});

describe('padnsForward: hashes', () => {
  it('nshash names the latest set of the owner that holds the answer', async () => {
    const { response } = await ask('ns/acme.example');
    const hash = Object.fromEntries(
      response.records.map((r: { answer: string; nshash: string }) => [r.answer, r.nshash]),
    );
    expect(hash['ns1.acme.example']).toMatch(/^[0-9a-f]{32}$/);
    expect(hash['ns1.acme.example']).toBe(hash['ns2.acme.example']);
    expect(hash['ns.dns.example']).not.toBe(hash['ns1.acme.example']);
  });

  it.each([
    ['mx', 'mxhash', /^[0-9a-f]{32}$/],
    ['soa', 'soahash', /^\d+$/],
    ['txt', 'txthash', /^\d+$/],
  ])('%s records carry %s', async (qtype, field, form) => {
    const { response } = await ask(`${qtype}/acme.example`);
    expect(response.records[0][field]).toMatch(form);
  });
});

describe('padnsForward: time, order, format', () => {
  type Case = readonly [value: string, answers: readonly string[]];
  const [older, newer] = ['192.0.2.1', '192.0.2.2'];
  const bounded = (parameter: string) => async (value: string, answers: readonly string[]) => {
    const asked = `${parameter}=${value}`;
    expect((await found(`a/acme.example?${asked}`)).map((line) => line.split(' ')[1])).toEqual(answers);
    // the same through a search by name
    expect((await found(`a/acme.e*?${asked}`)).map((line) => line.split(' ')[1])).toEqual(answers);
  };
  it.each<Case>([['2026-02-01', [newer]]])('padnsForward first_seen_after: %s', bounded('first_seen_after'));
  it.each<Case>([
    ['2026-02-01', [older]],
    ['2026-03-01', [older, newer]],
  ])('padnsForward first_seen_before: %s', bounded('first_seen_before'));
  it.each<Case>([
    ['-7d', [older]],
    ['-1w', [older]],
    ['-9m', [older, newer]],
    ['-200h', [older]],
    ['-864000', [older]],
    ['1780272000', [older, newer]],
    ['1780272001', [older]],
  ])('padnsForward last_seen_after: %s', bounded('last_seen_after'));
  it.each<Case>([['2026-06-01', [newer]]])('padnsForward last_seen_before: %s', bounded('last_seen_before'));
  it.each<Case>([
    ['2026-02-01', [older]],
    ['2026-06-01', [older, newer]],
    ['2026-11-21', []],
    ['2026-11-20', [older]],
  ])('padnsForward as_of: %s', bounded('as_of'));

  it.each([
    ['first_seen/asc', ['192.0.2.1', '192.0.2.2']],
    ['first/desc', ['192.0.2.2', '192.0.2.1']],
    ['time_first/down', ['192.0.2.2', '192.0.2.1']],
    ['last/up', ['192.0.2.2', '192.0.2.1']],
    ['time_last/+', ['192.0.2.2', '192.0.2.1']],
    ['time_last/%2B', ['192.0.2.2', '192.0.2.1']],
    ['answer/-', ['192.0.2.2', '192.0.2.1']],
    ['rdata/asc', ['192.0.2.1', '192.0.2.2']],
  ])('padnsForward sort: %s', async (sort, answers) => {
    expect((await found(`a/acme.example?sort=${sort}`)).map((line) => line.split(' ')[1])).toEqual(answers);
  });

  it('padnsForward sort: by several columns, however they are sent', async () => {
    const expected = ['mail.eu.acme.example', 'mail.acme.example', 'www.acme.example', 'acme.example', 'acme.example'];
    const byAnswer = [...expected].sort();
    expect(await queries('a/acme.example?subdomains=1&sort=query/asc')).toEqual(byAnswer);
    for (const sort of [
      'sort=first_seen/asc&sort=rrname/desc',
      'sort=first_seen/asc;query/-',
      `sort=${encodeURIComponent('first_seen/asc&sort=query/-')}`,
    ])
      expect(await queries(`a/acme.example?subdomains=1&${sort}`), sort).toEqual([
        'acme.example',
        'mail.eu.acme.example',
        'mail.acme.example',
        'acme.example',
        'www.acme.example',
      ]);
  });

  it('padnsForward output_format: cof', async () => {
    const { response } = await ask('a/acme.example?output_format=cof&limit=1');
    expect(response.records).toEqual([
      {
        rrname: 'acme.example',
        rrtype: 'A',
        rdata: '192.0.2.1',
        time_first: 1767225600,
        time_last: 1795132800,
        count: 7,
      },
    ]);
    const pointer = await ask('ptr4/192.0.2.1?output_format=cof');
    expect(pointer.response.records[0]).toMatchObject({ rrname: '1.2.0.192.in-addr.arpa', rrtype: 'PTR' });
  });

  it.each(['a/*', 'a/*.acme.example', 'a/m*', 'any/acme.example', `a/_?regex=${encodeURIComponent('acme')}`])(
    'padnsForward skip: pages of %s make up the whole',
    async (path) => {
      const join = path.includes('?') ? '&' : '?';
      const whole = await found(path);
      const pages: string[] = [];
      for (let skip = 0; skip < whole.length + 2; skip += 2)
        pages.push(...(await found(`${path}${join}limit=2&skip=${skip}`)));
      expect(pages).toEqual(whole);
    },
  );

  it('padnsForward with_metadata: counts honestly', async () => {
    const counts = async (path: string) => {
      const { results_returned, results_total_at_least } = (await ask(`${path}&with_metadata=1`)).response.metadata;
      return [results_returned, results_total_at_least];
    };
    expect(await counts('a/acme.example?limit=1')).toEqual([1, 2]);
    expect(await counts('a/acme.example?limit=2')).toEqual([2, 2]);
    expect(await counts('a/acme.example?skip=1')).toEqual([1, 2]);
    expect(await counts('a/acme.example?skip=9')).toEqual([0, 2]);
  });

  it('padnsForward limit: is the length of the page, 100 unless given', async () => {
    expect(await found('a/*acme*?limit=2')).toEqual((await found('a/*acme*')).slice(0, 2));
    const obs = Array.from({ length: 101 }, (_, at) =>
      observation('A', `h${at}.many.invalid`, '192.0.2.77', ['2026-01-01', '2026-11-20']),
    );
    await service.add({ obs });
    expect(await found('a/*.many.invalid')).toHaveLength(100);
    expect(await found('a/*.many.invalid?limit=1000')).toHaveLength(101);
  });
});
