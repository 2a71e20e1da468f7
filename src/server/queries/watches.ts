import type { Query } from '#server/engine/engine.ts';
import { isoInstant } from './instants.ts';
import type { Page } from './page.ts';

/** An event of a watch. `at` is ISO 8601 in UTC; `body` is JSON. */
export interface WatchEventRow {
  readonly id: string;
  readonly watch: string;
  readonly at: string;
  readonly version: number;
  readonly body: string;
}

const columns = `id, watch, ${isoInstant('at')} AS at, version, body`;

export interface WatchEventSearch {
  /** Id of a watch; empty for all. */
  readonly watch: string;
  /** Id of an event; empty for all. */
  readonly event: string;
}

export const everyEvent: WatchEventSearch = { watch: '', event: '' };

const matching = `FROM watch_events FINAL
      WHERE ({watch:String} = '' OR watch = {watch:String}) AND ({event:String} = '' OR id = {event:String})`;

/** The newest first. */
export function watchEventsQuery(search: WatchEventSearch, { limit, skip }: Page): Query<WatchEventRow> {
  return {
    name: 'watchEvents',
    sql: `SELECT ${columns} FROM (SELECT * ${matching} ORDER BY at DESC, id LIMIT {limit:UInt32} OFFSET {skip:UInt32}) AS e
      ORDER BY e.at DESC, id`,
    params: { ...search, limit, skip },
  };
}

/** How many match, and how many of them were told after a time. @param seen epoch milliseconds */
export function watchEventCountQuery(
  search: WatchEventSearch,
  seen: number,
): Query<{ readonly total: number; readonly unread: number }> {
  return {
    name: 'watchEvents',
    sql: `
      SELECT toUInt32(count()) AS total,
        toUInt32(countIf(is_muted = 0 AND at > fromUnixTimestamp64Milli({seen:Int64}, 'UTC'))) AS unread ${matching}`,
    params: { ...search, seen },
  };
}

/** Events of a watch whose changes are later than its base. */
export function eventsAfterQuery(watch: string, number: number): Query<WatchEventRow> {
  return {
    name: 'watchEvents',
    sql: `SELECT ${columns} FROM watch_events AS e FINAL WHERE e.watch = {watch:String} AND number > {number:UInt64} ORDER BY number`,
    params: { watch, number },
  };
}

/** The last event of each watch. */
export function lastEventsQuery(): Query<{ readonly watch: string; readonly at: string }> {
  return {
    name: 'watches',
    sql: `SELECT watch, ${isoInstant('max(e.at)')} AS at FROM watch_events AS e GROUP BY watch`,
  };
}

/** Events whose webhook has not arrived yet. */
export function waitingEventsQuery(): Query<WatchEventRow> {
  return { name: 'watchEvents', sql: `SELECT ${columns} FROM watch_events AS e FINAL WHERE is_waiting = 1` };
}

/** The first and the last day that each kind of data knows, 'yyyy-mm-dd'; '1970-01-01' without data. */
export interface HistoryRow {
  readonly history: 'dns' | 'findings' | 'lists' | 'retro_hunt';
  readonly first: string;
  readonly last: string;
}

export function historyQuery(): Query<HistoryRow> {
  return {
    name: 'watchPreview',
    sql: `
      SELECT 'dns' AS history, toString(toDate(min(first_seen))) AS first, toString(toDate(max(last_seen))) AS last
      FROM fwd WHERE rrtype != 'WATERMARK'
      UNION ALL SELECT 'findings', toString(min(appeared)), toString(greatest(max(appeared), max(gone))) FROM findings
      UNION ALL SELECT 'lists', toString(min(first_listed)), toString(max(last_listed)) FROM listings
      UNION ALL SELECT 'retro_hunt', toString(toDate(minIf(at, kind = 'log'), 'UTC')), toString(toDate(maxIf(at, kind = 'feed'), 'UTC'))
      FROM imports WHERE state = 'applied'`,
    settings: { max_threads: 1 },
  };
}
