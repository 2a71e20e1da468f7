import DataLoader from 'dataloader';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import pMap from 'p-map';
import { useMemo } from 'react';
import type {
  AsnReputation,
  DomainInfo,
  Ipv4Record,
  Ipv6Record,
  NsServerReputation,
  SubnetReputation,
  UpstreamNote,
} from '#contract/generated/types.gen.ts';
import { parseAsn } from '#model/asn.ts';
import { parseCidr } from '#model/cidr.ts';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import { chunksOf } from '#model/chunks.ts';
import { canonicalIp } from '#model/ip-address.ts';
import { readVerdictState, reputationVerdictState, riskScoreState, type VerdictState } from '#model/verdict.ts';
import { connection } from './connection.ts';
import { ApiFailure } from './failure.ts';
import { headerQuestion, onlyRecord } from './header-questions.ts';
import { askQuietly, fetchAnswer } from './query.ts';
import { type Gap, gapOf, providerOf } from './score-origin.ts';
import { answersInLists, useEach } from './use-each.ts';

/** The main score of an indicator. */
export interface IndicatorScore {
  /** undefined for a score of 0 that the deployment does not explain. */
  readonly state: VerdictState | undefined;
  /** 0 to 100; null for a state without a number. */
  readonly score: number | null;
  /** For an address that was never observed: the score of its network, if above 0. */
  readonly networkScore?: number | undefined;
  /** The deciding field of a risk score, where bulk answers of the deployment include it. */
  readonly decider?: string;
  /** The inputs of a risk score that were checked, where the deployment says so. */
  readonly checked?: readonly string[];
  /** Of an address, where the answer has it. */
  readonly origin?: AddressOrigin;
  /** The name of the provider, if the score is not from this service. */
  readonly provider?: string | undefined;
  /** Why there is no answer; then state is undefined and score is null. */
  readonly gap?: Gap | undefined;
}

/** The AS that announces an address today, and the country where the address is registered. */
export interface AddressOrigin {
  readonly asn: number | undefined;
  readonly asname: string | undefined;
  /** ISO 3166, two letters. */
  readonly country: string | undefined;
}

interface ScoreRecord {
  readonly sp_risk_score?: number;
  readonly sp_risk_score_explain?: { readonly sp_risk_score_decider?: string };
  readonly verdict?: VerdictState;
  readonly checked?: readonly string[];
  readonly asn?: number;
  readonly asname?: string;
  readonly country_code?: string;
  /** Set on a record that the provider should have answered but did not. */
  readonly upstream_state?: string | undefined;
}

/** Addresses, names or both in one call of `riskScores`: by the contract, it takes so many of each. */
const scoresAtOnce = 2000;

const askScore = createBatcher<ScoreRecord>({
  chunkSize: scoresAtOnce,
  async askMany(values) {
    const [value = '', ...others] = values;
    // unlike that of a list, the answer of a single operation may be cached
    if (others.length === 0) return askOne(value);
    const isAddress = (each: string) => canonicalIp(each) !== null;
    const body = { ips: values.filter(isAddress), domains: values.filter((each) => !isAddress(each)) };
    try {
      const { response } = await fetchAnswer({ operationId: 'riskScores', body });
      return new Map<string, ScoreRecord>([...byAddress(response.ips), ...byDomain(response.domains)]);
    } catch (error) {
      if (error instanceof ApiFailure && error.kind === 'not-implemented') return askInterface(body);
      throw error;
    }
  },
});

/**
 * The same from a deployment that has the operations of the interface only (A8, B3, C3): one call of each at a time, which leaves
 * connections for the rest of the page.
 */
