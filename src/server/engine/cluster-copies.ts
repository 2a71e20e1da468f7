import {
  EngineError,
  type ClusterNode,
  type CopyAgreement,
  type CopyStatus,
  type Engine,
  type SharedCopies,
} from './engine.ts';
import type { ServerEngine } from './http-engine.ts';
import type { Majority } from './majority.ts';
import { openGate } from './write-gate.ts';

/** One replica of one shard. */
export interface Copy extends ClusterNode {
  readonly engine: ServerEngine;
}

/** Stands for the whole collection among the names of tables that a copy lacks rows of. */
export const everything = '*';

/**
 * Which copies lack what. Replicas do not copy from each other: one that cannot be written is left behind. It is neither read nor
 * written any more until it has been filled from another copy of its shard (catch-up.ts).
 *
 * Each node has a table of marks. The newest mark of a copy and a table says whether the copy lacks rows of it, and is stored on a
 * majority of the nodes before the write that the copy missed is acknowledged.
 */
export interface CopySet extends SharedCopies {
  readonly all: readonly Copy[];
  /** Those that lack nothing. They may be silent right now. */
  current(): readonly Copy[];
  /** Those that were not silent since they were last known to have their tables: fit to take statements for all. */
  trusted(): readonly Copy[];
  /** Those that get all writes: the current ones, and one that is being filled. */
  written(): readonly Copy[];
  /** The tables that a copy lacks rows of; empty for a current one. */
  missing(copy: Copy): ReadonlySet<string>;
  /** Every copy that is not in order, as far as is known. */
  statuses(): CopyStatus[];
  /**
   * Runs a write on every copy. One that can no longer be reached is left behind if another of its shard has been written.
   * @param changes names of tables @param act is called for one copy each; rows reach the first copy after all others
   * @returns what it gave, without the copies that were left behind
   * @throws EngineError when a shard has not got it, or when another process may have filled a copy meanwhile that has not; what other
   * copies have got is to be sent again
   */
  write<T>(changes: readonly string[], act: (copy: Copy) => Promise<T>, kind: WriteKind): Promise<T[]>;
  /** The same for a write that one node sends to all copies. Those that do not answer are left behind before. */
  writeThroughOne<T>(changes: readonly string[], act: (copy: Copy) => Promise<T>, kind: WriteKind): Promise<T>;
  /** @throws EngineError `unreachable` when no other copy of their shard is current */
  leaveBehind(copies: readonly Copy[], changes: readonly string[], cause?: unknown): Promise<void>;
  /** A copy may have lost its tables while it was silent. */
  distrust(copy: Copy): void;
  trust(copy: Copy): void;
  /** Runs work while no process writes. */
  withoutWrites<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Says again that it lacks rows of these tables: a process that was filling it, and was taken for gone, cannot make it current any
   * more, and what such a process has just emptied is filled again. @throws EngineError when that cannot be stored
   */
  markAgain(copy: Copy, changes: readonly string[]): Promise<void>;
  /** From now on it gets all writes, but is not read. Only while nothing is written. */
  beginFilling(copy: Copy): Promise<void>;
  stopFilling(): void;
  /** Whether this process fills copies. */
  mayFill(): boolean;
  /**
   * It lacks nothing any more. Only while nothing is written.
   * @throws EngineError when that cannot be stored, when it was left behind again, or when another process may fill it by now
   */
  makeCurrent(copy: Copy): Promise<void>;
}

/** Rows can be added to a copy that is being filled; what changes or derives rows waits until it is full. */
type WriteKind = 'rows' | 'change';

interface Mark {
  readonly address: string;
  readonly changed: string;
  readonly mark: number;
  readonly is_behind: number;
}

type Outcome<T> = { readonly copy: Copy; readonly result: T } | { readonly copy: Copy; readonly error: unknown };

