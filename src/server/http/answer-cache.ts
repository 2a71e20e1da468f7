import { LRUCache } from 'lru-cache';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { dateToIsoDate } from '#model/dates.ts';
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
    const current = `${engine.writes()} ${dateToIsoDate(now())}`;
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
  readonly path: unknown;
  readonly query: unknown;
}

/** The cache key of a question; undefined if the answer must be made for each caller. */
export function questionKey(id: OperationId, { path, query }: Asked): string | undefined {
  const { max_wait, prefer, with_metadata, ...asked } = query as Record<string, unknown>;
  const wantsJob = prefer === 'job_id' || max_wait === 0 || Boolean(with_metadata); // a job of the caller's own
  const isRelative = parameters[id].some(({ name, time }) => time && String(asked[name] ?? '').startsWith('-')); // to now
  if (wantsJob || isRelative) return undefined;
  return JSON.stringify([id, path, Object.entries(asked).sort(([a], [b]) => (a < b ? -1 : 1))]);
}
