import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isObject } from '#model/json-value.ts';
import { ApiError, badInput } from '#server/http/api-error.ts';
import { resultOf } from '#server/http/run-job.ts';
import { writeParquet } from '#server/ingest/write-parquet.ts';
import { hasEnded } from '#server/jobs/job-store.ts';
import type { AllServices } from './handler.ts';

type Row = Readonly<Record<string, unknown>>;

/** Jobs whose rows are in one file besides those of the first: 100,000 rows in all. */
const mostMore = 9;

interface Asked {
  readonly Params: { readonly file: string };
  readonly Querystring: { readonly more?: string | readonly string[] };
}

/**
 * `/sightline/exports/JOB_ID.parquet?more=JOB_ID,JOB_ID` below each base path: the rows of jobs as a Parquet file. The results are kept,
 * so a download that was interrupted, or a service that was killed, only means to fetch it again.
 */
export function registerJobParquet(
  app: FastifyInstance,
  { jobs, engine }: Pick<AllServices, 'jobs' | 'engine'>,
  prefixes: readonly string[],
): void {
  const config = { operationId: 'jobParquet' };
  const rowsOfJob = async (id: string, owner: string): Promise<readonly Row[]> => {
    const job = /^[0-9a-f-]{36}$/.test(id) ? await jobs.find(id, owner) : undefined;
    if (!job)
      throw new ApiError(404, 'no_such_job', 'This key has no such job. Ask for /sightline/exports/JOB_ID.parquet.');
    if (!hasEnded(job.record))
      throw new ApiError(409, 'job_not_ended', 'This search has not ended yet.', { retryAfterSeconds: 5 });
    return rowsOf(await resultOf(jobs, job, false));
  };
  for (const prefix of prefixes)
    app.get<Asked>(`${prefix}/sightline/exports/:file`, { config }, async (request, reply) => {
      const [, id = ''] = /^(.+)\.parquet$/.exec(request.params.file.toLowerCase()) ?? [];
      const more = [request.query.more ?? []].flat().join(',').toLowerCase().split(',').filter(Boolean);
      if (more.length > mostMore) throw badInput('more', `Send at most ${mostMore} further jobs, separated by commas.`);
      const rows: Row[] = [];
      for (const each of [id, ...more]) rows.push(...(await rowsOfJob(each, request.keyId)));
      const folder = await mkdtemp(join(tmpdir(), 'sightline-parquet-'));
      try {
        const name = join(folder, 'rows.parquet');
        await writeParquet(engine, rows, name);
        const file = await open(name);
        const { size } = await file.stat();
        void reply.headers({
          'content-type': 'application/vnd.apache.parquet',
          'content-length': size,
          'content-disposition': `attachment; filename="${id}.parquet"`,
          'cache-control': 'private, no-store',
        });
        // the open file can be read after its folder is gone
        return await reply.send(file.createReadStream());
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
}

/** @throws ApiError 400 when the answer is not one list of records with at least one */
function rowsOf(response: unknown): readonly Row[] {
  const lists = Object.values(isObject(response) ? response : {}).filter((value) => Array.isArray(value));
  const [rows = []] = lists;
  const isRows = lists.length === 1 && rows.length > 0 && rows.every(isObject);
  if (isRows) return rows;
  throw new ApiError(400, 'no_rows', 'The answer of this job has no rows, which a Parquet file consists of.');
}
