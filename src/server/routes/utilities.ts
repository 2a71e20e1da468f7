import type { JobData } from '#contract/generated/types.gen.ts';
import { ApiError } from '#server/http/api-error.ts';
import type { Handler } from './handler.ts';
import { resultOf, statusOf, waitFor } from './run-job.ts';
import { jobQueryName } from './job-query-name.ts';

/** F1: the state of a job, or its result once it is there. */
const job: Handler<JobData> = async ({ path, query, signal, urlOf }, { jobs }) => {
  const found = jobs.find(path.job_id.toLowerCase());
  if (!found)
    throw new ApiError(404, 'no_such_job', 'There is no such job. Results are kept for 30 days.', {
      parameter: 'job_id',
    });
  await waitFor(found, query.max_wait ?? 25, signal);
  const { state } = found.record;
  if (query.status_only || state !== 'SUCCESS') return { job_status: statusOf(found, urlOf) };
  const wanted = (found.record.withMetadata || query.force_metadata_on) && !query.force_metadata_off;
  return resultOf(jobs, found, wanted ? jobQueryName(found.record.question.operationId) : undefined);
};

export const utilities = { job };
