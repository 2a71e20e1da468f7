import type { FactKind } from '#model/fact-kind.ts';
import type { Feed } from './feed.ts';

const MB = 1_000_000;

type WarninglistFeed = Omit<
  Feed,
  'mode' | 'category' | 'confidence' | 'terms' | 'minIntervalSeconds' | 'everySeconds' | 'free'
>;

/** Lists of the MISP warninglists that state the same fact. The reader recognises a list by the folder in its URL. */
function warninglists(
  feed: Pick<Feed, 'id' | 'importId' | 'title' | 'sizeHint'> & { readonly recommended?: boolean },
  kind: FactKind,
  names: string,
): WarninglistFeed {
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

/** The MISP warninglists by the fact that they state. Their own descriptions decide what that is, not their names. */
export const warninglistFeeds: readonly WarninglistFeed[] = [
  warninglists(
    { id: 'warninglists-benign', importId: 46, title: 'Known benign services', sizeHint: 2.5 * MB },
    'known_benign',
    'microsoft-office365-ip microsoft-office365 microsoft google googlebot google-gmail-sending-ips apple wikimedia ' +
      'zscaler captive-portals crl-hostname crl-ip',
  ),
  // anything may be hosted behind an address of a CDN: no reason to call it benign
  warninglists(
    { id: 'warninglists-cdn', importId: 57, title: 'CDN ranges', sizeHint: 0.5 * MB },
    'cdn',
    'cloudflare akamai fastly bunny-net cachefly cdn77 gcore imperva stackpath',
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
