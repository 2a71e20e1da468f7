import { describe, expect, it } from 'vitest';
import { useTestService } from '#test/server/use-test-service.ts';
import { padnsLines } from '#test/server/padns-lines.ts';
import { observation, observedSet } from '#test/server/seeded-observations.ts';

const span = ['2026-01-01', '2026-11-20'] as const;
const oldSet = ['ns1.acme.example', 'ns.dns.example'];
const newSet = ['ns1.acme.example', 'ns2.acme.example'];
const rows = [
  observation('A', 'acme.example', '192.0.2.1', span, { ttl: 60 }),
  observation('A', 'www.acme.example', '192.0.2.1', ['2026-02-01', '2026-11-19']),
  observation('A', 'shop.example', '192.0.2.200', ['2026-03-01', '2026-11-18']),
  observation('A', 'far.example', '192.0.15.255', ['2026-03-01', '2026-06-01']),
  observation('AAAA', 'acme.example', '2001:db8::1', span),
  observation('AAAA', 'www.acme.example', '2001:db8::1:2', ['2026-02-01', '2026-11-19']),
  // RFC 5952 does not shorten a single group of zeros
  observation('AAAA', 'mail.acme.example', '2001:db8:0:1:1:1:1:1', span),
  observation('CNAME', 'shop.acme.example', 'edge.cdn.example', span),
  observation('CNAME', 'img.acme.example', 'img.edge.cdn.example', ['2026-01-01', '2026-11-19']),
  observation('PTR4', '192.0.2.1', 'host1.acme.example', span),
  observation('PTR6', '2001:db8::1', 'six.acme.example', span),
  observation('TXT', 'acme.example', 'v=spf1 ip4:192.0.2.0/24 -all', span),
  observation('TXT', 'shop.example', "it's 100% \\ odd_value", ['2026-01-01', '2026-11-19']),
  observation('SOA', 'acme.example', 'ns1.acme.example hostmaster.acme.example 1 2 3 4 5', span),
  observation('SRV', '_sip._tcp.acme.example', '10 60 5060 sip.acme.example', span),
  observation('SRV', '_sip._udp.acme.example', '10 60 5061 sip.acme.example', ['2026-01-01', '2026-11-19']),
  // from Zeek
  observation('SRV', '_ldap._tcp.acme.example', 'sip.acme.example', ['2026-01-01', '2026-11-18']),
  observation('SRV', '_sip._tcp.shop.example', '10 60 5060 voip-sip.acme.example', span),
  observation('HTTPS', 'shop.example', '1 edge.cdn.example alpn=h2,h3 ipv4hint=192.0.2.200', span),
  observation('HTTPS', 'acme.example', '1 . alpn=h2', span),
  observation('SVCB', '_dns.acme.example', '1 dns.acme.example alpn=dot', span),
  observation('CAA', 'acme.example', '0 issue "letsencrypt.org"', span),
  observation('DS', 'acme.example', '12345 13 2 ABCDEF0123456789', span),
  ...observedSet('NS', 'acme.example', oldSet, ['2026-01-01', '2026-06-01']),
  ...observedSet('NS', 'acme.example', newSet, ['2026-06-01', '2026-11-20']),
  ...observedSet('NS', 'shop.example', newSet, ['2026-02-01', '2026-11-19']),
  ...observedSet('MX', 'acme.example', ['mx.acme.example', 'mx.mail.example'], span),
];

const service = useTestService({ rows: { obs: rows }, now: new Date('2026-11-21T12:00:00Z') });

const { ask, found, holds } = padnsLines(service, 'answer');
const apex = 'acme.example 192.0.2.1';
const www = 'www.acme.example 192.0.2.1';
const shop = 'shop.example 192.0.2.200';

