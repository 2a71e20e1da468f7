import type { AddressScores, DomainScores } from '#model/score-formulas.ts';

/** Inputs of the risk score of which nothing speaks against the subject. */
export const quietAddress: AddressScores = {
  listing_score: 0,
  malscore: 0,
  ip_reputation_score: 0,
  range_listing_score: 0,
  subnet_reputation_score: 0,
  asn_listing_score: 0,
  asn_reputation_score: 0,
  asn_rank_score: 0,
  asn_takedown_reputation_score: 0,
};
export const quietDomain: DomainScores = {
  listing_score: 0,
  ns_reputation_score: 0,
  ns_entropy_score: 0,
  is_new_score: 0,
  age_score: 0,
};

/** No reason to suppress the score of an address, or of a domain. */
export const ordinary = { known_benign: false, known_sinkhole_ip: false };
export const inUse = { is_expired: false, is_parked: false, is_sinkholed: false };
