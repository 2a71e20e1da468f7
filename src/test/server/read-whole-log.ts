import { setTimeout as pause } from 'node:timers/promises';
import type { ObservationBlock, ObservationRow } from '#server/ingest/journal/observation-rows.ts';
import { readLog, type LogBatch, type LogReading } from '#server/ingest/logs/read-log.ts';
import type { LogReport } from '#server/ingest/logs/report-counts.ts';

export interface WholeLog {
  readonly report: LogReport;
  readonly batches: readonly LogBatch[];
  /** Rows of all batches as text, sorted: JSON of observations, and other tables with their name before it. */
  readonly rows: readonly string[];
}

/** The day of logs without times, and a time after all of their lines. */
const about = { day: 1792454400 };
const now = 1798761600;

/** @param pauseMilliseconds after each batch, as for a slow writer */
export async function readWholeLog(
  reading: Pick<LogReading, 'file'> & Partial<LogReading>,
  pauseMilliseconds = 0,
): Promise<WholeLog> {
  const batches: LogBatch[] = [];
  const read = readLog({ about, now, ...reading });
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
  return [...decoded(observations).map((row) => JSON.stringify(row)), ...rows];
}

/** RowBinary as the documentation of the engine describes it: numbers in little endian, texts after their length. */
function decoded({ pieces, count }: ObservationBlock): ObservationRow[] {
  const bytes = Buffer.concat(pieces);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  const skip = (length: number): number => (at += length) - length;
  const number32 = () => view.getUint32(skip(4), true);
  const number64 = () => Number(view.getBigUint64(skip(8), true));
  const length = (): number => {
    const byte = view.getUint8(skip(1));
    return byte < 128 ? byte : byte - 128 + 128 * length();
  };
  const text = (): string => {
    const size = length();
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(skip(size), at));
  };
  const rows = Array.from({ length: count }, () => ({
    rrtype: recordTypes[view.getInt8(skip(1))] ?? 'WATERMARK',
    rrname: text(),
    rdata: text(),
    rrset: Array.from({ length: length() }, text),
    first_seen: number32(),
    last_seen: number32(),
    count: number64(),
    ttl: number32(),
    sources: number64(),
    wmseq: number64(),
  }));
  if (at !== bytes.length) throw new Error(`${bytes.length - at} bytes follow the last row`);
  return rows;
}

const recordTypes: Readonly<Record<number, ObservationRow['rrtype']>> = {
  1: 'A',
  2: 'NS',
  5: 'CNAME',
  6: 'SOA',
  12: 'PTR4',
  13: 'PTR6',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
  33: 'SRV',
  43: 'DS',
  64: 'SVCB',
  65: 'HTTPS',
  127: 'CAA',
};

/** The observations of a log without rows of other tables. */
export function observationsOf({ rows }: WholeLog): ObservationRow[] {
  return rows.map((row) => JSON.parse(row) as ObservationRow);
}

/** A record in the Common Output Format of passive DNS. */
export function cof(more: object): string {
  const times = { time_first: 1792497600, time_last: 1792497600 };
  return JSON.stringify({ rrname: 'a.test', rrtype: 'A', rdata: '198.51.100.1', ...times, ...more });
}
