import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import PQueue from 'p-queue';
import type { LogImports } from '#contract/generated/types.gen.ts';
import { dateToEpochSeconds, epochSecondsToTimestamp, timestampToEpochSeconds } from '#model/dates.ts';
import { isTheirFault } from '#model/download-error.ts';
import type { Derive } from '#server/ingest/feeds/apply-feed.ts';
import { eachBatch } from '#server/ingest/feeds/read-feed.ts';
import type { Engine } from '#server/engine/engine.ts';
import { logFormats } from './formats.ts';
import {
  type AnnouncedFile,
  checkFormat,
  checkRoom,
  type HowToRead,
  LogRefused,
  maxPieceBytes,
  sensorName,
  sizeOf,
  writePiece,
} from './import-input.ts';
import { importLog, type ImportTools } from './import-log.ts';
import { watchInbox, type InboxOutcome } from './inbox.ts';
import { blank, openImportStore, shownImport, type ShownImport, type StoredImport } from './import-store.ts';
import { logDerivation } from './log-derivation.ts';
import { logPushes, type LogPushes } from './log-pushes.ts';
import { endOf, newRecords, shownReport, wordsOfLogError } from './log-report.ts';
import { UnknownLog, type LogReading } from './read-log.ts';

export interface LogServiceOptions {
  readonly engine: Engine;
  /** Where uploads and the import log are kept. Absolute. */
  readonly folder: string;
  /** Absolute; a watched folder. */
  readonly inbox: string | undefined;
  readonly everyMilliseconds: number;
  /** Between pushes and what is derived from them. */
  readonly deriveMilliseconds: number;
  /** The same of files, as long as no other file follows. */
  readonly settleMilliseconds: number;
  /** Until an import is tried again that failed through no fault of its file. */
  readonly retryMilliseconds: number;
  readonly now: () => Date;
  readonly tools: () => Omit<ImportTools, 'owe'>;
  readonly derive: () => Derive;
  /** Nothing else changes the collection meanwhile. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called after an import. */
  readonly onWritten: () => Promise<void>;
  /** Gets what an operator should read. */
  readonly report: (message: string) => void;
}

