import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { dateToIsoDate } from '#model/dates.ts';
import { DownloadError } from '#model/download-error.ts';
import type { Derive } from '#server/collect/feeds/apply-feed.ts';
import { openDocument } from '#server/collect/feeds/open-document.ts';
import { eachBatch } from '#server/collect/feeds/read-feed.ts';
import { beginImport, finishImport, latestImports, type ImportRecord } from '#server/collect/ledger.ts';
import { refreshNsTransfers } from '#server/collect/ns-transfers.ts';
import type { ObservationJournal } from '#server/collect/observation-journal.ts';
import type { Engine } from '#server/engine/engine.ts';
import { logLimits, type LogBatch, type LogReading, type LogReport } from './read-log.ts';

export type ReadLog = (reading: LogReading, signal?: AbortSignal) => AsyncGenerator<LogBatch, LogReport, undefined>;

export interface LogImport {
  /** Absolute; stays where it is. */
  readonly file: string;
  readonly format?: string;
  readonly journal: ObservationJournal;
  readonly read: ReadLog;
  /** 'yyyy-mm-dd', UTC */
  readonly today: string;
  readonly derive: Derive;
  readonly signal?: AbortSignal;
  /** Hears how many lines are written. */
  readonly onProgress?: (lines: number) => void;
}

export type LogOutcome =
  | ({ readonly state: 'done' } & LogReport)
  /** A file of the same content was imported before. */
  | { readonly state: 'known'; readonly rows: number; readonly asOf: string };

/** The kind of the ledger lines of logs. */
const logKind = 'log';
/** Imports of the user's own data count up from here. */
const firstLogImport = 100;

/**
 * Brings the records of a log into the collection. Killed anywhere, importing the same file again goes on where it ended: its
 * batches are the same, and each knows whether it arrived. A file whose content was imported before changes nothing.
 * @throws UnknownLog, DownloadError, EngineError, or the reason of the signal
 */
export async function importLog(engine: Engine, options: LogImport): Promise<LogOutcome> {
  const { file, format, journal, read, today, derive, signal, onProgress } = options;
  const digest = await digestOf(file);
  const lines = await latestImports(engine);
  const known = lines.find((line) => line.kind === logKind && line.digest === digest);
  if (known?.state === 'done') return { state: 'known', rows: known.rows, asOf: known.asOf };
  const id = known?.id ?? Math.max(firstLogImport - 1, ...lines.map((line) => line.id)) + 1;
  const record = (of: string, asOf: string): ImportRecord => {
    return { id, source: `log:${of}`, kind: logKind, digest, licence: '', sample: false, asOf };
  };
  let sequence = 0;
  const report = await eachBatch(read({ file, format }, signal), signal, async (batch) => {
    // a log of which nothing can be read leaves no line in the ledger
    if (sequence === 0) await beginImport(engine, record(batch.format, today));
    sequence += 1;
    await journal.write(batch.observations, { import: id, sequence });
    onProgress?.(batch.lines);
  });
  if (report.rows > 0) {
    await refreshNsTransfers(engine, today);
    await derive({ ranges: false, scores: true });
  }
  const asOf = report.to === undefined ? today : earlier(dateToIsoDate(new Date(report.to * 1000)), today);
  await finishImport(engine, record(report.format, asOf), report.rows);
  return { state: 'done', ...report };
}

/** Of the unpacked content: packing a file changes nothing. */
async function digestOf(file: string): Promise<string> {
  const none = (): void => undefined;
  const hash = createHash('sha256');
  const options = { name: basename(file), onAsOf: none, onMore: none, limits: logLimits };
  for (const document of await openDocument(file, options)) {
    let held: string[] = [];
    try {
      for await (const line of document.lines()) {
        held.push(line);
        if (held.length < 1000) continue;
        hash.update(`${held.join('\n')}\n`);
        held = [];
      }
    } catch (error) {
      // what can be read of a damaged archive is what is imported
      if (!(error instanceof DownloadError)) throw error;
    }
    hash.update(held.join('\n'));
  }
  return hash.digest('hex');
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
