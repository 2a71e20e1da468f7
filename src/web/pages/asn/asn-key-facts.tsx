import type { AsnReputation } from '#contract/generated/types.gen.ts';
import type { KeyFact } from '#web/components/KeyFacts.tsx';
import { TimeText } from '#web/components/TimeText.tsx';

/** What stands above the tabs. @param record undefined while it is asked for; null when nothing is known */
export function asnKeyFacts(record: AsnReputation | null | undefined): readonly KeyFact[] {
  const explain = record && (record.asn_reputation_explain ?? {});
  const count = (value: number | undefined) => value?.toLocaleString('en') ?? null;
  return [
    { label: 'Addresses announced', value: explain && count(explain.ips_in_asn) },
    { label: 'Active, last 30 days', value: explain && count(explain.ips_num_active) },
    { label: 'Listed, last 30 days', value: explain && count(explain.ips_num_listed) },
    { label: 'Allocated', value: record && <TimeText value={record.asn_allocation_date} /> },
    { label: 'Scored on', value: record && <TimeText value={record.date} /> },
  ];
}
