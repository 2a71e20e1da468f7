import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { key, openTestService, type TestService } from '#server/testing/collection.ts';
import { checkAgainstContract } from '#server/testing/contract-check.ts';
import { observation, observedSet } from '#server/testing/observation.ts';
import { sendRaw, type RawRequest } from '#server/testing/raw-request.ts';

// What integrations of this interface send and read, over the wire as they write it. A title quotes its rule.

const span = ['2026-01-01', '2026-11-20'] as const;
const rows = {
  prefixes: [
    { first: '::ffff:20.192.0.0', length: 106, asn: 64500, valid_from: '2020-01-01' },
    { first: '::ffff:192.0.2.0', length: 120, asn: 64500, valid_from: '2020-01-01' },
  ],
  asns: [{ asn: 64500, asname: 'ACME-NET' }],
  whois: [{ domain: 'acme.example', date: '2026-10-01', registrar: 'Nameyard', created: '2020-05-06 07:08:09' }],
  certificates: [
    {
      fingerprint_sha1: 'a'.repeat(40),
      fingerprint_sha256: 'b'.repeat(64),
      fingerprint_md5: 'c'.repeat(32),
      subject_common_name: "o'hara.acme.example",
      domains: ['acme.example', 'www.acme.example'],
      issuer_common_name: 'Free R1',
      not_before: '2026-10-01 00:00:00',
      not_after: '2027-01-01 00:00:00',
      logged: '2026-10-01',
    },
  ],
  obs: [
    observation('A', 'acme.example', '192.0.2.1', span, { count: 7 }),
    observation('A', 'www.acme.example', '192.0.2.2', ['2026-01-01', '2026-11-19']),
    observation('A', 'mail.acme.example', '192.0.2.3', ['2026-01-01', '2026-11-19']),
    observation('A', 'far.example', '20.207.73.82', ['2026-01-01', '2026-11-18']),
    observation('AAAA', 'acme.example', '2001:db8::1', span),
    ...observedSet('NS', 'acme.example', ['ns1.dns.example', 'ns2.dns.example'], span),
    ...observedSet('MX', 'acme.example', ['mx1.post.example'], span),
    observation('SOA', 'acme.example', 'ns1.dns.example admin.acme.example 1 300 60 3600 60', span),
    observation('TXT', 'acme.example', 'site-verification=4711', span),
    ...Array.from({ length: 1005 }, (_, at) => observation('A', `n${at}.many.example`, '192.0.2.77', span)),
  ],
};

let service: TestService;
let base: string;
beforeAll(async () => {
  service = await openTestService({ rows, now: new Date('2026-11-21T12:00:00Z') });
  base = await service.listen();
});
afterAll(() => service.close());

const prefix = '/api/v1';

/** @param sent `path` below the base path */
async function send(sent: RawRequest, under = prefix) {
  const headers = { 'X-API-KEY': key, ...sent.headers };
  const { status, text, headers: answered } = await sendRaw(base, { ...sent, path: `${under}${sent.path}`, headers });
  const body = JSON.parse(text) as Record<string, unknown>;
  checkAgainstContract(sent.method ?? 'GET', sent.path.replace(/\/(?=\?|$)/, ''), status, body);
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  return { status, body, headers: answered, response: body['response'] as any };
}
const get = async (path: string) => (await send({ path })).response;
const post = async (path: string, body: object) => {
  const headers = { 'Content-Type': 'application/json' };
  return (await send({ method: 'POST', path, headers, body: JSON.stringify(body) })).response;
};
const records = async (path: string) => (await get(`/explore/padns/lookup/${path}`)).records;
const queries = async (path: string) => (await records(path)).map(({ query }: { query: string }) => query);

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
      expect(await sendRaw(base, { path, headers: { [name]: key } })).toMatchObject({ status: 200 });
    },
  );
});

