import type {
  AsnSubnetRecord,
  CurrentFinding,
  DomainInfo,
  DomainRiskScore,
  IpRiskScore,
  Ipv4Record,
  Ipv6Record,
  SubnetReputation,
} from '#contract/generated/types.gen.ts';
import type { ListedBy } from '#model/listed-by.ts';
import { canonicalDomain } from '#model/domain-name.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { onlyRecord } from '#web/api/header-questions.ts';
import { type AskReason, fetchAnswer } from '#web/api/query.ts';
import { providerOf } from '#web/api/score-origin.ts';
import { factWords, listingKnowledge, listNames, notTrackedWords } from '#web/kit/score/evidence-words.ts';
import { addressListedBy, domainListedBy } from '#model/subject-knowledge.ts';
import type { EvidenceFields } from '#model/verdict-records.ts';
import type { BulkOperationId } from './bulk-plan.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

type AnyRecord = Ipv4Record &
  Ipv6Record &
  DomainInfo &
  AsnSubnetRecord &
  IpRiskScore &
  DomainRiskScore &
  Pick<SubnetReputation, 'subnet_reputation_explain'>;

/** Fields that are kept unchanged. */
const KEPT = [
  'asn',
  'asname',
  'subnet',
  'ip_ptr',
  'density',
  'asn_reputation',
  'malscore',
  'subnet_reputation_score',
  'asn_reputation_score',
  'asn_rank_score',
  'asn_takedown_reputation_score',
  'ip_is_tor_exit_node',
  'ip_is_dsl_dynamic',
  'registrar',
  'age',
  'info',
  'whois_created_date',
  'first_seen',
  'last_seen',
  'is_new',
  'is_new_score',
  'age_score',
  'sp_risk_score',
  'verdict',
  'checked',
] as const satisfies readonly (keyof AnyRecord)[];

/** The fields of a record that rows show, so that 50,000 of them stay small in memory and on disk; `error` is unchanged. */
export type BulkRecord = Pick<AnyRecord, (typeof KEPT)[number] | 'error'> & {
  /** The registered domain of a name below it, whose days and registration these are. */
  readonly registered?: string;
  readonly country_code?: string;
  readonly country_name?: string;
  readonly known_benign?: boolean;
  readonly known_sinkhole_ip?: boolean;
  readonly sp_risk_score_decider?: string;
  /** The name of the provider of the score. */
  readonly score_provider?: string;
  readonly subnet_count?: number;
  /** Of a subnet, not of an address in it: the share of listed addresses among the active ones, and both counts. */
  readonly subnet_reputation?: number;
  readonly ips_num_active?: number;
  readonly ips_num_listed?: number;
  /** The announced subnet around it whose reputation that is. */
  readonly reputation_of?: string;
} & KeptEvidence;

/** Listings with their days, facts from sources, and what no source covers. */
interface KeptEvidence {
  /** The lists that name the subject itself, not its network. */
  readonly listed?: ListedBy;
  /** "URLhaus (malware), 2 more" */
  readonly listed_by?: string;
  /** Lists that hold it now, else those that did. */
  readonly lists?: number;
  readonly is_listed?: boolean;
  /** 'yyyy-mm-dd' */
  readonly listed_first?: string;
  readonly listed_last?: string;
  readonly stated?: string;
  /** Kinds of its facts: "toplist". */
  readonly fact_kinds?: readonly string[];
  /** What detectors find now. */
  readonly findings?: CurrentFinding[];
  readonly untracked?: string;
}

/** For a value that the answer leaves out or marks with `error`: unknown to the collection. */
export const UNKNOWN_RECORD: BulkRecord = { error: 'Not found' };

/** Errors that mean a value is unknown to the collection; any other error means the value was invalid. */
const UNKNOWN_ERRORS: readonly string[] = ['Not found', 'No data for this zone'];

/** The service's reason for refusing a value; undefined when it answered. */
export function refusalIn({ error }: BulkRecord): string | undefined {
  if (error === undefined || UNKNOWN_ERRORS.includes(error)) return undefined;
  // "domains[3]: ..." counts within one call, which the analyst never sees
  return error.replace(/^\w+\[\d+\]: /, '');
}

