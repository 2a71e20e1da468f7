/** The explorers, in menu order. Each is a form for one or several operations; the URL holds the query. */
export const explorers = {
  padns: {
    path: '/search/padns',
    name: 'Passive DNS',
    letter: 'p',
    words: 'search explorer forward reverse records padns',
  },
  scans: {
    path: '/search/scans',
    name: 'Scans',
    letter: 'n',
    words: 'search explorer certificates favicon headers jarm open directories files fingerprint hash',
  },
  certificates: {
    path: '/search/certificates',
    name: 'Certificates',
    letter: 'c',
    words: 'search explorer tls x509 issuer names domains',
  },
  transfers: {
    path: '/search/transfers',
    name: 'Transfers',
    letter: 't',
    words: 'search explorer name server ns moved changes nstransfer',
  },
  diversitySearch: {
    path: '/search/diversity',
    name: 'IP diversity',
    letter: 'd',
    words: 'search explorer fast flux hosts addresses asn ipdiversity',
  },
  asnSearch: {
    path: '/search/asn',
    name: 'AS names',
    letter: 'a',
    words: 'search autonomous system asn look-up',
  },
} as const satisfies Readonly<Record<string, Explorer>>;

interface Explorer {
  readonly path: string;
  readonly name: string;
  /** The letter after `g` that opens it. */
  readonly letter: string;
  /** Search words for the omnibox. */
  readonly words: string;
}

/** A log as retro-hunt names it. */
export interface LogPlace {
  /** Number of the log in the collection. */
  readonly log: string;
  /** Format and sensor, such as `log:zeek/dns-1`: the row of a shipper holds all its pushes. */
  readonly from: string;
}

export type ExplorerId = keyof typeof explorers;

const names: ReadonlyMap<string, string> = new Map(Object.values(explorers).map(({ path, name }) => [path, name]));

/** The name of the explorer at a path; undefined for any other path. */
export function explorerAt(path: string): string | undefined {
  return names.get(path);
}

/** Every view of the dashboard, as a path. routes.tsx has the same list; a spec compares the two. */
export const paths = {
  home: () => '/',
  ip: (ip: string) => `/ip/${segment(ip)}`,
  domain: (domain: string) => `/domain/${segment(domain)}`,
  asn: (asn: number | string) => `/asn/${asn}`,
  subnet: (cidr: string) => {
    const [address = '', length = ''] = cidr.split('/');
    return `/subnet/${segment(address)}/${length}`;
  },
  nameServer: (server: string) => `/ns/${segment(server)}`,
  ...explorerPaths(),
  /** The subjects that share all given attributes (model/connection.ts). */
  connections: (pairs: readonly { readonly attribute: string; readonly value: string }[] = []) =>
    withQuery(
      '/search/connections',
      pairs.map(({ attribute, value }): [string, string] => ['with', `${attribute}:${value}`]),
    ),
  /** What is linked with a domain or an address over at most two links. */
  campaign: (type: 'domain' | 'ip', subject: string) => `/connections/${type}/${segment(subject)}`,
  /** Two domains or addresses side by side. */
  compare: (subjects: readonly string[] = []) =>
    subjects.length === 0 ? '/compare' : `/compare?subjects=${subjects.map(segment).join(',')}`,
  rankings: (kind: string) => `/rankings/${kind}`,
  /** What detectors found; `detector` and `state` filter. */
  findings: (view: Readonly<Record<string, string>> = {}) => withQuery('/findings', view),
  /** How well the score told what was listed later. */
  quality: () => '/quality',
  /** What feeds listed when own logs had resolved it; `show=all` has what was listed before, too. */
  retroHunt: (view: Readonly<Record<string, string>> = {}) => withQuery('/retro-hunt', view),
  /** What is watched, and what the watches told; `watch` and `event` choose one. */
  watches: (view: Readonly<Record<string, string>> = {}) => withQuery('/watches', view),
  bulk: () => '/bulk',
  /** What the team says about subjects. */
  judgements: () => '/judgements',
  /** Who changed what through the interface. */
  audit: () => '/audit',
  investigation: (view: Readonly<Record<string, string>> = {}) => withQuery('/investigation', view),
  /** The API reference, at an operation or at the score formulas. */
  api: (at: { readonly operation: string } | { readonly show: 'scores' } | null = null) => withQuery('/api', { ...at }),
  jobs: () => '/jobs',
  job: (id: string) => `/jobs/${segment(id)}`,
  /** The sources, or one log among them. */
  sources: (at: LogPlace | null = null) => withQuery('/sources', { ...at }),
  /** Feeds that this service publishes. */
  feeds: () => '/feeds',
  settings: () => '/settings',
} as const;

/** Encodes a path segment. Colons stay unencoded (RFC 3986, pchar), which keeps IPv6 addresses readable. */
function segment(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':');
}

function withQuery(path: string, query: Readonly<Record<string, string>> | [string, string][]): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** The path of each explorer, with a query. */
function explorerPaths() {
  const entries = Object.entries(explorers).map(([id, { path }]) => [
    id,
    (query: Readonly<Record<string, string>> = {}) => withQuery(path, query),
  ]);
  return Object.fromEntries(entries) as Readonly<
    Record<ExplorerId, (query?: Readonly<Record<string, string>>) => string>
  >;
}
