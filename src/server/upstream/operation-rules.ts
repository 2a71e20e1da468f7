import type { operations, OperationId } from '#contract/generated/operations.gen.ts';
import { ownValue } from '#model/own-value.ts';

/** Which side answers an operation: this collection, the provider, the provider if this collection has no data, or both. */
export const upstreamRoutes = ['own', 'own-then-upstream', 'upstream', 'both'] as const;
export type UpstreamRoute = (typeof upstreamRoutes)[number];

/** Groups of operations that SIGHTLINE_UPSTREAM_ROUTES can set together. */
export const operationFamilies = ['lists', 'records', 'live', 'rankings'] as const;
type OperationFamily = (typeof operationFamilies)[number];

/** How two lists of records are merged. */
export interface ListRule {
  /** Where the list is under `response`. */
  readonly member: string;
  /** The key of a record. */
  readonly key: readonly string[];
  /** Time fields: the earliest of `first` and the latest of `last` count. */
  readonly first: readonly string[];
  readonly last: readonly string[];
  /** Fields that a list without `sort` is ordered by, descending. */
  readonly order: readonly string[];
  /** Elements are `{<address>: records}`, or for open directories `{<address>: {<day>: records}}`. */
  readonly isByAddress?: true;
}

/** A bulk call whose items are answered and cached one by one. */
export interface BulkRule {
  /** The member of the body, and the field of a record that names its item. */
  readonly member: string;
  readonly record: string;
  /** The member with the records; undefined when the response itself is the list. */
  readonly list?: string;
}

interface OperationRule {
  readonly family: OperationFamily;
  readonly keepSeconds: number;
  readonly list?: ListRule;
  readonly bulk?: BulkRule;
}

const hour = 3600;
const day = 24 * hour;
/** Histories of past days no longer change. */
export const closedSeconds = 90 * day;
export const notFoundSeconds = hour;

const record: OperationRule = { family: 'records', keepSeconds: day };
const score: OperationRule = { family: 'records', keepSeconds: hour };
const ranking: OperationRule = { family: 'rankings', keepSeconds: hour };
const live: OperationRule = { family: 'live', keepSeconds: hour };
const week = 7 * day;

const list = (rule: ListRule, keepSeconds = day): OperationRule => ({ family: 'lists', keepSeconds, list: rule });
const padns = list({
  member: 'records',
  key: ['query|rrname', 'type|rrtype', 'answer|rdata'],
  first: ['first_seen', 'time_first'],
  last: ['last_seen', 'time_last'],
  order: ['last_seen', 'time_last'],
});
const scan = (member: string, key: readonly string[], first: string[], last: string[]): OperationRule =>
  list({ member, key, first, last, order: last, isByAddress: true });
const bulk = (member: string, recordField: string, listMember?: string, keepSeconds = day): OperationRule => ({
  family: 'records',
  keepSeconds,
  bulk: { member, record: recordField, ...(listMember && { list: listMember }) },
});

type InterfaceOperation = Exclude<
  {
    [Id in OperationId]: (typeof operations)[Id]['item'] extends null ? never : Id;
  }[OperationId],
  'job'
>;

