import type { Params, Query } from '#server/engine/engine.ts';
import { activeInRanges, countsOnDay, daySettings, isActive, isMapped, pairIsActive, theDay } from './day-tables.ts';
import { listedNames, notExempt, percent, rounded } from './sql-parts.ts';

// The snapshots of one day from the tables of day-tables.ts. What had a row on that day and has nothing to tell any more, as
// after a feed was switched off, gets a row of zeros.

const announced = 'run = {run:UInt64} AND asn > 0';
const isV4 = isMapped('ip');

const asnDays = `
  asn_days AS (
    SELECT a.asn AS asn, active, listed, weights, malware, s.size AS size
    FROM (
      SELECT asn, countIf(is_active > 0 AND ${isV4}) AS active, countIf(weight > 0 AND ${isV4}) AS listed,
        sumIf(toUInt64(weight), ${isV4}) AS weights, countIf(weight = 3 AND ${isV4}) AS malware
      FROM (SELECT asn, ip, active AS is_active, weight FROM score_addresses WHERE ${announced}) GROUP BY asn
    ) AS a
    LEFT JOIN (
      SELECT asn, sum(bitShiftLeft(toUInt64(1), 128 - length)) AS size FROM prefixes FINAL
      WHERE valid_from <= {day:Date32} AND valid_to >= {day:Date32} AND ${isMapped('first')} GROUP BY asn
    ) AS s ON a.asn = s.asn
  )`;

const asnIsGone = `asn NOT IN (SELECT asn FROM score_addresses WHERE ${announced})`;
/** Rows of the day that no longer say anything, with zeros. */
const gone = (table: string, keys: string, zeros: string, isGone: string) =>
  `UNION ALL SELECT DISTINCT ${keys}, {day:Date} AS date, ${zeros} FROM ${table} WHERE date = {day:Date} AND ${isGone}`;

const reputationAsn = `
  INSERT INTO reputation_asn (asn, date, asn_reputation, ips_in_asn, ips_num_active, ips_num_listed)
  WITH ${asnDays}
  SELECT asn, {day:Date} AS date, ${percent('listed', 'active')}, size, active, listed FROM asn_days
  ${gone('reputation_asn', 'asn', '0, ips_in_asn, 0, 0', asnIsGone)}`;

const rankAsn = `
  INSERT INTO rank_asn (asn, date, asn_rank, asn_rank_score, malscore)
  WITH ${asnDays}
  SELECT asn, {day:Date} AS date, ${percent('weights', '3 * active')} AS rank,
    ${rounded('6 * rank * least(active, 10)', '100')}, ${percent('malware', 'listed')}
  FROM asn_days
  ${gone('rank_asn', 'asn', '0, 0, 0', asnIsGone)}`;

const item = 'cityHash64(host, indicator, source, category, first_listed) AS item, toInt32(first_listed) AS listed';
const isOpen = `${countsOnDay} AND toDate32(last_listed) + 7 >= {day:Date32}`;

const takedown = `
  INSERT INTO reputation_takedown
    (asn, date, asn_takedown_reputation, ips_in_asn, ips_num_listed, items_num_listed, listings_max_age)
  WITH ${asnDays},
  asn_items AS (
    SELECT dictGet('origin_as', 'asn', ip) AS asn, uniqExact(item) AS items, ${theDay} - min(listed) AS max_age
    FROM (
      SELECT ip, ${item} FROM listings FINAL WHERE kind = 'host' AND ip != toIPv6('::') AND ${isOpen}
      UNION ALL
      SELECT p.ip AS ip, l.item AS item, l.listed AS listed
      FROM (SELECT ip, name FROM score_pairs WHERE run = {run:UInt64} AND relation = 'host' AND ${pairIsActive}) AS p
      INNER JOIN (
        SELECT cityHash64(reverse(host)) AS name, ${item} FROM listings FINAL WHERE ${listedNames} AND ${isOpen}
      ) AS l ON p.name = l.name
      UNION ALL
      SELECT a.ip AS ip, l.item AS item, l.listed AS listed
      FROM (${activeInRanges}) AS a
      INNER JOIN (SELECT host AS range, ${item} FROM listings FINAL WHERE kind = 'range' AND ${isOpen}) AS l
        ON a.range = l.range
    )
    WHERE ${notExempt('ip')}
    GROUP BY asn
  )
  SELECT asn, {day:Date} AS date, toUInt8(round(100 * least(1, max_age / 180) * least(1, items / 5))), size, listed, items, max_age
  FROM asn_days LEFT JOIN asn_items USING (asn)
  ${gone('reputation_takedown', 'asn', '0, ips_in_asn, 0, 0, 0', asnIsGone)}`;

