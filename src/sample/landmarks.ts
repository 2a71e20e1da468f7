// The best-known sample indicators: used by the README, the dashboard's home page and the tests.

export interface Landmark {
  kind: 'domain' | 'address' | 'asn' | 'subnet' | 'nameserver';
  indicator: string;
  /** One sentence that describes the indicator. */
  story: string;
}

/** "Try these five." */
export const HEADLINES = {
  fluxDomain: {
    kind: 'domain',
    indicator: 'harborline-login.example',
    story:
      'A phishing page for Harborline Bank that hops over home routers on eleven networks and keeps changing its name servers.',
  },
  c2Address: {
    kind: 'address',
    indicator: '203.0.113.66',
    story:
      'The listed one of three command-and-control hosts: its JARM, favicon and certificate lead to two more in other networks.',
  },
  bulletproofAsn: {
    kind: 'asn',
    indicator: 'AS64666',
    story: 'Cinderwall Offshore Hosting, where nearly every active address is listed and listings are never removed.',
  },
  badNameServer: {
    kind: 'nameserver',
    indicator: 'ns1.crowsnest-dns.test',
    story: 'A name server that serves almost only listed domains, including the flux campaign.',
  },
  homoglyphDomain: {
    kind: 'domain',
    indicator: 'xn--harborlne-bank-cbm.example',
    story: 'Looks exactly like harborline-bank.example, but its "i" is a Cyrillic letter.',
  },
} as const satisfies Record<string, Landmark>;