/** Imports of own logs: files that are uploaded or put into the inbox, and pushes. All of them throw LogRefused. */
export interface LogService {
  list(canManage: boolean): Required<LogImports>;
  one(id: string): ShownImport;
  add(file: AnnouncedFile): Promise<ShownImport>;
  /** A piece of an announced file. A piece that ends in an error counts for nothing. */
  content(id: string, offset: number, piece: AsyncIterable<Buffer>): Promise<ShownImport>;
  /** Imports it, or goes on with what was cut off. */
  start(id: string): Promise<ShownImport>;
  cancel(id: string): Promise<ShownImport>;
  /** Repeats the dry run. */
  check(id: string, how: HowToRead): Promise<ShownImport>;
  discard(id: string): Promise<ShownImport>;
  readonly pushes: LogPushes;
  /** Goes on with what was under way; once the collection is there. */
  begin(): Promise<void>;
  /** Watches the inbox, and derives what follows from imports, also from those of other processes. @returns ends that */
  lead(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** A dry run reads no further. */
const checkedLines = 200_000;

export async function logService(options: LogServiceOptions): Promise<LogService> {
  const { engine, folder, inbox, now, tools, exclusive, onWritten, report, retryMilliseconds } = options;
  await mkdir(folder, { recursive: true });
  const store = await openImportStore(folder, report);
  const pushFolder = join(folder, 'pushes');
  await rm(pushFolder, { recursive: true, force: true });
  await mkdir(pushFolder);
  const derivation = logDerivation({
    ...{ engine, exclusive, onWritten, report, derive: options.derive },
    today: () => tools().today,
    isBusy: () => imports.size + imports.pending > 0,
  });
  const owing = (milliseconds: number) => (): ImportTools => ({
    ...tools(),
    owe: (arrived) => derivation.owe(arrived, milliseconds),
  });
  const pushes = logPushes({ engine, folder: pushFolder, store, now, tools: owing(options.deriveMilliseconds) });
  const importTools = owing(options.settleMilliseconds);
  const checks = new PQueue({ concurrency: 1 });
  const imports = new PQueue({ concurrency: 1 });
  /** What is being read or written. */
  const running = new Map<string, { readonly controller: AbortController; lines: number; read: number }>();
  const receiving = new Set<string>();
  const timers = new Set<NodeJS.Timeout>();
  /** Files of the inbox whose import was cancelled before it began. */
  const dropped = new Set<string>();
  const closing = new AbortController();
  /** As long as this process watches the inbox. */
  let leading = new AbortController();
  let stopInbox = async (): Promise<void> => undefined;

  const time = (): string => epochSecondsToTimestamp(dateToEpochSeconds(now()));
  const find = (id: string): StoredImport => {
    const found = store.get(id);
    if (!found) throw new LogRefused('unknown', 'There is no such import. GET /sightline/imports lists them.');
    return found;
  };
  /** Notes what has happened: it counts at once, and is written with the next change at the latest. */
  const note = (next: StoredImport): Promise<void> => store.set(next).catch(() => undefined);
  const show = (each: StoredImport): ShownImport =>
    shownImport.parse({ ...each, format: each.format || each.asked, ...progressOf(each.id) });
  const progressOf = (id: string) => {
    const { lines, read } = running.get(id) ?? {};
    return { ...(lines !== undefined && { lines }), ...(read !== undefined && { read }) };
  };
  const fileOf = ({ id, path }: StoredImport): string => path || join(folder, `${id}.data`);
  const readingOf = (each: StoredImport): LogReading => {
    const { asked, columns, way, added } = each;
    const written = each.written || (timestampToEpochSeconds(added) ?? 0);
    return {
      file: fileOf(each),
      ...(asked !== '' && { format: asked }),
      ...(way === 'upload' && { about: { written, ...(columns && { columns }) } }),
    };
  };

  /** Reads the beginning and changes nothing. */
  function toCheck(id: string): void {
    void checks.add(async () => {
      const each = store.get(id);
      if (each?.state !== 'checking') return;
      const controller = new AbortController();
      const mine = { controller, lines: 0, read: 0 };
      running.set(id, mine);
      const signal = AbortSignal.any([controller.signal, closing.signal]);
      const counter = newRecords(engine);
      let isRead = false;
      try {
        const { read } = tools();
        const reading = { ...readingOf(each), maxLines: checkedLines };
        const found = await eachBatch(read.read(reading, signal), signal, async ({ observations, lines, bytes }) => {
          Object.assign(mine, { lines, read: bytes });
          await counter.add(observations);
        });
        const check = { ...shownReport(found), new_rows: await counter.count() };
        await note({ ...find(id), state: 'checked', format: found.format, check, error: null });
        isRead = true;
      } catch (error) {
        if (closing.signal.aborted || !store.get(id)) return;
        const state = controller.signal.aborted ? 'cancelled' : 'failed';
        await note({ ...find(id), state, error: state === 'failed' ? wordsOfLogError(error) : null });
      } finally {
        if (running.get(id) === mine) running.delete(id);
        await counter.drop().catch(() => undefined);
      }
      if (isRead && each.starts && store.get(id)?.state === 'checked') {
        await note(waiting(id));
        toImport(id);
      }
    });
  }

  function waiting(id: string): StoredImport {
    return { ...find(id), state: 'waiting', error: null, started: null, ended: null, lines: 0, read: 0 };
  }

  function toImport(id: string): void {
    void imports.add(async () => {
      const each = store.get(id);
      if (each?.state !== 'waiting' || (await run(each)) !== 'retry') return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        toImport(id);
      }, retryMilliseconds).unref();
      timers.add(timer);
    });
  }

