import { randomUUID } from 'node:crypto';
import type { JobFailure, JobRecord, JobResult, JobStore, Question } from './job-store.ts';

export interface RunnerOptions {
  readonly store: JobStore;
  /** Answers the question, or throws; the signal fires when the job must stop. */
  readonly work: (question: Question, signal: AbortSignal) => Promise<JobResult>;
  /** Searches that must scan run this many at a time; the rest of the engine's sessions stay free for look-ups. */
  readonly workers: number;
  /** How many may wait; one more is refused. */
  readonly queueLimit: number;
  /** Results are recallable for this long. */
  readonly keepMilliseconds: number;
  readonly describe: (error: unknown) => JobFailure;
  /** The fault lies with the store and passes: a kept job waits and is tried again. */
  readonly isPassing?: (error: unknown) => boolean;
  /** The first wait before another try; each is twice as long as the one before, up to a minute. */
  readonly retryMilliseconds?: number;
}

/** A job whose store was away this long fails: what was asked for is hardly wanted any more. */
const retryForMilliseconds = 6 * 3_600_000;
const longestRetryMilliseconds = 60_000;

/** A job as its caller follows it. `done` settles when the state is SUCCESS or FAILURE and never rejects. */
export interface Job {
  readonly record: JobRecord;
  readonly done: Promise<void>;
}

export interface JobRunner {
  /**
   * Runs the question or joins the running job of the same owner and question. `heavy` work waits for a worker; light
   * work starts at once.
   * @returns undefined when the queue is full
   */
  submit(owner: string, question: Question, heavy: boolean): Job | undefined;
  /** From now on the job survives its caller and this process: its id was given away. */
  keep(job: Job, withMetadata: boolean): Promise<void>;
  /** The caller hung up: a job that nobody keeps and nobody else waits for is cancelled. */
  leave(job: Job): void;
  find(id: string): Job | undefined;
  resultOf(job: Job): Promise<JobResult | undefined>;
  counts(): Record<'running' | 'waiting' | 'kept', number>;
  close(): Promise<void>;
}

interface LiveJob extends Job {
  record: JobRecord;
  readonly key: string;
  readonly finish: () => void;
  readonly cancel: AbortController;
  /** Callers that hold the connection open for it. */
  waiters: number;
  kept: boolean;
  /** Settles when what was kept is on disk: nobody is given an id before. */
  keeping?: Promise<void>;
  /** How often the store failed it. */
  tries: number;
  /** Only while nobody keeps the job: kept results are read from the store. */
  result?: JobResult;
}

