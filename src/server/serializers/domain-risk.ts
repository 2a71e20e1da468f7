import { daysBetween, epochSecondsToDate } from '#model/dates.ts';
import {
  domainRisk,
  listingScore,
  nsEntropy,
  nsEntropyScore,
  nsReputationScore,
  type DomainScores,
  type DomainExemptions,
  type RiskScore,
} from '#model/score-formulas.ts';
import { domainVerdictState, type VerdictState } from '#model/verdict.ts';
import type { DomainDossier } from '#server/queries/domain-dossier.ts';
import { domainAge } from './domain-record.ts';

export interface DomainRisk extends DomainScores, DomainExemptions, RiskScore {
  readonly ns_reputation_max: number;
  readonly verdict: VerdictState;
}

/** Every score of a domain, the overall risk that follows from them, and the verdict. */
export function domainRiskOf(dossier: DomainDossier, now: Date): DomainRisk {
  const { facts, nsKinds, nameServers, nsTimeline } = dossier;
  const { age_score, is_new_score } = domainAge(dossier, now);
  const changes = nsTimeline.slice(1).map(({ at }) => Math.max(0, daysBetween(epochSecondsToDate(at), now)));
  const ns_reputation_max = Math.max(0, ...nameServers.map((server) => server.ns_server_reputation));
  const scores: DomainScores = {
    listing_score: listingScore(dossier.listings),
    ns_reputation_score: nsReputationScore(ns_reputation_max),
    ns_entropy_score: nsEntropyScore(nsEntropy(changes)),
    is_new_score,
    age_score,
  };
  const exemptions: DomainExemptions = {
    is_expired: facts.isExpired || nsKinds.has('expiry'),
    is_parked: nsKinds.has('parking'),
    is_sinkholed: nsKinds.has('sinkhole'),
  };
  const risk = domainRisk(scores, exemptions);
  // lists of popular domains and of services are not observations
  const isObserved = [dossier.sighting, dossier.whois, dossier.listings].some(Boolean);
  const verdict = domainVerdictState({ ...exemptions, ...risk, isObserved });
  return { ...scores, ...exemptions, ns_reputation_max, ...risk, verdict };
}