  /** Imports one, and says in the import log what came of it. @returns 'retry' when nothing is wrong with the file */
  async function run(given: StoredImport): Promise<InboxOutcome> {
    const { id } = given;
    const controller = new AbortController();
    const mine = { controller, lines: 0, read: 0 };
    running.set(id, mine);
    const ending = AbortSignal.any([closing.signal, ...(given.way === 'inbox' ? [leading.signal] : [])]);
    const signal = AbortSignal.any([controller.signal, ending]);
    try {
      const outcome = await exclusive(async () => {
        signal.throwIfAborted();
        await store.set({ ...find(id), state: 'importing', started: time(), ended: null, error: null });
        const done = await importLog(engine, {
          ...{ ...importTools(), reading: readingOf(given), sensor: given.source, signal },
          onProgress: ({ lines, bytes }) => Object.assign(mine, { lines, read: bytes }),
        });
        await onWritten().catch((error: unknown) =>
          report(
            `${given.name} was imported. The inventory of the store could not be written. ${wordsOfLogError(error)}`,
          ),
        );
        return done;
      });
      const ended = { ended: time(), read: given.bytes, error: null };
      await store.set({ ...find(id), ...endOf(outcome, find(id), mine.lines), ...ended });
      await removeUpload(given);
      return outcome;
    } catch (error) {
      const { lines, read } = mine;
      const so = { ...find(id), lines, read, ended: time() };
      if (controller.signal.aborted) {
        await note({ ...so, state: 'cancelled', error: null });
        return 'cancelled';
      }
      if (ending.aborted) {
        await note({ ...so, state: 'waiting', error: null });
        return 'retry';
      }
      if (given.way === 'inbox' && (await sizeOf(given.path)) === undefined) return await forget(so);
      const isOfFile = error instanceof UnknownLog || isTheirFault(error);
      const words = wordsOfLogError(error);
      await note({ ...so, state: isOfFile ? 'failed' : 'waiting', error: words });
      if (isOfFile) return error;
      // once, not at every try
      if (words !== given.error)
        report(`The log ${given.name} could not be imported yet and will be tried again. ${words}`);
      return 'retry';
    } finally {
      if (running.get(id) === mine) running.delete(id);
    }
  }

  async function removeUpload(each: StoredImport): Promise<void> {
    if (each.way === 'upload') await rm(fileOf(each), { force: true });
  }

  /** Of the inbox: one entry for each file, also when it is tried again. */
  async function runFromInbox(file: string): Promise<InboxOutcome> {
    const before = waitingFor(file);
    const bytes = await sizeOf(file);
    if (bytes === undefined) return before ? forget(before) : 'gone';
    if (dropped.delete(file)) return 'cancelled';
    const head = blank({ way: 'inbox', name: basename(file), bytes, time: time() });
    const each = before ?? { ...head, path: file, state: 'waiting' as const };
    await note({ ...each, bytes, received: bytes });
    return imports.add(async () => {
      const next = store.get(each.id);
      if (next?.state === 'waiting') return run(next);
      dropped.delete(file);
      return 'cancelled';
    });
  }

  async function forget(each: StoredImport): Promise<'gone'> {
    const error = 'The file was removed from the inbox before it was imported. Put it there again to import it.';
    await note({ ...each, state: 'failed', error, ended: time() });
    return 'gone';
  }

  function waitingFor(file: string): StoredImport | undefined {
    return store.all().find(({ path, state }) => path === file && state === 'waiting');
  }

