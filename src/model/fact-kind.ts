/**
 * The subject type of a fact. `range` is a CIDR block, `asn` an autonomous system, `name_server` a server or a zone of
 * servers.
 */
export type FactSubjectType =
  | 'ip'
  | 'range'
  | 'asn'
  | 'domain'
  | 'name_server'
  | 'certificate'
  | 'jarm'
  | 'ja3'
  | 'hash';

interface FactKindEntry {
  /** In a table or alongside a value: "Tor exit node". */
  readonly label: string;
  readonly subjects: readonly FactSubjectType[];
  /** Label of the value of the fact; '' for kinds without a value. */
  readonly value: string;
}

const addresses = ['ip', 'range'] as const;

/**
 * Every kind of fact that sources state (table `facts`, schema/4-listings.sql). A fact about a range holds for each
 * address in it, one about a name server for every server at or below that name; one about a domain is about this very name.
 */
export const factKinds = {
  ptr: { label: 'Reverse DNS name', subjects: ['ip'], value: 'name' },
  tor_exit: { label: 'Tor exit node', subjects: addresses, value: '' },
  dsl_dynamic: { label: 'Residential or dynamic IP', subjects: addresses, value: '' },
  ipfs_node: { label: 'IPFS node', subjects: addresses, value: '' },
  known_benign: { label: 'Known benign', subjects: [...addresses, 'domain'], value: 'actor' },
  sinkhole: { label: 'Sinkhole', subjects: [...addresses, 'name_server'], value: '' },
  /** No reason to trust an address: most are routers that answer anybody. */
  open_resolver: { label: 'Public DNS resolver', subjects: addresses, value: '' },
  vpn: { label: 'VPN or datacenter', subjects: [...addresses, 'asn'], value: '' },
  scanner: { label: 'Internet scanner', subjects: [...addresses, 'domain'], value: 'actor' },
  /** Its addresses are shared by many sites, good and bad. */
  cdn: { label: 'Shared CDN address', subjects: addresses, value: 'provider' },
  cloud: { label: 'Cloud provider', subjects: [...addresses, 'asn'], value: 'provider' },
  toplist: { label: 'Top list', subjects: ['domain'], value: 'rank' },
  url_shortener: { label: 'URL shortener', subjects: ['domain'], value: '' },
  user_content: { label: 'Hosts user content', subjects: ['domain'], value: '' },
  dynamic_dns: { label: 'Dynamic DNS', subjects: ['domain'], value: '' },
  /** `valid_from` is the day of expiry. */
  expired: { label: 'Expired', subjects: ['domain'], value: '' },
  parking: { label: 'Parking service', subjects: [...addresses, 'name_server', 'domain'], value: '' },
  expiry: { label: 'Expiry page of a registrar', subjects: ['name_server'], value: '' },
} as const satisfies Readonly<Record<string, FactKindEntry>>;

export type FactKind = keyof typeof factKinds;

/**
 * For how many days after the day of its source a fact about a changing use of an address is believed. Other facts hold until a newer
 * snapshot lacks them.
 */
export const factLifetimeDays: Readonly<Partial<Record<FactKind, number>>> = {
  tor_exit: 7,
  ipfs_node: 30,
  vpn: 90,
  dsl_dynamic: 90,
  open_resolver: 90,
  scanner: 90,
};

/** Other coverage of a source, besides kinds of facts. */
const otherCoverage = {
  listings: 'Listings',
  origin_as: 'Origin AS',
  country: 'Country',
  as_allocation: 'AS allocation date',
  subnet_allocation: 'Subnet allocation date',
} as const;

/**
 * The coverage kinds of sources. While no loaded source covers a kind, the kind is not tracked and an absent fact means
 * nothing.
 */
export type CoverageKind = FactKind | keyof typeof otherCoverage;

/** Every coverage kind and its label. */
export const coverageLabels: Readonly<Record<CoverageKind, string>> = {
  ...otherCoverage,
  ...(Object.fromEntries(Object.entries(factKinds).map(([kind, { label }]) => [kind, label])) as Record<
    FactKind,
    string
  >),
};

/** Facts of a domain below which others have names. */
export const namingKinds = ['dynamic_dns', 'user_content'] as const satisfies readonly FactKind[];

/** The own listings of a domain up to this rank of a top list count in no score. */
export const benignToplistRank = 1000;

/** A domain up to this rank is popular: a listed URL on it counts little for the domain itself. */
export const popularToplistRank = 10_000;
