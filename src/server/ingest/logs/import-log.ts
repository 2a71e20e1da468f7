import { createHash } from 'node:crypto';
import { dateToIsoDate } from '#model/dates.ts';
import { beginImport, latestImports, recordImport, type ImportRecord, type LedgerLine } from '#server/ingest/ledger.ts';
import type { ObservationJournal } from '#server/ingest/journal/observation-journal.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { EvidenceRows } from './evidence.ts';
import { lackWords } from './import-input.ts';
import { digestLog, readLog, UnknownLog, type LogBatch, type LogReading, type LogReport } from './read-log.ts';
import { eachBatch } from '#server/ingest/batches.ts';

/** How logs are read: here in turns, or in a thread (reading-thread.ts). */
export interface ReadLogs {
  read(reading: LogReading, signal?: AbortSignal): AsyncGenerator<LogBatch, LogReport, undefined>;
  /** Of the unpacked content. */
  digest(file: string, signal?: AbortSignal): AsyncGenerator<never, { readonly digest: string }, undefined>;
}

export const readLogsHere: ReadLogs = { read: readLog, digest: digestLog };

/** What every import needs. */
export interface ImportTools {
  readonly journal: ObservationJournal;
  readonly read: ReadLogs;
  /** 'yyyy-mm-dd', UTC */
  readonly today: string;
  /** Called with records that arrived, from which scores are yet to be derived. @returns whether nothing was owed for the import */
  readonly owe: (arrived: ArrivedRecords) => boolean;
}

/** Records of an import for which nothing has been derived. */
export interface ArrivedRecords {
  readonly id: number;
  readonly line: Omit<ImportRecord, 'id'>;
  /** What the ledger will count for the import. */
  readonly rows: number;
}

export interface LogImport extends ImportTools {
  /** `file` is absolute; it stays where it is. */
  readonly reading: LogReading;
  /** Name of the sensor; '' without one. */
  readonly sensor?: string;
  readonly signal?: AbortSignal;
  /** Called with write progress. */
  readonly onProgress?: (batch: Pick<LogBatch, 'lines' | 'bytes' | 'format'>) => void;
}

export type LogOutcome =
  | ({ readonly state: 'done' } & LogReport)
  /** A file with the same content was imported before. */
  | { readonly state: 'known'; readonly rows: number; readonly asOf: string };

/** The kind of the ledger lines of logs. */
export const logKind = 'log';

/**
 * Writes the records of a log into the collection. After a kill at any point, importing the same file again continues where it ended:
 * its batches are the same, and the journal knows which of them arrived. A file whose content was imported before changes nothing.
 * @throws UnknownLog, DownloadError, EngineError, or the reason of the signal
 */
export async function importLog(engine: Engine, options: LogImport): Promise<LogOutcome> {
  const { reading, journal, read, today, owe, signal, onProgress, sensor = '' } = options;
  // batches that were read ahead are dropped when the content is already known
  const ending = new AbortController();
  const until = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
  const looking = lookUp(engine, { ...options, signal: until });
  looking.catch(() => undefined);
  let id: number | undefined;
  let [sequence, rows] = [0, 0];
  try {
    const report = await eachBatch(read.read(reading, until), until, async (batch) => {
      const { digest, known } = await looking;
      if (known && isImported(known)) throw new KnownLog(known);
      // an unreadable log leaves no line in the ledger
      const line = ledgerLine({ format: batch.format, sensor, digest, asOf: today });
      id ??= known?.id ?? (await claimImport(engine, line));
      sequence += 1;
      rows += batch.observations.count + countOf(batch.evidence);
      await writeEvidence(engine, id, batch.evidence);
      await journal.write(batch.observations, { import: id, sequence });
      onProgress?.(batch);
    });
    const { digest, known } = await looking;
    if (known && isImported(known)) throw new KnownLog(known);
    const lack = rows === 0 ? lackWords(report.asks) : undefined;
    if (lack !== undefined) throw new UnknownLog(lack);
    const asOf = report.to === undefined ? today : earlier(dateToIsoDate(new Date(report.to * 1000)), today);
    const line = ledgerLine({ format: report.format, sensor, digest, asOf });
    id ??= await claimImport(engine, line);
    await recordImport(engine, { id, ...line }, 'applied', rows);
    owe({ id, line, rows });
    return { state: 'done', ...report };
  } catch (error) {
    if (error instanceof KnownLog) return { state: 'known', rows: error.line.rows, asOf: error.line.asOf };
    throw error;
  } finally {
    ending.abort();
  }
}

