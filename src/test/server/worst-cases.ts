/** A question that costs as much memory or time as a caller can cause, with different values for each caller. */
export interface WorstCase {
  readonly title: string;
  /** Below the base path. */
  readonly path: (caller: number) => string;
  readonly body?: (caller: number) => object;
}

const text = (caller: number, length: number) =>
  encodeURIComponent(`${'a b'.repeat(length).slice(0, length - 1)}${caller}`);
const regex = (caller: number) => encodeURIComponent(`(.*[a-m].{15}[n-z]){4}.{${caller}}`);
const padns = '/explore/padns/lookup';

/** The heaviest questions of each kind: long texts against many rows, wide patterns, full pages, full lists. */
export const worstCases: readonly WorstCase[] = [
  {
    title: 'E3: AS names that begin with a long text',
    path: (caller) => `${padns}/both/a/*/*?asname_starts_with=${text(caller, 100)}`,
  },
  {
    title: 'E3: AS names that contain a text too long',
    path: (caller) => `${padns}/both/a/*/*?asname_contains=${text(caller, 15_000)}`,
  },
  { title: 'F2: AS names', path: (caller) => `/explore/asn/lookup?asname_contains=${'aeiounst'[caller]}` },
  { title: 'E1: every record', path: (caller) => `${padns}/query/any/*?limit=${10_000 - caller}` },
  {
    title: 'E1: a wide regular expression',
    path: (caller) => `${padns}/query/any/_?limit=10000&regex=${regex(caller)}`,
  },
  {
    title: 'E1: every name with metadata',
    path: (caller) => `${padns}/query/a/*a*?limit=${10_000 - caller}&with_metadata=1`,
  },
  { title: 'E2: any text', path: (caller) => `${padns}/answer/txt/*${'aeiounst'[caller]}*?limit=10000` },
  {
    title: 'E2: the whole address space',
    path: (caller) => `${padns}/answer/a/${caller + 1}.0.0.0?netmask=0&limit=10000`,
  },
  {
    title: 'E3: everything outside a network',
    path: (caller) => `${padns}/both/a/*/${caller + 1}.0.0.0?netmask=8&net=notin&limit=10000`,
  },
  {
    title: 'E4: every similar name',
    path: (caller) => `${padns}/uld/a/*a*/_?first_seen_after=-${caller + 900}d&limit=10000`,
  },
  { title: 'E6: all subnets of an AS', path: (caller) => `${padns}/density/asn/${64_512 + caller}?scope=asn_subnets` },
  {
    title: 'E8: every domain with its timeline',
    path: (caller) => `/explore/padns/search/ipdiversity?domain=*&timeline=1&limit=${10_000 - caller}`,
  },
  {
    title: 'C9: every transfer',
    path: (caller) => `/explore/query/nstransfer?from_ns=*&to_ns=*&days=${3650 - caller}&limit=10000`,
  },
  {
    title: 'C12: every certificate',
    path: (caller) => `/explore/domain/certificates/*?limit=${10_000 - caller}&with_metadata=1`,
  },
  {
    title: 'A3: every scanned certificate',
    path: (caller) => `/explore/scandata/ipv4/certificates?window=${3650 - caller}&limit=1000`,
  },
  {
    title: 'A5: any header',
    path: (caller) => `/explore/scandata/ipv4/headers?header_search=${'aeiounst'[caller]}&limit=1000`,
  },
  {
    title: 'A7: every file',
    path: (caller) => `/explore/scandata/ipv4/opendir?filename=*&result_mode=full&window=${3650 - caller}`,
  },
  {
    title: 'C6: clusters of a hundred domains',
    path: () => '/explore/bulk/domain/infratags?mode=padns&clusters=1',
    body: (caller) => ({ domains: Array.from({ length: 100 }, (_, at) => `name-${caller}-${at}.example`) }),
  },
  {
    title: 'A10: a hundred addresses on a hundred days',
    path: () => '/explore/bulk/history/ip2asn/ipv4',
    body: (caller) => ({
      ips: Array.from({ length: 100 }, (_, at) => `${at + 1}.${caller}.1.1`),
      dates: Array.from({ length: 100 }, (_, at) => 20_260_101 + (at % 28)),
    }),
  },
];
