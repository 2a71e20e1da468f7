import type { OperationId, operations } from '#contract/generated/operations.gen.ts';
import { C2_MARKS, HEADLINES, LANDMARKS } from '#sample/landmarks.ts';

export interface Question {
  /** Below the base path. */
  readonly path: string;
  readonly body?: object;
}

const domain = HEADLINES.fluxDomain.indicator;
const address = HEADLINES.c2Address.indicator;
const asn = HEADLINES.bulletproofAsn.indicator.slice('AS'.length);
const server = HEADLINES.badNameServer.indicator;
const ipv6 = LANDMARKS.cleanIpv6.indicator;
const [subnet, mask] = LANDMARKS.badSubnet.indicator.split('/');
const ips = [address, LANDMARKS.c2AddressRecent.indicator, LANDMARKS.cleanAddress.indicator];
const domains = [domain, HEADLINES.homoglyphDomain.indicator, LANDMARKS.cleanDomain.indicator];
const asns = [64666, 64505];
const dates = [20260601, 20261101];

/** The 60 operations of the interface, what the collection holds, and connections; managing feeds is not measured. */
export type MeasuredId =
  | 'collection'
  | 'connections'
  | 'connectionMembers'
  | 'campaign'
  | 'lookAlikes'
  | { [Id in OperationId]: (typeof operations)[Id]['item'] extends null ? never : Id }[OperationId];

