import { openEndDay } from '#model/dates.ts';
import { popularToplistRank } from '#model/fact-kind.ts';
import type { ImportRecord } from '#server/ingest/ledger.ts';
import type { Query } from '#server/engine/engine.ts';

// Compares the staged rows of a feed with the rows of its source: the result is the rows of `listings` and `facts` that change.
// Rows of other sources are neither read nor written.

/** What the statements need to know of an import. Days are 'yyyy-mm-dd'. */
interface StagedFeed {
  readonly import: number;
  readonly source: string;
  readonly mode: 'snapshot' | 'events';
  /** For how many days an event counts after its last day. */
  readonly lifetimeDays: number;
  /** The day of the data. */
  readonly day: string;
  /** The last day on which facts of a snapshot hold without a newer one, if they run out. */
  readonly factsUntil: string | undefined;
  /** Whether listings were staged. */
  readonly hasListings: boolean;
  /** Whether facts were staged, or there were any before: a snapshot ends facts that it lacks. */
  readonly hasFacts: boolean;
  /** The day of the previous snapshot; entries of both were listed without a gap. */
  readonly previousDay: string;
}

const openEnd = `toDate32('${openEndDay}')`;
const unknownDay = `toDate32('1970-01-01')`;
/** How many days a listing counts after the last snapshot that names it (schema/4-listings.sql). */
const snapshotDays = 30;
const day = 'toDate32({day:Date})';

/** One core, so that look-ups are answered during an import. */
const settings = { max_threads: 1 };

/** Statements that fill the empty *_next tables of an import from its *_in tables. */
export function changesOf(feed: StagedFeed): Query<never>[] {
  const { source, lifetimeDays, previousDay } = feed;
  const isSnapshot = feed.mode === 'snapshot';
  const factsUntil = (isSnapshot && feed.factsUntil) || openEndDay;
  const params = { import: feed.import, source, day: feed.day, previousDay, lifetimeDays, factsUntil };
  const statements = [
    feed.hasListings ? [isSnapshot ? listingsOfSnapshot : listingsOfEvents] : [],
    feed.hasFacts ? [isSnapshot ? factsOfSnapshot : factsOfEvents] : [],
  ];
  return statements.flat().map((sql) => ({ name: 'feed', sql, params, settings }));
}

/** Statements that fill the *_next tables with the end of everything the source says: from `today` on nothing counts. */
export function endOf({ id, source }: ImportRecord, today: string): Query<never>[] {
  const params = { import: id, source, day: today };
  return [endOfListings, endOfFacts].map((sql) => ({ name: 'feed', sql, params, settings }));
}

/**
 * Statements that stage the entries of the last snapshot as listed today.
 * @param facts the last day of the facts that run out: of the last snapshot, and of one of today
 */
export function confirmationOf(
  { id, source, asOf }: ImportRecord,
  today: string,
  { before, now }: { readonly before: string | undefined; readonly now: string | undefined },
): Query<never>[] {
  const params = { import: id, source, day: today, previousDay: asOf };
  const ofFacts = { name: 'feed', sql: confirmedFacts, params: { ...params, before, now }, settings };
  return [
    { name: 'feed', sql: confirmation, params, settings },
    ...(before !== undefined && now !== undefined ? [ofFacts] : []),
  ];
}

/** How many different listings and facts were staged. */
export function countStaged(importId: number): Query<{ listings: number; facts: number }> {
  return {
    name: 'feed',
    sql: `
      SELECT
        (SELECT count() FROM (SELECT 1 FROM listings_in WHERE import = {import:UInt32} GROUP BY host, indicator, category)) AS listings,
        (SELECT count() FROM (SELECT 1 FROM facts_in WHERE import = {import:UInt32} GROUP BY subject_type, first, key, kind)) AS facts`,
    params: { import: importId },
    settings: { ...settings, optimize_aggregation_in_order: 1 },
  };
}

/** The tags of an entry; those of repeated entries are united in an order that does not depend on storage. */
const foldedTags = `if(read = 1, read_tags, arraySort(arrayDistinct(read_tags)))`;

