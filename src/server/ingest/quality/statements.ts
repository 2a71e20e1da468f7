import { activeDays } from '#model/dates.ts';
import { sourceBit } from '#model/record-source.ts';
import { registeredOf } from '#server/ingest/detectors/detector.ts';
import {
  givesOutNames,
  isAddress,
  listedNames,
  notExempt,
  notShared,
  surroundingsScore,
} from '#server/ingest/scores/sql-parts.ts';

// The statements of a back-test. Placeholders: {day:Date}, by the end of which everything must have been known, and {until:Date}, the last
// day whose listings are compared. Scores follow model/score-formulas.ts, with the facts (known benign, CDN, ...) and the routes of today.

const day = '{day:Date}';
/** The end of the day, from which ages are counted. */
const moment = `toUnixTimestamp(toDateTime(${day} + 1, 'UTC'))`;
const half = (number: string) => `toUInt8(floor(${number} + 0.5))`;

/** Had begun by the day and counted in a score on it. */
const counted = `first_listed <= ${day} AND (expires >= ${day} OR expires >= toDate32(last_listed) + 30)`;

/** listing_score of a group of `listings` rows on the day. */
const listingScore = half(`multiIf(ago <= 7, 100, ago <= 30, 85, ago <= 90, 60, ago <= 180, 35, ago <= 365, 15, 5)
  * least(1, 0.7 + 0.1 * recent)`);
const ages = `min(greatest(0, ${day} - last_listed)) AS ago, countIf(${day} - last_listed <= 90) AS recent`;
/** (key, score) of the listings that match. @param rows a table or subquery with the columns of `listings` */
const listingScores = (key: string, condition: string, rows = 'listings FINAL') => `
  SELECT key, ${listingScore} AS score FROM (
    SELECT ${key} AS key, ${ages} FROM ${rows} WHERE ${condition} AND ${counted} GROUP BY key
  )`;

const ownAddress = "kind = 'host' AND ip != toIPv6('::')";
/** The registered domain that a listed name counts for. */
const listedDomain = registeredOf('host');

/** Lists that had begun by the day: all that a list loaded later has would seem new. */
const oldLists = `SELECT source FROM listings GROUP BY source HAVING min(first_listed) <= ${day}`;

/**
 * Of the subjects with rows in `listings`: `named`, on a list up to the day; `open`, on a list on it; `later`, listed since by a list that
 * had begun by then; `unclear`, listed since only by other lists.
 */
const outcomes = (key: string, condition: string) => `
  SELECT ${key} AS key, max(first_listed <= ${day}) AS named, max(first_listed <= ${day} AND last_listed >= ${day}) AS open,
    max(first_listed > ${day} AND source IN (${oldLists})) AS later,
    NOT later AND max(first_listed > ${day}) AS unclear
  FROM listings FINAL WHERE ${condition} AND first_listed <= {until:Date} GROUP BY key`;

/** Records that were seen within the 30 days up to the day, over all of their rows. */
const activeRecords = (keys: string, condition: string) => `
  SELECT ${keys} FROM rev WHERE ${condition} GROUP BY ${keys}
  HAVING toDate(min(first_seen)) <= ${day} AND toDate(max(last_seen)) >= ${day} - ${activeDays}`;

/**
 * Counts subjects by factor and score; the factor `risk` is the highest of them. Of those that a list had named before, only their
 * listing_score is counted, which the others do not have. @param factors names of columns of `rows`
 */
const countByScore = (factors: readonly string[], rows: string) => `
  SELECT pair.1 AS factor, pair.2 AS score, toUInt64(count()) AS subjects, toUInt64(countIf(later)) AS listed
  FROM (
    SELECT later, [${factors.map((name) => `('${name}', toUInt8(${name}))`).join(', ')}] AS factors,
      arrayPushBack(factors, ('risk', arrayMax(each -> each.2, factors))) AS predictions,
      arrayJoin(if(named, [('listing_score', toUInt8(listing_score))], predictions)) AS pair
    FROM (${rows})
  )
  GROUP BY pair.1, pair.2 ORDER BY factor, score`;

const addressFactors = [
  'malscore',
  'ip_reputation_score',
  'range_listing_score',
  'subnet_reputation_score',
  'asn_listing_score',
  'asn_reputation_score',
  'asn_rank_score',
  'asn_takedown_reputation_score',
] as const;

