import { setMaxListeners } from 'node:events';
import { JobRefused } from './job-quota.ts';

/**
 * What a place is for: a search may scan for minutes, and a list or a page of scans is answered while its caller waits. Each kind has
 * its own places, so that long searches do not hold up the others.
 */
type HeavyKind = 'search' | 'answer';

export interface HeavyQueueOptions {
  /** Places of each kind; the rest of the engine's sessions stay free for look-ups. */
  readonly workers: number;
  /** How many questions of each kind may wait; one more is refused. */
  readonly queueLimit: number;
  /** Questions of one key and kind that run or wait. */
  readonly openPerKey: number;
  /** An answer that does not get its turn within this time is refused. */
  readonly turnMilliseconds?: number;
}

/** A question that is answered while its caller waits. */
interface HeavyQuestion {
  /** Id of the API key of the caller. */
  readonly owner: string;
  /** Equal for questions with the same answer. */
  readonly key: string;
  readonly signal: AbortSignal;
}

interface Waiting {
  readonly owner: string;
  readonly begin: () => void;
}

interface Lane {
  waiting: Waiting[];
  running: number;
  /** Running questions by owner. */
  readonly held: Map<string, number>;
  /** The number of the last turn of each owner. */
  readonly served: Map<string, number>;
}

/** When a refused question may find a place. */
const retrySeconds = 10;
const defaultTurnMilliseconds = 20_000;

/**
 * The one queue for everything heavy: searches that scan, lists of many subjects, pages of scans. A free place goes to the key that
 * holds the fewest and was served least recently, so one key with many questions delays the others by one question each.
 */
export class HeavyQueue {
  readonly #options: Required<HeavyQueueOptions>;
  readonly #lanes: Readonly<Record<HeavyKind, Lane>> = { search: emptyLane(), answer: emptyLane() };
  readonly #share = sharedWork();
  #turn = 0;

  constructor(options: HeavyQueueOptions) {
    this.#options = { turnMilliseconds: defaultTurnMilliseconds, ...options };
  }

  /** @throws JobRefused when too many wait, or the key has too many questions of this kind */
  checkRoom(kind: HeavyKind, owner: string): void {
    const { workers, queueLimit, openPerKey } = this.#options;
    const { waiting, running, held } = this.#lanes[kind];
    if (running >= workers && waiting.length >= queueLimit) throw new JobRefused('queue', retrySeconds);
    const open = (held.get(owner) ?? 0) + waiting.filter((each) => each.owner === owner).length;
    if (open >= openPerKey) throw new JobRefused('openPerKey', retrySeconds);
  }

  /**
   * Waits for a place, whatever the number that wait already.
   * @returns gives the place back
   * @throws what `signal` was aborted with
   */
  async enter(kind: HeavyKind, owner: string, signal: AbortSignal): Promise<() => void> {
    const lane = this.#lanes[kind];
    await new Promise<void>((resolve, reject) => {
      signal.throwIfAborted();
      const leave = () => {
        lane.waiting = lane.waiting.filter((each) => each !== entry);
        reject(signal.reason as Error);
      };
      const entry: Waiting = {
        owner,
        begin: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      lane.waiting.push(entry);
      this.#serve(lane);
    });
    return () => {
      lane.running -= 1;
      add(lane.held, owner, -1);
      this.#serve(lane);
    };
  }

  /**
   * Answers a question in its turn. Callers with the same question share one answer, which is cancelled when the last of them hangs up.
   * @param work gets the signal to stop at
   * @throws JobRefused when there is no room, or when its turn does not come in time; any error of `work`
   */
  answer<T>({ owner, key, signal }: HeavyQuestion, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.#share(key, signal, async (stop) => {
      this.checkRoom('answer', owner);
      const late = AbortSignal.timeout(this.#options.turnMilliseconds);
      const leave = await this.enter('answer', owner, AbortSignal.any([stop, late])).catch((error: unknown) => {
        throw late.aborted && !stop.aborted ? new JobRefused('queue', retrySeconds) : error;
      });
      try {
        return await work(stop);
      } finally {
        leave();
      }
    });
  }

  /** How many questions of a kind wait. */
  waiting(kind: HeavyKind): number {
    return this.#lanes[kind].waiting.length;
  }

  #serve(lane: Lane): void {
    while (lane.running < this.#options.workers) {
      const next = nextOf(lane);
      if (!next) return;
      lane.waiting.splice(lane.waiting.indexOf(next), 1);
      lane.running += 1;
      add(lane.held, next.owner, 1);
      lane.served.set(next.owner, (this.#turn += 1));
      next.begin();
    }
  }
}

function emptyLane(): Lane {
  return { waiting: [], running: 0, held: new Map(), served: new Map() };
}

/** The oldest question of the key whose turn it is. */
function nextOf({ waiting, held, served }: Lane): Waiting | undefined {
  const rank = ({ owner }: Waiting) => [held.get(owner) ?? 0, served.get(owner) ?? 0] as const;
  let best: Waiting | undefined;
  for (const each of waiting) {
    const [[mine, mineAt], [other, otherAt]] = [rank(each), best ? rank(best) : [Infinity, 0]];
    if (mine < other || (mine === other && mineAt < otherAt)) best = each;
  }
  return best;
}

function add(counts: Map<string, number>, owner: string, more: number): void {
  const count = (counts.get(owner) ?? 0) + more;
  if (count === 0) counts.delete(owner);
  else counts.set(owner, count);
}

interface Shared {
  readonly answer: Promise<unknown>;
  readonly cancel: AbortController;
  waiters: number;
}

/**
 * Lets callers with the same key share the work of the first. The work is cancelled when the last caller has gone; each caller
 * that has gone gets the reason of its signal.
 */
export function sharedWork() {
  const open = new Map<string, Shared>();
  return async <T>(key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    let shared = open.get(key);
    if (!shared) {
      const cancel = new AbortController();
      setMaxListeners(0, cancel.signal); // one listener per statement
      const answer = work(cancel.signal).finally(() => {
        if (open.get(key)?.cancel === cancel) open.delete(key);
      });
      answer.catch(() => undefined); // every caller may have gone
      shared = { answer, cancel, waiters: 0 };
      open.set(key, shared);
    }
    const mine = shared;
    mine.waiters += 1;
    return new Promise<T>((resolve, reject) => {
      const leave = () => {
        reject(signal.reason as Error);
        mine.waiters -= 1;
        if (mine.waiters > 0) return;
        if (open.get(key) === mine) open.delete(key); // the next caller begins a new answer
        mine.cancel.abort(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      mine.answer
        .finally(() => signal.removeEventListener('abort', leave))
        .then((answer) => resolve(answer as T), reject);
    });
  };
}
