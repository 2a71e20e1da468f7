import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { HeavyQueue } from './heavy-queue.ts';
import { type JobLimits, type JobQuota, jobQuota } from './job-quota.ts';
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
  /** Runs the operation; the signal fires when the job must stop. */
  readonly work: (input: JobInput, signal: AbortSignal) => Promise<JobResult>;
  /** Searches that must scan wait here for their turn. */
  readonly queue: HeavyQueue;
  /** How long results can be fetched. */
  readonly keepMilliseconds: number;
  readonly limits: JobLimits;
  readonly describe: (error: unknown) => JobFailure;
  /** True for a temporary fault of the store: a kept job waits and is tried again. */
  readonly isPassing?: (error: unknown) => boolean;
  /** The first wait before another try; each is twice as long as the one before, up to a minute. */
  readonly retryMilliseconds?: number;
  /** Called when a try ends without a result. The caller reads what `describe` returns. */
  readonly onFailure: (job: JobRecord, error: unknown, isTriedAgain: boolean) => void;
  /** Called when the state of a job could not be written or removed. */
  readonly onStoreError: (error: unknown, jobId: string) => void;
  /** Between two looks at a job of another process that a caller waits for. */
  readonly pollMilliseconds?: number;
}

/** A job fails when its store was away for this long. */
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

interface LiveJob extends Job {
  record: JobRecord;
  readonly key: string;
  readonly finish: () => void;
  readonly cancel: AbortController;
  /** While it waits for a worker: takes it out of the queue. */
  place?: AbortController;
  /** Callers that hold the connection open for it. */
  waiters: number;
  kept: boolean;
  isRead: boolean;
  /** Settles when the kept state is on disk: the id is given away only then. */
  keeping?: Promise<void>;
  /** How often the job failed because of the store. */
  tries: number;
  /** Only of a job that is not kept: kept results are read from the store. */
  result?: JobResult;
}

/**
 * Bounded workers over a queue. `heavy` jobs wait for a worker; light ones start at once. A job whose id was given away is kept: it
 * survives its caller and this process, and its result can be fetched until it expires.
 */
export class JobRunner {
  readonly #options: Required<RunnerOptions>;
  readonly #store: JobStore;
  readonly #quota: JobQuota<LiveJob>;
  /** Running, waiting and kept jobs by id. */
  readonly #jobs = new Map<string, LiveJob>();
  /** Running and waiting jobs by owner and input. */
  readonly #open = new Map<string, LiveJob>();
  /** Jobs that wait for the store to come back. */
  readonly #retries = new Map<LiveJob, NodeJS.Timeout>();
  readonly #sweeper: NodeJS.Timeout;
  /** Until all that is written of each is on disk. */
  readonly #runs = new Set<Promise<void>>();
  #isStopping = false;
  #active = 0;

  /** Call `load` before the first job is submitted. */
  constructor(options: RunnerOptions) {
    this.#options = { isPassing: () => false, retryMilliseconds: 1000, pollMilliseconds: 500, ...options };
    this.#store = options.store;
    this.#quota = jobQuota<LiveJob>(options.limits, (job) => void this.#remove(job));
    this.#sweeper = setInterval(() => void this.#dropExpired(), 3_600_000);
    this.#sweeper.unref();
  }

  /** Takes over the jobs of earlier runs. Those that had not ended fail, because the process that ran them stopped. */
  async load(): Promise<void> {
    for (const { resultBytes, ...record } of await this.#store.loadAll()) {
      const job = makeJob(hasEnded(record) ? record : stoppedJob(record));
      job.kept = true;
      this.#jobs.set(record.id, job);
      this.#quota.adopt(job, resultBytes);
      job.finish();
      if (!hasEnded(record)) await this.#store.save(job.record);
    }
    await this.#dropExpired();
  }

  /**
   * Starts a job, or joins the running job of the same owner with the same input.
   * @throws JobRefused when the queue is full, or the owner has too many searches in it
   */
  submit(owner: string, input: JobInput, heavy: boolean): Job {
    const same = this.#open.get(keyOf(owner, input));
    // a job that has ended but is not yet on disk answered from an earlier state of the collection
    if (same && !hasEnded(same.record)) {
      same.waiters += 1;
      return same;
    }
    if (heavy) this.#options.queue.checkRoom('search', owner);
    const record = { id: randomUUID(), owner, input, createdAt: Date.now(), withMetadata: false };
    const job = makeJob({ ...record, state: 'PENDING' });
    job.waiters = 1;
    this.#jobs.set(job.record.id, job);
    this.#open.set(job.key, job);
    if (heavy) void this.#enqueue(job);
    else void this.#run(job);
    return job;
  }

