import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogImports, LogRemoval } from '#contract/generated/types.gen.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { ObservationJournal } from '#server/ingest/journal/observation-journal.ts';
import { Bucket, type BucketFile, type BucketOptions, type TakenObject } from './bucket.ts';
import { logFormats } from './formats.ts';
import {
  type AnnouncedFile,
  checkDay,
  checkFormat,
  checkRoom,
  type HowToRead,
  LogRefused,
  maxPieceBytes,
  sensorName,
  sizeOf,
  writePiece,
} from './import-input.ts';
import type { ImportTools, ReadLogs } from './import-log.ts';
import { ImportRuns } from './import-runs.ts';
import { Inbox } from './inbox.ts';
import { blank, ImportStore, shownImport, type ShownImport, type StoredImport, waitingOf } from './import-store.ts';
import { LogDerivation, type LogDerivationOptions } from './log-derivation.ts';
import { LogPushes } from './log-pushes.ts';
import { LogRemovals } from './log-removals.ts';
import { SyslogListener, type SyslogOptions } from './syslog-listener.ts';

export interface LogServiceOptions {
  readonly engine: Engine;
  /** Where uploads and the import log are kept. Absolute. */
  readonly folder: string;
  /** Absolute; a watched folder. */
  readonly inbox: string | undefined;
  /** Whose objects are imported; undefined without one. */
  readonly bucket: Pick<BucketOptions, 'url' | 'store'> | undefined;
  /** Where syslog is received; undefined: it is not. */
  readonly syslog: Pick<SyslogOptions, 'host' | 'port' | 'folder'> | undefined;
  readonly everyMilliseconds: number;
  /** Wait between a push and the derivation of scores. */
  readonly deriveMilliseconds: number;
  /** Wait between a file and the derivation of scores. */
  readonly settleMilliseconds: number;
  /** Pause before an import that failed through no fault of its file is repeated. */
  readonly retryMilliseconds: number;
  readonly now: () => Date;
  readonly journal: ObservationJournal;
  readonly read: ReadLogs;
  readonly deriveNow: LogDerivationOptions['deriveNow'];
  /** Runs work while nothing else changes the collection. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** Tables that lost rows on disk. */
  readonly damaged: () => readonly string[];
  /** Called after an import. */
  readonly onWritten: () => Promise<void>;
  /** Called with messages for the operator. */
  readonly report: (message: string) => void;
}

const endedStates = ['checked', 'cancelled', 'failed'];
const activeStates = ['checking', 'waiting', 'importing'];

/** Imports of own logs: files that are uploaded or put into the inbox, pushes, and syslog. Every method throws LogRefused. */
export class LogService {
  readonly pushes: LogPushes;
  readonly #options: LogServiceOptions;
  readonly #store: ImportStore;
  readonly #derivation: LogDerivation;
  readonly #runs: ImportRuns;
  readonly #removals: LogRemovals;
  /** Uploads of which a piece is being received. */
  readonly #receiving = new Set<string>();
  #inbox: Inbox | undefined;
  #bucket: Bucket | undefined;
  #syslog: SyslogListener | undefined;

