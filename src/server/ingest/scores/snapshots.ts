import {
  clipped,
  datesOfStep,
  edges,
  firstDay,
  inBucket,
  inHashBucket,
  isAddress,
  listedPairs,
  lastDay,
  ofRun,
  percent,
  sightings,
  steps,
  surroundingsScore,
  united,
} from './sql-parts.ts';

// The snapshots, from the tables of work-tables.ts. A subject that had a row today and has no data any more, as after a feed was
// switched off or removed, gets a row of zeros.

/** A table of scores. `parts`: whether one statement writes all of it, or one for each part of the subjects. */
export interface Snapshot {
  readonly name: string;
  readonly parts: 'whole' | 'buckets';
  readonly sql: (isToday: boolean) => string;
}

/** Zeros for subjects of today that have no data any more. */
const gone = (isToday: boolean, table: string, keys: string, zeros: string, isGone: string) =>
  isToday ? `UNION ALL SELECT DISTINCT ${keys}, date, ${zeros} FROM ${table} WHERE date = {to:Date} AND ${isGone}` : '';
const asnIsGone = `asn NOT IN (SELECT asn FROM score_asns WHERE ${ofRun})`;

const asnDays = (condition = '1') =>
  `(SELECT asn, ${datesOfStep} AS date, active, listed, weight, malware, size FROM score_asns WHERE ${ofRun} AND ${condition})`;

/** asn_reputation: listed addresses as a percentage of the active ones. */
const reputationAsn = (isToday: boolean) => `
  INSERT INTO reputation_asn (asn, date, asn_reputation, ips_in_asn, ips_num_active, ips_num_listed)
  SELECT asn, date, ${percent('listed', 'active')}, size, active, listed FROM ${asnDays()}
  ${gone(isToday, 'reputation_asn', 'asn', '0, ips_in_asn, 0, 0', asnIsGone)}`;

/**
 * asn_rank: the sum of the weights of listed addresses, as a percentage of that sum if every active address were listed for malware.
 * asn_rank_score: asnRankScore of score-formulas.ts; stored because the snapshot of the rank has no count of active addresses.
 * malscore: the addresses listed for malware or c2 as a percentage of all listed ones.
 */
const rankAsn = (isToday: boolean) => `
  INSERT INTO rank_asn (asn, date, asn_rank, asn_rank_score, malscore)
  SELECT asn, date, ${percent('weight', '3 * active')} AS rank, ${surroundingsScore('rank', 10, 'active')},
    ${percent('malware', 'listed')}
  FROM ${asnDays()}
  ${gone(isToday, 'rank_asn', 'asn', '0, 0, 0', asnIsGone)}`;

/**
 * asn_takedown_reputation: the age of the oldest open listing (up to 180 days), less with fewer than five open listings. A listing
 * counts for the origin of its address, of the addresses that its name pointed to within the last 30 days, or of active addresses in
 * its range. Listings of known sinkholes and known benign addresses do not count, because they are not the operator's fault.
 */
const reputationTakedown = (isToday: boolean) => `
  INSERT INTO reputation_takedown
    (asn, date, asn_takedown_reputation, ips_in_asn, ips_num_listed, items_num_listed, listings_max_age)
  WITH asn_items AS (
    SELECT asn, toDate(toUInt16(day)) AS date, uniqExact(item) AS items, day - min(listed) AS max_age
    FROM (
      -- the minimum is not a running sum, so these spans, unlike all others, are expanded
      SELECT asn, item, listed, arrayJoin(range(toInt64(start), toInt64(stop) + 1)) AS day
      FROM score_open_listings WHERE ${ofRun} AND ${inHashBucket('asn')}
    )
    GROUP BY asn, day
  )
  SELECT asn, date, round(100 * least(1, max_age / 180) * least(1, items / 5)), size, listed, items, max_age
  FROM ${asnDays(inHashBucket('asn'))} AS d LEFT JOIN asn_items USING (asn, date)
  ${gone(isToday, 'reputation_takedown', 'asn', '0, ips_in_asn, 0, 0, 0', `${inHashBucket('asn')} AND ${asnIsGone}`)}`;

/**
 * subnet_reputation: listed addresses as a percentage of the active ones, among the addresses whose longest prefix is this one. The
 * size is at most 2^53 - 1, the largest integer that every reader of JSON preserves; only IPv6 networks reach it.
 */
const reputationSubnet = (isToday: boolean) => `
  INSERT INTO reputation_subnet (first, length, date, subnet_reputation, ips_in_subnet, ips_num_active, ips_num_listed)
  SELECT first, length, ${datesOfStep} AS date, ${percent('listed', 'active')},
    if(length <= 75, 9007199254740991, bitShiftLeft(toUInt64(1), 128 - length)), active, listed
  FROM (${steps(
    'first, length',
    ['active', 'listed'],
    `SELECT first, length, day, change * (level = 0) AS active_delta, change * (level = 1) AS listed_delta
     FROM score_changes WHERE ${ofRun} AND level <= 1`,
  )})
  WHERE active > 0 OR listed > 0
  ${gone(
    isToday,
    'reputation_subnet',
    'first, length',
    '0, ips_in_subnet, 0, 0',
    `(first, length) NOT IN (SELECT first, length FROM score_changes WHERE ${ofRun})`,
  )}`;

