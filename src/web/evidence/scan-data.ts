import type { EnrichmentScanData } from '#contract/generated/types.gen.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { given } from '#web/kit/panel/panel-source.tsx';
import type { Entity } from '#web/kit/subject/entity.ts';
import { unknownAddress } from './address-record.ts';

/** The subject of a page whose header also requests scan data: G1, G2 or G3 with scan_data=1. */
export type ScannedEntity = Entity<unknown, { readonly scan_data?: EnrichmentScanData | undefined }>;

/** The scan data in the header's answer; null when missing, which means unknown, not empty. */
export const scanData = given(({ header, record }: ScannedEntity): Answer<EnrichmentScanData | null> => {
  const { response, ...answer } = header;
  return response === undefined ? answer : { ...answer, response: record?.scan_data ?? null };
});

/** The lists of scan data. */
type ScanDataKind = 'certificates' | 'favicon' | 'headers' | 'html' | 'jarm' | 'tls_fingerprints';
export type ScanDataRow<Kind extends ScanDataKind> = NonNullable<EnrichmentScanData[Kind]>[number];

/** One list of scan data; null when the answer has no scan data. The answer may omit a kind that no scan saw. */
export function scanRows<Kind extends ScanDataKind>(kind: Kind) {
  return (data: EnrichmentScanData | null) => data && ((data[kind] ?? []) as readonly ScanDataRow<Kind>[]);
}

/** The sentence for an answer without scan data. */
export function noScanData({ record }: ScannedEntity): string {
  return record === null ? unknownAddress : 'The answer holds no scan data.';
}
