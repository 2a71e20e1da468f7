import type { FactKind } from '#model/fact-kind.ts';
import type { Feed } from './feed.ts';

const hour = 3600;
const day = 24 * hour;
const MB = 1_000_000;

/** Where one list of the warninglists is; its folder tells the reader which one it is. */
function warninglist(name: string): string {
  return `https://raw.githubusercontent.com/MISP/misp-warninglists/main/lists/${name}/list.json`;
}

type Told = 'id' | 'importId' | 'title' | 'sizeHint';

function warninglists(
  feed: Pick<Feed, Told> & { readonly recommended?: boolean },
  kind: FactKind,
  names: string,
): Feed {
  return {
    recommended: true,
    ...feed,
    publisher: 'MISP Project',
    urls: names.split(' ').map(warninglist),
    reader: 'warninglist',
    options: { fact: { kind, value: '' } },
    category: '',
    fills: [kind],
    mode: 'snapshot',
    confidence: 100,
    licence: 'CC0 1.0',
    licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
    attribution: 'MISP warninglists (github.com/MISP/misp-warninglists)',
    terms: '',
    minIntervalSeconds: hour,
    everySeconds: day,
    free: true,
  };
}

const routing = {
  category: '',
  options: {},
  mode: 'snapshot',
  confidence: 100,
  free: true,
} as const;

const caida = {
  ...routing,
  publisher: 'CAIDA, RouteViews',
  reader: 'pfx2as',
  fills: ['origin_as'],
  licence: 'CAIDA acceptable use agreement',
  licenceUrl: 'https://www.caida.org/about/legal/aua/public_aua/',
  attribution: 'The CAIDA RouteViews Prefix-to-AS dataset',
  terms:
    'CAIDA’s acceptable use agreement applies: credit CAIDA and RouteViews, and report publications that use the data.',
  minIntervalSeconds: 6 * hour,
  everySeconds: day,
  recommended: false,
} as const;

/** Feeds that say what an address, name or AS is: origin, allocation, known benign, VPN, rank. */
export const contextFeeds: readonly Feed[] = [
  {
    ...routing,
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
    terms: '',
    minIntervalSeconds: hour,
    everySeconds: day,
    recommended: true,
    sizeHint: 9 * MB,
  },
  {
    ...routing,
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
    terms: '',
    minIntervalSeconds: 6 * hour,
    everySeconds: day,
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
    options: {},
    category: '',
    fills: ['tor_exit'],
    mode: 'snapshot',
    confidence: 100,
    licence: 'CC0 1.0',
    licenceUrl: 'https://creativecommons.org/publicdomain/zero/1.0/',
    attribution: 'The Tor Project (torproject.org)',
    terms: '',
    minIntervalSeconds: hour / 2,
    everySeconds: 3 * hour,
    recommended: true,
    free: true,
    sizeHint: 0.4 * MB,
  },
  {
    id: 'tranco',
    importId: 45,
    title: 'Tranco top 1 million',
    publisher: 'Tranco',
    urls: ['https://tranco-list.eu/top-1m.csv.zip'],
    reader: 'tranco',
    options: {},
    category: '',
    fills: ['toplist'],
    mode: 'snapshot',
    confidence: 100,
    licence: 'Free of charge; made from lists of Cisco, Cloudflare, Farsight, Google and Majestic',
    licenceUrl: 'https://tranco-list.eu/',
    attribution: 'Tranco (tranco-list.eu): Le Pochat et al., NDSS 2019',
    terms: '',
    minIntervalSeconds: 6 * hour,
    everySeconds: day,
    recommended: true,
    free: true,
    sizeHint: 10 * MB,
  },
  warninglists(
    { id: 'warninglists-benign', importId: 46, title: 'Known benign services (MISP warninglists)', sizeHint: 3 * MB },
    'known_benign',
    'public-dns-v4 public-dns-v6 cloudflare akamai fastly bunny-net cachefly cdn77 gcore imperva stackpath ' +
      'microsoft-office365-ip microsoft-office365 microsoft google googlebot google-gmail-sending-ips apple wikimedia ' +
      'zscaler captive-portals crl-hostname crl-ip',
  ),
  warninglists(
    { id: 'warninglists-cloud', importId: 47, title: 'Cloud provider ranges (MISP warninglists)', sizeHint: 3 * MB },
    'cloud',
    'amazon-aws microsoft-azure microsoft-azure-china microsoft-azure-germany microsoft-azure-us-gov google-gcp ' +
      'digitalocean alibaba-cloud hetzner huawei-cloud ibm-cloud',
  ),
  warninglists(
    { id: 'warninglists-vpn', importId: 48, title: 'VPN providers (MISP warninglists)', sizeHint: 1 * MB },
    'vpn',
    'vpn-ipv4 vpn-ipv6',
  ),
  warninglists(
    { id: 'warninglists-sinkholes', importId: 49, title: 'Sinkholes (MISP warninglists)', sizeHint: 0.01 * MB },
    'sinkhole',
    'sinkholes',
  ),
  warninglists(
    { id: 'warninglists-parking', importId: 50, title: 'Domain parking (MISP warninglists)', sizeHint: 0.01 * MB },
    'parking',
    'parking-domain parking-domain-ns',
  ),
  warninglists(
    { id: 'warninglists-dynamic-dns', importId: 51, title: 'Dynamic DNS (MISP warninglists)', sizeHint: 1 * MB },
    'dynamic_dns',
    'dynamic-dns',
  ),
  warninglists(
    { id: 'warninglists-shorteners', importId: 52, title: 'URL shorteners (MISP warninglists)', sizeHint: 0.3 * MB },
    'url_shortener',
    'url-shortener',
  ),
  warninglists(
    { id: 'warninglists-scanners', importId: 53, title: 'Internet scanners (MISP warninglists)', sizeHint: 1 * MB },
    'scanner',
    'censys-scanning shodan-scanning shadowserver onyphe-scanner modat-scanner palo-alto-networks-cortex-xpanse ' +
      'tenable-cloud-ipv4 tenable-cloud-ipv6 alphastrike-scanning netsecscan-scanning shadowforce-scanning ' +
      'binaryedge-scanning bitsight-scanning criminalip-scanning driftnet fofa-scanning hadrian-scanning ' +
      'internet-census-nt-scanning rapid7-nt-scanning stretchoid-nt-scanning ipip-nt-scanning',
  ),
  warninglists(
    {
      id: 'warninglists-toplists',
      importId: 54,
      title: 'Top 10,000 domains (MISP warninglists)',
      sizeHint: 0.8 * MB,
      recommended: false,
    },
    'toplist',
    'cisco_top1000 cisco_top10k cloudflare-top1k cloudflare-top10k majestic_million',
  ),
];
