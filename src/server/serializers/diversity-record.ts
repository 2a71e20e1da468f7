import type { IpDiversityRecord } from '#contract/generated/types.gen.ts';
import { formatCidr, subnetOf } from '#model/cidr.ts';
import { epochSecondsToTimestamp } from '#model/dates.ts';
import { parseIp } from '#model/ip-address.ts';
import type { DiversityRow, TimelineRow } from '#server/queries/diversity.ts';

export interface DiversityDetail {
  /** ASN diversity, and ASNs in the timeline. */
  readonly asn: boolean;
  readonly timeline: boolean;
  /** Addresses, days and timeline. */
  readonly verbose: boolean;
}

/** E7, E8. @param timeline rows of this host, newest first: all that the counts cover, or the newest of them */
export function diversityRecord(
  row: DiversityRow,
  timeline: readonly TimelineRow[],
  { asn, ...detail }: DiversityDetail,
): IpDiversityRecord {
  const isListed = detail.timeline || detail.verbose;
  return {
    ...(asn && { asn_diversity: row.asns }),
    host: row.host,
    ip_diversity_all: row.addresses,
    ip_diversity_groups: row.groups,
    ...(detail.verbose && verboseLists(timeline, asn)),
    ...(isListed && { timeline: timeline.map((entry) => timelineEntry(entry, asn)) }),
    ...(isListed && addressesOf(timeline).length < row.addresses && { timeline_truncated: true }),
  };
}

function timelineEntry({ ip, first, last, ...origin }: TimelineRow, withAsn: boolean) {
  return {
    ...(withAsn && { asn: String(origin.asn), asname: origin.asname }),
    first_seen: epochSecondsToTimestamp(first),
    ip,
    last_seen: epochSecondsToTimestamp(last),
  };
}

/** Current DNS answers as timeline rows, and the collected rows of the host within the window, newest first. */
interface LiveDiversity {
  readonly host: string;
  readonly now: readonly TimelineRow[];
  readonly collected: readonly TimelineRow[];
  /** Counts of all collected rows; the timeline may hold only the newest. */
  readonly counted: DiversityRow | undefined;
}

/** E7, scope=live: the counts cover the listed rows: current DNS answers and, with a timeline, earlier observations. */
export function liveDiversityRecord(
  { host, now, collected, counted }: LiveDiversity,
  detail: DiversityDetail,
): IpDiversityRecord {
  const current = new Set(now.map(({ ip }) => ip));
  const timeline = [...now, ...collected.filter(({ ip }) => !current.has(ip))].sort(newestFirst);
  const row = {
    host,
    addresses: Math.max(addressesOf(timeline).length, counted?.addresses ?? 0),
    groups: Math.max(new Set(timeline.map(({ ip }) => groupOf(ip))).size, counted?.groups ?? 0),
    asns: Math.max(distinctAsns(timeline).length, counted?.asns ?? 0),
  };
  return { ...diversityRecord(row, timeline, detail), scope: 'live', ip_diversity_live: current.size };
}

function addressesOf(rows: readonly TimelineRow[]): string[] {
  return [...new Set(rows.map(({ ip }) => ip))];
}

function newestFirst(a: TimelineRow, b: TimelineRow): number {
  return b.first - a.first || (a.ip < b.ip ? -1 : 1);
}

/** E7: /24 networks of IPv4, /48 of IPv6. */
function groupOf(ip: string): string {
  const address = parseIp(ip);
  const subnet = address && subnetOf(address, address.version === 4 ? 24 : 48);
  return subnet ? formatCidr(subnet) : ip;
}

function distinctAsns(rows: readonly TimelineRow[]): number[] {
  return [...new Set(rows.map(({ asn }) => asn))].filter((asn) => asn !== 0).sort((a, b) => a - b);
}

/** "ips, dates, and asns"; the specification shows no format. Decision: distinct values, dates are the days of first observation. */
function verboseLists(timeline: readonly TimelineRow[], withAsn: boolean) {
  const days = new Set(timeline.map(({ first }) => epochSecondsToTimestamp(first).slice(0, 10)));
  return {
    ips: addressesOf(timeline),
    dates: [...days].sort(),
    ...(withAsn && { asns: distinctAsns(timeline) }),
  };
}
