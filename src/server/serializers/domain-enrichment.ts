import type {
  DomainHostFlags,
  DomainNsReputation,
  DomainStringFrequency,
  DomainUrls,
  EnrichedIpDiversity,
  WhoisRecord,
} from '#contract/generated/types.gen.ts';
import { daysBetween, epochSecondsToDate } from '#model/dates.ts';
import { toUnicodeName, type DomainSubject } from '#model/domain-name.ts';
import { type FactKind, popularToplistRank } from '#model/fact-kind.ts';
import { nameProbability } from '#model/name-probability.ts';
import {
  type DomainExemptions,
  domainRisk,
  type DomainScores,
  flagScore,
  listingScore,
  nsEntropy,
  nsEntropyScore,
  nsReputationScore,
  type RiskScore,
} from '#model/score-formulas.ts';
import { isInternal } from '#model/reserved-space.ts';
import {
  type CheckedFactor,
  domainChecks,
  domainVerdictState,
  isDomainJudged,
  type VerdictState,
} from '#model/verdict.ts';
import type { Coverage } from '#server/queries/coverage.ts';
import type { DiversityRow, TimelineRow } from '#server/queries/diversity.ts';
import type { DomainDossier } from '#server/queries/domain-dossier.ts';
import { type ScanFlags, scansMissing } from '#server/queries/scan-data.ts';
import type { WhoisRow } from '#server/queries/domain-facts.ts';
import { domainAge } from './domain-record.ts';

/** G1: letter-pair analysis of the label below the public suffix. */
export function stringFrequency({ domain, query }: DomainSubject): DomainStringFrequency {
  const { pairs, average, score } = nameProbability(toUnicodeName(domain).split('.')[0] ?? '');
  return {
    avg_probability: average,
    dga_probability_score: score,
    domain,
    domain_string_freq_probabilities: [...pairs],
    query,
  };
}

/** G1: facts from lists of domains. */
export function domainUrls({ facts, listedUrls }: DomainDossier): DomainUrls {
  const isTop = facts.toplistRank > 0 && facts.toplistRank <= popularToplistRank;
  const { isDynamic, isUrlShortener: isShortener } = facts;
  return {
    results_summary: {
      toplist_rank: facts.toplistRank > 0 ? facts.toplistRank : null,
      toplist_top10k: isTop,
      toplist_top10k_score: flagScore(isTop),
      dynamic_domain_score: flagScore(isDynamic),
      is_dynamic_domain: isDynamic,
      is_url_shortener: isShortener,
      results: listedUrls,
      url_shortener_score: flagScore(isShortener),
    },
  };
}

/** G1: IP diversity with its counts as text. @param row undefined when no address was seen within the window */
export function enrichedDiversity(
  row: DiversityRow | undefined,
  timeline: readonly TimelineRow[],
  host: string,
): EnrichedIpDiversity {
  const asns = [...new Set(timeline.map(({ asn }) => asn).filter((asn) => asn > 0))].sort((a, b) => a - b);
  return {
    asn_diversity: String(row?.asns ?? 0),
    host,
    ip_diversity_all: String(row?.addresses ?? 0),
    ip_diversity_groups: String(row?.groups ?? 0),
    asns,
  };
}

/** G1: flags from scans of the last 180 days. Null when nothing was scanned: unknown is not the same as false. */
export function hostFlags(
  { domain }: DomainSubject,
  flags: ScanFlags | undefined,
  coverage: Coverage,
): DomainHostFlags {
  const missing = scansMissing(flags, coverage.isOfSample('domain', domain));
  return {
    domain,
    host_has_expired_certificate: missing.includes('certificate') ? null : flags?.hasExpiredCertificate === 1,
    host_has_open_directory: missing.includes('open_directory') ? null : flags?.hasOpenDirectory === 1,
    host_has_open_s3_bucket: null,
  };
}

/**
 * G1: reputation of the current name servers. A flag that does not hold is null where it was not looked at: no name server was seen, or
 * no source covers its kind.
 */
export function nsReputation(
  { nameServers, nsTimeline, subject }: DomainDossier,
  risk: DomainRisk,
  coverage: Coverage,
): DomainNsReputation {
  const { ns_reputation_max, ns_reputation_score } = risk;
  const looked = (flag: boolean, ...kinds: readonly FactKind[]) =>
    flag || (nsTimeline.length > 0 && coverage.isCovered('domain', subject.domain, ...kinds) ? false : null);
  return {
    is_expired: looked(risk.is_expired, 'expired', 'expiry'),
    is_parked: looked(risk.is_parked, 'parking'),
    is_sinkholed: looked(risk.is_sinkholed, 'sinkhole'),
    ns_reputation_max,
    ns_reputation_score,
    ns_srv_reputation: nameServers.map((server) => ({ domain: subject.domain, ...server })),
  };
}

export interface DomainRisk extends DomainScores, DomainExemptions, RiskScore {
  readonly ns_reputation_max: number;
  readonly verdict: VerdictState;
  readonly checked: CheckedFactor[];
}

/** Every score of a domain, the overall risk that follows from them, the verdict, and what was checked for it. */
export function domainRiskOf(dossier: DomainDossier, now: Date, coverage: Coverage): DomainRisk {
  const { facts, nsKinds, nameServers, nsTimeline, subject } = dossier;
  const { age_score, is_new_score, isKnown: isAgeKnown } = domainAge(dossier, now);
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
  const isListable = coverage.isListable('domain', subject.query);
  const checked = domainChecks({ isListable, isAgeKnown, hasNameServers: nameServers.length > 0 });
  const known_benign = isObserved && dossier.isBenign;
  const known = { isObserved, isInternal: isInternal('domain', subject.query), isJudged: isDomainJudged(checked) };
  const verdict = domainVerdictState({ ...exemptions, ...risk, ...known, known_benign });
  return { ...scores, ...exemptions, ns_reputation_max, ...risk, verdict, checked };
}

/**
 * C10: a stored whois record. `address` is a list as text that is valid as JSON and as a Python literal.
 * @param source undefined when the ledger does not have the import
 */
export function whoisRecord(
  { address, emails, nameservers, import: _, ...row }: WhoisRow,
  { domain, query }: DomainSubject,
  source: string | undefined,
): WhoisRecord {
  return {
    ...row,
    address: JSON.stringify(address),
    emails: [...emails],
    nameservers: [...nameservers],
    domain,
    query,
    sources: source === undefined ? [] : [source],
  };
}
