import { beforeAll, expect, it } from 'vitest';
import { dateToIsoDate } from '#model/dates.ts';
import { publicResolvers } from '#server/ingest/open-data/public-resolvers.ts';
import { refreshScores } from '#server/ingest/scores/refresh.ts';
import { daysAgo, now } from './addresses-collection.ts';
import { announced } from './announced.ts';
import { imported } from './evidence-collection.ts';
import { domainFact, rangeFact } from './facts.ts';
import { observation, observedSet } from './seeded-observations.ts';
import { useTestService } from './use-test-service.ts';
import { addressVerdict } from '#web/kit/score/address-verdict.ts';
import { domainVerdict } from '#web/kit/score/domain-verdict.ts';
import { nameServerVerdict, subnetVerdict } from '#web/kit/score/reputation-verdict.ts';

// The sentence that the page of a subject shows, from the rows of a collection.

const recent: [string, string] = [daysAgo(400), daysAgo(0)];
const list = { category: 'malware', import: 900, first_listed: daysAgo(20), last_listed: daysAgo(0) };
const listedUrl = (host: string) => ({
  ...list,
  indicator: `https://${host}/a/b.zip`,
  host,
  ip: '::',
  source: 'feed:urlhaus',
});
const listedIp = (ip: string, source: string) => ({ ...list, indicator: ip, host: ip, ip: `::ffff:${ip}`, source });
const onName = (name: string, ip: string) => [
  observation('A', name, ip, recent),
  ...observedSet('NS', name, [`ns1.${name}`], recent),
];
const naming = 'tumblr.com';
const shared = ['bit.ly', 't.co', 'sites.google.com', 'drive.google.com'];
const bad = Array.from({ length: 40 }, (_, index) => `45.9.20.${index + 1}`);
const nested = Array.from({ length: 20 }, (_, index) => `45.9.22.${index + 1}`);
const resolver = '45.83.10.53';

const service = useTestService({ now });
beforeAll(async () => {
  for await (const { table, rows } of publicResolvers().batches())
    await service.engine.insert(
      table,
      rows.map((row) => ({ ...row, import: 9 })),
    );
  await service.add({
    imports: [
      imported(900, 'feed:urlhaus', ['listings'], 0),
      imported(901, 'facts', [], 0),
      imported(9, 'public-resolvers', [], 0),
    ],
    asns: [
      { asn: 13335, asname: 'CLOUDFLARENET', import: 1 },
      { asn: 15169, asname: 'GOOGLE', import: 1 },
      { asn: 64666, asname: 'CINDERWALL', import: 1 },
      { asn: 64500, asname: 'ACME', import: 1 },
    ],
    prefixes: [
      announced('104.16.0.0/13', 13335),
      announced('8.8.8.0/24', 15169),
      announced('45.9.20.0/25', 64666),
      announced('45.9.21.0/24', 64666),
      announced('45.9.22.0/24', 64667),
      announced('45.9.22.0/25', 64667),
      announced('45.83.10.0/24', 64500),
      announced('45.83.12.0/24', 64500),
      announced('45.83.14.0/24', 64501),
    ],
    facts: [
      rangeFact('104.16.0.0/13', 'cdn', { value: 'Cloudflare' }),
      domainFact('bit.ly', 'url_shortener'),
      domainFact('t.co', 'url_shortener'),
      domainFact('google.com', 'toplist', { value: '1' }),
    ],
    listings: [
      ...shared.slice(0, 3).map(listedUrl),
      { ...list, indicator: 'phish.example', host: 'phish.example', ip: '::', source: 'feed:urlhaus' },
      {
        ...list,
        category: 'phishing',
        indicator: `secure-login.${naming}`,
        host: `secure-login.${naming}`,
        ip: '::',
        source: 'feed:urlhaus',
      },
      ...[...bad, ...nested].map((ip) => listedIp(ip, 'feed:blocklist-de')),
      ...['a', 'b', 'c', 'd'].map((each) => listedIp(resolver, `feed:list-${each}`)),
      { ...list, kind: 'range', indicator: '45.83.12.0/25', host: '45.83.12.0/25', ip: '::', source: 'feed:drop' },
    ],
    obs: [
      ...['bit.ly', 't.co', 'google.com', 'phish.example'].flatMap((name) => onName(name, '104.16.1.1')),
      ...onName(naming, '45.83.14.2'),
      observation('A', `secure-login.${naming}`, '45.83.14.2', recent),
      observation('A', 'sites.google.com', '8.8.8.10', recent),
      observation('A', 'drive.google.com', '8.8.8.10', recent),
      observation('A', 'dns.google', '8.8.8.8', recent),
      ...bad.map((ip, index) => observation('A', `h${index}.cinder.example`, ip, recent)),
      ...[...nested, '45.9.22.200', '45.9.22.201'].map((ip, index) =>
        observation('A', `n${index}.nested.example`, ip, recent),
      ),
      observation('A', 'clean.example', '45.9.21.77', recent),
      observation('A', 'open.example', resolver, recent),
      observation('A', 'once.org', '104.16.9.9', ['2018-05-03', '2018-05-03']),
    ],
  });
  await refreshScores(service.engine, { from: dateToIsoDate(now), to: dateToIsoDate(now) });
  await service.add({});
});

