import { cancelled, EngineError, type Engine, type Query, type QueryOptions } from './engine.ts';

/** How much memory statements may hold; bytes. */
export interface MemoryShares {
  /** For most statements, which need little of it: many run side by side. */
  readonly small: Share;
  /** For the few statements that need more: one at a time of each kind. */
  readonly lookup: Share;
  readonly search: Share;
  readonly upkeep: Share;
}

interface Share {
  /** The most that one statement may hold. */
  readonly bytes: number;
  /** How many run side by side. */
  readonly statements: number;
}

const smallBytes = 32_000_000;

/** @param total the most that all statements of this process may hold together */
export function memoryShares(total: number): MemoryShares {
  const one = (share: number): Share => ({ bytes: Math.floor(total * share), statements: 1 });
  const statements = Math.max(2, Math.floor((total * 0.25) / smallBytes));
  return { small: { bytes: smallBytes, statements }, lookup: one(0.2), search: one(0.25), upkeep: one(0.3) };
}

/** A caller waits no longer than this for a look-up. */
const lookupWaitMilliseconds = 10_000;

/**
 * Reserves memory before a statement begins, so that the sum over all statements is bounded, too: every new session lifts the engine's
 * own limit for all statements of a user. A look-up or search begins with a small share; one that needs more waits for the large share
 * of its kind and runs again.
 */
export function boundMemory(engine: Omit<Engine, 'inTurn'>, shares: MemoryShares): Engine {
  let last: Promise<unknown> = Promise.resolve();
  const turns = {
    small: turnsOf(shares.small.statements),
    lookup: turnsOf(shares.lookup.statements),
    search: turnsOf(shares.search.statements),
    upkeep: turnsOf(shares.upkeep.statements),
  };
  const within = async <T>(share: keyof MemoryShares, options: QueryOptions, act: () => Promise<T>): Promise<T> => {
    const isLookup = shareOf(options) === 'lookup';
    await turns[share].take(options.signal, isLookup ? lookupWaitMilliseconds : undefined);
    try {
      return await act();
    } finally {
      turns[share].giveBack();
    }
  };
  const limited = <Asked extends Query<unknown>>(query: Asked, share: keyof MemoryShares): Asked => ({
    ...query,
    settings: { max_memory_usage: shares[share].bytes, ...query.settings },
  });

  return {
    ...engine,
    query: async <Row>(query: Query<Row>, options: QueryOptions = {}) => {
      const lane = shareOf(options);
      const run = (share: keyof MemoryShares) =>
        within(share, options, () => engine.query<Row>(limited(query, share), options));
      if (lane === 'upkeep') return run('upkeep');
      try {
        return await run('small');
      } catch (error) {
        const needsMore = error instanceof EngineError && error.fault === 'memory';
        if (!needsMore || query.settings?.['max_memory_usage'] !== undefined) throw error;
        return run(lane);
      }
    },
    command: (query, options = {}) => {
      const lane = shareOf(options);
      return within(lane, options, () => engine.command(limited(query, lane), options));
    },
    save: (query, file) => within('upkeep', { limits: 'upkeep' }, () => engine.save(limited(query, 'upkeep'), file)),
    inTurn: (work) => {
      const result = last.then(work);
      last = result.catch(() => undefined);
      return result;
    },
  };
}

function shareOf({ limits = 'lookup' }: QueryOptions): Exclude<keyof MemoryShares, 'small'> {
  return limits === 'list' ? 'lookup' : limits;
}

/** First come, first served. */
function turnsOf(free: number) {
  const waiting: (() => void)[] = [];
  return {
    /** @throws EngineError `cancelled` when the signal fires first, `overloaded` when the time is over */
    take: (signal: AbortSignal | undefined, milliseconds: number | undefined): Promise<void> => {
      if (signal?.aborted) return Promise.reject(cancelled());
      if (free > 0) {
        free -= 1;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const leave = (error: EngineError) => {
          waiting.splice(waiting.indexOf(proceed), 1);
          settle();
          reject(error);
        };
        const onAbort = () => leave(cancelled());
        const onTimeout = () => leave(new EngineError('overloaded', 'other statements hold all the memory'));
        const timer = milliseconds === undefined ? undefined : setTimeout(onTimeout, milliseconds);
        const settle = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
        };
        const proceed = () => {
          settle();
          resolve();
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.push(proceed);
      });
    },
    giveBack: (): void => {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
}
