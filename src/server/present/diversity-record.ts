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

/** E7, E8. @param timeline rows of this host, newest first @param counted those of them that the numbers count */
export function diversityRecord(
  row: DiversityRow,
  timeline: readonly TimelineRow[],
  { asn, ...detail }: DiversityDetail,
  counted: readonly TimelineRow[] = timeline,
): IpDiversityRecord {
  return {
    ...(asn && { asn_diversity: row.asns }),
    host: row.host,
    ip_diversity_all: row.addresses,
    ip_diversity_groups: row.groups,
    ...(detail.verbose && verboseLists(timeline, counted, asn)),
    ...((detail.timeline || detail.verbose) && { timeline: timeline.map((entry) => timelineEntry(entry, asn)) }),
  };
}

/** Rows of several hosts, each host's in their order. */
export function timelinesByHost(rows: readonly TimelineRow[]): ReadonlyMap<string, readonly TimelineRow[]> {
  const byHost = new Map<string, TimelineRow[]>();
  for (const row of rows) {
    const entries = byHost.get(row.host);
    if (entries) entries.push(row);
    else byHost.set(row.host, [row]);
  }
  return byHost;
}

function timelineEntry({ ip, first, last, ...origin }: TimelineRow, withAsn: boolean) {
  return {
    ...(withAsn && { asn: String(origin.asn), asname: origin.asname }),
    first_seen: epochSecondsToTimestamp(first),
    ip,
    last_seen: epochSecondsToTimestamp(last),
  };
}

/** What DNS answers now as rows of the timeline, and what was collected of the host within the window, newest first. */
export interface LiveDiversity {
  readonly host: string;
  readonly now: readonly TimelineRow[];
  readonly collected: readonly TimelineRow[];
}

/** E7, scope=live: the numbers are of now; the timeline also has what was before. */
export function liveDiversityRecord(
  { host, now, collected }: LiveDiversity,
  detail: DiversityDetail,
): IpDiversityRecord {
  const current = new Set(now.map(({ ip }) => ip));
  const timeline = [...now, ...collected.filter(({ ip }) => !current.has(ip))].sort(newestFirst);
  const row = {
    host,
    addresses: now.length,
    groups: new Set(now.map(({ ip }) => groupOf(ip))).size,
    asns: distinctAsns(now).length,
  };
  const counted = timeline.filter(({ ip }) => current.has(ip));
  return { ...diversityRecord(row, timeline, detail, counted), scope: 'live' };
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

/** "ips, dates, and asns"; their shape is not shown. Decision: distinct values, dates are the days of first observation. */
function verboseLists(timeline: readonly TimelineRow[], counted: readonly TimelineRow[], withAsn: boolean) {
  const days = new Set(timeline.map(({ first }) => epochSecondsToTimestamp(first).slice(0, 10)));
  return {
    ips: [...new Set(counted.map(({ ip }) => ip))],
    dates: [...days].sort(),
    ...(withAsn && { asns: distinctAsns(counted) }),
  };
}
