import { describe, expect, it } from 'vitest';
import { ofMany } from '#test/server/evidence-collection.ts';
import { key } from '#test/server/collection.ts';
import { sendRaw, useExistingClient } from '#test/server/existing-client.ts';

// What integrations of this interface send, over the wire as they write it. A title quotes its rule.

const client = useExistingClient();
const { send, get, post, records, queries } = client;

const prefix = '/api/v1';

describe('requests that must work', () => {
  it('"A trailing slash on any path": before the query as well', async () => {
    const path = '/explore/ipv4/ipv4info/192.0.2.1';
    const { body } = await send({ path });
    expect((await send({ path: `${path}/` })).body).toEqual(body);
    expect((await send({ path: `${path}/?explain=0` })).body).toEqual(body);
    expect(await post('/explore/bulk/ip2asn/ipv4/', { ips: ['192.0.2.1'] })).toHaveProperty('ip2asn');
  });

  it('"the service answers under /api/v1 and under /api/v1/merge-api"', async () => {
    const path = '/explore/padns/lookup/query/a/acme.example';
    expect((await send({ path }, '/api/v1/merge-api')).body).toEqual((await send({ path })).body);
  });

  it('"Unknown query parameters are ignored (format=json is common)"', async () => {
    const path = 'query/a/acme.example';
    expect(await records(`${path}?format=json&wibble&limit=5&x[y]=1`)).toEqual(await records(path));
    expect(await post('/explore/bulk/ip2asn/ipv4', { ips: ['192.0.2.1'], wibble: 1 })).toHaveProperty('ip2asn');
  });

  it('"A repeated parameter where one is expected: the last wins"', async () => {
    expect(await queries('query/a/*.acme.example?limit=2&limit=1')).toHaveLength(1);
    expect(await queries('query/a/*.acme.example?max_wait=99&max_wait=25')).toHaveLength(2);
  });

  it.each([
    ['1', true],
    ['true', true],
    ['True', true],
    ['0', false],
    ['false', false],
    ['False', false],
    ['2', false],
    ['maybe', false],
    ['', false],
  ])('"Flags as 1/0, true/false, True/False; anything else means off": %j', async (word, on) => {
    const { ip2asn } = await get(`/explore/ipv4/ipv4info/192.0.2.1?explain=${word}`);
    expect('sp_risk_score_explain' in ip2asn[0]).toBe(on);
  });

  it('"Upper-case record types in the path"', async () => {
    expect(await queries('query/A/acme.example')).toEqual(['acme.example']);
    expect(await queries('answer/NS/ns1.dns.example')).toEqual(['acme.example']);
    expect(await records('density/NSSRV/ns1.dns.example')).toEqual([{ nssrv: 'ns1.dns.example', density: 1 }]);
    expect(await records('ipdiversity/A/acme.example')).toHaveLength(1);
  });

  it('"Host bits in a subnet are masked off: 20.207.73.82/10 answers as 20.192.0.0/10"', async () => {
    const { subnet_reputation } = await get('/explore/ipreputation/subnet/20.207.73.82/10');
    expect(subnet_reputation).toMatchObject([{ subnet: '20.192.0.0/10' }]);
    expect(await queries('answer/a/192.0.2.9?netmask=29')).toEqual(await queries('answer/a/192.0.2.8?netmask=29'));
  });

  it('"* and : unescaped in path segments; percent-encoded as well"', async () => {
    for (const name of ['*.acme.example', '%2A.acme.example', '*%2eacme%2Eexample'])
      expect(await queries(`query/a/${name}`)).toEqual(['mail.acme.example', 'www.acme.example']);
    for (const part of ['*verification*', '%2averification%2A', 'site-verification=4711', 'site-verification%3D4711'])
      expect(await queries(`answer/txt/${part}`)).toEqual(['acme.example']);
    for (const address of ['2001:db8::1', '2001%3Adb8%3a%3A1', '2001:DB8:0::1']) {
      expect(await queries(`answer/aaaa/${address}`)).toEqual(['acme.example']);
      expect((await get(`/explore/ipv6/ipv6info/${address}`)).ip2asn[0].ip).toBe('2001:db8::1');
    }
  });

  it('"Several values either as repeated parameters or joined with ;"', async () => {
    const sorted = await queries('query/a/*.acme.example?sort=last_seen/-&sort=query/-');
    expect(sorted).toEqual(['www.acme.example', 'mail.acme.example']);
    expect(await queries('query/a/*.acme.example?sort=last_seen/-;query/-')).toEqual(sorted);
    expect(await queries('query/a/*.acme.example?sort=last_seen%2F-%3Bquery%2F-')).toEqual(sorted);
  });

  it('"One client packs a second sort into one value: read it as two"', async () => {
    const packed = 'sort=last_seen%2F-%26sort%3Dquery%2F';
    expect(await queries(`query/a/*.acme.example?${packed}%2B`)).toEqual(['mail.acme.example', 'www.acme.example']);
    expect(await queries(`query/a/*.acme.example?${packed}-`)).toEqual(['www.acme.example', 'mail.acme.example']);
    expect(await queries(`query/a/*.acme.example?${packed}+`)).toEqual(['mail.acme.example', 'www.acme.example']);
  });

  it('"GETs may carry Content-Type: application/json with no body"', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const path = '/explore/ipv4/riskscore/192.0.2.1';
    expect(await send({ path, headers })).toMatchObject({ status: 200 });
    expect(await send({ path, headers: { ...headers, 'Content-Length': '0' } })).toMatchObject({ status: 200 });
  });

  it('"RE2 syntax that JavaScript lacks, such as [[:alpha:]]"', async () => {
    expect(await queries('query/a/_?regex=^[[:alpha:]]{3}\\.acme\\.example$')).toEqual(['www.acme.example']);
    expect(await queries('query/a/_?regex=%5E(%3Fi)WWW%5C.acme%5C.example%24')).toEqual(['www.acme.example']);
    expect(await send({ path: '/explore/padns/lookup/query/a/_?regex=(?=a)' })).toMatchObject({ status: 400 });
  });

  it.each(['X-API-KEY', 'x-api-key', 'X-Api-Key', 'x-API-key'])(
    '"Header X-API-KEY in any letter case": %s',
    async (name) => {
      const path = `${prefix}/explore/ipv4/riskscore/192.0.2.1`;
      expect(await sendRaw(client.base, { path, headers: { [name]: key } })).toMatchObject({ status: 200 });
    },
  );
});

