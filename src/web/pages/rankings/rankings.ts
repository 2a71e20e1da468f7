import {
  countColumn,
  indicatorColumn,
  scoreColumn,
  tagColumn,
  textColumn,
  timeColumn,
} from '#web/kit/records/record-columns.tsx';
import type { RowTags } from '#web/kit/score/TagRow.tsx';
import { nameServer } from '#model/indicator-kind.ts';
import { explainWord } from '#web/kit/score/score-words.ts';
import type { ColumnDef } from '#web/table/column-def.ts';

export type RankingId =
  | 'takedownReputationRank'
  | 'asnReputationRank'
  | 'subnetReputationRank'
  | 'ipv4ReputationRank'
  | 'nsReputationRank'
  | 'nameServersListed';

export interface Ranking {
  readonly operationId: RankingId;
  /** Label in the list of rankings. */
  readonly label: string;
  readonly title: string;
  /** What the rows are. */
  readonly rows: string;
  /** How rows are ranked, in a sentence. */
  readonly meaning: string;
  /** The name of the list under `response`. */
  readonly list: string;
  /** The field that identifies a row. */
  readonly subject: string;
  /** The field with the inputs of the score; D7 has none. */
  readonly explain?: string;
  readonly columns: readonly ColumnDef<RankingRow>[];
}

const rank = countColumn<RankingRow>('rank', '#', {
  size: 48,
  meta: { description: 'Place in the ranking, worst first' },
});
const asn = indicatorColumn<RankingRow>('asn', 'AS', {
  size: 100,
  meta: { indicatorOf: (value) => ({ kind: 'asn', value }) },
});
const tags = tagColumn<RankingRow>(150);
const asname = textColumn<RankingRow>('asname', 'Name', { size: 272 });

function input(field: string): ColumnDef<RankingRow> {
  const { label, unit } = explainWord(field);
  const header = unit === 'days' ? `${label} (days)` : label;
  // the header is longer than its numbers
  return countColumn<RankingRow>(field, header, { size: 26 + 7 * header.length });
}

function allocated(of: 'asn' | 'subnet'): ColumnDef<RankingRow>[] {
  return [
    timeColumn<RankingRow>(`${of}_allocation_date`, 'Allocated', { size: 104 }),
    countColumn<RankingRow>(`${of}_allocation_age`, 'Allocated ago (days)', { size: 150, meta: { isHidden: true } }),
  ];
}

