import { beforeAll, describe, expect, it } from 'vitest';
import { daysAgo, now, rows } from '#test/server/addresses-collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';

/** What was seen last so many days ago. */
const seen = (rrtype: string, rrname: string, rdata: string, ago: number) => ({
  rrtype,
  rrname,
  rdata,
  first_seen: `${daysAgo(300)} 01:00:00`,
  last_seen: `${daysAgo(ago)} 02:00:00`,
  count: 1,
  ttl: 300,
  sources: 4,
  ...(rrtype === 'NS' && { rrset: [rdata] }),
});

const service = useTestService({ rows, now });
beforeAll(async () => {
  await service.add({
    obs: [
      seen('NS', 'month.example', 'ns1.acme.example', 30),
      seen('NS', 'longer.example', 'ns1.acme.example', 31),
      seen('A', 'month.example', '198.51.100.7', 30),
      seen('A', 'longer.example', '198.51.100.7', 31),
      seen('A', 'months.example', '198.51.100.8', 30),
      seen('A', 'months.example', '198.51.100.9', 31),
    ],
  });
});

const ask = async (path: string) => (await service.get(`/explore/${path}`)).response;

describe('one window for a field name', () => {
  it('ns_server_domain_density counts the last 30 days, in the reputation of the server and in its domains', async () => {
    const { ns_server_reputation } = await ask('nsreputation/nameserver/ns1.acme.example?explain=1');
    const { ns_reputation } = await ask('enrich/domain/acme.example');
    // acme.example and month.example; old.example and longer.example were seen before that
    expect(ns_server_reputation[0].ns_server_reputation_explain).toMatchObject({ ns_server_domain_density: 2 });
    expect(ns_reputation.ns_srv_reputation).toMatchObject([
      { ns_server: 'ns1.acme.example', ns_server_domain_density: 2 },
    ]);
  });

  it('density counts all that was ever seen', async () => {
    expect(await ask('padns/lookup/density/nssrv/ns1.acme.example')).toEqual({
      records: [{ density: 4, nssrv: 'ns1.acme.example' }],
    });
    expect(await ask('padns/lookup/density/ipv4/198.51.100.7')).toEqual({
      records: [{ density: 2, ipv4: '198.51.100.7' }],
    });
    const { ip2asn } = await ask('ipv4/ipv4info/198.51.100.7');
    expect(ip2asn[0]).toMatchObject({ density: 2 });
  });
});

describe('the last 30 days hold what happened 30 days ago', () => {
  it('in the names of an address', async () => {
    const { ip_reputation } = await ask('ipreputation/ipv4/198.51.100.7?explain=1');
    expect(ip_reputation[0].ip_reputation_explain).toMatchObject({ ip_density: 1 });
  });

  it('in the diversity of a host, alone and among the facts of its domain', async () => {
    const { records } = await ask('padns/lookup/ipdiversity/a/months.example');
    expect(records).toMatchObject([{ ip_diversity_all: 1 }]);
    const { ip_diversity } = await ask('enrich/domain/months.example');
    expect(ip_diversity).toMatchObject({ ip_diversity_all: '1' });
    const search = await ask('padns/search/ipdiversity?domain=months.example');
    expect(search.records).toMatchObject([{ ip_diversity_all: 1 }]);
  });
});
