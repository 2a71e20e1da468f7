// A hand-made collection from several sources: lists of addresses, ranges, AS, names and URLs, and sets of facts.

import { daysAgo } from './addresses-collection.ts';
import { addressFact, asnFact, domainFact, rangeFact, serverFact } from './facts.ts';

/** The ledger line of a finished import. */
export const imported = (id: number, source: string, covers: readonly string[], asOfDaysAgo: number, rows = 10) => ({
  import: id,
  source,
  kind: 'feed',
  digest: source,
  state: 'done',
  rows,
  sample: 0,
  licence: '',
  as_of: daysAgo(asOfDaysAgo),
  covers,
});

const drop = 'feed:spamhaus-drop-v4';
const urlhaus = 'feed:urlhaus';
const blocklist = 'feed:blocklist-de';

const listed = (host: string, source: string, [first, last]: readonly [number, number], more: object = {}) => ({
  indicator: host,
  host,
  ip: /^\d+\.\d+\.\d+\.\d+$/.test(host) ? `::ffff:${host}` : '::',
  category: 'malware',
  source,
  first_listed: daysAgo(first),
  last_listed: daysAgo(last),
  import: 100,
  ...more,
});

const seen = (rrtype: string, rrname: string, rdata: string, sources = 4) => ({
  rrtype,
  rrname,
  rdata,
  rrset: rrtype === 'NS' ? [rdata] : [],
  first_seen: `${daysAgo(90)} 01:00:00`,
  last_seen: `${daysAgo(1)} 02:00:00`,
  count: 1,
  ttl: 300,
  sources,
  wmseq: 0,
});

/** They give names to anybody: two by a fact, one by its name, two as public suffixes. */
const namingSites = ['dyn.example', 'content.example', 'tumblr.com', 'github.io', 'co.uk'];

/** More URLs than a record carries. */
const manyUrls = Array.from({ length: 130 }, (_, index) =>
  listed('many.example', urlhaus, [200, 130 - index], { indicator: `http://many.example/${index}` }),
);

