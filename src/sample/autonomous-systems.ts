// The networks of the fictional internet: who runs them, where, since when, and how they treat abuse.

export type NetworkKind =
  | 'isp'
  | 'hoster'
  | 'cloud'
  | 'cdn'
  | 'university'
  | 'enterprise'
  | 'dns'
  | 'bulletproof'
  | 'research';

/** How the listings of a network move over the 400 days; background/address-listings.ts has the curves. */
export type Conduct =
  | 'clean'
  | 'quick'
  | 'ordinary'
  | 'busy'
  | 'slow'
  | 'cleaned-up'
  | 'outbreak'
  | 'waves'
  | 'rising'
  | 'bulletproof';

export interface AutonomousSystem {
  asn: number;
  /** As in the routing registries: a short handle, then the organisation. */
  name: string;
  /** The operator's own registrable domain: pointer names, name servers and the abuse address stand on it. */
  domain: string;
  kind: NetworkKind;
  country: string;
  allocatedDaysAgo: number;
  conduct: Conduct;
}

function system(
  asn: number,
  name: string,
  domain: string,
  kind: NetworkKind,
  country: string,
  allocatedDaysAgo: number,
  conduct: Conduct,
): AutonomousSystem {
  return { asn, name, domain, kind, country, allocatedDaysAgo, conduct };
}

