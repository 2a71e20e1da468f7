import {
  datesOfStep,
  edges,
  firstDay,
  lastDay,
  listedNames,
  notExempt,
  pointing,
  rangesOf,
  steps,
  united,
} from './sql-parts.ts';

// Which addresses were active and listed on which days, and to whom they belonged. The scores of ASNs and subnets stand
// on these tables (WITH clauses, in this order):
//
//   active on D: an A or AAAA record was seen on D or within the 30 days before it (model/dates, "the last N days")
//   listed on D: a listing of the address counts on D (it has begun and does not expire before D), or one of exactly a name that
//                pointed to it, or, when it is active, one of a range that holds it; a known sinkhole and a known benign address
//                never are, and listings of known benign names do not count
//   weight:      of an address, that of its heaviest listing: malware and c2 3, phishing 2, others 1
//   belongs to:  the longest prefix valid on D that covers it
//
// The origin is looked up in the dated prefixes, not in the dictionary of today: each address is masked to every prefix
// length in use (about 25 for IPv4) and joined with the prefixes of the span. That is exact for addresses that moved, is
// the same path for one day and for 400, and its memory is bounded by the routing table, not by the addresses.

const weight = "multiIf(category IN ('malware', 'c2'), 3, category = 'phishing', 2, 1) AS weight";
const counts = 'toInt32(first_listed) AS since, toInt32(expires) AS until';

const listings = `
  listed_addresses AS (SELECT ip, ${counts}, ${weight} FROM listings FINAL WHERE kind = 'host' AND ip != toIPv6('::')),
  listed_names AS (SELECT reverse(host) AS rname, ${counts}, ${weight} FROM listings FINAL WHERE ${listedNames}),
  listed_ranges AS (SELECT host AS range, ${counts}, ${weight} FROM listings FINAL WHERE kind = 'range')`;

/** As `pointing`, once for each range that holds the address. */
const pointingInRanges = `
  pointing_in_ranges AS (
    SELECT ip, since, until, arrayJoin(${rangesOf('ip')}) AS range
    FROM pointing WHERE dictGet('covering_ranges', 'ranges', ip) != '' AND ${notExempt('ip')}
  )`;

/** Level 0 says active; level 1 to 3 say listed with at least that weight, so that the weight of a day is a plain sum. */
const spans = `
  address_spans AS (${united(
    'ip, level',
    `
      SELECT ip, level, greatest(since, ${firstDay}) AS start, least(until, ${lastDay}) AS stop
      FROM (
        SELECT ip, since, until, 0 AS level FROM pointing
        UNION ALL
        SELECT ip, since, until, arrayJoin(range(1, weight + 1)) AS level FROM listed_addresses WHERE ${notExempt('ip')}
        UNION ALL
        SELECT p.ip AS ip, greatest(p.since, l.since) AS since, least(p.until, l.until) AS until,
          arrayJoin(range(1, l.weight + 1)) AS level
        FROM pointing AS p INNER JOIN listed_names AS l ON p.rname = l.rname WHERE ${notExempt('p.ip')}
        UNION ALL
        SELECT p.ip AS ip, greatest(p.since, l.since) AS since, least(p.until, l.until) AS until,
          arrayJoin(range(1, l.weight + 1)) AS level
        FROM pointing_in_ranges AS p INNER JOIN listed_ranges AS l ON p.range = l.range
      )
      WHERE start <= stop`,
  )})`;

const isMapped = (column: string) =>
  `(${column} BETWEEN toIPv6('::ffff:0.0.0.0') AND toIPv6('::ffff:255.255.255.255'))`;

const prefixes = `
  dated_prefixes AS (
    SELECT first, length, asn, valid_from,
      greatest(toInt32(valid_from), ${firstDay}) AS start, least(toInt32(valid_to), ${lastDay}) AS stop
    FROM prefixes FINAL WHERE start <= stop
  )`;

