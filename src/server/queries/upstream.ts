import type { Query } from '#server/engine/engine.ts';

interface KeptAnswerRow {
  readonly question: string;
  /** Epoch seconds. */
  readonly asked: number;
  readonly expires: number;
  readonly found: number;
  readonly response: string;
}

/** Cached answers of the provider to these queries of one operation. */
export function keptAnswers(operation: string, questions: readonly string[]): Query<KeptAnswerRow> {
  return {
    name: 'upstreamAnswers',
    sql: `
      SELECT question, toUnixTimestamp(asked) AS asked, toUnixTimestamp(expires) AS expires, found, response
      FROM upstream_answers FINAL
      WHERE operation = {operation:String} AND question IN {questions:Array(String)}`,
    params: { operation, questions },
  };
}

interface CallCountRow {
  readonly day: number;
  readonly month: number;
}

/** Calls sent with a key since the beginning of its day and of its month (UTC, epoch seconds). */
export function callCounts(keyName: string, dayStart: number, monthStart: number): Query<CallCountRow> {
  return {
    name: 'upstreamCalls',
    sql: `
      SELECT countIf(at >= toDateTime({dayStart:UInt32})) AS day, count() AS month
      FROM upstream_calls
      WHERE key_name = {keyName:String} AND at >= toDateTime({monthStart:UInt32})`,
    params: { keyName, dayStart, monthStart },
  };
}

export interface SentRow {
  /** Epoch seconds. */
  readonly at: number;
  readonly operation: string;
  readonly value: string;
  readonly key_name: string;
  readonly asked_by: string;
  readonly reason: string;
  readonly outcome: string;
  readonly millis: number;
}

/** The latest calls, the newest first. */
export function sentCalls(limit: number): Query<SentRow> {
  return {
    name: 'upstreamCalls',
    sql: `
      SELECT toUnixTimestamp(at) AS at, operation, value, key_name, asked_by, reason, outcome, millis
      FROM upstream_calls
      ORDER BY upstream_calls.at DESC
      LIMIT {limit:UInt32}`,
    params: { limit },
  };
}

/** Whether the collection holds more than the packaged open data: a passive DNS record, or an import of another source. */
export function hasOwnData(): Query<{ readonly found: number }> {
  return {
    name: 'upstreamRoutes',
    sql: `
      SELECT toUInt8(
        (SELECT count() FROM (SELECT 1 FROM fwd WHERE rrtype != 'WATERMARK' LIMIT 1)) > 0
        OR (SELECT count() FROM (
          SELECT 1 FROM imports
          WHERE state != 'started' AND rows > 0 AND kind NOT IN ('first-load', 'scores', 'ns-transfers')
            AND source NOT IN ('eth-phishing-detect', 'public-resolvers', 'live') AND NOT startsWith(source, 'open-data:')
          LIMIT 1)) > 0) AS found`,
  };
}
