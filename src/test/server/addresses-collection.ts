// A hand-made collection around a handful of addresses, in reserved space: small enough to work out every score by hand.
// Days are counted back from `now`.

import { dateToIsoDate, plusDays } from '#model/dates.ts';
import { addressFact } from './facts.ts';

/** The clock of the specs on this collection: noon of the real day, because the engine has its own clock. */
export const now = new Date(`${dateToIsoDate(new Date())}T12:00:00Z`);

export function daysAgo(days: number): string {
  return plusDays(dateToIsoDate(now), -days);
}

/** yyyymmdd */
export function dayInt(days: number): number {
  return Number(daysAgo(days).replaceAll('-', ''));
}

const seen = (first: number, last: number) => ({
  first_seen: `${daysAgo(first)} 01:00:00`,
  last_seen: `${daysAgo(last)} 02:00:00`,
  count: 1,
  ttl: 300,
  sources: 4,
  rrset: [],
  wmseq: 0,
});
const a = (rrname: string, rdata: string, first = 100, last = 1) => ({
  rrtype: 'A',
  rrname,
  rdata,
  ...seen(first, last),
});
const listed = (indicator: string, host: string, category: string, first: number, last: number) => ({
  indicator,
  host,
  ip: addressColumn(host),
  category,
  source: 'list-a',
  first_listed: daysAgo(first),
  last_listed: daysAgo(last),
  import: 100,
});

export const sha1 = {
  valid: 'a'.repeat(40),
  expired: 'e'.repeat(40),
};

const certificate = (fingerprint_sha1: string, names: string[], issued: number, expires: number) => ({
  fingerprint_sha1,
  fingerprint_sha256: '0'.repeat(64),
  fingerprint_md5: '0'.repeat(32),
  subject_common_name: names[0],
  subject_org: '',
  domains: names,
  issuer_common_name: 'Test R1',
  issuer_organization: 'Test Certificates',
  chain: ['Test R1'],
  serial_hex: '01',
  not_before: `${daysAgo(issued)} 00:00:00`,
  not_after: `${daysAgo(expires)} 00:00:00`,
  logged: daysAgo(issued),
  source_name: 'log',
  source_url: 'https://log.example/1',
  import: 100,
});

/** An address with more names than are read one by one; a single old one of them is listed for c2. */
const sharedHosting = Array.from({ length: 230 }, (_, index) => a(`shop-${index}.example`, '192.0.2.99'));

