import type { QueryClient } from '@tanstack/react-query';
import { formatNumber } from '#model/format.ts';
import { isObject } from '#model/json-value.ts';
import { paths } from '#web/url/paths.ts';
import { inStableOrder, largestPage } from './all-pages.ts';
import { askToEnd } from './ask-to-end.ts';
import { connection } from './connection.ts';
import { toFailure } from './failure.ts';
import { followJob } from './followed-jobs.ts';
import type { AnyQuery, Query } from './query.ts';

/** Jobs of one file: as many as the service takes. */
const mostJobs = 10;
/** A job that takes longer is listed in the tray. */
const shortMilliseconds = 5000;

/** The rows of finished jobs as a Parquet file, which the service writes. @throws ApiFailure */
export async function fetchJobParquet(id: string, more: readonly string[] = []): Promise<Blob> {
  const { baseUrl, apiKey } = connection();
  const url = `${baseUrl}/sightline/exports/${id}.parquet${more.length > 0 ? `?more=${more.join(',')}` : ''}`;
  const response = await fetch(url, { headers: { 'X-API-KEY': apiKey }, cache: 'no-store' }).catch(() => undefined);
  if (response?.ok) return response.blob();
  throw toFailure(await response?.json().catch(() => undefined), response);
}

interface ExportOptions {
  /** Names the search among the jobs. */
  readonly title: string;
  readonly signal: AbortSignal;
  readonly onProgress: (loaded: number) => void;
}

/**
 * Runs a search to its end in background jobs, one after the other, and has the service write their rows as one Parquet file.
 * @param question of an operation that may answer a job @returns the file, and what it lacks, as sentences @throws ApiFailure
 */
export async function exportAsJob(client: QueryClient, question: AnyQuery, options: ExportOptions) {
  const { max_wait: _, with_metadata: __, ...query }: AnyQuery['query'] & object = inStableOrder(question).query ?? {};
  const ids: string[] = [];
  let loaded = 0;
  let isWhole = false;
  while (!isWhole && ids.length < mostJobs) {
    const skip = Number(query['skip'] ?? 0) + loaded;
    const asked = { ...question, query: { ...query, limit: largestPage, skip, prefer: 'job_id' } };
    const { id, rows } = await runJob(client, asked, options);
    // an empty job after full ones has nothing for the file
    if (rows > 0 || ids.length === 0) ids.push(id);
    loaded += rows;
    isWhole = rows < largestPage;
    options.onProgress(loaded);
  }
  const [first = '', ...more] = ids;
  const file = await fetchJobParquet(first, more);
  options.signal.throwIfAborted();
  const notes = isWhole ? [] : [`The file has the first ${formatNumber(loaded)} results; there may be more.`];
  return { file, notes };
}

/** Runs one job to its end. A long one is listed in the tray, where it outlives the view. */
async function runJob(client: QueryClient, question: AnyQuery, { title, signal }: ExportOptions) {
  let id = '';
  const listing = setTimeout(() => id && followJob({ id, title, href: paths.job(id) }), shortMilliseconds);
  try {
    const onJob = (jobId: string) => void (id = jobId);
    const answer = await askToEnd(client, question as Query<'padnsForward'>, signal, onJob);
    const lists = Object.values(isObject(answer) ? answer : {}).filter((value) => Array.isArray(value));
    return { id, rows: lists[0]?.length ?? 0 };
  } finally {
    clearTimeout(listing);
  }
}
