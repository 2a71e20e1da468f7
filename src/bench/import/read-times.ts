import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { SECONDS_PER_DAY } from '#model/dates.ts';
import type { LogReport } from '#server/ingest/logs/report-counts.ts';
import { readLogsInThread } from '#server/ingest/reading-thread.ts';
import { logWriters } from './log-lines.ts';
import { transactions } from './transactions.ts';

export interface ReadTimes {
  readonly lines: number;
  readonly unpackedBytes: number;
  readonly packedBytes: number;
  /** Seconds to count the lines of the unpacked file: the minimum for reading it. */
  readonly countSeconds: number;
  /** The same for the packed file. */
  readonly unpackSeconds: number;
  /** Seconds to read the packed file into records, without writing them. */
  readonly readSeconds: number;
  /** Number of distinct records per batch and of records about servers. */
  readonly found: number;
}

export interface LogShape {
  readonly lines: number;
  /** Share of lines that are new, 0 to 1. */
  readonly newShare: number;
  /** Whether each new line holds one record. */
  readonly isSingle?: boolean;
  /** Each label has other names. */
  readonly label?: string;
}

/** Writes a packed log of a format. @returns its path */
export async function writeLog(folder: string, format: string, shape: LogShape): Promise<string> {
  const { lines, newShare, isSingle = false, label = '' } = shape;
  const plain = join(folder, `bench-${format}${label}.log`);
  const writer = logWriters[format];
  if (!writer) throw new Error(`there is no generator for ${format}`);
  const stream = createWriteStream(plain);
  if (writer.head) stream.write(`${writer.head.join('\n')}\n`);
  const begin = Math.floor(Date.now() / 1000) - 86_400;
  let held: string[] = [];
  for (const transaction of transactions(`${format}${label}`, { lines, begin, newShare, isSingle })) {
    held.push(writer.line(transaction));
    if (held.length < 10_000) continue;
    if (!stream.write(`${held.join('\n')}\n`)) await once(stream, 'drain');
    held = [];
  }
  stream.end(held.length > 0 ? `${held.join('\n')}\n` : '');
  await once(stream, 'close');
  await pipeline(createReadStream(plain), createGzip(), createWriteStream(`${plain}.gz`));
  return `${plain}.gz`;
}

/** Times of a log that `writeLog` wrote. The unpacked file is deleted afterwards. @throws Error when the log was not read correctly */
export async function measureReading(file: string, format: string): Promise<ReadTimes> {
  const plain = file.replace(/\.gz$/, '');
  const [unpackedBytes, packedBytes] = [statSync(plain).size, statSync(file).size];
  const countSeconds = shellSeconds('wc -l < "$1"', plain);
  const unpackSeconds = shellSeconds('gzip -dc "$1" | wc -l', file);
  rmSync(plain);
  const startedAt = performance.now();
  const { lines, rows, evidence, rejects, isWhole } = await reportOf(file, format);
  const readSeconds = (performance.now() - startedAt) / 1000;
  if (!isWhole || rejects.count > lines / 100)
    throw new Error(`${format}: ${rejects.count} of ${lines} lines were rejected (${rejects.byReason[0]?.reason})`);
  const found = Object.values(evidence).reduce((sum, count) => sum + count, rows);
  if (found === 0) throw new Error(`${format}: nothing was found in ${lines} lines`);
  return { lines, unpackedBytes, packedBytes, countSeconds, unpackSeconds, readSeconds, found };
}

/** Reads in the built thread, as the service does: tsx makes functions slower. */
const read = readLogsInThread(join(import.meta.dirname, '../../../dist/server/thread-program.js'));

async function reportOf(file: string, format: string): Promise<LogReport> {
  // zone files hold no times
  const now = Date.now() / 1000;
  const day = Math.floor(now / SECONDS_PER_DAY) * SECONDS_PER_DAY;
  const batches = read({ file, about: { day }, now });
  for (;;) {
    const next = await batches.next();
    if (!next.done) continue;
    if (next.value.format !== format) throw new Error(`${format} was taken for ${next.value.format}`);
    return next.value;
  }
}

function shellSeconds(command: string, file: string): number {
  const startedAt = performance.now();
  const { status } = spawnSync('sh', ['-c', command, 'sh', file], { stdio: 'ignore' });
  return status === 0 ? (performance.now() - startedAt) / 1000 : NaN;
}
