import { fieldsOf, parseJson } from '#web/storage/browser-storage.ts';

/** A background job that this browser follows. Times are epoch milliseconds. */
export interface FollowedJob {
  readonly id: string;
  /** What was asked, in words. */
  readonly title: string;
  /** The view that shows the result. */
  readonly href: string;
  readonly askedAt: number;
  readonly finishedAt?: number;
  readonly state: 'PENDING' | 'STARTED' | 'SUCCESS' | 'FAILURE';
  /** Why it failed, or why it cannot be asked for any more. */
  readonly failure?: string;
  /** The service does not know it (any more). */
  readonly isGone?: boolean;
  /** Its end was told to the analyst, in whichever tab that was. */
  readonly isTold?: boolean;
}

export function isOver({ state }: FollowedJob): boolean {
  return state === 'SUCCESS' || state === 'FAILURE';
}

/** A job as it was stored; null for what this version does not understand. */
export function readFollowedJob(text: string | null): FollowedJob | null {
  const job = parseJson(text);
  return isFollowedJob(job) ? job : null;
}

function isFollowedJob(job: unknown): job is FollowedJob {
  const { id, title, href, askedAt, state } = fieldsOf(job);
  return [id, title, href, state].every((field) => typeof field === 'string') && typeof askedAt === 'number';
}