async function askInterface(asked: {
  readonly ips: readonly string[];
  readonly domains: readonly string[];
}): Promise<ReadonlyMap<string, ScoreRecord>> {
  const isIpv6 = (ip: string) => ip.includes(':');
  const each = <Answer>(values: readonly string[], ask: (chunk: string[]) => Promise<Answer>) =>
    pMap(chunksOf(values, 100), (chunk) => ask([...chunk]), { concurrency: 1 });
  const ipv4s = asked.ips.filter((ip) => !isIpv6(ip));
  const [ipv4, ipv6, domains] = await Promise.all([
    each(ipv4s, (ips) => fetchAnswer({ operationId: 'ipv4RiskScoreBulk', body: { ips } })),
    each(asked.ips.filter(isIpv6), (ips) => fetchAnswer({ operationId: 'ipv6RiskScoreBulk', body: { ips } })),
    each(asked.domains, (names) => fetchAnswer({ operationId: 'domainRiskScoreBulk', body: { domains: names } })),
  ]);
  return new Map<string, ScoreRecord>([
    ...byAddress([...ipv4, ...ipv6].flatMap(({ response }) => response)),
    ...byDomain(domains.flatMap(({ response }) => response)),
  ]);
}

async function askOne(value: string): Promise<ReadonlyMap<string, ScoreRecord>> {
  if (canonicalIp(value) === null) {
    const question = { operationId: 'domainRiskScore', path: { domain: value } } as const;
    const { response, upstream } = await fetchAnswer(question, undefined, 'background');
    return byDomain([{ ...response, upstream_state: upstream?.state }]);
  }
  const { response, upstream } = value.includes(':')
    ? await fetchAnswer({ operationId: 'ipv6RiskScore', path: { ipv6: value } }, undefined, 'background')
    : await fetchAnswer({ operationId: 'ipv4RiskScore', path: { ipv4: value } }, undefined, 'background');
  return byAddress(response.ip2asn?.map((record) => ({ ...record, upstream_state: upstream?.state })));
}

/** The records of a bulk answer by the canonical form of their address. */
export function byAddress<Rec extends { readonly ip?: string }>(records: readonly Rec[] = []): Map<string, Rec> {
  return new Map(
    records.flatMap((record) => (record.ip ? [[canonicalIp(record.ip) ?? record.ip, record] as const] : [])),
  );
}

function byDomain(records: readonly (ScoreRecord & { domain?: string })[] = []): Map<string, ScoreRecord> {
  return new Map(records.flatMap((record) => (record.domain ? [[record.domain, record] as const] : [])));
}

type Ask = (value: string, client: QueryClient) => Promise<IndicatorScore>;

const askRisk = async (value: string): Promise<IndicatorScore> => riskOf(await askScore(canonicalIp(value) ?? value));

/** `riskScores` for several values, A2, B2, C2 for a single one; D5, D9 and D12 one by one, through the cache entries of the subject pages. */
const asks: Partial<Record<IndicatorKind, { readonly name: string; readonly ask: Ask }>> = {
  ipv4: { name: 'Risk score', ask: askRisk },
  ipv6: { name: 'Risk score', ask: askRisk },
  domain: { name: 'Risk score', ask: askRisk },
  asn: {
    name: 'Reputation score of the AS',
    ask: async (value, client) => {
      const { response, upstream } = await askQuietly(client, headerQuestion.asn(parseAsn(value) ?? 0));
      const record = onlyRecord(response.asn_reputation);
      const { ips_num_active: base, ips_num_listed: listed } = record?.asn_reputation_explain ?? {};
      return shareOf({ reputation: record?.asn_reputation, base, listed }, 'asn_reputation', record, upstream);
    },
  },
  subnet: {
    name: 'Reputation score of the subnet',
    ask: async (value, client) => {
      const cidr = parseCidr(value);
      if (!cidr) return { state: 'unknown', score: null };
      const { response, upstream } = await askQuietly(client, headerQuestion.ipv4Subnet(cidr));
      const record = onlyRecord(response.subnet_reputation);
      const { ips_num_active: base, ips_num_listed: listed } = record?.subnet_reputation_explain ?? {};
      return shareOf({ reputation: record?.subnet_reputation, base, listed }, 'subnet_reputation', record, upstream);
    },
  },
  'name-server': {
    name: 'Reputation score of the name server',
    ask: async (value, client) => {
      const { response, upstream } = await askQuietly(client, headerQuestion.nameServer(value));
      const record = onlyRecord(response.ns_server_reputation);
      const base = record?.ns_server_reputation_explain?.ns_server_domain_density;
      return shareOf({ reputation: record?.ns_server_reputation, base }, 'ns_server_reputation', record, upstream);
    },
  },
};

