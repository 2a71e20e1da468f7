import { gzipSync } from 'node:zlib';
import { factKinds, type FactKind } from '#model/fact-kind.ts';
import { catalogue } from '#server/ingest/feeds/catalogue/catalogue.ts';
import type { Feed } from '#server/ingest/feeds/catalogue/feed.ts';
import { zipOf, type LoopbackPublisher, type Publication } from './loopback-publisher.ts';

/** Subjects in the documents below, for specs that look them up. All are from documentation space. */
export const fedSubjects = {
  /** Spamhaus DROP, IPv4 and IPv6. */
  listedRange: '203.0.113.0/25',
  listedRange6: '2001:db8:bad::/48',
  /** Spamhaus ASN-DROP, of 64511. */
  listedAsn: 64511,
  /** Feodo Tracker (Emotet), ThreatFox, blocklist.de; inside the listed range. */
  c2Address: '203.0.113.66',
  /** URLhaus and ThreatFox. */
  malwareHost: 'payload.malware-drop.example',
  /** SSLBL. */
  certificate: '5f2ab8c1d0e94b7e3a61c08d27f5e9b4163a7c02',
  /** OpenPhish, PhishTank and Phishing Army. */
  phishingHost: 'login.bank-secure.example',
  /** blocklist.de, CINS and, as its /24, DShield. */
  scanner: '198.51.100.77',
  /** Tor, also on blocklist.de. */
  torExit: '198.51.100.23',
  /** A well-known resolver, with an origin AS. */
  resolver: '8.8.8.8',
  /** Known benign on the warninglists, also on CINS. */
  benignAddress: '192.0.2.53',
  benignDomain: 'resolver.dns-benign.example',
  /** Tranco, rank 3; also on Phishing Army. */
  popularDomain: 'popular.example',
  /** A cloud range of the warninglists. */
  cloudRange: '192.0.2.128/26',
  vpnRange: '198.51.100.128/25',
  sinkhole: '192.0.2.99',
  shortener: 'sho.example',
  dynamicDns: 'dyn-host.example',
} as const;

const has = fedSubjects;
const banner = (title: string, day: string): string[] => [
  '################################################################',
  `# abuse.ch ${title.padEnd(52)}#`,
  `# Last updated: ${day} 03:12:45 (UTC)                        #`,
  '#                                                              #',
  '# Terms Of Use: https://abuse.ch/terms-of-use/                 #',
  '################################################################',
  '#',
];
const text = (lines: readonly string[], end = '\n'): string => lines.map((line) => `${line}${end}`).join('');
const seconds = (day: string): number => Date.parse(day) / 1000;

/** Spamhaus: one object per line, the last of which describes the list. */
function drop(day: string, entries: readonly object[]): string {
  const copyright = `(c) ${day.slice(0, 4)} The Spamhaus Project SLU`;
  const about = { type: 'metadata', timestamp: seconds(day), size: 1000, records: entries.length, copyright };
  return text(
    [...entries, { ...about, terms: 'https://www.spamhaus.org/drop/terms/' }].map((each) => JSON.stringify(each)),
  );
}

const urlhaus = (day: string): string =>
  text(
    [
      ...banner('URLhaus Database Dump (CSV - recent URLs)', day),
      '# id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter',
      `"3270001","${day} 02:51:17","http://${has.malwareHost}/bin/a.exe","online","${day} 02:51:17","malware_download","exe,AgentTesla","https://urlhaus.abuse.ch/url/3270001/","abuse_ch"`,
      `"3270000","${day} 02:40:05","http://${has.c2Address}:33180/i","offline","","malware_download","32-bit,elf,mips,Mozi","https://urlhaus.abuse.ch/url/3270000/","lrz_urlhaus"`,
    ],
    '\r\n',
  );