const isMalware = "category IN ('malware', 'c2')";
/** Malware and C2 listings of addresses, and of names that were on them. */
const malwareListings = `(
  SELECT ip AS address, first_listed, last_listed, expires FROM listings FINAL WHERE ${ownAddress} AND ${isMalware}
  UNION ALL
  SELECT p.ip AS address, first_listed, last_listed, expires
  FROM (
    ${activeRecords('ip, rname', `${isAddress} AND rname IN (SELECT reverse(host) FROM listings WHERE ${isMalware})`)}
  ) AS p
  INNER JOIN (SELECT reverse(host) AS name, * FROM listings FINAL WHERE ${listedNames} AND ${isMalware}) AS l ON p.rname = l.name
  WHERE ${notShared('p.ip')}
)`;

const addresses = countByScore(
  addressFactors,
  `
  SELECT o.later AS later, o.named AS named, own.score AS listing_score, malware.score AS malscore,
    ${half('0.9 * names.ip_reputation * least(1, (names.names_num_listed + 1) / 4)')} AS ip_reputation_score,
    ${half('0.9 * around.score')} AS range_listing_score,
    ${surroundingsScore('net.subnet_reputation', 20, 'net.ips_num_active')} AS subnet_reputation_score,
    least(49, ${half('0.6 * listedAs.score')}) AS asn_listing_score,
    ${surroundingsScore('system.asn_reputation', 10, 'system.ips_num_active')} AS asn_reputation_score,
    ranked.asn_rank_score AS asn_rank_score,
    ${half('0.1 * slow.asn_takedown_reputation')} AS asn_takedown_reputation_score
  FROM (
    SELECT ip, dictGet('origin_as', ('asn', 'length'), ip) AS origin, origin.1 AS asn, origin.2 AS length,
      tupleElement(IPv6CIDRToRange(ip, length), 1) AS first, concat('AS', toString(asn)) AS asText
    FROM (SELECT DISTINCT ip FROM (${activeRecords('ip, rname', isAddress)}))
    WHERE ${notExempt('ip')}
  ) AS known
  LEFT JOIN (${outcomes('ip', ownAddress)}) AS o ON known.ip = o.key
  LEFT JOIN (${listingScores('ip', ownAddress)}) AS own ON known.ip = own.key
  LEFT JOIN (${listingScores('address', '1', malwareListings)}) AS malware ON known.ip = malware.key
  LEFT JOIN (SELECT * FROM reputation_ip FINAL WHERE date = ${day}) AS names ON known.ip = names.ip
  LEFT JOIN (
    SELECT ip, max(score) AS score
    FROM (
      SELECT DISTINCT ip, arrayJoin(splitByChar(',', dictGet('covering_ranges', 'ranges', ip))) AS range FROM rev
      WHERE ${isAddress} AND dictGet('covering_ranges', 'ranges', ip) != ''
    ) AS inside
    INNER JOIN (${listingScores('host', "kind = 'range'")}) AS listed ON inside.range = listed.key
    GROUP BY ip
  ) AS around ON known.ip = around.ip
  LEFT JOIN (SELECT * FROM reputation_subnet FINAL WHERE date = ${day}) AS net ON known.first = net.first AND known.length = net.length
  LEFT JOIN (${listingScores('host', "kind = 'asn'")}) AS listedAs ON known.asText = listedAs.key
  LEFT JOIN (SELECT * FROM reputation_asn FINAL WHERE date = ${day}) AS system ON known.asn = system.asn
  LEFT JOIN (SELECT * FROM rank_asn FINAL WHERE date = ${day}) AS ranked ON known.asn = ranked.asn
  LEFT JOIN (SELECT * FROM reputation_takedown FINAL WHERE date = ${day}) AS slow ON known.asn = slow.asn
  WHERE NOT o.open AND NOT o.unclear`,
);

const domainFactors = ['ns_reputation_score', 'ns_entropy_score', 'is_new_score', 'age_score'] as const;

/** Name servers of parking services, sinkholes and registrars' expiry pages. The score of a domain on them is suppressed. */
const idleServers = `
  SELECT key FROM facts FINAL
  WHERE subject_type = 'name_server' AND kind IN ('parking', 'sinkhole', 'expiry') AND valid_from <= today() AND valid_to >= today()`;

/** Name servers on the day: the domain, its servers' worst reputation, and whether one of them is idle. */
const servers = `
  SELECT reverse(s.rname) AS domain, max(r.ns_server_reputation) AS worst,
    max(reverse(s.arev) IN (${idleServers}) OR ${registeredOf('reverse(s.arev)')} IN (${idleServers})) AS isIdle
  FROM (${activeRecords('arev, rname', "rrtype = 'NS'")}) AS s
  LEFT JOIN (SELECT * FROM reputation_ns FINAL WHERE date = ${day}) AS r ON reverse(s.arev) = r.ns_server
  GROUP BY domain`;