/** The name of an indicator's score; null when its kind has none (D12 accepts IPv4 subnets only). */
export function indicatorScoreName(kind: IndicatorKind, value: string): string | null {
  if (kind === 'subnet' && parseCidr(value)?.network.version !== 4) return null;
  return asks[kind]?.name ?? null;
}

/** The cached score of one indicator, for kinds that {@link indicatorScoreName} knows. */
export function indicatorScoreOptions(kind: IndicatorKind, value: string) {
  return queryOptions({
    queryKey: ['indicatorScore', connection().baseUrl, kind, value],
    queryFn: ({ client }) => scoreOf(client, kind, value),
  });
}

/**
 * The score that a list of the cache holds (useIndicatorScores), or a new one.
 * @param held what these lists hold; given by callers that look up many values
 */
export async function scoreOf(
  client: QueryClient,
  kind: IndicatorKind,
  value: string,
  held = scoresHeld(client),
): Promise<IndicatorScore> {
  return held(value) ?? (await asks[kind]?.ask(value, client)) ?? { state: 'unknown', score: null };
}

/** The scores that the lists of the cache hold now, by value. */
export function scoresHeld(client: QueryClient): (value: string) => IndicatorScore | undefined {
  return answersInLists<IndicatorScore>(client, scoreLists);
}

/** The name of the lists of scores in the cache. */
const scoreLists = 'indicatorScores';

function riskOf(record: ScoreRecord | undefined): IndicatorScore {
  const { sp_risk_score: score, verdict } = record ?? {};
  const decider = record?.sp_risk_score_explain?.sp_risk_score_decider;
  const state = riskScoreState({ score, decider, verdict });
  const gap = state === 'unknown' ? gapOf(record?.upstream_state) : undefined;
  if (gap) return { state: undefined, score: null, gap };
  const { asn, asname, country_code: country } = record ?? {};
  return {
    state,
    ...(asn !== undefined && { origin: { asn: asn || undefined, asname, country: country || undefined } }),
    score: state === undefined || state === 'scored' ? (score ?? null) : null,
    ...(state === 'unknown' && score ? { networkScore: score } : {}),
    ...(decider && { decider }),
    ...(record?.checked && { checked: record.checked }),
    provider: providerOf(record),
  };
}

/** A score that is a share of active addresses or served domains; with none of them it is unknown, as on the subject's page. */
function shareOf(
  evidence: Parameters<typeof reputationVerdictState>[0],
  decider: string,
  record: { readonly verdict?: VerdictState } | undefined,
  upstream: UpstreamNote | undefined,
): IndicatorScore {
  const state = readVerdictState(record?.verdict) ?? reputationVerdictState(evidence);
  const gap = state === 'unknown' ? gapOf(upstream?.state) : undefined;
  if (gap) return { state: undefined, score: null, gap };
  const seen = state === 'scored' ? { state, score: evidence.reputation ?? null, decider } : { state, score: null };
  return { ...seen, provider: providerOf(record) };
}

/** How queries for single values are batched into bulk calls. */
interface BatcherOptions<Answer> {
  /** Requests all values of one chunk. A value missing from the result is unknown. */
  readonly askMany: (values: readonly string[]) => Promise<ReadonlyMap<string, Answer>>;
  readonly collectMilliseconds?: number;
  readonly chunkSize?: number;
}

/**
 * Turns queries for single values into bulk calls: collects them for 10 ms, sends chunks, of 100 by default, and
 * sends each value once, even if several callers ask for it meanwhile. Undefined for a value missing from the bulk answer.
 */
export function createBatcher<Answer>({
  askMany,
  collectMilliseconds = 10,
  chunkSize = 100,
}: BatcherOptions<Answer>): (value: string) => Promise<Answer | undefined> {
  const loader = new DataLoader<string, Answer | undefined>(
    (values) => {
      // a value that is requested again after this, by a refetch, gets a call of its own; TanStack Query keeps the answers
      for (const value of values) loader.clear(value);
      return askChunk(values, askMany);
    },
    { maxBatchSize: chunkSize, batchScheduleFn: (send) => setTimeout(send, collectMilliseconds) },
  );
  return (value) => loader.load(value);
}

