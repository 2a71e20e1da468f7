import PQueue from 'p-queue';
import type { LogRemoval } from '#contract/generated/types.gen.ts';
import { latestImports, type LedgerLine } from '#server/ingest/ledger.ts';
import { LogRefused } from './import-input.ts';
import { logKind } from './import-log.ts';
import type { ImportStore, StoredImport } from './import-store.ts';
import { pushDigest } from './log-pushes.ts';
import { wordsOfLogError } from './log-report.ts';
import { previewRemoval, removeImports, whyNotRemovable, type RemovalTools } from './remove-import.ts';

export interface LogRemovalsOptions extends RemovalTools {
  readonly store: ImportStore;
  /** Runs work while nothing else changes the collection. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** Called when the rows of an import are out. */
  readonly onRemoved: () => Promise<void>;
  readonly retryMilliseconds: number;
  /** Tables that lost rows on disk. */
  readonly damaged: () => readonly string[];
  /** 'yyyy-mm-dd hh:mm:ss' */
  readonly time: () => string;
  /** Called with messages for the operator. */
  readonly report: (message: string) => void;
}

const removableStates: readonly string[] = ['done', 'cancelled', 'failed', 'receiving'];

/** Takes imports out of the collection: files, and days of what a source pushed. */
export class LogRemovals {
  readonly #options: LogRemovalsOptions;
  readonly #queue = new PQueue({ concurrency: 1 });
  #isClosed = false;

  constructor(options: LogRemovalsOptions) {
    this.#options = options;
  }

  /** What would go. @param day 'yyyy-mm-dd' of pushes; '' for a file @throws LogRefused, EngineError */
  async preview(entry: StoredImport, day: string): Promise<Required<LogRemoval>> {
    const days = entry.way === 'push' ? await this.#daysOf(entry) : [];
    const nothing = {
      days: days.map((each) => each.day),
      records_removed: 0,
      records_reduced: 0,
      names_removed: 0,
      names: [],
      certificates_removed: 0,
      host_rows: 0,
      from: '',
      to: '',
    };
    if (entry.way === 'push' && day === '') return nothing;
    const { names, ...counts } = await previewRemoval(this.#options.engine, await this.#importsOf(entry, day));
    return { ...nothing, ...counts, names: [...names] };
  }

  /** Begins the removal. @throws LogRefused, EngineError, or the error of the disk */
  async remove(entry: StoredImport, day: string): Promise<void> {
    const removes = await this.#importsOf(entry, day);
    await this.#options.store.change({ ...entry, state: 'removing', error: null, removes: [...removes] });
    this.#begin(removes);
  }

  /** Continues what an earlier run left. @throws EngineError */
  async begin(): Promise<void> {
    const { engine, store } = this.#options;
    const begun = store.all().flatMap(({ removes }) => (removes.length > 0 ? [removes] : []));
    for (const importIds of begun) this.#begin(importIds);
    // the import log may have lost its entry
    const left = (await latestImports(engine)).filter(
      ({ id, state }) => state === 'removing' && !begun.flat().includes(id),
    );
    if (left.length > 0) this.#begin(left.map(({ id }) => id));
  }

  /** Resolves when no removal is under way or waiting. */
  ended(): Promise<void> {
    return this.#queue.onIdle();
  }

  /** Resolves when the removal under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queue.clear();
    await this.#queue.onIdle();
  }

  #begin(importIds: readonly number[]): void {
    void this.#queue.add(() => this.#run(importIds));
  }

  async #run(importIds: readonly number[]): Promise<void> {
    const { engine, exclusive, onRemoved, report, retryMilliseconds } = this.#options;
    if (this.#isClosed) return;
    try {
      await exclusive(async () => {
        const lines = (await latestImports(engine)).filter(({ id }) => importIds.includes(id));
        if (lines.some(({ state }) => state !== 'removed')) await removeImports(this.#options, lines);
        await this.#note(importIds);
        await onRemoved();
      });
    } catch (error) {
      if (this.#isClosed) return;
      report(`An import could not be removed yet and will be tried again. ${wordsOfLogError(error)}`);
      setTimeout(() => this.#begin(importIds), retryMilliseconds).unref();
    }
  }

  /** Updates the entries of removed imports. A source of pushes without any day left has none. */
  async #note(importIds: readonly number[]): Promise<void> {
    const { store, time } = this.#options;
    const isGone = (id: number) => importIds.includes(id);
    for (const entry of store.all()) {
      if (![...entry.imports, ...entry.removes].some(isGone)) continue;
      const imports = entry.imports.filter((id) => !isGone(id));
      const next = { ...entry, imports, removes: [] };
      if (entry.way === 'push') {
        if ((await this.#daysOf(entry)).length > 0) await store.set({ ...next, state: 'receiving' });
        else await store.remove(entry.id);
      } else if (imports.length > 0) await store.set(next);
      else await store.set({ ...next, state: 'removed', ended: time() });
    }
  }

  /** Numbers in the ledger. @throws LogRefused when there is nothing to take out */
  async #importsOf(entry: StoredImport, day: string): Promise<readonly number[]> {
    const { engine, damaged } = this.#options;
    if (!removableStates.includes(entry.state))
      throw new LogRefused('state', `This import is ${entry.state}: it cannot be removed from the collection.`);
    const imports =
      entry.way === 'push'
        ? (await this.#daysOf(entry)).flatMap((each) => (each.day === day ? [each.line.id] : []))
        : entry.imports;
    if (imports.length === 0)
      throw new LogRefused(
        'state',
        entry.way === 'push'
          ? 'Nothing was pushed on this day. The preview lists the days.'
          : 'The collection holds nothing of this import.',
      );
    if (damaged().some((table) => table === 'contributions' || table === 'kept_evidence'))
      throw new LogRefused(
        'state',
        'The collection lost rows on its disk that say which import brought what. Restore it from a backup first.',
      );
    const reason = await whyNotRemovable(engine, imports);
    if (reason !== undefined) throw new LogRefused('state', reason);
    return imports;
  }

  /** The days on which a source pushed something that is still there. */
  async #daysOf(entry: StoredImport): Promise<{ readonly day: string; readonly line: LedgerLine }[]> {
    const begin = pushDigest(entry);
    return (await latestImports(this.#options.engine))
      .filter(({ kind, digest }) => kind === logKind && digest.startsWith(begin))
      .map((line) => ({ day: line.digest.slice(begin.length), line }))
      .sort((one, other) => other.day.localeCompare(one.day));
  }
}
