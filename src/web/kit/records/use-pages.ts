import { skipToken, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { inStableOrder, largestPage, repeatedRows, unrepeated } from '#web/api/all-pages.ts';
import { askToEnd } from '#web/api/ask-to-end.ts';
import { arrive } from '#web/api/prefetch.ts';
import { type AnswerOf, type AnyQuery, type Query, questionKey, withQuery } from '#web/api/query.ts';
import { type Answer, useAnswer } from '#web/api/use-answer.ts';
import type { ExportTarget, FetchAllOptions } from '#web/exports/export-target.ts';
import type { Paging } from '#web/table/PagingBar.tsx';
import { type KeptJob, useKeptJob } from '#web/kit/jobs/use-kept-job.ts';

interface PagesOptions<Id extends OperationId, Row> {
  /** The first page: `useAnswer(questionAt(0), ...)`, which may have been a job. */
  readonly answer: Answer<AnswerOf<Id>>;
  /** The question for the page after this many rows. */
  readonly questionAt: (skip: number) => Query<Id>;
  /** Maximum number of rows per page, or of the units that `sizeOf` counts. */
  readonly limit: number;
  /** A stable function. */
  readonly rowsOf: (response: AnswerOf<Id>) => readonly Row[];
  /** Counts the units of limit and skip, where those are not rows but the records that contain them. */
  readonly sizeOf?: (response: AnswerOf<Id>) => number;
  /** Sent when there is more than the first page, to read the total from its metadata. Default: the metadata of the pages. */
  readonly countAsked?: Query<Id> | undefined;
  /** How many rows the first page leaves out, which the metadata counts. */
  readonly skipped?: number;
  /** The question for all rows, from the first one, in an order in which none moves while others arrive. */
  readonly allAt?: ((skip: number, limit: number) => Query<Id>) | undefined;
}

export interface Pages<R, Row> {
  /** The first page. Its `refetch` also discards the later pages and the total. */
  readonly answer: Answer<R>;
  /** All loaded rows; the same array until more arrive. */
  readonly rows: readonly Row[];
  readonly paging: Paging;
  readonly fetchAll: NonNullable<ExportTarget<Row>['fetchAll']>;
  /** Where the operation can run as a background job. */
  readonly parquet?: NonNullable<ExportTarget<Row>['parquet']>;
}

/** The rows of an operation with skip and limit: loaded rows, total, and a function to load more. */
export function usePages<Id extends OperationId, Row>(options: PagesOptions<Id, Row>): Pages<AnswerOf<Id>, Row> {
  const { answer, questionAt, limit, rowsOf, sizeOf = (response) => rowsOf(response).length } = options;
  const { countAsked, skipped = 0, allAt } = options;
  const client = useQueryClient();
  const ask = (question: Query<Id>, signal: AbortSignal) => askToEnd(client, question, signal);
  const pageAt = (skip: number, signal: AbortSignal) => ask(questionAt(skip), signal);
  const moreKey = ['pages', questionKey(questionAt(0))];
  const more = useInfiniteQuery({
    queryKey: moreKey,
    queryFn: ({ pageParam, signal }) => pageAt(pageParam, signal),
    initialPageParam: limit,
    getNextPageParam: (last, pages) => (sizeOf(last) < limit ? undefined : limit * (pages.length + 1)),
    enabled: false,
  });
  const first = useMemo(
    () => (answer.response === undefined ? [] : rowsOf(answer.response)),
    [answer.response, rowsOf],
  );
  const join = useMemo(() => pageJoiner(rowsOf), [rowsOf]);
  const rows = useMemo(
    () => (answer.response && more.data ? join([answer.response, ...more.data.pages]) : first),
    [answer.response, first, more.data, join],
  );
  const isFirstFull = answer.response !== undefined && sizeOf(answer.response) >= limit;
  const counted = useQuery({
    queryKey: ['count', countAsked && questionKey(countAsked), answer.updatedAt],
    queryFn: countAsked ? ({ signal }) => askToEnd(client, countAsked, signal) : skipToken,
    enabled: isFirstFull,
  });
  // "at least" grows with every page
  const { total, isAtLeast } = totalOf(counted.data ?? more.data?.pages.at(-1) ?? answer.response, skipped);
  const hasMore = more.data ? more.hasNextPage : isFirstFull;
  const skipNext = limit * (1 + (more.data?.pages.length ?? 0));
  return {
    rows,
    answer: {
      ...answer,
      refetch: () => {
        const loaded = more.data?.pages.map((_, page) => questionAt(limit * (page + 1))) ?? [];
        const asked = countAsked ? [...loaded, countAsked] : loaded;
        for (const each of asked) client.removeQueries({ queryKey: questionKey(each), exact: true });
        void client.resetQueries({ queryKey: moreKey, exact: true });
        answer.refetch();
      },
    },
    paging: {
      total: total === null || total < rows.length ? null : total,
      isTotalAtLeast: isAtLeast,
      hasMore,
      isLoadingMore: more.isFetching,
      onLoadMore: () => void more.fetchNextPage(),
      failure: more.error?.message,
    },
    fetchAll: (progress) => {
      const [skipFirst, size] = allAt ? [0, largestPage] : [skipNext, limit];
      const fresh = unrepeated<Row>(questionAt(0).operationId);
      const exportedAt = async (skip: number, signal: AbortSignal) => {
        const page = await ask(allAt ? allAt(skip, size) : questionAt(skip), signal);
        return { rows: fresh(rowsOf(page)), skipNext: sizeOf(page) < size ? undefined : skip + size };
      };
      return fetchRest(fresh(rows), hasMore ? skipFirst : undefined, exportedAt, progress, total);
    },
  };
}

/** A page and the offset of the next one; undefined after the last. */
interface Page<Row> {
  readonly rows: readonly Row[];
  readonly skipNext: number | undefined;
}

async function fetchRest<Row>(
  loaded: readonly Row[],
  skipFirst: number | undefined,
  pageAt: (skip: number, signal: AbortSignal) => Promise<Page<Row>>,
  { signal, onProgress }: FetchAllOptions,
  total: number | null,
): Promise<readonly Row[]> {
  const all = [...loaded];
  for (let skip = skipFirst; skip !== undefined;) {
    onProgress(all.length, total);
    const page: Page<Row> = await pageAt(skip, signal);
    // not push(...page): a page may exceed the number of arguments of a call
    for (const row of page.rows) all.push(row);
    skip = page.skipNext;
  }
  return all;
}

/** Joins the rows of pages. The rows that a page repeats are counted once: the texts of 100,000 rows take a third of a second. */
function pageJoiner<R extends object, Row>(rowsOf: (response: R) => readonly Row[]) {
  const repeated = new WeakMap<R, number>();
  return (pages: readonly R[]): readonly Row[] => {
    let before: readonly Row[] = [];
    return pages.flatMap((page) => {
      const rows = rowsOf(page);
      const count = repeated.get(page) ?? repeatedRows(before, rows);
      repeated.set(page, count);
      before = rows;
      return rows.slice(count);
    });
  };
}

/** The total in the `metadata` of with_metadata=1; a minimum unless the service calls it exact. */
function totalOf(response: unknown, skipped: number): { readonly total: number | null; readonly isAtLeast: boolean } {
  const { metadata } = (response ?? {}) as { metadata?: Readonly<Record<string, unknown>> };
  const total = metadata?.['results_total_at_least'];
  return {
    total: typeof total === 'number' ? total - skipped : null,
    isAtLeast: metadata?.['results_total_is_exact'] !== true,
  };
}

interface PagedOptions<R, Row> {
  /** The title in the tray if the answer becomes a job. */
  readonly title: string;
  /** A stable function. */
  readonly rowsOf: (response: R) => readonly Row[];
  /** Counts the units of limit and skip on a page, where those are not rows. */
  readonly sizeOf?: (response: R) => number;
  /** The background job of the answer, where the view keeps it in its URL. */
  readonly job?: KeptJob | undefined;
  /** Rows per page, unless the question sets a limit. */
  readonly pageRows?: number;
}

interface PagedQuery {
  readonly limit?: number;
  readonly skip?: number;
  readonly prefer?: string;
  readonly with_metadata?: number;
}

/**
 * Calls an operation with skip and limit; if the answer is a job, follows it to its end. The question's `limit` is
 * the page size, `skip` the offset of the first page; totals exclude skipped rows. `with_metadata` requests the total, which
 * arrives after the first page.
 */
export function usePagedAnswer<Id extends OperationId, Row>(
  question: Query<Id>,
  { title, rowsOf, sizeOf, job, pageRows = 100 }: PagedOptions<AnswerOf<Id>, Row>,
): Pages<AnswerOf<Id>, Row> {
  const { query }: AnyQuery = question;
  const { limit = pageRows, skip: skipped = 0, ...how } = (query ?? {}) as PagedQuery;
  // counting the matches of a pattern may take far longer than one page; a job counts them itself
  const isCountedLater = how.with_metadata === 1 && how.prefer !== 'job_id';
  const uncounted = isCountedLater ? withQuery(question, { with_metadata: 0 }) : question;
  const questionAt = (skip: number) => withQuery(uncounted, { limit, skip: skipped + skip });
  const first = questionAt(0);
  const stable = inStableOrder(uncounted);
  const answer = useAnswer(first, { title, jobId: job?.id, ...(job && { href: job.hrefOf }) });
  const askAnew = useKeptJob(answer, questionKey(first), job);
  const pages = usePages({
    answer: askAnew ? { ...answer, refetch: askAnew } : answer,
    questionAt,
    limit,
    rowsOf,
    skipped,
    ...(stable !== uncounted && { allAt: (skip, size) => withQuery(stable, { limit: size, skip }) }),
    ...(sizeOf && { sizeOf }),
    ...(isCountedLater && !answer.job && { countAsked: withQuery(question, { limit: 1, skip: 0 }) }),
  });
  const client = useQueryClient();
  return {
    ...pages,
    ...(operations[question.operationId].mayAnswerJob && {
      parquet: async ({ signal, onProgress }: FetchAllOptions) => {
        const { exportAsJob } = await arrive(() => import('#web/api/export-as-job.ts'));
        return exportAsJob(client, question, { title, signal, onProgress: (loaded) => onProgress(loaded, null) });
      },
    }),
  };
}
