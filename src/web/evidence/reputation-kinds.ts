import { formatAsn } from '#model/asn.ts';
import type { Query } from '#web/api/query.ts';

export type TodayId = 'ipv4Reputation' | 'subnetReputation' | 'asnReputation' | 'takedownReputation' | 'nsReputation';
export type HistoryId = `${TodayId}History`;

/** One of the five reputations: its queries, the meaning of its score, and the meaning of a score of 0 or no record. */
export interface ReputationKind {
  /** Of today. */
  readonly questionOf: (value: string) => Query<TodayId>;
  /** Day by day, `limit` days back. */
  readonly historyOf: (value: string, limit: number) => Query<HistoryId>;
  /** The record's field under `response`; the history has the same name plus `_history`. */
  readonly record: string;
  /** The subject as shown, where it differs from the value queried. */
  readonly textOf?: (value: string) => string;
  readonly title: string;
  readonly historyTitle: string;
  /** Followed by `of <subject>`. */
  readonly shortTitle: string;
  /** Instead of the short title where the line is beside a score that is another measure. */
  readonly trendTitle?: string;
  /** The field of the record; its inputs have the same name plus `_explain`. */
  readonly score: string;
  /** The denominator of the score: when it is 0 there is not enough data, and a score of 0 means nothing. */
  readonly base: string | null;
  /** How the score is computed, in a sentence. */
  readonly meaning: string;
  readonly unknown: string;
}

const explained = { explain: 1 } as const;
const asnText = (asn: string): string => formatAsn(Number(asn));

/** D12, D13: the parts of a CIDR. */
function subnetPath(cidr: string): { readonly subnet: string; readonly mask: number } {
  const [subnet = '', mask] = cidr.split('/');
  return { subnet, mask: Number(mask) };
}

/** D14 and D15, D12 and D13 (IPv4 only), D9 and D10, D2 and D3, D5 and D6. */
export const REPUTATION_KINDS = {
  ipv4: {
    questionOf: (value) => ({ operationId: 'ipv4Reputation', path: { ipv4: value }, query: explained }),
    historyOf: (value, limit) => ({
      operationId: 'ipv4ReputationHistory',
      path: { ipv4: value },
      query: { ...explained, limit },
    }),
    record: 'ip_reputation',
    title: 'Reputation of the address',
    historyTitle: 'Reputation history of the address',
    shortTitle: 'Reputation',
    trendTitle: 'Share of listed names',
    score: 'ip_reputation',
    base: 'ip_density',
    meaning: 'Share of listed names among the names that point to it.',
    unknown: 'No name was seen pointing to this address in the last 30 days, so there is not enough data.',
  },
  subnet: {
    questionOf: (value) => ({ operationId: 'subnetReputation', path: subnetPath(value), query: explained }),
    historyOf: (value, limit) => ({
      operationId: 'subnetReputationHistory',
      path: subnetPath(value),
      query: { ...explained, limit },
    }),
    record: 'subnet_reputation',
    title: 'Reputation of the subnet',
    historyTitle: 'Reputation history of the subnet',
    shortTitle: 'Reputation',
    score: 'subnet_reputation',
    base: 'ips_num_active',
    meaning: 'Share of active addresses that were listed, or had a listed name, in the last 30 days.',
    unknown:
      'The collection has no score of this subnet: no AS announces exactly this prefix, or no address in it was active.',
  },
  asn: {
    questionOf: (value) => ({ operationId: 'asnReputation', path: { asn: Number(value) }, query: explained }),
    historyOf: (value, limit) => ({
      operationId: 'asnReputationHistory',
      path: { asn: Number(value) },
      query: { ...explained, limit },
    }),
    record: 'asn_reputation',
    textOf: asnText,
    title: 'Reputation of the AS',
    historyTitle: 'Reputation history of the AS',
    shortTitle: 'Reputation',
    score: 'asn_reputation',
    base: 'ips_num_active',
    meaning: 'Share of active addresses that were listed, or had a listed name, in the last 30 days.',
    unknown: 'This AS announces no prefix, or none of its addresses was active in the last 30 days.',
  },
  takedown: {
    questionOf: (value) => ({ operationId: 'takedownReputation', path: { asn: Number(value) }, query: explained }),
    historyOf: (value, limit) => ({
      operationId: 'takedownReputationHistory',
      path: { asn: Number(value) },
      query: { ...explained, limit },
    }),
    record: 'takedown_reputation',
    textOf: asnText,
    title: 'Abuse response of the AS',
    historyTitle: 'Abuse response history of the AS',
    shortTitle: 'Abuse response',
    score: 'asn_takedown_reputation',
    base: null,
    meaning:
      'How slowly the operator acts on listings, from 0 (fast) to 100. It says nothing about who uses the network.',
    unknown: 'The collection has no abuse response score of this AS.',
  },
  nameServer: {
    questionOf: (value) => ({ operationId: 'nsReputation', path: { nameserver: value }, query: explained }),
    historyOf: (value, limit) => ({
      operationId: 'nsReputationHistory',
      path: { nameserver: value },
      query: { ...explained, limit },
    }),
    record: 'ns_server_reputation',
    title: 'Reputation of the name server',
    historyTitle: 'Reputation history of the name server',
    shortTitle: 'Reputation',
    score: 'ns_server_reputation',
    base: 'ns_server_domain_density',
    meaning: 'Share of listed domains among the domains it serves.',
    unknown: 'No domain was seen on this name server in the last 30 days, so there is not enough data.',
  },
} as const satisfies Record<string, ReputationKind>;
