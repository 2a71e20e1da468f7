import type { Query } from '#server/engine/engine.ts';
import { subnetText } from './address-key.ts';
import { hostCondition, type HostScope, listLimit } from './condition.ts';
import { type AddressRange, pointSettings } from './padns-selection.ts';

/** Name or address -> how many different names point to it, ever seen. */
export interface DensityRow {
  readonly subject: string;
  readonly density: number;
}

/** Domains on name servers or mail exchangers (E6: nssrv, mxsrv), densest first. */
export function serverDensity(type: 'NS' | 'MX', scope: HostScope): Query<DensityRow> {
  const hosts = hostCondition('arev', scope);
  return {
    name: 'padnsDensity',
    sql: `SELECT reverse(arev) AS subject, uniqExact(rname) AS density FROM rev
          WHERE rrtype = {type:String} AND (${hosts.sql})
          GROUP BY arev ORDER BY density DESC, arev LIMIT ${listLimit}`,
    params: { type, ...hosts.params },
    settings: pointSettings,
  };
}

/** The same for a list of name servers. */
export function nameServerDensity(servers: readonly string[]): Query<DensityRow> {
  return {
    name: 'nameServerDensity',
    sql: `SELECT reverse(arev) AS subject, uniqExact(rname) AS density FROM rev
          WHERE rrtype = 'NS' AND arev IN (SELECT reverse(arrayJoin({servers:Array(String)})))
          GROUP BY arev`,
    params: { servers },
    settings: { max_threads: 1 },
  };
}

/** Domains with exactly that set of servers (E6: nshash, mxhash). @param hash 32 hex digits */
export function setDensity(type: 'NS' | 'MX', hash: string): Query<DensityRow> {
  return {
    name: 'padnsDensity',
    sql: `SELECT {hash:String} AS subject, uniqExact(rname) AS density FROM rrsets_by_hash
          WHERE rrtype = {type:String} AND rrsets_by_hash.hash = toFixedString(unhex({hash:String}), 16)
          HAVING density > 0`,
    params: { type, hash },
    settings: pointSettings,
  };
}

/** Names on each address of a range that any name points to (E6: ipv4, ipv6), densest first. */
export function addressDensity(type: 'A' | 'AAAA', range: AddressRange): Query<DensityRow> {
  return {
    name: 'padnsDensity',
    sql: `SELECT if({type:String} = 'A', substring(toString(ip), 8), toString(ip)) AS subject,
                 uniqExact(rname) AS density FROM rev
          WHERE rrtype = {type:String} AND ip BETWEEN {first:IPv6} AND {last:IPv6}
          GROUP BY ip ORDER BY density DESC, ip LIMIT ${listLimit}`,
    params: { type, ...range },
    settings: pointSettings,
  };
}

/** Density of the addresses of a subnet or an ASN that any name points to. */
export interface DensitySummaryRow {
  readonly asn: number;
  readonly asname: string;
  /** CIDR; empty in the summary of an ASN. */
  readonly subnet: string;
  readonly ips_active: number;
  readonly density_avg: number;
  readonly density_max: number;
  readonly density_stddev: number;
  /** Of an ASN: its prefixes with such an address. */
  readonly subnets_active?: number;
}

const asnameOfAsn = "dictGet('as_names', 'asname', toUInt64({asn:UInt32}))";

const summary = `count() AS ips_active, round(avg(names), 2) AS density_avg, max(names) AS density_max,
  round(stddevPop(names), 2) AS density_stddev`;

/** E6, scope subnet. */
export function subnetDensity(asn: number, subnet: string, range: AddressRange): Query<DensitySummaryRow> {
  return {
    name: 'padnsDensity',
    sql: `SELECT {asn:UInt32} AS asn, ${asnameOfAsn} AS asname, {subnet:String} AS subnet, count() AS ips_active,
                 ifNotFinite(round(avg(names), 2), 0) AS density_avg, max(names) AS density_max,
                 ifNotFinite(round(stddevPop(names), 2), 0) AS density_stddev
          FROM (SELECT uniqExact(rname) AS names FROM rev
                WHERE rrtype = 'A' AND ip BETWEEN {first:IPv6} AND {last:IPv6} GROUP BY ip)`,
    params: { asn, subnet, ...range },
    settings: pointSettings,
  };
}

/** E6, scopes asn and asn_subnets: by the prefixes that the ASN announces today. */
export function asnDensity(asn: number, bySubnet: boolean): Query<DensitySummaryRow> {
  return {
    name: 'padnsDensity',
    sql: `SELECT {asn:UInt32} AS asn, ${asnameOfAsn} AS asname, ${bySubnet ? 'origin_subnet' : "''"} AS subnet,
                 ${summary}${bySubnet ? '' : ', uniqExact(origin_subnet) AS subnets_active'}
          FROM (SELECT uniqExact(rname) AS names,
                       dictGet('origin_as', ('asn', 'length'), ip) AS origin, ${subnetText('ip', 'origin.length')} AS origin_subnet
                FROM rev
                -- the span of its prefixes narrows the reading, the dictionary decides: a more specific one may be another's
                WHERE rrtype = 'A'
                  AND ip BETWEEN (SELECT min(first) FROM prefixes WHERE asn = {asn:UInt32} AND length >= 96)
                      AND (SELECT max(IPv6CIDRToRange(first, length).2) FROM prefixes WHERE asn = {asn:UInt32} AND length >= 96)
                GROUP BY ip)
          WHERE origin.asn = {asn:UInt32}
          GROUP BY subnet HAVING ips_active > 0 ORDER BY density_max DESC, subnet LIMIT ${listLimit}`,
    params: { asn },
  };
}

interface OriginRow {
  readonly asn: number;
  readonly subnet: string;
}

/** The announced prefix that holds an address; asn 0 when none does. */
export function originOf(ip: string): Query<OriginRow> {
  return {
    name: 'originOf',
    sql: `SELECT origin.asn AS asn, ${subnetText('{ip:IPv6}', 'origin.length')} AS subnet
          FROM (SELECT dictGet('origin_as', ('asn', 'length'), {ip:IPv6}) AS origin)`,
    params: { ip },
  };
}
