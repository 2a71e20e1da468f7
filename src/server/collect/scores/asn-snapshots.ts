import type { Query } from '#server/engine/engine.ts';
import { withAsnDays } from './addresses.ts';
import {
  type DaySpan,
  firstDay,
  lastDay,
  listedNames,
  notExempt,
  percent,
  refreshSettings,
  rounded,
} from './sql-parts.ts';

/** asn_reputation: listed addresses in percent of the active ones. */
export function refreshReputationAsn({ from, to }: DaySpan): Query<never> {
  return {
    name: 'reputation_asn',
    sql: `
      INSERT INTO reputation_asn (asn, date, asn_reputation, ips_in_asn, ips_num_active, ips_num_listed)
      WITH ${withAsnDays}
      SELECT asn, date, ${percent('listed', 'active')}, size, active, listed FROM asn_days`,
    params: { from, to },
    settings: refreshSettings,
  };
}

/**
 * asn_rank: the weights of the listed addresses in percent of what they would be if every active address were listed for
 * malware. asn_rank_score: 0.6 of it, less while fewer than ten addresses are active (a few addresses prove little); it
 * is stored because the snapshot of the rank has no count of active addresses. malscore: the addresses listed for malware or
 * c2 in percent of all listed ones.
 */
export function refreshRankAsn({ from, to }: DaySpan): Query<never> {
  return {
    name: 'rank_asn',
    sql: `
      INSERT INTO rank_asn (asn, date, asn_rank, asn_rank_score, malscore)
      WITH ${withAsnDays}
      SELECT asn, date, ${percent('weight', '3 * active')} AS rank, ${rounded('6 * rank * least(active, 10)', '100')},
        ${percent('malware', 'listed')}
      FROM asn_days`,
    params: { from, to },
    settings: refreshSettings,
  };
}

/**
 * asn_takedown_reputation: how long the oldest open listing has been left standing (180 days are the most that count),
 * less while fewer than five are open. A listing is open until 7 days after it was last listed, if it does not expire before; it
 * counts for the origin of its address, of the addresses that its name pointed to within the last 30 days, or of active addresses
 * in its range. Listings on a known sinkhole or a known benign address do not count: they do not speak against who runs it.
 */
export function refreshReputationTakedown({ from, to }: DaySpan): Query<never> {
  return {
    name: 'reputation_takedown',
    sql: `
      INSERT INTO reputation_takedown
        (asn, date, asn_takedown_reputation, ips_in_asn, ips_num_listed, items_num_listed, listings_max_age)
      WITH ${withAsnDays},
      open_listings AS (
        SELECT cityHash64(host, indicator, source, category, first_listed) AS item, kind, host, reverse(host) AS rname, ip,
          toInt32(first_listed) AS since, toInt32(least(toDate32(last_listed) + 7, expires)) AS until,
          ${listedNames} AS is_name
        FROM listings FINAL
      ),
      open_on_address AS (
        SELECT ip, item, since AS listed, since, until FROM open_listings
        WHERE kind = 'host' AND ip != toIPv6('::') AND ${notExempt('ip')}
        UNION ALL
        SELECT p.ip AS ip, l.item AS item, l.since AS listed,
          greatest(p.since, l.since) AS since, least(p.until, l.until) AS until
        FROM pointing AS p INNER JOIN (SELECT * FROM open_listings WHERE is_name) AS l ON p.rname = l.rname
        WHERE ${notExempt('p.ip')}
        UNION ALL
        SELECT p.ip AS ip, l.item AS item, l.since AS listed,
          greatest(p.since, l.since) AS since, least(p.until, l.until) AS until
        FROM pointing_in_ranges AS p INNER JOIN (SELECT * FROM open_listings WHERE kind = 'range') AS l ON p.range = l.host
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
