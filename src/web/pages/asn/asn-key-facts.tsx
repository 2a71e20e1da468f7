import type { AsnReputation, AsnTakedownReputation } from '#contract/generated/types.gen.ts';
import type { KeyFact } from '#web/components/subject/KeyFacts.tsx';
import { takedownWords } from '#web/components/score/takedown-words.ts';
import { TimeText } from '#web/components/time/TimeText.tsx';

/** What stands above the tabs, from D9 and D2: undefined while it is asked for, null when nothing is known. */
export function asnKeyFacts(
  record: AsnReputation | null | undefined,
  takedown: AsnTakedownReputation | null | undefined,
): readonly KeyFact[] {
  const explain = record && (record.asn_reputation_explain ?? {});
  const count = (value: number | undefined) => value?.toLocaleString('en') ?? null;
  return [
    { label: 'Addresses announced', value: explain && count(explain.ips_in_asn) },
    { label: 'Active, last 30 days', value: explain && count(explain.ips_num_active) },
    { label: 'Listed, last 30 days', value: explain && count(explain.ips_num_listed) },
    {
      label: 'Abuse response',
      value: takedown && takedownText(takedown),
    },
    { label: 'Allocated', value: takedown && <TimeText value={takedown.asn_allocation_date} /> },
    { label: 'Scored on', value: record && <TimeText value={record.date} /> },
  ];
}

/** About the operator, so that it has no band: "slow, oldest listing open 399 days". */
function takedownText({
  asn_takedown_reputation: score,
  asn_takedown_reputation_explain: explain,
}: AsnTakedownReputation) {
  return takedownWords(score, explain) ?? null;
}
