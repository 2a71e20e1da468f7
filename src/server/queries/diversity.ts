import type { Query } from '#server/engine/engine.ts';
import type { Condition } from './condition.ts';
import { hostCondition, type HostScope } from './host-scope.ts';

const MOST = 10_000;

export interface DiversityLookup {
  readonly type: 'A' | 'AAAA';
  readonly scope: HostScope;
  /** Only records seen after this time, epoch seconds. */
  readonly seenAfter: number;
}

export interface DiversityRow {
  readonly host: string;
  readonly addresses: number;
  /** Different /24 networks of IPv4, /48 of IPv6. */
  readonly groups: number;
  /** Different ASNs; an address that nobody announces counts for none. */
  readonly asns: number;
}

/** E7: how many addresses each host pointed to, most first. */
export function ipDiversity(lookup: DiversityLookup): Query<DiversityRow> {
  const { sql, params } = observed(lookup);
  return {
    name: 'padnsIpDiversity',
    sql: `SELECT reverse(rname) AS host, uniqExact(answer) AS addresses,
                 uniqExact(IPv6CIDRToRange(ip, {groupBits:UInt8}).1) AS groups, uniqExactIf(asn, asn != 0) AS asns
          FROM (${sql}) GROUP BY rname ORDER BY addresses DESC, rname LIMIT ${MOST}`,
    params: { ...params, groupBits: lookup.type === 'A' ? 120 : 48 },
  };
}

export interface TimelineRow {
  readonly host: string;
  readonly ip: string;
  readonly asn: number;
  readonly asname: string;
  readonly first: number;
  readonly last: number;
}

/** The addresses behind it with their times, newest first. */
export function diversityTimeline(lookup: DiversityLookup): Query<TimelineRow> {
  const { sql, params } = observed(lookup);
  return {
    name: 'padnsIpDiversity',
    sql: `SELECT reverse(rname) AS host, answer AS ip, seen.asn AS asn, names.asname AS asname,
                 toUnixTimestamp(first_seen) AS first, toUnixTimestamp(last_seen) AS last
          FROM (${sql}) AS seen LEFT JOIN (SELECT asn, asname FROM asns FINAL) AS names ON seen.asn = names.asn
          ORDER BY first_seen DESC, rname, answer LIMIT ${MOST}`,
    params,
  };
}

function observed({ type, scope, seenAfter }: DiversityLookup): Condition {
  const hosts = hostCondition('rname', scope);
  return {
    sql: `SELECT rname, answer, first_seen, last_seen, toIPv6OrDefault(answer) AS ip,
                 dictGetOrDefault('origin_as', 'asn', ip, toUInt32(0)) AS asn
          FROM fwd FINAL WHERE (${hosts.sql}) AND rrtype = {type:String}
            AND last_seen > toDateTime({seenAfter:UInt32}, 'UTC')`,
    params: { type, seenAfter, ...hosts.params },
  };
}
