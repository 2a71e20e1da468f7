import type { FactKind } from '#model/fact-kind.ts';
import type { Feed } from './feed.ts';

const [minute, hour, day] = [60, 3600, 86_400] as const;
const MB = 1_000_000;

/** Values of the feeds below that do not name their own. */
const defaults = {
  options: {},
  category: '',
  fills: ['listings'],
  mode: 'snapshot',
  confidence: 100,
  terms: '',
  minIntervalSeconds: hour,
  everySeconds: day,
  recommended: false,
  free: true,
} as const;

type CatalogueFeed = Omit<Feed, keyof typeof defaults> & Partial<Feed>;

const spamhaus = {
  publisher: 'The Spamhaus Project',
  reader: 'spamhaus-drop',
  category: 'spam',
  licence: 'Free for any use with credit, date and copyright line',
  licenceUrl: 'https://www.spamhaus.org/drop/terms/',
  attribution: 'DROP lists © The Spamhaus Project SLU',
  recommended: true,
} as const;

const abuseCh = {
  publisher: 'abuse.ch',
  licence: 'CC0 1.0; fair use, commercial use may need a subscription',
  licenceUrl: 'https://abuse.ch/terms-of-use/',
  minIntervalSeconds: 5 * minute,
} as const;

const phishing = { category: 'phishing', minIntervalSeconds: 6 * hour, everySeconds: 12 * hour } as const;
const scanners = { category: 'scan', reader: 'lines', everySeconds: 12 * hour } as const;

/** One free key for all exports (https://auth.abuse.ch). */
const abuseChKey = { where: 'query', name: 'auth-key' } as const;

