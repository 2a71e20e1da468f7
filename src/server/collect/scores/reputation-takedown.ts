import type { Query } from '#server/engine/engine.ts';
import { withAsnDays } from './addresses.ts';
import { firstDay, lastDay, noSinkhole, refreshSettings, type DaySpan } from './sql-parts.ts';

/**
 * asn_takedown_reputation: how long the oldest open listing has been left standing (180 days are the most that count),
 * less while fewer than five are open. A listing is open until 7 days after it was last listed; it counts for the origin
 * of its address, or of the addresses that its name pointed to within the last 30 days. Listings on a known sinkhole do not
 * count: they do not speak against who runs it.
 */
export function refreshReputationTakedown({ from, to }: DaySpan): Query<never> {
  return {
    name: 'reputation_takedown',
    sql: `
      INSERT INTO reputation_takedown
        (asn, date, asn_takedown_reputation, ips_in_asn, ips_num_listed, items_num_listed, listings_max_age)
      WITH ${withAsnDays},
      open_listings AS (
        SELECT cityHash64(host, indicator, source, category, first_listed) AS item, reverse(host) AS rname, ip,
          toInt32(first_listed) AS since, toInt32(last_listed) + 7 AS until
        FROM listings FINAL
      ),
      open_on_address AS (
        SELECT ip, item, since AS listed, since, until FROM open_listings
        WHERE ip != toIPv6('::') AND ${noSinkhole('ip')}
        UNION ALL
        SELECT p.ip AS ip, l.item AS item, l.since AS listed,
          greatest(p.since, l.since) AS since, least(p.until, l.until) AS until
        FROM pointing AS p INNER JOIN open_listings AS l ON p.rname = l.rname
        WHERE l.ip = toIPv6('::') AND ${noSinkhole('p.ip')}
      ),
      asn_items AS (
        SELECT asn, toDate(toUInt16(day)) AS date, uniqExact(item) AS items, day - min(listed) AS max_age
        FROM (
          SELECT o.asn AS asn, l.item AS item, l.listed AS listed,
            greatest(l.since, o.start, ${firstDay}) AS start, least(l.until, o.stop, ${lastDay}) AS stop,
            -- the oldest of the open ones is not a running sum, so these spans, and only these, are expanded
            arrayJoin(range(toInt64(start), toInt64(stop) + 1)) AS day
          FROM open_on_address AS l INNER JOIN origins AS o ON l.ip = o.ip
        )
        GROUP BY asn, day
      )
      SELECT asn, date, round(100 * least(1, max_age / 180) * least(1, items / 5)), size, listed, items, max_age
      FROM asn_days LEFT JOIN asn_items USING (asn, date)`,
    params: { from, to },
    settings: refreshSettings,
  };
}
