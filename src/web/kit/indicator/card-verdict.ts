import type { DomainInfo, Ipv4Record } from '#contract/generated/types.gen.ts';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import type { EvidenceRecord, IndicatorScore } from '#web/api/indicator-score.ts';
import { addressVerdict } from '#web/kit/score/address-verdict.ts';
import { domainVerdict } from '#web/kit/score/domain-verdict.ts';
import { asnVerdict, nameServerVerdict, subnetVerdict } from '#web/kit/score/reputation-verdict.ts';
import type { Verdict } from '#web/kit/score/verdict.ts';

/**
 * The verdict of a hover card, from its score and the record with the listings. It says as much as those two answers have; the page has
 * more. Undefined for a score without an explanation, or from elsewhere.
 */
export function cardVerdict(
  kind: IndicatorKind,
  value: string,
  { state, score, networkScore, decider, checked, provider }: IndicatorScore,
  record: EvidenceRecord,
): Verdict | undefined {
  if (state === undefined || provider !== undefined) return undefined;
  const judged = {
    sp_risk_score: score ?? networkScore ?? 0,
    verdict: state,
    ...(decider !== undefined && { sp_risk_score_explain: { sp_risk_score_decider: decider } }),
    ...(checked && { checked: [...checked] }),
  };
  if (kind === 'domain') {
    const { error: _, ...info } = record as DomainInfo;
    return domainVerdict({ ...judged, domaininfo: { query: value, ...info } });
  }
  if (kind === 'ipv4' || kind === 'ipv6') {
    const { error: _, ...known } = record as Ipv4Record;
    return addressVerdict({ ip: value, ...known, ...judged });
  }
  if (kind === 'asn') return asnVerdict(record);
  if (kind === 'subnet') return subnetVerdict(record);
  return kind === 'name-server' ? nameServerVerdict(record) : undefined;
}
