import { finishImport, latestImports } from '#server/ingest/ledger.ts';
import { refreshNsTransfers } from '#server/ingest/ns-transfers.ts';
import type { Engine } from '#server/engine/engine.ts';
import { logKind, type ArrivedRecords } from './import-log.ts';
import { joinCertificates } from './join-certificates.ts';
import type { Derive } from '#server/ingest/derive.ts';

export interface LogDerivationOptions {
  readonly engine: Engine;
  /** 'yyyy-mm-dd', UTC */
  readonly today: () => string;
  readonly derive: () => Derive;
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  /** Whether files are being imported or wait for it: what follows from all of them is derived once. */
  readonly isBusy: () => boolean;
  readonly onWritten: () => Promise<void>;
  /** Gets what an operator should read. */
  readonly report: (message: string) => void;
}

/**
 * What follows from records of logs (joined certificates, name-server changes, scores) takes longer than writing them, so it is
 * derived a while later, for all that arrived meanwhile. The ledger knows what is owed, also after a crash.
 */
export interface LogDerivation {
  /** @param milliseconds to wait for more @returns whether nothing was owed for the import */
  owe(arrived: ArrivedRecords, milliseconds: number): boolean;
  /** Derives what an earlier run left. @throws EngineError */
  begin(): Promise<void>;
  close(): Promise<void>;
}

/** As long as files are being imported, it waits no longer than this. */
const longestWait = 60_000;
const retryMilliseconds = 60_000;

export function logDerivation(options: LogDerivationOptions): LogDerivation {
  const { engine, today, derive, exclusive, isBusy, onWritten, report } = options;
  const owed = new Map<number, ArrivedRecords>();
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Infinity;
  let waitsSince = 0;
  let isClosed = false;
  let looking = Promise.resolve();

  function wait(milliseconds: number): void {
    const at = performance.now() + milliseconds;
    if (isClosed || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => void (looking = look()), milliseconds).unref();
  }

  async function look(): Promise<void> {
    dueAt = Infinity;
    if (isBusy() && performance.now() - waitsSince < longestWait) return wait(1000);
    try {
      await exclusive(deriveAll);
    } catch (error) {
      report(`Logs were imported, but scores do not know them yet. ${String(error)}`);
      wait(retryMilliseconds);
    }
  }

  async function deriveAll(): Promise<void> {
    const due = [...owed.values()];
    if (due.length === 0) return;
    await joinCertificates(engine);
    await refreshNsTransfers(engine, today());
    await derive()({ ranges: false, scores: true });
    for (const { id, line, rows } of due) {
      // what came meanwhile is owed still
      if (owed.get(id)?.rows !== rows) continue;
      owed.delete(id);
      await finishImport(engine, { id, ...line }, rows);
    }
    await onWritten();
    if (owed.size > 0) wait(retryMilliseconds);
  }

  return {
    owe(arrived, milliseconds) {
      if (owed.size === 0) waitsSince = performance.now();
      const isNew = !owed.has(arrived.id);
      owed.set(arrived.id, arrived);
      wait(milliseconds);
      return isNew;
    },
    async begin() {
      for (const { id, rows, state, ...line } of await latestImports(engine))
        if (line.kind === logKind && state === 'applied' && !owed.has(id)) owed.set(id, { id, line, rows });
      if (owed.size > 0) wait(0);
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