/** Staged rows and existing rows of the source, by what is listed. `print` is a hash of the other columns of a row. */
const listingGroups = (spans: string) => `
  SELECT host, indicator, category, countIf(is_read) AS read,
    anyIf(row_kind, is_read) AS kind, anyIf(row_ip, is_read) AS ip, maxIf(row_confidence, is_read) AS confidence,
    groupArrayArrayIf(row_tags, is_read) AS read_tags, ${foldedTags} AS tags, maxIf(row_reference, is_read) AS reference,
    cityHash64(confidence, tags, reference) AS print, maxIf(until, is_read) AS valid_until,
    ${spans}
  FROM (
    SELECT host, indicator, category, kind AS row_kind, ip AS row_ip, confidence AS row_confidence, tags AS row_tags,
      reference AS row_reference, toDate32(first_listed) AS since, toDate32(last_listed) AS last, until,
      toUInt64(0) AS row_print, 1 AS is_read
    FROM listings_in WHERE import = {import:UInt32}
    UNION ALL
    SELECT host, indicator, category, kind, ip, confidence, [], '', toDate32(first_listed), toDate32(last_listed), expires,
      cityHash64(confidence, tags, reference), 0
    FROM listings FINAL WHERE source = {source:String}
  )
  GROUP BY host, indicator, category
  HAVING read > 0`;

const insertListings = `
  INSERT INTO listings_next (import, kind, indicator, host, ip, category, source, confidence, tags, reference,
    first_listed, last_listed, expires, affects_scores, is_new)`;
/** The last day on which an entry of a snapshot counts. One that the publisher ends sooner is withdrawn on that day. */
const unlessEnded = `if(valid_until > ${day} + ${snapshotDays}, ${day} + ${snapshotDays}, least(valid_until, ${day} + ${snapshotDays - 1}))`;
/** The last day of a withdrawn listing. */
const withdrawn = `least(valid_until, last_day + ${snapshotDays - 1})`;
const listingColumns = `{import:UInt32}, kind, indicator, host, ip, category, {source:String}, confidence, tags, reference`;

/**
 * A listing of the previous snapshot that still counts is continued. One that comes back after a gap begins a new episode on the day
 * of the snapshot, or on the day the publisher gives if that is after the gap. One that the publisher has ended before the snapshot is
 * withdrawn (schema/4-listings.sql); one that is new here becomes history.
 */
const listingsOfSnapshot = `
  ${insertListings}
  SELECT ${listingColumns}, start, last_day, if(is_over, ${withdrawn}, ${unlessEnded}), affects, NOT goes_on
  FROM (
    SELECT *, valid_until < ${day} AS is_over,
      held > 0 AND latest.3 + 1 >= ${day} AND (is_over OR latest.2 >= toDate32({previousDay:Date})) AS goes_on,
      multiIf(goes_on, latest.1, given = ${unknownDay} OR given > ${day} OR (held > 0 AND given <= latest.2), ${day}, given) AS start,
      multiIf(NOT is_over, ${day}, goes_on, latest.2, least(valid_until, ${day})) AS last_day,
      NOT (goes_on AND latest.3 >= ${day}) OR is_over AS affects
    FROM (${listingGroups(`
      countIf(NOT is_read) AS held, minIf(since, is_read) AS given,
      argMaxIf((since, last, until, row_print), since, NOT is_read) AS latest`)})
  )
  WHERE if(is_over, goes_on AND latest.3 > valid_until OR NOT goes_on AND start <= valid_until,
    NOT (goes_on AND latest.2 = ${day} AND latest.3 = ${unlessEnded} AND latest.4 = print))`;

/**
 * Spans of days that overlap or touch form an episode: (first, last, expires, is_read, and its existing rows in order, each
 * first, last, expires, print).
 */
const episode = 'Tuple(Date32, Date32, Date32, UInt8, Array(Tuple(Date32, Date32, Date32, UInt64)))';
const joined = '(e.1, greatest(e.2, s.2), greatest(e.3, s.3), toUInt8(greatest(e.4, s.4)), arrayConcat(e.5, s.5))';
const episodes = `
  arrayFold(
    (all, s) -> if(notEmpty(all) AND s.1 <= all[-1].3 + 1,
      arrayPushBack(arrayPopBack(all), arrayMap(e -> CAST(${joined}, '${episode}'), [all[-1]])[1]), arrayPushBack(all, s)),
    arraySort(s -> (s.1, s.4), spans), CAST([], 'Array(${episode})'))`;