describe('answers they read: nothing known', () => {
  it('"Not found: HTTP 200, ip2asn: [{ip, error: \\"Not found\\"}]", in bulk calls per record', async () => {
    const missing = { ip: '203.0.113.9', error: 'Not found' };
    expect(await get('/explore/ipv4/ipv4info/203.0.113.9')).toEqual({ ip2asn: [missing] });
    expect(await get('/explore/ipv4/riskscore/203.0.113.9')).toEqual({ ip2asn: [missing] });
    const { ip2asn } = await post('/explore/bulk/ip2asn/ipv4', { ips: ['192.0.2.1', '203.0.113.9'] });
    expect(ip2asn).toEqual([expect.objectContaining({ ip: '192.0.2.1', asn: 64500 }), missing]);
    expect(await get('/explore/ipv6/ipv6info/2001:db8:f::1')).toEqual({
      ip2asn: [{ ip: '2001:db8:f::1', error: 'Not found' }],
    });
  });

  it('"a history key holds {error: \\"Not found\\"} instead of an array"', async () => {
    const missing = { error: 'Not found' };
    expect(await get('/explore/ipreputation/history/ipv4/203.0.113.9')).toEqual({ ip_reputation_history: missing });
    expect(await get('/explore/ipreputation/history/asn/64999')).toEqual({ asn_reputation_history: missing });
    expect(await get('/explore/nsreputation/history/nameserver/ns.nowhere.example')).toEqual({
      ns_server_reputation_history: missing,
    });
    expect(await get('/explore/takedownreputation/history/asn/64999')).toEqual({
      takedown_reputation_history: missing,
    });
    expect(await get('/explore/ipreputation/history/subnet/203.0.113.0/24')).toEqual({
      subnet_reputation_history: missing,
    });
  });

  it('"domaininfo: {domain, query, error: \\"No data for this zone\\"}"', async () => {
    const { domaininfo } = await get('/explore/domain/domaininfo/www.nowhere.zz');
    expect(domaininfo).toMatchObject({ domain: 'nowhere.zz', query: 'www.nowhere.zz', error: 'No data for this zone' });
    const bulk = await post('/explore/bulk/domaininfo', { domains: ['acme.example', 'nowhere.zz'] });
    expect(bulk.domaininfo[1]).toMatchObject({
      domain: 'nowhere.zz',
      query: 'nowhere.zz',
      error: 'No data for this zone',
    });
  });

  it('"Passive DNS that finds nothing is records: []"', async () => {
    for (const path of [
      'query/a/nowhere.example',
      'answer/a/203.0.113.9',
      'query/any/nowhere.example',
      'answer/txt/nothing',
    ])
      expect(await get(`/explore/padns/lookup/${path}`)).toEqual({ records: [] });
  });
});

describe('answers they read: failures of the call', () => {
  const path = '/explore/ipv4/riskscore/192.0.2.1';
  /** The envelope carries the same status_code and a non-null, printable error; never a key. */
  const refused = async (sent: RawRequest, status: number) => {
    const answer = await send(sent);
    expect(answer.body).toMatchObject({
      status_code: status,
      error: { message: expect.stringMatching(/^[\x20-\x7e]+$/) },
    });
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).not.toContain('a-key');
    return answer;
  };

  it('"400 (bad input)"', async () => {
    await refused({ path: '/explore/ipv4/riskscore/nonsense' }, 400);
    await refused({ path: '/explore/padns/lookup/query/wks/acme.example' }, 400);
    await refused({ path: '/explore/padns/lookup/query/a/acme.example?limit=many' }, 400);
    const json = { 'Content-Type': 'application/json' };
    await refused({ method: 'POST', path: '/explore/bulk/ip2asn/ipv4', headers: json, body: '{"ips":' }, 400);
  });

  it('"401 (missing or unknown key)"', async () => {
    await refused({ path, headers: { 'X-API-KEY': '' } }, 401);
    await refused({ path, headers: { 'X-API-KEY': 'a-key-of-somebody-else' } }, 401);
  });

  it('"403 (key not allowed)": here, a caller that may not use one', async () => {
    await refused({ path, headers: { Origin: 'https://elsewhere.example' } }, 403);
    await refused({ path, headers: { Host: 'elsewhere.example' } }, 403);
  });

  it('"404 (no such path or job)"', async () => {
    await refused({ path: '/explore/no/such/thing' }, 404);
    await refused({ path: '/explore/job/3f8b1c2e-6d4a-4c1b-9e57-0a1b2c3d4e5f' }, 404);
  });

  it('"429 (too many, with Retry-After)"', async () => {
    const limited = await service.listen({ requestsPerMinute: 2 });
    const ask = () => sendRaw(limited, { path: `${prefix}${path}`, headers: { 'X-API-KEY': key } });
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(200);
    const { status, headers, text } = await ask();
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const body = JSON.parse(text) as unknown;
    expect(body).toMatchObject({ status_code: 429, error: { code: 'too_many_requests', message: expect.any(String) } });
    checkAgainstContract('GET', path, status, body);
  });
});

