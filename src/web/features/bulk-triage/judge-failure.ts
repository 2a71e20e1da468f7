import { ApiFailure } from '#web/api/failure.ts';
import { splitTask, type BulkTask } from './bulk-plan.ts';
import type { Verdict } from './task-runner.ts';

const atMostAttempts = 3;
const longestHoldSeconds = 120;

/** What to do about a bulk call that failed: what may heal is asked again, what the analyst must mend waits for them. */
export function judgeFailure(error: unknown, task: BulkTask, attempt: number): Verdict<BulkTask> {
  if (!(error instanceof ApiFailure)) return { is: 'failed' };
  const backOffMilliseconds = 1000 * 2 ** (attempt - 1);
  switch (error.kind) {
    case 'limit': {
      const asked = error.retryAfterSeconds === undefined ? backOffMilliseconds / 1000 : error.retryAfterSeconds;
      return { is: 'again', afterMilliseconds: Math.min(asked, longestHoldSeconds) * 1000, isForAll: true };
    }
    case 'key':
      return { is: 'halt' };
    case 'input': {
      const into = splitTask(task);
      return into ? { is: 'split', into } : { is: 'refused' };
    }
    case 'not-found':
    case 'not-implemented':
      return { is: 'refused' };
    case 'unreadable':
      return { is: 'failed' };
    case 'offline':
    case 'loading':
      if (attempt >= atMostAttempts) return { is: 'halt' };
      return { is: 'again', afterMilliseconds: backOffMilliseconds, isForAll: true };
    case 'service':
      // 500 is a defect that the same question meets again; a proxy or a busy service heals
      if (error.status === 500 || attempt >= atMostAttempts) return { is: 'failed' };
      return { is: 'again', afterMilliseconds: backOffMilliseconds, isForAll: false };
  }
}
