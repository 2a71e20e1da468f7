import type { Query } from '#server/engine/engine.ts';
import { activeDays } from '#model/dates.ts';
import { withSubnetDays } from './addresses.ts';
import {
  datesOfStep,
  type DaySpan,
  edges,
  firstDay,
  lastDay,
  listedNames,
  percent,
  pointing,
  refreshSettings,
  steps,
  united,
} from './sql-parts.ts';

/**
 * subnet_reputation: listed addresses in percent of the active ones, of those whose longest prefix it is. The size is cut
 * at 2^53 - 1, the largest integer that every reader of JSON keeps; only IPv6 networks reach it.
 */
export function refreshReputationSubnet({ from, to }: DaySpan): Query<never> {
  return {
    name: 'reputation_subnet',
    sql: `
      INSERT INTO reputation_subnet (first, length, date, subnet_reputation, ips_in_subnet, ips_num_active, ips_num_listed)
      WITH ${withSubnetDays}
      SELECT first, length, date, ${percent('listed', 'active')},
        if(length <= 75, 9007199254740991, bitShiftLeft(toUInt64(1), 128 - length)), active, listed
      FROM subnet_days`,
    params: { from, to },
    settings: refreshSettings,
  };
}

/**
 * ip_reputation: of the names that pointed to the address within the last 30 days, those whose own listing counts on that day,
 * in percent. Listings of known benign names do not count.
 */
export function refreshReputationIp({ from, to }: DaySpan): Query<never> {
  const names = `
    SELECT reverse(host) AS rname, toInt32(first_listed) AS since, toInt32(expires) AS until
    FROM listings FINAL WHERE ${listedNames}`;
  return {
    name: 'reputation_ip',
    sql: `
      INSERT INTO reputation_ip (ip, date, ip_reputation, ip_density, names_num_listed)
      WITH ${pointing}, ${withListedShare('ip', 'pointing', names)}
      SELECT ip, date, ${percent('listed', 'density')}, density, listed FROM listed_share`,
    params: { from, to },
    settings: refreshSettings,
  };
}

/**
 * ns_server_reputation: of the domains that were seen on the name server within the last 30 days, those with an open
 * listing of the domain or of a name below it that counts on that day, in percent.
 */
export function refreshReputationNs({ from, to }: DaySpan): Query<never> {
  // reversed, a name's ancestors are its beginnings that end before a dot
  const names = `
    SELECT arrayJoin(arrayMap(n -> arrayStringConcat(arraySlice(labels, 1, n), '.'), range(1, length(labels) + 1))) AS rname,
      since, until
    FROM (
      SELECT splitByChar('.', reverse(host)) AS labels, toInt32(first_listed) AS since, toInt32(expires) AS until
      FROM listings FINAL WHERE ${listedNames}
    )`;
  return {
    name: 'reputation_ns',
    sql: `
      INSERT INTO reputation_ns (ns_server, date, ns_server_reputation, ns_server_domain_density, ns_server_domains_listed)
      WITH served AS (
        SELECT reverse(arev) AS ns_server, rname, toInt32(toDate(first_seen)) AS since, toInt32(toDate(last_seen)) + ${activeDays} AS until
        FROM rev FINAL WHERE rrtype = 'NS'
      ),
      ${withListedShare('ns_server', 'served', names)}
      SELECT ns_server, date, ${percent('listed', 'density')}, density, listed FROM listed_share`,
    params: { from, to },
    settings: refreshSettings,
  };
}

/**
 * Of the names that stand in a relation to a subject (they point to an address, or are served by a name server): how many
 * there are and how many of them are listed, for every day since the first of them was listed. `relation` is a WITH table
 * of (subject, rname, since, until), one row a pair; `names` selects (rname, since, until).
 * @returns `WITH` tables, the last of them listed_share: subject, date, density, listed
 */
function withListedShare(subject: string, relation: string, names: string): string {
  return `
  listed_names AS (${united('rname', `SELECT rname, since AS start, until AS stop FROM (${names})`)}),
  listed_pairs AS (
    SELECT r.${subject} AS ${subject}, greatest(r.since, l.start) AS since, least(r.until, l.stop) AS until
    FROM ${relation} AS r INNER JOIN listed_names AS l ON r.rname = l.rname
    WHERE since <= until AND since <= ${lastDay}
  ),
  watched AS (
    SELECT ${subject}, greatest(min(since), ${firstDay}) AS start_day FROM listed_pairs GROUP BY ${subject}
  ),
  listed_share AS (
    SELECT ${subject}, ${datesOfStep} AS date, density, listed
    FROM (${steps(
      subject,
      ['density', 'listed'],
      `
      SELECT ${subject}, edge.1 AS day, edge.2 * is_density AS density_delta, edge.2 * (1 - is_density) AS listed_delta
      FROM (
        SELECT ${subject}, is_density, ${edges}
        FROM (
          SELECT r.${subject} AS ${subject}, r.is_density AS is_density,
            greatest(r.since, w.start_day) AS start, least(r.until, ${lastDay}) AS stop
          FROM (
            SELECT ${subject}, since, until, 1 AS is_density FROM ${relation}
            UNION ALL
            SELECT ${subject}, since, until, 0 AS is_density FROM listed_pairs
          ) AS r INNER JOIN watched AS w ON r.${subject} = w.${subject}
        )
        WHERE start <= stop
      )
      UNION ALL
      SELECT ${subject}, toInt64(start_day) AS day, 0 AS density_delta, 0 AS listed_delta FROM watched`,
    )})
  )`;
}