/**
 * An event counts for its lifetime after its last day, unless the publisher ends it sooner; one without a day has the day of the feed. The first day of a row is a part
 * of its key, so an episode keeps its existing rows, and each ends on the day before the next one.
 */
const listingsOfEvents = `
  ${insertListings}
  SELECT ${listingColumns}, row.1, row.2, row.3, NOT (held.1 = row.1 AND held.3 >= ${day}) AND row.3 >= ${day},
    held.1 != row.1
  FROM (
    SELECT *, arrayDistinct(arrayConcat([e.1], arrayMap(h -> h.1, e.5))) AS starts,
      arrayJoin(arrayMap((start, at) -> if(at < length(starts), (start, starts[at + 1] - 1, starts[at + 1] - 1), (start, e.2, least(e.3, valid_until))),
        starts, arrayEnumerate(starts))) AS row,
      arrayFirst(h -> h.1 = row.1, e.5) AS held
    FROM (
      SELECT *, arrayJoin(arrayFilter(e -> e.4 = 1, ${episodes})) AS e
      FROM (${listingGroups(`
        groupArray(CAST(
          if(is_read,
            (if(since = ${unknownDay}, ${day}, since) AS first_day,
             greatest(if(until < ${day}, until, least(last, until)), first_day) AS last_day,
             least(last_day + {lifetimeDays:UInt32}, until), 1, []),
            (since, last, until, 0, [(since, last, until, row_print)])),
          '${episode}')) AS spans`)})
    )
  )
  WHERE NOT (held.1 = row.1 AND held.2 = row.2 AND held.3 = row.3 AND held.4 = print)
    AND (held.1 = row.1 OR row.1 <= row.3)`;

const restatedListings = (last: string, expires: string, affects: string) => `
  ${insertListings}
  SELECT {import:UInt32}, kind, indicator, host, ip, category, source, confidence, tags, reference,
    first_listed, ${last}, ${expires}, ${affects}, 0
  FROM listings FINAL WHERE source = {source:String}`;
/** Whether the publisher does not say until when an entry of a snapshot counts. */
const isUnlimited = `listings.expires >= toDate32(listings.last_listed) + ${snapshotDays}`;
const confirmation = `
  ${restatedListings(day, `if(${isUnlimited}, ${day} + ${snapshotDays}, expires)`, `expires < ${day}`)}
    AND last_listed >= toDate32({previousDay:Date}) AND (${isUnlimited} OR expires >= ${day})`;
/** Withdraws listings (schema/4-listings.sql), also expired ones, which would otherwise still count by their age. */
const endOfListings = `
  ${restatedListings('last_listed', `least(${day} - 1, toDate32(last_listed) + ${snapshotDays - 1})`, '1')}
    AND (expires >= ${day} OR expires >= toDate32(last_listed) + ${snapshotDays})`;

/** Staged facts and existing rows of the source, by subject and kind: `known` are (valid_from, valid_to, value, tags, reference). */
const factGroups = `
  SELECT subject_type, first, key, kind, countIf(is_read) AS read, any(row_last) AS last,
    groupUniqArrayIf(row_value, is_read AND row_value != '') AS values,
    multiIf(length(values) < 2, values[1], kind = 'toplist', toString(arrayMin(arrayMap(v -> toUInt32OrZero(v), values))),
      arrayStringConcat(arraySort(values), ', ')) AS value,
    groupArrayArrayIf(row_tags, is_read) AS read_tags, ${foldedTags} AS tags,
    maxIf(since, is_read) AS given, least(maxIf(until, is_read), {factsUntil:Date32}) AS given_until,
    arraySort(groupArrayIf((since, until, row_value, row_tags, row_reference), NOT is_read)) AS known
  FROM (
    SELECT subject_type, first, key, kind, last AS row_last, value AS row_value, tags AS row_tags, '' AS row_reference,
      valid_from AS since, valid_to AS until, 1 AS is_read
    FROM facts_in WHERE import = {import:UInt32}
    UNION ALL
    SELECT subject_type, first, key, kind, last, value, tags, reference, valid_from, valid_to, 0
    FROM facts FINAL WHERE source = {source:String}
  )
  GROUP BY subject_type, first, key, kind`;