  private constructor(options: LogServiceOptions, store: ImportStore) {
    const { engine, folder, now, journal, read, exclusive, onWritten, report, retryMilliseconds } = options;
    this.#options = options;
    this.#store = store;
    this.#derivation = new LogDerivation({
      engine,
      now,
      exclusive,
      onWritten,
      report,
      deriveNow: options.deriveNow,
      isBusy: () => this.#runs.isBusy,
    });
    const owing = (milliseconds: number): ImportTools => ({
      journal,
      read,
      owe: (arrived) => this.#derivation.owe(arrived, milliseconds),
    });
    this.pushes = new LogPushes({
      engine,
      store,
      now,
      folder: pushFolder(folder),
      tools: owing(options.deriveMilliseconds),
    });
    this.#runs = new ImportRuns({
      engine,
      folder,
      store,
      retryMilliseconds,
      now,
      exclusive,
      onWritten,
      report,
      tools: owing(options.settleMilliseconds),
    });
    this.#removals = new LogRemovals({
      engine,
      store,
      exclusive,
      report,
      retryMilliseconds,
      journal,
      damaged: options.damaged,
      time: () => this.#runs.time(),
      retire: async (importIds) => {
        await this.pushes.retire();
        for (const id of importIds) this.#derivation.forget(id);
      },
      onRemoved: async () => {
        this.#derivation.oweRemoval(options.settleMilliseconds);
        await onWritten();
      },
    });
  }

  /** @throws the error of the disk, or of what receives syslog */
  static async open(options: LogServiceOptions): Promise<LogService> {
    const { folder, report } = options;
    await mkdir(folder, { recursive: true });
    const store = await ImportStore.open(folder, report);
    await rm(pushFolder(folder), { recursive: true, force: true });
    await mkdir(pushFolder(folder));
    const service = new LogService(options, store);
    const { syslog, retryMilliseconds } = options;
    if (syslog)
      service.#syslog = await SyslogListener.open({ ...syslog, pushes: service.pushes, retryMilliseconds, report });
    return service;
  }

  /** Whether files are being checked or imported, or wait for it. */
  get isBusy(): boolean {
    return this.#runs.isBusy;
  }

  /** @param before the cursor of a page of older entries; '' for the newest ones and those that have not ended */
  async list(canManage: boolean, before = ''): Promise<Required<LogImports>> {
    const { entries, older } =
      before === '' ? { entries: this.#store.all(), older: this.#store.older } : await this.#store.olderThan(before);
    return {
      can_manage: canManage,
      inbox: canManage ? (this.#options.inbox ?? '') : '',
      bucket: canManage ? (this.#options.bucket?.url ?? '') : '',
      max_piece_bytes: maxPieceBytes,
      formats: logFormats.map(({ format, title }) => ({ format, title })),
      imports: entries.map((entry) => this.#show(entry)),
      older,
    };
  }

  async one(id: string): Promise<ShownImport> {
    return this.#show((await this.#store.find(id)) ?? this.#runs.find(id));
  }

  async add(file: AnnouncedFile): Promise<ShownImport> {
    const { name, bytes, format = '', columns, day = '', origin = '', source = '', starts } = file;
    checkFormat(format);
    checkDay(day, this.#options.now());
    await checkRoom(this.#options.folder, bytes);
    const added = {
      ...blank({ way: 'upload', name, bytes, time: this.#runs.time() }),
      source: sensorName(source),
      asked: format,
      day,
      origin,
      starts,
      ...(columns && { columns }),
    };
    await this.#store.change(added);
    return this.#show(added);
  }

  /** Receives a piece of an announced file. A piece that ends in an error counts for nothing. */
  async content(id: string, offset: number, piece: AsyncIterable<Buffer>): Promise<ShownImport> {
    const entry = this.#runs.find(id);
    if (entry.state !== 'uploading')
      throw new LogRefused('state', `The content of this import is complete: it is ${entry.state}.`);
    if (this.#receiving.has(id)) throw new LogRefused('state', 'Another piece of this file is being received.');
    if (offset !== entry.received)
      throw new LogRefused('state', `The next piece of this file begins at ${entry.received}.`);
    this.#receiving.add(id);
    try {
      const received = offset + (await writePiece(this.#runs.fileOf(entry), offset, piece, entry.bytes - offset));
      const isWhole = received === entry.bytes;
      const next = { ...this.#runs.find(id), received, state: isWhole ? ('checking' as const) : entry.state };
      await this.#store.change(next);
      if (isWhole) this.#runs.check(id);
      return this.#show(next);
    } finally {
      this.#receiving.delete(id);
    }
  }

  /** Imports the file, or continues an import that was cut off. */
  async start(id: string): Promise<ShownImport> {
    await this.#store.recall(id);
    const entry = this.#runs.find(id);
    if (!endedStates.includes(entry.state) || entry.way !== 'upload')
      throw new LogRefused('state', `This import is ${entry.state}: it cannot be started.`);
    await this.#checkContent(entry);
    await this.#store.change(waitingOf(this.#runs.find(id)));
    void this.#runs.import(id);
    return this.one(id);
  }

  async cancel(id: string): Promise<ShownImport> {
    const entry = this.#runs.find(id);
    if (!activeStates.includes(entry.state))
      throw new LogRefused('state', `This import is ${entry.state}: there is nothing to cancel.`);
    await this.#runs.cancel(entry);
    return this.one(id);
  }

  /** Repeats the dry run. */
  async check(id: string, { format = '', columns, day = '', origin = '' }: HowToRead): Promise<ShownImport> {
    await this.#store.recall(id);
    const entry = this.#runs.find(id);
    checkFormat(format);
    checkDay(day, this.#options.now());
    if (!endedStates.includes(entry.state) || entry.way !== 'upload' || entry.lines > 0)
      throw new LogRefused('state', `This import is ${entry.state}: a dry run is not possible now.`);
    await this.#checkContent(entry);
    const { columns: _, ...rest } = entry;
    const next = { ...rest, asked: format, day, origin, ...(columns && { columns }), starts: false };
    await this.#store.change({ ...next, state: 'checking', error: null });
    this.#runs.check(id);
    return this.one(id);
  }

  /** An older entry has no content. @throws LogRefused */
  async #checkContent(entry: StoredImport): Promise<void> {
    if ((await sizeOf(this.#runs.fileOf(entry))) === undefined)
      throw new LogRefused('state', 'The uploaded file is gone: upload it again.');
  }

  /** Removes the entry and its content. */
  async discard(id: string): Promise<ShownImport> {
    await this.#store.recall(id);
    const entry = this.#runs.find(id);
    if (activeStates.includes(entry.state))
      throw new LogRefused('state', `This import is ${entry.state}: cancel it first.`);
    if (entry.removes.length > 0) throw new LogRefused('state', 'This import is being removed.');
    await this.#runs.removeUpload(entry);
    await this.#store.remove(id);
    return this.#show(entry);
  }

  /** What would leave the collection with an import. @param day of pushes, 'yyyy-mm-dd' */
  async previewRemoval(id: string, day = ''): Promise<Required<LogRemoval>> {
    return this.#removals.preview((await this.#store.find(id)) ?? this.#runs.find(id), day);
  }

  /** Takes what an import brought out of the collection. @param day of pushes, 'yyyy-mm-dd' */
  async remove(id: string, { day = '' }: HowToRead): Promise<ShownImport> {
    await this.#store.recall(id);
    await this.#removals.remove(this.#runs.find(id), day);
    return this.one(id);
  }

  /** Continues what was under way, derives what follows from it, and watches the inbox. Called once the collection is ready. */
  async begin(): Promise<void> {
    for (const entry of this.#store.all()) {
      const { id, way, state, path } = entry;
      const isInterrupted = state === 'waiting' || state === 'importing';
      if (way === 'inbox') {
        // a file that is still in the inbox is found there again, and continues under its entry
        if (isInterrupted && (await sizeOf(path)) === undefined) await this.#store.remove(id);
        else if (isInterrupted) await this.#runs.note(waitingOf(entry));
      } else if (state === 'checking') this.#runs.check(id);
      else if (isInterrupted) {
        await this.#runs.note(waitingOf(entry));
        void this.#runs.import(id);
      }
    }
    await this.#removals.begin();
    await this.pushes.begin();
    await this.#derivation.begin();
    this.#syslog?.begin();
    const { inbox: folder, bucket, everyMilliseconds, report } = this.#options;
    const importFile = (file: string) => this.#runs.importFromInbox(file);
    const takeOut = () => this.#takeOutEntry(this.#store.get(this.#runs.lastFromInbox)).catch(() => false);
    if (folder !== undefined) this.#inbox = new Inbox({ folder, everyMilliseconds, importFile, takeOut, report });
    if (bucket) this.#bucket = this.#openBucket(bucket);
  }

  async close(): Promise<void> {
    this.#runs.stop();
    await this.#syslog?.close();
    this.pushes.close();
    const derived = this.#derivation.close();
    await Promise.all([this.#inbox?.close(), this.#bucket?.close()]);
    await Promise.all([this.#runs.ended(), this.#removals.close(), derived]);
    await this.#store.flush();
  }

  #openBucket(bucket: Pick<BucketOptions, 'url' | 'store'>): Bucket {
    const { folder: logs, everyMilliseconds, report } = this.#options;
    const isActive = ({ way, state }: StoredImport) =>
      way === 'bucket' && [...activeStates, 'removing'].includes(state);
    return new Bucket({
      ...bucket,
      folder: join(logs, 'bucket'),
      everyMilliseconds,
      report,
      isBehind: () => this.#store.all().some(isActive),
      hasImport: (id) => this.#store.has(id),
      checkRoom: (bytes) => checkRoom(logs, bytes),
      importFile: (file) => this.#importObject(file),
      takeOut: (before) => this.#takeOut(before),
    });
  }

  async #importObject({ importId: id, name, file, bytes }: BucketFile): Promise<readonly number[] | undefined> {
    const head = blank({ way: 'bucket', name, bytes, time: this.#runs.time() });
    const entry = { ...head, id, received: bytes, state: 'waiting' as const };
    await rename(file, this.#runs.fileOf(entry));
    await this.#store.change(entry);
    await this.#runs.import(id);
    const ended = await this.#store.find(id);
    if (ended && activeStates.includes(ended.state)) return undefined;
    // the object is still in the bucket
    if (ended) await this.#runs.removeUpload(ended);
    return ended?.imports ?? [];
  }

  /** Takes out what an earlier version of an object brought. @returns whether nothing of it is left */
  async #takeOut({ importId: id, imports = [] }: TakenObject): Promise<boolean> {
    await this.#store.recall(id);
    return this.#takeOutEntry(
      this.#store.get(id) ?? {
        ...blank({ way: 'bucket', name: '', bytes: 0, time: this.#runs.time() }),
        id,
        imports,
        state: 'done' as const,
      },
    );
  }

  /** @returns whether nothing is left of what the entry brought */
  async #takeOutEntry(entry: StoredImport | undefined): Promise<boolean> {
    if (!entry || entry.imports.length === 0) return true;
    await this.#removals.remove(entry, '');
    await this.#removals.ended();
    return (await this.#store.find(entry.id))?.state === 'removed';
  }

  #show(entry: StoredImport): ShownImport {
    const format = entry.format || entry.asked;
    const columns = Object.entries(entry.columns ?? {}).map(([field, column]) => `${field}=${column}`);
    return shownImport.parse({ ...entry, format, columns: columns.join(','), ...this.#runs.progressOf(entry) });
  }
}

function pushFolder(folder: string): string {
  return join(folder, 'pushes');
}