/** Between two days on which some covering prefix begins or ends, the longest one (of several, the newest) does not change. */
const origins = `
  covering AS (
    SELECT c.ip AS ip, (p.length, p.valid_from, -toInt64(p.asn), p.first, p.asn, p.start, p.stop) AS prefix
    FROM (
      SELECT ip, arrayJoin(if(${isMapped('ip')},
        (SELECT groupUniqArray(length) FROM dated_prefixes WHERE ${isMapped('first')}),
        (SELECT groupUniqArray(length) FROM dated_prefixes WHERE NOT ${isMapped('first')}))) AS length,
        tupleElement(IPv6CIDRToRange(ip, length), 1) AS first
      FROM (SELECT DISTINCT ip FROM address_spans)
    ) AS c INNER JOIN dated_prefixes AS p ON c.first = p.first AND c.length = p.length
  ),
  origins AS (
    SELECT ip, best.4 AS first, best.1 AS length, best.5 AS asn, border.1 AS start, border.2 - 1 AS stop
    FROM (
      SELECT ip, groupArray(prefix) AS all,
        arraySort(arrayDistinct(arrayConcat(arrayMap(p -> p.6, all), arrayMap(p -> p.7 + 1, all)))) AS days,
        arrayJoin(arrayZip(arrayPopBack(days), arrayPopFront(days))) AS border,
        arraySort(arrayFilter(p -> p.6 <= border.1 AND p.7 >= border.1, all)) AS valid, valid[-1] AS best
      FROM covering GROUP BY ip
    )
    WHERE notEmpty(valid)
  )`;

const withAddresses = [pointing, pointingInRanges, listings, spans, prefixes, origins].join(',');

/** `counted` is what an address must be to be counted; every one makes its subject `present`. */
const countedChanges = (key: string, counted: string) => `
  SELECT ${key}, edge.1 AS day, edge.2 AS present_delta, counted * edge.2 * (level = 0) AS active_delta,
    counted * edge.2 * (level = 1) AS listed_delta, counted * edge.2 * (level > 0) AS weight_delta,
    counted * edge.2 * (level = 3) AS malware_delta
  FROM (
    SELECT ${key}, level, counted, ${edges}
    FROM (
      SELECT ${key}, ${counted} AS counted, s.level AS level, greatest(s.start, o.start) AS start, least(s.stop, o.stop) AS stop
      FROM address_spans AS s INNER JOIN origins AS o ON s.ip = o.ip
    )
    WHERE start <= stop
  )`;

/** IPv4 addresses only: the number of IPv6 addresses of a network means nothing and fits no integer. */
const sizeChanges = `
  SELECT asn, edge.1 AS day, 0 AS present_delta, 0 AS active_delta, 0 AS listed_delta, 0 AS weight_delta, 0 AS malware_delta,
    edge.2 * toInt64(bitShiftLeft(toUInt64(1), 128 - length)) AS size_delta
  FROM (SELECT asn, length, ${edges} FROM dated_prefixes WHERE ${isMapped('first')})`;

/**
 * `WITH` tables, the last of them asn_days: asn, date, active, listed, weight, malware, size, on days with anything active or
 * listed. All of them count IPv4 addresses, so that they can be compared with each other; an ASN with nothing but IPv6 has
 * its days, too, for its listings are left standing as others are.
 */
export const withAsnDays = `
  ${withAddresses},
  asn_days AS (
    SELECT asn, ${datesOfStep} AS date, active, listed, weight, malware, size
    FROM (${steps(
      'asn',
      ['present', 'active', 'listed', 'weight', 'malware', 'size'],
      `SELECT *, 0 AS size_delta FROM (${countedChanges('asn', isMapped('s.ip'))}) UNION ALL ${sizeChanges}`,
    )})
    WHERE present > 0
  )`;

/** `WITH` tables, the last of them subnet_days: first, length, date, active, listed, on days with anything active or listed. */
export const withSubnetDays = `
  ${withAddresses},
  subnet_days AS (
    SELECT first, length, ${datesOfStep} AS date, active, listed
    FROM (${steps('first, length', ['active', 'listed'], countedChanges('first, length', 'true'))})
    WHERE active > 0 OR listed > 0
  )`;
