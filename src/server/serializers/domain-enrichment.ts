import type {
  DomainHostFlags,
  DomainNsReputation,
  DomainStringFrequency,
  DomainUrls,
  EnrichedIpDiversity,
} from '#contract/generated/types.gen.ts';
import { toUnicodeName } from '#model/domain-name.ts';
import { nameProbability } from '#model/name-probability.ts';
import { flagScore } from '#model/score-formulas.ts';
import type { DiversityRow, TimelineRow } from '#server/queries/diversity.ts';
import type { DomainDossier } from '#server/queries/domain-dossier.ts';
import type { ScanFlags } from '#server/queries/scan-data.ts';
import type { DomainSubject } from '#server/queries/domain-subject.ts';
import type { DomainRisk } from './domain-risk.ts';

/** G1: the label below the public suffix, judged by its letter pairs. */
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

const topRank = 10_000;

/** G1: what lists of domains say. */
export function domainUrls({ facts, listedUrls }: DomainDossier): DomainUrls {
  const isTop = facts.toplistRank > 0 && facts.toplistRank <= topRank;
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

/** G1: what scans of the last 180 days flag. What was not looked for is null: unknown is no "no". */
export function hostFlags({ domain }: DomainSubject, flags: ScanFlags | undefined): DomainHostFlags {
  const looked = (flag: number | undefined) => (flags?.isScanned === 1 || flag === 1 ? flag === 1 : null);
  return {
    domain,
    host_has_expired_certificate: looked(flags?.hasExpiredCertificate),
    host_has_open_directory: looked(flags?.hasOpenDirectory),
    host_has_open_s3_bucket: null,
  };
}

/** G1: standing of the current name servers. */
export function nsReputation({ nameServers, subject }: DomainDossier, risk: DomainRisk): DomainNsReputation {
  const { is_expired, is_parked, is_sinkholed, ns_reputation_max, ns_reputation_score } = risk;
  return {
    is_expired,
    is_parked,
    is_sinkholed,
    ns_reputation_max,
    ns_reputation_score,
    ns_srv_reputation: nameServers.map((server) => ({ domain: subject.domain, ...server })),
  };
}
