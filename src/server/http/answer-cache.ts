import { LRUCache } from 'lru-cache';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { SECONDS_PER_DAY } from '#model/dates.ts';
import type { Engine } from '#server/engine/engine.ts';

export interface AnswerCacheOptions {
  readonly engine: Pick<Engine, 'kind' | 'writes'>;
  readonly now: () => Date;
  /** Of all bodies kept; 0 keeps none. */
  readonly bytes: number;
}

export interface AnswerCache {
  /**
   * The body that was sent for the same question before, or the one that `make` returns now.
   * @param make returns the body, and whether other callers may get it
   */
  answer(key: string, make: () => Promise<MadeAnswer>): Promise<Buffer>;
}

export interface MadeAnswer {
  readonly body: Buffer;
  readonly mayBeKept: boolean;
}

/**
 * Every write of this process drops the kept answers. An answer also depends on the time (default windows, ages) and, on a
 * server, on writes of other processes: therefore it is kept briefly, and never past midnight UTC.
 */
const lifeMilliseconds = { embedded: 60_000, server: 3_000 } as const;
const maxBodyShare = 1 / 32;

/** Bodies of answers by their question, the least recently asked dropped first. */
export function answerCache({ engine, now, bytes }: AnswerCacheOptions): AnswerCache {
  if (bytes === 0) return { answer: async (_, make) => (await make()).body };
  const bodies = new LRUCache<string, Buffer>({
    maxSize: bytes,
    maxEntrySize: Math.ceil(bytes * maxBodyShare),
    sizeCalculation: (body, key) => body.length + 2 * key.length,
    ttl: lifeMilliseconds[engine.kind],
    perf: { now: () => now().getTime() },
    ttlResolution: 0,
  });
  let state = '';
  const dropStale = (): string => {
    const current = `${engine.writes()} ${Math.floor(now().getTime() / (SECONDS_PER_DAY * 1000))}`;
    if (current !== state) bodies.clear();
    return (state = current);
  };
  return {
    async answer(key, make) {
      const before = dropStale();
      const kept = bodies.get(key);
      if (kept !== undefined) return kept;
      const { body, mayBeKept } = await make();
      // something may have been written while it was made
      if (mayBeKept && dropStale() === before) bodies.set(key, body);
      return body;
    },
  };
}

/** The parameters of a request, as the contract validated them. */
interface Asked {
  readonly path: object;
  readonly query: object;
}

/** Parameters that change how long a caller waits, and not the answer. */
const waitOptions: ReadonlySet<string> = new Set(['max_wait', 'prefer']);

/** The cache key of a question; undefined if the answer must be made for each caller. */
export function questionKey(id: OperationId, { path, query }: Asked): string | undefined {
  const { max_wait, prefer, with_metadata } = query as Record<string, unknown>;
  if (prefer === 'job_id' || max_wait === 0 || with_metadata) return undefined; // a job of the caller's own
  const asked: unknown[] = [id];
  for (const { name, in: place, time } of parameters[id]) {
    if (waitOptions.has(name)) continue;
    const value = (place === 'path' ? path : query)[name as never];
    if (time && String(value ?? '').startsWith('-')) return undefined; // relative to now
    asked.push(value);
  }
  return JSON.stringify(asked);
}