export const AUTONOMOUS_SYSTEMS: readonly AutonomousSystem[] = [
  system(64496, 'FERNVALLEY Fernvalley Broadband', 'fernvalley-net.example', 'isp', 'GB', 9120, 'ordinary'),
  system(64497, 'KESTREL-FIBRE Kestrel Fibre Cooperative', 'kestrel-fibre.example', 'isp', 'IE', 6012, 'quick'),
  system(64498, 'POLARNETT Polarnett AS', 'polarnett.example', 'isp', 'NO', 8210, 'ordinary'),
  system(64499, 'TELEMARISMA Telemarisma Movil', 'telemarisma.example', 'isp', 'ES', 7415, 'busy'),
  system(64500, 'CUMULINE Cumuline Cloud Platform', 'cumuline-cloud.example', 'cloud', 'US', 4233, 'clean'),
  system(64501, 'STRATOFORGE Stratoforge Compute', 'stratoforge.example', 'cloud', 'DE', 3120, 'quick'),
  system(
    64502,
    'COPPERKETTLE Copperkettle Hosting BV',
    'copperkettle-hosting.example',
    'hoster',
    'NL',
    5310,
    'ordinary',
  ),
  system(64503, 'PAPERKITE Paperkite Web Hosting', 'paperkite-hosting.test', 'hoster', 'SG', 2210, 'busy'),
  system(64504, 'EDGEWATER Edgewater Content Delivery', 'edgewater-cdn.example', 'cdn', 'US', 5022, 'clean'),
  system(64505, 'LOWTIDE Lowtide Servers LLC', 'lowtide-servers.example', 'hoster', 'RO', 4410, 'slow'),
  system(
    64506,
    'GREENLANTERN Greenlantern Dedicated',
    'greenlantern-dedicated.example',
    'hoster',
    'FR',
    3890,
    'cleaned-up',
  ),
  system(64507, 'TINBOX Tinbox VPS', 'tinbox-vps.test', 'hoster', 'PL', 1640, 'outbreak'),
  system(64508, 'PINECREST Pinecrest Registrar Services', 'pinecrest-dns.example', 'dns', 'CA', 6802, 'clean'),
  system(
    64509,
    'UNI-MERIDIAN Meridian Technical University',
    'meridian-tech.example',
    'university',
    'IT',
    10_950,
    'clean',
  ),
  system(64510, 'HARBORLINE Harborline Bank', 'harborline-bank.example', 'enterprise', 'GB', 7025, 'clean'),
  system(64511, 'NORTHSTACK Northstack Exchange Transit', 'northstack-transit.example', 'isp', 'SE', 9811, 'clean'),
  system(64512, 'SALTMARSH Saltmarsh Cable', 'saltmarsh-cable.example', 'isp', 'US', 8840, 'ordinary'),
  system(64520, 'VERDEPORTA Verdeporta Telecom', 'verdeporta.example', 'isp', 'BR', 5201, 'waves'),
  system(64530, 'LOTUSWAVE Lotuswave Internet', 'lotuswave.example', 'isp', 'VN', 4033, 'busy'),
  system(64540, 'SAHELNET Sahelnet Wireless', 'sahelnet.example', 'isp', 'NG', 2977, 'rising'),
  system(64550, 'HIMALINK Himalink Communications', 'himalink.example', 'isp', 'NP', 3544, 'ordinary'),
  system(64600, 'BRIGHTANVIL Brightanvil Managed Hosting', 'brightanvil.example', 'hoster', 'US', 4980, 'quick'),
  system(64610, 'WEBORCHARD Weborchard Shared Hosting', 'weborchard.example', 'hoster', 'DE', 6120, 'ordinary'),
  system(64620, 'MISTRALBOX Mistralbox SARL', 'mistralbox.example', 'hoster', 'FR', 2870, 'busy'),
  system(64630, 'SUNFORGE Sunforge Data Centers', 'sunforge-dc.example', 'hoster', 'IN', 3333, 'waves'),
  system(64640, 'ICEBRIDGE Icebridge Servers ehf', 'icebridge-servers.example', 'hoster', 'IS', 2512, 'slow'),
  system(64650, 'DUNELINE Duneline Hosting FZE', 'duneline-hosting.test', 'hoster', 'AE', 1211, 'rising'),
  system(64660, 'QUARTZVPS Quartzvps Ltd', 'quartz-vps.invalid', 'hoster', 'BG', 988, 'waves'),
  system(64666, 'CINDERWALL Cinderwall Offshore Hosting', 'cinderwall.test', 'bulletproof', 'SC', 702, 'bulletproof'),
  system(
    64670,
    'MOONLESS Moonless Harbour Networks',
    'moonless-harbour.invalid',
    'bulletproof',
    'BZ',
    652,
    'bulletproof',
  ),
  system(64700, 'NIMBUSYARD Nimbusyard Cloud', 'nimbusyard.example', 'cloud', 'JP', 2744, 'quick'),
  system(64710, 'ALTOCLOUD Altocloud Serverless', 'altocloud.example', 'cloud', 'US', 2190, 'ordinary'),
  system(65534, 'ROAMHUB Roamhub VPN and Proxy', 'roamhub-vpn.test', 'hoster', 'PA', 1320, 'waves'),
  system(65536, 'BLUEHERON Blueheron Communications', 'blueheron-comms.example', 'isp', 'AU', 4300, 'quick'),
  system(65537, 'TAIGALINK Taigalink Svyaz', 'taigalink.example', 'isp', 'KZ', 3811, 'busy'),
  system(65538, 'CANALSIDE Canalside Internet', 'canalside-internet.example', 'isp', 'NL', 4120, 'quick'),
  system(65539, 'SUREBEAM Surebeam Broadband', 'surebeam.example', 'isp', 'MX', 3902, 'ordinary'),
  system(
    65540,
    'UNI-ELMHAVEN University of Elmhaven',
    'elmhaven-university.example',
    'university',
    'US',
    6205,
    'quick',
  ),
  system(65541, 'UNI-SOLVANG Solvang Research Network', 'solvang-research.example', 'university', 'DK', 4800, 'clean'),
  system(65542, 'SWIFTEDGE Swiftedge Delivery Network', 'swiftedge.example', 'cdn', 'GB', 2601, 'clean'),
  system(65543, 'GLASSRAIL Glassrail Static Sites', 'glassrail.example', 'cdn', 'US', 1804, 'quick'),
  system(65544, 'ORCHARDFREIGHT Orchard Freight Group', 'orchard-freight.example', 'enterprise', 'BE', 3650, 'clean'),
  system(65545, 'MARIGOLD-HEALTH Marigold Health Trust', 'marigold-health.example', 'enterprise', 'CA', 3402, 'clean'),
  system(65546, 'POSTWELL Postwell Mail Services', 'postwell.example', 'dns', 'CH', 3980, 'clean'),
  system(65547, 'ZONEGARDEN Zonegarden Managed DNS', 'zonegarden.example', 'dns', 'US', 3018, 'clean'),
  system(65548, 'STOREFRONTA Storefronta Shop Platform', 'storefronta.example', 'hoster', 'US', 2412, 'quick'),
  system(65549, 'LIGHTHOUSE Lighthouse Internet Survey', 'lighthouse-survey.example', 'research', 'FI', 1905, 'clean'),
  system(
    65550,
    'TIDEWATER-CERT Tidewater Computer Emergency Team',
    'tidewater-cert.example',
    'research',
    'EE',
    2890,
    'clean',
  ),
  system(65551, 'ONIONGROVE Oniongrove Privacy Association', 'oniongrove.example', 'hoster', 'DE', 2333, 'busy'),
];

const byNumber = new Map(AUTONOMOUS_SYSTEMS.map((as) => [as.asn, as]));

export function autonomousSystem(asn: number): AutonomousSystem {
  const found = byNumber.get(asn);
  if (!found) throw new RangeError(`AS${asn} is not part of the sample world`);
  return found;
}