/** More stories, and one indicator for every state of a page. */
export const LANDMARKS = {
  ...HEADLINES,
  brandDomain: {
    kind: 'domain',
    indicator: 'harborline-bank.example',
    story: 'The real Harborline Bank, the target of the flux and look-alike campaigns: clean.',
  },
  c2AddressRecent: {
    kind: 'address',
    indicator: '198.51.100.140',
    story: 'The second command-and-control host, listed only nine days ago.',
  },
  c2AddressUnlisted: {
    kind: 'address',
    indicator: '192.0.2.77',
    story: 'The third command-and-control host, on a compromised university server, not listed yet.',
  },
  c2Domain: {
    kind: 'domain',
    indicator: 'update-telemetry.test',
    story: 'The beacon domain that moved between the three command-and-control hosts.',
  },
  openDirectory: {
    kind: 'address',
    indicator: '198.51.100.23',
    story: 'An open directory that serves a loader and its stages to anyone.',
  },
  unsanctionedAsset: {
    kind: 'domain',
    indicator: 'payroll-test.harborline-bank.example',
    story:
      'A forgotten test system of the bank, delegated to a cheap hoster outside the bank’s networks and name servers.',
  },
  sinkholedDomain: {
    kind: 'domain',
    indicator: 'grimtide-update.test',
    story: 'A botnet domain that a CERT seized 58 days ago: listed, but score 0.',
  },
  sinkholeAddress: {
    kind: 'address',
    indicator: '203.0.113.200',
    story: 'The sinkhole that seized domains point to.',
  },
  parkedDomain: {
    kind: 'domain',
    indicator: 'meadowlark-lounge.example',
    story: 'Listed once, now parked with a domain dealer: score suppressed.',
  },
  expiredDomain: {
    kind: 'domain',
    indicator: 'old-lantern-cafe.example',
    story: 'Not renewed; the registrar moved it to its expiry name servers: score suppressed.',
  },
  slowAsn: {
    kind: 'asn',
    indicator: 'AS64505',
    story: 'Lowtide Servers, which takes months to act on an abuse report: high takedown reputation.',
  },
  cleanedUpAsn: {
    kind: 'asn',
    indicator: 'AS64506',
    story: 'Greenlantern Dedicated, bad until it removed its abusers three to four months ago.',
  },
  outbreakAsn: {
    kind: 'asn',
    indicator: 'AS64507',
    story: 'Tinbox VPS, quiet for a year and overrun within the last three weeks.',
  },
  badSubnet: {
    kind: 'subnet',
    indicator: '203.0.113.0/25',
    story: 'A subnet of Cinderwall with command and control, phishing and spam side by side.',
  },
  movedAddress: {
    kind: 'address',
    indicator: '198.51.100.150',
    story: 'Hijacked for twelve days by AS64670, then back with its owner.',
  },
  cleanDomain: {
    kind: 'domain',
    indicator: 'quietbrook.example',
    story: 'Twelve years old, never moved, never listed: score 0.',
  },
  cleanAddress: {
    kind: 'address',
    indicator: '192.0.2.150',
    story:
      'The one web server of quietbrook.example, never listed: a low score, by the abuse response of its AS alone.',
  },
  cleanIpv6: {
    kind: 'address',
    indicator: '2001:db8:900::150',
    story: 'The same over IPv6: a low score, by its surroundings alone.',
  },
  elderDomain: {
    kind: 'domain',
    indicator: 'elderoak.example',
    story: 'Registered in the first days of the domain name system.',
  },
  newToday: {
    kind: 'domain',
    indicator: 'fresh-kiln.example',
    story: 'Registered today: nothing bad, but is_new_score 100.',
  },
  newYesterday: { kind: 'domain', indicator: 'day-old-bread.test', story: 'Registered yesterday.' },
  dynamicDomain: { kind: 'domain', indicator: 'homehop.example', story: 'Gives subdomains to anyone.' },
  shortenerDomain: { kind: 'domain', indicator: 'lnk.example', story: 'A URL shortener.' },
  toplistDomain: { kind: 'domain', indicator: 'everypage.example', story: 'First on the toplist.' },
  denseAddress: {
    kind: 'address',
    indicator: '192.0.2.180',
    story: 'A shop platform with 5,000 names on one address.',
  },
  ipv6OnlyDomain: { kind: 'domain', indicator: 'sixonly.example', story: 'Has AAAA records and no A record.' },
  torExit: { kind: 'address', indicator: '203.0.113.20', story: 'A Tor exit in a bad neighbourhood.' },
  benignScanner: {
    kind: 'address',
    indicator: '203.0.113.150',
    story: 'A research scanner: listed for scanning, known benign.',
  },
  formulaDomain: {
    kind: 'domain',
    indicator: 'sheet-trap.example',
    story: 'TXT records that would run as formulas in a spreadsheet.',
  },
  markupDomain: { kind: 'domain', indicator: 'mirror-maze.test', story: 'Whois text and page titles full of markup.' },
  bidiDomain: {
    kind: 'domain',
    indicator: 'right-to-left.test',
    story: 'Whois text with direction overrides and zero-width characters.',
  },
  jumboTxtDomain: { kind: 'domain', indicator: 'jumbo-txt.example', story: 'A TXT record of 64 kB.' },
  longName: {
    kind: 'domain',
    indicator: [63, 63, 63, 42].map((length, i) => 'abcd'.charAt(i).repeat(length)).join('.') + '.long-names.example',
    story: 'A name of 253 characters, the maximum.',
  },
  unknownDomain: { kind: 'domain', indicator: 'nobody-has-seen-this.test', story: 'Not in the collection at all.' },
  unknownAddress: {
    kind: 'address',
    indicator: '198.19.255.254',
    story: 'In the test network, but not announced.',
  },
  unknownIpv6: {
    kind: 'address',
    indicator: '2001:db8:ffff::1',
    story: 'In the documentation network, but not announced.',
  },
} as const satisfies Record<string, Landmark>;

/** Values shared by the three command-and-control hosts. */
export const C2_MARKS = {
  jarm: '2ad2ad16d2ad2ad22c2ad2ad2ad2adc1a3c0d5e7f94b6e0a5dfe7ac41b5c94',
  faviconMmh3: -1507567067,
  certificateCommonName: 'amber-console.invalid',
} as const;

/** The hosts of the bank in its own network; each has a pointer. */
export const BANK_HOSTS: readonly (readonly [label: string, address: string])[] = [
  ['www', '192.0.2.10'],
  ['banking', '192.0.2.11'],
  ['api', '192.0.2.12'],
  ['mail', '192.0.2.20'],
  ['vpn', '192.0.2.25'],
  ['ns1', '192.0.2.53'],
  ['ns2', '192.0.2.54'],
];