const threatfox = (day: string): string =>
  text(
    [
      ...banner('ThreatFox IOC database dump (CSV - full)', day),
      '# "first_seen_utc","ioc_id","ioc_value","ioc_type","threat_type","fk_malware","malware_alias","malware_printable","last_seen_utc","confidence_level","is_compromised","reference","tags","anonymous","reporter"',
      `"${day} 02:50:05", "1342435", "${has.c2Address}:443", "ip:port", "botnet_cc", "win.cobalt_strike", "Agentemis,BEACON,CobaltStrike", "Cobalt Strike", "", "100", "False", "https://feeds.example/report", "CobaltStrike,cs-watermark-987654321", "0", "abuse_ch"`,
      `"${day} 02:49:00", "1342434", "${has.malwareHost}", "domain", "payload_delivery", "win.agent_tesla", "AgenTesla", "Agent Tesla", "", "75", "False", "None", "AgentTesla", "0", "abuse_ch"`,
      '# Number of entries: 2',
    ],
    '\r\n',
  );

const sslbl = (day: string): string =>
  text([
    ...banner('SSLBL SSL Certificate Blacklist (SHA1 Fingerprints)', day),
    '# Listingdate,SHA1,Listingreason',
    `${day} 01:35:35,${has.certificate},Vidar C&C`,
  ]);

const feodo = (day: string): string =>
  text(
    [
      ...banner('Feodo Tracker Botnet C2 IP Blocklist (CSV)', day),
      '"first_seen_utc","dst_ip","dst_port","c2_status","last_online","malware"',
      `"2026-10-04 21:24:53","${has.c2Address}","443","online","${day}","Emotet"`,
      '# END 1 entries',
    ],
    '\r\n',
  );

const phishtank = (day: string): string =>
  text([
    'phish_id,url,phish_detail_url,submission_time,verified,verification_time,online,target',
    `8812345,"https://${has.phishingHost}/signin?next=%2F,home",http://www.phishtank.com/phish_detail.php?phish_id=8812345,${day}T01:02:03+00:00,yes,${day}T01:10:00+00:00,yes,Other`,
  ]);

const dshield = (day: string): string =>
  text([
    '#   DShield.org Recommended Block List',
    `#  (c) ${day.slice(0, 4)} DShield.org`,
    '#  some rights reserved. Details http://creativecommons.org/licenses/by-nc-sa/2.5/',
    `#    updated: ${day}T02:15:09.488402`,
    '#',
    '#     columns: Start\tEnd\tNetmask\tAttacks\tName\tCountry\temail',
    'Start\tEnd\tNetmask\tAttacks\tName\tCountry\temail',
    '198.51.100.0\t198.51.100.255\t24\t2046\tDOCUMENTATION\tZZ\tabuse@hosting.example',
  ]);

const delegated = (day: string): string => {
  const [stamp, now] = ['20190304', day.replaceAll('-', '')];
  return text([
    `2|nro|${now}|7|19820101|${now}|+0000`,
    ...['asn', 'ipv4', 'ipv6'].map((kind) => `nro|*|${kind}|*|2|summary`),
    `ripencc|NL|asn|64500|1|${stamp}|allocated|d1|e-stats`,
    `arin|US|asn|64511|1|${stamp}|assigned|d2|e-stats`,
    `ripencc|NL|ipv4|192.0.2.0|256|${stamp}|allocated|d1|e-stats`,
    `arin|US|ipv4|203.0.113.0|256|${stamp}|assigned|d2|e-stats`,
    'apnic||ipv4|198.51.100.0|256||available||e-stats',
    `ripencc|NL|ipv6|2001:db8::|32|${stamp}|allocated|d1|e-stats`,
    'iana|ZZ|ipv6|0000::|8||reserved|ietf|iana',
  ]);
};

const iptoasn = text([
  '8.8.8.0\t8.8.8.255\t15169\tUS\tGOOGLE',
  '192.0.2.0\t192.0.2.255\t64500\tNL\tDOCUMENTATION-NET',
  '198.51.100.0\t198.51.100.255\t0\tNone\tNot routed',
  '203.0.113.0\t203.0.113.255\t64511\tUS\tBULLETPROOF-EXAMPLE',
  '2001:db8::\t2001:db8:ffff:ffff:ffff:ffff:ffff:ffff\t64500\tNL\tDOCUMENTATION-NET',
]);

