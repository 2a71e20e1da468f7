// Every score of the interface that is derived from other facts is defined here, once. The interface says how none of
// them is computed ("not shown"), so each is Sightline's own decision, on the lines that existing clients document. The
// raw ratios behind them (asn_reputation, subnet_reputation, ip_reputation, ns_server_reputation,
// asn_takedown_reputation, asn_rank) are daily snapshots that the service computes from the collection. All scores are
// integers from 0 (no detections) to 100 (worst).

/** When and how often an indicator was listed: `listing_score_explain`. Days are yyyymmdd, `*_ago` and spans days. */
export interface ListingHistory {
  readonly listed_first: number;
  readonly listed_first_ago: number;
  readonly listed_recent: number;
  readonly listed_recent_ago: number;
  /** Days from the first listing to the day on which the newest was last seen. */
  readonly listed_span: number;
  readonly listings_all: number;
  /** Listings open at any time in the last N days. */
  readonly listings_last_7: number;
  readonly listings_last_30: number;
  readonly listings_last_90: number;
  readonly listings_last_180: number;
  readonly listings_last_365: number;
  /** Different lists that ever named it. */
  readonly lists_all: number;
  /** Those that still do: seen on the list today or yesterday. */
  readonly lists_open: number;
  /** How much these listings count, when not in full (`listingWeights`). */
  readonly weight?: number;
}

/** How much listings count that are not about the subject as a whole: URLs on a shared host, and any listing of a known benign subject. */
export const listingWeights = { urlOnSharedHost: 0.2, knownBenign: 0 } as const;

/** A score of an overall risk and the name of the field that decided it ('' when everything is 0). */
export interface RiskScore {
  readonly sp_risk_score: number;
  readonly sp_risk_score_decider: string;
}

/** How much a listing weighs by the days since it was last seen on its list. */
const recencyBands = [
  { days: 7, score: 100 },
  { days: 30, score: 85 },
  { days: 90, score: 60 },
  { days: 180, score: 35 },
  { days: 365, score: 15 },
] as const;
const oldListingScore = 5;

/**
 * listing_score: recency of the newest listing times frequency. 7 days 100, 30 days 85, 90 days 60, 180 days 35, 365 days
 * 15, older 5; times min(1, 0.7 + 0.1 * listings of the last 90 days), so that one source alone weighs less than three; times
 * the weight of the listings.
 * malscore is the same formula over malware and command-and-control listings.
 * @param history null when it was never listed
 */
export function listingScore(history: ListingHistory | null): number {
  if (!history) return 0;
  const { listed_recent_ago: ago, listings_last_90: recent } = history;
  const recency = recencyBands.find(({ days }) => ago <= days)?.score ?? oldListingScore;
  return Math.round(recency * Math.min(1, 0.7 + 0.1 * recent) * (history.weight ?? 1));
}

/** How far a ratio over this many active addresses can be trusted: 1 from ten addresses on, less for fewer. */
export function confidence(ipsNumActive: number): number {
  return Math.min(1, ipsNumActive / 10);
}

/** The highest score of what is only around a subject: the end of Medium. High needs evidence about the subject itself. */
const contextCap = 49;

/**
 * The score of a subject from the share of listed ones around it, at most 49. Lists name about five of six bad subjects (docs/scores.md):
 * for five that are listed, one of those that are not is bad. In percent that is 20 * share / (100 - share).
 * @param weight 20, or less for a wider circle
 */
function surroundingsScore(share: number, weight = 20): number {
  return Math.min(contextCap, (weight * share) / (100 - share));
}

/** An AS is a wider circle than a subnet, and counts half as much. */
const asnWeight = 10;

/** subnet_reputation_score = 20 * share / (100 - share), at most 49, * confidence. */
export function subnetReputationScore(subnetReputation: number, ipsNumActive: number): number {
  return Math.round(surroundingsScore(subnetReputation) * confidence(ipsNumActive));
}

/**
 * ip_reputation_score = 0.9 * ip_reputation * min(1, (listed names + 1) / 4): an address on which almost all names are listed is
 * bad, and worse with more of them: one listed name alone 45, two 68, three 90.
 */
export function ipReputationScore(ipReputation: number, namesNumListed: number): number {
  return Math.round(0.9 * ipReputation * Math.min(1, (namesNumListed + 1) / 4));
}

/**
 * range_listing_score = 0.9 * the listing score of the range: a listed range implicates its addresses, but not each of
 * them.
 * @param history of the range; null when it was never listed
 */
export function rangeListingScore(history: ListingHistory | null): number {
  return Math.round(0.9 * listingScore(history));
}

/** asn_listing_score = 0.6 * the listing score of the AS, at most 49. @param history null when it was never listed */
export function asnListingScore(history: ListingHistory | null): number {
  return Math.min(contextCap, Math.round(0.6 * listingScore(history)));
}

/** asn_reputation_score = 10 * share / (100 - share), at most 49, * confidence. */
export function asnReputationScore(asnReputation: number, ipsNumActive: number): number {
  return Math.round(surroundingsScore(asnReputation, asnWeight) * confidence(ipsNumActive));
}

/** asn_rank_score: the same of asn_rank, which is a share by weight. */
export function asnRankScore(asnRank: number, ipsNumActive: number): number {
  return Math.round(surroundingsScore(asnRank, asnWeight) * confidence(ipsNumActive));
}

