import { dateToIsoDate } from '#model/dates.ts';
import { finishImport, latestImports } from '#server/ingest/ledger.ts';
import { refreshNsTransfers } from '#server/ingest/ns-transfers.ts';
import type { Engine } from '#server/engine/engine.ts';
import { logKind, type ArrivedRecords } from './import-log.ts';
import { joinCertificates } from './join-certificates.ts';
import { forgetRemoved } from './remove-import.ts';
import type { Derive } from '#server/ingest/derive.ts';

export interface LogDerivationOptions {
  readonly engine: Engine;
  readonly now: () => Date;
  /** Brings derived data up to date at once. */
  readonly deriveNow: (engine: Engine, today: string) => Derive;
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** Whether files are being imported or waiting: the derivation waits for all of them. */
  readonly isBusy: () => boolean;
  readonly onWritten: () => Promise<void>;
  /** Called with messages for the operator. */
  readonly report: (message: string) => void;
}

/** While files are being imported, the derivation waits no longer than this. */
const longestWait = 60_000;
const retryMilliseconds = 60_000;

/**
 * What follows from records of logs (joined certificates, name-server changes, scores) takes longer to derive than the records take to
 * write. It is derived a while later, for all records that arrived until then. The ledger knows what is owed, also after a crash.
 */
export class LogDerivation {
  readonly #options: LogDerivationOptions;
  readonly #owed = new Map<number, ArrivedRecords>();
  /** Whether an import was taken out since the last derivation. */
  #isRemoved = false;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Infinity;
  #waitsSince = 0;
  #isClosed = false;
  #running = Promise.resolve();

  constructor(options: LogDerivationOptions) {
    this.#options = options;
  }

  /** @param milliseconds to wait for more records @returns whether nothing was owed for the import */
  owe(arrived: ArrivedRecords, milliseconds: number): boolean {
    if (this.#owed.size === 0) this.#waitsSince = performance.now();
    const isNew = !this.#owed.has(arrived.id);
    this.#owed.set(arrived.id, arrived);
    this.#wait(milliseconds);
    return isNew;
  }

  /** Nothing is owed for the records of an import that is being taken out. */
  forget(id: number): void {
    this.#owed.delete(id);
  }

  /** An import was taken out (remove-import.ts). */
  oweRemoval(milliseconds: number): void {
    this.#isRemoved = true;
    this.#wait(milliseconds);
  }

  /** Derives what an earlier run left. @throws EngineError */
  async begin(): Promise<void> {
    for (const { id, rows, state, ...line } of await latestImports(this.#options.engine)) {
      if (line.kind !== logKind) continue;
      if (state === 'removed') this.#isRemoved = true;
      if (state === 'applied' && !this.#owed.has(id)) this.#owed.set(id, { id, line, rows });
    }
    if (this.#owed.size > 0 || this.#isRemoved) this.#wait(0);
  }

  /** Resolves when the derivation under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #wait(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (this.#isClosed || at >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = at;
    this.#timer = setTimeout(() => void (this.#running = this.#run()), milliseconds).unref();
  }

  async #run(): Promise<void> {
    const { isBusy, exclusive, report } = this.#options;
    this.#dueAt = Infinity;
    if (isBusy() && performance.now() - this.#waitsSince < longestWait) return this.#wait(1000);
    try {
      await exclusive(() => this.#deriveAll());
    } catch (error) {
      report(`Logs were imported, but the scores are not up to date yet. ${String(error)}`);
      this.#wait(retryMilliseconds);
    }
  }

  async #deriveAll(): Promise<void> {
    const { engine, now, deriveNow, onWritten } = this.#options;
    const due = [...this.#owed.values()];
    if (due.length === 0 && !this.#isRemoved) return;
    await joinCertificates(engine);
    const today = dateToIsoDate(now());
    await refreshNsTransfers(engine, today);
    await deriveNow(engine, today)({ ranges: false, scores: true });
    for (const arrived of due) {
      const { id, line, rows } = arrived;
      // what arrived in the meantime is still owed; the evidence of a push is not among its rows
      if (this.#owed.get(id) !== arrived) continue;
      this.#owed.delete(id);
      await finishImport(engine, { id, ...line }, rows);
    }
    if (this.#isRemoved) await forgetRemoved(engine);
    this.#isRemoved = false;
    await onWritten();
    if (this.#owed.size > 0) this.#wait(retryMilliseconds);
  }
}
