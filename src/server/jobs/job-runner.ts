import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import PQueue from 'p-queue';
import { JobRefused, jobQuota, type JobLimits } from './job-quota.ts';
import {
  hasEnded,
  packResult,
  type JobFailure,
  type JobRecord,
  type JobResult,
  type JobStore,
  type JobInput,
  stoppedJob,
} from './job-store.ts';

export interface RunnerOptions {
  readonly store: JobStore;
  /** Answers the input, or throws; the signal fires when the job must stop. */
  readonly work: (input: JobInput, signal: AbortSignal) => Promise<JobResult>;
  /** Searches that must scan run this many at a time; the rest of the engine's sessions stay free for look-ups. */
  readonly workers: number;
  /** How many may wait; one more is refused. */
  readonly queueLimit: number;
  /** Results are recallable for this long. */
  readonly keepMilliseconds: number;
  readonly limits: JobLimits;
  readonly describe: (error: unknown) => JobFailure;
  /** The fault lies with the store and passes: a kept job waits and is tried again. */
  readonly isPassing?: (error: unknown) => boolean;
  /** The first wait before another try; each is twice as long as the one before, up to a minute. */
  readonly retryMilliseconds?: number;
  /** Called when a try ends without a result; what the caller is told in the end comes from `describe`. */
  readonly onFailure: (job: JobRecord, error: unknown, isTriedAgain: boolean) => void;
  /** Called when the state of a job could not be written or removed. */
  readonly onStoreError: (error: unknown, jobId: string) => void;
  /** Between two looks at a job of another process that a caller waits for. */
  readonly pollMilliseconds?: number;
}

/** A job whose store was away this long fails: what was asked for is hardly wanted any more. */
const retryForMilliseconds = 6 * 3_600_000;
const longestRetryMilliseconds = 60_000;
/** Longer than a caller may wait for a job (`max_wait`). */
const longestWaitMilliseconds = 30_000;

/**
 * A job as its caller follows it. `done` settles when the state is SUCCESS or FAILURE, or, for a job of another process, after the longest
 * time that a caller may wait. It never rejects.
 */
export interface Job {
  readonly record: JobRecord;
  readonly done: Promise<void>;
}

export interface JobRunner {
  /**
   * Runs the input or joins the running job of the same owner and input. `heavy` work waits for a worker; light
   * work starts at once.
   * @throws JobRefused when the queue is full, or the owner has too many searches in it
   */
  submit(owner: string, input: JobInput, heavy: boolean): Job;
  /**
   * From now on the job survives its caller and this process: its id was given away.
   * @throws JobRefused when there is no room for it; the job goes on and its caller should leave it
   */
  keep(job: Job, withMetadata: boolean): Promise<void>;
  /** The caller hung up: a job that no one keeps and no one else waits for is cancelled. */
  leave(job: Job): void;
  /** A job belongs to the key that made it: another owner does not find it. */
  find(id: string, owner: string): Promise<Job | undefined>;
  resultOf(job: Job): Promise<JobResult | undefined>;
  counts(): Record<'running' | 'waiting' | 'kept', number>;
  /** Of all kept results. */
  resultBytes(): number;
  close(): Promise<void>;
}

/** When a refused search may find a place in the queue. */
const retrySeconds = 10;

interface LiveJob extends Job {
  record: JobRecord;
  readonly key: string;
  readonly heavy: boolean;
  readonly finish: () => void;
  readonly cancel: AbortController;
  /** While it waits for a worker: takes it out of the queue. */
  place?: AbortController;
  /** Callers that hold the connection open for it. */
  waiters: number;
  kept: boolean;
  isRead: boolean;
  /** Settles when what was kept is on disk: no one is given an id before. */
  keeping?: Promise<void>;
  /** How often the store failed it. */
  tries: number;
  /** Only while no one keeps the job: kept results are read from the store. */
  result?: JobResult;
}