// Paths of the same family that existing clients call, beside the operations of the interface.
describe('aliases', () => {
  it('review B alias domain/search: E8 under another address, under both base paths', async () => {
    const query = '?domain=*.acme.example&limit=2&with_metadata=0&format=json';
    const { response } = await send({ path: `/explore/padns/search/ipdiversity${query}` });
    expect(response.records.length).toBeGreaterThan(0);
    for (const under of ['/api/v1', '/api/v1/merge-api'])
      for (const path of ['/explore/domain/search', '/explore/domain/search/'])
        expect((await send({ path: `${path}${query}` }, under)).response).toEqual(response);
  });

  it.each([
    ['name_server=ns1.dns.example', 'nsname=ns1.dns.example', 3],
    ['name_server=no.such.example', 'nsname=no.such.example', 0],
    ['min_ip_diversity=2', 'ip_diversity_all_min=2', 0],
    ['min_asn_diversity=2', 'asn_diversity_min=2', 0],
    ['certificate_issuer=Free+R1', 'cert_issuer=Free+R1', 2],
    ['query=far.example', 'domain=far.example', 1],
    ['risk_score_min=&end_date=&domain=far.example', 'domain=far.example', 1],
  ])('domain/search?%s is E8 with %s', async (sent, meant, count) => {
    const { records: found } = await get(`/explore/domain/search?${sent}`);
    expect(found).toHaveLength(count);
    expect(found).toEqual((await get(`/explore/padns/search/ipdiversity?${meant}`)).records);
  });

  it.each([
    ['risk_score_min=50', 'risk_score_min', '/explore/bulk/domain/riskscore'],
    ['domain=*.example&risk_score_max=50', 'risk_score_max', '/explore/bulk/domain/riskscore'],
    ['start_date=2026-01-01', 'start_date', 'first_seen_min, last_seen_min'],
    ['end_date=2026-01-01', 'end_date', 'first_seen_max or last_seen_max'],
    ['nsname=a.example&name_server=b.example', 'name_server', 'Send nsname alone'],
  ])('domain/search?%s is refused, not ignored', async (sent, parameter, instead) => {
    const { status, body } = await send({ path: `/explore/domain/search?${sent}` });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'bad_input', parameter, message: expect.stringContaining(instead) } });
  });

  it.each([
    ['/enrich/domain/acme.example/enrich/', '/explore/enrich/domain/acme.example'],
    ['/enrich/domain/acme.example/enrich/?explain=1', '/explore/enrich/domain/acme.example?explain=1'],
    ['/enrich/ipv4/192.0.2.1/enrich/', '/explore/enrich/ipv4/192.0.2.1'],
    ['/enrich/ipv6/2001:db8::1', '/explore/enrich/ipv6/2001:db8::1'],
    ['/enrich/domain/acme.example/ip-diversity/', '/explore/padns/lookup/ipdiversity/a/acme.example'],
  ])('%s is %s', async (path, meant) => {
    const { response } = await send({ path: meant });
    for (const under of ['/api/v1', '/api/v1/merge-api'])
      expect(await send({ path }, under)).toMatchObject({ status: 200, response });
    expect((await sendRaw(client.base, { path: `/api/v1${path}` })).status).toBe(401);
  });

  it('padns/lookup/domain/asns?result_format=full has a record for each ASN', async () => {
    const path = '/explore/padns/lookup/domain/asns';
    const full = {
      domain: 'acme.example',
      domain_asns: 'acme.example',
      asn: 64500,
      asname: 'ACME-NET',
      asn_size: 2 ** 22 + 256,
      domain_hosts_in_asn: 3,
    };
    expect(await get(`${path}/www.acme.example?result_format=full`)).toEqual({ records: [full] });
    expect(await get(`${path}/nobody.example?result_format=full`)).toEqual({ records: [] });
  });

  it('review B alias padns/lookup/domain/asns: AS number to name', async () => {
    const path = '/explore/padns/lookup/domain/asns';
    expect(await get(`${path}/www.acme.example`)).toEqual({
      records: [{ domain_asns: { '64500': 'ACME-NET' } }],
    });
    expect(await get(`${path}/nobody.example`)).toEqual({ records: [] });
    expect((await send({ path: `${path}/a..b` })).body).toMatchObject({ error: { parameter: 'domain' } });
    expect((await sendRaw(client.base, { path: `/api/v1${path}/acme.example` })).status).toBe(401);
  });

  it('review B alias bulk/summary: the enrichment of many, each in its own record', async () => {
    const path = '/explore/bulk/summary';
    const domains = await post(`${path}/domain?format=json&explain=1&scan_data=0`, {
      domains: ['acme.example', 'a..b', 'nobody.example'],
    });
    const { domaininfo, ...alone } = await get('/explore/enrich/domain/acme.example?explain=1');
    expect(domains).toEqual([
      { ...alone, domaininfo: ofMany(domaininfo) },
      { domain: 'a..b', error: expect.stringContaining('is not a domain name') },
      await get('/explore/enrich/domain/nobody.example?explain=1'),
    ]);
    const addresses = await post(`${path}/ipv4?explain=1`, { ips: ['192.0.2.1', null, '203.0.113.9'] });
    expect(addresses).toEqual([
      ofMany((await get('/explore/enrich/ipv4/192.0.2.1?explain=1')).ip2asn[0]),
      { ip: 'null', error: expect.stringContaining('item 2 of ips') },
      { ip: '203.0.113.9', error: 'Not found' },
    ]);
    expect(await post(`${path}/ipv6`, { ips: ['2001:db8::1'] })).toMatchObject([{ ip: '2001:db8::1' }]);
  });

  it('review B alias bulk/summary: what it refuses', async () => {
    const ask = async (type: string, body: string) => {
      const headers = { 'Content-Type': 'application/json' };
      return (await send({ method: 'POST', path: `/explore/bulk/summary/${type}`, headers, body })).status;
    };
    expect(await ask('domain', JSON.stringify({ domains: Array.from({ length: 101 }, () => 'acme.example') }))).toBe(
      400,
    );
    expect(await ask('domain', '{"domains":[]}')).toBe(400);
    expect(await ask('domain', '{"ips":["192.0.2.1"]}')).toBe(400);
    expect(await ask('ipv4', '[]')).toBe(400);
    expect(await ask('ipv4', '"x"')).toBe(400);
    expect(await ask('url', '{"urls":["x"]}')).toBe(404);
  });
});

