/** Every view of the dashboard, as a path. routes.tsx has the same list; a spec holds the two together. */
export const paths = {
  home: () => '/',
  ip: (ip: string) => `/ip/${encodeURIComponent(ip)}`,
  domain: (domain: string) => `/domain/${encodeURIComponent(domain)}`,
  asn: (asn: number | string) => `/asn/${asn}`,
  subnet: (cidr: string) => {
    const [address = '', length = ''] = cidr.split('/');
    return `/subnet/${encodeURIComponent(address)}/${length}`;
  },
  nameServer: (server: string) => `/ns/${encodeURIComponent(server)}`,
  padns: (query: Readonly<Record<string, string>> = {}) => withQuery('/search/padns', query),
  asnSearch: (query: Readonly<Record<string, string>> = {}) => withQuery('/search/asn', query),
  rankings: (kind: string) => `/rankings/${kind}`,
  jobs: () => '/jobs',
  job: (id: string) => `/jobs/${encodeURIComponent(id)}`,
  settings: () => '/settings',
} as const;

function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}
