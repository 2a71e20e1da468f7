import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogImports } from '#contract/generated/types.gen.ts';
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
  writePiece,
} from './import-input.ts';
import type { ImportTools } from './import-log.ts';
import { ImportRuns } from './import-runs.ts';
import { watchInbox } from './inbox.ts';
import { blank, openImportStore, shownImport, type ShownImport, type StoredImport } from './import-store.ts';
import { logDerivation } from './log-derivation.ts';
import { logPushes, type LogPushes } from './log-pushes.ts';
import type { Derive } from '#server/ingest/derive.ts';

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
  /** Continues what was under way, derives what follows from it, and watches the inbox; called once the collection is ready. */
  begin(): Promise<void>;
  close(): Promise<void>;
}

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
    isBusy: () => runs.isBusy,
  });
  const owing = (milliseconds: number) => (): ImportTools => ({
    ...tools(),
    owe: (arrived) => derivation.owe(arrived, milliseconds),
  });
  const pushes = logPushes({ engine, folder: pushFolder, store, now, tools: owing(options.deriveMilliseconds) });
  const runs = new ImportRuns({
    ...{ engine, folder, store, retryMilliseconds, now, exclusive, onWritten, report },
    tools: owing(options.settleMilliseconds),
  });
  const receiving = new Set<string>();
  let stopInbox = async (): Promise<void> => undefined;
  const show = (entry: StoredImport): ShownImport =>
    shownImport.parse({ ...entry, format: entry.format || entry.asked, ...runs.progressOf(entry.id) });

  return {
    pushes,
    list: (canManage) => ({
      can_manage: canManage,
      inbox: canManage ? (inbox ?? '') : '',
      max_piece_bytes: maxPieceBytes,
      formats: logFormats.map(({ format, title }) => ({ format, title })),
      imports: store.all().map(show),
    }),
    one: (id) => show(runs.find(id)),
    async add({ name, bytes, written = 0, format = '', columns, source = '', starts }) {
      checkFormat(format);
      await checkRoom(folder, bytes);
      const head = blank({ way: 'upload', name, bytes, time: runs.time() });
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
      const each = runs.find(id);
      if (each.state !== 'uploading')
        throw new LogRefused('state', `The content of this import is complete: it is ${each.state}.`);
      if (receiving.has(id)) throw new LogRefused('state', 'Another piece of this file is being received.');
      if (offset !== each.received)
        throw new LogRefused('state', `The next piece of this file begins at ${each.received}.`);
      receiving.add(id);
      try {
        const received = offset + (await writePiece(runs.fileOf(each), offset, piece, each.bytes - offset));
        const isWhole = received === each.bytes;
        const next = { ...runs.find(id), received, state: isWhole ? ('checking' as const) : each.state };
        await store.change(next);
        if (isWhole) runs.check(id);
        return show(next);
      } finally {
        receiving.delete(id);
      }
    },
    async start(id) {
      const { state, way } = runs.find(id);
      if (!['checked', 'cancelled', 'failed'].includes(state) || way !== 'upload')
        throw new LogRefused('state', `This import is ${state}: it cannot be started.`);
      await store.change(runs.waiting(id));
      runs.import(id);
      return show(runs.find(id));
    },
    async cancel(id) {
      const each = runs.find(id);
      if (!['checking', 'waiting', 'importing'].includes(each.state))
        throw new LogRefused('state', `This import is ${each.state}: there is nothing to cancel.`);
      await runs.cancel(each);
      return show(runs.find(id));
    },
    async check(id, { format = '', columns }) {
      const each = runs.find(id);
      checkFormat(format);
      if (!['checked', 'cancelled', 'failed'].includes(each.state) || each.way !== 'upload' || each.lines > 0)
        throw new LogRefused('state', `This import is ${each.state}: a dry run is not possible now.`);
      const { columns: _, ...rest } = each;
      const next = { ...rest, asked: format, ...(columns && { columns }), starts: false, state: 'checking' as const };
      await store.change({ ...next, error: null });
      runs.check(id);
      return show(runs.find(id));
    },
    async discard(id) {
      const each = runs.find(id);
      if (['checking', 'waiting', 'importing'].includes(each.state))
        throw new LogRefused('state', `This import is ${each.state}: cancel it first.`);
      await runs.removeUpload(each);
      await store.remove(id);
      return show(each);
    },
    async begin() {
      for (const each of store.all()) {
        if (each.way === 'inbox') {
          // what is still in the inbox is found there again
          if (['waiting', 'importing'].includes(each.state)) await store.remove(each.id);
        } else if (each.state === 'checking') runs.check(each.id);
        else if (['waiting', 'importing'].includes(each.state) || (each.state === 'checked' && each.starts)) {
          await runs.note(runs.waiting(each.id));
          runs.import(each.id);
        }
      }
      await derivation.begin();
      if (inbox !== undefined)
        stopInbox = watchInbox({
          ...{
            folder: inbox,
            everyMilliseconds: options.everyMilliseconds,
            importFile: (file) => runs.importFromInbox(file),
            report,
          },
        });
    },
    async close() {
      runs.stop();
      pushes.close();
      const derived = derivation.close();
      await stopInbox();
      await Promise.all([runs.ended(), derived]);
      await store.flush();
    },
  };
}
