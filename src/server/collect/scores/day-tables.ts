import { activeDays } from '#model/dates.ts';
import type { Params, Query } from '#server/engine/engine.ts';
import { listedNames, notExempt, rangesOf, refreshSettings } from './sql-parts.ts';

// What the snapshots of one day stand on, computed once for all of them: which names are listed, where they point, and which
// addresses are active or listed. The definitions are those of addresses.ts; the origin of an address is the dictionary's, so
// the day is today. Names are compared by a 64-bit hash: of a million listed names and a billion others, two meet once in
// 20,000 refreshes.

/** One core: look-ups go on beside a refresh after an import. */
export const daySettings = { ...refreshSettings, max_threads: 1 };
/** The day, as the number of days since 1970-01-01. */
export const theDay = 'toInt32({day:Date})';
const weight = "multiIf(category IN ('malware', 'c2'), 3, category = 'phishing', 2, 1)";
export const countsOnDay = 'first_listed <= {day:Date} AND expires >= {day:Date}';
/** Records that speak for the day. */
export const isActive = `toDate(first_seen) <= {day:Date} AND toDate(last_seen) >= {day:Date} - ${activeDays}`;
export const isMapped = (column: string): string =>
  `(${column} BETWEEN toIPv6('::ffff:0.0.0.0') AND toIPv6('::ffff:255.255.255.255'))`;
export const pairIsActive = `since <= ${theDay} AND until >= ${theDay}`;

/** @param params run: number of this refresh; day: 'yyyy-mm-dd', today */
export function dayTableSteps(params: Params): Query<never>[] {
  const step = (name: string, sql: string): Query<never> => ({ name, sql, params, settings: daySettings });
  return [
    step('score_names', names),
    step('score_pairs', pairs),
    step('score_pairs', serverPairs),
    step('score_addresses', addresses),
  ];
}

const listedHosts = `
  SELECT reverse(host) AS rname, (toInt32(first_listed), toInt32(expires)) AS span, if(${countsOnDay}, ${weight}, 0) AS weight
  FROM listings FINAL WHERE ${listedNames}`;

// reversed, the names above a name are its beginnings that end before a dot
const names = `
  INSERT INTO score_names (run, relation, name, weight, spans)
  SELECT {run:UInt64}, relation, name, max(weight), groupUniqArray(span)
  FROM (
    SELECT 'host' AS relation, cityHash64(rname) AS name, weight, span FROM (${listedHosts})
    UNION ALL
    SELECT 'zone' AS relation,
      cityHash64(arrayJoin(arrayMap(n -> arrayStringConcat(arraySlice(labels, 1, n), '.'), range(1, length(labels) + 1)))) AS name,
      weight, span
    FROM (SELECT splitByChar('.', rname) AS labels, weight, span FROM (${listedHosts}))
  )
  GROUP BY relation, name`;

const namesOf = (relation: 'host' | 'zone') =>
  `(SELECT name FROM score_names WHERE run = {run:UInt64} AND relation = '${relation}')`;
const sightings = `min(toInt32(toDate(first_seen))), max(toInt32(toDate(last_seen))) + ${activeDays}`;

const pairs = `
  INSERT INTO score_pairs (run, relation, ip, server, name, since, until)
  SELECT {run:UInt64}, 'host', ip, '', cityHash64(rname) AS name, ${sightings}
  FROM rev WHERE rrtype IN ('A', 'AAAA') AND cityHash64(rname) IN ${namesOf('host')} GROUP BY ip, name`;

const serverPairs = `
  INSERT INTO score_pairs (run, relation, ip, server, name, since, until)
  SELECT {run:UInt64}, 'zone', toIPv6('::'), reverse(arev), cityHash64(rname) AS name, ${sightings}
  FROM rev WHERE rrtype = 'NS' AND cityHash64(rname) IN ${namesOf('zone')} GROUP BY arev, name`;

/** Active addresses that a range with facts or listings holds, once for each such range. */
export const activeInRanges = `
  SELECT DISTINCT ip, arrayJoin(${rangesOf('ip')}) AS range
  FROM rev WHERE rrtype IN ('A', 'AAAA') AND ${isActive} AND dictGet('covering_ranges', 'ranges', ip) != ''`;

const addresses = `
  INSERT INTO score_addresses (run, ip, asn, first, length, active, weight)
  SELECT {run:UInt64}, ip, origin.1, tupleElement(IPv6CIDRToRange(ip, length), 1),
    toUInt8(toUInt8OrZero(splitByChar('/', origin.2)[2]) + if(${isMapped('ip')}, 96, 0)) AS length, active, weight
  FROM (
    SELECT ip, max(is_active) AS active, if(${notExempt('ip')}, max(weight), 0) AS weight,
      dictGet('origin_as', ('asn', 'subnet'), ip) AS origin
    FROM (
      SELECT ip, 1 AS is_active, 0 AS weight FROM rev WHERE rrtype IN ('A', 'AAAA') AND ${isActive} GROUP BY ip
      UNION ALL
      SELECT ip, 0 AS is_active, ${weight} AS weight FROM listings FINAL
      WHERE kind = 'host' AND ip != toIPv6('::') AND ${countsOnDay}
      UNION ALL
      SELECT p.ip AS ip, 0 AS is_active, n.weight AS weight
      FROM (SELECT ip, name FROM score_pairs WHERE run = {run:UInt64} AND relation = 'host' AND ${pairIsActive}) AS p
      INNER JOIN (SELECT name, weight FROM score_names WHERE run = {run:UInt64} AND relation = 'host' AND weight > 0) AS n
        ON p.name = n.name
      UNION ALL
      SELECT a.ip AS ip, 0 AS is_active, l.weight AS weight
      FROM (${activeInRanges}) AS a
      INNER JOIN (SELECT host, ${weight} AS weight FROM listings FINAL WHERE kind = 'range' AND ${countsOnDay}) AS l
        ON a.range = l.host
    )
    GROUP BY ip
  )
  WHERE active > 0 OR weight > 0`;
