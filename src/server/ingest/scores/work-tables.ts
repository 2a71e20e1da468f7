import { activeDays } from '#model/dates.ts';
import { isMapped } from '#server/queries/address-key.ts';
import {
  clipped,
  edges,
  isAddress,
  listedPairs,
  firstDay,
  givesOutNames,
  inBucket,
  lastDay,
  listedNames,
  notExempt,
  notShared,
  ofRun,
  sightings,
  steps,
  united,
} from './sql-parts.ts';

// The tables that all snapshots read, filled once per refresh: the listed names and the addresses they point to, the days on which each
// address is active or listed, and its prefix and ASN.
//
//   active on D: an A or AAAA record was seen on D or within the 30 days before it (model/dates, "the last N days")
//   listed on D: a listing counts on D (it has begun and does not expire before D) that is of the address, of exactly a name that
//                pointed to it, or, if it is active, of a range that contains it; known sinkholes and known benign addresses are
//                never listed, and listings of known benign names, and of names on an address of a CDN, do not count
//   weight:      of an address, that of its heaviest listing: malware and c2 3, phishing 2, others 1
//   belongs to:  the longest prefix valid on D that covers it
//
// Names are compared by a 64-bit hash: of a million listed names and a billion others, two meet once in 20,000 refreshes.

const weight = "multiIf(category IN ('malware', 'c2'), 3, category = 'phishing', 2, 1)";
const counts = `toInt32(first_listed) AS since, toInt32(expires) AS until, ${weight} AS weight`;
/** A listing is open until 7 days after it was last listed, if it does not expire before. */
const item = `cityHash64(host, indicator, source, category, first_listed) AS item,
  toInt32(first_listed) AS since, toInt32(least(toDate32(last_listed) + 7, expires)) AS until`;

/** As `united`; for a single day all remaining spans are the same. */
const unitedDays = (isToday: boolean, keys: string, spans: string) =>
  isToday ? `SELECT DISTINCT ${keys}, start, stop FROM (${spans})` : united(keys, spans);

const listedHosts = `
  SELECT reverse(host) AS rname, (toInt32(first_listed), toInt32(expires), ${weight}) AS span FROM listings FINAL WHERE ${listedNames}`;

// the names above a reversed name are its prefixes that end before a dot; others have names below a public suffix
const names = `
  INSERT INTO score_names (run, relation, name, spans)
  SELECT {run:UInt64}, relation, name, groupUniqArray(span)
  FROM (
    SELECT 'host' AS relation, cityHash64(rname) AS name, span FROM (${listedHosts})
    UNION ALL
    SELECT 'zone' AS relation, cityHash64(zone) AS name, span
    FROM (
      SELECT arrayJoin(arrayMap(n -> arrayStringConcat(arraySlice(labels, 1, n), '.'), range(1, length(labels) + 1))) AS zone, rname, span
      FROM (SELECT splitByChar('.', rname) AS labels, rname, span FROM (${listedHosts}))
    )
    WHERE zone = rname
      OR length(zone) >= length(cutToFirstSignificantSubdomain(reverse(rname))) AND NOT ${givesOutNames('reverse(zone)')}
  )
  GROUP BY relation, name`;

const namesOf = (relation: 'host' | 'zone') =>
  `(SELECT name FROM score_names WHERE ${ofRun} AND relation = '${relation}')`;

const pairs = `
  INSERT INTO score_pairs (run, relation, ip, server, name, since, until)
  SELECT {run:UInt64}, 'host', ip, '', cityHash64(rname) AS name, ${sightings}
  FROM rev WHERE ${isAddress} AND cityHash64(rname) IN ${namesOf('host')} GROUP BY ip, name`;

const serverPairs = `
  INSERT INTO score_pairs (run, relation, ip, server, name, since, until)
  SELECT {run:UInt64}, 'zone', toIPv6('::'), reverse(arev), cityHash64(rname) AS name, ${sightings}
  FROM rev WHERE rrtype = 'NS' AND cityHash64(rname) IN ${namesOf('zone')} GROUP BY arev, name`;

/** Statements for all addresses at once. */
export const nameTableSteps = [names, pairs, serverPairs];

// for today, each row of a record counts alone: active if it was seen in the last 30 days
const recordsToday = `
  SELECT ip, toInt32(toDate(first_seen)) AS since, toInt32(toDate(last_seen)) + ${activeDays} AS until
  FROM rev WHERE ${isAddress} AND ${inBucket('ip')}`;
const records = `
  SELECT ip, ${sightings} FROM rev WHERE ${isAddress} AND ${inBucket('ip')} GROUP BY ip, cityHash64(rname)`;

