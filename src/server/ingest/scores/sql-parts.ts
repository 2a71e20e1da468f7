import { activeDays } from '#model/dates.ts';
import { isListedUrl, namingSiteNames, sharedHostNames } from '#server/queries/listings.ts';

// SQL that the statements of a refresh share. Days are whole numbers since 1970-01-01 (Int32), and spans include both ends. A span of
// any length takes two rows: +1 on its first day and -1 after its last. Running sums give the counts of the days between, and
// only the counts are expanded to days.

/** The first and the last day a refresh writes, 'yyyy-mm-dd'. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

export const firstDay = 'toInt32({from:Date})';
export const lastDay = 'toInt32({to:Date})';
/** Rows of this refresh. */
export const ofRun = 'run = {run:UInt64}';
/** One part of all addresses, which limits memory in collections of any size. */
export const inBucket = (ip: string): string => `(${ip} BETWEEN {low:IPv6} AND {high:IPv6})`;
/** One part of all other subjects. */
export const inHashBucket = (key: string): string => `(cityHash64(${key}) % {buckets:UInt32} = {bucket:UInt32})`;

/** 100 * part / whole, half up and at most 100, in integers: a Float rounds its halves to even. `whole` 0 counts as 1. */
export function percent(part: string, whole: string): string {
  return `least(100, ${rounded(`100 * (${part})`, `greatest(${whole}, 1)`)})`;
}

/** Integer division rounded half up. */
function rounded(dividend: string, divisor: string): string {
  return `intDiv(2 * (${dividend}) + (${divisor}), 2 * (${divisor}))`;
}

/** A score from the share of listed ones around a subject, as score-formulas.ts has it. @param active how many there are, where few count less */
export function surroundingsScore(share: string, weight: 10 | 20, active = '10'): string {
  return `toUInt8(floor(least(49, ${weight} * ${share} / (100 - ${share})) * least(1, ${active} / 10) + 0.5))`;
}

/** Records that say where names point. */
export const isAddress = `rrtype IN ('A', 'AAAA')`;

/** Cuts spans (since, until) to the days of the refresh, as (start, stop). */
export const clipped = (keys: string, spans: string): string => `
  SELECT ${keys}, greatest(since, ${firstDay}) AS start, least(until, ${lastDay}) AS stop FROM (${spans}) WHERE start <= stop`;

/**
 * The days on which a listing of its name counts for a pair: (keys, since, until, weight), one row per listing. If the two have no day
 * in common, `until` is before `since`.
 * @param keys columns of score_pairs @param condition on score_pairs
 */
export function listedPairs(relation: 'host' | 'zone', keys: readonly string[], condition: string): string {
  const ofPair = keys.map((key) => `p.${key} AS ${key}`).join(', ');
  return `
    SELECT ${keys.join(', ')}, greatest(since, span.1) AS since, least(until, span.2) AS until, span.3 AS weight
    FROM (
      SELECT ${ofPair}, p.since AS since, p.until AS until, arrayJoin(n.spans) AS span
      FROM (SELECT * FROM score_pairs WHERE ${ofRun} AND relation = '${relation}' AND ${condition}) AS p
      INNER JOIN (SELECT name, spans FROM score_names WHERE ${ofRun} AND relation = '${relation}') AS n ON p.name = n.name
    )`;
}

/** Unites overlapping and touching spans (start, stop) of the same key, so that +1 and -1 count each key once a day. */
export function united(keys: string, spans: string): string {
  return `
    SELECT ${keys}, span.1 AS start, span.2 AS stop
    FROM (
      SELECT ${keys}, sumMap([toInt64(start), toInt64(stop) + 1], [toInt64(1), toInt64(-1)]) AS changes,
        arrayCumSum(changes.2) AS open, arrayPushFront(arrayPopBack(open), 0) AS open_before,
        arrayFilter((day, now, before) -> now > 0 AND before = 0, changes.1, open, open_before) AS starts,
        arrayFilter((day, now) -> now = 0, changes.1, open) AS ends,
        arrayJoin(arrayMap((first, end) -> (first, end - 1), starts, ends)) AS span
      FROM (${spans}) GROUP BY ${keys}
    )`;
}

/**
 * Running sums of changes (key, day, one column per measure) as steps: each is valid from `day` to the day before `next_day`, and the
 * last step of a key to the end of the refresh.
 */
export function steps(keys: string, measures: readonly string[], changes: string): string {
  const sums = measures.map(
    (name) =>
      `sum(${name}_change) OVER (PARTITION BY ${keys} ORDER BY day ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS ${name}`,
  );
  const changeSums = measures.map((name) => `sum(${name}_delta) AS ${name}_change`);
  return `
    SELECT ${keys}, day, ${sums.join(', ')},
      leadInFrame(day, 1, toInt64(${lastDay} + 1)) OVER (PARTITION BY ${keys} ORDER BY day ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS next_day
    FROM (SELECT ${keys}, toInt64(day) AS day, ${changeSums.join(', ')} FROM (${changes}) GROUP BY ${keys}, day)`;
}

/** Every date of a step. */
export const datesOfStep = 'toDate(toUInt16(arrayJoin(range(day, next_day))))';

/** The two changes of a span as rows: `edge.1` is the day, `edge.2` is +1 or -1. */
export const edges = 'arrayJoin([(toInt64(start), toInt64(1)), (toInt64(stop) + 1, toInt64(-1))]) AS edge';

/** The span in which a record of `rev` counts, over all of its rows: a name is active on an address for 30 days. */
export const sightings = `min(toInt32(toDate(first_seen))) AS since, max(toInt32(toDate(last_seen))) + ${activeDays} AS until`;

/**
 * Addresses for which listings count: neither sinkholes, which have taken over the names that point to them, nor known benign
 * addresses, whose listings are errors. Both as of today, by a fact of the address or of a range that contains it.
 */
export const notExempt = (ip: string): string =>
  `(${ip} NOT IN (SELECT ip FROM exempt_addresses) AND dictGet('covering_ranges', 'exempt', ${ip}) = 0)`;

/** Addresses for which listings of the names on them count: those of CDNs are shared by many sites. */
export const notShared = (ip: string): string =>
  `(${ip} NOT IN (SELECT ip FROM cdn_addresses) AND dictGet('covering_ranges', 'shared', ${ip}) = 0)`;

/** Rows of `listings` that list a name, except known benign names, and URLs on shared hosts, which name a page of one user. */
export const listedNames = `kind = 'host' AND ip = toIPv6('::') AND host NOT IN (SELECT name FROM benign_names)
  AND NOT (${isListedUrl} AND (host IN ${sharedHostNames} OR host IN (SELECT name FROM shared_names)))`;

/** A domain below which others have names: listings of such names do not count for it. */
export const givesOutNames = (domain: string): string =>
  `(${domain} IN ${namingSiteNames} OR ${domain} IN (SELECT name FROM naming_names))`;

/** Limits the memory of a refresh of a large collection by spilling to disk. */
export const refreshSettings = {
  max_memory_usage: 1_000_000_000,
  max_bytes_before_external_group_by: 300_000_000,
  max_bytes_before_external_sort: 300_000_000,
} as const;