describe('padnsReverse: addresses', () => {
  it('answers a record in the own format', async () => {
    const { response } = await ask('A/192.0.2.1?limit=1');
    expect(response.records).toEqual([
      {
        answer: '192.0.2.1',
        count: 1,
        first_seen: '2026-01-01 00:00:00',
        last_seen: '2026-11-20 00:00:00',
        query: 'acme.example',
        sources: ['sample'],
        ttl: 60,
        type: 'A',
      },
    ]);
  });

  it.each([
    ['a/192.0.2.1', [apex, www]],
    ['aaaa/2001:DB8:0:0::1', ['acme.example 2001:db8::1']],
    ['aaaa/2001:db8:0:1:1:1:1:1', ['mail.acme.example 2001:db8:0:1:1:1:1:1']],
    ['a/192.0.2.2*', [shop]],
    ['a/*.200?subdomains=0', [shop]],
    ['aaaa/*:2', ['www.acme.example 2001:db8::1:2']],
    ['a/203.0.113.1', []],
  ])('padnsReverse qname: %s', holds);
  it.each([
    ['a/192.0.2.1?subdomains=1', [apex, www]],
    ['a/192.0.2.1?subdomains=0', [apex]],
    ['a/192.0.2.9?netmask=24&subdomains=0', [apex, shop]],
    ['aaaa/2001:db8::?netmask=112&subdomains=0', ['acme.example 2001:db8::1']],
  ])('padnsReverse subdomains: %s', holds);
  it.each([
    ['a/192.0.2.9?netmask=25', [apex, www]],
    ['a/192.0.2.9?netmask=20&last_seen_before=2026-06-01', ['far.example 192.0.15.255']],
    ['aaaa/2001:db8::?netmask=64', ['acme.example 2001:db8::1', 'www.acme.example 2001:db8::1:2']],
  ])('padnsReverse netmask: %s', holds);
  it.each([
    [`a/_?regex=${encodeURIComponent('^192\\.0\\.2\\.2[0-9]+$')}`, [shop]],
    [`aaaa/_?regex=${encodeURIComponent(':2$')}`, ['www.acme.example 2001:db8::1:2']],
    [`ns/ns2*?regex=${encodeURIComponent('^ns\\.')}`, ['acme.example ns.dns.example']],
  ])('padnsReverse regex: %s', holds);
});

describe('padnsReverse: names', () => {
  it.each([
    ['ns/ns2.acme.example', ['acme.example ns2.acme.example', 'shop.example ns2.acme.example']],
    ['ns/*.dns.example', ['acme.example ns.dns.example']],
    ['ns/ns2*', ['acme.example ns2.acme.example', 'shop.example ns2.acme.example']],
    ['ns/n*.dns.*', ['acme.example ns.dns.example']],
    [`ns/_?regex=${encodeURIComponent('^ns\\.')}`, ['acme.example ns.dns.example']],
    ['mx/mx.mail.example', ['acme.example mx.mail.example']],
    ['cname/edge.cdn.example', ['shop.acme.example edge.cdn.example']],
    ['cname/*edge.cdn.example', ['shop.acme.example edge.cdn.example', 'img.acme.example img.edge.cdn.example']],
    ['ptr4/host1.acme.example', ['192.0.2.1 host1.acme.example']],
    ['ptr4/*.acme.example', ['192.0.2.1 host1.acme.example']],
    ['ptr6/six*', ['2001:db8::1 six.acme.example']],
    ['ns/nobody.example', []],
  ])('padnsReverse qtype: %s', holds);

  it('NS and MX records carry the hash of their set', async () => {
    expect((await ask('ns/ns2.acme.example')).response.records[0].nshash).toMatch(/^[0-9a-f]{32}$/);
    expect((await ask('mx/mx.mail.example')).response.records[0].mxhash).toMatch(/^[0-9a-f]{32}$/);
  });

  it('the hash is that of the latest set, whatever order sets were written in and when', async () => {
    const hashOf = async () => {
      const { response } = await ask('ns/ns1.acme.example?sort=query/asc');
      return response.records[0].nshash as string;
    };
    const latest = await hashOf();
    expect(await found(`nshash/${latest}`)).toContain('acme.example ns2.acme.example');
    const { engine } = service;
    const forget = (value: string) =>
      engine.command({
        name: 'test',
        sql: `ALTER TABLE rev UPDATE latest_set = ${value} WHERE rrtype = 'NS' SETTINGS mutations_sync = 2`,
      });
    await forget("''"); // as a repair of `rev` leaves it
    expect(await hashOf()).toBe(latest);
    await forget("unhex(concat('6A1CCB80', '6955B900', repeat('ab', 16)))"); // and as an older log leaves it that is imported after the repair
    expect(await hashOf()).toBe(latest);
  });
});

describe('padnsReverse: values', () => {
  const spf = 'acme.example v=spf1 ip4:192.0.2.0/24 -all';
  it.each([
    ['txt/spf1', [spf]],
    [`txt/${encodeURIComponent('192.0.2.0/24')}`, [spf]],
    ['txt/v=*-all', [spf]],
    ['txt/*-all*', [spf]],
    ['txt/-all*v=', []],
    ['txt/SPF1', []],
    [`txt/${encodeURIComponent("it's 100% \\ odd_")}`, ["shop.example it's 100% \\ odd_value"]],
    ['txt/odd%25value', []],
    ['soa/hostmaster', ['acme.example ns1.acme.example hostmaster.acme.example 1 2 3 4 5']],
    ['soa/ns1*1%202', ['acme.example ns1.acme.example hostmaster.acme.example 1 2 3 4 5']],
  ])('padnsReverse qtype: %s', holds);
});

