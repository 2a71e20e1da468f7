import { describe, expect, it } from 'vitest';
import { key } from '#test/server/collection.ts';
import { checkAgainstContract } from '#test/server/contract-check.ts';
import { type RawRequest, sendRaw, useExistingClient } from '#test/server/existing-client.ts';

// What integrations of this interface read, over the wire. A title quotes its rule.

const client = useExistingClient();
const { send, get, post, records, queries } = client;

const prefix = '/api/v1';

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
      subnet_reputation_history: { ...missing, subnet: '203.0.113.0/24' },
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
    const limited = await client.service.listen({ requestsPerMinute: 2 });
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
    expect(job_status.get).toBe(`${client.base}${prefix}/explore/job/${job_status.job_id}`);
    expect((await get(`/explore/job/${job_status.job_id}`)).records).toEqual((await get(search)).records);
    const done = await get(`/explore/job/${job_status.job_id}?status_only=1`);
    expect(done).toEqual({ job_status: { ...job_status, status: 'SUCCESS' } });
  });

  it('"get" stays under the base path that the client uses', async () => {
    const under = '/api/v1/merge-api';
    const { response } = await send({ path: `${search}?prefer=job_id&limit=7` }, under);
    expect(response.job_status.get).toBe(`${client.base}${under}/explore/job/${response.job_status.job_id}`);
  });

  it('"metadata (with_metadata=1), beside the data in response"', async () => {
    const { records: found, metadata } = await get(`${search}?with_metadata=1&limit=2`);
    expect(found).toHaveLength(2);
    expect(metadata).toEqual({
      job_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      query_name: 'padns/lookup/query',
      results_returned: 2,
      results_total_at_least: 3,
      results_total_is_exact: true,
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
        rdata: '192.0.2.1',
        time_first: Date.UTC(2026, 0, 1) / 1000,
        time_last: Date.UTC(2026, 10, 20) / 1000,
        count: 7,
      },
    ]);
  });

  it('"Reverse lookup: netmask at least 20 (A) and 64 (AAAA)": the interface has no such floor, and it decides', async () => {
    const status = async (path: string) => (await send({ path: `/explore/padns/lookup/answer/${path}` })).status;
    expect(await status('a/192.0.2.1?netmask=20')).toBe(200);
    expect(await status('a/192.0.2.1?netmask=19')).toBe(200);
    expect(await status('aaaa/2001:db8::1?netmask=64')).toBe(200);
    expect(await status('aaaa/2001:db8::1?netmask=63')).toBe(200);
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
