import type { Query } from '#server/engine/engine.ts';
import type { Page } from './page.ts';

/** When records of own logs and listings of feeds were written, 'yyyy-mm-dd hh:mm:ss'; '' for never. */
export interface ComparedRow {
  readonly firstLog: string;
  readonly lastLog: string;
  readonly lastUpdate: string;
  /** 1 when the last update came after the first log. */
  readonly isCompared: number;
}

const timeOf = (time: string, found: string) => `if(${found}, toString(toDateTime(${time}, 'UTC')), '')`;

export function comparedQuery(): Query<ComparedRow> {
  const isLog = `kind = 'log' AND state = 'applied' AND rows > 0`;
  const isUpdate = `kind = 'feed' AND state = 'applied' AND has(covers, 'listings')`;
  return {
    name: 'retro_hunt',
    sql: `
      SELECT ${timeOf('firstAt', 'hasLogs')} AS firstLog, ${timeOf('lastAt', 'hasLogs')} AS lastLog,
        ${timeOf('updateAt', 'hasUpdates')} AS lastUpdate, hasLogs AND hasUpdates AND updateAt > firstAt AS isCompared
      FROM (
        SELECT countIf(${isLog}) > 0 AS hasLogs, minIf(at, ${isLog}) AS firstAt, maxIf(at, ${isLog}) AS lastAt,
          countIf(${isUpdate}) > 0 AS hasUpdates, maxIf(at, ${isUpdate}) AS updateAt
        FROM imports
      )`,
  };
}

/** A listing of a name or address that own logs had resolved. Days are 'yyyy-mm-dd', times 'yyyy-mm-dd hh:mm:ss'. */
export interface RetroHuntRow {
  readonly host: string;
  readonly isName: number;
  readonly source: string;
  readonly category: string;
  readonly indicator: string;
  readonly listed: string;
  readonly updated: string;
  readonly daysBefore: number;
  readonly answers: number;
  readonly nameCount: number;
  readonly names: readonly string[];
  readonly first: string;
  readonly last: string;
  readonly isBenign: number;
  readonly isNeverFlagged: number;
  /** Number, source and DNS answers of each log, most answers first. */
  readonly logs: readonly (readonly [importId: number, source: string, answers: number])[];
}

export interface RetroHuntSearch {
  /** The name or canonical address; '' for all. */
  readonly subject: string;
  readonly isListedAfter: boolean;
  /** Names and addresses that the never-flag list covers. */
  readonly neverFlagged: readonly string[];
}

/** The names and addresses of the records that match. */
export function retroHuntSubjectsQuery(subject: string): Query<{ readonly host: string }> {
  return { name: 'retro_hunt', sql: `SELECT DISTINCT host FROM retro_hunt ${matching}`, params: { subject } };
}

const matching = `WHERE {subject:String} = '' OR host = {subject:String} OR endsWith(host, concat('.', {subject:String}))`;

/** Of known benign, very popular or sinkholed subjects: their listings count in no score. */
const isBenign = `if(ip = toIPv6('::'),
  host IN (SELECT name FROM benign_names) OR cutToFirstSignificantSubdomain(host) IN (SELECT name FROM benign_names),
  ip IN (SELECT ip FROM exempt_addresses) OR dictGet('covering_ranges', 'exempt', ip) != 0)`;

/** One row for each listing; logs of one listing are added up. The names of several logs are not compared, so the most of one log counts. */
const listings = `
  SELECT host, source, category, listed, any(ip) AS ip, min(indicator) AS indicator, toUInt64(sum(count)) AS answers,
    max(names) AS nameCount, min(first_seen) AS first, max(last_seen) AS last, max(written) AS updated,
    arraySlice(arraySort(arrayDistinct(groupArrayArray(examples))), 1, 5) AS exampleNames,
    arraySort(log -> (-toInt64(log.2), log.1), groupArray((import, count))) AS logs,
    toInt32(listed) - toInt32(toDate(first)) AS daysBefore, toUInt8(${isBenign}) AS isBenign,
    toUInt8(host IN {neverFlagged:Array(String)}) AS isNeverFlagged
  FROM retro_hunt FINAL ${matching}
  GROUP BY host, source, category, listed`;

const isListedAfterwards = 'daysBefore > 0 AND NOT isBenign AND NOT isNeverFlagged';

/** How many records there are, and how many of them are left with `isListedAfter`. */
export function retroHuntCountQuery({
  subject,
  neverFlagged,
}: RetroHuntSearch): Query<{ readonly all: number; readonly after: number }> {
  return {
    name: 'retro_hunt',
    sql: `SELECT toUInt32(count()) AS all, toUInt32(countIf(${isListedAfterwards})) AS after FROM (${listings})`,
    params: { subject, neverFlagged },
  };
}

/** The newest updates first, then what has most DNS answers. */
export function retroHuntQuery(
  { subject, isListedAfter, neverFlagged }: RetroHuntSearch,
  { limit, skip }: Page,
): Query<RetroHuntRow> {
  return {
    name: 'retro_hunt',
    sql: `
      WITH (SELECT groupArray((import, source)) FROM (SELECT import, any(source) AS source FROM imports WHERE kind = 'log' GROUP BY import)) AS sources
      SELECT host, toUInt8(ip = toIPv6('::')) AS isName, source, category, indicator, toString(listed) AS listed,
        toString(updated) AS updated, daysBefore, answers, nameCount, exampleNames AS names, toString(first) AS first, toString(last) AS last, isBenign, isNeverFlagged,
        arrayMap(log -> (log.1, arrayFirst(each -> each.1 = log.1, sources).2, log.2), logs) AS logs
      FROM (${listings})
      WHERE NOT {after:UInt8} OR ${isListedAfterwards}
      ORDER BY toDate(updated) DESC, answers DESC, host, source, category, listed
      LIMIT {limit:UInt32} OFFSET {skip:UInt32}`,
    params: { subject, neverFlagged, after: Number(isListedAfter), limit, skip },
  };
}