const activeSpans = (isToday: boolean) => `
  INSERT INTO score_spans (run, ip, level, start, stop)
  SELECT {run:UInt64}, ip, 0, start, stop
  FROM (${unitedDays(isToday, 'ip', clipped('ip', isToday ? recordsToday : records))})`;

const addressCounts = `${inBucket('ip')} AND ${notExempt('ip')}`;
const namesCount = `${addressCounts} AND ${notShared('ip')}`;
/** Active addresses, once for each range with facts or listings that contains them. */
const activeInRanges = `
  SELECT ip, start, stop, arrayJoin(splitByChar(',', ranges)) AS range
  FROM (
    SELECT ip, start, stop, dictGet('covering_ranges', 'ranges', ip) AS ranges FROM score_spans
    WHERE ${ofRun} AND level = 0 AND ${inBucket('ip')}
  )
  WHERE ranges != '' AND ${notExempt('ip')}`;
/** Rows of `listings` that list an address. */
const listsAddress = `kind = 'host' AND ip != toIPv6('::') AND ${addressCounts}`;

// a row for each level up to the weight, so that the weight of a day is a sum
const listedSpans = (isToday: boolean) => `
  INSERT INTO score_spans (run, ip, level, start, stop)
  SELECT {run:UInt64}, ip, level, start, stop
  FROM (${unitedDays(
    isToday,
    'ip, level',
    clipped(
      'ip, level',
      `
      SELECT ip, since, until, arrayJoin(range(1, weight + 1)) AS level
      FROM (
        SELECT ip, ${counts} FROM listings FINAL WHERE ${listsAddress}
        UNION ALL
        ${listedPairs('host', ['ip'], namesCount)}
        UNION ALL
        SELECT a.ip AS ip, greatest(a.start, l.since) AS since, least(a.stop, l.until) AS until, l.weight AS weight
        FROM (${activeInRanges}) AS a
        INNER JOIN (SELECT host, ${counts} FROM listings FINAL WHERE kind = 'range') AS l ON a.range = l.host
      )`,
    ),
  )})`;

const addresses = `SELECT DISTINCT ip FROM score_spans WHERE ${ofRun} AND ${inBucket('ip')}`;

/** The origins of today come from the dictionary. */
const originsToday = `
  INSERT INTO score_origins (run, ip, first, length, asn, start, stop)
  SELECT {run:UInt64}, ip, tupleElement(IPv6CIDRToRange(ip, origin.2), 1), origin.2, origin.1, ${firstDay}, ${lastDay}
  FROM (SELECT ip, dictGet('origin_as', ('asn', 'length'), ip) AS origin FROM (${addresses}))
  WHERE origin.1 > 0`;

/** The prefixes that are valid during the refresh. */
const datedPrefixes = (columns: string) => `
  SELECT ${columns}, greatest(toInt32(valid_from), ${firstDay}) AS start, least(toInt32(valid_to), ${lastDay}) AS stop
  FROM prefixes FINAL WHERE start <= stop`;

/** The lengths of the prefixes of the refresh, for `origins`: two arrays of UInt8. */
export const prefixLengths = `
  SELECT groupUniqArrayIf(length, ${isMapped('first')}) AS ipv4, groupUniqArrayIf(length, NOT ${isMapped('first')}) AS ipv6
  FROM (${datedPrefixes('first, length')})`;

// Each address is masked to every prefix length in use (about 25 for IPv4) and joined with the prefixes of the span. That is exact for
// addresses that moved, and the routing table limits its memory. The longest covering prefix (the newest of several) can only change
// on days on which a covering prefix begins or ends.
const origins = `
  INSERT INTO score_origins (run, ip, first, length, asn, start, stop)
  SELECT {run:UInt64}, ip, best.4, best.1, best.5, border.1, border.2 - 1
  FROM (
    SELECT ip, groupArray(prefix) AS all,
      arraySort(arrayDistinct(arrayConcat(arrayMap(p -> p.6, all), arrayMap(p -> p.7 + 1, all)))) AS days,
      arrayJoin(arrayZip(arrayPopBack(days), arrayPopFront(days))) AS border,
      arraySort(arrayFilter(p -> p.6 <= border.1 AND p.7 >= border.1, all)) AS valid, valid[-1] AS best
    FROM (
      SELECT c.ip AS ip, (p.length, p.valid_from, -toInt64(p.asn), p.first, p.asn, p.start, p.stop) AS prefix
      FROM (
        SELECT ip, arrayJoin(if(${isMapped('ip')}, {ipv4:Array(UInt8)}, {ipv6:Array(UInt8)})) AS length,
          tupleElement(IPv6CIDRToRange(ip, length), 1) AS first
        FROM (${addresses})
      ) AS c INNER JOIN (${datedPrefixes('first, length, asn, valid_from')}) AS p ON c.first = p.first AND c.length = p.length
    )
    GROUP BY ip
  )
  WHERE notEmpty(valid)`;

