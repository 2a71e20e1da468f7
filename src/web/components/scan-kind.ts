import type {
  ScanCertificatesData,
  ScanFaviconData,
  ScanHeadersData,
  ScanJarmData,
  ScanOpenDirectoriesData,
} from '#contract/generated/types.gen.ts';

/** What scans of IPv4 addresses keep, each searched by an operation of its own (A3 to A7) that answers under this key. */
export const scanKinds = ['certificates', 'favicon', 'headers', 'jarm', 'opendir'] as const;
export type ScanKind = (typeof scanKinds)[number];

export const scanNames: Readonly<Record<ScanKind, string>> = {
  certificates: 'Certificates',
  favicon: 'Favicon',
  headers: 'Headers',
  jarm: 'JARM',
  opendir: 'Open directories',
};

export const scanOperations = {
  certificates: 'scanCertificates',
  favicon: 'scanFavicon',
  headers: 'scanHeaders',
  jarm: 'scanJarm',
  opendir: 'scanOpenDirectories',
} as const;

/** The parameters of each operation. */
interface ScanQueries {
  readonly certificates: NonNullable<ScanCertificatesData['query']>;
  readonly favicon: NonNullable<ScanFaviconData['query']>;
  readonly headers: NonNullable<ScanHeadersData['query']>;
  readonly jarm: NonNullable<ScanJarmData['query']>;
  readonly opendir: NonNullable<ScanOpenDirectoriesData['query']>;
}

/** A search of scans. */
export type ScanSearch = {
  readonly [Kind in ScanKind]: { readonly kind: Kind; readonly query: ScanQueries[Kind] };
}[ScanKind];

/** Reaches back to the first scan (A3, A6, A7: window); the operations answer for 180 days unless told. */
export const everyDay = 36_500;