/** Bounded workers over a queue, with the kept jobs of earlier runs of the service taken up again. */
export async function openJobRunner(options: RunnerOptions): Promise<JobRunner> {
  const { store, work, workers, queueLimit, keepMilliseconds, describe } = options;
  const { isPassing = () => false, retryMilliseconds = 1000 } = options;
  const jobs = new Map<string, LiveJob>();
  const running = new Map<string, LiveJob>(); // by owner and question
  const queue: LiveJob[] = [];
  /** Jobs that wait for the store to come back. */
  const retries = new Map<LiveJob, NodeJS.Timeout>();
  let isStopping = false;
  let busy = 0;
  let active = 0;

  const makeJob = (record: JobRecord, key: string): LiveJob => {
    const { promise, resolve } = withResolvers();
    return {
      record,
      key,
      done: promise,
      finish: resolve,
      cancel: new AbortController(),
      waiters: 0,
      kept: false,
      tries: 0,
    };
  };
  const setState = async (job: LiveJob, change: Partial<JobRecord>): Promise<void> => {
    job.record = { ...job.record, ...change };
    if (job.kept) await store.save(job.record);
  };
  const saveKept = async (job: LiveJob): Promise<void> => {
    if (job.result) await store.saveResult(job.record.id, job.result);
    delete job.result;
    await store.save(job.record);
  };

  async function run(job: LiveJob): Promise<void> {
    active += 1;
    const { signal } = job.cancel;
    try {
      await setState(job, { state: 'STARTED' });
      signal.throwIfAborted();
      const result = await work(job.record.question, signal);
      if (job.kept) await store.saveResult(job.record.id, result);
      else job.result = result;
      await setState(job, { state: 'SUCCESS', finishedAt: Date.now() });
    } catch (error) {
      if (isStopping) return; // stays as it is on disk: the next start takes it up again
      if (await isTriedAgain(job, error)) return;
      await setState(job, { state: 'FAILURE', finishedAt: Date.now(), error: describe(error) }).catch(() => undefined);
    } finally {
      active -= 1;
      if (!retries.has(job)) end(job);
    }
  }
  const end = (job: LiveJob): void => {
    // after a cancellation the same question may already run again
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
    await setState(job, { state: 'PENDING' }).catch(() => undefined);
    const timer = setTimeout(() => {
      retries.delete(job);
      queue.push(job);
      pump();
    }, wait);
    retries.set(job, timer.unref());
    return true;
  };
  const pump = (): void => {
    while (busy < workers && !isStopping) {
      const job = queue.shift();
      if (!job) return;
      busy += 1;
      void run(job).finally(() => {
        busy -= 1;
        pump();
      });
    }
  };
  const start = (job: LiveJob, heavy: boolean): void => {
    jobs.set(job.record.id, job);
    running.set(job.key, job);
    if (heavy) {
      queue.push(job);
      pump();
    } else void run(job);
  };

  const dropExpired = async (): Promise<void> => {
    const limit = Date.now() - keepMilliseconds;
    for (const job of [...jobs.values()]) {
      if ((job.record.finishedAt ?? Infinity) > limit) continue;
      jobs.delete(job.record.id);
      await store.remove(job.record.id);
    }
  };
  const sweeper = setInterval(() => void dropExpired(), 3_600_000);
  sweeper.unref();

  for (const record of await store.loadAll()) {
    const job = makeJob(record, keyOf(record.owner, record.question));
    job.kept = true;
    jobs.set(record.id, job);
    if (isOver(job)) job.finish();
    else start(job, true);
  }
  await dropExpired();

  return {
    submit(owner, question, heavy) {
      const key = keyOf(owner, question);
      const same = running.get(key);
      // one that is over but not yet on disk answered an earlier state of the collection
      if (same && !isOver(same)) {
        same.waiters += 1;
        return same;
      }
      if (heavy && busy >= workers && queue.length >= queueLimit) return undefined;
      const record: JobRecord = {
        id: randomUUID(),
        owner,
        question,
        state: 'PENDING',
        createdAt: Date.now(),
        withMetadata: false,
      };
      const job = makeJob(record, key);
      job.waiters = 1;
      start(job, heavy);
      return job;
    },
    leave(job) {
      const live = job as LiveJob;
      live.waiters -= 1;
      if (live.waiters > 0 || live.kept) return;
      live.cancel.abort();
      running.delete(live.key); // the next one who asks starts afresh
      const place = queue.indexOf(live);
      if (place < 0) return;
      queue.splice(place, 1);
      jobs.delete(live.record.id);
      live.finish();
    },
    async keep(job, withMetadata) {
      const live = job as LiveJob;
      // callers share the job of the same question: metadata is there as soon as one of them wants it
      const isAsWanted = live.kept && (live.record.withMetadata || !withMetadata);
      if (!isAsWanted) {
        live.kept = true;
        live.record = { ...live.record, withMetadata };
        jobs.set(live.record.id, live);
        live.keeping = saveKept(live);
      }
      await live.keeping;
    },
    find: (id) => jobs.get(id),
    resultOf: async (job) => (job as LiveJob).result ?? store.loadResult(job.record.id),
    counts: () => ({
      running: active,
      waiting: queue.length + retries.size,
      kept: [...jobs.values()].filter((job) => job.kept).length,
    }),
    async close() {
      clearInterval(sweeper);
      isStopping = true;
      for (const timer of retries.values()) clearTimeout(timer);
      const started = [...running.values()].filter((job) => job.record.state === 'STARTED');
      for (const job of started) job.cancel.abort();
      await Promise.all(started.map((job) => job.done));
    },
  };
}

/** Its state says so; `done` settles a moment later, when what is kept of it is on disk. */
export function isOver({ record }: Job): boolean {
  return record.state === 'SUCCESS' || record.state === 'FAILURE';
}

/** The same question by the same key, whatever order its parameters came in. */
function keyOf(owner: string, question: Question): string {
  const sorted = (value: Record<string, unknown>) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([owner, question.operationId, sorted(question.params), sorted(question.query)]);
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
