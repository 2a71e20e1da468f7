import { activeDays } from '#model/dates.ts';
import type { Query } from '#server/engine/engine.ts';
import { withListedShare } from './listed-share.ts';
import { percent, refreshSettings, type DaySpan } from './sql-parts.ts';

/**
 * ns_server_reputation: of the domains that were seen on the name server within the last 30 days, those with an open
 * listing of the domain or of a name below it, in percent.
 */
export function refreshReputationNs({ from, to }: DaySpan): Query<never> {
  // reversed, a name's ancestors are its beginnings that end before a dot
  const listedNames = `
    SELECT arrayJoin(arrayMap(n -> arrayStringConcat(arraySlice(labels, 1, n), '.'), range(1, length(labels) + 1))) AS rname,
      since, until
    FROM (
      SELECT splitByChar('.', reverse(host)) AS labels, toInt32(first_listed) AS since, toInt32(last_listed) + 30 AS until
      FROM listings FINAL WHERE ip = toIPv6('::')
    )`;
  return {
    name: 'reputation_ns',
    sql: `
      INSERT INTO reputation_ns (ns_server, date, ns_server_reputation, ns_server_domain_density, ns_server_domains_listed)
      WITH served AS (
        SELECT reverse(arev) AS ns_server, rname, toInt32(toDate(first_seen)) AS since, toInt32(toDate(last_seen)) + ${activeDays} AS until
        FROM rev FINAL WHERE rrtype = 'NS'
      ),
      ${withListedShare('ns_server', 'served', listedNames)}
      SELECT ns_server, date, ${percent('listed', 'density')}, density, listed FROM listed_share`,
    params: { from, to },
    settings: refreshSettings,
  };
}
