import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ExistingClient, openExistingClient, sendRaw } from '#test/server/existing-client.ts';

// Paths of the same family that existing clients call, beside the operations of the interface.

let client: ExistingClient;
beforeAll(async () => {
  client = await openExistingClient();
});
afterAll(() => client.service.close());

it('review B alias domain/search: E8 under another address, under both base paths', async () => {
  const query = '?domain=*.acme.example&limit=2&with_metadata=0&format=json';
  const { response } = await client.send({ path: `/explore/padns/search/ipdiversity${query}` });
  expect(response.records.length).toBeGreaterThan(0);
  for (const under of ['/api/v1', '/api/v1/merge-api'])
    for (const path of ['/explore/domain/search', '/explore/domain/search/'])
      expect((await client.send({ path: `${path}${query}` }, under)).response).toEqual(response);
});

it('review B alias padns/lookup/domain/asns: AS number to name', async () => {
  const path = '/explore/padns/lookup/domain/asns';
  expect(await client.get(`${path}/www.acme.example?result_format=full`)).toEqual({
    records: [{ domain_asns: { '64500': 'ACME-NET' } }],
  });
  expect(await client.get(`${path}/nobody.example`)).toEqual({ records: [] });
  expect((await client.send({ path: `${path}/a..b` })).body).toMatchObject({ error: { parameter: 'domain' } });
  expect((await sendRaw(client.base, { path: `/api/v1${path}/acme.example` })).status).toBe(401);
});

it('review B alias bulk/summary: the enrichment of many, each in its own record', async () => {
  const path = '/explore/bulk/summary';
  const domains = await client.post(`${path}/domain?format=json&explain=1&scan_data=0`, {
    domains: ['acme.example', 'a..b', 'nobody.example'],
  });
  expect(domains).toEqual([
    await client.get('/explore/enrich/domain/acme.example?explain=1'),
    { domain: 'a..b', error: expect.stringContaining('is not a domain name') },
    await client.get('/explore/enrich/domain/nobody.example?explain=1'),
  ]);
  const addresses = await client.post(`${path}/ipv4?explain=1`, { ips: ['192.0.2.1', null, '203.0.113.9'] });
  expect(addresses).toEqual([
    (await client.get('/explore/enrich/ipv4/192.0.2.1?explain=1')).ip2asn[0],
    { ip: 'null', error: expect.stringContaining('item 2 of ips') },
    { ip: '203.0.113.9', error: 'Not found' },
  ]);
  expect(await client.post(`${path}/ipv6`, { ips: ['2001:db8::1'] })).toMatchObject([{ ip: '2001:db8::1' }]);
});

it('review B alias bulk/summary: what it refuses', async () => {
  const ask = async (type: string, body: string) => {
    const headers = { 'Content-Type': 'application/json' };
    return (await client.send({ method: 'POST', path: `/explore/bulk/summary/${type}`, headers, body })).status;
  };
  expect(await ask('domain', JSON.stringify({ domains: Array.from({ length: 101 }, () => 'acme.example') }))).toBe(400);
  expect(await ask('domain', '{"domains":[]}')).toBe(400);
  expect(await ask('domain', '{"ips":["192.0.2.1"]}')).toBe(400);
  expect(await ask('ipv4', '[]')).toBe(400);
  expect(await ask('ipv4', '"x"')).toBe(400);
  expect(await ask('url', '{"urls":["x"]}')).toBe(404);
});
