import { setTimeout as pause } from 'node:timers/promises';
import { readLog, type LogBatch, type LogReading, type LogReport } from '#server/collect/logs/read-log.ts';

export interface WholeLog {
  readonly report: LogReport;
  readonly batches: readonly LogBatch[];
  /** Rows of all batches as text, sorted: JSON of observations, and other tables with their name before it. */
  readonly rows: readonly string[];
}

/** When logs were written that do not say so themselves. */
const about = { written: 1792497600 };

/** @param pauseMilliseconds after each batch: whoever writes it takes a while */
export async function readWholeLog(reading: LogReading, pauseMilliseconds = 0): Promise<WholeLog> {
  const batches: LogBatch[] = [];
  const read = readLog({ about, ...reading });
  for (;;) {
    const next = await read.next();
    if (next.done) return { report: next.value, batches, rows: batches.flatMap(rowsOf).sort() };
    batches.push(next.value);
    if (pauseMilliseconds > 0) await pause(pauseMilliseconds);
  }
}

function rowsOf({ observations, evidence }: LogBatch): string[] {
  const rows = Object.entries(evidence).flatMap(([table, found]) =>
    found.map((row) => `${table} ${JSON.stringify(row)}`),
  );
  return [...observations.lines.split('\n').filter((line) => line !== ''), ...rows];
}

/** A record as the store gets it. */
interface ObservationRow {
  readonly rrtype: string;
  readonly rrname: string;
  readonly rdata: string;
  readonly rrset: readonly string[];
  readonly first_seen: number;
  readonly last_seen: number;
  readonly count: number;
  readonly ttl: number;
}

/** Of a log without rows of other tables. */
export function observationsOf({ rows }: WholeLog): ObservationRow[] {
  return rows.map((row) => JSON.parse(row) as ObservationRow);
}

/** A record in the Common Output Format of passive DNS. */
export function cof(more: object): string {
  const times = { time_first: 1792497600, time_last: 1792497600 };
  return JSON.stringify({ rrname: 'a.test', rrtype: 'A', rdata: '198.51.100.1', ...times, ...more });
}