  /** The caller disconnected: a job without other callers that is not kept is cancelled. */
  leave(job: Job): void {
    const live = job as LiveJob;
    live.waiters -= 1;
    if (live.waiters > 0 || live.kept) return;
    live.cancel.abort();
    this.#open.delete(live.key); // the next caller with this input starts a new job
    if (!live.place) return;
    live.place.abort();
    this.#jobs.delete(live.record.id);
    live.finish();
  }

  /**
   * Keeps the job: its id is given away. Resolves once the state is on disk.
   * @throws JobRefused when there is no room for it; the job continues, and its caller should leave it
   */
  async keep(job: Job, withMetadata: boolean): Promise<void> {
    const live = job as LiveJob;
    // callers share the job of the same input: metadata is kept as soon as one of them requests it
    const isAsWanted = live.kept && (live.record.withMetadata || !withMetadata);
    if (!isAsWanted) {
      const packed = live.result && (await packResult(live.record, live.result));
      // another caller may have kept it meanwhile
      if (!live.kept) this.#hold(live, packed);
      live.kept = true;
      live.record = { ...live.record, withMetadata: withMetadata || live.record.withMetadata };
      this.#jobs.set(live.record.id, live);
      live.keeping = this.#saveKept(live, packed);
    }
    await live.keeping;
  }

