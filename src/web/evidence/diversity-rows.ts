import type { PadnsIpDiversityAnswer } from '#contract/generated/types.gen.ts';
import { formatAsn } from '#model/asn.ts';
import { timestampToEpochSeconds } from '#model/dates.ts';
import { formatCount } from '#model/format.ts';
import type { TimelineItem } from '#web/charts/timeline-layout.ts';
import { paths } from '#web/url/paths.ts';

/** One address of a host and when it was seen there. */
export interface DiversityRow {
  readonly host: string;
  readonly ip: string;
  /** 0: not announced, or the answer does not say. */
  readonly asn: number;
  readonly asname: string;
  /** 'yyyy-mm-dd hh:mm:ss' in UTC. */
  readonly first_seen: string;
  readonly last_seen: string;
}

/** How many different addresses the hosts in scope pointed to: the counts are those of the host with the most addresses. */
export interface DiversitySummary {
  readonly hosts: number;
  readonly addresses: number;
  readonly groups: number;
  /** undefined: not requested, or not in the answer. */
  readonly asns: number | undefined;
  /** How many addresses DNS returns now; undefined when DNS was not queried. */
  readonly live: number | undefined;
  readonly rows: readonly DiversityRow[];
}

/** E7: counts and timeline. Null when nothing was seen within the window. */
export function diversitySummary({ records = [] }: PadnsIpDiversityAnswer): DiversitySummary | null {
  const count = ({ ip_diversity_all = 0 }: (typeof records)[number]) => ip_diversity_all;
  const [most] = records.toSorted((a, b) => count(b) - count(a));
  if (!most) return null;
  const addresses = count(most);
  const rows = timelineRows(records);
  if (addresses === 0 && rows.length === 0) return null;
  return {
    hosts: records.length,
    addresses,
    groups: most.ip_diversity_groups ?? 0,
    asns: most.asn_diversity,
    live: liveCount(records),
    rows,
  };
}

/** A live answer has one host. Other deployments count what DNS returns now instead of the listed rows. */
function liveCount(records: NonNullable<PadnsIpDiversityAnswer['records']>): number | undefined {
  const record = records.find(({ scope }) => scope === 'live');
  return record && (record.ip_diversity_live ?? record.ip_diversity_all ?? 0);
}

/** Sorted by first seen, like the picture beside the table. */
export function timelineRows(records: NonNullable<PadnsIpDiversityAnswer['records']>): readonly DiversityRow[] {
  return records
    .flatMap(({ host = '', timeline = [] }) =>
      timeline.map(({ ip = '', asn, asname = '', first_seen = '', last_seen = '' }) => ({
        host,
        ip,
        asn: Number(asn ?? 0) || 0,
        asname,
        first_seen,
        last_seen,
      })),
    )
    .toSorted((a, b) => (a.first_seen < b.first_seen ? -1 : Number(a.first_seen > b.first_seen)));
}

export function diversityRowKey({ host, ip, first_seen }: DiversityRow): string {
  return `${host} ${ip} ${first_seen}`;
}

/**
 * "167 addresses in 77 networks of 11 autonomous systems, seen in the last 30 days." Live: "DNS returns 2
 * addresses now; 167 addresses in 77 networks of 11 autonomous systems, seen in the last 30 days."
 */
export function diversitySentence(summary: DiversitySummary, windowDays: number): string {
  const { hosts, addresses, groups, asns, live } = summary;
  const system = asns === undefined ? '' : ` of ${formatCount(asns, 'autonomous system', 'autonomous systems')}`;
  const where = hosts === 1 ? '' : `${formatCount(hosts, 'host', 'hosts')}; the most diverse has `;
  const seen = `${where}${formatCount(addresses, 'address', 'addresses')} in ${formatCount(groups, 'network', 'networks')}${system}, seen in the last ${windowDays} days.`;
  if (live === undefined) return seen;
  return `DNS returns ${live === 0 ? 'no address' : formatCount(live, 'address', 'addresses')} now; ${seen}`;
}

/** The rows as bars of the timeline, coloured by AS. A row without times appears in the table only. */
export function diversityItems(rows: readonly DiversityRow[], hasManyHosts: boolean): readonly TimelineItem[] {
  return rows.flatMap((row) => {
    const start = timestampToEpochSeconds(row.first_seen);
    const end = timestampToEpochSeconds(row.last_seen);
    if (start === null || end === null) return [];
    const isAnnounced = row.asn > 0;
    return [
      {
        key: diversityRowKey(row),
        label: row.ip,
        group: isAnnounced ? formatAsn(row.asn) : 'no AS',
        groupLabel: isAnnounced ? row.asname : 'not announced',
        start,
        end,
        path: paths.ip(row.ip),
        ...(isAnnounced && { groupPath: paths.asn(row.asn) }),
        ...(hasManyHosts && { title: row.host }),
      },
    ];
  });
}
