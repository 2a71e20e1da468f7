import { createHash, randomUUID } from 'node:crypto';
import { open as openFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { IngestAnswer } from '#contract/generated/types.gen.ts';
import { dateToIsoDate, epochSecondsToTimestamp } from '#model/dates.ts';
import { eachBatch } from '#server/ingest/batches.ts';
import { importsOfDigests, latestImports, recordImport } from '#server/ingest/ledger.ts';
import type { Engine } from '#server/engine/engine.ts';
import { logFormat } from './formats.ts';
import { lackWords, LogRefused, takeBody, writeAll } from './import-input.ts';
import { asOfDay, claimImport, isImportedContent, ledgerLine, markOfContent, type ImportTools } from './import-log.ts';
import { blank, type ImportStore, type ShownReport } from './import-store.ts';
import { writeEvidence } from './kept-evidence.ts';
import { shownReport } from './log-report.ts';
import { readLog, type LogBatch } from './read-log.ts';
import { kindOfFile } from '#server/ingest/unpack/members.ts';

export interface Push {
  /** One of `logFormats`, or '' to recognise it. */
  readonly format: string;
  /** Name of the sensor; '' without one. */
  readonly sensor: string;
  /** Of the header Idempotency-Key, with the caller's key. Without it, pushes of the same content are the same push. */
  readonly idempotencyKey?: string | undefined;
  readonly body: AsyncIterable<Buffer>;
  /** Extracts the lines of the log from a body that has other lines, too; by default the whole body is the log. */
  readonly envelope?: PushEnvelope;
}

export interface PushEnvelope {
  /** @returns the lines that this part of the body completes */
  take(chunk: Buffer): Buffer;
  /** @returns the last line, if the body ends without a line end */
  end(): Buffer;
}

export interface LogPushesOptions {
  readonly engine: Engine;
  /** Bodies are kept here while they are read. Absolute. */
  readonly folder: string;
  readonly store: ImportStore;
  readonly now: () => Date;
  readonly tools: ImportTools;
}

interface PushStream {
  readonly id: number;
  /** As the ledger will count them. */
  rows: number;
  /** Day of the newest record, 'yyyy-mm-dd'. */
  asOf: string;
}

/** Pushes under way at the same time. */
const maxPushes = 8;
const maxBodyBytes = 256_000_000;
/** A push is one batch, so that all of it arrives or nothing. */
export const maxRecords = 300_000;
/** Smaller bodies are read here, in turns: to start a thread takes longer than to read so much. */
const smallBytes = 1_500_000;

/**
 * Pushes of shippers. Each is written as one batch with a mark (observation-journal.ts): after a crash, the same push again changes
 * nothing if it had arrived, and arrives if it had not. What follows from the records (scores, name-server changes) is derived every few
 * minutes.
 */
export class LogPushes {
  readonly #options: LogPushesOptions;
  /** By source. */
  readonly #streams = new Map<string, { readonly digest: string; readonly opened: Promise<PushStream> }>();
  readonly #writes = new Set<Promise<unknown>>();
  #underWay = 0;
  #isClosing = false;

  constructor(options: LogPushesOptions) {
    this.#options = options;
  }

  /** Resolves once all of the push is committed. @throws LogRefused, UnknownLog, DownloadError, EngineError */
  async push(push: Push): Promise<Required<IngestAnswer>> {
    if (this.#isClosing) throw new LogRefused('behind', 'The service is closing.');
    if (this.#underWay >= maxPushes)
      throw new LogRefused('behind', 'Other pushes are being written. Send this one again in a moment.');
    this.#underWay += 1;
    const file = join(this.#options.folder, randomUUID());
    try {
      return await this.#import(push, file);
    } finally {
      await rm(file, { force: true });
      this.#underWay -= 1;
    }
  }

  /**
   * Notes in the ledger what arrived before a kill and was not noted yet, so that what follows from it is derived. Called before the first
   * push, once the journal has settled. @throws EngineError
   */
  async begin(): Promise<void> {
    const { engine } = this.#options;
    const arrived = new Map((await arrivedPushes(engine)).map((pushes) => [pushes.id, pushes]));
    for (const { state, rows, ...line } of arrived.size === 0 ? [] : await latestImports(engine)) {
      const pushes = arrived.get(line.id);
      if (!pushes || state === 'removing' || state === 'removed') continue;
      // a started line has the day of its beginning
      const asOf = state === 'started' || pushes.asOf > line.asOf ? pushes.asOf : line.asOf;
      // a push may bring evidence alone
      if (state === 'started' || pushes.rows > rows || asOf !== line.asOf)
        await recordImport(engine, { ...line, asOf }, 'applied', Math.max(pushes.rows, rows));
    }
  }

  /** Waits for pushes that are being written. Later ones open their import again. */
  async retire(): Promise<void> {
    this.#streams.clear();
    await Promise.allSettled(this.#writes);
    this.#streams.clear();
  }

  /** Refuses every further push. */
  close(): void {
    this.#isClosing = true;
  }

  async #import(push: Push, file: string): Promise<Required<IngestAnswer>> {
    const bytes = await receive(file, push);
    if (bytes === 0) throw new LogRefused('wrong', 'The body is empty: send lines of a log.');
    const { found, batch } = await this.#read(file, bytes, push.format);
    const lack = batch ? undefined : lackWords(found.asks);
    if (lack !== undefined) throw new LogRefused('wrong', lack);
    const { format } = found;
    const { idempotencyKey: key, sensor } = push;
    const digest = found.members.find((member) => member.format !== '')?.digest ?? '';
    const mark = key === undefined ? markOfContent(digest) : `key:${hashOf(key)}`;
    const isKnown = key === undefined && (await isImportedContent(this.#options.engine, digest));
    const state = isKnown
      ? 'known'
      : batch
        ? await this.#tracked({ format, sensor, mark, batch, to: found.to })
        : 'done';
    const report = shownReport(found);
    const { lines, skipped, rejected, rejects } = report;
    await this.#note({
      format,
      sensor,
      report,
      ...(state === 'known' ? { bytes: 0, lines: 0 } : { bytes, lines }),
    });
    return {
      state,
      format,
      lines,
      rejected,
      rejects,
      rows: state === 'known' ? 0 : (batch?.observations.count ?? 0),
      skipped: skipped.reduce((sum, { count }) => sum + count, 0),
    };
  }

  async #read(file: string, bytes: number, format: string) {
    const { now, tools } = this.#options;
    // unpacking zstd and xz takes memory that only the end of a thread gives back
    const isSimple = ['plain', 'gzip'].includes(await kindOfFile(file));
    const read = isSimple && bytes < smallBytes ? readLog : tools.read;
    const seconds = Math.floor(now().getTime() / 1000);
    const about = { pushed: seconds };
    const reading = {
      file,
      about,
      now: seconds,
      maxDistinct: maxRecords,
      maxBytes: maxBodyBytes,
      hasDigests: true,
      ...(format !== '' && { format }),
    };
    let batch: LogBatch | undefined;
    const found = await eachBatch(read(reading), undefined, async (next) => {
      await Promise.resolve();
      if (next.observations.count === 0 && Object.keys(next.evidence).length === 0) return;
      if (batch && batch.member !== next.member)
        throw new LogRefused('wrong', 'A push holds one log: import an archive of several as a file.');
      if (batch)
        throw new LogRefused(
          'too-large',
          `The body holds more than ${maxRecords} records: send fewer lines at a time.`,
        );
      batch = next;
    });
    if (found.cutOff !== undefined) throw new LogRefused('wrong', `${found.cutOff} Nothing of it was written.`);
    return { found, batch };
  }

  async #tracked(written: Written): Promise<'done' | 'known'> {
    const writing = this.#write(written);
    this.#writes.add(writing);
    try {
      return await writing;
    } finally {
      this.#writes.delete(writing);
    }
  }

  async #write({ format, sensor, mark, batch, to }: Written): Promise<'done' | 'known'> {
    const { engine, now, tools } = this.#options;
    const { observations, evidence } = batch;
    const today = dateToIsoDate(now());
    const line = ledgerLine({ format, sensor, digest: pushDigest({ format, source: sensor }, today), asOf: today });
    const stream = await this.#streamOf(line);
    const { id } = stream;
    await writeEvidence(engine, id, evidence);
    const asOf = asOfDay(to, today);
    const outcome = await tools.journal.appendOnce(id, observations, { mark, asOf });
    if (outcome === 'known') return 'known';
    if (asOf > stream.asOf) stream.asOf = asOf;
    stream.rows += observations.count;
    const arrived = { id, line: { ...line, asOf: stream.asOf }, rows: stream.rows };
    // the ledger gets one line for all pushes that are owed
    if (tools.owe(arrived)) await recordImport(engine, { id, ...arrived.line }, 'applied', arrived.rows);
    return 'done';
  }

  /** One for each format, sensor and day. */
  #streamOf(line: LogLine): Promise<PushStream> {
    const { source, digest } = line;
    const known = this.#streams.get(source);
    if (known?.digest === digest) return known.opened;
    const opened = openStream(this.#options.engine, line);
    this.#streams.set(source, { digest, opened });
    opened.catch(() => this.#streams.delete(source));
    return opened;
  }

  /** Updates the entry of the import log: the totals of a format and sensor, and the report of the last push that brought something. */
  async #note({ format, sensor, bytes, lines, report }: Noted): Promise<void> {
    const { store, now } = this.#options;
    const time = epochSecondsToTimestamp(Math.floor(now().getTime() / 1000));
    const id = `push-${format}${sensor === '' ? '' : `-${hashOf(sensor).slice(0, 8)}`}`;
    const name = logFormat(format)?.title ?? format;
    const before = store.get(id) ?? {
      ...blank({ way: 'push', name, bytes: 0, time }),
      id,
      source: sensor,
      format,
      asked: format,
      started: time,
    };
    await store.set({
      ...before,
      state: 'receiving',
      ended: time,
      bytes: before.bytes + bytes,
      lines: before.lines + lines,
      report: bytes === 0 ? (before.report ?? report) : report,
    });
  }
}

type LogLine = ReturnType<typeof ledgerLine>;

/** The batch of a push, and what is known of it. */
interface Written {
  readonly format: string;
  readonly sensor: string;
  readonly mark: string;
  readonly batch: LogBatch;
  /** Epoch seconds of the newest record. */
  readonly to: number | undefined;
}

/** A push for the import log; without bytes and lines when it was known. */
interface Noted {
  readonly format: string;
  readonly sensor: string;
  readonly bytes: number;
  readonly lines: number;
  readonly report: ShownReport;
}

/** What arrived of each import of pushes. Marks are kept for 30 days. @throws EngineError */
function arrivedPushes(engine: Engine): Promise<readonly PushStream[]> {
  return engine.query<PushStream>({
    name: 'pushes',
    sql: `SELECT import AS id, sum(rows) AS rows, toString(max(as_of)) AS asOf FROM pushes FINAL GROUP BY import`,
  });
}

/** Continues the count of an earlier run. */
async function openStream(engine: Engine, line: LogLine): Promise<PushStream> {
  const [before] = await importsOfDigests(engine, line.kind, [line.digest]);
  const id = before?.id ?? (await claimImport(engine, line));
  // an import that was only begun has the day of its beginning
  return { id, rows: before?.rows ?? 0, asOf: before && before.state !== 'started' ? before.asOf : '' };
}

/** The digest of the pushes of a source on a day, which are one import. @param day 'yyyy-mm-dd'; '' for the beginning of all of them */
export function pushDigest({ format, source }: { readonly format: string; readonly source: string }, day = ''): string {
  return `push:${format}/${source}/${day}`;
}

/** Writes the log in a body to a file. @returns its bytes @throws LogRefused for a body that is too large */
async function receive(file: string, { body, envelope }: Push): Promise<number> {
  const handle = await openFile(file, 'wx');
  let [received, bytes] = [0, 0];
  const write = async (lines: Buffer) => {
    await writeAll(handle, lines, bytes);
    bytes += lines.length;
  };
  try {
    await takeBody(body, async (chunk) => {
      received += chunk.length;
      if (received > maxBodyBytes)
        throw new LogRefused('too-large', `A push has at most ${maxBodyBytes / 1e6} MB unpacked: send fewer lines.`);
      await write(envelope ? envelope.take(chunk) : chunk);
    });
    if (envelope) await write(envelope.end());
  } finally {
    await handle.close();
  }
  return bytes;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
