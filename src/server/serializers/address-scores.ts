import {
  addressRisk,
  asnListingScore,
  asnRankScore,
  asnReputationScore,
  asnTakedownReputationScore,
  listingScore,
  rangeListingScore,
  subnetReputationScore,
  type AddressScores,
  type RiskScore,
} from '#model/score-formulas.ts';
import { addressVerdictState, type VerdictState } from '#model/verdict.ts';
import type { Dossier } from '#server/queries/address-dossier.ts';

export interface AddressJudgement extends AddressScores, RiskScore {
  readonly verdict: VerdictState;
}

/** Every derived score of an address, the overall risk that follows from them, and the verdict. */
export function addressScores(dossier: Dossier): AddressJudgement {
  const { facts } = dossier;
  const { asnReputation: asn, subnetReputation: subnet } = dossier.origin;
  const scores: AddressScores = {
    listing_score: listingScore(dossier.listings),
    malscore: listingScore(dossier.malware),
    range_listing_score: rangeListingScore(dossier.rangeListings?.history ?? null),
    subnet_reputation_score: subnetReputationScore(subnet.subnet_reputation, subnet.ips_num_active),
    asn_listing_score: asnListingScore(dossier.asnListings?.history ?? null),
    asn_reputation_score: asnReputationScore(asn.asn_reputation, asn.ips_num_active),
    asn_rank_score: asnRankScore(asn.asn_rank, asn.ips_num_active),
    asn_takedown_reputation_score: asnTakedownReputationScore(asn.asn_takedown_reputation),
  };
  const exemptions = { known_benign: facts.isKnownBenign, known_sinkhole_ip: facts.isSinkhole };
  const risk = addressRisk(scores, exemptions);
  const verdict = addressVerdictState({ ...exemptions, ...risk, isObserved: dossier.isObserved });
  return { ...scores, ...risk, verdict };
}
