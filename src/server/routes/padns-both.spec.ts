import { describe, expect, it } from 'vitest';
import { announced } from '#test/server/announced.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { padnsLines } from '#test/server/padns-lines.ts';
import { observation, observedSet } from '#test/server/seeded-observations.ts';

const span = ['2026-01-01', '2026-11-20'] as const;
const oldSet = ['ns1.dns.example', 'ns2.dns.example'];
const newSet = ['ns1.acme.example', 'ns9.dns.example'];
const rows = {
  prefixes: [
    announced('192.0.2.0/24', 64500),
    announced('198.51.100.0/24', 64501),
    announced('2001:db8:1::/48', 64500),
    announced('2001:db8:2::/48', 64501),
  ],
  asns: [
    { asn: 64500, asname: 'ACME-AS Acme Inc', import: 1 },
    { asn: 64501, asname: 'CLOUD Example Hosting', import: 1 },
  ],
  obs: [
    observation('A', 'acme.example', '192.0.2.1', span, { ttl: 60, count: 3 }),
    observation('A', 'www.acme.example', '192.0.2.200', ['2026-02-01', '2026-11-19']),
    observation('A', 'old.acme.example', '198.51.100.7', ['2026-03-01', '2026-06-01']),
    observation('A', 'dev.acme.example', '203.0.113.9', ['2026-11-15', '2026-11-18']),
    observation('A', 'shop.example', '192.0.2.1', ['2026-03-01', '2026-11-17']),
    observation('AAAA', 'acme.example', '2001:db8:1::1', span),
    observation('AAAA', 'www.acme.example', '2001:db8:2::1', ['2026-02-01', '2026-11-19']),
    observation('CNAME', 'img.acme.example', 'edge.cdn.example', span),
    observation('CNAME', 'img.shop.example', 'edge.cdn.example', ['2026-01-01', '2026-11-19']),
    observation('CNAME', 'doc.acme.example', 'pages.host.example', ['2026-01-01', '2026-11-18']),
    ...observedSet('NS', 'acme.example', newSet, span),
    ...observedSet('NS', 'acme.example', oldSet, ['2025-01-01', '2026-01-01']),
    ...observedSet('MX', 'acme.example', ['mx.acme.example', 'mx.mail.example'], span),
    observation('PTR4', '192.0.2.1', 'host1.acme.example', span),
    observation('PTR4', '192.0.2.200', 'host200.dialup.example', ['2026-01-01', '2026-11-19']),
    observation('PTR4', '198.51.100.7', 'host7.acme.example', ['2026-01-01', '2026-11-18']),
    observation('PTR6', '2001:db8:1::1', 'six.acme.example', span),
    observation('PTR6', '2001:db8:2::1', 'cloud.acme.example', ['2026-01-01', '2026-11-19']),
  ],
};

const service = useTestService({ rows, now: new Date('2026-11-21T12:00:00Z') });

const { ask, holds } = padnsLines(service, 'both');

const apex = 'acme.example 192.0.2.1';
const www = 'www.acme.example 192.0.2.200';
const old = 'old.acme.example 198.51.100.7';
const dev = 'dev.acme.example 203.0.113.9';
const shop = 'shop.example 192.0.2.1';
const regexOf = (regex: string) => `regex=${encodeURIComponent(regex)}`;

