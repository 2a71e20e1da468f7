import type { PadnsIpDiversitySearchAnswer } from '#contract/generated/types.gen.ts';
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
    asn_diversity: Number(record.asn_diversity ?? 0),
    ip_diversity_all: Number(record.ip_diversity_all ?? 0),
    ip_diversity_groups: Number(record.ip_diversity_groups ?? 0),
    timeline: timelineRows([record]),
  }));
}
