import type {
  DomainInfo,
  EnrichDomainAnswer,
  EnrichmentScanData,
  IpReputation,
} from '#contract/generated/types.gen.ts';
import { dateToEpochSeconds, firstOfLastDays } from '#model/dates.ts';
import { hasPrivateSuffix, readDomain } from '#server/input/name.ts';
import { diversityTimeline, ipDiversity } from '#server/queries/diversity.ts';
import { type DomainDossier, domainDossiers } from '#server/queries/domain-dossier.ts';
import { flaggedHostsOf, hostsOf } from '#server/queries/evidence.ts';
import { scanFlagsQuery, scansOf, hostsAt, type FlaggedHosts } from '#server/queries/scan-data.ts';
import {
  domainRiskOf,
  domainUrls,
  enrichedDiversity,
  hostFlags,
  nsReputation,
  stringFrequency,
} from '#server/serializers/domain-enrichment.ts';
import { domainRecord, whyUnknown } from '#server/serializers/domain-record.ts';
import { withEvidence, type EvidenceFields } from '#server/serializers/evidence.ts';
import { enrichmentScanData } from '#server/serializers/scans.ts';
import { describeNsChanges } from './ns-changes.ts';
import { evidenceOfDomains, evidenceOfAddresses } from './evidence.ts';
import type { Handler, Caller, Services } from './handler.ts';
import { ipv4Record, ipv6Record } from '#server/serializers/address-record.ts';
import { addressDossiers, type Dossier } from '#server/queries/address-dossier.ts';
import { readIpv4, readIpv6 } from '#server/input/address.ts';
import { ipRecordsOf, readIpScores } from './reputation-network.ts';
import { sinceDay } from '#server/input/scan.ts';

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
  const { summary } = await describeNsChanges(engine, name, nsTimeline, options);
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

/** Existing clients read the reason from both places. */
function unknownDomain(dossier: DomainDossier, domaininfo: DomainInfo): EnrichDomainAnswer {
  return { error: whyUnknown(dossier), domaininfo };
}

/** G2: the record of A1 with scan results. */
const enrichIpv4: Handler<'enrichIpv4'> = async (call, services) => {
  const { engine, now } = services;
  const ip = readIpv4('enrichIpv4', call.path.ipv4);
  const explain = call.query.explain === 1;
  const [{ dossiers, evidence }, flags, scan_data, scored] = await Promise.all([
    known('enrichIpv4', ip, explain, call, services),
    engine.query(scanFlagsQuery('enrichIpv4', flaggedAt(ip), scanFlagsOf(now())), { signal: call.signal }),
    call.query.scan_data ? scanDataOf('enrichIpv4', ip, call, services) : undefined,
    readIpScores('enrichIpv4', ip, 1, call, services),
  ]);
  const ip2asn = dossiers.map((dossier, index) => ({
    ...withEvidence(ipv4Record(dossier, { now: now(), explain }), evidence[index]),
    ...(dossier.isKnown && {
      ip_has_expired_certificate: flags[0]?.hasExpiredCertificate === 1,
      ip_has_open_directory: flags[0]?.hasOpenDirectory === 1,
      ip_is_ipfs_node: dossier.facts.isIpfsNode,
      ...ipStanding(ipRecordsOf(scored, { ip, density: dossier.activeDensity }, 1, explain)),
      // proxies are not detected, and lists of VPN exits are incomplete: unknown is not the same as false
      ip_flags: { is_proxy: null, is_sinkhole: dossier.facts.isSinkhole, is_vpn: dossier.facts.isVpn || null },
      ...(scan_data && { scan_data }),
    }),
  }));
  return { ip2asn };
};

/** D14, under the names that existing clients read in G2. */
function ipStanding([record]: readonly IpReputation[]) {
  if (record?.ip_reputation === undefined) return {};
  const { ip_reputation, ip_reputation_explain } = record;
  return {
    ip_reputation,
    ip_reputation_score: ip_reputation,
    ...(ip_reputation_explain && { ip_reputation_explain }),
  };
}

function flaggedAt(ip: string): FlaggedHosts {
  return { hosts: hostsAt(ip), directories: hostsAt(ip) };
}

/** G3: the record of B1 and whether it is an IPFS node. */
const enrichIpv6: Handler<'enrichIpv6'> = async (call, services) => {
  const ip = readIpv6('enrichIpv6', call.path.ipv6);
  const explain = call.query.explain === 1;
  const [{ dossiers, evidence }, scan_data] = await Promise.all([
    known('enrichIpv6', ip, explain, call, services),
    call.query.scan_data ? scanDataOf('enrichIpv6', ip, call, services) : undefined,
  ]);
  const ip2asn = dossiers.map((dossier, index) => ({
    ...withEvidence(ipv6Record(dossier, { now: services.now(), explain }), evidence[index]),
    ...(dossier.isKnown && { ip_is_ipfs_node: dossier.facts.isIpfsNode, ...(scan_data && { scan_data }) }),
  }));
  return { ip2asn };
};

/** The window is that of A3 and A7. */
function scanFlagsOf(now: Date) {
  return { since: sinceDay(undefined, now), now: dateToEpochSeconds(now) };
}

async function known(
  name: string,
  ip: string,
  explain: boolean,
  call: Pick<Caller, 'signal'>,
  services: Services,
): Promise<{ readonly dossiers: readonly Dossier[]; readonly evidence: readonly EvidenceFields[] }> {
  const { engine, now } = services;
  const dossiers = await addressDossiers(engine, { name, ips: [ip], now: now(), explain }, { signal: call.signal });
  return { dossiers, evidence: await evidenceOfAddresses(name, dossiers, call, services) };
}

async function scanDataOf(
  name: string,
  ip: string,
  { signal }: Pick<Caller, 'signal'>,
  { engine, now }: Services,
): Promise<EnrichmentScanData> {
  return enrichmentScanData(await scansOf(engine, name, hostsAt(ip), { signal }), now());
}

/** G: many facts about one indicator. */
export const enrichment = { enrichDomain, enrichIpv4, enrichIpv6 };
