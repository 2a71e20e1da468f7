import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { PadnsAnswer } from '#contract/generated/types.gen.ts';
import { dismissJob } from '#web/api/job-follower.ts';
import { useAnswer, type Answer } from '#web/api/use-answer.ts';
import { usePages } from '#web/components/use-pages.ts';
import { useAsOf } from '#web/url/as-of.ts';
import { padnsOptions, padnsPage, type PadnsCall } from './padns-call.ts';
import { padnsRow, type PadnsRow } from './padns-row.ts';

const usualPageRows = 100;

/** The job that answers the question, where a view keeps it in its URL so that a reload does not ask anew. */
export interface KeptJob {
  readonly id: string | undefined;
  /** Stable functions. */
  readonly onChange: (id: string | undefined) => void;
  /** The view that shows the result of a job. */
  readonly hrefOf: (id: string) => string;
}

/** The records of a look-up, page by page, for the day the session looks at unless the look-up names one itself. */
export function usePadnsRecords(asked: PadnsCall, title: string, kept?: KeptJob) {
  const [sessionAsOf] = useAsOf();
  const asOf = asked.query?.as_of === undefined ? sessionAsOf : null;
  const call = { ...asked, query: { ...(asOf !== null && { as_of: asOf }), ...asked.query } } as PadnsCall;
  const limit = asked.query?.limit ?? usualPageRows;
  const optionsAt = (skip: number) => padnsOptions(padnsPage(call, limit, skip));
  const answer: Answer<PadnsAnswer> = useAnswer(optionsAt(0), {
    title,
    jobId: kept?.id,
    ...(kept && { href: kept.hrefOf }),
  });
  const askAnew = useKeptJob(answer, optionsAt(0).queryKey, kept);
  const { paging, ...pages } = usePages({ answer, optionsAt, limit, rowsOf });
  return {
    ...pages,
    paging: { ...paging, total: paging.total === null ? null : paging.total - (asked.query?.skip ?? 0) },
    answer: askAnew ? { ...answer, refetch: askAnew } : answer,
    asOf,
    call: padnsPage(call, limit, 0),
  };
}

function rowsOf(response: PadnsAnswer): readonly PadnsRow[] {
  return (response.records ?? []).map(padnsRow);
}

/** Keeps the view's job in step with the answer. Answers how to ask anew while there is one. */
function useKeptJob(
  { job, failure }: Answer<PadnsAnswer>,
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