const torExits = (day: string): string =>
  text([
    'ExitNode 0011BD2485AD45D984EC4159C88FC066E5E3300E',
    `Published ${day} 00:24:10`,
    `LastStatus ${day} 02:00:00`,
    `ExitAddress ${has.torExit} ${day} 02:05:11`,
    'ExitNode 00CDA4AFB69BE3B1B4E1A3A0C5C1E3F1D2B4A596',
    `Published ${day} 01:10:00`,
    `LastStatus ${day} 02:00:00`,
    `ExitAddress 198.51.100.24 ${day} 01:12:13`,
    `ExitAddress 198.51.100.25 ${day} 01:12:14`,
  ]);

/** Entries of some warninglists; each of the others has one entry of its own. */
const warnings: Readonly<Record<string, readonly string[]>> = {
  'crl-ip': [has.benignAddress, has.resolver],
  'public-dns-v4': [has.resolver],
  google: [`.${has.benignDomain}`],
  'amazon-aws': [has.cloudRange],
  'vpn-ipv4': [has.vpnRange],
  sinkholes: [has.sinkhole],
  'url-shortener': [has.shortener],
  'dynamic-dns': [`.${has.dynamicDns}`],
  'parking-domain-ns': ['ns1.parked.example', 'ns2.parked.example'],
  'censys-scanning': ['198.51.100.64/28'],
};

function warninglist({ importId, urls, fills }: Feed, url: string, day: string): string {
  const list = listOf(url) ?? '';
  const own = holdsNames(fills)
    ? `${list.replaceAll('_', '-')}.warned.example`
    : `2001:db8:${importId}:${urls.indexOf(url) + 1}::/64`;
  const held = warnings[list] ?? [own];
  const type = held.some((each) => each.includes('/')) ? 'cidr' : 'hostname';
  const about = { name: `List of known ${list} addresses`, description: `Known ${list}`, type };
  const attributes = ['domain', 'hostname', 'ip-dst', 'ip-src', 'url'];
  const version = Number(day.replaceAll('-', ''));
  return JSON.stringify({ ...about, version, matching_attributes: attributes, list: held }, null, 2);
}

/** `.../lists/google/list.json` -> 'google' */
function listOf(url: string): string | undefined {
  return /\/lists\/([^/]+)\/list\.json$/.exec(url)?.[1];
}

function holdsNames(fills: Feed['fills']): boolean {
  return fills.some(
    (kind) => kind in factKinds && (factKinds[kind as FactKind].subjects as readonly string[]).includes('domain'),
  );
}

/** RouteViews: a log that leads to the newest file. */
function routeViews(url: string, day: string, rows: readonly string[]): [string, Publication][] {
  const name = url.includes('routeviews6') ? 'routeviews-rv6' : 'routeviews-rv2';
  const path = `${day.slice(0, 7).replace('-', '/')}/${name}-${day.replaceAll('-', '')}-1200.pfx2as.gz`;
  const log = text(['# Format: 1', '# Fields: seqnum timestamp path', `8001\t${seconds(day)}\t${path}`]);
  return [
    [url, { body: log, etag: `"${name}-log-${day}"` }],
    [new URL(path, url).href, { body: gzipSync(text(rows)), etag: `"${name}-${day}"` }],
  ];
}

/** FireHOL: what the list is, and when its sources changed, above its networks. */
function firehol(level: number, day: string): string {
  const date = new Date(day).toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+) (\S+) GMT$/, '$1 $3 $2 $5 UTC $4');
  const about = [
    '',
    `firehol_level${level}`,
    '',
    'ipv4 hash:net ipset',
    '',
    'Maintainer      : FireHOL',
    `Source File Date: ${date}`,
    '',
    'Category        : attacks',
    'Version         : 32851',
    '',
    `This File Date  : ${date}`,
    'Update Frequency: 1 min',
    'Entries         : 2 subnets, 33 unique IPs',
    '',
  ];
  return text([
    ...about.map((line) => (line === '' ? '#' : `# ${line}`)),
    `203.0.113.${128 + 32 * level}/27`,
    has.scanner,
  ]);
}