function countOf(evidence: EvidenceRows): number {
  return Object.values(evidence).reduce((sum, rows) => sum + rows.length, 0);
}

/** Ends the reading of a log whose content was imported before. */
class KnownLog extends Error {
  readonly line: LedgerLine;

  constructor(line: LedgerLine) {
    super('A log of the same content was imported before.');
    this.line = line;
  }
}

/** An import without rows may have been read in the wrong format, so it does not count. */
function isImported({ state, rows }: LedgerLine): boolean {
  return state !== 'started' && rows > 0;
}

/** The digest of the content, and its line in the ledger. */
async function lookUp(
  engine: Engine,
  options: LogImport,
): Promise<{ readonly digest: string; readonly known: LedgerLine | undefined }> {
  const digest = await digestOf(options);
  const lines = await latestImports(engine);
  return { digest, known: lines.find((line) => line.kind === logKind && line.digest === digest) };
}

/** The ledger line of a log. */
export function ledgerLine(log: {
  readonly format: string;
  readonly sensor: string;
  readonly digest: string;
  readonly asOf: string;
}): Omit<ImportRecord, 'id'> {
  const { format, sensor, digest, asOf } = log;
  const source = sensor === '' ? `log:${format}` : `log:${format}/${sensor}`;
  return { source, kind: logKind, digest, licence: '', sample: false, asOf };
}

/** Log imports are numbered from here; below are the service's own imports and those of feeds. */
const firstLogImport = 1_000_000;

/** Writes the first ledger line of an import. @returns its number: the one the ledger has for this digest, or the next one */
export function claimImport(engine: Engine, line: Omit<ImportRecord, 'id'>): Promise<number> {
  // files and pushes begin concurrently, so numbers are assigned one at a time
  return engine.inTurn(async () => {
    const lines = await latestImports(engine);
    const same = lines.find((each) => each.kind === line.kind && each.digest === line.digest);
    const id = same?.id ?? Math.max(firstLogImport, ...lines.map((each) => each.id + 1));
    await beginImport(engine, { id, ...line });
    return id;
  });
}

/** Writes rows that replace themselves when written again. They come before the records, so that a batch that arrived has both. */
export async function writeEvidence(engine: Engine, id: number, evidence: EvidenceRows): Promise<void> {
  for (const [table, rows] of Object.entries(evidence))
    await engine.insert(table, hasImport.has(table) ? rows.map((row) => ({ ...row, import: id })) : rows);
}

/** Tables of evidence with the column `import`. */
const hasImport = new Set([
  'certificates',
  'scan_certificates',
  'scan_favicon',
  'scan_headers',
  'scan_html',
  'scan_jarm',
]);

/** Includes what was given for the reading, because it changes the records. */
async function digestOf({ reading, read, signal }: LogImport): Promise<string> {
  const { digest } = await eachBatch(read.digest(reading.file, signal), signal, () => Promise.resolve());
  const { columns = {}, day, origin } = reading.about ?? {};
  const given = [...Object.entries(columns).sort(), ['day', day], ['origin', origin]].filter(([, value]) => value);
  if (given.length === 0) return digest;
  return createHash('sha256')
    .update(JSON.stringify([digest, given]))
    .digest('hex');
}

export function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
