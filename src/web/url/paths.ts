import { explorers, type ExplorerId } from './explorers.ts';

/** Every view of the dashboard, as a path. routes.tsx has the same list; a spec holds the two together. */
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
  /** Who shares all of some attributes (model/connection.ts). */
  connections: (pairs: readonly { readonly attribute: string; readonly value: string }[] = []) =>
    withQuery(
      '/search/connections',
      pairs.map(({ attribute, value }): [string, string] => ['with', `${attribute}:${value}`]),
    ),
  /** Two domains or addresses side by side. */
  compare: (subjects: readonly string[] = []) =>
    subjects.length === 0 ? '/compare' : `/compare?subjects=${subjects.map(segment).join(',')}`,
  rankings: (kind: string) => `/rankings/${kind}`,
  bulk: () => '/bulk',
  investigation: (view: Readonly<Record<string, string>> = {}) => withQuery('/investigation', view),
  /** The reference of the interface, at one of its operations or at the score formulas. */
  api: (at: { readonly operation: string } | { readonly show: 'scores' } | null = null) => withQuery('/api', { ...at }),
  jobs: () => '/jobs',
  job: (id: string) => `/jobs/${segment(id)}`,
  sources: () => '/sources',
  settings: () => '/settings',
} as const;

/** One part of a path. Colons may stand there as they are (RFC 3986, pchar), which keeps IPv6 addresses readable. */
function segment(text: string): string {
  return encodeURIComponent(text).replaceAll('%3A', ':');
}

function withQuery(path: string, query: Readonly<Record<string, string>> | [string, string][]): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Each explorer with its question. */
function explorerPaths() {
  const entries = Object.entries(explorers).map(([id, { path }]) => [
    id,
    (query: Readonly<Record<string, string>> = {}) => withQuery(path, query),
  ]);
  return Object.fromEntries(entries) as Readonly<
    Record<ExplorerId, (query?: Readonly<Record<string, string>>) => string>
  >;
}
