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