const ask = async (path: string) => (await service.get(`/explore/${path}?explain=1`)).response;
const sentences: Readonly<Record<string, (value: string) => Promise<string>>> = {
  domain: async (name) => domainVerdict(await ask(`enrich/domain/${name}`)).sentence,
  ipv4: async (ip) => addressVerdict((await ask(`enrich/ipv4/${ip}`)).ip2asn[0]).sentence,
  ipv6: async (ip) => addressVerdict((await ask(`enrich/ipv6/${ip}`)).ip2asn[0]).sentence,
  nameServer: async (server) =>
    nameServerVerdict((await ask(`nsreputation/nameserver/${server}`)).ns_server_reputation[0]).sentence,
  subnet: async (cidr) => subnetVerdict((await ask(`ipreputation/subnet/${cidr}`)).subnet_reputation[0]).sentence,
};

it('names of an AS of which only URLs are listed are marked as shared hosts', async () => {
  const { records } = (await service.get('/connections/asn/13335/names?limit=100')).response;
  const marks = records.map(({ domain, on_shared_host }: Record<string, unknown>) => [domain, on_shared_host]);
  expect(marks.sort()).toEqual([
    ['bit.ly', true],
    ['phish.example', false],
    ['t.co', true],
  ]);
});

const onSharedHost =
  /^Low: URLs on this shared host are on URLhaus since [\d-]+, still listed\. Registrar and age unknown\.$/;
const onCdn =
  'It is an address of a CDN \\(Cloudflare\\), per facts of [\\d-]+: many sites share it, so listings of names on it do not count for it\\.';

it.each([
  ['domain', 'bit.ly', onSharedHost],
  ['domain', 't.co', onSharedHost],
  ['domain', 'sites.google.com', onSharedHost],
  // URLs on sites.google.com say nothing about the other hosts
  [
    'domain',
    'google.com',
    /^No detections: checked listings, its name servers and how often they changed\. Its age is not known\. Rank 1 of the popular domains, per facts of [\d-]+\.$/,
  ],
  [
    'domain',
    'drive.google.com',
    /^No detections: checked listings, its name servers and .*\. Rank 1 of the popular domains \(google\.com\), per facts of [\d-]+\.$/,
  ],
  ...[
    ['ipv4', '8.8.8.8', 'Google'],
    ['ipv4', '1.1.1.1', 'Cloudflare'],
    ['ipv4', '9.9.9.9', 'Quad9'],
    ['ipv4', '208.67.222.222', 'OpenDNS'],
    ['ipv6', '2001:4860:4860::8888', 'Google'],
    ['ipv6', '2606:4700:4700::1111', 'Cloudflare'],
    ['ipv6', '2620:fe::fe', 'Quad9'],
    ['ipv6', '2620:119:35::35', 'OpenDNS'],
  ].map(
    ([kind = '', ip = '', actor]) =>
      [
        kind,
        ip,
        `Known benign: belongs to ${actor} (public DNS resolver), per Well-known public DNS resolvers of ${daysAgo(0)}; score suppressed.`,
      ] as const,
  ),
  // a phishing page under a name that the site gave to its user
  [
    'domain',
    naming,
    'No detections: checked listings, its name servers and how often they changed. Its age is not known.',
  ],
  ['domain', `secure-login.${naming}`, /^Critical: phishing; on URLhaus since /],
  ['nameServer', `ns1.${naming}`, 'No detections: 0 of 1 domain seen on it in the last 30 days are listed.'],
  // a content network
  [
    'ipv4',
    '104.16.1.1',
    new RegExp(`^No detections: checked listings, its subnet and its autonomous system\\. ${onCdn}$`),
  ],
  // a clean host in a bad AS
  [
    'ipv4',
    '45.9.21.77',
    'Medium: 40 of 41 active addresses of AS64666 CINDERWALL, or names on them, were listed in the last 30 days.',
  ],
  // an open resolver
  ['ipv4', resolver, /^Critical: malware; on list-a, list-b and 2 others since [\d-]+, still listed\.$/],
  // a /24 of which only a listed /25 is announced
  [
    'subnet',
    '45.9.20.0/24',
    'Critical: 40 of its 40 active addresses, or names on them, were listed in the last 30 days.',
  ],
  // a /24 and a /25 inside of it, both announced
  [
    'subnet',
    '45.9.22.0/24',
    'No detections: 0 of its 2 active addresses, or names on them, were listed in the last 30 days. Counted apart: 20 of 20 active addresses of the 1 prefix announced inside it, or names on them, were listed.',
  ],
  // a /24 that contains a listed /25
  [
    'subnet',
    '45.83.12.0/24',
    /^Not enough data: none of its addresses was active in the last 30 days\. A part of it is listed: 45\.83\.12\.0\/25, by /,
  ],
  [
    'domain',
    'once.org',
    'Not enough data: seen on 2018-05-03; no list names it, and its age and name servers are not known.',
  ],
  [
    'ipv4',
    '104.16.9.9',
    new RegExp(`^Not enough data: 1 name points to it, none in the last 30 days; no list names it\\. ${onCdn}$`),
  ],
  ['ipv4', '10.0.0.7', 'Internal: private or special-use space, which public lists do not cover.'],
] as const)('the %s %s', async (kind, value, sentence) => {
  expect(await sentences[kind]?.(value)).toMatch(sentence);
});
