import { describe, expect, it } from 'vitest';
import { clockAt } from '#sample/clock.ts';
import { scribeAt } from '#sample/scribe.ts';
import { harborlineBank } from '#sample/stories/harborline-bank.ts';
import { unsanctionedAsset } from '#sample/stories/unsanctioned-asset.ts';
import { announced } from '#test/server/announced.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { padnsLines } from '#test/server/padns-lines.ts';
import { observation, observedSet } from '#test/server/seeded-observations.ts';

const recent = ['2026-11-01', '2026-11-20'] as const;
const own = ['ns1.acme.example', 'ns2.acme.example'];
const rows = {
  prefixes: [
    announced('198.51.100.0/24', 64501),
    announced('203.0.113.0/24', 64502),
    announced('2001:db8:1::/48', 64501),
  ],
  asns: [
    { asn: 64501, asname: 'ACME-AS Acme Inc', import: 1 },
    { asn: 64502, asname: 'CLOUD Example Hosting', import: 1 },
  ],
  obs: [
    // on the own name servers, in the own network
    observation('A', 'www.acme.example', '198.51.100.1', ['2026-11-10', '2026-11-19'], { count: 4 }),
    // an old name that lately also points elsewhere
    observation('A', 'shop.acme.example', '198.51.100.2', ['2026-01-01', '2026-11-20'], { count: 5 }),
    observation('A', 'shop.acme.example', '203.0.113.2', ['2026-11-05', '2026-11-18'], { count: 2 }),
    observation('A', 'shop.acme.example', '203.0.113.3', ['2026-11-04', '2026-11-06']),
    ...observedSet('NS', 'acme.example', own, ['2026-01-01', '2026-11-20']),
    // once on the own name servers, now with a hoster
    observation('A', 'acme-events.example', '203.0.113.9', ['2026-11-12', '2026-11-17']),
    ...observedSet('NS', 'acme-events.example', own, ['2026-01-01', '2026-03-01']),
    ...observedSet('NS', 'acme-events.example', ['ns1.host.example'], ['2026-03-01', '2026-11-20']),
    // a delegation below the own domain, and a host in it
    observation('A', 'db.lab.acme.example', '192.0.2.9', ['2026-11-13', '2026-11-16']),
    ...observedSet('NS', 'lab.acme.example', ['ns.cheap.example'], recent),
    // no one knows its name servers
    observation('A', 'acme-old.example', '203.0.113.40', ['2026-06-01', '2026-11-15']),
    observation('AAAA', 'www.acme.example', '2001:db8:1::1', recent),
    observation('AAAA', 'acme-events.example', '2001:db8:2::1', ['2026-11-01', '2026-11-19']),
  ],
};

const service = useTestService({ rows, now: new Date('2026-11-21T12:00:00Z') });

const { ask, found, holds } = padnsLines(service, 'uld');

const www = 'www.acme.example 198.51.100.1';
const shop2 = 'shop.acme.example 203.0.113.2';
const shop3 = 'shop.acme.example 203.0.113.3';
const events = 'acme-events.example 203.0.113.9';
const lab = 'db.lab.acme.example 192.0.2.9';
const all = [www, shop2, events, lab, shop3];
const regexOf = (regex: string) => `regex=${encodeURIComponent(regex)}`;

it('answers a record with its domain and its origin', async () => {
  const { response } = await ask('a/*acme*/203.0.113.9?net=in');
  expect(response.records).toEqual([
    {
      answer: '203.0.113.9',
      asn: 64502,
      count: 1,
      domain: 'acme-events.example',
      first_seen: '2026-11-12 00:00:00',
      last_seen: '2026-11-17 00:00:00',
      query: 'acme-events.example',
      sources: ['sample'],
      type: 'A',
    },
  ]);
  const [outside] = (await ask('a/*.lab.acme.example/_')).response.records;
  expect(outside).toMatchObject({ asn: 0, domain: 'acme.example' });
});

