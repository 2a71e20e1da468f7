import { isOver, type FollowedJob } from '#web/api/followed-job.ts';
import type { Tone } from '#web/ui/Badge.tsx';

/** The state of a job in a word, with its tone. */
export function jobStateWord({ state, isGone }: Pick<FollowedJob, 'state' | 'isGone'>): { word: string; tone: Tone } {
  if (isGone) return { word: 'Not kept', tone: 'warning' };
  switch (state) {
    case 'PENDING':
      return { word: 'Waiting', tone: 'neutral' };
    case 'STARTED':
      return { word: 'Running', tone: 'accent' };
    case 'SUCCESS':
      return { word: 'Done', tone: 'ok' };
    case 'FAILURE':
      return { word: 'Failed', tone: 'danger' };
  }
}

/** How long a job took, or has taken so far: '12 s', '3 min 5 s', '2 h 10 min'. `now` is epoch milliseconds. */
export function jobDuration(job: FollowedJob, now: number): string {
  const end = isOver(job) ? (job.finishedAt ?? now) : now;
  const seconds = Math.max(0, Math.round((end - job.askedAt) / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}
