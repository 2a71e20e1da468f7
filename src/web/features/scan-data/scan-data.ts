import type { EnrichmentScanData } from '#contract/generated/types.gen.ts';
import { rowsOrEmpty, type PanelState } from '#web/components/evidence/panel-state.ts';

/** The five lists of enrichment with scan_data=1 (G1, G2, G3). */
export type ScanKind = 'certificates' | 'favicon' | 'headers' | 'html' | 'jarm';
export type ScanRow<Kind extends ScanKind> = NonNullable<EnrichmentScanData[Kind]>[number];

export type CertificateRow = ScanRow<'certificates'>;
export type FaviconRow = ScanRow<'favicon'>;
export type HeadersRow = ScanRow<'headers'>;
export type HtmlRow = ScanRow<'html'>;
export type JarmRow = ScanRow<'jarm'>;

/** One list of the scans. An answer without scan data says nothing about scans: unknown, not empty. */
export function scanRows<Kind extends ScanKind>(
  scanData: EnrichmentScanData | undefined,
  kind: Kind,
  empty: string,
): PanelState<readonly ScanRow<Kind>[]> {
  if (!scanData) return { is: 'unknown', message: 'The answer holds no scan data.' };
  // a kind that no scan saw may be left out
  return rowsOrEmpty((scanData[kind] ?? []) as readonly ScanRow<Kind>[], empty);
}

/** Some deployments send the flag as text. */
export function isExpired({ is_expired }: CertificateRow): boolean {
  return is_expired === true || is_expired === 'true';
}
