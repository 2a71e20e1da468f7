import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';
import { dateToEpochSeconds, dateToIsoDate, epochSecondsToTimestamp, timestampToEpochSeconds } from '#model/dates.ts';
import { isTheirFault } from '#model/errors.ts';
import type { Engine } from '#server/engine/engine.ts';
import { LogRefused, sizeOf } from './import-input.ts';
import { digestsOf, importLog, withKnown, type ImportTools, type LogDigests } from './import-log.ts';
import { blank, type ImportStore, type StoredImport, waitingOf } from './import-store.ts';
import type { InboxOutcome } from './inbox.ts';
import { endOf, newRecords, shownReport, wordsOfLogError } from './log-report.ts';
import { UnknownLog, type LogReading } from './read-log.ts';
import { readDay } from './readers/values.ts';
import { eachBatch } from '#server/ingest/batches.ts';

export interface ImportRunsOptions {
  readonly engine: Engine;
  /** Holds the content of uploads. Absolute. */
  readonly folder: string;
  readonly store: ImportStore;
  /** Pause before an import that failed through no fault of its file is repeated. */
  readonly retryMilliseconds: number;
  readonly now: () => Date;
  readonly tools: ImportTools;
  /** Runs work while nothing else changes the collection. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called after an import. */
  readonly onWritten: () => Promise<void>;
  /** Called with messages for the operator. */
  readonly report: (message: string) => void;
}

/** A dry run or import under way. */
interface Running {
  readonly controller: AbortController;
  /** An import that still looks for what is known of its file, and has written nothing. */
  isLooking: boolean;
  /** Read so far: when the import begins to write, it begins at 0 again. */
  lines: number;
  read: number;
}

/** Lines that a dry run looks at, in all and of each file of an archive: enough for the format, its columns, and lines that are rejected. */
const checkedLines = { maxLines: 50_000, maxMemberLines: 5000 };

/** Dry runs and imports of files, each one at a time, with their states in the import log. */
export class ImportRuns {
  readonly #options: ImportRunsOptions;
  readonly #checks = new PQueue({ concurrency: 1 });
  readonly #imports = new PQueue({ concurrency: 1 });
  readonly #running = new Map<string, Running>();
  /** Of files whose dry run has ended. */
  readonly #digests = new Map<string, LogDigests>();
  /** Files of the inbox whose import was cancelled before it began. */
  readonly #dropped = new Set<string>();
  readonly #closing = new AbortController();
  /** The entry of the last file of the inbox. */
  lastFromInbox = '';

  constructor(options: ImportRunsOptions) {
    this.#options = options;
  }

