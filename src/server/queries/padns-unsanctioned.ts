import type { WildcardClass } from '#model/wildcard.ts';
import type { Query } from '#server/engine/engine.ts';
import { allOf, anyOf, condition, type Condition, mergeParams, not, wildcardCondition } from './condition.ts';
import {
  addressColumn,
  answerConditions,
  answerOf,
  originAs,
  ownerConditions,
  pairConditions,
  type PairLookup,
  pairSettings,
} from './padns-both.ts';
import { orderBy, type PadnsRow, sourceBits, timeCondition } from './padns-selection.ts';

export interface UnsanctionedLookup extends PairLookup {
  readonly type: 'A' | 'AAAA';
  /** Patterns of name servers; `outside`: names that are on none of them. */
  readonly nameServers: { readonly patterns: readonly WildcardClass[]; readonly outside: boolean } | undefined;
  /** One record for each name, with the times of the name. */
  readonly byHost: boolean;
}

export interface UnsanctionedRow extends PadnsRow {
  /** AS number that announces the answer; 0 if not announced. */
  readonly asn: number;
}

/** E4: addresses that names were given inside or outside networks, of names on or off name servers. */
export function padnsUnsanctioned(lookup: UnsanctionedLookup): Query<UnsanctionedRow> {
  const { byHost, bounds, limit, skip, type } = lookup;
  const found = byHost ? hosts(lookup) : records(lookup);
  const within = timeCondition(bounds);
  return {
    name: 'padnsUnsanctioned',
    sql: `SELECT rname, reverse(rname) AS query, toString(rrtype) AS type, answer,
                 toUnixTimestamp(first_seen) AS first, toUnixTimestamp(last_seen) AS last, count, ttl, '' AS hash,
                 ${sourceBits}, ${originAs('ip')} AS asn
          FROM (${found.sql}) WHERE ${within.sql}
          ${orderBy(lookup, [type])} LIMIT {limit:UInt32} OFFSET {skip:UInt32}`,
    params: mergeParams(found.params, within.params, { limit, skip }),
    settings: pairSettings(lookup),
  };
}

/** reduce=full: each record with its own times. */
function records(lookup: UnsanctionedLookup): Condition {
  const where = allOf([...pairConditions(lookup), ...nameServerConditions(lookup)]);
  return condition(
    `SELECT rname, rrtype, ${answerOf(lookup)} AS answer, ${addressColumn(lookup.type, lookup.table).value} AS ip,
            first_seen, last_seen, count, ttl, sources
     FROM ${lookup.table} FINAL WHERE ${where.sql}`,
    where.params,
  );
}

/** reduce=host: the times and the count are of all records of the name, its answer is the latest that is requested. */
function hosts(lookup: UnsanctionedLookup): Condition {
  // all records of a name stand together by name
  const byName = { ...lookup, table: 'fwd' } as const;
  const named = allOf([...ownerConditions(byName), ...nameServerConditions(byName)]);
  const asked = allOf(answerConditions(byName));
  return condition(
    `SELECT rname, any(rrtype) AS rrtype, argMaxIf(text, (seen, text), asked) AS answer,
            argMaxIf(address, (seen, text), asked) AS ip, min(since) AS first_seen, max(seen) AS last_seen,
            sum(times) AS count, max(ttl) AS ttl, groupBitOr(origins) AS sources
     FROM (SELECT rname, rrtype, answer AS text, ${addressColumn(lookup.type, 'fwd').value} AS address,
                  first_seen AS since, last_seen AS seen, count AS times, ttl, sources AS origins, (${asked.sql}) AS asked
           FROM fwd FINAL WHERE ${named.sql})
     GROUP BY rname HAVING max(asked)`,
    mergeParams(named.params, asked.params),
  );
}

function nameServerConditions(lookup: UnsanctionedLookup): Condition[] {
  const { nameServers } = lookup;
  if (!nameServers) return [];
  const on = hostsOn(nameServers.patterns, allOf(ownerConditions({ ...lookup, table: 'fwd' })));
  return [nameServers.outside ? not(on) : on];
}

/**
 * Names that are on such a name server: by the latest set of the nearest zone at or above the name whose servers are known,
 * its own when it is delegated. A name without one is on none.
 * @param candidates a condition on fwd
 */
function hostsOn(patterns: readonly WildcardClass[], candidates: Condition): Condition {
  const one = anyOf(patterns.map((pattern, at) => wildcardCondition({ text: 'server' }, `server${at}`, pattern)));
  const zones = `SELECT rname AS name, arrayJoin(${zonesOf('rname')}) AS zone
                 FROM (SELECT DISTINCT rname FROM fwd WHERE ${candidates.sql})`;
  return condition(
    `rname IN (
       SELECT name FROM (${zones}) AS candidates
       INNER JOIN (
         SELECT rname AS zone, argMax(members, (last_seen, first_seen)) AS servers FROM rrsets
         WHERE rrtype = 'NS' AND rname IN (SELECT zone FROM (${zones})) GROUP BY rname
       ) AS delegations USING zone
       GROUP BY name HAVING arrayExists(server -> ${one.sql}, argMax(servers, length(zone))))`,
    mergeParams(candidates.params, one.params),
  );
}

/** A reversed name and everything above it down to two labels: its candidates for the zone it is in. */
function zonesOf(rname: string): string {
  const labels = `splitByChar('.', ${rname})`;
  return `arrayMap(depth -> arrayStringConcat(arraySlice(${labels}, 1, depth), '.'),
                   range(least(2, length(${labels})), length(${labels}) + 1))`;
}