describe('answers they read: jobs', () => {
  const search = '/explore/padns/lookup/query/a/*acme*';

  it('"ids are UUIDs; states are PENDING and STARTED, SUCCESS completes; get is an absolute URL"', async () => {
    const { job_status } = await get(`${search}?prefer=job_id`);
    expect(job_status.job_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(['PENDING', 'STARTED']).toContain(job_status.status);
    expect(job_status.get).toBe(`${base}${prefix}/explore/job/${job_status.job_id}`);
    expect((await get(`/explore/job/${job_status.job_id}`)).records).toEqual((await get(search)).records);
    const done = await get(`/explore/job/${job_status.job_id}?status_only=1`);
    expect(done).toEqual({ job_status: { ...job_status, status: 'SUCCESS' } });
  });

  it('"get" stays under the base path that the client uses', async () => {
    const under = '/api/v1/merge-api';
    const { response } = await send({ path: `${search}?prefer=job_id&limit=7` }, under);
    expect(response.job_status.get).toBe(`${base}${under}/explore/job/${response.job_status.job_id}`);
  });

  it('"metadata (with_metadata=1), beside the data in response"', async () => {
    const { records: found, metadata } = await get(`${search}?with_metadata=1&limit=2`);
    expect(found).toHaveLength(2);
    expect(metadata).toEqual({
      job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      query_name: 'padns/lookup/query',
      results_returned: 2,
      results_total_at_least: 3,
      timestamp: expect.closeTo(Date.now() / 1000, -2),
      with_metadata: 1,
    });
  });
});

describe('answers they read: passive DNS records', () => {
  it('"NS nshash (32 hex) and ttl; MX mxhash, the answer is the bare host"', async () => {
    const [ns] = await records('query/ns/acme.example');
    expect(ns).toMatchObject({ nshash: expect.stringMatching(/^[0-9a-f]{32}$/), ttl: 86_400, type: 'NS' });
    const [mx] = await records('query/mx/acme.example');
    expect(mx).toMatchObject({ mxhash: expect.stringMatching(/^[0-9a-f]{32}$/), answer: 'mx1.post.example' });
  });

  it('"SOA soahash and TXT txthash (decimal 64-bit numbers as strings)"', async () => {
    const [soa] = await records('query/soa/acme.example');
    expect(soa).toMatchObject({ soahash: expect.stringMatching(/^\d{1,20}$/), type: 'SOA' });
    const [txt] = await records('query/txt/acme.example');
    expect(txt).toMatchObject({ txthash: expect.stringMatching(/^\d{1,20}$/), type: 'TXT' });
  });

  it('"qtype any carries no hashes and no ttl and groups by type, last_seen descending within"', async () => {
    const found = await records('query/any/acme.example');
    const types = found.map(({ type }: { type: string }) => type);
    expect(types).toEqual(['A', 'NS', 'NS', 'SOA', 'MX', 'TXT', 'AAAA']);
    for (const record of found) expect(Object.keys(record).join()).not.toMatch(/hash|ttl/);
  });

  it('"Default order: last_seen descending. type is upper case"', async () => {
    const found = await records('query/a/*example?limit=2000');
    const times = found.map(({ last_seen }: { last_seen: string }) => last_seen);
    expect(times).toEqual([...times].sort().reverse());
    expect(new Set(found.map(({ type }: { type: string }) => type))).toEqual(new Set(['A']));
  });

  it('"limit=1000 is honoured"; 100 without it', async () => {
    expect(await records('query/a/*.many.example?limit=1000')).toHaveLength(1000);
    expect(await records('answer/a/192.0.2.77?limit=1000')).toHaveLength(1000);
    expect(await records('query/a/*.many.example')).toHaveLength(100);
  });

  it('"COF: rrname, rrtype, rdata, time_first, time_last (epoch integers), count"', async () => {
    expect(await records('query/a/acme.example?output_format=cof')).toEqual([
      {
        rrname: 'acme.example',
        rrtype: 'A',
        rdata: ['192.0.2.1'],
        time_first: Date.UTC(2026, 0, 1) / 1000,
        time_last: Date.UTC(2026, 10, 20) / 1000,
        count: 7,
      },
    ]);
  });

  it('"Reverse lookup: netmask at least 20 (A) and 64 (AAAA)"', async () => {
    const status = async (path: string) => (await send({ path: `/explore/padns/lookup/answer/${path}` })).status;
    expect(await status('a/192.0.2.1?netmask=20')).toBe(200);
    expect(await status('a/192.0.2.1?netmask=19')).toBe(400);
    expect(await status('aaaa/2001:db8::1?netmask=64')).toBe(200);
    expect(await status('aaaa/2001:db8::1?netmask=63')).toBe(400);
  });

  it('"subdomains is 1 when not given"', async () => {
    expect(await queries('answer/a/192.0.2.0?netmask=29')).toHaveLength(3);
    expect(await queries('answer/a/192.0.2.0?netmask=29&subdomains=1')).toHaveLength(3);
    expect(await queries('answer/a/192.0.2.0?netmask=29&subdomains=0')).toEqual(['acme.example']);
  });

  it('E8 records: "{host, asn_diversity, ip_diversity_all, ip_diversity_groups} (integers), timeline when asked"', async () => {
    const path = '/explore/padns/search/ipdiversity?domain=acme.example';
    const record = { host: 'acme.example', asn_diversity: 1, ip_diversity_all: 1, ip_diversity_groups: 1 };
    expect((await get(path)).records).toEqual([record]);
    expect((await get(`${path}&timeline=True`)).records).toEqual([{ ...record, timeline: [expect.any(Object)] }]);
  });
});

describe('the operations beyond look-ups', () => {
  it('"Infratag options of the bulk call may stand in the JSON body as well as in the query"', async () => {
    const domains = ['acme.example', 'many.example'];
    const path = '/explore/bulk/domain/infratags';
    const inQuery = await post(`${path}?mode=padns&match=full&clusters=1&as_of=2026-06-01`, { domains });
    expect(await post(path, { domains, mode: 'padns', match: 'full', clusters: 1, as_of: '2026-06-01' })).toEqual(
      inQuery,
    );
    expect(inQuery).toHaveProperty('tag_clusters');
  });

  it('name, network, nsname and asnum as lists joined with ; (E3)', async () => {
    const found = await queries('both/A/*/192.0.2.1?network=20.207.73.82/10;192.0.2.2/32&asnum=64500;64501&limit=9');
    expect(found).toEqual(['acme.example', 'www.acme.example', 'far.example']);
    expect(await queries('both/ns/*/nothing*?name=ns1.*;ns2.*')).toEqual(['acme.example', 'acme.example']);
  });

  it('"padns/lookup/query, certdb/certificates": query_name of certificates', async () => {
    const { metadata } = await get('/explore/domain/certificates/acme.example?with_metadata=1');
    expect(metadata.query_name).toBe('certdb/certificates');
  });

  it('"The certificate subject is a string that some clients parse as a Python literal"', async () => {
    const { domain_certificates } = await get('/explore/domain/certificates/acme.example');
    expect(domain_certificates[0].subject).toBe(String.raw`{'C': None, 'CN': 'o\'hara.acme.example', 'O': None}`);
  });
});
