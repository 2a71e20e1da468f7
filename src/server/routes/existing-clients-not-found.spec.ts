import { beforeAll, describe, expect, it } from 'vitest';
import { useExistingClient } from '#test/server/existing-client.ts';

// How an answer with 200 says no. Existing clients index the first of a list without looking whether it is one.

const client = useExistingClient();
const get = (path: string) => client.get(`/explore/${path}`);
const post = (path: string, body: object) => client.post(`/explore/${path}`, body);
beforeAll(async () => {
  await client.service.add({
    whois: [{ domain: 'acme.registered', date: '2026-10-01', registrar: 'Nameyard', created: '2020-05-06 07:08:09' }],
    listings: [{ indicator: 'bad.listed', host: 'bad.listed', first_listed: '2026-11-01', last_listed: '2026-11-20' }],
  });
});

/** Every operation that says of a domain that it is not known, and what it says. */
async function reasons(domain: string): Promise<unknown[]> {
  const [info, bulk, enriched, risk, risks] = await Promise.all([
    get(`domain/domaininfo/${domain}`),
    post('bulk/domaininfo', { domains: ['acme.example', domain] }),
    get(`enrich/domain/${domain}`),
    get(`domain/riskscore/${domain}`),
    post('bulk/domain/riskscore', { domains: ['acme.example', domain] }),
  ]);
  expect(bulk.domaininfo[0]).not.toHaveProperty('error');
  expect(risks[0]).not.toHaveProperty('error');
  return [info.domaininfo.error, bulk.domaininfo[1].error, enriched.error, risk.error, risks[1].error];
}

describe('an unknown domain', () => {
  it.each(['nobody.example', 'www.nobody.example', 'nobody.registered', 'nobody.listed'])(
    '%s of a zone that has data is not found, the same in C1, C4, G1, C2 and C3',
    async (domain) => expect(await reasons(domain)).toEqual(Array.from({ length: 5 }, () => 'Not found')),
  );

  it.each(['nobody.zz', 'www.nobody.zz', 'zz', 'nobody.ample'])(
    'C1, C2, C3, C4 and G1 all say that there is no data for the zone of %s',
    async (domain) => expect(await reasons(domain)).toEqual(Array.from({ length: 5 }, () => 'No data for this zone')),
  );

  it('G1 says so in both places that clients read', async () => {
    const unknown = { domain: 'nobody.example', query: 'www.nobody.example', zone: 'example', error: 'Not found' };
    expect(await get('enrich/domain/www.nobody.example?explain=1&scan_data=1')).toEqual({
      error: 'Not found',
      domaininfo: unknown,
    });
    const { domaininfo } = await post('bulk/domaininfo', { domains: ['www.nobody.example'] });
    expect(domaininfo).toEqual([unknown]);
  });
});

describe('not found keeps the type', () => {
  const error = 'Not found';

  it.each([
    [
      'C10',
      'domain/whois/www.nobody.example',
      { whois: [{ domain: 'nobody.example', query: 'www.nobody.example', error }] },
    ],
    ['A13', 'ip2asn/history/ipv4/203.0.113.9', { records: [{ ip: '203.0.113.9', error }] }],
    [
      'D5',
      'nsreputation/nameserver/ns.nowhere.example',
      { ns_server_reputation: [{ ns_server: 'ns.nowhere.example', error }] },
    ],
    ['D9', 'ipreputation/asn/64999', { asn_reputation: [{ asn: 64999, error }] }],
    ['D12', 'ipreputation/subnet/203.0.113.9/24', { subnet_reputation: [{ subnet: '203.0.113.0/24', error }] }],
    ['D14', 'ipreputation/ipv4/203.0.113.9', { ip_reputation: [{ ip: '203.0.113.9', error }] }],
    ['A1', 'ipv4/ipv4info/203.0.113.9', { ip2asn: [{ ip: '203.0.113.9', error }] }],
    ['A2', 'ipv4/riskscore/203.0.113.9', { ip2asn: [{ ip: '203.0.113.9', error }] }],
    ['B1', 'ipv6/ipv6info/2001:db8:f::1', { ip2asn: [{ ip: '2001:db8:f::1', error }] }],
    ['G2', 'enrich/ipv4/203.0.113.9', { ip2asn: [{ ip: '203.0.113.9', error }] }],
    ['G3', 'enrich/ipv6/2001:db8:f::1', { ip2asn: [{ ip: '2001:db8:f::1', error }] }],
  ])('%s answers a list of one record with an error', async (_, path, expected) => {
    expect(await get(path)).toEqual(expected);
  });

  it.each([
    ['C2', 'domain/riskscore/nobody.example', { domain: 'nobody.example', error }],
    ['D2', 'takedownreputation/asn/64999', { takedown_reputation: { asn: 64999, error } }],
    [
      'C7',
      'domain/nschanges/nobody.example',
      { nschanges: { domain: 'nobody.example', query: 'nobody.example', error } },
    ],
    [
      'C8',
      'domain/nschangessummary/nobody.example',
      { nschanges: { domain: 'nobody.example', query: 'nobody.example', error } },
    ],
    [
      'C13',
      'domain/siblings/nobody.example',
      { domain_siblings: { domain: 'nobody.example', query: 'nobody.example', error } },
    ],
    [
      'C5',
      'domain/infratag/nobody.example?mode=padns',
      { infratag: { domain: 'nobody.example', mode: 'padns', error } },
    ],
  ])('%s answers the one record with an error', async (_, path, expected) => {
    expect(await get(path)).toEqual(expected);
  });

  it.each([
    ['D3', 'takedownreputation/history/asn/64999', { takedown_reputation_history: { error } }],
    ['D6', 'nsreputation/history/nameserver/ns.nowhere.example', { ns_server_reputation_history: { error } }],
    ['D10', 'ipreputation/history/asn/64999', { asn_reputation_history: { error } }],
    [
      'D13',
      'ipreputation/history/subnet/203.0.113.9/24',
      { subnet_reputation_history: { subnet: '203.0.113.0/24', error } },
    ],
    ['D15', 'ipreputation/history/ipv4/203.0.113.9', { ip_reputation_history: { error } }],
  ])('%s has an error in the place of the history', async (_, path, expected) => {
    expect(await get(path)).toEqual(expected);
  });

  it('searches that find nothing are an empty list', async () => {
    expect(await get('domain/certificates/nobody.example')).toEqual({ domain_certificates: [] });
    expect(await get('padns/lookup/query/any/nobody.example')).toEqual({ records: [] });
    expect(await get('padns/lookup/answer/txt/nothing')).toEqual({ records: [] });
    expect(await get('padns/lookup/density/nssrv/ns.nowhere.example')).toEqual({ records: [] });
    expect(await get('padns/lookup/ipdiversity/a/nobody.example')).toEqual({ records: [] });
    expect(await get('scandata/ipv4/jarm?ipv4=203.0.113.9')).toEqual({ jarm: [] });
    expect(await get('asn/lookup?asnum=64999')).toMatchObject({ records: [] });
  });
});