/** D1, D8, D11, D16, D4 and D7, keyed by the last part of the page's path. */
export const rankings = {
  takedown: {
    operationId: 'takedownReputationRank',
    label: 'Abuse response',
    title: 'Slowest abuse response',
    rows: 'Autonomous systems',
    meaning: 'Autonomous systems by abuse response: how long and how many of their listings stay open.',
    list: 'takedown_reputation_rank',
    subject: 'asn',
    explain: 'asn_takedown_reputation_explain',
    columns: [
      rank,
      asn,
      { ...asname, size: 330 },
      countColumn('asn_takedown_reputation', 'Slowness', {
        size: 100,
        meta: { isKey: true, description: 'From 0 to 100, the slowest' },
      }),
      // the inputs fill the width of a screen
      { ...tags, meta: { ...tags.meta, isHidden: true } },
      ...['items_num_listed', 'listings_max_age', 'ips_num_listed', 'ips_in_asn'].map(input),
      ...allocated('asn'),
    ],
  },
  asn: {
    operationId: 'asnReputationRank',
    label: 'AS',
    title: 'Worst autonomous systems',
    rows: 'Autonomous systems',
    meaning:
      'Autonomous systems by reputation: the share of their active addresses that are listed, or have a listed name.',
    list: 'asn_reputation_rank',
    subject: 'asn',
    explain: 'asn_reputation_explain',
    columns: [
      rank,
      asn,
      asname,
      scoreColumn('asn_reputation', 'Reputation', { size: 130 }),
      tags,
      ...['ips_num_listed', 'ips_num_active', 'ips_in_asn'].map(input),
      ...allocated('asn'),
    ],
  },
  subnet: {
    operationId: 'subnetReputationRank',
    label: 'Subnet',
    title: 'Worst subnets',
    rows: 'Subnets',
    meaning: 'Subnets by reputation: the share of their active addresses that are listed, or have a listed name.',
    list: 'subnet_reputation_rank',
    subject: 'subnet',
    explain: 'subnet_reputation_explain',
    columns: [
      rank,
      indicatorColumn('subnet', 'Subnet', { size: 190, meta: { indicatorOf: (value) => ({ kind: 'subnet', value }) } }),
      scoreColumn('subnet_reputation', 'Reputation', { size: 130 }),
      tags,
      ...['ips_num_listed', 'ips_num_active', 'ips_in_subnet'].map(input),
      ...allocated('subnet'),
    ],
  },
  ipv4: {
    operationId: 'ipv4ReputationRank',
    label: 'IPv4',
    title: 'Worst IPv4 addresses',
    rows: 'IPv4 addresses',
    meaning: 'IPv4 addresses by reputation: the share of listed names among the names that point to them.',
    list: 'ip_reputation_rank',
    subject: 'ip',
    explain: 'ip_reputation_explain',
    columns: [
      rank,
      indicatorColumn('ip', 'Address', { size: 160 }),
      scoreColumn('ip_reputation', 'Reputation', { size: 130 }),
      tags,
      ...['names_num_listed', 'ip_density'].map(input),
    ],
  },
  nameserver: {
    operationId: 'nsReputationRank',
    label: 'Name server',
    title: 'Worst name servers',
    rows: 'Name servers',
    meaning: 'Name servers by reputation: the share of listed domains among the domains they serve.',
    list: 'ns_server_reputation_rank',
    subject: 'ns_server',
    explain: 'ns_server_reputation_explain',
    columns: [
      rank,
      indicatorColumn('ns_server', 'Name server', { size: 320, meta: { indicatorOf: nameServer } }),
      scoreColumn('ns_server_reputation', 'Reputation', { size: 130 }),
      tags,
      ...['ns_server_domains_listed', 'ns_server_domain_density'].map(input),
      timeColumn('date', 'Day', { size: 112 }),
    ],
  },
  listed: {
    operationId: 'nameServersListed',
    label: 'Listed domains',
    title: 'Name servers with the most listed domains',
    rows: 'Name servers',
    meaning: 'Name servers by the number of listed domains they serve, regardless of how many others they serve.',
    list: 'listed_on_nameserver',
    subject: 'ns_srv',
    columns: [
      rank,
      indicatorColumn('ns_srv', 'Name server', { size: 320, meta: { indicatorOf: nameServer } }),
      countColumn('listed', 'Listed domains', { size: 130, meta: { isKey: true } }),
    ],
  },
} as const satisfies Record<string, Ranking>;

export type RankingKind = keyof typeof rankings;

export function isRankingKind(text: string): text is RankingKind {
  return Object.hasOwn(rankings, text);
}

/** A row of a ranking: the fields of the record and of its explain object together, under their wire names. */
export type RankingRow = { readonly rank: number; readonly tags?: RowTags } & Readonly<Record<string, unknown>>;

interface RankingFields {
  readonly list: string;
  readonly explain?: string;
}

/** The rows of a ranking, in the order of the answer: highest scores first. */
export function rankingRows(
  response: Readonly<Record<string, unknown>>,
  { list, explain }: RankingFields,
): readonly RankingRow[] {
  const records = response[list];
  if (!Array.isArray(records)) return [];
  return records.map((record: Readonly<Record<string, unknown>>, index) => {
    const { [explain ?? '']: inputs, ...fields } = record;
    return { ...fields, ...(typeof inputs === 'object' && inputs), rank: index + 1 };
  });
}