/** Retries a rejected chunk in halves, so that one rejected value does not fail the other 99. */
async function askChunk<Answer>(
  chunk: readonly string[],
  askMany: BatcherOptions<Answer>['askMany'],
): Promise<readonly (Answer | undefined | Error)[]> {
  try {
    const answers = await askMany(chunk);
    return chunk.map((value) => answers.get(value));
  } catch (error) {
    if (chunk.length === 1 || !(error instanceof ApiFailure && error.kind === 'input')) throw error;
    const half = Math.ceil(chunk.length / 2);
    const halves = [chunk.slice(0, half), chunk.slice(half)].map((part) =>
      askChunk(part, askMany).catch((reason: Error) => part.map(() => reason)),
    );
    return (await Promise.all(halves)).flat();
  }
}

/** Scores and states by value. A missing value has no answer (yet). */
export type IndicatorScores = ReadonlyMap<string, IndicatorScore>;

const UNANSWERED: IndicatorScore = { state: undefined, score: null, gap: 'unanswered' };

/**
 * The scores of a list of addresses and domains, in batches (`riskScores`). A value whose look-up failed is
 * marked as failed, and requested again at the next view. @param values memoized
 */
export function useIndicatorScores(values: readonly string[]): {
  readonly scores: IndicatorScores;
  readonly isAsking: boolean;
} {
  const { answers, isAsking } = useEach(scoreLists, values, (_, value) => askRisk(value), scoresAtOnce);
  const scores = useMemo(
    () => (isAsking ? answers : new Map(values.map((value) => [value, answers.get(value) ?? UNANSWERED]))),
    [answers, isAsking, values],
  );
  return { scores, isAsking };
}

/** The record with the listings and facts of an indicator; null where the deployment has none. */
export type EvidenceRecord =
  | DomainInfo
  | Ipv4Record
  | Ipv6Record
  | AsnReputation
  | SubnetReputation
  | NsServerReputation;
type Evidence = EvidenceRecord | null;
type AskEvidence = (value: string, client: QueryClient) => Promise<Evidence | undefined>;

const evidenceOf: Partial<Record<IndicatorKind, AskEvidence>> = {
  ipv4: async (value, client) => {
    const question = { operationId: 'ipv4Info', path: { ipv4: canonicalIp(value) ?? value } } as const;
    return (await askQuietly(client, question)).response.ip2asn?.[0];
  },
  ipv6: async (value, client) => {
    const question = { operationId: 'ipv6Info', path: { ipv6: canonicalIp(value) ?? value } } as const;
    return (await askQuietly(client, question)).response.ip2asn?.[0];
  },
  domain: async (value, client) => {
    const question = { operationId: 'domainInfo', path: { domain: value } } as const;
    return (await askQuietly(client, question)).response.domaininfo;
  },
  // shares the answers of the subject pages and of the scores
  asn: async (value, client) => {
    const { response } = await askQuietly(client, headerQuestion.asn(parseAsn(value) ?? 0));
    return onlyRecord(response.asn_reputation);
  },
  subnet: async (value, client) => {
    const cidr = parseCidr(value);
    if (!cidr) return null;
    const { response } = await askQuietly(client, headerQuestion.ipv4Subnet(cidr));
    return onlyRecord(response.subnet_reputation);
  },
  'name-server': async (value, client) => {
    const { response } = await askQuietly(client, headerQuestion.nameServer(value));
    return onlyRecord(response.ns_server_reputation);
  },
};

/** The listings and facts of one indicator, requested when its card is opened. */
export function indicatorEvidenceOptions(kind: IndicatorKind, value: string) {
  return queryOptions({
    queryKey: ['indicatorEvidence', connection().baseUrl, kind, value],
    queryFn: async ({ client }): Promise<Evidence> => recordWithEvidence(await evidenceOf[kind]?.(value, client)),
    retry: false,
  });
}

/** The record, if its deployment reports listings and facts. */
export function recordWithEvidence(record: Evidence | undefined): Evidence {
  return record?.not_tracked ? record : null;
}
