import { LRUCache } from 'lru-cache';
import type { Engine } from '#server/engine/engine.ts';
import { callCounts, keptAnswers, sentCalls, type SentRow } from '#server/queries/upstream.ts';

/** A cached answer of the provider. Times are epoch seconds. */
export interface KeptAnswer {
  readonly response: unknown;
  readonly asked: number;
  readonly expires: number;
  /** False when the provider has no data. */
  readonly found: boolean;
}

export interface UpstreamStore {
  /** Cached answers by query, including stale ones. */
  read(operation: string, questions: readonly string[]): Promise<ReadonlyMap<string, KeptAnswer>>;
  keep(operation: string, question: string, answer: KeptAnswer): void;
  /** What is in memory. */
  peek(operation: string, question: string): KeptAnswer | undefined;
  note(call: SentRow): void;
  /** The latest calls, the newest first. */
  sent(limit: number): Promise<readonly SentRow[]>;
  counts(): Promise<{ readonly day: number; readonly month: number }>;
  /** Writes what is still in memory. */
  close(): Promise<void>;
}

interface StoreOptions {
  readonly engine: Engine;
  readonly keyName: string;
  readonly now: () => Date;
  readonly report: (message: string) => void;
  readonly gatherMilliseconds: number;
}

const memoryBytes = 32_000_000;
const mostGathered = 5000;

/**
 * The answers of the provider and the log of what was sent, in the collection's own store. Rows are collected for a moment,
 * because every insert is a part on disk; until then they are read from memory.
 */
export function upstreamStore(options: StoreOptions): UpstreamStore {
  const { engine, keyName, now, report, gatherMilliseconds } = options;
  const recent = new LRUCache<string, KeptAnswer>({
    maxSize: memoryBytes,
    maxEntrySize: memoryBytes / 8,
    sizeCalculation: (answer, key) => 2 * (JSON.stringify(answer.response ?? null).length + key.length),
  });
  /** Not yet written; found here even if `recent` has dropped them. */
  const unwritten = new Map<string, { readonly answer: KeptAnswer; readonly row: object }>();
  let calls: SentRow[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  const keyOf = (operation: string, question: string): string => `${operation} ${question}`;
  const inMemory = (key: string): KeptAnswer | undefined => unwritten.get(key)?.answer ?? recent.get(key);

  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const [gathered, callRows] = [[...unwritten], calls];
    calls = [];
    try {
      const rows = gathered.map(([, { row }]) => row);
      if (rows.length > 0) await engine.insert('upstream_answers', rows);
      if (callRows.length > 0) await engine.insert('upstream_calls', callRows);
    } catch (error) {
      // the log must not lose calls; answers can be queried again
      calls = [...callRows, ...calls].slice(-mostGathered);
      report(`Answers of the provider or the log of calls were not written: ${String(error)}`);
    }
    // answers that came meanwhile wait for the next write
    for (const [key, each] of gathered) if (unwritten.get(key) === each) unwritten.delete(key);
  };
  const flush = (): Promise<void> => (writing = writing.then(write));
  const soon = (): void => {
    timer ??= setTimeout(() => void flush(), gatherMilliseconds);
    timer.unref();
  };
  return {
    async read(operation, questions) {
      const found = new Map<string, KeptAnswer>();
      const missing = questions.filter((question) => {
        const key = keyOf(operation, question);
        const kept = inMemory(key);
        if (kept) found.set(question, kept);
        return !kept;
      });
      if (missing.length === 0) return found;
      for (const row of await engine.query(keptAnswers(operation, missing))) {
        const { question, asked, expires } = row;
        const kept = { asked, expires, found: row.found === 1, response: JSON.parse(row.response) as unknown };
        found.set(question, kept);
        recent.set(keyOf(operation, question), kept);
      }
      return found;
    },
    keep(operation, question, answer) {
      const key = keyOf(operation, question);
      recent.set(key, answer);
      const { asked, expires, found, response } = answer;
      const row = {
        operation,
        question,
        asked,
        expires,
        found: Number(found),
        response: JSON.stringify(response),
      };
      unwritten.set(key, { answer, row });
      soon();
    },
    peek: (operation, question) => inMemory(keyOf(operation, question)),
    note(call) {
      calls.push(call);
      soon();
    },
    async sent(limit) {
      await flush();
      return engine.query(sentCalls(limit));
    },
    async counts() {
      await flush();
      const today = now().toISOString().slice(0, 10);
      const start = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;
      const [row] = await engine.query(callCounts(keyName, start(today), start(`${today.slice(0, 7)}-01`)));
      return row ?? { day: 0, month: 0 };
    },
    async close() {
      await flush();
      clearTimeout(timer);
    },
  };
}
