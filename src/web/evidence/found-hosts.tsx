import type { PadnsIpDiversitySearchAnswer } from '#contract/generated/types.gen.ts';
import { countColumn } from '#web/kit/records/record-columns.tsx';
import { timelineRows, type DiversityRow } from './diversity-rows.ts';

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

/** The counts of a found host. */
export const hostCountColumns = <Row extends FoundHost>() => [
  countColumn<Row>('asn_diversity', 'ASNs', { meta: { description: 'Different autonomous systems' } }),
  countColumn<Row>('ip_diversity_all', 'Addresses', { meta: { description: 'Different addresses' } }),
  countColumn<Row>('ip_diversity_groups', 'Networks', { meta: { description: 'Different /24 networks' } }),
];