const reputationSubnet = `
  INSERT INTO reputation_subnet (first, length, date, subnet_reputation, ips_in_subnet, ips_num_active, ips_num_listed)
  SELECT first, length, {day:Date} AS date, ${percent('listed', 'active')},
    if(length <= 75, 9007199254740991, bitShiftLeft(toUInt64(1), 128 - length)), active, listed
  FROM (
    SELECT first, length, countIf(is_active > 0) AS active, countIf(weight > 0) AS listed
    FROM (SELECT first, length, active AS is_active, weight FROM score_addresses WHERE ${announced}) GROUP BY first, length
  )
  ${gone(
    'reputation_subnet',
    'first, length',
    '0, ips_in_subnet, 0, 0',
    `(first, length) NOT IN (SELECT first, length FROM score_addresses WHERE ${announced})`,
  )}`;

/**
 * Subjects on which a name was ever listed up to the day: how many names they have that day, and how many of these are listed.
 * @param key of score_pairs
 */
const share = (relation: 'host' | 'zone', key: string, records: string) => `
  listed_pairs AS (
    SELECT p.${key} AS ${key}, p.name AS name, n.weight > 0 AND ${pairIsActive} AS is_listed
    FROM (SELECT ${key}, name, since, until FROM score_pairs WHERE run = {run:UInt64} AND relation = '${relation}') AS p
    INNER JOIN (SELECT name, weight, spans FROM score_names WHERE run = {run:UInt64} AND relation = '${relation}') AS n
      ON p.name = n.name
    WHERE arrayExists(s -> greatest(since, s.1) <= least(until, s.2, ${theDay}), spans)
  ),
  shares AS (
    SELECT l.${key} AS ${key}, d.density AS density, l.listed AS listed
    FROM (SELECT ${key}, uniqExactIf(name, is_listed) AS listed FROM listed_pairs GROUP BY ${key}) AS l
    LEFT JOIN (${records}) AS d ON l.${key} = d.${key}
  )`;

const reputationIp = `
  INSERT INTO reputation_ip (ip, date, ip_reputation, ip_density, names_num_listed)
  WITH ${share(
    'host',
    'ip',
    `SELECT ip, uniqExact(cityHash64(rname)) AS density FROM rev
     WHERE rrtype IN ('A', 'AAAA') AND ip IN (SELECT ip FROM listed_pairs) AND ${isActive} GROUP BY ip`,
  )}
  SELECT ip, {day:Date} AS date, ${percent('listed', 'density')}, density, listed FROM shares`;

const reputationNs = `
  INSERT INTO reputation_ns (ns_server, date, ns_server_reputation, ns_server_domain_density, ns_server_domains_listed)
  WITH ${share(
    'zone',
    'server',
    `SELECT reverse(arev) AS server, uniqExact(cityHash64(rname)) AS density FROM rev
     WHERE rrtype = 'NS' AND arev IN (SELECT reverse(server) FROM listed_pairs) AND ${isActive} GROUP BY arev`,
  )}
  SELECT server, {day:Date} AS date, ${percent('listed', 'density')}, density, listed FROM shares`;

/** The six snapshots of one day. @param params as dayTableSteps */
export function daySnapshots(params: Params): Query<never>[] {
  const snapshot = (name: string, sql: string): Query<never> => ({ name, sql, params, settings: daySettings });
  return [
    snapshot('reputation_asn', reputationAsn),
    snapshot('reputation_takedown', takedown),
    snapshot('rank_asn', rankAsn),
    snapshot('reputation_subnet', reputationSubnet),
    snapshot('reputation_ip', reputationIp),
    snapshot('reputation_ns', reputationNs),
  ];
}
