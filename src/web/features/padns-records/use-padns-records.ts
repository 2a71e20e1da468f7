import type { PadnsAnswer } from '#contract/generated/types.gen.ts';
import { useAnswer, type Answer } from '#web/api/use-answer.ts';
import { useKeptJob, type KeptJob } from '#web/components/use-kept-job.ts';
import { usePages } from '#web/components/use-pages.ts';
import { useAsOf } from '#web/url/as-of.ts';
import { padnsOptions, padnsPage, type PadnsCall } from './padns-call.ts';
import { padnsRow, type PadnsRow } from './padns-row.ts';

const usualPageRows = 100;

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
