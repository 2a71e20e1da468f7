import { collectionSummary } from '#server/ingest/collection-summary.ts';
import { ApiError } from '#server/http/api-error.ts';
import { usesFor } from '#server/http/key-roles.ts';
import { defaultMaxWaitSeconds, resultOf, statusOf, waitFor } from '#server/http/run-job.ts';
import { asnLookupQueries } from '#server/queries/as-names.ts';
import type { AllServices, Call, Handler, LiveHandler } from './handler.ts';

/** F1: the state of a job, or its result once it is there. */
const job: LiveHandler<'job'> = { answer: jobAnswer };

async function jobAnswer({ path, query, signal, owner, urlOf }: Call<'job'>, { jobs }: AllServices): Promise<unknown> {
  const found = await jobs.find(path.job_id.toLowerCase(), owner);
  if (!found)
    throw new ApiError(
      404,
      'no_such_job',
      'This key has no job with this id. A job can be read only with the key that made it: use that key, or run the ' +
        'search again. Results are kept for 30 days at most.',
      { parameter: 'job_id' },
    );
  await waitFor(found, query.max_wait ?? defaultMaxWaitSeconds, signal);
  const { state } = found.record;
  if (query.status_only || state !== 'SUCCESS') return { job_status: statusOf(found, urlOf) };
  const wanted = (found.record.withMetadata || query.force_metadata_on) && !query.force_metadata_off;
  return resultOf(jobs, found, Boolean(wanted));
}

/** F2. Extension: paging and the total count. */
const asnLookup: Handler<'asnLookup'> = async ({ query, signal }, { engine }) => {
  const { asname, asname_starts_with, asname_contains, asnum, limit = 10_000, skip = 0 } = query;
  const beginnings = [asname, asname_starts_with].filter((text) => text !== undefined);
  const search = asnLookupQueries({ beginnings, contains: asname_contains, asn: asnum, limit, skip });
  const records = await engine.query(search.page, { signal });
  // a page that is neither full nor beyond the end shows how many there are
  const isLastPage = records.length < limit && (records.length > 0 || skip === 0);
  const [counted] = isLastPage ? [] : await engine.query(search.total, { signal });
  const total = counted?.total ?? skip + records.length;
  return { records, results_total: total, truncated: skip + records.length < total };
};

/** Extension: the contents of the collection, so that unknown is not mistaken for clean. */
const collection: Handler<'collection'> = async (_, { engine, incomplete, coverage }) => ({
  ...(await collectionSummary(engine)),
  coverage: (await coverage()).kinds,
  incomplete: incomplete(),
});

/** Extension: the key that asks: its name, its role, and what it may be used for. */
const ownKey: LiveHandler<'ownKey'> = {
  answer: async ({ author, role }) => ({ name: author, role, may: usesFor(role) }),
};

export const utilities = { job, asnLookup, collection, ownKey };