/** Lists of addresses, names, URLs and certificates that were seen doing harm. */
const blocklists: readonly CatalogueFeed[] = [
  {
    ...spamhaus,
    id: 'spamhaus-drop-v4',
    importId: 20,
    title: 'Spamhaus DROP (IPv4)',
    urls: ['https://www.spamhaus.org/drop/drop_v4.json'],
    sizeHint: 0.2 * MB,
  },
  {
    ...spamhaus,
    id: 'spamhaus-drop-v6',
    importId: 21,
    title: 'Spamhaus DROP (IPv6)',
    urls: ['https://www.spamhaus.org/drop/drop_v6.json'],
    sizeHint: 0.02 * MB,
  },
  {
    ...spamhaus,
    id: 'spamhaus-asn-drop',
    importId: 22,
    title: 'Spamhaus ASN-DROP',
    urls: ['https://www.spamhaus.org/drop/asndrop.json'],
    sizeHint: 0.05 * MB,
  },
  {
    ...abuseCh,
    id: 'urlhaus',
    importId: 23,
    title: 'URLhaus',
    urls: ['https://urlhaus-api.abuse.ch/files/exports/recent.csv'],
    auth: abuseChKey,
    reader: 'urlhaus',
    category: 'malware',
    mode: 'events',
    lifetimeDays: 30,
    confidence: 90,
    attribution: 'URLhaus, abuse.ch',
    everySeconds: 6 * hour,
    sizeHint: 8 * MB,
  },
  {
    ...abuseCh,
    id: 'threatfox',
    importId: 24,
    title: 'ThreatFox',
    urls: ['https://threatfox-api.abuse.ch/files/exports/full.csv.zip'],
    auth: abuseChKey,
    reader: 'threatfox',
    category: 'malware',
    mode: 'events',
    lifetimeDays: 90,
    confidence: 75,
    attribution: 'ThreatFox, abuse.ch',
    everySeconds: 12 * hour,
    sizeHint: 15 * MB,
  },
  {
    ...abuseCh,
    id: 'sslbl',
    importId: 25,
    title: 'SSL Blacklist (certificates)',
    urls: ['https://sslbl.abuse.ch/blacklist/sslblacklist.csv'],
    reader: 'sslbl',
    category: 'c2',
    mode: 'events',
    lifetimeDays: 365,
    confidence: 90,
    attribution: 'SSLBL, abuse.ch',
    recommended: true,
    sizeHint: 0.7 * MB,
  },
  {
    ...abuseCh,
    id: 'feodo',
    importId: 26,
    title: 'Feodo Tracker',
    urls: ['https://feodotracker.abuse.ch/downloads/ipblocklist.csv'],
    reader: 'feodo',
    category: 'c2',
    confidence: 95,
    attribution: 'Feodo Tracker, abuse.ch',
    everySeconds: 6 * hour,
    recommended: true,
    sizeHint: 0.05 * MB,
  },
  {
    ...phishing,
    id: 'openphish',
    importId: 27,
    title: 'OpenPhish community feed',
    publisher: 'OpenPhish',
    urls: ['https://raw.githubusercontent.com/openphish/public_feed/refs/heads/main/feed.txt'],
    reader: 'lines',
    mode: 'events',
    lifetimeDays: 14,
    confidence: 85,
    licence: 'OpenPhish terms of use',
    licenceUrl: 'https://openphish.com/terms.html',
    attribution: 'OpenPhish (openphish.com)',
    terms: 'For non-commercial and internal business use only; any other commercial use needs written permission.',
    sizeHint: 0.05 * MB,
  },
  {
    ...phishing,
    id: 'phishtank',
    importId: 28,
    title: 'PhishTank',
    publisher: 'Cisco Talos',
    urls: ['https://data.phishtank.com/data/online-valid.csv.gz'],
    reader: 'csv',
    options: {
      mapping: { indicator: 'url', first: 'submission_time', tags: 'target', reference: 'phish_detail_url' },
    },
    confidence: 80,
    licence: 'PhishTank terms of use',
    licenceUrl: 'https://www.phishtank.com/terms.php',
    attribution: 'PhishTank (phishtank.org), Cisco Talos',
    terms: 'PhishTank’s terms of use apply. Without an application key a site may download it a few times a day.',
    sizeHint: 4 * MB,
  },
  {
    ...phishing,
    id: 'phishing-army',
    importId: 29,
    title: 'Phishing Army blocklist',
    publisher: 'Phishing Army',
    urls: ['https://phishing.army/download/phishing_army_blocklist.txt'],
    reader: 'lines',
    confidence: 70,
    licence: 'CC BY-NC 4.0',
    licenceUrl: 'https://creativecommons.org/licenses/by-nc/4.0/',
    attribution: 'Phishing Army (phishing.army)',
    terms: 'For non-commercial use only (CC BY-NC 4.0).',
    sizeHint: 4 * MB,
  },
  {
    ...scanners,
    id: 'blocklist-de',
    importId: 30,
    title: 'blocklist.de',
    publisher: 'blocklist.de',
    urls: ['https://lists.blocklist.de/lists/all.txt'],
    confidence: 50,
    licence: 'Free of charge, no warranty',
    licenceUrl: 'https://www.blocklist.de/en/export.html',
    attribution: 'blocklist.de',
    recommended: true,
    sizeHint: 0.5 * MB,
  },
  {
    ...scanners,
    id: 'cins',
    importId: 31,
    title: 'CINS Army list',
    publisher: 'Sentinel IPS',
    urls: ['https://cinsscore.com/list/ci-badguys.txt'],
    confidence: 50,
    licence: 'Free of charge',
    licenceUrl: 'https://cinsscore.com/#list',
    attribution: 'CINS Army list, cinsscore.com',
    recommended: true,
    sizeHint: 0.2 * MB,
  },
  {
    ...scanners,
    id: 'dshield',
    importId: 32,
    title: 'DShield block list',
    publisher: 'SANS Internet Storm Center',
    urls: ['https://feeds.dshield.org/block.txt'],
    reader: 'dshield',
    confidence: 60,
    licence: 'CC BY-NC-SA 2.5',
    licenceUrl: 'https://creativecommons.org/licenses/by-nc-sa/2.5/',
    attribution: 'DShield.org Recommended Block List © DShield.org',
    terms: 'For non-commercial use only (CC BY-NC-SA 2.5).',
    sizeHint: 0.01 * MB,
  },
];

