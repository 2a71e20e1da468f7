import type { DomainInfo, EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import { dateToEpochSeconds, firstOfLastDays } from '#model/dates.ts';
import { hasPrivateSuffix, readDomain } from '#server/input/name.ts';
import { diversityTimeline, ipDiversity } from '#server/queries/diversity.ts';
import { type DomainDossier, domainDossiers } from '#server/queries/domain-dossier.ts';
import { flaggedHostsOf, hostsOf } from '#server/queries/domain-evidence.ts';
import { scanFlagsQuery, scansOf } from '#server/queries/scan-data.ts';
import {
  domainRiskOf,
  domainUrls,
  enrichedDiversity,
  hostFlags,
  nsReputation,
  stringFrequency,
} from '#server/serializers/domain-enrichment.ts';
import { domainRecord, whyUnknown } from '#server/serializers/domain-record.ts';
import { withEvidence } from '#server/serializers/evidence.ts';
import { enrichmentScanData } from '#server/serializers/scan-data.ts';
import { tellNsChanges } from './domain-ns-changes.ts';
import { addressEnrichment, scanFlagsOf } from './enrich-address.ts';
import { evidenceOfDomains } from './evidence.ts';
import type { Handler } from './handler.ts';

/** E7: its default window, and the type of address that a host is known by. */
const diversityDays = 30;

/** G1: everything about a domain in one answer. */
const enrichDomain: Handler<'enrichDomain'> = async ({ path, query, signal }, services) => {
  const { engine, now } = services;
  const name = 'enrichDomain';
  const subject = readDomain('domain', path.domain);
  const time = now();
  const options = { signal };
  const seenAfter = dateToEpochSeconds(firstOfLastDays(diversityDays, time)) - 1;
  const host = { type: 'A', scope: { kind: 'host', name: subject.query }, seenAfter } as const;
  const flagged = scanFlagsQuery(name, flaggedHostsOf(subject.domain), scanFlagsOf(time));
  const [[dossier], [evidence], [diversity], timeline, [flags], scans] = await Promise.all([
    domainDossiers(engine, { name, subjects: [subject], now: time }, options),
    evidenceOfDomains(name, [subject], { signal }, services),
    engine.query(ipDiversity(host), options),
    engine.query(diversityTimeline(host), options),
    engine.query(flagged, options),
    query.scan_data === 1 ? scansOf(engine, name, hostsOf(subject.domain), options) : undefined,
  ]);
  if (!dossier) throw new Error(`the dossier of ${subject.query} is missing`);
  if (!dossier.isKnown) return unknownDomain(dossier, withEvidence(domainRecord(dossier, time), evidence));
  const risk = domainRiskOf(dossier, time);
  const nsTimeline = { subject, timeline: dossier.nsTimeline, now: time };
  const { summary } = await tellNsChanges(engine, name, nsTimeline, options);
  const answer: EnrichDomainAnswer = {
    domain_string_frequency_probability: stringFrequency(subject),
    domain_urls: domainUrls(dossier),
    domaininfo: withEvidence(domainRecord(dossier, time), evidence),
    host_flags: [hostFlags(subject, flags)],
    ip_diversity: enrichedDiversity(diversity, timeline, subject.query),
    is_private_suffix: hasPrivateSuffix(subject.query),
    listing_score: risk.listing_score,
    ns_reputation: nsReputation(dossier, risk),
    nschanges: { results_summary: summary },
    ...(scans && { scan_data: enrichmentScanData(scans, time) }),
    sp_risk_score: risk.sp_risk_score,
    verdict: risk.verdict,
    ...(query.explain === 1 && {
      listing_score_explain: dossier.listings ?? {},
      listing_score_feeds_explain: [...dossier.listingFeeds],
      sp_risk_score_explain: { sp_risk_score_decider: risk.sp_risk_score_decider },
    }),
  };
  return answer;
};

/** Existing clients look for the reason in both places. */
function unknownDomain(dossier: DomainDossier, domaininfo: DomainInfo): EnrichDomainAnswer {
  return { error: whyUnknown(dossier), domaininfo };
}

/** G: many facts about one indicator. */
export const enrichment = { enrichDomain, ...addressEnrichment };
