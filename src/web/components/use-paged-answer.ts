import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import { useAnswer, type Answer, type ResponseOf } from '#web/api/use-answer.ts';
import { useKeptJob, type KeptJob } from './use-kept-job.ts';
import { usePages, type Pages } from './use-pages.ts';

/** Limit and skip of one page, as the operations take them. */
export interface PageQuery {
  readonly limit: number;
  readonly skip: number;
}

interface PagedQuestion<E extends { response?: unknown }, F, K extends QueryKey, Row> {
  /** Names the job in the tray, should the answer be one. */
  readonly title: string;
  /** What was asked: the size of its pages, and where the first begins. */
  readonly query: Partial<PageQuery> | undefined;
  readonly optionsOf: (page: PageQuery) => UseQueryOptions<E, F, E, K>;
  /** A stable function. */
  readonly rowsOf: (response: ResponseOf<E>) => readonly Row[];
  /** What limit and skip count on a page, where that is not its rows. */
  readonly sizeOf?: (response: ResponseOf<E>) => number;
  /** The job that answers it, where the view keeps it in its URL. */
  readonly job?: KeptJob | undefined;
}

interface PagedAnswer<E extends { response?: unknown }, Row> extends Pages<Row> {
  readonly answer: Answer<ResponseOf<E>>;
  /** For the "API request" of the panel. */
  readonly firstPage: PageQuery;
}

const usualPageRows = 100;

/** Asks an operation that pages by skip and limit; an answer that is a job is followed to its end. Totals leave out what is skipped. */
export function usePagedAnswer<E extends { response?: unknown }, F, K extends QueryKey, Row>(
  question: PagedQuestion<E, F, K, Row>,
): PagedAnswer<E, Row> {
  const { title, query: { limit = usualPageRows, skip: skipped = 0 } = {}, optionsOf, rowsOf, sizeOf, job } = question;
  const optionsAt = (skip: number) => optionsOf({ limit, skip: skipped + skip });
  const answer = useAnswer(optionsAt(0), { title, jobId: job?.id, ...(job && { href: job.hrefOf }) });
  const askAnew = useKeptJob(answer, optionsAt(0).queryKey, job);
  const { paging, ...pages } = usePages({ answer, optionsAt, limit, rowsOf, ...(sizeOf && { sizeOf }) });
  return {
    ...pages,
    paging: { ...paging, total: paging.total === null ? null : paging.total - skipped },
    answer: askAnew ? { ...answer, refetch: askAnew } : answer,
    firstPage: { limit, skip: skipped },
  };
}