type Records = readonly (readonly [key: string | undefined, record: Partial<AnyRecord>])[];
type Ask = (values: readonly string[], signal: AbortSignal) => Promise<Records>;

const byIp = (records: readonly { readonly ip?: string }[] = []): Records =>
  records.map((record) => [canonicalIp(record.ip ?? '') ?? record.ip, record]);

/** A bulk run asks the provider only if the analyst switched that on. */
const reason = (): AskReason => (asksProvider() ? 'ask' : 'background');

const ASKS: Readonly<Record<BulkOperationId, Ask>> = {
  ipv4InfoBulk: async (ips, signal) =>
    byIp((await fetchAnswer({ operationId: 'ipv4InfoBulk', body: { ips } }, signal, reason())).response.ip2asn),
  ipv4RiskScoreBulk: async (ips, signal) =>
    byIp((await fetchAnswer({ operationId: 'ipv4RiskScoreBulk', body: { ips } }, signal, reason())).response),
  ipv6InfoBulk: async (ips, signal) =>
    byIp((await fetchAnswer({ operationId: 'ipv6InfoBulk', body: { ips } }, signal, reason())).response.ip2asn),
  ipv6RiskScoreBulk: async (ips, signal) =>
    byIp((await fetchAnswer({ operationId: 'ipv6RiskScoreBulk', body: { ips } }, signal, reason())).response),
  domainInfoBulk: async (domains, signal) => {
    const { response } = await fetchAnswer({ operationId: 'domainInfoBulk', body: { domains } }, signal, reason());
    // C4: `domain` is the registered domain, `query` the name that was asked
    return (response.domaininfo ?? []).map((record) => [nameKey(record.query ?? record.domain), record]);
  },
  domainRiskScoreBulk: async (domains, signal) => {
    const { response } = await fetchAnswer({ operationId: 'domainRiskScoreBulk', body: { domains } }, signal, reason());
    return response.map((record) => [nameKey(record.domain), record]);
  },
  asnSubnetsBulk: async (asns, signal) => {
    const body = { asns: asns.map(Number) };
    const { response } = await fetchAnswer({ operationId: 'asnSubnetsBulk', body }, signal, reason());
    return (response.asn2subnet ?? []).map((record) => [String(record.asn ?? record.query ?? ''), record]);
  },
  subnetReputation: async ([value = ''], signal) => {
    const [subnet = '', mask = ''] = value.split('/');
    const path = { subnet, mask: Number(mask) };
    const question = { operationId: 'subnetReputation', path, query: { explain: 1 } } as const;
    // one call for each subnet, which no bulk limit would stop: the provider is asked on the page of the subnet only
    const record = onlyRecord((await fetchAnswer(question, signal, 'background')).response.subnet_reputation);
    return record ? [[value, record]] : [];
  },
};

const nameKey = (name: string | undefined) => (name === undefined ? undefined : (canonicalDomain(name) ?? name));

/**
 * Asks one bulk operation about at most 100 values.
 * @returns a record for each value, in the order of the values
 * @throws ApiFailure
 */
export async function askBulk(
  operationId: BulkOperationId,
  values: readonly string[],
  signal: AbortSignal,
): Promise<readonly BulkRecord[]> {
  // the order of the answers need not follow the request (A8, B3, C3)
  const records = new Map(await ASKS[operationId]([...new Set(values)], signal));
  return values.map((value) => compact(records.get(value)));
}