/** MISP: a manifest that leads to one event. */
function mispFeed(url: string, day: string): [string, Publication][] {
  const id = '5f1d0c4e-7e3c-4b0a-9d3e-0a1b2c3d4e5f';
  const about = { info: 'OSINT: a campaign', date: day, timestamp: String(seconds(day)) };
  const attribute = { type: 'domain', value: has.malwareHost, category: 'Network activity', to_ids: true };
  return [
    [url, { body: JSON.stringify({ [id]: about }), etag: `"misp-${day}"` }],
    [
      new URL(`${id}.json`, url).href,
      { body: JSON.stringify({ Event: { ...about, Attribute: [attribute] } }), etag: `"misp-event-${day}"` },
    ],
  ];
}

type Publications = readonly [url: string, publication: Publication][];

/** The documents of the catalogue in the syntax of their publishers, as on this day ('yyyy-mm-dd'). */
export async function feedDocuments(day: string): Promise<Publications> {
  const domains = [has.popularDomain, has.benignDomain];
  const tranco = text(
    [...Array(2).keys()].map((n) => `${n + 1},top${n + 1}.example`).concat(`3,${domains[0]}`),
    '\r\n',
  );
  const sbl = (n: number) => ({ sblid: `SBL${n}`, rir: 'arin' });
  const single: Readonly<Record<string, string | Buffer>> = {
    'spamhaus-drop-v4': drop(day, [{ cidr: has.listedRange, ...sbl(700001) }]),
    'spamhaus-drop-v6': drop(day, [{ cidr: has.listedRange6, ...sbl(700002) }]),
    'spamhaus-asn-drop': drop(day, [
      { asn: has.listedAsn, rir: 'arin', domain: 'bulletproof.example', cc: 'US', asname: 'BULLETPROOF-EXAMPLE' },
    ]),
    urlhaus: urlhaus(day),
    threatfox: await zipOf({ 'full.csv': threatfox(day) }),
    sslbl: sslbl(day),
    feodo: feodo(day),
    openphish: text([`https://${has.phishingHost}/signin`, 'http://192.0.2.200/office365/']),
    phishtank: gzipSync(phishtank(day)),
    'phishing-army': text(['# Phishing Army | The Blocklist', '#', has.phishingHost, has.popularDomain]),
    'blocklist-de': text([has.scanner, has.torExit, has.c2Address, '2001:db8::bad']),
    cins: text([has.scanner, has.benignAddress]),
    'cert-polska': text([`\uFEFF${has.phishingHost}`, 'xn--bank-1ya.example', ''], '\r\n'),
    maltrail: text([has.malwareHost, 'trail.example']),
    ipsum: text([has.scanner, '198.51.100.78']),
    ...Object.fromEntries([1, 2, 3].map((level) => [`firehol-level${level}`, firehol(level, day)])),
    dshield: dshield(day),
    iptoasn: gzipSync(iptoasn),
    'rir-delegated': delegated(day),
    'tor-exits': torExits(day),
    tranco: await zipOf({ 'top-1m.csv': tranco }),
  };
  const v4 = ['192.0.2.0\t24\t64500', '198.51.100.0\t24\t64500_64501', '203.0.113.0\t24\t64511,64510'];
  return catalogue.flatMap((feed): Publications =>
    feed.urls.flatMap((url): Publications => {
      const { id } = feed;
      const list = listOf(url);
      const body = list === undefined ? single[id] : warninglist(feed, url, day);
      if (body !== undefined) return [[url, { body, etag: `"${id}-${list ?? ''}-${day}"` }]];
      if (url.endsWith('manifest.json')) return mispFeed(url, day);
      if (url.endsWith('creation.log')) return routeViews(url, day, id.endsWith('6') ? ['2001:db8::\t32\t64500'] : v4);
      throw new Error(`The feed ${id} of the catalogue has no document for tests: ${url}`);
    }),
  );
}

/** Every host of the catalogue, to open the publisher with. */
export function catalogueHosts(): string[] {
  return [...new Set(catalogue.flatMap(({ urls }) => urls.map((url) => new URL(url).host)))];
}

/** Puts the whole catalogue on the publisher. */
export async function publishCatalogue(publisher: LoopbackPublisher, day: string): Promise<void> {
  for (const [url, publication] of await feedDocuments(day)) publisher.publish(url, publication);
}