// "Bulk: one bad item is an error in its own record, never a failure of the whole call."
/** What may stand in a list that should hold text or numbers, and how a record names it. */
const wrong: readonly (readonly [item: unknown, named: string])[] = [
  ['no such thing', 'no such thing'],
  ['', ''],
  ['a..b', 'a..b'],
  [null, 'null'],
  [true, 'true'],
  [1.5, '1.5'],
  [{ ip: '192.0.2.1' }, '{"ip":"192.0.2.1"}'],
  [['192.0.2.1'], '["192.0.2.1"]'],
];
const items = wrong.map(([item]) => item);
const error = expect.stringMatching(/^item \d of \w+(:| is)|is not a domain name/);

/** Some operations answer with the list itself, others under a name. */
function listIn(answer: unknown, member: string | undefined): object[] {
  return (member === undefined ? answer : (answer as Record<string, unknown>)[member]) as object[];
}

describe('review B one bad bulk item', () => {
  const bulk = (path: string, body: object) => post(`/explore/bulk/${path}`, body);

  it.each([
    ['A8', 'ipv4/riskscore', '192.0.2.1', undefined],
    ['A9', 'ip2asn/ipv4', '192.0.2.1', 'ip2asn'],
    ['B3', 'ipv6/riskscore', '2001:db8::1', undefined],
    ['B4', 'ip2asn/ipv6', '2001:db8::1', 'ip2asn'],
  ] as const)('review B one bad bulk item: %s reports it in its own record', async (_, path, ip, member) => {
    const list = listIn(await bulk(path, { ips: [...items, ip] }), member);
    expect(list.slice(0, -1)).toEqual(wrong.map(([, named]) => ({ ip: named, error })));
    expect(list.at(-1)).toMatchObject({ ip });
    expect(list.at(-1)).not.toHaveProperty('error');
    // all of them wrong is still no failure
    expect(listIn(await bulk(path, { ips: ['x'] }), member)).toEqual([{ ip: 'x', error }]);
  });

  it.each([
    ['C3', 'domain/riskscore', {}, undefined],
    ['C4', 'domaininfo', {}, 'domaininfo'],
    ['C6', 'domain/infratags', { mode: 'padns' }, 'infratags'],
  ] as const)('review B one bad bulk item: %s reports it in its own record', async (_, path, options, member) => {
    const names = items.filter((item) => item !== 1.5);
    const list = listIn(await bulk(path, { ...options, domains: [...names, 'acme.example'] }), member);
    const named = wrong
      .filter(([item]) => item !== 1.5)
      .map(([, text]) => expect.objectContaining({ domain: text, error }));
    expect(list.slice(0, -1)).toEqual(named);
    expect(list.at(-1)).toMatchObject({ domain: 'acme.example' });
    expect(list.at(-1)).not.toHaveProperty('error');
  });

  it('review B one bad bulk item: A11 takes AS numbers as people write them, and reports the others', async () => {
    const asns = [64500, '64500', 'AS64500', -1, 4_294_967_296, 1.5, 'ACME', null];
    const { asn2subnet } = await bulk('asn2subnet', { asns });
    expect(asn2subnet.slice(0, 3).map(({ asn }: { asn: number }) => asn)).toEqual([64500, 64500, 64500]);
    expect(asn2subnet.slice(3)).toEqual([
      { asn: -1, error },
      { asn: 4_294_967_296, error },
      { query: '1.5', error },
      { query: 'ACME', error },
      { query: 'null', error },
    ]);
  });

  it('review B one bad bulk item: A10 reports bad addresses and days in the records they concern', async () => {
    const dates = [20260601, 20260231, 'x', '20260601'];
    const { ip2asn } = await bulk('history/ip2asn/ipv4', { ips: ['192.0.2.1', 'x'], dates });
    const good = [
      { ip: '192.0.2.1', date: 20200101, asn: 64500, asname: 'ACME-NET', subnet: '192.0.2.0/24' },
      { ip: 'x', date: 20260601, error: expect.stringContaining('item 2 of ips') },
    ];
    const noDay = expect.stringContaining('is not a day of the calendar');
    expect(ip2asn).toEqual([
      good,
      [
        { ip: '192.0.2.1', date: 20260231, error: noDay },
        { ip: 'x', date: 20260231, error: noDay },
      ],
      [
        { ip: '192.0.2.1', error: noDay },
        { ip: 'x', error: noDay },
      ],
      good,
    ]);
  });

  it('review B one bad bulk item: A12 likewise', async () => {
    const { asn2subnet } = await bulk('history/asn2subnet', { asns: [64500, 'x'], dates: [20260601, null] });
    expect(asn2subnet).toEqual([
      [
        { asn: 64500, asname: 'ACME-NET', date: 20200101, subnets: ['20.192.0.0/10', '192.0.2.0/24'] },
        { query: 'x', date: 20260601, error },
      ],
      [
        { asn: 64500, error },
        { query: 'x', error },
      ],
    ]);
  });
});