  /** Only the key that made a job finds it. */
  async find(id: string, owner: string): Promise<Job | undefined> {
    const { pollMilliseconds, onStoreError } = this.#options;
    const job =
      this.#jobs.get(id) ??
      (await findElsewhere(this.#store, id, pollMilliseconds, (error) => onStoreError(error, id)));
    return job?.record.owner === owner ? job : undefined;
  }

  async resultOf(job: Job): Promise<JobResult | undefined> {
    const live = job as LiveJob;
    const result = live.result ?? (await this.#store.loadResult(job.record.id));
    live.isRead = true;
    return result;
  }

  counts(): Record<'running' | 'waiting' | 'kept', number> {
    return {
      running: this.#active,
      waiting: this.#options.queue.waiting('search') + this.#retries.size,
      kept: [...this.#jobs.values()].filter((job) => job.kept).length,
    };
  }

  /** Size of all kept results. */
  resultBytes(): number {
    return this.#quota.bytes();
  }

  /**
   * Stops running jobs; their state on disk stays, so that the next run of the service reports them as stopped. Resolves when nothing is
   * being written.
   */
  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#isStopping = true;
    for (const timer of this.#retries.values()) clearTimeout(timer);
    for (const job of this.#open.values()) if (job.record.state === 'STARTED') job.cancel.abort();
    await Promise.allSettled([...this.#runs, ...[...this.#jobs.values()].map(({ keeping }) => keeping)]);
  }

  async #enqueue(job: LiveJob): Promise<void> {
    const place = new AbortController();
    job.place = place;
    let leave: () => void;
    try {
      leave = await this.#options.queue.enter('search', job.record.owner, place.signal);
    } catch (error) {
      if (place.signal.aborted) return;
      throw error;
    }
    delete job.place; // from here on only `cancel` stops it: its worker is free when its statement has ended
    try {
      if (!this.#isStopping) await this.#run(job);
    } finally {
      leave();
    }
  }

  async #run(job: LiveJob): Promise<void> {
    const run = this.#try(job);
    this.#runs.add(run);
    await run.finally(() => this.#runs.delete(run));
  }

  async #try(job: LiveJob): Promise<void> {
    const { work, describe, onFailure, onStoreError } = this.#options;
    const { signal } = job.cancel;
    this.#active += 1;
    try {
      await this.#setState(job, { state: 'STARTED' });
      signal.throwIfAborted();
      const result = await work(job.record.input, signal);
      if (job.kept) await this.#saveResult(job, result);
      else job.result = result;
      await this.#setState(job, { state: 'SUCCESS', finishedAt: Date.now() });
    } catch (error) {
      if (this.#isStopping) return;
      const isRetried = await this.#retry(job, error);
      if (!signal.aborted) onFailure(job.record, error, isRetried);
      if (isRetried) return;
      await this.#setState(job, { state: 'FAILURE', finishedAt: Date.now(), error: describe(error) }).catch(
        (notSaved: unknown) => {
          onStoreError(notSaved, job.record.id);
          if (job.kept) this.#saveLater(job);
        },
      );
    } finally {
      this.#active -= 1;
      if (!this.#retries.has(job)) this.#end(job);
    }
  }

  #end(job: LiveJob): void {
    // after a cancellation another job may already run with the same input
    if (this.#open.get(job.key) === job) this.#open.delete(job.key);
    if (!job.kept) this.#jobs.delete(job.record.id);
    job.finish();
  }

  /** Schedules another try of a kept job. A caller that holds its connection open gets the error at once. */
  async #retry(job: LiveJob, error: unknown): Promise<boolean> {
    const { isPassing, retryMilliseconds, onStoreError } = this.#options;
    const age = Date.now() - job.record.createdAt;
    if (!job.kept || job.cancel.signal.aborted || !isPassing(error) || age > retryForMilliseconds) return false;
    const wait = Math.min(longestRetryMilliseconds, retryMilliseconds * 2 ** job.tries);
    job.tries += 1;
    await this.#setState(job, { state: 'PENDING' }).catch((notSaved: unknown) => onStoreError(notSaved, job.record.id));
    const timer = setTimeout(() => {
      this.#retries.delete(job);
      void this.#enqueue(job);
    }, wait);
    this.#retries.set(job, timer.unref());
    return true;
  }

  /** Writes the end of a job once the store takes it: other processes read the job as running until then. */
  #saveLater(job: LiveJob, wait = this.#options.retryMilliseconds): void {
    const again = async () => {
      if (this.#isStopping || this.#jobs.get(job.record.id) !== job) return;
      await this.#store
        .save(job.record)
        .catch(() => this.#saveLater(job, Math.min(longestRetryMilliseconds, wait * 2)));
    };
    setTimeout(() => void again(), wait).unref();
  }

  async #setState(job: LiveJob, change: Partial<JobRecord>): Promise<void> {
    job.record = { ...job.record, ...change };
    if (job.kept) await this.#store.save(job.record);
  }

  async #saveResult(job: LiveJob, result: JobResult): Promise<void> {
    const packed = await packResult(job.record, result);
    this.#quota.grow(job, packed.length);
    await this.#store.saveResult(job.record.id, packed);
  }

  async #saveKept(job: LiveJob, packed: Buffer | undefined): Promise<void> {
    if (packed !== undefined) await this.#store.saveResult(job.record.id, packed);
    delete job.result;
    await this.#store.save(job.record);
  }

  #hold(job: LiveJob, packed: Buffer | undefined): void {
    this.#quota.hold(job);
    try {
      if (packed !== undefined) this.#quota.grow(job, packed.length);
    } catch (error) {
      this.#quota.release(job);
      throw error;
    }
  }

  /** Removes a kept job once everything that is being written of it is on disk, so that no file is left behind. */
  async #remove(job: LiveJob): Promise<void> {
    const { id } = job.record;
    this.#jobs.delete(id);
    await Promise.allSettled([job.done, job.keeping]);
    await this.#store.remove(id).catch((error: unknown) => this.#options.onStoreError(error, id));
  }

  async #dropExpired(): Promise<void> {
    const until = Date.now() - this.#options.keepMilliseconds;
    for (const job of this.#jobs.values())
      if ((job.record.finishedAt ?? Infinity) <= until) {
        this.#quota.release(job);
        await this.#remove(job);
      }
  }
}

/** A runner that has taken over the jobs of earlier runs. */
export async function openJobRunner(options: RunnerOptions): Promise<JobRunner> {
  const runner = new JobRunner(options);
  await runner.load();
  return runner;
}

function makeJob(record: JobRecord): LiveJob {
  const { promise: done, resolve: finish } = withResolvers();
  const key = keyOf(record.owner, record.input);
  const state = { waiters: 0, tries: 0, kept: false, isRead: false };
  return { record, key, done, finish, cancel: new AbortController(), ...state };
}

/** A job that another process runs, or ran; its state is polled while a caller waits for it. */
async function findElsewhere(
  store: JobStore,
  id: string,
  pollMilliseconds: number,
  onError: (error: unknown) => void,
): Promise<Job | undefined> {
  const found = await store.find?.(id);
  if (!found) return undefined;
  const job = {
    record: found,
    get done() {
      return follow().catch(onError);
    },
  };
  const follow = async (): Promise<void> => {
    const until = performance.now() + longestWaitMilliseconds;
    while (!hasEnded(job.record) && performance.now() < until) {
      await pause(pollMilliseconds);
      job.record = (await store.find?.(id)) ?? job.record;
    }
  };
  return job;
}

const keyOf = (owner: string, input: JobInput): string => `${owner} ${questionOf(input)}`;

/** Equal for the same input, in any order of its parameters. */
export function questionOf(input: JobInput): string {
  const sorted = (value: Record<string, unknown>) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([input.operationId, sorted(input.params), sorted(input.query), input.asking?.reason]);
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