describe('padnsUnsanctioned: which names', () => {
  it.each([
    ['A/*acme*/_', all],
    ['aaaa/*acme*/_', ['www.acme.example 2001:db8:1::1', 'acme-events.example 2001:db8:2::1']],
  ])('padnsUnsanctioned qtype: %s', holds);
  it.each([
    ['a/*.acme.example/_', [www, shop2, lab, shop3]],
    ['a/acme*/_', [events]],
    ['a/*lab*/_', [lab]],
    ['a/*nobody*/_', []],
  ])('padnsUnsanctioned qname: %s', holds);
  it.each([
    [`a/_/_?${regexOf('^[[:alpha:]]+\\.acme')}`, [www, shop2, shop3]],
    [`a/*shop*/_?${regexOf('events|lab')}`, [events, lab]],
  ])('padnsUnsanctioned regex: %s', holds);
});

describe('padnsUnsanctioned: networks', () => {
  it.each([
    ['a/*acme*/198.51.100.1', [shop2, events, lab, shop3]],
    ['a/*acme*/203.0.113.2', [www, events, lab, shop3]],
  ])('padnsUnsanctioned qanswer: %s', holds);
  it.each([
    ['a/*acme*/203.0.113.77?netmask=24', [www, lab]],
    ['a/*acme*/203.0.113.3?netmask=31', [www, events, lab]],
    ['aaaa/*acme*/2001:db8:1:9::?netmask=48', ['acme-events.example 2001:db8:2::1']],
  ])('padnsUnsanctioned netmask: %s', holds);
  it.each([
    ['a/*acme*/203.0.113.0?netmask=24&net=notin', [www, lab]],
    ['a/*acme*/203.0.113.0?netmask=24&net=in', [shop2, events, shop3]],
  ])('padnsUnsanctioned net: %s', holds);
  it.each([
    ['a/*acme*/203.0.113.0?netmask=24&network=198.51.100.5/24', [lab]],
    ['a/*acme*/_?network=203.0.113.8/29;192.0.2.0/24&net=in', [events, lab]],
    ['a/*acme*/_?network=203.0.113.8/29&network=192.0.2.0/24', [www, shop2, shop3]],
  ])('padnsUnsanctioned network: %s', holds);
  it.each([
    ['a/*acme*/_?asnum=64502', [www, lab]],
    ['a/*acme*/_?asnum=64502&asnum=64501', [lab]],
  ])('padnsUnsanctioned asnum: %s', holds);
  it.each([
    ['a/*acme*/_?asnum=64502&asn=notin', [www, lab]],
    ['a/*acme*/_?asnum=64502&asn=in', [shop2, events, shop3]],
  ])('padnsUnsanctioned asn: %s', holds);
  it.each([
    ['a/*acme*/_?asname=acme', [shop2, events, lab, shop3]],
    ['a/*acme*/_?asname=acme;cloud', [lab]],
  ])('padnsUnsanctioned asname: %s', holds);
  it.each([['a/*acme*/_?asname_starts_with=CLOUD&asn=in', [shop2, events, shop3]]])(
    'padnsUnsanctioned asname_starts_with: %s',
    holds,
  );
  it.each([['a/*acme*/_?asname_contains=hosting', [www, lab]]])('padnsUnsanctioned asname_contains: %s', holds);
});

describe('padnsUnsanctioned: name servers', () => {
  it.each([
    // its own delegation counts, not that of the domain above; only the latest set does
    ['a/*acme*/_?nsname=*.acme.example', [events, lab]],
    ['a/*acme*/_?nsname=ns2.acme.example', [events, lab]],
    ['a/*acme*/_?nsname=ns.cheap.example', [www, shop2, events, shop3]],
    ['a/*acme*/_?nsname=ns.cheap.example;ns*.acme.example', [events]],
    ['a/*acme*/_?nsname=*.acme.example&first_seen_after=-1w', []],
    ['a/acme-old*/_?nsname=*.acme.example&first_seen_after=0', ['acme-old.example 203.0.113.40']],
  ])('padnsUnsanctioned nsname: %s', holds);
  it.each([
    ['a/*acme*/_?nsname=*.acme.example&match=neq', [events, lab]],
    ['a/*acme*/_?nsname=*.acme.example&match=eq', [www, shop2, shop3]],
    ['a/*acme*/203.0.113.0?netmask=24&net=in&nsname=*.acme.example&match=eq', [shop2, shop3]],
    ['a/acme-old*/_?nsname=*&match=eq&first_seen_after=0', []],
  ])('padnsUnsanctioned match: %s', holds);
});

