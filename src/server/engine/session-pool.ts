import { cancelled, EngineError, type QueryOptions } from './engine.ts';

/** The kind of work that needs a session: each has a share of them. */
export type Lane = NonNullable<QueryOptions['limits']>;

export interface SessionPool<S> {
  /**
   * A session until `release`.
   * @throws EngineError `overloaded` when too many wait already, `cancelled` when the signal fires first
   */
  acquire(lane: Lane, signal?: AbortSignal): Promise<S>;
  release(session: S, lane: Lane): void;
  /** How many sessions the lane has now. */
  held(lane: Lane): number;
}

interface Waiting<S> {
  readonly lane: Lane;
  readonly resolve: (session: S) => void;
}

/**
 * Hands out sessions first come, first served, but no lane more than its share: searches that scan hold half of them at
 * most, heavy answers and upkeep a quarter each (heavy answers at least two), so that exact look-ups find one that is free soon. Only look-ups may take all.
 * @param maxWaiting look-ups that may wait; one more is refused at once, because its turn would come too late
 */
export function sessionPool<S>(sessions: readonly S[], maxWaiting: number): SessionPool<S> {
  const idle = [...sessions];
  const waiting: Waiting<S>[] = [];
  const held: Record<Lane, number> = { lookup: 0, list: 0, search: 0, upkeep: 0 };
  const share: Readonly<Record<Lane, number>> = {
    lookup: sessions.length,
    list: Math.max(2, Math.floor(sessions.length / 4)),
    search: Math.max(1, Math.floor(sessions.length / 2)),
    upkeep: Math.max(1, Math.floor(sessions.length / 4)),
  };
  const lookupsWaiting = () => waiting.filter(({ lane }) => lane === 'lookup').length;

  const serve = (): void => {
    while (idle.length > 0) {
      const at = waiting.findIndex(({ lane }) => held[lane] < share[lane]);
      const next = waiting[at];
      const session = next === undefined ? undefined : idle.pop();
      if (next === undefined || session === undefined) return;
      waiting.splice(at, 1);
      held[next.lane] += 1;
      next.resolve(session);
    }
  };

  return {
    acquire(lane, signal) {
      if (signal?.aborted) return Promise.reject(cancelled());
      if (lane === 'lookup' && idle.length === 0 && lookupsWaiting() >= maxWaiting)
        return Promise.reject(new EngineError('overloaded', `${maxWaiting} look-ups wait for a session already`));
      // callers of a lane wait only while it holds its share or no session is idle, so none of them is overtaken here
      const session = held[lane] < share[lane] ? idle.pop() : undefined;
      if (session !== undefined) {
        held[lane] += 1;
        return Promise.resolve(session);
      }
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          waiting.splice(waiting.indexOf(entry), 1);
          reject(cancelled());
        };
        const entry: Waiting<S> = {
          lane,
          resolve: (session) => {
            signal?.removeEventListener('abort', onAbort);
            resolve(session);
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.push(entry);
      });
    },
    release(session, lane) {
      held[lane] -= 1;
      idle.push(session);
      serve();
    },
    held: (lane) => held[lane],
  };
}
