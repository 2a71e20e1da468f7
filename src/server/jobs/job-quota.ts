import { hasEnded, type JobRecord } from './job-store.ts';

/** Limits of jobs on disk, per key and in total. */
export interface JobLimits {
  /** Jobs that are kept, whatever their state. */
  readonly keptPerKey: number;
  readonly kept: number;
  /** Bytes of the results that are kept. */
  readonly bytesPerKey: number;
  readonly bytes: number;
  /** An unfetched result is kept for at least this long after the job ended. */
  readonly unreadMilliseconds: number;
}

/** The limit that a job would exceed. */
export type JobLimit = 'queue' | 'openPerKey' | 'result' | Exclude<keyof JobLimits, 'unreadMilliseconds'>;

/** There is no room for a job or its result. */
export class JobRefused extends Error {
  override readonly name = 'JobRefused';
  readonly limit: JobLimit;
  /** When there may be room. */
  readonly retryAfterSeconds: number;

  constructor(limit: JobLimit, retryAfterSeconds: number) {
    super(`no room for the job: ${limit}`);
    this.limit = limit;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface Held {
  readonly record: JobRecord;
  /** Its result was handed to a caller. */
  readonly isRead: boolean;
}

export interface JobQuota<J extends Held> {
  /** Counts the job from now on, and drops other jobs to make room for it. @throws JobRefused */
  hold(job: J): void;
  /** Counts the bytes of its result, and drops other jobs to make room for them. @throws JobRefused */
  grow(job: J, bytes: number): void;
  release(job: J): void;
  /** Counts a job that an earlier run kept, even over the limits; nothing is dropped. */
  adopt(job: J, bytes: number): void;
  bytes(): number;
}

/** When there may be room while all kept jobs still run. */
const openJobSeconds = 10;

interface Share {
  readonly jobs: number;
  readonly bytes: number;
}

/**
 * Counts kept jobs and their results. When a limit is reached, the oldest results that were fetched, or that ended long
 * enough ago, are dropped: those of the same key if its own limit is reached, otherwise those of the key that holds most.
 * @param drop removes a job to make room for another
 */
export function jobQuota<J extends Held>(limits: JobLimits, drop: (job: J) => void): JobQuota<J> {
  /** Bytes by job, oldest first, by the key that owns them. */
  const heldBy = new Map<string, Map<J, number>>();
  const shareOf = (owner: string): Share => sum([...(heldBy.get(owner)?.values() ?? [])]);
  const total = (): Share => sum([...heldBy.values()].flatMap((held) => [...held.values()]));

  /** The jobs to drop to make room for `more`. @throws JobRefused with the limit that is reached */
  function victimsFor(job: J, more: Share): J[] {
    const { owner } = job.record;
    if (more.bytes > limits.bytesPerKey) throw new JobRefused('result', 0);
    const victims = new Set<J>();
    const take = (candidates: readonly string[], held: Share, most: Share, names: [JobLimit, JobLimit]): void => {
      let { jobs, bytes } = plus(held, more);
      const choice = candidates.flatMap((key) => [...(heldBy.get(key) ?? [])]);
      for (const [each, size] of choice) {
        if (jobs <= most.jobs && bytes <= most.bytes) return;
        if (victims.has(each) || each === job || !isDroppable(each)) continue;
        victims.add(each);
        jobs -= 1;
        bytes -= size;
      }
      if (jobs > most.jobs) throw new JobRefused(names[0], freesIn(choice));
      if (bytes > most.bytes) throw new JobRefused(names[1], freesIn(choice));
    };
    const own = shareOf(owner);
    take([owner], own, { jobs: limits.keptPerKey, bytes: limits.bytesPerKey }, ['keptPerKey', 'bytesPerKey']);
    const freed = sum([...victims].map((each) => heldBy.get(owner)?.get(each) ?? 0));
    const left = total();
    const all = { jobs: left.jobs - freed.jobs, bytes: left.bytes - freed.bytes };
    const byShare = [...heldBy.keys()].sort((one, other) => shareOf(other).bytes - shareOf(one).bytes);
    take(byShare, all, { jobs: limits.kept, bytes: limits.bytes }, ['kept', 'bytes']);
    return [...victims];
  }

  const isDroppable = ({ record, isRead }: J): boolean =>
    hasEnded(record) && (isRead || Date.now() - (record.finishedAt ?? 0) >= limits.unreadMilliseconds);

  /** Seconds until the first of the results may be dropped. */
  function freesIn(choice: readonly (readonly [J, number])[]): number {
    const ends = choice.map(([{ record }]) => (hasEnded(record) ? (record.finishedAt ?? 0) : Infinity));
    const milliseconds = Math.min(...ends) + limits.unreadMilliseconds - Date.now();
    return Number.isFinite(milliseconds) ? Math.max(1, Math.ceil(milliseconds / 1000)) : openJobSeconds;
  }

  function release(job: J): void {
    const held = heldBy.get(job.record.owner);
    held?.delete(job);
    if (held?.size === 0) heldBy.delete(job.record.owner);
  }
  function count(job: J, bytes: number): void {
    const held = heldBy.get(job.record.owner) ?? new Map<J, number>();
    heldBy.set(job.record.owner, held.set(job, bytes));
  }
  function makeRoom(job: J, more: Share): void {
    for (const victim of victimsFor(job, more)) {
      release(victim);
      drop(victim);
    }
  }
  return {
    hold(job) {
      makeRoom(job, { jobs: 1, bytes: 0 });
      count(job, 0);
    },
    grow(job, bytes) {
      makeRoom(job, { jobs: 0, bytes });
      count(job, bytes);
    },
    release,
    adopt: count,
    bytes: () => total().bytes,
  };
}

function sum(sizes: readonly number[]): Share {
  return { jobs: sizes.length, bytes: sizes.reduce((all, size) => all + size, 0) };
}

function plus(one: Share, other: Share): Share {
  return { jobs: one.jobs + other.jobs, bytes: one.bytes + other.bytes };
}