/** Facts that reduce the weight of a listing, or keep it from counting for a domain above the listed name or for an address of it. */
export const reducingKinds = `'sinkhole', 'known_benign', 'url_shortener', 'user_content', 'dynamic_dns', 'cdn'`;
const affectsScores = `kind IN (${reducingKinds})
  OR kind = 'toplist' AND toUInt32OrZero(row.3) BETWEEN 1 AND ${popularToplistRank}`;
const insertFacts = `
  INSERT INTO facts_next (import, subject_type, first, key, kind, source, last, value, tags, reference, valid_from, valid_to,
    affects_scores)`;
const factColumns = `{import:UInt32}, subject_type, first, key, kind, {source:String}, last, row.3, row.4, row.5, row.1, row.2`;

/** The last day of a row `k` that is not continued: before the row that follows it, or before the day of the snapshot. */
const lastDay = `if(read > 0 AND k.1 < start, start - 1, if(k.1 = ${day}, ${day}, ${day} - 1))`;

/**
 * A fact with the same value is continued; a rank may change meanwhile. Another value, or a later first day, ends the existing row
 * and begins a new one. A fact that the snapshot lacks ended on the day before, but not before its own first day.
 */
const factsOfSnapshot = `
  ${insertFacts}
  SELECT ${factColumns}, ${affectsScores}
  FROM (
    SELECT subject_type, first, key, kind, last,
      arrayLast(k -> k.2 + 1 >= ${day} AND (k.3 = value OR kind = 'toplist') AND given <= k.1, known) AS held,
      read > 0 AND held.2 > ${unknownDay} AS goes_on,
      multiIf(goes_on, held.1,
        given = ${unknownDay} OR arrayExists(k -> given <= k.1 OR (k.2 + 1 < ${day} AND given <= k.2), known), ${day}, given) AS start,
      arrayJoin(arrayConcat(
        if(read > 0 AND NOT (goes_on AND held.2 = given_until AND held.3 = value AND held.4 = tags),
          [(start, given_until, value, tags, '')], []),
        arrayMap(k -> (k.1, ${lastDay}, k.3, k.4, k.5),
          arrayFilter(k -> k.2 > ${lastDay} AND NOT (read > 0 AND k.1 = start), known)))) AS row
    FROM (${factGroups})
  )`;

/** An event without a last day holds for the lifetime of the feed. One that overlaps or touches an existing row extends it. */
const factsOfEvents = `
  ${insertFacts}
  SELECT ${factColumns}, ${affectsScores}
  FROM (
    SELECT subject_type, first, key, kind, last,
      if(given = ${unknownDay}, ${day}, given) AS first_day,
      if(given_until = ${openEnd}, first_day + {lifetimeDays:UInt32}, given_until) AS last_day,
      arrayLast(k -> k.3 = value AND first_day <= k.2 + 1 AND last_day >= k.1, known) AS held,
      held.2 > ${unknownDay} AS goes_on,
      (if(goes_on, held.1, first_day), greatest(held.2, last_day), value, tags, '') AS row
    FROM (${factGroups} HAVING read > 0)
    WHERE NOT (goes_on AND held.2 >= last_day AND held.4 = tags)
  )`;

const confirmedFacts = `
  ${insertFacts}
  SELECT {import:UInt32}, subject_type, first, key, kind, source, last, value, tags, reference, valid_from, {now:Date32}, 0
  FROM facts FINAL WHERE source = {source:String} AND valid_to = {before:Date32}`;
const endOfFacts = `
  ${insertFacts}
  SELECT {import:UInt32}, subject_type, first, key, kind, source, last, value, tags, reference, valid_from, ${day} - 1,
    kind IN (${reducingKinds}, 'toplist')
  FROM facts FINAL WHERE source = {source:String} AND valid_to >= ${day}`;