export const rows: Readonly<Record<string, readonly object[]>> = {
  asns: [
    { asn: 64500, asname: 'ACME Acme Networks', allocated: daysAgo(1000), import: 100 },
    { asn: 64501, asname: 'BULLET Bulletproof Hosting', import: 100 },
    { asn: 64502, asname: 'Quiet Käse Hosting', allocated: daysAgo(10), import: 100 },
    { asn: 64503, asname: 'Named Only', import: 100 },
  ],
  prefixes: [
    {
      first: '::ffff:192.0.2.0',
      length: 120,
      asn: 64500,
      valid_from: daysAgo(500),
      allocated: daysAgo(700),
      import: 101,
    },
    { first: '::ffff:203.0.113.0', length: 120, asn: 64501, valid_from: daysAgo(500), import: 101 },
    {
      first: '::ffff:203.0.113.0',
      length: 121,
      asn: 64500,
      valid_from: daysAgo(40),
      valid_to: daysAgo(20),
      import: 101,
    },
    {
      first: '::ffff:203.0.113.0',
      length: 121,
      asn: 64502,
      valid_from: daysAgo(20),
      valid_to: daysAgo(15),
      import: 101,
    },
    {
      first: '::ffff:198.51.100.0',
      length: 120,
      asn: 64502,
      valid_from: daysAgo(500),
      allocated: daysAgo(5),
      import: 101,
    },
    { first: '2001:db8:500::', length: 48, asn: 64500, valid_from: daysAgo(500), allocated: daysAgo(30), import: 101 },
    { first: '2001:db8:501::', length: 48, asn: 64501, valid_from: daysAgo(500), import: 101 },
  ],
  countries: [
    { first: '::ffff:192.0.2.0', length: 120, country: 'NL', valid_from: daysAgo(500) },
    { first: '::ffff:203.0.113.0', length: 120, country: 'US', valid_from: daysAgo(500) },
    { first: '2001:db8:501::', length: 48, country: 'SE', valid_from: daysAgo(500) },
  ],
  facts: [
    addressFact('192.0.2.10', 'ptr', { value: 'stale.acme.example' }),
    addressFact('192.0.2.10', 'tor_exit'),
    addressFact('192.0.2.10', 'dsl_dynamic'),
    addressFact('192.0.2.10', 'ipfs_node'),
    addressFact('192.0.2.11', 'ptr', { value: 'from-facts.acme.example' }),
    addressFact('203.0.113.20', 'known_benign', { value: 'Survey', tags: ['scanner'] }),
    addressFact('203.0.113.21', 'sinkhole', { tags: ['cert'] }),
    addressFact('2001:db8:501::66', 'ipfs_node'),
  ],
  obs: [
    a('www.acme.example', '192.0.2.10'),
    a('shop.acme.example', '192.0.2.10'),
    a('gone.acme.example', '192.0.2.10', 300, 200),
    a('bad.example', '192.0.2.12'),
    a('was-bad.example', '192.0.2.13', 300, 40),
    ...sharedHosting,
    a('only-seen.example', '198.18.0.5'),
    { ...a('six.example', '2001:db8:500::10'), rrtype: 'AAAA' },
    { ...a('six-too.example', '2001:db8:500::10'), rrtype: 'AAAA' },
    { ...a('192.0.2.10', 'old.acme.example', 300, 50), rrtype: 'PTR4' },
    { ...a('192.0.2.10', 'host.acme.example', 40, 1), rrtype: 'PTR4' },
    { ...a('acme.example', 'ns1.acme.example'), rrtype: 'NS', rrset: ['ns1.acme.example'] },
    { ...a('old.example', 'ns1.acme.example', 300, 90), rrtype: 'NS', rrset: ['ns1.acme.example'] },
  ],
  listings: [
    // three sources in the last week, one of them for c2
    listed('203.0.113.66', '203.0.113.66', 'spam', 200, 100),
    listed('203.0.113.66', '203.0.113.66', 'c2', 50, 2),
    listed('http://203.0.113.66/x', '203.0.113.66', 'phishing', 20, 20),
    listed('203.0.113.20', '203.0.113.20', 'scan', 10, 0),
    listed('203.0.113.21', '203.0.113.21', 'malware', 10, 0),
    listed('bad.example', 'bad.example', 'malware', 60, 25),
    listed('bad.example', 'bad.example', 'phishing', 60, 0),
    listed('was-bad.example', 'was-bad.example', 'malware', 60, 0),
    listed('shop-229.example', 'shop-229.example', 'c2', 500, 400),
    listed('2001:db8:501::66', '2001:db8:501::66', 'malware', 5, 0),
    listed('198.18.0.7', '198.18.0.7', 'spam', 5, 0),
  ],
  certificates: [
    certificate(sha1.valid, ['www.acme.example', 'acme.example'], 60, -30),
    certificate(sha1.expired, ['old.acme.example'], 200, 100),
  ],
  scan_certificates: [
    {
      ip: '::ffff:192.0.2.10',
      hostname: 'www.acme.example',
      fingerprint_sha1: sha1.valid,
      scan_date: `${daysAgo(3)} 04:05:06`,
    },
    { ip: '::ffff:192.0.2.10', hostname: '', fingerprint_sha1: sha1.expired, scan_date: `${daysAgo(90)} 00:00:00` },
    // expired only after it was seen
    { ip: '::ffff:192.0.2.11', hostname: '', fingerprint_sha1: sha1.expired, scan_date: `${daysAgo(120)} 00:00:00` },
  ],
  scan_favicon: [
    {
      ip: '::ffff:192.0.2.10',
      hostname: 'www.acme.example',
      favicon_md5: '1'.repeat(32),
      favicon_mmh3: -5,
      favicon2_md5: '2'.repeat(32),
      favicon2_mmh3: 7,
      favicon2_path: '/i.png',
      scan_date: `${daysAgo(3)} 04:05:06`,
    },
    {
      ip: '::ffff:192.0.2.10',
      hostname: '',
      favicon_md5: '3'.repeat(32),
      favicon_mmh3: 9,
      scan_date: `${daysAgo(4)} 04:05:06`,
    },
  ],
  scan_headers: [
    {
      ip: '::ffff:192.0.2.10',
      hostname: 'www.acme.example',
      response: '200 OK',
      headers: { server: 'nginx' },
      scan_date: `${daysAgo(3)} 04:05:06`,
    },
    { ip: '2001:db8:500::10', hostname: '', response: '404', headers: {}, scan_date: `${daysAgo(3)} 04:05:06` },
  ],
  scan_html: [
    {
      ip: '::ffff:192.0.2.10',
      hostname: 'www.acme.example',
      html_title: 'Acme',
      html_body_murmur3: '1234',
      html_body_ssdeep: '3:a:b',
      scan_date: `${daysAgo(3)} 04:05:06`,
    },
  ],
  scan_jarm: [
    {
      ip: '::ffff:192.0.2.10',
      hostname: '',
      jarm_hash: 'd'.repeat(62),
      server_banner: null,
      first_seen: daysAgo(50),
      last_seen: daysAgo(2),
    },
    {
      ip: '::ffff:192.0.2.10',
      hostname: '',
      jarm_hash: 'b'.repeat(62),
      server_banner: 'nginx/1.2',
      first_seen: daysAgo(90),
      last_seen: daysAgo(60),
    },
  ],
  scan_opendir: [
    {
      ip: '::ffff:192.0.2.10',
      scan_date: daysAgo(170),
      filename: 'a.zip',
      filesize: 5,
      modified: `${daysAgo(171)} 00:00:00`,
    },
    {
      ip: '::ffff:192.0.2.11',
      scan_date: daysAgo(190),
      filename: 'a.zip',
      filesize: 5,
      modified: `${daysAgo(191)} 00:00:00`,
    },
  ],
  reputation_asn: [
    { asn: 64501, date: daysAgo(0), asn_reputation: 50, ips_in_asn: 256, ips_num_active: 8, ips_num_listed: 4 },
    { asn: 64501, date: daysAgo(1), asn_reputation: 40, ips_in_asn: 256, ips_num_active: 10, ips_num_listed: 4 },
    { asn: 64501, date: daysAgo(4), asn_reputation: 30, ips_in_asn: 256, ips_num_active: 10, ips_num_listed: 3 },
    { asn: 64500, date: daysAgo(0), asn_reputation: 5, ips_in_asn: 256, ips_num_active: 100, ips_num_listed: 5 },
    { asn: 64502, date: daysAgo(9), asn_reputation: 90, ips_in_asn: 256, ips_num_active: 10, ips_num_listed: 9 },
    { asn: 64510, date: daysAgo(0), asn_reputation: 50, ips_in_asn: 0, ips_num_active: 2, ips_num_listed: 1 },
    // more addresses listed than seen active: not enough data
    { asn: 64512, date: daysAgo(0), asn_reputation: 100, ips_in_asn: 256, ips_num_active: 0, ips_num_listed: 3 },
    { asn: 64511, date: daysAgo(0), asn_reputation: 0, ips_in_asn: 0, ips_num_active: 2, ips_num_listed: 0 },
  ],
  reputation_takedown: [
    takedown(64501, 0, 100, 12, 400),
    takedown(64501, 1, 99, 12, 399),
    takedown(64500, 0, 7, 1, 64),
    takedown(64511, 0, 0, 0, 0),
  ],
  rank_asn: [
    { asn: 64501, date: daysAgo(0), asn_rank: 60, asn_rank_score: 36, malscore: 33 },
    { asn: 64501, date: daysAgo(1), asn_rank: 99, asn_rank_score: 60 },
  ],
  reputation_subnet: [
    subnet('::ffff:203.0.113.0', 120, 0, 75, 8, 6),
    subnet('::ffff:203.0.113.0', 120, 1, 74, 8, 6),
    subnet('::ffff:203.0.113.0', 121, 0, 99, 8, 6),
    subnet('::ffff:192.0.2.0', 120, 0, 0, 8, 0),
    subnet('::ffff:198.51.100.0', 120, 0, 75, 4, 3),
    subnet('2001:db8:501::', 48, 0, 100, 20, 20),
  ],
  reputation_ip: [
    reputationIp('::ffff:192.0.2.12', 0, 100, 1, 1),
    reputationIp('::ffff:192.0.2.12', 1, 50, 2, 1),
    reputationIp('::ffff:192.0.2.99', 0, 1, 230, 2),
    reputationIp('::ffff:192.0.2.13', 0, 0, 1, 0),
    reputationIp('2001:db8:501::66', 0, 100, 1, 1),
  ],
  reputation_ns: [
    reputationNs('ns1.bullet.example', 0, 80, 10, 8),
    reputationNs('ns1.bullet.example', 1, 70, 10, 7),
    reputationNs('ns1.few.example', 0, 100, 2, 2),
    reputationNs('ns1.clean.example', 0, 0, 9, 0),
  ],
  imports: [
    { import: 6, source: 'scores', kind: 'scores', state: 'done', as_of: daysAgo(0), rows: 6, digest: '', licence: '' },
    { import: 6, source: 'scores', kind: 'scores', state: 'done', as_of: daysAgo(1), rows: 6, digest: '', licence: '' },
    {
      import: 101,
      source: 'my-routes',
      kind: 'prefixes',
      state: 'started',
      as_of: daysAgo(0),
      digest: 'y',
      licence: '',
    },
    {
      import: 100,
      source: 'my-list',
      kind: 'listings',
      state: 'done',
      as_of: daysAgo(2),
      rows: 11,
      sample: 1,
      licence: 'own',
      digest: 'x',
      at: `${daysAgo(1)} 10:00:00`,
    },
  ],
};

function addressColumn(host: string): string {
  if (host.includes(':')) return host;
  return /^[\d.]+$/.test(host) ? `::ffff:${host}` : '::';
}

function takedown(asn: number, ago: number, score: number, items: number, age: number) {
  const counts = { ips_in_asn: 256, ips_num_listed: items, items_num_listed: items, listings_max_age: age };
  return { asn, date: daysAgo(ago), asn_takedown_reputation: score, ...counts };
}

function subnet(first: string, length: number, ago: number, score: number, active: number, bad: number) {
  const counts = { ips_in_subnet: 256, ips_num_active: active, ips_num_listed: bad };
  return { first, length, date: daysAgo(ago), subnet_reputation: score, ...counts };
}

function reputationIp(ip: string, ago: number, ip_reputation: number, ip_density: number, names_num_listed: number) {
  return { ip, date: daysAgo(ago), ip_reputation, ip_density, names_num_listed };
}

function reputationNs(ns_server: string, ago: number, score: number, density: number, bad: number) {
  const counts = { ns_server_domain_density: density, ns_server_domains_listed: bad };
  return { ns_server, date: daysAgo(ago), ns_server_reputation: score, ...counts };
}
