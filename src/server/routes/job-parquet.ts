import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isObject } from '#model/json-value.ts';
import { ApiError } from '#server/http/api-error.ts';
import { resultOf } from '#server/http/run-job.ts';
import { writeParquet } from '#server/ingest/write-parquet.ts';
import { hasEnded } from '#server/jobs/job-store.ts';
import type { AllServices } from './handler.ts';

/**
 * `/api/v1/sightline/exports/JOB_ID.parquet`: the rows of a job as a Parquet file. The result of the job is kept, so a download that was
 * interrupted, or a service that was killed, only means to fetch it again.
 */
export function registerJobParquet(app: FastifyInstance, { jobs, engine }: Pick<AllServices, 'jobs' | 'engine'>): void {
  const config = { operationId: 'jobParquet' };
  app.get<{ Params: { file: string } }>('/api/v1/sightline/exports/:file', { config }, async (request, reply) => {
    const [, id] = /^([0-9a-f-]{36})\.parquet$/.exec(request.params.file.toLowerCase()) ?? [];
    const job = id === undefined ? undefined : await jobs.find(id, request.keyId);
    if (!job)
      throw new ApiError(404, 'no_such_job', 'This key has no such job. Ask for /sightline/exports/JOB_ID.parquet.');
    if (!hasEnded(job.record))
      throw new ApiError(409, 'job_not_ended', 'This search has not ended yet.', { retryAfterSeconds: 5 });
    const rows = rowsOf(await resultOf(jobs, job, undefined));
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
function rowsOf(response: unknown): readonly Readonly<Record<string, unknown>>[] {
  const lists = Object.values(isObject(response) ? response : {}).filter((value) => Array.isArray(value));
  const [rows = []] = lists;
  const isRows = lists.length === 1 && rows.length > 0 && rows.every(isObject);
  if (isRows) return rows;
  throw new ApiError(400, 'no_rows', 'The answer of this job has no rows, which a Parquet file consists of.');
}
