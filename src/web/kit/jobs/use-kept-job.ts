import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { dismissJob } from '#web/api/followed-jobs.ts';
import type { Answer } from '#web/api/use-answer.ts';

/** The job that answers the question, kept in the URL of a view so that a reload does not start another. */
export interface KeptJob {
  readonly id: string | undefined;
  /** Stable functions. */
  readonly onChange: (id: string | undefined) => void;
  /** The view that shows the result of a job. */
  readonly hrefOf: (id: string) => string;
}

/** Keeps the view's job in step with the answer. Returns how to run the question again while there is one. */
export function useKeptJob(
  { job, failure }: Pick<Answer<unknown>, 'job' | 'failure'>,
  queryKey: readonly unknown[],
  kept: KeptJob | undefined,
): (() => void) | undefined {
  const client = useQueryClient();
  const { id, onChange } = kept ?? {};
  const hash = JSON.stringify(queryKey);
  useEffect(() => {
    if (job && job.id !== id) onChange?.(job.id);
  }, [job, id, onChange]);
  const askAnew = useCallback(() => {
    // the answer that named the job would name it again
    client.removeQueries({ queryKey: JSON.parse(hash) as readonly unknown[], exact: true });
    onChange?.(undefined);
  }, [client, hash, onChange]);
  const isGone = failure?.code === 'job_gone';
  useEffect(() => {
    if (!isGone || id === undefined) return;
    dismissJob(id);
    askAnew();
  }, [isGone, id, askAnew]);
  // a dismissed job is followed again instead
  return id === undefined || failure?.code === 'job_dismissed' ? undefined : askAnew;
}

/** How long something took or takes: '8 s', '2 min 5 s', '1 h 12 min'. */
export function elapsedText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
