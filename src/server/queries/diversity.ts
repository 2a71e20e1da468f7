import { reverseName } from '#model/domain-name.ts';
import type { Query } from '#server/engine/engine.ts';
import { condition, type Condition, hostCondition, type HostScope, listLimit, mergeParams } from './condition.ts';

// a domain in flux changes its address every hour: this is a month of that
const mostAddresses = 1000;
const mostEntries = 250_000;

/** The records that diversity is counted over. */
export interface DiversityWindow {
  readonly type: 'A' | 'AAAA';
  /** Only records seen after this time, epoch seconds. */
  readonly seenAfter: number;
}

interface DiversityLookup extends DiversityWindow {
  readonly scope: HostScope;
}

export interface DiversityRow {
  readonly host: string;
  readonly addresses: number;
  /** Different /24 networks of IPv4, /48 of IPv6. */
  readonly groups: number;
  /** Different ASNs; unannounced addresses are not counted. */
  readonly asns: number;
}

interface DomainAsnRow {
  readonly asn: number;
  readonly asname: string;
  /** Names of the domain, itself included, that ever had an address in it. */
  readonly hosts: number;
}

const mostAsns = 10_000;

/** The ASNs of all addresses that a domain and its subdomains ever had, by number. */
export function domainAsns(domain: string): Query<DomainAsnRow> {
  return {
    name: 'aliasDomainAsns',
    sql: `SELECT ${originOf(address)} AS asn,
                 dictGet('as_names', 'asname', toUInt64(asn)) AS asname, uniqExact(rname) AS hosts
          FROM fwd WHERE (rname = {rname:String} OR startsWith(rname, {below:String})) AND rrtype IN ('A', 'AAAA')
            AND asn != 0
          GROUP BY asn ORDER BY asn LIMIT ${mostAsns}`,
    params: { rname: reverseName(domain), below: `${reverseName(domain)}.` },
  };
}

/** E7: how many addresses each host pointed to, most first. */
export function ipDiversity({ scope, ...window }: DiversityLookup): Query<DiversityRow> {
  const counted = diversityOf(hostCondition('rname', scope), window);
  return {
    name: 'padnsIpDiversity',
    sql: `${counted.sql} ORDER BY addresses DESC, rname LIMIT ${listLimit}`,
    params: counted.params,
  };
}

/** The same for listed hosts, in no order; a host without an address has no row. @param name the operationId that asks */
export function diversityOfHosts(name: string, hosts: readonly string[], window: DiversityWindow): Query<DiversityRow> {
  return { name, ...diversityOf(listed(hosts), window) };
}

function listed(hosts: readonly string[]): Condition {
  return condition('rname IN {reversed:Array(String)}', { reversed: hosts.map(reverseName) });
}

/**
 * The one definition of diversity (E7, E8): a SELECT of DiversityRow by host, to which HAVING, an order and a limit are
 * added. Rows hold `rname`, `answer`, `ip` and `asn` for further conditions. @param hosts a condition on rname
 */
export function diversityOf(hosts: Condition, window: DiversityWindow): Condition {
  const { sql, params } = observed(hosts, window);
  return {
    // without a subquery: each shard of a cluster then counts its own hosts, in the order of its key
    sql: `SELECT reverse(rname) AS host, uniqExact(answer) AS addresses,
                 uniqExact(IPv6CIDRToRange(${address} AS ip, {groupBits:UInt8}).1) AS groups,
                 uniqExactIf(${originOf('ip')} AS asn, asn != 0) AS asns
          ${sql} GROUP BY rname`,
    params: mergeParams(params, { groupBits: window.type === 'A' ? 120 : 48 }),
  };
}

const address = 'toIPv6OrDefault(answer)';

function originOf(ip: string): string {
  return `dictGetOrDefault('origin_as', 'asn', ${ip}, toUInt32(0))`;
}

export interface TimelineRow {
  readonly host: string;
  readonly ip: string;
  readonly asn: number;
  readonly asname: string;
  readonly first: number;
  readonly last: number;
}

/** E7: the addresses behind it with their times, newest first. */
export function diversityTimeline({ scope, ...window }: DiversityLookup): Query<TimelineRow> {
  return timelineOf('padnsIpDiversity', hostCondition('rname', scope), window);
}

/** The same for listed hosts. @param name the operationId that asks */
export function timelineOfHosts(name: string, hosts: readonly string[], window: DiversityWindow): Query<TimelineRow> {
  return timelineOf(name, listed(hosts), window);
}

interface LiveAddresses {
  readonly host: string;
  readonly type: 'A' | 'AAAA';
  /** Canonical text. */
  readonly addresses: readonly string[];
  /** When DNS answered them, epoch seconds. */
  readonly at: number;
}

/** E7, scope=live: addresses that DNS answers now, first seen when the collection first saw the host with them. */
export function liveTimeline({ host, type, addresses, at }: LiveAddresses): Query<TimelineRow> {
  return {
    name: 'padnsIpDiversity',
    sql: `SELECT {host:String} AS host, live.answer AS ip, live.asn AS asn,
                 dictGet('as_names', 'asname', toUInt64(live.asn)) AS asname,
                 if(known.first = 0, {at:UInt32}, least(known.first, {at:UInt32})) AS first, {at:UInt32} AS last
          FROM (
            SELECT arrayJoin({addresses:Array(String)}) AS answer, ${originOf(address)} AS asn
          ) AS live LEFT JOIN (
            SELECT answer, toUnixTimestamp(min(first_seen)) AS first FROM fwd
            WHERE rname = reverse({host:String}) AND rrtype = {type:String} AND answer IN {addresses:Array(String)}
            GROUP BY answer
          ) AS known ON live.answer = known.answer`,
    params: { host, type, addresses, at },
  };
}

function timelineOf(name: string, hosts: Condition, window: DiversityWindow): Query<TimelineRow> {
  const { sql, params } = observed(hosts, window);
  return {
    name,
    sql: `SELECT reverse(rname) AS host, answer AS ip, seen.asn AS asn, names.asname AS asname,
                 toUnixTimestamp(first_seen) AS first, toUnixTimestamp(last_seen) AS last
          FROM (SELECT rname, answer, first_seen, last_seen, ${originOf(address)} AS asn ${sql}) AS seen LEFT JOIN (SELECT asn, asname FROM asns FINAL) AS names ON seen.asn = names.asn
          ORDER BY first_seen DESC, rname, answer LIMIT ${mostAddresses} BY rname LIMIT ${mostEntries}`,
    params,
  };
}

function observed(hosts: Condition, { type, seenAfter }: DiversityWindow): Condition {
  return {
    sql: `FROM fwd FINAL WHERE (${hosts.sql}) AND rrtype = {type:String}
            AND last_seen > toDateTime({seenAfter:UInt32}, 'UTC')`,
    params: { type, seenAfter, ...hosts.params },
  };
}