/** How the provider is used for each operation of the interface; jobs have ids of this service and are never relayed as such. */
export const operationRules: Readonly<Record<InterfaceOperation, OperationRule>> = {
  ipv4Info: record,
  ipv4RiskScore: score,
  scanCertificates: scan('certificates', ['fingerprint_sha1'], ['not_before'], ['scan_date']),
  scanFavicon: scan('favicon', ['favicon_md5', 'favicon_mmh3'], [], []),
  scanHeaders: scan('headers', ['date', 'headers'], [], ['date']),
  scanJarm: scan('jarm', ['jarm_hash', 'server_banner'], ['first_seen'], ['last_seen']),
  scanOpenDirectories: scan('opendir', ['filename', 'filesize'], [], ['modified']),
  ipv4RiskScoreBulk: bulk('ips', 'ip', undefined, hour),
  ipv4InfoBulk: bulk('ips', 'ip', 'ip2asn'),
  ipv4HistoryBulk: record,
  asnSubnetsBulk: bulk('asns', 'asn', 'asn2subnet'),
  asnSubnetsHistoryBulk: record,
  ipv4History: record,
  ipv6Info: record,
  ipv6RiskScore: score,
  ipv6RiskScoreBulk: bulk('ips', 'ip', undefined, hour),
  ipv6InfoBulk: bulk('ips', 'ip', 'ip2asn'),
  domainInfo: record,
  domainRiskScore: score,
  domainRiskScoreBulk: bulk('domains', 'domain', undefined, hour),
  domainInfoBulk: bulk('domains', 'domain', 'domaininfo'),
  domainInfratag: live,
  domainInfratagBulk: live,
  domainNsChanges: record,
  domainNsChangesSummary: record,
  nsTransfers: list({
    member: 'nstransfer',
    key: ['domain', 'change_date', 'newnsrecs', 'oldnsrecs'],
    first: [],
    last: [],
    order: ['change_date'],
  }),
  domainWhois: { ...record, keepSeconds: week },
  domainWhoisLive: live,
  domainCertificates: list(
    {
      member: 'domain_certificates',
      key: ['fingerprint_sha256|fingerprint_sha1', 'host'],
      first: [],
      last: [],
      order: ['date'],
    },
    week,
  ),
  domainSiblings: record,
  domainCousins: record,
  takedownReputationRank: ranking,
  takedownReputation: score,
  takedownReputationHistory: record,
  nsReputationRank: ranking,
  nsReputation: score,
  nsReputationHistory: record,
  nameServersListed: ranking,
  asnReputationRank: ranking,
  asnReputation: score,
  asnReputationHistory: record,
  subnetReputationRank: ranking,
  subnetReputation: score,
  subnetReputationHistory: record,
  ipv4Reputation: score,
  ipv4ReputationHistory: record,
  ipv4ReputationRank: ranking,
  padnsForward: padns,
  padnsReverse: padns,
  padnsBoth: padns,
  padnsUnsanctioned: padns,
  padnsTranslate: record,
  padnsDensity: record,
  padnsIpDiversity: record,
  padnsIpDiversitySearch: list({ member: 'records', key: ['host'], first: [], last: [], order: [] }),
  asnLookup: record,
  enrichDomain: record,
  enrichIpv4: record,
  enrichIpv6: record,
};

const defaults: Readonly<Record<OperationFamily, UpstreamRoute>> = {
  lists: 'both',
  records: 'own-then-upstream',
  live: 'own-then-upstream',
  rankings: 'own',
};

export function ruleOf(id: OperationId): OperationRule | undefined {
  return ownValue<OperationRule>(operationRules, id);
}

/** Extension operations that answer from the collection: no provider has them. */
export const ownOnlyOperations: ReadonlySet<OperationId> = new Set([
  'connections',
  'campaign',
  'lookAlikes',
  'similarPages',
  'connectionMembers',
  'asnListed',
  'asnListedNames',
  'serverDomains',
  'subnetContents',
  'hosting',
  'news',
  'retroHunt',
  'findings',
  'quality',
]);

/** Record types that the interface does not have: no provider is asked for them. */
const ownRecordTypes: readonly unknown[] = ['srv', 'svcb', 'https', 'caa', 'ds'];

/** Whether only this collection can answer: the parameters are of the extension. */
export function isOwnQuestion(path: object): boolean {
  return 'qtype' in path && ownRecordTypes.includes(path.qtype);
}

/** The operator's overrides, by operation or family. */
export type RouteOverrides = Readonly<Record<string, UpstreamRoute>>;

/**
 * Which side answers an operation. With an empty collection, the provider does, unless the operator overrides it.
 * @param isOwnEmpty whether only the packaged open data is loaded
 */
export function routeOf(id: OperationId, overrides: RouteOverrides, isOwnEmpty: boolean): UpstreamRoute {
  const rule = ruleOf(id);
  if (!rule) return 'own';
  return overrides[id] ?? overrides[rule.family] ?? (isOwnEmpty ? 'upstream' : defaults[rule.family]);
}
