import type { JobResult } from '#server/jobs/job-store.ts';
import { addresses } from './addresses.ts';
import { bulkHistory } from './bulk-history.ts';
import { domainCertificates } from './certificates.ts';
import { collecting } from './collect.ts';
import { connecting } from './connections.ts';
import { domains } from './domains.ts';
import { addressEnrichment } from './enrich-address.ts';
import { enrichment } from './enrichment.ts';
import type {
  AllServices,
  AnyCall,
  Call,
  Handler,
  JobHandler,
  JobOperationId,
  LiveHandler,
  PlainOperationId,
  Prepared,
  Question,
  Services,
} from './handler.ts';
import { infratagging } from './infratag.ts';
import { logImporting } from './log-imports.ts';
import { networkHosting } from './network-hosting.ts';
import { padnsBoth } from './padns-both.ts';
import { padnsDensity } from './padns-density.ts';
import { padnsIpDiversitySearch } from './padns-diversity-search.ts';
import { padnsForward, padnsTranslate } from './padns-forward.ts';
import { padnsIpDiversity } from './padns-ip-diversity.ts';
import { padnsReverse } from './padns-reverse.ts';
import { padnsUnsanctioned } from './padns-unsanctioned.ts';
import { providing } from './provider.ts';
import { reputation } from './reputation.ts';
import { scans } from './scans.ts';
import { sourceFeeds } from './sources.ts';
import { utilities } from './utilities.ts';
import { whoisLive } from './whois-live.ts';

/** What answers each operation at once; the compiler says which one is missing. */
export const handlers: { readonly [Id in PlainOperationId]: Handler<Id> | LiveHandler<Id> } = {
  ...addresses,
  ...bulkHistory,
  ...domains,
  ...infratagging,
  ...reputation,
  padnsDensity,
  padnsIpDiversity,
  padnsTranslate,
  ...enrichment,
  ...scans,
  ...utilities,
  ...addressEnrichment,
  ...whoisLive,
  ...sourceFeeds,
  ...collecting,
  ...connecting,
  ...networkHosting,
  ...logImporting,
  ...providing,
};

/** What answers each operation that may become a job. */
export const jobHandlers: { readonly [Id in JobOperationId]: JobHandler<Id> } = {
  domainCertificates,
  padnsForward,
  padnsReverse,
  padnsBoth,
  padnsUnsanctioned,
  padnsIpDiversitySearch,
};

/** Answers one operation at once. The contract has validated the call. */
export function answerNow<Id extends PlainOperationId>(id: Id, call: AnyCall, services: AllServices): Promise<unknown> {
  const handler: Handler<Id> | LiveHandler<Id> = handlers[id];
  const answer = typeof handler === 'function' ? handler : handler.answer;
  return answer(call as Call<Id>, services);
}

/** Whether the question and the collection alone determine the answer. */
export function isCacheable<Id extends PlainOperationId>(id: Id, call: AnyCall): boolean {
  const handler: Handler<Id> | LiveHandler<Id> = handlers[id];
  return typeof handler === 'function' || handler.isCacheable(call as Call<Id>);
}

/** Reads and checks the input of an operation that may become a job. @throws ApiError 400, EngineError */
export function prepareJob<Id extends JobOperationId>(
  id: Id,
  asked: Pick<AnyCall, 'path' | 'query' | 'signal'>,
  services: Services,
): Promise<Prepared> {
  return jobHandlers[id](asked as Question<Id>, services);
}

/** Runs the query of a job. Its parameters were validated when it was submitted. */
export async function runJob<Id extends JobOperationId>(
  id: Id,
  asked: Pick<AnyCall, 'path' | 'query' | 'signal'>,
  services: Services,
): Promise<JobResult> {
  return (await prepareJob(id, asked, services)).answer();
}
