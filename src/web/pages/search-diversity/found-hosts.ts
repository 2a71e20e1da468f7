import type { IpDiversityRecord, PadnsIpDiversitySearchAnswer } from '#contract/generated/types.gen.ts';
import { timelineRows, type DiversityRow } from '#web/evidence/diversity-rows.ts';

/** A host that E8 found. */
export interface FoundHost {
  readonly host: string;
  readonly asn_diversity: number;
  readonly ip_diversity_all: number;
  readonly ip_diversity_groups: number;
  /** Empty unless requested. */
  readonly timeline: readonly DiversityRow[];
}

/** Reads the hosts of E8; other deployments send the counts as text. */
export function foundHosts({ records = [] }: PadnsIpDiversitySearchAnswer): readonly FoundHost[] {
  return records.map((record) => ({
    host: record.host ?? '',
    asn_diversity: countOf(record, 'asn_diversity'),
    ip_diversity_all: countOf(record, 'ip_diversity_all'),
    ip_diversity_groups: countOf(record, 'ip_diversity_groups'),
    timeline: timelineRows([record]),
  }));
}

function countOf(
  record: IpDiversityRecord,
  field: 'asn_diversity' | 'ip_diversity_all' | 'ip_diversity_groups',
): number {
  return Number(record[field] ?? 0);
}

export function hostKey({ host }: FoundHost): string {
  return host;
}