/** asn_takedown_reputation_score = 0.1 * asn_takedown_reputation: it is about the operator, and says little about an address. */
export function asnTakedownReputationScore(asnTakedownReputation: number): number {
  return Math.round(0.1 * asnTakedownReputation);
}

/**
 * The `*_score` of a plain fact (is_new_score, url_shortener_score, dynamic_domain_score, toplist_top10k_score,
 * ip_is_dsl_dynamic_score): 100 when it holds, else 0. Of these only is_new_score is an input of an overall risk.
 */
export function flagScore(holds: boolean): number {
  return holds ? 100 : 0;
}

const newDomainSeconds = 86_400;
const ageScoreDays = 90;

/** is_new: created (or, without a creation date, first seen) within the last 24 hours. */
export function isNewDomain(createdSecondsAgo: number): boolean {
  return createdSecondsAgo >= 0 && createdSecondsAgo <= newDomainSeconds;
}

/** age_score = 70 * (1 - age / 90), 0 from 90 days on. @param ageDays whole days since registration */
export function ageScore(ageDays: number): number {
  return Math.round(70 * Math.min(1, Math.max(0, 1 - ageDays / ageScoreDays)));
}

/** ns_reputation_score = 20 * share / (100 - share), at most 49, of the worst reputation of the domain's current name servers. */
export function nsReputationScore(nsReputationMax: number): number {
  return Math.round(surroundingsScore(nsReputationMax));
}

const entropyHalfLifeDays = 60;

/** ns_entropy = 10 * sum over name-server changes of 2^(-days ago / 60): how often and how recently they changed. */
export function nsEntropy(changesDaysAgo: readonly number[]): number {
  return Math.round(10 * changesDaysAgo.reduce((sum, daysAgo) => sum + 2 ** (-daysAgo / entropyHalfLifeDays), 0));
}

/** ns_entropy_score = 0.4 * ns_entropy, at most 10: by itself it tells almost nothing. */
export function nsEntropyScore(entropy: number): number {
  return Math.min(10, Math.round(0.4 * entropy));
}

/** The inputs of a domain's sp_risk_score; of equal ones the first named decides. */
export interface DomainScores {
  readonly listing_score: number;
  readonly ns_reputation_score: number;
  readonly ns_entropy_score: number;
  readonly is_new_score: number;
  readonly age_score: number;
}

/** Reasons for a domain to be harmless for now, regardless of its scores. */
export interface DomainExemptions {
  readonly is_expired: boolean;
  readonly is_parked: boolean;
  readonly is_sinkholed: boolean;
}

/** sp_risk_score of a domain: the highest of its scores; 0 when it is expired, parked or sinkholed, and the decider says so. */
export function domainRisk(scores: DomainScores, exemptions: DomainExemptions): RiskScore {
  const { listing_score, ns_reputation_score, ns_entropy_score, is_new_score, age_score } = scores;
  const { is_expired, is_parked, is_sinkholed } = exemptions;
  return (
    // an idle name is harmless, but a sinkholed one has victims: sinkholed wins for a name that is both
    exempted({ is_sinkholed, is_expired, is_parked }) ??
    highest({ listing_score, ns_reputation_score, ns_entropy_score, is_new_score, age_score })
  );
}

/** The inputs of an address's sp_risk_score; of equal ones the first named decides. */
export interface AddressScores {
  readonly listing_score: number;
  readonly malscore: number;
  readonly ip_reputation_score: number;
  readonly range_listing_score: number;
  readonly subnet_reputation_score: number;
  readonly asn_listing_score: number;
  readonly asn_reputation_score: number;
  readonly asn_rank_score: number;
  readonly asn_takedown_reputation_score: number;
}

/** Reasons for an address to be harmless, regardless of its scores. */
export interface AddressExemptions {
  readonly known_benign: boolean;
  readonly known_sinkhole_ip: boolean;
}

/** sp_risk_score of an IPv4 or IPv6 address: the highest of its scores; 0 for a known benign actor or a known sinkhole. */
export function addressRisk(scores: AddressScores, { known_benign, known_sinkhole_ip }: AddressExemptions): RiskScore {
  const { listing_score, malscore, ip_reputation_score, range_listing_score, subnet_reputation_score } = scores;
  const { asn_listing_score, asn_reputation_score, asn_rank_score, asn_takedown_reputation_score } = scores;
  return (
    exempted({ known_sinkhole_ip, known_benign }) ??
    highest({
      listing_score,
      malscore,
      ip_reputation_score,
      range_listing_score,
      subnet_reputation_score,
      asn_listing_score,
      asn_reputation_score,
      asn_rank_score,
      asn_takedown_reputation_score,
    })
  );
}

function exempted(exemptions: Readonly<Record<string, boolean>>): RiskScore | null {
  const reason = Object.keys(exemptions).find((name) => exemptions[name]);
  return reason === undefined ? null : { sp_risk_score: 0, sp_risk_score_decider: reason };
}

function highest(scores: Readonly<Record<string, number>>): RiskScore {
  return Object.entries(scores).reduce<RiskScore>(
    (best, [name, score]) =>
      score > best.sp_risk_score ? { sp_risk_score: score, sp_risk_score_decider: name } : best,
    { sp_risk_score: 0, sp_risk_score_decider: '' },
  );
}