describe('padnsBoth: both sides', () => {
  it('answers a record in the own format', async () => {
    const { response } = await ask('a/acme.example/192.0.2.1');
    expect(response.records).toEqual([
      {
        answer: '192.0.2.1',
        count: 3,
        first_seen: '2026-01-01 00:00:00',
        last_seen: '2026-11-20 00:00:00',
        query: 'acme.example',
        sources: ['sample'],
        ttl: 60,
        type: 'A',
      },
    ]);
    expect((await ask('ns/acme.example/*')).response.records[0].nshash).toMatch(/^[0-9a-f]{32}$/);
    expect((await ask('mx/*/mx.mail.example')).response.records[0].mxhash).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    ['A/ACME.example/192.0.2.1', [apex]],
    ['aaaa/*/2001:DB8:1:0::1', ['acme.example 2001:db8:1::1']],
    ['cname/*.acme.example/edge.cdn.example', ['img.acme.example edge.cdn.example']],
    ['mx/acme.example/*.acme.example', ['acme.example mx.acme.example']],
    ['ns/acme.example/ns2.dns.example', ['acme.example ns2.dns.example']],
    ['ptr4/192.0.2.1/*', ['192.0.2.1 host1.acme.example']],
    ['ptr6/*/six.acme.example', ['2001:db8:1::1 six.acme.example']],
  ])('padnsBoth qtype: %s', holds);

  it.each([
    ['a/acme.example/*', [apex]],
    ['a/*.acme.example/*', [www, dev, old]],
    ['a/www.*/*', [www]],
    ['a/*o*.example/192.0.2.1', [shop]],
    ['a/nowhere.example/*', []],
    ['ptr4/192.0.2.*/*.acme.example', ['192.0.2.1 host1.acme.example']],
    ['ptr4/192.0.2.200/*.acme.example', []],
  ])('padnsBoth qname: %s', holds);

  it.each([
    ['a/*/192.0.2.1', [apex, shop]],
    ['a/*/192.0.2.*', [apex, www, shop]],
    ['a/*.acme.example/*.7', [old]],
    ['aaaa/*/2001:db8:2:*', ['www.acme.example 2001:db8:2::1']],
    ['cname/*/*.host.example', ['doc.acme.example pages.host.example']],
    ['cname/*/edge*', ['img.acme.example edge.cdn.example', 'img.shop.example edge.cdn.example']],
    ['cname/*.shop.example/e*cdn*', ['img.shop.example edge.cdn.example']],
    ['a/*/203.0.113.1', []],
  ])('padnsBoth qanswer: %s', holds);

  it.each([
    [`a/_/192.0.2.1?${regexOf('^[[:alpha:]]+\\.example$')}`, [apex, shop]],
    [`a/shop.example/*?${regexOf('^(old|dev)')}`, [dev, old]],
    [`cname/_/edge.cdn.example?${regexOf('acme')}`, ['img.acme.example edge.cdn.example']],
    [`ptr4/_/*?${regexOf('\\.200$')}`, ['192.0.2.200 host200.dialup.example']],
  ])('padnsBoth regex: %s', holds);
});

describe('padnsBoth: the answer', () => {
  it.each([
    ['a/*.acme.example/192.0.2.200?match=eq', [www]],
    ['a/*.acme.example/192.0.2.200?match=neq', [dev, old]],
    ['a/*.acme.example/192.0.2.200?match=noteq', [dev, old]],
    ['a/*.acme.example/192.*?match=neq', [dev, old]],
    ['ns/acme.example/*.dns.example?match=neq', ['acme.example ns1.acme.example']],
    ['ptr4/*/*.acme.example?match=neq', ['192.0.2.200 host200.dialup.example']],
    ['a/acme.example/*?match=neq', []],
  ])('padnsBoth match: %s', holds);

  it.each([
    ['mx/*/mx.acme.example?name=mx.mail.example', ['acme.example mx.acme.example', 'acme.example mx.mail.example']],
    [
      'cname/*.acme.example/edge.cdn.example?name=*.host.example',
      ['img.acme.example edge.cdn.example', 'doc.acme.example pages.host.example'],
    ],
    [
      'ns/acme.example/ns2.dns.example?name=ns9.*;nobody.example',
      ['acme.example ns9.dns.example', 'acme.example ns2.dns.example'],
    ],
    ['cname/*.acme.example/edge.cdn.example?name=*.host.example&match=neq', []],
    ['cname/*/edge.cdn.example?name=x.example&match=neq', ['doc.acme.example pages.host.example']],
    ['a/*.acme.example/192.0.2.200?name=203.0.113.9', [www, dev]],
    ['a/*.acme.example/192.0.2.200?name=203.*&match=neq', [old]],
  ])('padnsBoth name: %s', holds);

  it.each([
    ['a/*.acme.example/192.0.2.7', []],
    ['a/*.acme.example/192.0.2.7?netmask=24', [www]],
    ['a/*/192.0.2.7?netmask=25', [apex, shop]],
    ['a/*/192.0.2.7?netmask=1', [apex, www, dev, shop, old]],
    ['a/*.acme.example/192.0.2.7?netmask=24&match=neq', [dev, old]],
    ['aaaa/*/2001:db8:2:ff::?netmask=48', ['www.acme.example 2001:db8:2::1']],
    ['ptr4/192.0.2.7/*?netmask=24', ['192.0.2.1 host1.acme.example', '192.0.2.200 host200.dialup.example']],
    ['ptr6/2001:db8:2::/*?netmask=48', ['2001:db8:2::1 cloud.acme.example']],
  ])('padnsBoth netmask: %s', holds);
});