  /** Whether files are being checked or imported, or wait for it. */
  get isBusy(): boolean {
    return [this.#checks, this.#imports].some(({ size, pending }) => size + pending > 0);
  }

  /** Progress of the dry run or import; empty when none is under way. An import that has written nothing yet is shown as `checking`. */
  progressOf({ id, state }: StoredImport): Partial<Pick<StoredImport, 'state' | 'lines' | 'read'>> {
    const running = this.#running.get(id);
    if (!running) return {};
    const { lines, read, isLooking } = running;
    return { lines, read, ...(isLooking && state === 'importing' && { state: 'checking' }) };
  }

  /** The path of the content. */
  fileOf({ id, path }: StoredImport): string {
    return path || join(this.#options.folder, `${id}.data`);
  }

  async removeUpload(entry: StoredImport): Promise<void> {
    this.#digests.delete(entry.id);
    if (entry.path === '') await rm(this.fileOf(entry), { force: true });
  }

  time(): string {
    return epochSecondsToTimestamp(dateToEpochSeconds(this.#options.now()));
  }

  /** @throws LogRefused when there is no such import */
  find(id: string): StoredImport {
    const found = this.#options.store.get(id);
    if (!found) throw new LogRefused('unknown', 'There is no such import. GET /sightline/imports lists them.');
    return found;
  }

  /** Starts a dry run, which changes nothing in the collection. The import follows if the entry has `starts`. */
  check(id: string): void {
    void this.#checks.add(async () => {
      const entry = this.#options.store.get(id);
      if (entry?.state !== 'checking') return;
      if ((await this.#dryRun(entry)) && entry.starts) void this.import(id);
    });
  }

  /** Imports an entry that waits for it, and repeats that later while only this service is at fault. Resolves after the first try. */
  import(id: string): Promise<void> {
    return this.#imports.add(async () => {
      const entry = this.#options.store.get(id);
      if (entry?.state === 'waiting' && (await this.#run(entry)) === 'retry') void this.#importLater(id);
    });
  }

  /** Imports a file of the inbox. A file has one entry, also when it is tried again. */
  async importFromInbox(file: string): Promise<InboxOutcome> {
    const { store } = this.#options;
    const before = store.all().find(({ path, state }) => path === file && state === 'waiting');
    const bytes = await sizeOf(file);
    if (bytes === undefined) return before ? this.#forget(before) : 'gone';
    if (this.#dropped.delete(file)) return 'cancelled';
    const head = blank({ way: 'inbox', name: basename(file), bytes, time: this.time() });
    const entry = before ?? { ...head, path: file, state: 'waiting' as const };
    this.lastFromInbox = entry.id;
    await this.note({ ...entry, bytes, received: bytes });
    return this.#imports.add(async () => {
      const next = store.get(entry.id);
      if (next?.state === 'waiting') return this.#run(next);
      this.#dropped.delete(file);
      return 'cancelled';
    });
  }

  /** @throws the error of the disk when an import that waits cannot be cancelled */
  async cancel(entry: StoredImport): Promise<void> {
    const running = this.#running.get(entry.id);
    if (running) {
      running.controller.abort(new Error('The import was cancelled.'));
      return;
    }
    // set first: a look into the inbox during the write would take the file for a new one
    if (entry.way === 'inbox') this.#dropped.add(entry.path);
    try {
      await this.#options.store.change({ ...entry, state: 'cancelled', error: null, ended: this.time() });
    } catch (error) {
      this.#dropped.delete(entry.path);
      throw error;
    }
  }

  /** Stores a change that has happened. It counts at once, and is on disk with the next change at the latest. */
  note(entry: StoredImport): Promise<void> {
    return this.#options.store.set(entry).catch(() => undefined);
  }

  /** Cancels the runs under way. */
  stop(): void {
    this.#closing.abort(new Error('The service is closing.'));
  }

  /** Resolves when the runs under way have ended. */
  async ended(): Promise<void> {
    await Promise.all([this.#checks.onIdle(), this.#imports.onIdle()]);
  }

  async #importLater(id: string): Promise<void> {
    const { signal } = this.#closing;
    await pause(this.#options.retryMilliseconds, undefined, { signal, ref: false }).catch(() => undefined);
    if (!signal.aborted) void this.import(id);
  }

  #readingOf(entry: StoredImport): LogReading {
    const { asked, columns, day, origin, added } = entry;
    // an import that is repeated reads the same records
    const now = timestampToEpochSeconds(added) ?? 0;
    const given = day === '' ? undefined : readDay(day, Infinity);
    return {
      file: this.fileOf(entry),
      now,
      ...(asked !== '' && { format: asked }),
      about: { ...(columns && { columns }), ...(given !== undefined && { day: given }), ...(origin && { origin }) },
    };
  }

  #begin(id: string): Running {
    const running: Running = { controller: new AbortController(), isLooking: false, lines: 0, read: 0 };
    this.#running.set(id, running);
    return running;
  }

  #end(id: string, running: Running): void {
    if (this.#running.get(id) === running) this.#running.delete(id);
  }

  /** @returns whether the file could be read */
  async #dryRun(entry: StoredImport): Promise<boolean> {
    const { engine, store, tools } = this.#options;
    const { id } = entry;
    const running = this.#begin(id);
    const signal = AbortSignal.any([running.controller.signal, this.#closing.signal]);
    const counter = newRecords(engine);
    try {
      const reading = { ...this.#readingOf(entry), ...checkedLines, hasDigests: true };
      const found = await eachBatch(tools.read(reading, signal), signal, async ({ observations, lines, bytes }) => {
        Object.assign(running, { lines, read: bytes });
        await counter.add(observations);
      });
      this.#digests.set(id, digestsOf(found));
      const check = { ...shownReport(await withKnown(engine, found, reading)), new_rows: await counter.count() };
      const next = { ...this.find(id), format: found.format, check, error: null };
      // an entry that starts by itself is never shown as one that waits for a decision
      await this.note(entry.starts ? waitingOf(next) : { ...next, state: 'checked' });
      return true;
    } catch (error) {
      if (this.#closing.signal.aborted || !store.get(id)) return false;
      const isCancelled = running.controller.signal.aborted;
      const ended = isCancelled
        ? { state: 'cancelled' as const, error: null }
        : { state: 'failed' as const, error: wordsOfLogError(error) };
      await this.note({ ...this.find(id), ...ended });
      return false;
    } finally {
      this.#end(id, running);
      await counter.drop().catch(() => undefined);
    }
  }

  /** Imports one file and stores the outcome. @returns 'retry' when nothing is wrong with the file */
  async #run(entry: StoredImport): Promise<InboxOutcome> {
    const { id } = entry;
    const running = this.#begin(id);
    try {
      const signal = AbortSignal.any([running.controller.signal, this.#closing.signal]);
      const outcome = await this.#options.exclusive(() => this.#write(entry, running, signal));
      const ended = { ended: this.time(), read: entry.bytes, error: null };
      await this.#options.store.set({ ...this.find(id), ...endOf(outcome, this.find(id), running.lines), ...ended });
      await this.removeUpload(entry);
      return outcome;
    } catch (error) {
      return await this.#failed(entry, running, error);
    } finally {
      this.#end(id, running);
    }
  }

  async #write(entry: StoredImport, running: Running, signal: AbortSignal) {
    const { engine, store, tools, now, onWritten, report } = this.#options;
    signal.throwIfAborted();
    await store.set({ ...this.find(entry.id), state: 'importing', started: this.time(), ended: null, error: null });
    const outcome = await importLog(engine, {
      ...tools,
      today: dateToIsoDate(now()),
      reading: this.#readingOf(entry),
      sensor: entry.source,
      signal,
      own: entry.imports,
      digests: this.#digests.get(entry.id),
      onClaim: async (number) => {
        const { imports } = this.find(entry.id);
        if (!imports.includes(number)) await store.set({ ...this.find(entry.id), imports: [...imports, number] });
      },
      onLook: ({ bytes }) => Object.assign(running, { isLooking: true, read: bytes }),
      onProgress: ({ lines, bytes }) => Object.assign(running, { isLooking: false, lines, read: bytes }),
    });
    await onWritten().catch((error: unknown) =>
      report(`${entry.name} was imported. The inventory of the store could not be written. ${wordsOfLogError(error)}`),
    );
    return outcome;
  }

  async #failed(entry: StoredImport, running: Running, error: unknown): Promise<InboxOutcome> {
    const { lines, read, controller } = running;
    const stopped = { ...this.find(entry.id), lines, read, ended: this.time() };
    if (controller.signal.aborted) {
      await this.note({ ...stopped, state: 'cancelled', error: null });
      return 'cancelled';
    }
    if (this.#closing.signal.aborted) {
      await this.note({ ...stopped, state: 'waiting', error: null });
      return 'retry';
    }
    if (entry.way === 'inbox' && (await sizeOf(entry.path)) === undefined) return this.#forget(stopped);
    const words = wordsOfLogError(error);
    if (error instanceof UnknownLog || isTheirFault(error)) {
      await this.note({ ...stopped, state: 'failed', error: words });
      return error;
    }
    await this.note({ ...stopped, state: 'waiting', error: words });
    // reported once, not at every try
    if (words !== entry.error)
      this.#options.report(`The log ${entry.name} could not be imported yet and will be tried again. ${words}`);
    return 'retry';
  }

  async #forget(entry: StoredImport): Promise<'gone'> {
    const error = 'The file was removed from the inbox before it was imported. Put it there again to import it.';
    await this.note({ ...entry, state: 'failed', error, ended: this.time() });
    return 'gone';
  }
}
