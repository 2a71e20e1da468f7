import {
  addressRisk,
  asnRankScore,
  asnReputationScore,
  asnTakedownReputationScore,
  listingScore,
  subnetReputationScore,
  type AddressScores,
  type RiskScore,
} from '#model/score-formulas.ts';
import type { Dossier } from '#server/queries/address-dossier.ts';

/** Every derived score of an address, and the overall risk that follows from them. */
export function addressScores(dossier: Dossier): AddressScores & RiskScore {
  const { facts } = dossier;
  const { asnStanding: asn, subnetStanding: subnet } = dossier.origin;
  const scores: AddressScores = {
    listing_score: listingScore(dossier.listings),
    malscore: listingScore(dossier.malware),
    subnet_reputation_score: subnetReputationScore(subnet.subnet_reputation, subnet.ips_num_active),
    asn_reputation_score: asnReputationScore(asn.asn_reputation, asn.ips_num_active),
    asn_rank_score: asnRankScore(asn.asn_rank, asn.ips_num_active),
    asn_takedown_reputation_score: asnTakedownReputationScore(asn.asn_takedown_reputation),
  };
  const standing = { known_benign: facts.knownBenign === 1, known_sinkhole_ip: facts.knownSinkhole === 1 };
  return { ...scores, ...addressRisk(scores, standing) };
}