const originsInBucket = `SELECT ip, first, length, asn, start, stop FROM score_origins WHERE ${ofRun} AND ${inBucket('ip')}`;

const changes = `
  INSERT INTO score_changes (run, asn, first, length, level, day, change)
  SELECT {run:UInt64}, asn, first, length, level, edge.1 AS day, sum(edge.2)
  FROM (
    SELECT asn, first, length, level, ${edges}
    FROM (
      SELECT o.asn AS asn, o.first AS first, o.length AS length, s.level AS level,
        greatest(s.start, o.start) AS start, least(s.stop, o.stop) AS stop
      FROM (SELECT ip, level, start, stop FROM score_spans WHERE ${ofRun} AND ${inBucket('ip')}) AS s
      INNER JOIN (${originsInBucket}) AS o ON s.ip = o.ip
    )
    WHERE start <= stop
  )
  GROUP BY asn, first, length, level, day`;

const openListings = `
  INSERT INTO score_open_listings (run, asn, item, listed, start, stop)
  SELECT DISTINCT {run:UInt64}, o.asn, l.item, l.listed,
    greatest(l.since, o.start) AS start, least(l.until, o.stop) AS stop
  FROM (
    SELECT ip, item, since AS listed, since, until FROM (SELECT ip, ${item} FROM listings FINAL WHERE ${listsAddress})
    UNION ALL
    SELECT p.ip AS ip, l.item AS item, l.since AS listed, greatest(p.since, l.since) AS since, least(p.until, l.until) AS until
    FROM (SELECT ip, name, since, until FROM score_pairs WHERE ${ofRun} AND relation = 'host' AND ${namesCount}) AS p
    INNER JOIN (SELECT cityHash64(reverse(host)) AS name, ${item} FROM listings FINAL WHERE ${listedNames}) AS l ON p.name = l.name
    UNION ALL
    SELECT a.ip AS ip, l.item AS item, l.since AS listed, greatest(a.start, l.since) AS since, least(a.stop, l.until) AS until
    FROM (${activeInRanges}) AS a
    INNER JOIN (SELECT host, ${item} FROM listings FINAL WHERE kind = 'range') AS l ON a.range = l.host
  ) AS l
  INNER JOIN (${originsInBucket}) AS o ON l.ip = o.ip
  WHERE start <= stop`;

/** Statements for the addresses of one bucket. */
export const addressTableSteps = (isToday: boolean): string[] => [
  activeSpans(isToday),
  listedSpans(isToday),
  isToday ? originsToday : origins,
  changes,
  openListings,
];

// All counts of an ASN are of IPv4 addresses, so that they are comparable: the number of IPv6 addresses of a network is meaningless and
// exceeds every integer type. An ASN with only IPv6 has days as well, because its listings stay open like others.
const countedChanges = `
  SELECT asn, day, change AS present_delta, counted * (level = 0) AS active_delta, counted * (level = 1) AS listed_delta,
    counted * (level > 0) AS weight_delta, counted * (level = 3) AS malware_delta, 0 AS size_delta
  FROM (SELECT asn, day, level, change, change * ${isMapped('first')} AS counted FROM score_changes WHERE ${ofRun})`;
const sizeChanges = `
  SELECT asn, edge.1 AS day, 0 AS present_delta, 0 AS active_delta, 0 AS listed_delta, 0 AS weight_delta, 0 AS malware_delta,
    edge.2 * toInt64(bitShiftLeft(toUInt64(1), 128 - length)) AS size_delta
  FROM (SELECT asn, length, ${edges} FROM (${datedPrefixes('asn, first, length')}) WHERE ${isMapped('first')})`;

/** All ASNs at once, on days with anything active or listed. */
export const asnTableStep = `
  INSERT INTO score_asns (run, asn, day, next_day, active, listed, weight, malware, size)
  SELECT {run:UInt64}, asn, day, next_day, active, listed, weight, malware, size
  FROM (${steps(
    'asn',
    ['present', 'active', 'listed', 'weight', 'malware', 'size'],
    `${countedChanges} UNION ALL ${sizeChanges}`,
  )})
  WHERE present > 0`;