/** What an analyst would ask each operation about the sample collection. @param kept job id and name server hash of earlier answers */
export function questions(kept: { jobId: string; nshash: string }): Readonly<Record<MeasuredId, Question>> {
  return {
    ipv4Info: { path: `/explore/ipv4/ipv4info/${address}?explain=1` },
    ipv4RiskScore: { path: `/explore/ipv4/riskscore/${address}` },
    scanCertificates: { path: `/explore/scandata/ipv4/certificates?ipv4=${address}` },
    scanFavicon: { path: `/explore/scandata/ipv4/favicon?favicon_mmh3=${C2_MARKS.faviconMmh3}` },
    scanHeaders: { path: `/explore/scandata/ipv4/headers?ipv4=${address}` },
    scanJarm: { path: `/explore/scandata/ipv4/jarm?jarm_hash=${C2_MARKS.jarm}` },
    scanOpenDirectories: { path: `/explore/scandata/ipv4/opendir?ipv4=${LANDMARKS.openDirectory.indicator}` },
    ipv4RiskScoreBulk: { path: '/explore/bulk/ipv4/riskscore', body: { ips } },
    ipv4InfoBulk: { path: '/explore/bulk/ip2asn/ipv4', body: { ips } },
    ipv4HistoryBulk: { path: '/explore/bulk/history/ip2asn/ipv4', body: { ips, dates } },
    asnSubnetsBulk: { path: '/explore/bulk/asn2subnet', body: { asns } },
    asnSubnetsHistoryBulk: { path: '/explore/bulk/history/asn2subnet', body: { asns, dates } },
    ipv4History: { path: `/explore/ip2asn/history/ipv4/${LANDMARKS.movedAddress.indicator}` },
    ipv6Info: { path: `/explore/ipv6/ipv6info/${ipv6}` },
    ipv6RiskScore: { path: `/explore/ipv6/riskscore/${ipv6}` },
    ipv6RiskScoreBulk: { path: '/explore/bulk/ipv6/riskscore', body: { ips: [ipv6] } },
    ipv6InfoBulk: { path: '/explore/bulk/ip2asn/ipv6', body: { ips: [ipv6] } },
    domainInfo: { path: `/explore/domain/domaininfo/${domain}` },
    domainRiskScore: { path: `/explore/domain/riskscore/${domain}` },
    domainRiskScoreBulk: { path: '/explore/bulk/domain/riskscore', body: { domains } },
    domainInfoBulk: { path: '/explore/bulk/domaininfo', body: { domains } },
    domainInfratag: { path: `/explore/domain/infratag/${domain}?mode=padns` },
    domainInfratagBulk: { path: '/explore/bulk/domain/infratags', body: { domains, mode: 'padns' } },
    domainNsChanges: { path: `/explore/domain/nschanges/${domain}` },
    domainNsChangesSummary: { path: `/explore/domain/nschangessummary/${domain}` },
    nsTransfers: { path: '/explore/query/nstransfer?from_ns=*&to_ns=*.crowsnest-dns.test' },
    domainWhois: { path: `/explore/domain/whois/${domain}` },
    domainWhoisLive: { path: `/explore/domain/whoislive/${domain}` },
    domainCertificates: { path: `/explore/domain/certificates/${domain}` },
    domainSiblings: { path: `/explore/domain/siblings/${domain}` },
    domainCousins: { path: `/explore/domain/cousins/${LANDMARKS.brandDomain.indicator}` },
    takedownReputationRank: { path: '/explore/takedownreputation/rank' },
    takedownReputation: { path: `/explore/takedownreputation/asn/${asn}` },
    takedownReputationHistory: { path: `/explore/takedownreputation/history/asn/${asn}` },
    nsReputationRank: { path: '/explore/nsreputation/rank' },
    nsReputation: { path: `/explore/nsreputation/nameserver/${server}` },
    nsReputationHistory: { path: `/explore/nsreputation/history/nameserver/${server}` },
    nameServersListed: { path: '/explore/nameserverlisted' },
    asnReputationRank: { path: '/explore/ipreputation/rank/asn' },
    asnReputation: { path: `/explore/ipreputation/asn/${asn}` },
    asnReputationHistory: { path: `/explore/ipreputation/history/asn/${asn}` },
    subnetReputationRank: { path: '/explore/ipreputation/rank/subnet' },
    subnetReputation: { path: `/explore/ipreputation/subnet/${subnet}/${mask}` },
    subnetReputationHistory: { path: `/explore/ipreputation/history/subnet/${subnet}/${mask}` },
    ipv4Reputation: { path: `/explore/ipreputation/ipv4/${address}` },
    ipv4ReputationHistory: { path: `/explore/ipreputation/history/ipv4/${address}` },
    ipv4ReputationRank: { path: '/explore/ipreputation/rank/ipv4' },
    padnsForward: { path: `/explore/padns/lookup/query/a/${domain}` },
    padnsReverse: { path: `/explore/padns/lookup/answer/a/${address}` },
    padnsBoth: { path: `/explore/padns/lookup/both/a/*.test/${address}` },
    padnsUnsanctioned: { path: '/explore/padns/lookup/uld/a/*.harborline-bank.example/_?network=192.0.2.0/24' },
    padnsTranslate: { path: `/explore/padns/lookup/translate/nshash/${kept.nshash}` },
    padnsDensity: { path: `/explore/padns/lookup/density/ipv4/${LANDMARKS.denseAddress.indicator}` },
    padnsIpDiversity: { path: `/explore/padns/lookup/ipdiversity/a/${domain}?timeline=1` },
    padnsIpDiversitySearch: { path: '/explore/padns/search/ipdiversity?domain=*.example&asn_diversity_min=5' },
    job: { path: `/explore/job/${kept.jobId}` },
    asnLookup: { path: '/explore/asn/lookup?asname=cinder' },
    enrichDomain: { path: `/explore/enrich/domain/${domain}?explain=1&scan_data=1` },
    enrichIpv4: { path: `/explore/enrich/ipv4/${address}?explain=1&scan_data=1` },
    enrichIpv6: { path: `/explore/enrich/ipv6/${ipv6}` },
    collection: { path: '/sightline/collection' },
    connections: { path: `/connections/domain/${domain}` },
    campaign: { path: `/connections/domain/${HEADLINES.homoglyphDomain.indicator}/campaign` },
    lookAlikes: { path: `/connections/look-alikes/${LANDMARKS.brandDomain.indicator}` },
    connectionMembers: { path: `/connections?with=jarm:${C2_MARKS.jarm}&with=favicon:${C2_MARKS.faviconMmh3}` },
  };
}