/** Bounded workers over a queue. Jobs of earlier runs that had not ended fail: the process that ran them stopped. */
export async function openJobRunner(options: RunnerOptions): Promise<JobRunner> {
  const { store, work, workers, queueLimit, keepMilliseconds, limits, describe, onFailure, onStoreError } = options;
  const { isPassing = () => false, retryMilliseconds = 1000, pollMilliseconds = 500 } = options;
  const jobs = new Map<string, LiveJob>();
  const running = new Map<string, LiveJob>(); // by owner and input
  const queue = new PQueue({ concurrency: workers });
  /** Jobs that wait for the store to come back. */
  const retries = new Map<LiveJob, NodeJS.Timeout>();
  let isStopping = false;
  let active = 0;

  const makeJob = (record: JobRecord, heavy: boolean): LiveJob => {
    const { promise, resolve } = withResolvers();
    const key = keyOf(record.owner, record.input);
    const cancel = new AbortController();
    const asked = { record, key, heavy, done: promise, finish: resolve, cancel };
    return { ...asked, waiters: 0, tries: 0, kept: false, isRead: false };
  };
  /** Removes a kept job for good: once what is still being written of it is on disk, so that nothing is left behind. */
  const remove = async (job: LiveJob): Promise<void> => {
    const { id } = job.record;
    jobs.delete(id);
    await Promise.allSettled([job.done, job.keeping]);
    await store.remove(id).catch((error: unknown) => onStoreError(error, id));
  };
  const quota = jobQuota<LiveJob>(limits, (job) => void remove(job));
  const setState = async (job: LiveJob, change: Partial<JobRecord>): Promise<void> => {
    job.record = { ...job.record, ...change };
    if (job.kept) await store.save(job.record);
  };
  const saveKept = async (job: LiveJob, packed: string | undefined): Promise<void> => {
    if (packed !== undefined) await store.saveResult(job.record.id, packed);
    delete job.result;
    await store.save(job.record);
  };
  const saveResult = async (job: LiveJob, result: JobResult): Promise<void> => {
    const packed = packResult(job.record, result);
    quota.grow(job, Buffer.byteLength(packed));
    await store.saveResult(job.record.id, packed);
  };

  async function run(job: LiveJob): Promise<void> {
    active += 1;
    const { signal } = job.cancel;
    try {
      await setState(job, { state: 'STARTED' });
      signal.throwIfAborted();
      const result = await work(job.record.input, signal);
      if (job.kept) await saveResult(job, result);
      else job.result = result;
      await setState(job, { state: 'SUCCESS', finishedAt: Date.now() });
    } catch (error) {
      if (isStopping) return; // the store keeps it as it is: the next run of the service says that it was stopped
      const isRetried = await isTriedAgain(job, error);
      if (!signal.aborted) onFailure(job.record, error, isRetried);
      if (isRetried) return;
      await setState(job, { state: 'FAILURE', finishedAt: Date.now(), error: describe(error) }).catch(
        (notSaved: unknown) => onStoreError(notSaved, job.record.id),
      );
    } finally {
      active -= 1;
      if (!retries.has(job)) end(job);
    }
  }
  const end = (job: LiveJob): void => {
    // after a cancellation the same input may already run again
    if (running.get(job.key) === job) running.delete(job.key);
    if (!job.kept) jobs.delete(job.record.id);
    job.finish();
  };
  /** Whoever holds its id can wait for the store; whoever holds the connection open is told at once. */
  const isTriedAgain = async (job: LiveJob, error: unknown): Promise<boolean> => {
    const age = Date.now() - job.record.createdAt;
    if (!job.kept || job.cancel.signal.aborted || !isPassing(error) || age > retryForMilliseconds) return false;
    const wait = Math.min(longestRetryMilliseconds, retryMilliseconds * 2 ** job.tries);
    job.tries += 1;
    await setState(job, { state: 'PENDING' }).catch((notSaved: unknown) => onStoreError(notSaved, job.record.id));
    const timer = setTimeout(() => {
      retries.delete(job);
      enqueue(job);
    }, wait);
    retries.set(job, timer.unref());
    return true;
  };
  const enqueue = (job: LiveJob): void => {
    const place = new AbortController();
    job.place = place;
    const begin = (): Promise<void> => {
      delete job.place; // from here on only `cancel` stops it: its worker is free when its statement has ended
      return run(job);
    };
    void queue.add(begin, { signal: place.signal }).catch((error: unknown) => {
      if (!place.signal.aborted) throw error;
    });
  };
  const start = (job: LiveJob): void => {
    jobs.set(job.record.id, job);
    running.set(job.key, job);
    if (job.heavy) enqueue(job);
    else void run(job);
  };

  const isExpired = ({ record }: LiveJob): boolean => (record.finishedAt ?? Infinity) <= Date.now() - keepMilliseconds;
  const drop = (job: LiveJob): Promise<void> => {
    quota.release(job);
    return remove(job);
  };
  const dropExpired = async (): Promise<void> => {
    for (const job of [...jobs.values()]) if (isExpired(job)) await drop(job);
  };
  const sweeper = setInterval(() => void dropExpired(), 3_600_000);
  sweeper.unref();

  for (const { resultBytes, ...record } of await store.loadAll()) {
    const job = makeJob(hasEnded(record) ? record : stoppedJob(record), true);
    job.kept = true;
    jobs.set(record.id, job);
    quota.adopt(job, resultBytes);
    job.finish();
    if (!hasEnded(record)) await store.save(job.record);
  }
  await dropExpired();

  /** A job that another process runs, or ran. */
  const findElsewhere = async (id: string): Promise<Job | undefined> => {
    const found = await store.find?.(id);
    if (!found) return undefined;
    const job = {
      record: found,
      get done() {
        return follow().catch((error: unknown) => onStoreError(error, id));
      },
    };
    const follow = async (): Promise<void> => {
      const until = performance.now() + longestWaitMilliseconds;
      while (!isOver(job) && performance.now() < until) {
        await pause(pollMilliseconds);
        job.record = (await store.find?.(id)) ?? job.record;
      }
    };
    return job;
  };

  const refuseOneMoreSearch = (owner: string): void => {
    if (queue.pending >= workers && queue.size >= queueLimit) throw new JobRefused('queue', retrySeconds);
    const open = [...running.values()].filter((job) => job.heavy && job.record.owner === owner && !isOver(job));
    if (open.length >= limits.openPerKey) throw new JobRefused('openPerKey', retrySeconds);
  };
  const hold = (job: LiveJob, packed: string | undefined): void => {
    quota.hold(job);
    try {
      if (packed !== undefined) quota.grow(job, Buffer.byteLength(packed));
    } catch (error) {
      quota.release(job);
      throw error;
    }
  };

  return {
    submit(owner, input, heavy) {
      const key = keyOf(owner, input);
      const same = running.get(key);
      // one that is over but not yet on disk answered an earlier state of the collection
      if (same && !isOver(same)) {
        same.waiters += 1;
        return same;
      }
      if (heavy) refuseOneMoreSearch(owner);
      const record: JobRecord = {
        id: randomUUID(),
        owner,
        input,
        state: 'PENDING',
        createdAt: Date.now(),
        withMetadata: false,
      };
      const job = makeJob(record, heavy);
      job.waiters = 1;
      start(job);
      return job;
    },
    leave(job) {
      const live = job as LiveJob;
      live.waiters -= 1;
      if (live.waiters > 0 || live.kept) return;
      live.cancel.abort();
      running.delete(live.key); // the next one who asks starts afresh
      if (!live.place) return;
      live.place.abort();
      jobs.delete(live.record.id);
      live.finish();
    },
    async keep(job, withMetadata) {
      const live = job as LiveJob;
      // callers share the job of the same input: metadata is there as soon as one of them wants it
      const isAsWanted = live.kept && (live.record.withMetadata || !withMetadata);
      if (!isAsWanted) {
        const packed = live.result && packResult(live.record, live.result);
        if (!live.kept) hold(live, packed);
        live.kept = true;
        live.record = { ...live.record, withMetadata };
        jobs.set(live.record.id, live);
        live.keeping = saveKept(live, packed);
      }
      await live.keeping;
    },
    find: async (id, owner) => {
      const job = jobs.get(id) ?? (await findElsewhere(id));
      return job?.record.owner === owner ? job : undefined;
    },
    resultOf: async (job) => {
      const live = job as LiveJob;
      const result = live.result ?? (await store.loadResult(job.record.id));
      live.isRead = true;
      return result;
    },
    counts: () => ({
      running: active,
      waiting: queue.size + retries.size,
      kept: [...jobs.values()].filter((job) => job.kept).length,
    }),
    resultBytes: () => quota.bytes(),
    async close() {
      clearInterval(sweeper);
      isStopping = true;
      queue.pause();
      for (const timer of retries.values()) clearTimeout(timer);
      const started = [...running.values()].filter((job) => job.record.state === 'STARTED');
      for (const job of started) job.cancel.abort();
      await Promise.all(started.map((job) => job.done));
    },
  };
}

/** Its state says so; `done` settles a moment later, when what is kept of it is on disk. */
export function isOver({ record }: Job): boolean {
  return hasEnded(record);
}

/** The same input by the same key, whatever order its parameters came in. */
function keyOf(owner: string, input: JobInput): string {
  const sorted = (value: Record<string, unknown>) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([owner, input.operationId, sorted(input.params), sorted(input.query), input.asking?.reason]);
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
