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
}

export function isOver({ state }: FollowedJob): boolean {
  return state === 'SUCCESS' || state === 'FAILURE';
}
