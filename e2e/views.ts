/** Every view of the dashboard on the sample collection, for the checks of accessibility and layout shift and for screenshots. */
import { C2_MARKS, LANDMARKS } from '#sample/landmarks.ts';
import { paths } from '#web/url/paths.ts';

export interface View {
  /** Identifies the view in file names. */
  readonly name: string;
  readonly path: string;
}

const domain = LANDMARKS.fluxDomain.indicator;
const ip = LANDMARKS.c2Address.indicator;
const asn = LANDMARKS.bulletproofAsn.indicator.replace('AS', '');
const server = LANDMARKS.badNameServer.indicator;

/** The page of a subject and its other tabs. */
function subject(name: string, path: string, tabs: readonly string[]): View[] {
  return [{ name, path }, ...tabs.map((tab) => ({ name: `${name}-${tab}`, path: `${path}?tab=${tab}` }))];
}

export const views: readonly View[] = [
  { name: 'home', path: paths.home() },
  ...subject('domain', paths.domain(domain), ['dns', 'diversity', 'ns', 'whois', 'certificates', 'related', 'scans']),
  { name: 'domain-unknown', path: paths.domain(LANDMARKS.unknownDomain.indicator) },
  { name: 'domain-long-name', path: paths.domain(LANDMARKS.longName.indicator) },
  { name: 'domain-whois-diff', path: `${paths.domain('mirror-maze.test')}?tab=whois` },
  { name: 'domain-brand-related', path: `${paths.domain(LANDMARKS.brandDomain.indicator)}?tab=related` },
  ...subject('ip', paths.ip(ip), ['names', 'scans', 'shared', 'reputation', 'announcements', 'neighbours']),
  { name: 'ip-opendir', path: `${paths.ip(LANDMARKS.openDirectory.indicator)}?tab=scans` },
  { name: 'ip-real', path: paths.ip('8.8.8.8') },
  ...subject('ip6', paths.ip(LANDMARKS.cleanIpv6.indicator), ['names', 'scans']),
  { name: 'ip-impossible', path: paths.ip('999.1.1.1') },
  ...subject('asn', paths.asn(asn), ['history', 'subnets', 'names']),
  ...subject('subnet', paths.subnet(LANDMARKS.badSubnet.indicator), ['history', 'addresses', 'names', 'scans']),
  { name: 'subnet6', path: paths.subnet('2001:db8:900::/48') },
  ...subject('ns', paths.nameServer(server), ['history', 'domains', 'transfers', 'records']),
  { name: 'connections', path: paths.connections() },
  { name: 'connections-found', path: paths.connections([{ attribute: 'jarm', value: C2_MARKS.jarm }]) },
  { name: 'campaign', path: paths.campaign('domain', LANDMARKS.homoglyphDomain.indicator) },
  { name: 'judgements', path: paths.judgements() },
  { name: 'audit', path: paths.audit() },
  { name: 'padns', path: paths.padns() },
  { name: 'padns-forward', path: paths.padns({ mode: 'forward', qtype: 'a', qname: domain }) },
  {
    name: 'padns-timeline',
    path: paths.padns({ mode: 'reverse', qtype: 'a', qname: ip, 't.view': 'timeline' }),
  },
  {
    name: 'padns-both',
    path: paths.padns({ mode: 'both', qtype: 'a', qname: '*harborline*', qanswer: '192.0.2.0', netmask: '26' }),
  },
  {
    name: 'padns-unsanctioned',
    path: paths.padns({ mode: 'unsanctioned', qtype: 'a', qname: '*harborline-bank*', network: '192.0.2.0/26' }),
  },
  { name: 'padns-hash', path: paths.padns({ mode: 'reverse', qtype: 'nshash', qname: '0'.repeat(32) }) },
  { name: 'scans', path: paths.scans() },
  { name: 'scans-jarm', path: paths.scans({ what: 'jarm', jarm_hash: C2_MARKS.jarm }) },
  {
    name: 'scans-headers',
    path: paths.scans({ what: 'headers', header_search: 'server', limit: '3', 't.view': 'picture' }),
  },
  { name: 'scans-favicon', path: paths.scans({ what: 'favicon', favicon_mmh3_from_url: 'http://icons.example/' }) },
  {
    name: 'scans-opendir',
    path: paths.scans({ what: 'opendir', filename: '*.exe', result_mode: 'full', 't.view': 'picture' }),
  },
  { name: 'certificates', path: paths.certificates() },
  { name: 'certificates-found', path: paths.certificates({ domain: LANDMARKS.brandDomain.indicator }) },
  { name: 'transfers', path: paths.transfers() },
  { name: 'transfers-found', path: paths.transfers({ from_ns: '*', to_ns: server, days: '365' }) },
  { name: 'diversity', path: paths.diversitySearch() },
  { name: 'diversity-found', path: paths.diversitySearch({ asn_diversity_min: '6', timeline: '1' }) },
  { name: 'as-names', path: paths.asnSearch({ asname_contains: 'cinder' }) },
  ...['takedown', 'asn', 'subnet', 'ipv4', 'nameserver', 'listed'].map((kind) => ({
    name: `rankings-${kind}`,
    path: paths.rankings(kind),
  })),
  { name: 'findings', path: paths.findings() },
  { name: 'watches', path: paths.watches() },
  { name: 'quality', path: paths.quality() },
  { name: 'retro-hunt', path: paths.retroHunt() },
  { name: 'compare', path: paths.compare([ip, LANDMARKS.c2AddressUnlisted.indicator]) },
  { name: 'compare-kinds', path: paths.compare([domain, ip]) },
  { name: 'compare-form', path: paths.compare() },
  { name: 'bulk', path: paths.bulk() },
  { name: 'investigation', path: paths.investigation() },
  { name: 'api', path: paths.api() },
  { name: 'api-operation', path: paths.api({ operation: 'enrichIpv4' }) },
  { name: 'api-scores', path: paths.api({ show: 'scores' }) },
  { name: 'jobs', path: paths.jobs() },
  { name: 'job-unknown', path: paths.job('00000000-0000-4000-8000-000000000000') },
  { name: 'sources', path: paths.sources() },
  { name: 'feeds', path: paths.feeds() },
  { name: 'settings', path: paths.settings() },
  { name: 'not-found', path: '/nowhere/at/all' },
];
