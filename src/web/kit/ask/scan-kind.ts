import type { Query } from '#web/api/query.ts';

/** The kinds of scan data of IPv4 addresses; each has an operation (A3 to A7) that answers under this key. */
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
/** A3 to A7. */
export type ScanOperation = (typeof scanOperations)[ScanKind];

/** A search of scans. */
export type ScanSearch = { readonly [Kind in ScanKind]: Query<(typeof scanOperations)[Kind]> }[ScanKind];

export function scanKindOf({ operationId }: Pick<ScanSearch, 'operationId'>): ScanKind {
  return scanKinds.find((kind) => scanOperations[kind] === operationId) ?? 'certificates';
}

/** Reaches back to the first scan (A3, A6, A7: window); the operations answer for 180 days by default. */
export const everyDay = 36_500;
