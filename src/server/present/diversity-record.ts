import type { IpDiversityRecord } from '#contract/generated/types.gen.ts';
import { epochSecondsToTimestamp } from '#model/dates.ts';
import type { DiversityRow, TimelineRow } from '#server/queries/diversity.ts';

export interface DiversityDetail {
  /** ASN diversity, and ASNs in the timeline. */
  readonly asn: boolean;
  readonly timeline: boolean;
  /** Addresses, days and timeline. */
  readonly verbose: boolean;
}

/** E7. @param timeline rows of this host, newest first */
export function diversityRecord(
  row: DiversityRow,
  timeline: readonly TimelineRow[],
  { asn, ...detail }: DiversityDetail,
): IpDiversityRecord {
  return {
    ...(asn && { asn_diversity: row.asns }),
    host: row.host,
    ip_diversity_all: row.addresses,
    ip_diversity_groups: row.groups,
    ...(detail.verbose && verboseLists(timeline, asn)),
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

/** "ips, dates, and asns"; their shape is not shown. Decision: distinct values, dates are the days of first observation. */
function verboseLists(timeline: readonly TimelineRow[], withAsn: boolean) {
  const days = new Set(timeline.map(({ first }) => epochSecondsToTimestamp(first).slice(0, 10)));
  const asns = new Set(timeline.map(({ asn }) => asn).filter((asn) => asn !== 0));
  return {
    ips: [...new Set(timeline.map(({ ip }) => ip))],
    dates: [...days].sort(),
    ...(withAsn && { asns: [...asns].sort((a, b) => a - b) }),
  };
}
