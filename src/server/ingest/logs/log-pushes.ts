import { createHash, randomUUID } from 'node:crypto';
import { open as openFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IngestAnswer } from '#contract/generated/types.gen.ts';
import { dateToIsoDate, epochSecondsToTimestamp } from '#model/dates.ts';
import { latestImports, recordImport } from '#server/ingest/ledger.ts';
import type { Engine } from '#server/engine/engine.ts';
import { logFormat } from './formats.ts';
import { takeBody, writeAll } from './import-input.ts';
import { claimImport, earlier, ledgerLine, readLogsHere, writeEvidence, type ImportTools } from './import-log.ts';
import type { ImportStore, StoredImport } from './import-store.ts';
import { shownReport } from './log-report.ts';
import type { LogBatch } from './read-log.ts';
import { eachBatch } from '#server/ingest/batches.ts';

export interface Push {
  /** One of `logFormats`, or '' to recognise it. */
  readonly format: string;
  /** Name of the sensor; '' without one. */
  readonly sensor: string;
  /** Of the header Idempotency-Key, with the caller's key; absent: the content decides whether it came before. */
  readonly idempotencyKey?: string | undefined;
  readonly body: AsyncIterable<Buffer>;
}

/** Nothing of it was written, and why. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused';
  /** 'behind': try again later. */
  readonly reason: 'behind' | 'too-large' | 'wrong';

  constructor(reason: PushRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface LogPushes {
  /** Resolves once everything in it is committed. @throws PushRefused, UnknownLog, DownloadError, EngineError */
  push(push: Push): Promise<Required<IngestAnswer>>;
  /** Refuses what comes from now on. */
  close(): void;
}

export interface LogPushesOptions {
  readonly engine: Engine;
  /** Bodies are kept here while they are read. Absolute. */
  readonly folder: string;
  readonly store: ImportStore;
  readonly now: () => Date;
  readonly tools: () => ImportTools;
}

interface PushStream {
  readonly id: number;
  /** As the ledger will count them. */
  rows: number;
  /** Day of the newest record, 'yyyy-mm-dd'. */
  asOf: string;
}

/** Bodies that are received, read or waiting to be written. */
const maxPushes = 8;
const maxBodyBytes = 256_000_000;
/** Parsed whole, on the event loop. */
const maxListBytes = 8_000_000;
/** Written as one batch, so that all of a push arrives or nothing. */
const maxRecords = 300_000;
/** What is smaller is read at once: a thread takes longer to begin. */
const smallBytes = 200_000;

/**
 * Pushes of shippers. Each is written as one batch with a mark (observation-journal.ts): after a crash at any moment the same push
 * again changes nothing if it had arrived, and arrives if it had not. What follows from records (scores, name-server changes) is
 * derived every few minutes.
 */
export function logPushes(options: LogPushesOptions): LogPushes {
  const { engine, folder, store, now, tools } = options;
  let underWay = 0;
  let isClosing = false;
  /** One for each format and sensor. */
  const streams = new Map<string, Promise<PushStream>>();

  async function push(given: Push): Promise<Required<IngestAnswer>> {
    const name = randomUUID();
    const file = join(folder, name);
    try {
      const { digest, bytes } = await receive(file, given.body);
      if (bytes === 0) throw new PushRefused('wrong', 'The body is empty: send lines of a log.');
      await listToLines(file, bytes);
      const { found, batches } = await readAll(file, bytes, given);
      const { format } = found;
      const [batch] = batches;
      const rows = batch?.observations.count ?? 0;
      const mark = given.idempotencyKey === undefined ? `body:${digest}` : `key:${hashOf(given.idempotencyKey)}`;
      const state = batch ? await write({ ...given, format, mark, batch, to: found.to }) : 'done';
      const report = shownReport(found);
      const { lines, skipped, rejected, rejects } = report;
      await note(given, format, { bytes, lines, report, isKnown: state === 'known' });
      return {
        ...{ state, format, lines, rows: state === 'known' ? 0 : rows, rejected, rejects },
        skipped: skipped.reduce((sum, { count }) => sum + count, 0),
      };
    } finally {
      await rm(file, { force: true });
    }
  }

  async function readAll(file: string, bytes: number, { format }: Push) {
    const { read } = bytes < smallBytes ? readLogsHere : tools().read;
    const batches: LogBatch[] = [];
    const about = { written: Math.floor(now().getTime() / 1000) };
    const reading = { file, about, maxDistinct: maxRecords, maxBytes: maxBodyBytes, ...(format !== '' && { format }) };
    const found = await eachBatch(read(reading), undefined, async (batch) => {
      batches.push(batch);
      if (batches.length > 1)
        throw new PushRefused(
          'too-large',
          `The body holds more than ${maxRecords} records: send fewer lines at a time.`,
        );
      await Promise.resolve();
    });
    if (found.cutOff !== undefined) throw new PushRefused('wrong', `${found.cutOff} Nothing of it was written.`);
    return { found, batches };
  }

  async function write(written: {
    readonly format: string;
    readonly sensor: string;
    readonly mark: string;
    readonly batch: LogBatch;
    readonly to: number | undefined;
  }): Promise<'done' | 'known'> {
    const { format, sensor, mark, to } = written;
    const { observations, evidence } = written.batch;
    const today = dateToIsoDate(now());
    const line = ledgerLine({ format, sensor, digest: `push:${format}/${sensor}`, asOf: today });
    const stream = await streamOf(line);
    const { id } = stream;
    await writeEvidence(engine, id, evidence);
    const outcome = await tools().journal.appendOnce(id, observations, mark);
    if (outcome === 'known') return 'known';
    const asOf = to === undefined ? today : earlier(dateToIsoDate(new Date(to * 1000)), today);
    if (asOf > stream.asOf) stream.asOf = asOf;
    stream.rows += observations.count;
    const arrived = { id, line: { ...line, asOf: stream.asOf }, rows: stream.rows };
    // the ledger hears once of what is owed, not of every push
    if (tools().owe(arrived)) await recordImport(engine, { id, ...arrived.line }, 'applied', arrived.rows);
    return 'done';
  }

  function streamOf(line: ReturnType<typeof ledgerLine>): Promise<PushStream> {
    const known = streams.get(line.digest);
    if (known) return known;
    const opened = openStream(line);
    streams.set(line.digest, opened);
    opened.catch(() => streams.delete(line.digest));
    return opened;
  }

  /** Goes on counting where an earlier run ended. */
  async function openStream(line: ReturnType<typeof ledgerLine>): Promise<PushStream> {
    const lines = await latestImports(engine);
    const before = lines.find(({ kind, digest }) => kind === line.kind && digest === line.digest);
    const id = before?.id ?? (await claimImport(engine, line));
    const rows = before?.rows ?? 0;
    return { id, rows, asOf: before && rows > 0 ? before.asOf : '' };
  }

  /** In the import log: the totals of a format and sensor, and the report of the last push. */
  async function note(
    { sensor }: Push,
    format: string,
    came: { readonly bytes: number; readonly lines: number; readonly report: StoredImport['report']; isKnown: boolean },
  ): Promise<void> {
    const time = epochSecondsToTimestamp(Math.floor(now().getTime() / 1000));
    const id = `push-${format}${sensor === '' ? '' : `-${hashOf(sensor).slice(0, 8)}`}`;
    const before = store.get(id);
    const entry: StoredImport = {
      ...{ id, way: 'push', name: logFormat(format)?.title ?? format, source: sensor, format, asked: format },
      ...{ written: 0, starts: false, path: '', state: 'receiving', error: null, check: null },
      added: before?.added ?? time,
      started: before?.started ?? time,
      ended: time,
      bytes: (before?.bytes ?? 0) + (came.isKnown ? 0 : came.bytes),
      ...{ received: 0, read: 0 },
      lines: (before?.lines ?? 0) + (came.isKnown ? 0 : came.lines),
      report: came.isKnown ? (before?.report ?? came.report) : came.report,
    };
    await store.set(entry);
  }

  return {
    async push(given) {
      if (isClosing) throw new PushRefused('behind', 'The service is closing.');
      if (underWay >= maxPushes)
        throw new PushRefused('behind', 'Other pushes are being written. Send this one again in a moment.');
      underWay += 1;
      try {
        return await push(given);
      } finally {
        underWay -= 1;
      }
    },
    close() {
      isClosing = true;
    },
  };

  async function receive(to: string, body: AsyncIterable<Buffer>) {
    const hash = createHash('sha256');
    const handle = await openFile(to, 'wx');
    let bytes = 0;
    try {
      await takeBody(body, async (chunk) => {
        bytes += chunk.length;
        if (bytes > maxBodyBytes)
          throw new PushRefused('too-large', `A push has at most ${maxBodyBytes / 1e6} MB unpacked: send fewer lines.`);
        hash.update(chunk);
        await writeAll(handle, chunk, bytes - chunk.length);
      });
    } finally {
      await handle.close();
    }
    return { digest: hash.digest('hex'), bytes };
  }
}

/** Some shippers put the events of a request into one JSON list. */
async function listToLines(file: string, bytes: number): Promise<void> {
  const handle = await openFile(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
  await handle.close();
  if (!buffer.toString('latin1', 0, bytesRead).trimStart().startsWith('[')) return;
  if (bytes > maxListBytes)
    throw new PushRefused('too-large', `A JSON list has at most ${maxListBytes / 1e6} MB: send one event a line.`);
  const list = listOf(await readFile(file, 'utf8'));
  if (list) await writeFile(file, list.map((event) => `${JSON.stringify(event)}\n`).join(''));
}

/** Undefined for what is not a list, after all: whoever reads the lines says what is wrong. */
function listOf(text: string): readonly unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
