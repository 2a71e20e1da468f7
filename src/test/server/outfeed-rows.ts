import { dateToIsoDate, plusDays } from '#model/dates.ts';

// Rows of the collection as published feeds meet them: what may be in a feed, and what may not.

export const today = dateToIsoDate(new Date());
const daysAgo = (days: number) => plusDays(dateToIsoDate(new Date()), -days);

export const listing = (host: string, more: object = {}) => ({
  indicator: host,
  host,
  ip: '::',
  category: 'malware',
  source: 'feed:one',
  import: 7,
  confidence: 80,
  first_listed: daysAgo(9),
  last_listed: today,
  expires: daysAgo(-30),
  kind: 'host',
  ...more,
});
const onAddress = (ip: string, more: object = {}) =>
  listing(ip, { ip: ip.includes(':') ? ip : `::ffff:${ip}`, ...more });
const range = (cidr: string) => listing(cidr, { kind: 'range' });

/** Names that must reach no zone. */
export const hostile = [
  'evil .example',
  'a\nlocalhost. A 127.0.0.1',
  'a;b.example',
  'a"b.example',
  '$include',
  '*.example',
  '-x.example',
  'x_y.example',
  'a..example',
  '.example',
  'a.example.',
  'ä.example',
  `${'a'.repeat(64)}.example`,
  'evil.123',
  '@',
];
export const listings = [
  ...['evil.example', 'www.evil.example', 'bad-one.example'].map((name) => listing(name)),
  ...['203.0.113.7', '2001:db8::7', '2001:db8:0:0:1::', '2001:db8:1:2:3:4:5:6'].map((ip) => onAddress(ip)),
  ...['198.51.100.0/25', '2001:db8:40::/48'].map((cidr) => range(cidr)),
  ...hostile.map((name) => listing(name)),
  ...['co.uk', 'github.io'].map((name) => listing(name)),
  ...['10.1.2.3', '127.0.0.1', 'fe80::1'].map((ip) => onAddress(ip)),
  ...['0.0.0.0/0', '::/0', '192.168.0.0/16'].map((cidr) => range(cidr)),
  listing('intranet.corp'),
  listing('top.example'),
  listing('docs.google.com', { indicator: 'https://docs.google.com/evil' }),
  listing('old.example', { first_listed: daysAgo(90), last_listed: daysAgo(60), expires: daysAgo(30) }),
  listing('phish.example', { category: 'phishing', source: 'feed:two' }),
  listing('fading.example', { category: 'phishing', last_listed: daysAgo(25), expires: daysAgo(-5) }),
  onAddress('203.0.113.9', { category: 'scan', source: 'feed:two' }),
];
export const facts = [
  {
    subject_type: 'domain',
    first: '::',
    key: 'top.example',
    kind: 'known_benign',
    source: 'x',
    valid_from: daysAgo(5),
  },
];
const finding = (subject: string, subject_type: string, detector = 'fast-flux') => ({
  detector,
  subject_type,
  subject,
  appeared: today,
  gone: 0,
  first_seen: 1,
  last_seen: 2,
  summary: '',
});
export const findings = [
  finding('flux.example', 'domain'),
  finding('203.0.113.99', 'ip'),
  finding('198.51.100.128/26', 'subnet'),
  finding('AS64500', 'asn'),
  finding('ns1.taken.example', 'nameserver', 'name-server-takeover'),
];