describe('padnsBoth: networks', () => {
  it.each([
    ['a/*acme.example/192.0.2.0?netmask=24&net=in', [apex, www]],
    ['a/*acme.example/192.0.2.0?netmask=24&net=notin', [dev, old]],
    ['a/*acme.example/192.0.2.0?netmask=24&net=notin&network=203.0.113.0/24', [old]],
    ['a/*acme.example/*?net=notin&network=192.0.2.0/24', [dev, old]],
    ['a/*acme.example/192.0.2.1?match=neq&net=notin&network=198.51.100.0/24', [www, dev]],
    ['ptr4/192.0.2.7/*?netmask=24&net=notin', ['198.51.100.7 host7.acme.example']],
    ['ptr6/2001:db8:1::/*?netmask=48&net=notin', ['2001:db8:2::1 cloud.acme.example']],
  ])('padnsBoth net: %s', holds);

  it.each([
    ['a/*acme.example/192.0.2.1?network=198.51.100.99/24', [apex, old]],
    ['a/*acme.example/192.0.2.1?network=198.51.100.0/24&network=203.0.113.9/32', [apex, dev, old]],
    ['a/*acme.example/192.0.2.1?network=198.51.100.0/24;203.0.113.9/32', [apex, dev, old]],
    ['a/*acme.example/*?network=203.0.113.0/24', [dev]],
    ['a/*acme.example/192.*?network=192.0.2.128/25', [www]],
    ['a/*acme.example/192.0.2.1?network=192.0.2.0/24&match=neq', [www]],
    [
      'aaaa/*/2001:db8:1::1?network=2001:db8:2:9::/48',
      ['acme.example 2001:db8:1::1', 'www.acme.example 2001:db8:2::1'],
    ],
    ['ptr4/192.0.2.1/*?network=198.51.100.0/24', ['192.0.2.1 host1.acme.example', '198.51.100.7 host7.acme.example']],
    ['ptr4/*/*?network=198.51.100.0/24', ['198.51.100.7 host7.acme.example']],
  ])('padnsBoth network: %s', holds);
});

describe('padnsBoth: ASNs', () => {
  it.each([
    ['a/*acme.example/*?asnum=64501', [old]],
    ['a/*acme.example/*?asnum=64500&asnum=64501', [apex, www, old]],
    ['a/*/192.0.2.1?asnum=64501', []],
    ['aaaa/*/*?asnum=64501', ['www.acme.example 2001:db8:2::1']],
    ['ptr4/*/*.acme.example?asnum=64501', ['198.51.100.7 host7.acme.example']],
    ['ptr6/*/*?asnum=64500', ['2001:db8:1::1 six.acme.example']],
  ])('padnsBoth asnum: %s', holds);

  it.each([
    ['a/*acme.example/*?asnum=64500&asn=in', [apex, www]],
    ['a/*acme.example/*?asnum=64500&asn=notin', [dev, old]],
    ['a/*acme.example/*?asnum=64500&asname=cloud&asn=notin', [dev]],
    ['ptr4/*/*?asnum=64500&asn=notin', ['198.51.100.7 host7.acme.example']],
  ])('padnsBoth asn: %s', holds);

  it.each([
    ['a/*acme.example/*?asname=cloud', [old]],
    ['a/*acme.example/*?asname=acme;CLOUD', [apex, www, old]],
    ['a/*acme.example/*?asname=example', []],
    ['a/*acme.example/*?asname=example&asn=notin', [apex, www, dev, old]],
  ])('padnsBoth asname: %s', holds);
  it.each([
    ['a/*acme.example/*?asname_starts_with=Cloud', [old]],
    ['a/*acme.example/*?asname_starts_with=Hosting', []],
  ])('padnsBoth asname_starts_with: %s', holds);
  it.each([
    ['a/*acme.example/*?asname_contains=hosting', [old]],
    ['a/*acme.example/*?asname_contains=hosting&asnum=64500', [apex, www, old]],
  ])('padnsBoth asname_contains: %s', holds);
});

