import { createHash } from 'node:crypto';
import { epochSecondsToIsoDate } from '#model/dates.ts';
import {
  beginImport,
  importNumbers,
  importsOfDigests,
  recordImport,
  type ImportRecord,
  type LedgerLine,
} from '#server/ingest/ledger.ts';
import type { ObservationJournal } from '#server/ingest/journal/observation-journal.ts';
import type { ObservationBlock } from '#server/ingest/journal/observation-rows.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { EvidenceRows } from './evidence.ts';
import { lackWords } from './import-input.ts';
import { writeEvidence } from './kept-evidence.ts';
import { knownWords, UnknownLog, type LogBatch, type LogReading } from './read-log.ts';
import type { LogReport, MemberReport } from './report-counts.ts';
import { eachBatch } from '#server/ingest/batches.ts';

/** How logs are read: here in turns (`readLog`), or in a thread (reading-thread.ts). */
export type ReadLogs = (reading: LogReading, signal?: AbortSignal) => AsyncGenerator<LogBatch, LogReport, undefined>;

/** What every import needs. */
export interface ImportTools {
  readonly journal: ObservationJournal;
  readonly read: ReadLogs;
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
  /** 'yyyy-mm-dd', UTC */
  readonly today: string;
  /** The numbers of its earlier tries: their logs are read again, and what has arrived of them is not written twice. */
  readonly own?: readonly number[];
  /** Of its logs, by their place, when a dry run has found them: SHA-256. */
  readonly digests?: LogDigests | undefined;
  readonly signal?: AbortSignal;
  /** Called with the progress of looking for what is known, before anything is written. */
  readonly onLook?: (batch: Pick<LogBatch, 'bytes'>) => void;
  /** Called with write progress. */
  readonly onProgress?: (batch: Pick<LogBatch, 'lines' | 'bytes' | 'format'>) => void;
  /** Called with the number of each log, before anything of it is written. */
  readonly onClaim?: (id: number) => Promise<void>;
}

/** Digests of the logs in a file, by their place. */
export type LogDigests = ReadonlyMap<number, string>;

export function digestsOf({ members }: Pick<LogReport, 'members'>): LogDigests {
  return new Map(members.flatMap(({ member, digest }) => (digest === undefined ? [] : [[member, digest]])));
}

export type LogOutcome =
  | ({ readonly state: 'done' } & LogReport)
  /** Every log in the file was imported or pushed before. When all of them were pushed, `asOf` is '' and `rows` is 0. */
  | { readonly state: 'known'; readonly rows: number; readonly asOf: string };

/** The kind of the ledger lines of logs. */
export const logKind = 'log';

/**
 * Writes the records of the logs in a file into the collection. Each log is a line of the ledger, under the digest of its content: a log
 * whose content was imported or pushed before changes nothing. After a kill at any point, importing the same file again continues where
 * it ended: the batches of each log are the same, and the journal knows which of them arrived.
 * @throws UnknownLog, DownloadError, EngineError, or the reason of the signal
 */
export async function importLog(engine: Engine, options: LogImport): Promise<LogOutcome> {
  const { reading, journal, read, today, owe, signal, onProgress, onClaim, sensor = '' } = options;
  const digests = await identitiesOf(options);
  const before = await importedBefore(engine, digests, options.own ?? []);
  if (digests.size > 0 && before.known.length === digests.size) return { state: 'known', ...before };
  let id: number | undefined;
  let [sequence, rows, written, lines] = [0, 0, 0, 0];
  let held: ObservationBlock[] = [];
  const lineOf = ({ member, format }: Pick<LogBatch, 'member' | 'format'>, asOf: string) =>
    ledgerLine({ format, sensor, digest: digests.get(member) ?? '', asOf });
  const claimed = async (batch: Pick<LogBatch, 'member' | 'format'>): Promise<number> => {
    if (id !== undefined) return id;
    id = await claimImport(engine, lineOf(batch, today));
    await onClaim?.(id);
    return id;
  };
  const report = await eachBatch(read({ ...reading, known: before.known }, signal), signal, async (batch) => {
    const { observations, evidence } = batch;
    const evidenceRows = countOf(evidence);
    if (observations.count + evidenceRows > 0) {
      rows += observations.count + evidenceRows;
      await writeEvidence(engine, await claimed(batch), evidence);
      held.push(observations);
    }
    if (held.length === batchesAtOnce || evidenceRows > 0 || batch.ended) await write(batch);
    // lines count once they are written
    onProgress?.({ ...batch, lines });
    if (batch.ended) await end(batch.ended);
  });
  const lack = written === 0 ? lackWords(report.asks) : undefined;
  if (lack !== undefined) throw new UnknownLog(lack);
  return { state: 'done', ...report };

  /** Writes the records held. */
  async function write(batch: LogBatch): Promise<void> {
    if (held.length === 0) return;
    sequence += 1;
    await journal.write(joined(held), { import: await claimed(batch), sequence });
    held = [];
    ({ lines } = batch);
  }

  /** Completes the import of a log. One that lacks facts leaves no line in the ledger. */
  async function end(log: MemberReport): Promise<void> {
    if (rows > 0 || log.asks.length === 0) {
      const line = { id: await claimed(log), line: lineOf(log, asOfDay(log.to, today)), rows };
      await recordImport(engine, { id: line.id, ...line.line }, 'applied', rows);
      owe(line);
    }
    written += rows;
    id = undefined;
    [sequence, rows] = [0, 0];
  }
}