/** Lists of the MISP warninglists that state the same fact. The reader recognises a list by the folder in its URL. */
function warninglists(
  feed: Pick<Feed, 'id' | 'importId' | 'title' | 'sizeHint'> & { readonly recommended?: boolean },
  kind: FactKind,
  names: string,
): CatalogueFeed {
  const folder = 'https://raw.githubusercontent.com/MISP/misp-warninglists/main/lists';
  return {
    recommended: true,
    ...feed,
    title: `${feed.title} (MISP warninglists)`,
    publisher: 'MISP Project',
    urls: names.split(' ').map((name) => `${folder}/${name}/list.json`),
    reader: 'warninglist',
    options: { fact: { kind, value: '' } },
    fills: [kind],
    licence: 'CC0 1.0',
    licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
    attribution: 'MISP warninglists (github.com/MISP/misp-warninglists)',
  };
}

const caida = {
  publisher: 'CAIDA, RouteViews',
  reader: 'pfx2as',
  fills: ['origin_as'],
  licence: 'CAIDA acceptable use agreement',
  licenceUrl: 'https://www.caida.org/about/legal/aua/public_aua/',
  attribution: 'The CAIDA RouteViews Prefix-to-AS dataset',
  terms:
    'CAIDA’s acceptable use agreement applies: credit CAIDA and RouteViews, and report publications that use the data.',
  minIntervalSeconds: 6 * hour,
} as const;

