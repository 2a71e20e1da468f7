import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  asnReputationOptions,
  nsReputationOptions,
  subnetReputationOptions,
} from '#contract/generated/@tanstack/react-query.gen.ts';
import {
  domainRiskScore,
  domainRiskScoreBulk,
  ipv4RiskScore,
  ipv4RiskScoreBulk,
  ipv6RiskScore,
  ipv6RiskScoreBulk,
} from '#contract/generated/sdk.gen.ts';
import { parseAsn } from '#model/asn.ts';
import { parseCidr } from '#model/cidr.ts';
import { canonicalIp } from '#model/ip-address.ts';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import { connection } from './connection.ts';
import { ApiFailure } from './failure.ts';
import { onlyRecord } from './only-record.ts';
import { createBatcher } from './score-batcher.ts';

/** The score that speaks for an indicator where there is room for one only. */
export interface IndicatorScore {
  /** 0 to 100; null when the collection holds nothing about the indicator. */
  readonly score: number | null;
  /** Field that decided a risk score, where the deployment says so in bulk answers. */
  readonly decider?: string;
}

interface ScoreRecord {
  readonly sp_risk_score?: number;
  readonly sp_risk_score_explain?: { readonly sp_risk_score_decider?: string };
}

const isFaultOfOne = (error: unknown) => error instanceof ApiFailure && error.kind === 'input';

// one value alone is asked for by itself: unlike a list, the service may have kept that answer
const askIpv4 = createBatcher<ScoreRecord>({
  isFaultOfOne,
  askMany: async ([ip = '', ...others]) => {
    if (others.length > 0) {
      const { data } = await ipv4RiskScoreBulk({ body: { ips: [ip, ...others] }, throwOnError: true });
      return byAddress(data.response);
    }
    const { data } = await ipv4RiskScore({ path: { ipv4: ip }, throwOnError: true });
    return byAddress(data.response.ip2asn);
  },
});
const askIpv6 = createBatcher<ScoreRecord>({
  isFaultOfOne,
  askMany: async ([ip = '', ...others]) => {
    if (others.length > 0) {
      const { data } = await ipv6RiskScoreBulk({ body: { ips: [ip, ...others] }, throwOnError: true });
      return byAddress(data.response);
    }
    const { data } = await ipv6RiskScore({ path: { ipv6: ip }, throwOnError: true });
    return byAddress(data.response.ip2asn);
  },
});
const askDomain = createBatcher<ScoreRecord>({
  isFaultOfOne,
  askMany: async ([domain = '', ...others]) => {
    if (others.length > 0) {
      const { data } = await domainRiskScoreBulk({ body: { domains: [domain, ...others] }, throwOnError: true });
      return byDomain(data.response);
    }
    const { data } = await domainRiskScore({ path: { domain }, throwOnError: true });
    return byDomain([data.response]);
  },
});

function byAddress(records: readonly (ScoreRecord & { ip?: string })[] = []): Map<string, ScoreRecord> {
  return new Map(
    records.flatMap((record) => (record.ip ? [[canonicalIp(record.ip) ?? record.ip, record] as const] : [])),
  );
}

function byDomain(records: readonly (ScoreRecord & { domain?: string })[]): Map<string, ScoreRecord> {
  return new Map(records.flatMap((record) => (record.domain ? [[record.domain, record] as const] : [])));
}

type Ask = (value: string, client: QueryClient) => Promise<IndicatorScore>;

/** A8, B3, C3 in batches, A2, B2, C2 for a value alone; D5, D9 and D12 one by one, through the same cache entries that the subject pages use. */
const asks: Partial<Record<IndicatorKind, { readonly name: string; readonly ask: Ask }>> = {
  ipv4: { name: 'Risk score', ask: async (value) => riskOf(await askIpv4(canonicalIp(value) ?? value)) },
  ipv6: { name: 'Risk score', ask: async (value) => riskOf(await askIpv6(canonicalIp(value) ?? value)) },
  domain: { name: 'Risk score', ask: async (value) => riskOf(await askDomain(value)) },
  asn: {
    name: 'Reputation score of the AS',
    ask: async (value, client) => {
      const { response } = await client.ensureQueryData(asnReputationOptions({ path: { asn: parseAsn(value) ?? 0 } }));
      return { score: onlyRecord(response.asn_reputation)?.asn_reputation ?? null };
    },
  },
  subnet: {
    name: 'Reputation score of the subnet',
    ask: async (value, client) => {
      const [subnet = '', mask = ''] = value.split('/');
      const options = subnetReputationOptions({ path: { subnet, mask: Number(mask) } });
      const { response } = await client.ensureQueryData(options);
      return { score: onlyRecord(response.subnet_reputation)?.subnet_reputation ?? null };
    },
  },
  'name-server': {
    name: 'Reputation score of the name server',
    ask: async (value, client) => {
      const { response } = await client.ensureQueryData(nsReputationOptions({ path: { nameserver: value } }));
      return { score: onlyRecord(response.ns_server_reputation)?.ns_server_reputation ?? null };
    },
  },
};

/** What the score of an indicator is called; null when its kind has none (D12 takes IPv4 subnets only). */
export function indicatorScoreName(kind: IndicatorKind, value: string): string | null {
  if (kind === 'subnet' && parseCidr(value)?.network.version !== 4) return null;
  return asks[kind]?.name ?? null;
}

/** The cached score of one indicator, for kinds that {@link indicatorScoreName} knows. */
export function indicatorScoreOptions(kind: IndicatorKind, value: string) {
  return queryOptions({
    queryKey: ['indicatorScore', connection().baseUrl, kind, value],
    queryFn: async ({ client }): Promise<IndicatorScore> => (await asks[kind]?.ask(value, client)) ?? { score: null },
  });
}

function riskOf(record: ScoreRecord | undefined): IndicatorScore {
  const decider = record?.sp_risk_score_explain?.sp_risk_score_decider;
  return { score: record?.sp_risk_score ?? null, ...(decider && { decider }) };
}
