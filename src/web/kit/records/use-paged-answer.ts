import type { OperationId } from '#contract/generated/operations.gen.ts';
import { questionKey, withQuery, type AnswerOf, type AnyQuestion, type Question } from '#web/api/question.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { useKeptJob, type KeptJob } from '#web/kit/jobs/use-kept-job.ts';
import { usePages, type Pages } from './use-pages.ts';

interface PagedOptions<R, Row> {
  /** Names the job in the tray, should the answer be one. */
  readonly title: string;
  /** A stable function. */
  readonly rowsOf: (response: R) => readonly Row[];
  /** What limit and skip count on a page, where that is not its rows. */
  readonly sizeOf?: (response: R) => number;
  /** The job that answers it, where the view keeps it in its URL. */
  readonly job?: KeptJob | undefined;
  /** The rows of a page, unless the question sets a limit. */
  readonly pageRows?: number;
}

interface PagedQuery {
  readonly limit?: number;
  readonly skip?: number;
  readonly prefer?: string;
  readonly with_metadata?: number;
}

/**
 * Asks an operation that pages by skip and limit; an answer that is a job is followed to its end. `limit` of the question is
 * the size of a page, `skip` where the first one begins; totals leave out what is skipped. `with_metadata` requests the total, which
 * comes after the first page.
 */
export function usePagedAnswer<Id extends OperationId, Row>(
  question: Question<Id>,
  { title, rowsOf, sizeOf, job, pageRows = 100 }: PagedOptions<AnswerOf<Id>, Row>,
): Pages<AnswerOf<Id>, Row> {
  const { query }: AnyQuestion = question;
  const { limit = pageRows, skip: skipped = 0, ...how } = (query ?? {}) as PagedQuery;
  // to count what a pattern finds may take far longer than a page of it; what is to be a job counts itself
  const isCountedLater = how.with_metadata === 1 && how.prefer !== 'job_id';
  const uncounted = isCountedLater ? withQuery(question, { with_metadata: 0 }) : question;
  const questionAt = (skip: number) => withQuery(uncounted, { limit, skip: skipped + skip });
  const first = questionAt(0);
  const answer = useAnswer(first, { title, jobId: job?.id, ...(job && { href: job.hrefOf }) });
  const askAnew = useKeptJob(answer, questionKey(first), job);
  const { paging, ...pages } = usePages({
    answer: askAnew ? { ...answer, refetch: askAnew } : answer,
    ...{ questionAt, limit, rowsOf, ...(sizeOf && { sizeOf }) },
    ...(isCountedLater && !answer.job && { countAsked: withQuery(question, { limit: 1, skip: 0 }) }),
  });
  return {
    ...pages,
    paging: { ...paging, total: paging.total === null ? null : paging.total - skipped },
  };
}
