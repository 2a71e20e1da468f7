import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { dismissJob } from '#web/api/followed-jobs.ts';
import type { Answer } from '#web/api/use-answer.ts';

/** The background job of a question, kept in the URL of a view so that a reload does not start another. */
export interface KeptJob {
  readonly id: string | undefined;
  /** Stable functions. */
  readonly onChange: (id: string | undefined) => void;
  /** The view that shows the result of a job. */
  readonly hrefOf: (id: string) => string;
}

/** Keeps the URL in sync with the job of the answer. @returns a function that runs the question again; undefined without a job */
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
    // the cached answer would return the same job
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