describe('padnsBoth: what all look-ups share', () => {
  it.each([
    ['a/*acme.example/*?sort=first_seen/up', [apex, www, old, dev]],
    ['a/*acme.example/*?sort=query/-', [www, old, dev, apex]],
    ['a/*/192.0.2.1?sort=rrname/desc', [shop, apex]],
    ['a/*example/*?sort=answer/asc&sort=query/desc', [shop, apex, www, old, dev]],
    [`a/*example/*?sort=${encodeURIComponent('answer/+&sort=query/-')}`, [shop, apex, www, old, dev]],
  ])('padnsBoth sort: %s', holds);

  it.each([
    ['txt/acme.example/*', 'qtype'],
    ['a/bad..name/*', 'qname'],
    ['ptr4/acme.example/*', 'qname'],
    ['a/acme.example/www.example', 'qanswer'],
    ['aaaa/acme.example/192.0.2.1', 'qanswer'],
    ['a/acme.example/192.0.2.1?netmask=33', 'netmask'],
    ['a/acme.example/192.0.2.1?name=mail.example', 'name'],
    ['mx/acme.example/*?name=a;b;c;d;e;f', 'name'],
    ['mx/acme.example/*?network=192.0.2.0/24', 'network'],
    ['mx/acme.example/*?asnum=64500', 'asnum'],
    ['mx/acme.example/*?asname_contains=x', 'asname_contains'],
    ['a/acme.example/*?network=192.0.2.0', 'network'],
    ['a/acme.example/*?network=2001:db8::/32', 'network'],
    [`a/_/*?${regexOf('(?=a)')}`, 'regex'],
    ['a/acme.example/*?as_of=soon', 'as_of'],
    ['a/acme.example/*?sort=ttl/asc', 'sort'],
  ])('%s is refused by its parameter', async (path, parameter) => {
    const { status, body } = await ask(path);
    expect({ status, error: body['error'] }).toMatchObject({ status: 400, error: { parameter } });
  });
});

describe('padnsTranslate', () => {
  const translate = (path: string) => service.get(`/explore/padns/lookup/translate/${path}`);
  const hashOf = async (path: string, field: string): Promise<string> =>
    (await service.get(`/explore/padns/lookup/query/${path}`)).response.records[0][field];

  it('padnsTranslate qtype: names the servers of each kind of set', async () => {
    const nshash = await hashOf('ns/acme.example?sort=last_seen/desc', 'nshash');
    expect((await translate(`NSHASH/${nshash}`)).response.records).toEqual([
      { nshash },
      newSet.map((nssrv) => ({ nssrv })),
    ]);
    const mxhash = await hashOf('mx/acme.example', 'mxhash');
    expect((await translate(`mxhash/${mxhash}`)).response.records).toEqual([
      { mxhash },
      [{ mxsrv: 'mx.acme.example' }, { mxsrv: 'mx.mail.example' }],
    ]);
    expect((await translate(`mxhash/${nshash}`)).response.records).toEqual([]);
  });

  it('padnsTranslate query: in any letter case; unknown ones have no records', async () => {
    const nshash = await hashOf('ns/acme.example?sort=last_seen/asc', 'nshash');
    expect((await translate(`nshash/${nshash.toUpperCase()}`)).response.records[1]).toEqual(
      oldSet.map((nssrv) => ({ nssrv })),
    );
    expect((await translate(`nshash/${'0'.repeat(32)}`)).response.records).toEqual([]);
  });

  it.each(['nshash/abc', `nshash/${'0'.repeat(33)}`, `mxhash/${'g'.repeat(32)}`])('%s is refused', async (path) => {
    const { status, body } = await translate(path);
    expect({ status, error: body['error'] }).toMatchObject({ status: 400, error: { parameter: 'query' } });
  });
});