/** Sightings by own sensors and live look-ups do not say how old a domain is. */
const ownSources = sourceBit('live') + sourceBit('logs');
const born = `minIf(first_seen, sources = 0 OR bitAnd(sources, bitNot(toUInt64(${ownSources}))) != 0)`;

const domains = countByScore(
  domainFactors,
  `
  SELECT o.later AS later, o.named AS named, own.score AS listing_score, ${surroundingsScore('ns.worst', 20)} AS ns_reputation_score,
    least(10, ${half('0.4 * floor(10 * moves.entropy + 0.5)')}) AS ns_entropy_score,
    if(w.registered > 0, w.registered, toUnixTimestamp(known.born)) AS birth,
    100 * (birth > 0 AND ${moment} - birth <= 86400) AS is_new_score,
    if(birth > 0, ${half(`70 * least(1, greatest(0, 1 - intDiv(${moment} - birth, 86400) / 90))`)}, 0) AS age_score
  FROM (
    SELECT ${registeredOf('reverse(rname)')} AS domain, ${born} AS born
    FROM fwd WHERE rrtype IN ('A', 'AAAA', 'NS', 'MX') GROUP BY domain
    HAVING position(domain, '.') > 0 AND toDate(min(first_seen)) <= ${day} AND toDate(max(last_seen)) >= ${day} - ${activeDays}
      AND domain NOT IN (SELECT name FROM benign_names) AND NOT ${givesOutNames('domain')}
  ) AS known
  LEFT JOIN (${outcomes(listedDomain, listedNames)}) AS o ON known.domain = o.key
  LEFT JOIN (${listingScores(listedDomain, listedNames)}) AS own ON known.domain = own.key
  LEFT JOIN (${servers}) AS ns ON known.domain = ns.domain
  LEFT JOIN (
    SELECT domain, sum(exp2(-intDiv(${moment} - toUnixTimestamp(at), 86400) / 60)) AS entropy
    FROM ns_transfers FINAL WHERE toDate(at) <= ${day} GROUP BY domain
  ) AS moves ON known.domain = moves.domain
  LEFT JOIN (
    SELECT domain, toUnixTimestamp64Second(argMax(created, date)) AS registered
    FROM whois WHERE created > toDateTime64(0, 0, 'UTC') AND toDate(created) <= ${day} GROUP BY domain
  ) AS w ON known.domain = w.domain
  WHERE NOT o.open AND NOT o.unclear AND NOT ns.isIdle
    AND known.domain NOT IN (
      SELECT key FROM facts FINAL
      WHERE subject_type = 'domain' AND kind = 'expired' AND valid_from <= today() AND valid_to >= today())`,
);

/** Counts of one kind of subject. */
export const scoreStatements = { ip: addresses, domain: domains } as const;

/** How many lists had begun by the day. */
export const listCount = `SELECT toUInt32(count()) AS lists FROM (${oldLists})`;

/**
 * What each list contributes, of what it named between the two days. `first`: others named it later, and all of them had begun before;
 * `behind`: another list had named it before or on the same day.
 */
export const feedStatement = `
  WITH begun AS (SELECT source, min(first_listed) AS start FROM listings GROUP BY source)
  SELECT own.1 AS source, toUInt64(count()) AS entries, toUInt64(countIf(empty(others))) AS onlyHere,
    toUInt64(countIf(notEmpty(others) AND own.2 < arrayMin(others.2) AND own.2 > arrayMax(named.3))) AS first,
    toUInt64(countIf(notEmpty(others) AND own.2 >= arrayMin(others.2))) AS behind,
    toUInt64(countIf(isBenign)) AS benign
  FROM (
    SELECT isBenign, named, arrayJoin(named) AS own, arrayFilter(each -> each.1 != own.1, named) AS others
    FROM (
      SELECT kind, host, groupArray((toString(l.source), firstListed, start)) AS named,
        max(kind = 'host' AND if(ip = toIPv6('::'), host IN (SELECT name FROM benign_names), NOT ${notExempt('ip')})) AS isBenign
      FROM (
        SELECT kind, host, any(ip) AS ip, source, min(first_listed) AS firstListed FROM listings FINAL
        WHERE kind IN ('host', 'range', 'asn') AND first_listed <= {until:Date} AND last_listed >= ${day}
        GROUP BY kind, host, source
      ) AS l
      INNER JOIN begun AS b ON l.source = b.source
      GROUP BY kind, host
    )
  )
  GROUP BY source ORDER BY source`;
