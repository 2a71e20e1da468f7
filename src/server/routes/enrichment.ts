import type { DomainInfo, EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import { dateToEpochSeconds, firstOfLastDays } from '#model/dates.ts';
import type { DomainSubject } from '#model/domain-name.ts';
import { groupBy } from '#model/group-by.ts';
import { hasPrivateSuffix, readDomain } from '#server/input/name.ts';
import { diversityOfHosts, timelineOfHosts } from '#server/queries/diversity.ts';
import { type DomainDossier, domainDossiers } from '#server/queries/domain-dossier.ts';
import { flaggedHostsOf, scansUnder } from '#server/queries/evidence.ts';
import { scanFlagsQuery, scansMissing, scansOf, hostsAt } from '#server/queries/scan-data.ts';
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
import { enrichmentScanData } from '#server/serializers/scans.ts';
import { describeNsChanges } from './ns-changes.ts';
import { knownAddresses } from './addresses.ts';
import { evidenceOfDossiers } from './evidence.ts';
import type { Call, Handler, Services } from './handler.ts';
import { ipv4Record, ipv6Record } from '#server/serializers/address-record.ts';
import { keyOf } from '#server/queries/address-key.ts';
import { readIpv4, readIpv6 } from '#server/input/address.ts';
import { sinceDay } from '#server/input/scan.ts';

/** E7: its default window, and the type of address that a host is known by. */
const diversityDays = 30;

/** What an enrichment is asked for. */
type Enriching = Pick<Call<'enrichDomain'>, 'query' | 'signal'>;

/** G1: everything about a domain in one answer. */
const enrichDomain: Handler<'enrichDomain'> = async (call, services) => {
  const [answer] = await enrichDomains([readDomain('domain', call.path.domain)], call, services);
  return answer;
};

/** G1 for many domains, in their order; the number of statements does not depend on theirs. @throws EngineError */
export async function enrichDomains(
  subjects: readonly DomainSubject[],
  { query, signal }: Enriching,
  services: Services,
): Promise<EnrichDomainAnswer[]> {
  const { engine, now } = services;
  const name = 'enrichDomain';
  const time = now();
  const options = { signal };
  const domains = [...new Set(subjects.map(({ domain }) => domain))];
  const hosts = [...new Set(subjects.map((subject) => subject.query))];
  const window = { type: 'A', seenAfter: dateToEpochSeconds(firstOfLastDays(diversityDays, time)) - 1 } as const;
  const readDossiers = async () => {
    const dossiers = await domainDossiers(engine, { name, subjects, now: time }, options);
    const known = dossiers.filter(({ isKnown }) => isKnown);
    const coverage = await services.coverage();
    const timelines = known.map(({ subject, nsTimeline }) => ({ subject, timeline: nsTimeline }));
    const [evidence, changes] = await Promise.all([
      evidenceOfDossiers(name, dossiers, { signal }, services),
      describeNsChanges(engine, name, { timelines, now: time, coverage }, options),
    ]);
    const summaryOf = new Map(known.map((dossier, index) => [dossier, changes[index]?.summary]));
    return { dossiers, evidence, coverage, summaryOf };
  };
  const [{ dossiers, evidence, coverage, summaryOf }, diversity, timelines, flags, scans] = await Promise.all([
    readDossiers(),
    engine.query(diversityOfHosts(name, hosts, window), options),
    engine.query(timelineOfHosts(name, hosts, window), options),
    engine.query(scanFlagsQuery(name, flaggedHostsOf(domains), scanFlagsOf(time)), options),
    query.scan_data === 1 ? scansOf(engine, name, scansUnder(subjects), options) : undefined,
  ]);
  const diversityOf = new Map(diversity.map((row) => [row.host, row]));
  const timelineOf = groupBy(timelines, ({ host }) => host);
  const flagsOf = new Map(flags.map((row) => [row.subject, row]));
  return dossiers.map((dossier, index) => {
    const { subject } = dossier;
    const domaininfo = withEvidence(domainRecord(dossier, time), evidence[index]);
    const summary = summaryOf.get(dossier);
    if (!summary) return unknownDomain(dossier, domaininfo);
    const risk = domainRiskOf(dossier, time, coverage);
    return {
      domain_string_frequency_probability: stringFrequency(subject),
      domain_urls: domainUrls(dossier),
      // existing clients read these without a check, also where only a list names the domain
      domaininfo: { registrar: '', whois_age: '', whois_created_date: '', ...domaininfo },
      host_flags: [hostFlags(subject, flagsOf.get(subject.domain), coverage)],
      ip_diversity: enrichedDiversity(
        diversityOf.get(subject.query),
        timelineOf.get(subject.query) ?? [],
        subject.query,
      ),
      is_private_suffix: hasPrivateSuffix(subject.query),
      listing_score: risk.listing_score,
      ns_reputation: nsReputation(dossier, risk, coverage),
      nschanges: { results_summary: summary },
      ...(scans && { scan_data: enrichmentScanData(scans(subject.query), time) }),
      sp_risk_score: risk.sp_risk_score,
      verdict: risk.verdict,
      checked: risk.checked,
      ...(query.explain === 1 && {
        listing_score_explain: dossier.listings ?? {},
        listing_score_feeds_explain: [...dossier.listingFeeds],
        sp_risk_score_explain: { sp_risk_score_decider: risk.sp_risk_score_decider },
      }),
    };
  });
}

/** Existing clients read the reason from both places. */
function unknownDomain(dossier: DomainDossier, domaininfo: DomainInfo): EnrichDomainAnswer {
  return { error: whyUnknown(dossier), domaininfo };
}

/** G2: the record of A1 with scan results. */
const enrichIpv4: Handler<'enrichIpv4'> = async (call, services) => ({
  ip2asn: await enrichIpv4s([readIpv4('enrichIpv4', call.path.ipv4)], call, services),
});

/** G2 for many addresses, in their order; the number of statements does not depend on theirs. @throws EngineError */
export async function enrichIpv4s(ips: readonly string[], call: Enriching, services: Services) {
  const { engine, now } = services;
  const { query, signal } = call;
  const name = 'enrichIpv4';
  const explain = query.explain === 1;
  const at = hostsAt(ips);
  const [{ dossiers, evidence, coverage }, flags, scans] = await Promise.all([
    knownAddresses(name, ips, call, services, { explain }),
    engine.query(scanFlagsQuery(name, { hosts: at, directories: at.rows }, scanFlagsOf(now())), { signal }),
    query.scan_data === 1 ? scansOf(engine, name, at, { signal }) : undefined,
  ]);
  const flagsOf = new Map(flags.map((row) => [row.subject, row]));
  return dossiers.map((dossier, index) => {
    const { ip, facts } = dossier;
    const flagged = flagsOf.get(keyOf(ip));
    const isNoSinkhole = coverage.isCovered('ipv4', ip, 'sinkhole') ? false : null;
    return {
      ...withEvidence(ipv4Record(dossier, { now: now(), coverage, explain }), evidence[index]),
      ...(dossier.isKnown && {
        ip_has_expired_certificate: flagged?.hasExpiredCertificate === 1,
        ip_has_open_directory: flagged?.hasOpenDirectory === 1,
        ip_is_ipfs_node: facts.isIpfsNode,
        // proxies are not detected, and lists of VPN exits are incomplete: unknown is not the same as false
        ip_flags: { is_proxy: null, is_sinkhole: facts.isSinkhole || isNoSinkhole, is_vpn: facts.isVpn || null },
        // the interface has no null for flags from scans
        not_scanned: scansMissing(flagged, coverage.isOfSample('ipv4', ip)),
        ...(scans && { scan_data: enrichmentScanData(scans(keyOf(ip)), now()) }),
      }),
    };
  });
}

/** G3: the record of B1 and whether it is an IPFS node. */
const enrichIpv6: Handler<'enrichIpv6'> = async (call, services) => ({
  ip2asn: await enrichIpv6s([readIpv6('enrichIpv6', call.path.ipv6)], call, services),
});

/** G3 for many addresses, in their order; the number of statements does not depend on theirs. @throws EngineError */
export async function enrichIpv6s(ips: readonly string[], call: Enriching, services: Services) {
  const { engine, now } = services;
  const { query, signal } = call;
  const explain = query.explain === 1;
  const [{ dossiers, evidence, coverage }, scans] = await Promise.all([
    knownAddresses('enrichIpv6', ips, call, services, { explain }),
    query.scan_data === 1 ? scansOf(engine, 'enrichIpv6', hostsAt(ips), { signal }) : undefined,
  ]);
  return dossiers.map((dossier, index) => ({
    ...withEvidence(ipv6Record(dossier, { now: now(), coverage, explain }), evidence[index]),
    ...(dossier.isKnown && {
      ip_is_ipfs_node: dossier.facts.isIpfsNode,
      ...(scans && { scan_data: enrichmentScanData(scans(keyOf(dossier.ip)), now()) }),
    }),
  }));
}

/** The window is that of A3 and A7. */
function scanFlagsOf(now: Date) {
  return { since: sinceDay(undefined, now), now: dateToEpochSeconds(now) };
}

/** G: many facts about one indicator. */
export const enrichment = { enrichDomain, enrichIpv4, enrichIpv6 };