describe('padnsReverse: hashes', () => {
  const hashOf = async (path: string, field: string): Promise<string> => {
    const { response } = await service.get(`/explore/padns/lookup/query/${path}`);
    return response.records[0][field];
  };

  it('nshash finds every name with the set', async () => {
    const hash = await hashOf('ns/shop.example', 'nshash');
    const { response } = await ask(`nshash/${hash.toUpperCase()}?sort=query/asc&sort=answer/asc`);
    expect(response.records).toMatchObject([
      {
        query: 'acme.example',
        answer: 'ns1.acme.example',
        nshash: hash,
        type: 'NS',
        ttl: 86400,
        first_seen: '2026-06-01 00:00:00',
      },
      { query: 'acme.example', answer: 'ns2.acme.example' },
      { query: 'shop.example', answer: 'ns1.acme.example' },
      { query: 'shop.example', answer: 'ns2.acme.example' },
    ]);
    expect(await found(`nshash/${hash}?sort=query/asc&limit=1&skip=2`)).toEqual(['shop.example ns1.acme.example']);
    expect(await found(`nshash/${hash}?last_seen_before=2026-11-19`)).toHaveLength(2);
  });

  it.each([
    ['mxhash', 'mx/acme.example', ['acme.example mx.acme.example', 'acme.example mx.mail.example']],
    ['soahash', 'soa/acme.example', ['acme.example ns1.acme.example hostmaster.acme.example 1 2 3 4 5']],
    ['txthash', 'txt/acme.example', ['acme.example v=spf1 ip4:192.0.2.0/24 -all']],
  ])('%s', async (qtype, path, lines) => {
    expect(await found(`${qtype}/${await hashOf(path, qtype)}`)).toEqual(lines);
    expect(await found(`${qtype}/${qtype === 'mxhash' ? 'f'.repeat(32) : '42'}`)).toEqual([]);
  });
});

describe('padnsReverse: services, certificate issuers and DNSSEC', () => {
  const sip = ['_sip._tcp.acme.example 10 60 5060', '_sip._udp.acme.example 10 60 5061', '_ldap._tcp.acme.example'];
  const [tcp, udp, ldap] = sip.map((line) => `${line} sip.acme.example`) as [string, string, string];
  const voip = '_sip._tcp.shop.example 10 60 5060 voip-sip.acme.example';
  const edge = 'shop.example 1 edge.cdn.example alpn=h2,h3 ipv4hint=192.0.2.200';
  it.each([
    ['srv/SIP.acme.example.', [tcp, udp, ldap]],
    ['srv/sip.acme.example?limit=1&skip=1', [udp]],
    ['srv/*.acme.example', [tcp, voip, udp, ldap]],
    ['srv/*sip*', [tcp, voip, udp, ldap]],
    ['srv/_?regex=^voip', [voip]],
    ['srv/acme.example', []],
    ['https/edge.cdn.example', [edge]],
    ['https/edge.*', [edge]],
    ['https/acme.example', []],
    ['svcb/dns.acme.example', ['_dns.acme.example 1 dns.acme.example alpn=dot']],
    ['caa/letsencrypt', ['acme.example 0 issue "letsencrypt.org"']],
    ['ds/12345*CDEF', ['acme.example 12345 13 2 ABCDEF0123456789']],
  ])('padnsReverse: %s', holds);

  it('answers an SRV record in the common output format', async () => {
    const { response } = await ask('srv/sip.acme.example?limit=1&output_format=cof');
    expect(response.records).toMatchObject([{ rrtype: 'SRV', rdata: '10 60 5060 sip.acme.example' }]);
  });
});

describe('padnsReverse: what is shared with the forward lookup', () => {
  const shared = (parameter: string) => async (value: string, lines: readonly string[]) =>
    expect(await found(`a/192.0.2.1?${parameter}=${value}`)).toEqual(lines);
  it.each([
    ['query/desc', [www, apex]],
    ['first/down', [www, apex]],
    [encodeURIComponent('answer/+&sort=query/-'), [www, apex]],
  ])('padnsReverse sort: %s', shared('sort'));

  it.each([
    ['a/acme.example', 'qname'],
    ['a/2001:db8::1', 'qname'],
    ['aaaa/192.0.2.1', 'qname'],
    ['a/192.0.2.1?netmask=33', 'netmask'],
    ['aaaa/2001:db8::1?netmask=129', 'netmask'],
    ['txt/_?regex=spf', 'regex'],
    ['soa/_?regex=spf', 'regex'],
    ['caa/_?regex=spf', 'regex'],
    ['srv/a..b', 'qname'],
    ['https/_?regex=(', 'regex'],
    ['nshash/_?regex=spf', 'regex'],
    ['txt/**', 'qname'],
    ['nshash/abc', 'qname'],
    ['soahash/18446744073709551616', 'qname'],
    ['ns/a..b', 'qname'],
    ['ns/_?regex=(', 'regex'],
    ['ns/ns1.acme.example?sort=ttl/asc', 'sort'],
  ])('%s is refused by its parameter', async (path, parameter) => {
    const { status, body } = await ask(path);
    expect({ status, error: body['error'] }).toMatchObject({ status: 400, error: { parameter } });
  });
});