/**
 * For each day since the first listing: how many names point to an address, or are served by a name server, and how many of them are
 * listed.
 * @param key of score_pairs @param records selects the key, and since and until of every name
 * @returns SELECT of the key, date, density, listed
 */
const listedShare = (relation: 'host' | 'zone', key: string, bucket: string, records: string) => `
  SELECT ${key}, ${datesOfStep} AS date, density, listed
  FROM (${steps(
    key,
    ['density', 'listed', 'was_listed'],
    `
    SELECT ${key}, edge.1 AS day, edge.2 AS density_delta, 0 AS listed_delta, 0 AS was_listed_delta
    FROM (
      SELECT ${key}, ${edges} FROM (${clipped(key, records)})
    )
    UNION ALL
    SELECT ${key}, edge.1 AS day, 0 AS density_delta, edge.2 AS listed_delta, edge.2 > 0 AS was_listed_delta
    FROM (
      -- a listing that ended before the first day only counts as was_listed
      SELECT ${key}, arrayJoin([(greatest(toInt64(start), ${firstDay}), 1), (greatest(toInt64(stop) + 1, ${firstDay}), -1)]) AS edge
      FROM (${united(
        `${key}, name`,
        `SELECT ${key}, name, since AS start, until AS stop
         FROM (${listedPairs(relation, [key, 'name'], bucket)})
         WHERE start <= stop AND start <= ${lastDay}`,
      )})
    )
    WHERE edge.1 <= ${lastDay}`,
  )})
  WHERE was_listed > 0`;

/** What a snapshot of listed shares is about. */
interface Share {
  readonly relation: 'host' | 'zone';
  /** The subjects in score_pairs, and in the snapshot. */
  readonly key: 'ip' | 'server';
  readonly column: 'ip' | 'ns_server';
  readonly bucket: (column: string) => string;
  /** Selects the key, and since and until of every name, of the subjects that `keys` selects. */
  readonly records: (keys: string) => string;
}

/**
 * The rows of a snapshot of listed shares: the key, date, reputation, density, listed. A subject that had a row today and has no listed
 * name any more keeps the density that it has without one.
 */
function shares(isToday: boolean, table: string, { relation, key, column, bucket, records }: Share): string {
  const listed = `SELECT ${key} FROM (${listedPairs(relation, [key], bucket(key))}) WHERE since <= until AND since <= ${lastDay}`;
  const unlisted = `
    SELECT DISTINCT ${column} AS ${key} FROM ${table} WHERE date = {to:Date} AND ${bucket(column)} AND ${column} NOT IN (${listed})`;
  const paired = `SELECT ${key} FROM score_pairs WHERE ${ofRun} AND relation = '${relation}' AND ${bucket(key)}`;
  return `
    SELECT ${key}, date, ${percent('listed', 'density')}, density, listed
    FROM (${listedShare(relation, key, bucket(key), records(paired))})
    ${
      isToday
        ? `UNION ALL SELECT ${key}, {to:Date}, 0, countIf(${lastDay} BETWEEN since AND until), 0
    FROM (${records(unlisted)} UNION ALL SELECT ${key}, 0 AS since, 0 AS until FROM (${unlisted})) GROUP BY ${key}`
        : ''
    }`;
}

/**
 * ip_reputation: of the names that pointed to the address within the last 30 days, the percentage whose own listing counts on that
 * day. Listings of known benign names do not count.
 */
const reputationIp = (isToday: boolean) => `
  INSERT INTO reputation_ip (ip, date, ip_reputation, ip_density, names_num_listed)
  ${shares(isToday, 'reputation_ip', {
    relation: 'host',
    key: 'ip',
    column: 'ip',
    bucket: inBucket,
    records: (ips) =>
      `SELECT ip, ${sightings} FROM rev WHERE ${isAddress} AND ip IN (${ips}) GROUP BY ip, cityHash64(rname)`,
  })}`;

/**
 * ns_server_reputation: of the domains that were seen on the name server within the last 30 days, the percentage with a listing of the
 * domain, or of a name below it, that counts on that day. Of a domain that gives out names, only its own listings count.
 */
const reputationNs = (isToday: boolean) => `
  INSERT INTO reputation_ns (ns_server, date, ns_server_reputation, ns_server_domain_density, ns_server_domains_listed)
  ${shares(isToday, 'reputation_ns', {
    relation: 'zone',
    key: 'server',
    column: 'ns_server',
    bucket: inHashBucket,
    records: (servers) =>
      `SELECT reverse(arev) AS server, ${sightings} FROM rev
       WHERE rrtype = 'NS' AND arev IN (SELECT reverse(server) FROM (${servers})) GROUP BY arev, cityHash64(rname)`,
  })}`;

export const snapshots: readonly Snapshot[] = [
  { name: 'reputation_asn', parts: 'whole', sql: reputationAsn },
  { name: 'reputation_takedown', parts: 'buckets', sql: reputationTakedown },
  { name: 'rank_asn', parts: 'whole', sql: rankAsn },
  { name: 'reputation_subnet', parts: 'whole', sql: reputationSubnet },
  { name: 'reputation_ip', parts: 'buckets', sql: reputationIp },
  { name: 'reputation_ns', parts: 'buckets', sql: reputationNs },
];