/** @param silent do not answer @throws EngineError when it is not certain which copies are current: less than half of the nodes answer */
export async function openCopies(all: readonly Copy[], silent: readonly Copy[], majority: Majority): Promise<CopySet> {
  const gate = openGate();
  const missing = new Map(all.map((copy) => [copy, new Set<string>()]));
  const stored = new Map(all.map((copy) => [copy, new Set<string>()]));
  /** The newest mark of a copy and a table that counts here. */
  const known = new Map<string, number>();
  /** The newest mark by which a copy was left behind. */
  const leftAt = new Map<Copy, number>();
  let newest = 0;
  const distrusted = new Set(silent);
  let filling: Copy | undefined;
  let fillingSince = 0;
  let agreement: CopyAgreement | undefined;
  const waiting = new Set<() => void>();
  await refresh();

  const isCurrent = (copy: Copy): boolean => lacks(copy).size === 0;
  const current = () => all.filter(isCurrent);
  const written = () => all.filter((copy) => copy === filling || isCurrent(copy));
  const others = () => all.filter((copy) => copy !== filling && !isCurrent(copy));
  function lacks(copy: Copy): Set<string> {
    return missing.get(copy) ?? new Set();
  }

  async function refresh(): Promise<void> {
    const answers = await majority.ask(({ engine }) =>
      engine.query<Mark>({ name: 'cluster', sql: `SELECT address, changed, mark, is_behind FROM ${marksTable}` }),
    );
    for (const each of newestOf(answers.flatMap(({ answer }) => answer))) take(each);
  }
  function take({ address, changed, mark, is_behind }: Mark): void {
    newest = Math.max(newest, mark);
    const copy = all.find((each) => each.address === address);
    const key = `${address} ${changed}`;
    if (!copy || mark <= (known.get(key) ?? 0)) return;
    known.set(key, mark);
    for (const changes of [lacks(copy), stored.get(copy)])
      if (is_behind === 1) changes?.add(changed);
      else changes?.delete(changed);
    if (is_behind === 1) leftAt.set(copy, Math.max(leftAt.get(copy) ?? 0, mark));
  }
  /** A mark counts once a majority has it: at the next start one of those that answer knows. */
  async function store(rows: readonly Omit<Mark, 'mark'>[], step = 1): Promise<void> {
    const mark = (newest += step);
    const marked = rows.map((row) => ({ ...row, mark }));
    await majority.insert(marksTable, marked);
    for (const each of marked) take(each);
  }

  async function note(copies: readonly Copy[], changes: readonly string[]): Promise<void> {
    const pairs = copies.flatMap((copy) => changes.map((changed) => ({ copy, changed })));
    for (const { copy, changed } of pairs) lacks(copy).add(changed);
    const unknown = pairs.filter(({ copy, changed }) => !stored.get(copy)?.has(changed));
    if (unknown.length === 0) return;
    await store(unknown.map(({ copy: { address }, changed }) => ({ address, changed, is_behind: 1 })));
  }

  async function markAgain(copy: Copy, changes: readonly string[]): Promise<void> {
    await refresh();
    const rows = changes.map((changed) => ({ address: copy.address, changed, is_behind: 1 }));
    // above the mark that the other process may be storing right now
    await store(rows, 2);
  }

  const leaveBehind: CopySet['leaveBehind'] = async (copies, changes, cause) => {
    for (const { shard } of copies)
      if (!current().some((each) => each.shard === shard && !copies.includes(each)))
        throw unreachable(shard, all, cause);
    for (const copy of copies) {
      distrusted.add(copy);
      if (copy !== filling) continue;
      // whoever fills it must hear of what it missed meanwhile
      stored.get(copy)?.clear();
      stopFilling();
    }
    await note(copies, changes);
  };
  const mayFill = (): boolean => agreement?.mayFill() !== false;
  function stopFilling(): void {
    filling = undefined;
    for (const proceed of waiting) proceed();
    waiting.clear();
  }

  /** @param work gets a check that throws once other processes may have gone on without this one */
  async function pass<T>(kind: WriteKind, work: (check: () => void) => Promise<T>): Promise<T> {
    const isCurrent = (): boolean => agreement?.isCurrent() !== false;
    for (;;) {
      const outcome = await gate.pass(async () => {
        if ((kind === 'change' && filling) || !isCurrent()) return undefined;
        const isCertain = agreement?.certainFromNow();
        const check = (): void => {
          if (isCertain?.() === false) throw outOfTouch();
        };
        const result = await work(check);
        check();
        return { result };
      });
      if (outcome) return outcome.result;
      if (!isCurrent()) await agreement?.bringUpToDate();
      else if (filling) await new Promise<void>((resolve) => waiting.add(resolve));
    }
  }

  return {
    ...{ all, current, written, leaveBehind, stopFilling, refresh, markAgain, mayFill },
    trusted: () => current().filter((copy) => !distrusted.has(copy)),
    missing: lacks,
    statuses: () =>
      all.flatMap((copy): CopyStatus[] => {
        const { address, shard } = copy;
        if (copy.engine.outage !== undefined || (isCurrent(copy) && distrusted.has(copy)))
          return [{ address, shard, state: 'silent' }];
        if (copy === filling) return [{ address, shard, state: 'filling' }];
        return isCurrent(copy) ? [] : [{ address, shard, state: 'behind' }];
      }),
    write: (changes, act, kind) =>
      pass(kind, async (check) => {
        await note(others(), changes);
        const outcomes = await onEach(written(), kind === 'rows' ? current()[0] : undefined, (copy) => {
          check();
          return act(copy);
        });
        const failed = outcomes.flatMap((each) => ('error' in each ? [each] : []));
        for (const { copy, error } of failed) if (!(await isGone(copy, error))) throw error;
        if (failed.length > 0)
          await leaveBehind(
            failed.map(({ copy }) => copy),
            changes,
            failed[0]?.error,
          );
        return outcomes.flatMap((each) => ('result' in each ? [each.result] : []));
      }),
    writeThroughOne: (changes, act, kind) =>
      pass(kind, async (check) => {
        const silentNow = await silentOf(written());
        if (silentNow.length > 0) await leaveBehind(silentNow, changes);
        await note(others(), changes);
        const one = current().find((copy) => !distrusted.has(copy)) ?? current()[0];
        if (!one) throw unreachable(all[0]?.shard ?? 1, all);
        check();
        return act(one);
      }),
    distrust: (copy) => void distrusted.add(copy),
    trust: (copy) => void distrusted.delete(copy),
    withoutWrites: (work) => {
      const still = () => gate.close(work);
      return agreement ? agreement.whileOthersWait(still) : still();
    },
    agree: (given) => void (agreement = given),
    hold: () =>
      new Promise((resolve, reject) => {
        gate.close(() => new Promise<void>((release) => resolve(release))).catch(reject);
      }),
    filling: () => filling?.address,
    setFilling: (address) => {
      if (filling && filling.address !== address) stopFilling();
      filling = all.find((copy) => copy.address === address);
    },
    beginFilling: async (copy) => {
      await refresh();
      filling = copy;
      fillingSince = newest;
    },
    makeCurrent: async (copy) => {
      await refresh();
      if ((leftAt.get(copy) ?? 0) > fillingSince)
        throw new EngineError('failed', 'it missed something again while it was being filled');
      if (!mayFill()) throw overtaken();
      const cleared = [...lacks(copy)].map((changed) => ({ address: copy.address, changed, is_behind: 0 }));
      await store(cleared);
      distrusted.delete(copy);
      stopFilling();
    },
  };
}

