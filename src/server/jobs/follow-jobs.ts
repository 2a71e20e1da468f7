import { createHash } from 'node:crypto';
import type { Job } from './job-runner.ts';
import type { SharedJob, SharedJobs } from './job-store.ts';

interface FollowOptions<J extends Job> {
  readonly shared: SharedJobs;
  /** Resolves when the store can be asked; rejects when the signal fires first. */
  readonly whenShared: (signal: AbortSignal) => Promise<void>;
  readonly everyMilliseconds: number;
  /** Called with all that other processes write. */
  readonly follow: (job: SharedJob) => void;
  /** Jobs of other processes that have not ended. */
  readonly leftBehind: () => readonly (J & { readonly holder?: string })[];
  /** @throws when the store did not take it: it is tried again */
  readonly takeOver: (job: J) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

interface FollowedJobs {
  /** Reads one job now, and looks more often for a while. @throws EngineError */
  look(id: string): Promise<void>;
  close(): Promise<void>;
}

/** Somebody waits for a job that runs elsewhere. */
const hurriedShare = 1 / 5;
/** As long as a caller may wait. */
const hurriedMilliseconds = 25_000;

/** Keeps the jobs of other processes in view, and takes over what those left behind that are gone. */
export function followJobs<J extends Job>(options: FollowOptions<J>): FollowedJobs {
  const { shared, everyMilliseconds, follow, onError } = options;
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let hurriedUntil = 0;
  let isFailing = false;
  let lastLiving = '';

  const takeOverOrphans = async (): Promise<void> => {
    const living = shared.living();
    const before = lastLiving;
    lastLiving = [...living].sort().join(' ');
    if (lastLiving !== before) return; // the others may not know yet who comes and goes
    for (const job of options.leftBehind()) {
      if (living.has(job.holder ?? '') || closing.signal.aborted) continue;
      if (heirOf(job.record.id, living) === shared.process) await options.takeOver(job);
    }
  };
  const lookOnce = async (): Promise<void> => {
    try {
      const news = await shared.news();
      const byAge = [...news].sort((one, other) => one.record.createdAt - other.record.createdAt);
      for (const job of byAge) follow(job);
      await takeOverOrphans();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !closing.signal.aborted) onError(error); // once for an outage
      isFailing = true;
    }
  };
  let looking: Promise<void> = Promise.resolve();
  const schedule = (): void => {
    if (closing.signal.aborted) return;
    const share = performance.now() < hurriedUntil ? hurriedShare : 1;
    timer = setTimeout(() => void (looking = lookOnce().then(schedule)), everyMilliseconds * share).unref();
  };
  void options.whenShared(closing.signal).then(
    () => (looking = lookOnce().then(schedule)),
    () => undefined,
  );
  return {
    async look(id) {
      hurriedUntil = performance.now() + hurriedMilliseconds;
      const job = await shared.read(id);
      if (job) follow(job);
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await looking;
      await shared.close().catch(onError);
    },
  };
}

/** One of the living processes: all of them name the same one, and the jobs of one that is gone are spread over them. */
function heirOf(id: string, living: ReadonlySet<string>): string | undefined {
  const weight = (process: string): string => createHash('sha1').update(`${process} ${id}`).digest('hex');
  return [...living].sort((one, other) => (weight(one) < weight(other) ? 1 : -1))[0];
}