  return {
    pushes,
    list: (canManage) => ({
      can_manage: canManage,
      inbox: canManage ? (inbox ?? '') : '',
      max_piece_bytes: maxPieceBytes,
      formats: logFormats.map(({ format, title }) => ({ format, title })),
      imports: store.all().map(show),
    }),
    one: (id) => show(find(id)),
    async add({ name, bytes, written = 0, format = '', columns, source = '', starts }) {
      checkFormat(format);
      await checkRoom(folder, bytes);
      const head = blank({ way: 'upload', name, bytes, time: time() });
      const added = {
        ...head,
        source: sensorName(source),
        asked: format,
        written,
        starts,
        ...(columns && { columns }),
      };
      await store.change(added);
      return show(added);
    },
    async content(id, offset, piece) {
      const each = find(id);
      if (each.state !== 'uploading')
        throw new LogRefused('state', `The content of this import is complete: it is ${each.state}.`);
      if (receiving.has(id)) throw new LogRefused('state', 'Another piece of this file is being received.');
      if (offset !== each.received)
        throw new LogRefused('state', `The next piece of this file begins at ${each.received}.`);
      receiving.add(id);
      try {
        const received = offset + (await writePiece(fileOf(each), offset, piece, each.bytes - offset));
        const isWhole = received === each.bytes;
        const next = { ...find(id), received, state: isWhole ? ('checking' as const) : each.state };
        await store.change(next);
        if (isWhole) toCheck(id);
        return show(next);
      } finally {
        receiving.delete(id);
      }
    },
    async start(id) {
      const { state, way } = find(id);
      if (!['checked', 'cancelled', 'failed'].includes(state) || way !== 'upload')
        throw new LogRefused('state', `This import is ${state}: it cannot be started.`);
      await store.change(waiting(id));
      toImport(id);
      return show(find(id));
    },
    async cancel(id) {
      const each = find(id);
      if (!['checking', 'waiting', 'importing'].includes(each.state))
        throw new LogRefused('state', `This import is ${each.state}: there is nothing to cancel.`);
      const under = running.get(id);
      if (under) under.controller.abort(new Error('The import was cancelled.'));
      else {
        // at once: a look into the inbox while the entry is written would take the file for a new one
        if (each.way === 'inbox') dropped.add(each.path);
        try {
          await store.change({ ...each, state: 'cancelled', error: null, ended: time() });
        } catch (error) {
          dropped.delete(each.path);
          throw error;
        }
      }
      return show(find(id));
    },
    async check(id, { format = '', columns }) {
      const each = find(id);
      checkFormat(format);
      if (!['checked', 'cancelled', 'failed'].includes(each.state) || each.way !== 'upload' || each.lines > 0)
        throw new LogRefused('state', `This import is ${each.state}: a dry run is not possible now.`);
      const { columns: _, ...rest } = each;
      const next = { ...rest, asked: format, ...(columns && { columns }), starts: false, state: 'checking' as const };
      await store.change({ ...next, error: null });
      toCheck(id);
      return show(find(id));
    },
    async discard(id) {
      const each = find(id);
      if (['checking', 'waiting', 'importing'].includes(each.state))
        throw new LogRefused('state', `This import is ${each.state}: cancel it first.`);
      await removeUpload(each);
      await store.remove(id);
      return show(each);
    },
    async begin() {
      for (const each of store.all()) {
        if (each.way === 'inbox') {
          // what is still in the inbox is found there again
          if (['waiting', 'importing'].includes(each.state)) await store.remove(each.id);
        } else if (each.state === 'checking') toCheck(each.id);
        else if (['waiting', 'importing'].includes(each.state) || (each.state === 'checked' && each.starts)) {
          await note(waiting(each.id));
          toImport(each.id);
        }
      }
    },
    async lead() {
      leading = new AbortController();
      await derivation.begin();
      if (inbox !== undefined)
        stopInbox = watchInbox({
          ...{ folder: inbox, everyMilliseconds: options.everyMilliseconds, importFile: runFromInbox, report },
        });
      return async () => {
        // no file of it may be under way here when another process finds it there
        leading.abort(new Error('Another process watches the inbox.'));
        await stopInbox();
        await derivation.rest();
        for (const { id, way, state } of store.all())
          if (way === 'inbox' && state === 'waiting') await store.remove(id);
      };
    },
    async close() {
      closing.abort(new Error('The service is closing.'));
      pushes.close();
      const derived = derivation.close();
      for (const timer of timers) clearTimeout(timer);
      await stopInbox();
      await Promise.all([checks.onIdle(), imports.onIdle(), derived]);
      await store.flush();
    },
  };
}