/** A node that ends while it answers another node is named by several codes. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof EngineError)) return false;
  const { cause } = error;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  return error.fault === 'unreachable' || code === '32'; // ATTEMPT_TO_READ_AFTER_EOF
}

export function unreachable(shard: number, all: readonly Copy[], cause?: unknown): EngineError {
  const copies = all.filter((copy) => copy.shard === shard).map(({ address }) => address);
  return new EngineError(
    'unreachable',
    `no replica of shard ${shard} can be reached that is up to date: ${copies.join(', ')}`,
    {
      cause,
      shard,
    },
  );
}

/** This process was filling a copy, and stalled. */
export function overtaken(): EngineError {
  return new EngineError('unreachable', 'another process may fill it by now');
}

/** It is not the fault of a copy: those that answer are not left behind. */
function outOfTouch(): EngineError {
  const message =
    'this process was out of touch while it wrote: others may have taken it for gone. Send the same again';
  return new EngineError('unreachable', message);
}

/** One that still answers did not lose its connection for long: the write is repeated. */
async function isGone(copy: Copy, error: unknown): Promise<boolean> {
  return isOutage(error) && (await silentOf([copy])).length > 0;
}

async function silentOf(copies: readonly Copy[]): Promise<Copy[]> {
  const answers = await Promise.all(copies.map(({ engine }) => engine.status()));
  return copies.filter((_, at) => answers[at]?.outage !== undefined);
}

async function onEach<T>(
  copies: readonly Copy[],
  first: Copy | undefined,
  act: (copy: Copy) => Promise<T>,
): Promise<Outcome<T>[]> {
  const attempt = async (copy: Copy): Promise<Outcome<T>> => {
    try {
      return { copy, result: await act(copy) };
    } catch (error) {
      return { copy, error };
    }
  };
  const outcomes = await Promise.all(copies.filter((copy) => copy !== first).map(attempt));
  const isRefused = outcomes.some((each) => 'error' in each && !isOutage(each.error));
  return first && !isRefused ? [...outcomes, await attempt(first)] : outcomes;
}

export const marksTable = 'cluster_copies';

export function createMarksTable(engine: Engine): Promise<void> {
  return engine.command({
    name: 'cluster',
    sql: `CREATE TABLE IF NOT EXISTS ${marksTable} (address String, changed String, mark UInt64, is_behind UInt8)
          ENGINE = ReplacingMergeTree(mark) ORDER BY (address, changed)`,
  });
}

function newestOf(marks: readonly Mark[]): Mark[] {
  const newest = new Map<string, Mark>();
  for (const each of marks) {
    const key = `${each.address} ${each.changed}`;
    if (each.mark >= (newest.get(key)?.mark ?? 0)) newest.set(key, each);
  }
  return [...newest.values()];
}

/** @throws EngineError unless a copy of each shard is current and answers */
export function assertStart(copies: CopySet, silent: readonly Copy[]): void {
  const shards = [...new Set(copies.all.map(({ shard }) => shard))];
  for (const shard of shards) {
    const own = copies.all.filter((copy) => copy.shard === shard);
    const fit = own.filter((copy) => copies.missing(copy).size === 0);
    if (fit.some((copy) => !silent.includes(copy))) continue;
    const start = fit.map(({ address }) => address).join(' or ');
    const others = own.filter((copy) => !fit.includes(copy)).map(({ address }) => address);
    const lag = others.length > 0 ? `; ${others.join(', ')} lacks what was written since it was left behind` : '';
    throw new EngineError(
      'unreachable',
      `no replica of shard ${shard} that is up to date answers: start ${start}${lag}`,
      { shard },
    );
  }
}