/** Batches of the reading that are written as one: the fewer parts the tables get, the less the engine merges. */
const batchesAtOnce = 4;

function joined(blocks: readonly ObservationBlock[]): ObservationBlock {
  const count = blocks.reduce((sum, block) => sum + block.count, 0);
  return { pieces: blocks.flatMap(({ pieces }) => pieces), count };
}

function countOf(evidence: EvidenceRows): number {
  return Object.values(evidence).reduce((sum, rows) => sum + rows.length, 0);
}

/** An import without rows may have been read in the wrong format, so it does not count. */
function isImported({ state, rows }: LedgerLine): boolean {
  return state !== 'started' && rows > 0;
}

/** Which logs were imported or pushed before, or are in the same file twice: their places, and what the ledger says of them. */
async function importedBefore(engine: Engine, digests: LogDigests, own: readonly number[]) {
  const lines = (await importsOfDigests(engine, logKind, [...digests.values()])).filter(isImported);
  const imported = new Map(lines.map((line) => [line.digest, line]));
  const pushed = await pushedBefore(engine, [...digests.values()]);
  const met = new Set<string>();
  const known: number[] = [];
  let [rows, asOf] = [0, ''];
  for (const [member, digest] of digests) {
    const line = imported.get(digest);
    if (line && !own.includes(line.id)) {
      rows += line.rows;
      if (line.asOf > asOf) ({ asOf } = line);
      known.push(member);
    } else if (pushed.has(digest) || met.has(digest)) known.push(member);
    met.add(digest);
  }
  return { known, rows, asOf };
}

/** The mark of a push without a key of its own. */
export function markOfContent(digest: string): string {
  return `body:${digest}`;
}

async function pushedBefore(engine: Engine, digests: readonly string[]): Promise<ReadonlySet<string>> {
  const marks = await engine.query<{ mark: string }>({
    name: 'pushes',
    sql: 'SELECT DISTINCT mark FROM pushes WHERE mark IN {marks:Array(String)}',
    params: { marks: digests.map(markOfContent) },
  });
  const known = new Set(marks.map(({ mark }) => mark));
  return new Set(digests.filter((digest) => known.has(markOfContent(digest))));
}

/** Whether a log of this content was imported from a file. */
export async function isImportedContent(engine: Engine, digest: string): Promise<boolean> {
  return (await importsOfDigests(engine, logKind, [digest])).some(isImported);
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
  return { source, kind: logKind, digest, licence: '', asOf };
}

/** Log imports are numbered from here; below are the service's own imports and those of feeds. */
const firstLogImport = 1_000_000;

/** Writes the first ledger line of an import. @returns its number: the one the ledger has for this digest, or the next one */
export function claimImport(engine: Engine, line: Omit<ImportRecord, 'id'>): Promise<number> {
  // files and pushes begin concurrently, so numbers are assigned one at a time
  return engine.inTurn(async () => {
    const { same, highest } = await importNumbers(engine, line);
    const id = same || Math.max(firstLogImport, highest + 1);
    await beginImport(engine, { id, ...line });
    return id;
  });
}

/** The digests of the logs in the ledger. @throws as importLog */
async function identitiesOf({ reading, read, signal, digests, onLook }: LogImport): Promise<LogDigests> {
  if (digests) return withGiven(digests, reading);
  const found = read({ ...reading, maxLines: 0, hasDigests: true }, signal);
  return withGiven(digestsOf(await eachBatch(found, signal, (batch) => Promise.resolve(onLook?.(batch)))), reading);
}

/** Includes what was given for the reading, because it changes the records. */
function withGiven(digests: LogDigests, { about }: LogReading): LogDigests {
  const { columns = {}, day, origin } = about;
  const given = [...Object.entries(columns).sort(), ['day', day], ['origin', origin]].filter(([, value]) => value);
  if (given.length === 0) return digests;
  const hashOf = (digest: string) =>
    createHash('sha256')
      .update(JSON.stringify([digest, given]))
      .digest('hex');
  return new Map([...digests].map(([member, digest]) => [member, hashOf(digest)]));
}

/** The report of a dry run, which names the logs of an archive that an import leaves out because they are known. */
export async function withKnown(engine: Engine, report: LogReport, reading: LogReading): Promise<LogReport> {
  const { known } = await importedBefore(engine, withGiven(digestsOf(report), reading), []);
  const members = report.members.map((log) => (known.includes(log.member) ? { ...log, problem: knownWords } : log));
  return { ...report, members };
}

/** The day that the ledger has for a log: of its newest record (epoch seconds), at the latest today. */
export function asOfDay(to: number | undefined, today: string): string {
  const day = to === undefined ? today : epochSecondsToIsoDate(to);
  return day < today ? day : today;
}