function compact(record: Partial<AnyRecord> | undefined): BulkRecord {
  if (record === undefined) return UNKNOWN_RECORD;
  // a list may hold a value that was never observed, and private space is internal
  if (record.error !== undefined) {
    const { error, verdict } = record;
    return { error, ...(verdict && { verdict }), ...keptEvidence(record), ...keptListedBy(record) };
  }
  const provider = providerOf(record);
  const kept = KEPT.flatMap((field) => (record[field] === undefined ? [] : [[field, record[field]] as const]));
  return {
    ...(Object.fromEntries(kept) as BulkRecord),
    ...(record.query !== undefined && record.query !== record.domain && { registered: record.domain }),
    ...(record.ip_location?.country_code && { country_code: record.ip_location.country_code }),
    ...(record.ip_location?.country_name && { country_name: record.ip_location.country_name }),
    ...(record.benign_info?.known_benign && { known_benign: true }),
    ...(record.sinkhole_info?.known_sinkhole_ip && { known_sinkhole_ip: true }),
    ...(record.sp_risk_score_explain?.sp_risk_score_decider !== undefined && {
      sp_risk_score_decider: record.sp_risk_score_explain.sp_risk_score_decider,
    }),
    ...(provider !== undefined && hasScore(record) && { score_provider: provider }),
    ...(record.subnets && { subnet_count: record.subnets.length }),
    ...keptReputation(record),
    ...keptEvidence(record),
    ...keptListedBy(record),
  };
}

/** Of the two answers about an address, only the one with the score names the provider of the score. */
function hasScore({ sp_risk_score, asn_reputation, subnets, subnet_reputation_explain }: Partial<AnyRecord>): boolean {
  return (
    sp_risk_score !== undefined || (subnets && asn_reputation) !== undefined || subnet_reputation_explain !== undefined
  );
}

/** Shown in place of list names while no list is loaded. */
export const NOT_TRACKED = 'Not tracked';
const namedLists = 5;

/** D12 with explain=1; the records of addresses hold the reputation of their subnet under the same name. */
function keptReputation({ subnet_reputation, subnet_reputation_explain: explain, query, subnet }: Partial<AnyRecord>) {
  if (!explain || subnet_reputation === undefined) return {};
  const { ips_num_active, ips_num_listed } = explain;
  return {
    subnet_reputation,
    ...(ips_num_active !== undefined && { ips_num_active }),
    ...(ips_num_listed !== undefined && { ips_num_listed }),
    ...(query !== undefined && subnet !== undefined && { reputation_of: subnet }),
  };
}

function keptListedBy(record: Partial<AnyRecord>): Pick<KeptEvidence, 'listed'> {
  const listed = record.ip === undefined ? domainListedBy({ domaininfo: record }) : addressListedBy(record);
  return listed ? { listed } : {};
}

function keptEvidence(record: Partial<AnyRecord>): KeptEvidence {
  const listed_by = listNames(record, namedLists) || (listingKnowledge(record) === 'not-tracked' ? NOT_TRACKED : '');
  const facts = record.facts ?? [];
  const stated = facts.map((fact) => factWords(fact)).join('; ');
  const kinds = [...new Set(facts.flatMap(({ kind }) => kind ?? []))];
  const untracked = notTrackedWords(record);
  return {
    ...(listed_by && { listed_by }),
    ...keptListings(record),
    ...(stated && { stated }),
    ...(kinds.length > 0 && { fact_kinds: kinds }),
    ...(record.findings && { findings: record.findings }),
    ...(untracked && { untracked }),
  };
}

function keptListings({ listings = [] }: EvidenceFields): KeptEvidence {
  const counted = listings.filter(({ known_benign }) => !known_benign);
  const open = counted.filter(({ is_open }) => is_open);
  const shown = open.length > 0 ? open : counted;
  const first = shown.flatMap(({ first_listed }) => first_listed ?? []).sort()[0];
  const last = shown
    .flatMap(({ last_listed }) => last_listed ?? [])
    .sort()
    .at(-1);
  if (shown.length === 0) return {};
  return {
    lists: new Set(shown.map(({ source, title }) => source ?? title)).size,
    is_listed: open.length > 0,
    ...(first && { listed_first: first }),
    ...(last && { listed_last: last }),
  };
}

/** Whether bulk runs ask the provider. Not stored: the analyst decides on every visit, after seeing the cost. */
const choice = createStore(() => ({ asksProvider: false }));

export function useAsksProvider(): boolean {
  return useStore(choice).asksProvider;
}

function asksProvider(): boolean {
  return choice.getState().asksProvider;
}

export function setAsksProvider(asksProvider: boolean): void {
  choice.setState({ asksProvider });
}