/** What an address, name or AS is: origin, allocation, known benign, VPN, rank. */
const context: readonly CatalogueFeed[] = [
  {
    id: 'iptoasn',
    importId: 40,
    title: 'IP to ASN',
    publisher: 'iptoasn.com',
    urls: ['https://iptoasn.com/data/ip2asn-combined.tsv.gz'],
    reader: 'iptoasn',
    fills: ['origin_as', 'country'],
    licence: 'PDDL 1.0',
    licenceUrl: 'https://opendatacommons.org/licenses/pddl/1-0/',
    attribution: 'iptoasn.com',
    recommended: true,
    sizeHint: 9 * MB,
  },
  {
    id: 'rir-delegated',
    importId: 41,
    title: 'Registry allocations',
    publisher: 'Number Resource Organization (all five registries)',
    urls: ['https://ftp.ripe.net/pub/stats/ripencc/nro-stats/latest/nro-delegated-stats'],
    reader: 'delegated',
    fills: ['as_allocation', 'subnet_allocation', 'country'],
    licence: 'Free of charge; statistics of the registries',
    licenceUrl: 'https://www.nro.net/about/rirs/statistics/',
    attribution: 'NRO extended delegated statistics: AFRINIC, APNIC, ARIN, LACNIC, RIPE NCC',
    minIntervalSeconds: 6 * hour,
    recommended: true,
    sizeHint: 50 * MB,
  },
  {
    ...caida,
    id: 'pfx2as-v4',
    importId: 42,
    title: 'RouteViews prefixes (IPv4)',
    urls: ['https://publicdata.caida.org/datasets/routing/routeviews-prefix2as/pfx2as-creation.log'],
    sizeHint: 7 * MB,
  },
  {
    ...caida,
    id: 'pfx2as-v6',
    importId: 43,
    title: 'RouteViews prefixes (IPv6)',
    urls: ['https://publicdata.caida.org/datasets/routing/routeviews6-prefix2as/pfx2as-creation.log'],
    sizeHint: 2 * MB,
  },
  {
    id: 'tor-exits',
    importId: 44,
    title: 'Tor exit nodes',
    publisher: 'The Tor Project',
    urls: ['https://check.torproject.org/exit-addresses'],
    reader: 'tor-exits',
    fills: ['tor_exit'],
    licence: 'CC0 1.0',
    licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
    attribution: 'The Tor Project (torproject.org)',
    minIntervalSeconds: hour / 2,
    everySeconds: 3 * hour,
    recommended: true,
    sizeHint: 0.4 * MB,
  },
  {
    id: 'tranco',
    importId: 45,
    title: 'Tranco top 1 million',
    publisher: 'Tranco',
    urls: ['https://tranco-list.eu/top-1m.csv.zip'],
    reader: 'tranco',
    fills: ['toplist'],
    licence: 'Free of charge; made from lists of Cisco, Cloudflare, Farsight, Google and Majestic',
    licenceUrl: 'https://tranco-list.eu/',
    attribution: 'Tranco (tranco-list.eu): Le Pochat et al., NDSS 2019',
    minIntervalSeconds: 6 * hour,
    recommended: true,
    sizeHint: 10 * MB,
  },
  warninglists(
    { id: 'warninglists-benign', importId: 46, title: 'Known benign services', sizeHint: 3 * MB },
    'known_benign',
    'cloudflare akamai fastly bunny-net cachefly cdn77 gcore imperva stackpath ' +
      'microsoft-office365-ip microsoft-office365 microsoft google googlebot google-gmail-sending-ips apple wikimedia ' +
      'zscaler captive-portals crl-hostname crl-ip',
  ),
  warninglists(
    { id: 'warninglists-cloud', importId: 47, title: 'Cloud provider ranges', sizeHint: 3 * MB },
    'cloud',
    'amazon-aws microsoft-azure microsoft-azure-china microsoft-azure-germany microsoft-azure-us-gov google-gcp ' +
      'digitalocean alibaba-cloud hetzner huawei-cloud ibm-cloud',
  ),
  warninglists(
    { id: 'warninglists-vpn', importId: 48, title: 'VPN providers and datacenters', sizeHint: 1 * MB },
    'vpn',
    'vpn-ipv4 vpn-ipv6',
  ),
  warninglists(
    { id: 'warninglists-sinkholes', importId: 49, title: 'Sinkholes', sizeHint: 0.01 * MB },
    'sinkhole',
    'sinkholes',
  ),
  warninglists(
    { id: 'warninglists-parking', importId: 50, title: 'Domain parking', sizeHint: 0.01 * MB },
    'parking',
    'parking-domain parking-domain-ns',
  ),
  warninglists(
    { id: 'warninglists-dynamic-dns', importId: 51, title: 'Dynamic DNS', sizeHint: 1 * MB },
    'dynamic_dns',
    'dynamic-dns',
  ),
  warninglists(
    { id: 'warninglists-shorteners', importId: 52, title: 'URL shorteners', sizeHint: 0.3 * MB },
    'url_shortener',
    'url-shortener',
  ),
  // addresses that answer anybody, among them many badly secured routers: no reason to call them benign
  warninglists(
    { id: 'warninglists-resolvers', importId: 55, title: 'Public DNS resolvers', sizeHint: 1.5 * MB },
    'open_resolver',
    'public-dns-v4 public-dns-v6',
  ),
  warninglists(
    { id: 'warninglists-user-content', importId: 56, title: 'Hosts of user content', sizeHint: 0.01 * MB },
    'user_content',
    'lots-project link-in-bio',
  ),
  warninglists(
    { id: 'warninglists-scanners', importId: 53, title: 'Internet scanners', sizeHint: 1 * MB },
    'scanner',
    'censys-scanning shodan-scanning shadowserver onyphe-scanner modat-scanner palo-alto-networks-cortex-xpanse ' +
      'tenable-cloud-ipv4 tenable-cloud-ipv6 alphastrike-scanning netsecscan-scanning shadowforce-scanning ' +
      'binaryedge-scanning bitsight-scanning criminalip-scanning driftnet fofa-scanning hadrian-scanning ' +
      'internet-census-nt-scanning rapid7-nt-scanning stretchoid-nt-scanning ipip-nt-scanning',
  ),
  warninglists(
    {
      recommended: false,
      id: 'warninglists-toplists',
      importId: 54,
      title: 'Top 10,000 domains',
      sizeHint: 0.8 * MB,
    },
    'toplist',
    'cisco_top1000 cisco_top10k cloudflare-top1k cloudflare-top10k majestic_million',
  ),
];

/** The feeds that Sightline knows, in the order in which they are shown. */
export const catalogue: readonly Feed[] = [...context, ...blocklists].map((feed) => ({ ...defaults, ...feed }));