describe('padnsUnsanctioned: times', () => {
  const older = 'shop.acme.example 198.51.100.2';
  it.each([
    ['a/*shop*/_', [shop2, shop3]],
    ['a/*shop*/_?first_seen_after=-400d', [older, shop2, shop3]],
    ['a/*acme*/_?first_seen_after=2026-11-12', [events, lab]],
  ])('padnsUnsanctioned first_seen_after: %s', holds);
  it.each([['a/*acme*/_?first_seen_before=2026-11-10', [www, shop2, shop3]]])(
    'padnsUnsanctioned first_seen_before: %s',
    holds,
  );
  it.each([['a/*acme*/_?last_seen_after=-4d', [www, shop2]]])('padnsUnsanctioned last_seen_after: %s', holds);
  it.each([['a/*acme*/_?last_seen_before=1794787199', [shop3]]])('padnsUnsanctioned last_seen_before: %s', holds);
  it.each([['a/*acme*/_?as_of=2026-11-06', [shop2, shop3]]])('padnsUnsanctioned as_of: %s', holds);

  it('padnsUnsanctioned reduce: host gives one record for each name, with the times of the name', async () => {
    // the name is old, however new the address: it is not a new host
    expect(await found('a/*acme*/_?reduce=host')).toEqual([www, events, lab]);
    expect(await found('a/*acme*/_?reduce=full')).toEqual(all);
    const { response } = await ask('a/*shop*/198.51.100.0?netmask=24&reduce=host&first_seen_after=-400d');
    expect(response.records).toMatchObject([
      {
        query: 'shop.acme.example',
        answer: '203.0.113.2',
        asn: 64502,
        count: 8,
        first_seen: '2026-01-01 00:00:00',
        last_seen: '2026-11-20 00:00:00',
      },
    ]);
    expect(await found('a/*acme*/203.0.113.0?netmask=24&net=in&reduce=host&first_seen_after=0')).toEqual([
      shop2,
      events,
      'acme-old.example 203.0.113.40',
    ]);
    expect(await found('a/*acme*/_?nsname=*.acme.example&asnum=64502&reduce=host')).toEqual([lab]);
    expect(await found('a/*acme*/_?reduce=host&sort=query/asc&limit=1&skip=1')).toEqual([lab]);
  });
});

describe('padnsUnsanctioned: what all look-ups share', () => {
  it.each([
    ['a/*acme*/_?sort=answer/asc', [lab, www, shop2, shop3, events]],
    ['a/*.acme.example/_?sort=query/-;first/+', [www, shop3, shop2, lab]],
  ])('padnsUnsanctioned sort: %s', holds);

  it.each([
    ['a/acme.example/_', 'qname'],
    ['a/_/_', 'qname'],
    ['a/*acme*/acme.example', 'qanswer'],
    ['a/*acme*/192.*', 'qanswer'],
    ['aaaa/*acme*/192.0.2.1', 'qanswer'],
    ['a/*acme*/192.0.2.1?netmask=40', 'netmask'],
    ['a/*acme*/_?network=acme', 'network'],
    ['a/*acme*/_?network=192.0.2.0/24;192.0.2.0/25;192.0.2.0/26;192.0.2.0/27;192.0.2.0/28;192.0.2.0/29', 'network'],
    ['a/*acme*/_?nsname=a..b', 'nsname'],
    ['a/*acme*/_?nsname=a;b;c;d;e;f', 'nsname'],
    [`a/_/_?${regexOf('a(?<!b)')}`, 'regex'],
  ])('%s is refused by its parameter', async (path, parameter) => {
    const { status, body } = await ask(path);
    expect({ status, error: body['error'] }).toMatchObject({ status: 400, error: { parameter } });
  });
});

describe('the bank of the sample collection', () => {
  it('finds what stands outside its network and off its name servers', async () => {
    const scribe = scribeAt(clockAt('2026-11-21'));
    const obs = [...harborlineBank(scribe), ...unsanctionedAsset(scribe)]
      .filter(({ table }) => table === 'obs')
      .map(({ row }) => row);
    await service.add({ obs });
    const question = 'a/*harborline-bank*/192.0.2.0?netmask=26&nsname=*.harborline-bank.example';
    const names = (await found(question)).map((line) => line.split(' ')[0]).sort();
    expect(names).toEqual([
      'db.payroll-test.harborline-bank.example',
      'harborline-bank-events.example',
      'payroll-test.harborline-bank.example',
      'www.harborline-bank-events.example',
    ]);
    expect(await found(`${question}&match=eq`)).toEqual([]);
  });
});
