import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { key } from '#test/server/collection.ts';
import { type ExistingClient, openExistingClient, sendRaw } from '#test/server/existing-client.ts';

// What integrations of this interface send, over the wire as they write it. A title quotes its rule.

let client: ExistingClient;
const send: ExistingClient['send'] = (sent, under) => client.send(sent, under);
const get: ExistingClient['get'] = (path) => client.get(path);
const post: ExistingClient['post'] = (path, body) => client.post(path, body);
const records: ExistingClient['records'] = (path) => client.records(path);
const queries: ExistingClient['queries'] = (path) => client.queries(path);
beforeAll(async () => {
  client = await openExistingClient();
});
afterAll(() => client.service.close());

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