export const evidenceRows: Readonly<Record<string, readonly object[]>> = {
  asns: [
    { asn: 64500, asname: 'BULLET', import: 100 },
    { asn: 64501, asname: 'PUBLIC', import: 100 },
  ],
  prefixes: [
    { first: '::ffff:192.0.2.0', length: 120, asn: 64500, valid_from: daysAgo(500), import: 101 },
    { first: '::ffff:198.51.100.0', length: 120, asn: 64501, valid_from: daysAgo(500), import: 101 },
  ],
  imports: [
    imported(30, drop, ['listings'], 0, 900),
    imported(33, urlhaus, ['listings'], 1, 5000),
    imported(22, 'feed:tor-exits', ['tor_exit'], 2, 1200),
    imported(46, 'feed:warninglists-benign', ['known_benign'], 3),
    { ...imported(5, 'sample', ['vpn'], 0), sample: 1 },
    imported(8, 'live', ['vpn'], 0),
    { ...imported(60, 'feed:warninglists-vpn', ['vpn'], 0), state: 'staged' },
  ],
  listings: [
    listed('192.0.2.66', blocklist, [40, 10], { category: 'scan', confidence: 50 }),
    listed('192.0.2.66', urlhaus, [5, 0], {
      indicator: 'http://192.0.2.66/x.exe',
      tags: ['Emotet', 'exe'],
      reference: 'https://urlhaus.abuse.ch/url/1/',
    }),
    listed('192.0.2.64/26', drop, [37, 0], { category: 'spam', kind: 'range', tags: ['SBL1'] }),
    listed('AS64500', 'feed:spamhaus-asn-drop', [20, 1], { category: 'spam', kind: 'asn' }),
    // withdrawn yesterday: its source was switched off today
    listed('192.0.2.0/24', 'feed:own-list', [9, 1], { kind: 'range', expires: daysAgo(1) }),
    listed('198.51.100.8', blocklist, [3, 0], { category: 'scan' }),
    listed('login.phish.example', urlhaus, [8, 2]),
    listed('phish.example', 'eth-phishing-detect', [900, 900], { category: 'phishing' }),
    listed('popular.example', urlhaus, [2, 0], { indicator: 'http://popular.example/x' }),
    listed('files.popular.example', urlhaus, [2, 0]),
    ...namingSites.map((site) => listed(`anyone.${site}`, urlhaus, [2, 0])),
    listed('never-seen.example', urlhaus, [2, 0]),
    listed('ns1.bad.example', urlhaus, [2, 0]),
    ...manyUrls,
  ],
  facts: [
    addressFact('192.0.2.66', 'tor_exit', { source: 'feed:tor-exits', tags: ['guard'], valid_from: daysAgo(100) }),
    addressFact('192.0.2.66', 'scanner', { source: 'feed:ended', valid_to: daysAgo(1) }),
    addressFact('192.0.2.66', 'parking', { source: 'feed:later', valid_from: daysAgo(-2) }),
    rangeFact('192.0.2.0/24', 'cloud', { source: 'feed:warninglists-cloud', value: 'Example Cloud' }),
    asnFact(64500, 'vpn', { source: 'feed:warninglists-vpn', valid_to: daysAgo(-5) }),
    rangeFact('198.51.100.0/29', 'sinkhole', { source: 'feed:warninglists-sinkholes' }),
    rangeFact('198.51.100.8/29', 'known_benign', { source: 'feed:warninglists-benign', value: 'Public Resolver' }),
    domainFact('popular.example', 'toplist', { source: 'feed:tranco', value: '12' }),
    domainFact('dyn.example', 'dynamic_dns', { source: 'feed:warninglists-dynamic-dns' }),
    domainFact('content.example', 'user_content', { source: 'feed:warninglists-user-content' }),
    serverFact('parking.example', 'parking', { source: 'feed:warninglists-parking' }),
  ],
  obs: [
    seen('A', 'phish.example', '192.0.2.66'),
    seen('A', 'login.phish.example', '192.0.2.66', 7),
    seen('NS', 'phish.example', 'ns2.parking.example'),
    seen('NS', 'popular.example', 'ns1.bad.example'),
    seen('A', 'files.popular.example', '198.51.100.8'),
    ...namingSites.map((site) => seen('A', `anyone.${site}`, '198.51.100.8')),
    seen('A', 'many.example', '198.51.100.9', 1),
    seen('A', 'clean.example', '198.51.100.9', 2),
  ],
  whois: [
    { domain: 'phish.example', date: daysAgo(30), registrar: 'R', import: 5 },
    { domain: 'phish.example', date: daysAgo(1), registrar: 'R', import: 8 },
    { domain: 'phish.example', date: daysAgo(60), registrar: 'R', import: 99 },
  ],
};

const none = (...not_tracked: string[]) => ({ listings: [], listings_total: 0, facts: [], not_tracked });
const networkKinds = [
  'tor_exit',
  'dsl_dynamic',
  'ipfs_node',
  'known_benign',
  'sinkhole',
  'open_resolver',
  'vpn',
  'scanner',
  'cdn',
  'cloud',
];

/** The extension fields of each kind of record about a subject without evidence, while no source is loaded. */
export const noEvidence = {
  address: none(
    'listings',
    'ptr',
    ...networkKinds,
    'parking',
    'origin_as',
    'country',
    'as_allocation',
    'subnet_allocation',
  ),
  domain: none(
    'listings',
    'known_benign',
    'sinkhole',
    'scanner',
    'toplist',
    'url_shortener',
    'user_content',
    'dynamic_dns',
    'expired',
    'parking',
    'expiry',
  ),
  asn: none('listings', 'vpn', 'cloud', 'origin_as', 'as_allocation'),
  subnet: none('listings', ...networkKinds, 'parking', 'origin_as', 'subnet_allocation'),
  nameServer: none('listings', 'sinkhole', 'parking', 'expiry'),
} as const;

/** The lists that could name a subject, as a record about it alone has them, of sources that the ledger does not know. */
export const currentLists = (...sources: string[]) => ({
  current_lists: sources.map((source) => ({ source, title: source, as_of: '' })),
});

/** A record as an answer about many subjects has it. */
export const ofMany = ({ current_lists: _, ...record }: Record<string, unknown>) => record;
