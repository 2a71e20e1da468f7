import { randomUUID } from 'node:crypto';
import { ApiError, badInput } from '#server/http/api-error.ts';
import { asList } from '#server/engine/engine.ts';
import { toRefusal } from '#server/http/run-job.ts';
import type { JobResult, JobInput } from '#server/jobs/job-store.ts';
import { addresses } from './addresses.ts';
import { auditHandlers } from './audit.ts';
import { bulkHistory } from './bulk-history.ts';
import { campaignHandlers } from './campaign.ts';
import { domainCertificates } from './certificates.ts';
import { collectHandlers } from './collect.ts';
import { connectionHandlers } from './connections.ts';
import { domains } from './domains.ts';
import { enrichment } from './enrichment.ts';
import { sealHandlers } from './evidence-seal.ts';
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
  Input,
  Services,
} from './handler.ts';
import { infratagHandlers } from './infratag.ts';
import { judgementHandlers } from './judgements.ts';
import { logImportHandlers } from './log-imports.ts';
import { lookAlikeHandlers } from './look-alikes.ts';
import { similarPageHandlers } from './similar-pages.ts';
import { subnetHandlers } from './subnet-contents.ts';
import { networkHosting } from './network-hosting.ts';
import { newsHandlers } from './news.ts';
import { findingHandlers } from './findings.ts';
import { qualityHandlers } from './quality.ts';
import { retroHuntHandlers } from './retro-hunt.ts';
import { outfeedHandlers } from './outfeeds.ts';
import { padnsBoth, padnsUnsanctioned } from './padns-pairs.ts';
import { padnsDensity } from './padns-density.ts';
import { padnsIpDiversitySearch, padnsIpDiversity } from './padns-diversity.ts';
import { padnsForward, padnsTranslate, padnsReverse } from './padns-lookups.ts';
import { providerHandlers } from './provider.ts';
import { reputation } from './reputation.ts';
import { scans } from './scans.ts';
import { feedHandlers } from './sources.ts';
import { utilities } from './utilities.ts';
import { watchHandlers } from './watches.ts';
import { whoisLive } from './whois-live.ts';
import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { ownOnlyOperations, ruleOf } from '#server/upstream/operation-rules.ts';
import type { AskReason } from '#server/upstream/provider-calls.ts';
import type { Routed } from '#server/upstream/upstream-router.ts';

/** The risk scores of many subjects: the records of three bulk operations, from wherever each of them is answered. */
const riskScores: LiveHandler<'riskScores'> = {
  async answer(call, services) {
    const { ips = [], domains: names = [] } = call.body;
    if (ips.length + names.length === 0) throw badInput('ips', 'Send addresses in ips, names in domains, or both.');
    const bulk = async (
      id: PlainOperationId,
      member: string,
      items: readonly unknown[],
    ): Promise<readonly object[]> => {
      if (items.length === 0) return [];
      const asked = { ...call, path: {}, query: {}, body: { [member]: items } };
      const answer = services.upstream
        ? (await answerRouted(id, asked, services)).response
        : await answerNow(id, asked, services);
      return answer as readonly object[];
    };
    const isIpv6 = (item: unknown) => typeof item === 'string' && item.includes(':');
    const [ipv4, ipv6, domainScores] = await Promise.all([
      bulk(
        'ipv4RiskScoreBulk',
        'ips',
        ips.filter((item) => !isIpv6(item)),
      ),
      bulk('ipv6RiskScoreBulk', 'ips', ips.filter(isIpv6)),
      bulk('domainRiskScoreBulk', 'domains', names),
    ]);
    return { ips: [...ipv4, ...ipv6], domains: domainScores };
  },
};

/** The handlers of operations that never become a job; the compiler reports a missing one. */
export const handlers: { readonly [Id in PlainOperationId]: Handler<Id> | LiveHandler<Id> } = {
  ...addresses,
  ...bulkHistory,
  ...domains,
  ...infratagHandlers,
  ...reputation,
  riskScores,
  padnsDensity,
  padnsIpDiversity,
  padnsTranslate,
  ...enrichment,
  ...scans,
  ...utilities,
  ...whoisLive,
  ...feedHandlers,
  ...collectHandlers,
  ...sealHandlers,
  ...judgementHandlers,
  ...auditHandlers,
  ...connectionHandlers,
  ...campaignHandlers,
  ...lookAlikeHandlers,
  ...similarPageHandlers,
  ...networkHosting,
  ...subnetHandlers,
  ...newsHandlers,
  ...findingHandlers,
  ...qualityHandlers,
  ...retroHuntHandlers,
  ...outfeedHandlers,
  ...logImportHandlers,
  ...providerHandlers,
  ...watchHandlers,
};

/** The handlers of operations that may become a job. */
export const jobHandlers: { readonly [Id in JobOperationId]: JobHandler<Id> } = {
  domainCertificates,
  padnsForward,
  padnsReverse,
  padnsBoth,
  padnsUnsanctioned,
  padnsIpDiversitySearch,
};

/** Answers one operation without a job. The call was validated before. @throws ApiError, also when a heavy question finds no room */
export function answerNow<Id extends PlainOperationId>(id: Id, call: AnyCall, services: AllServices): Promise<unknown> {
  const handler: Handler<Id> | LiveHandler<Id> = handlers[id];
  const answer = typeof handler === 'function' ? handler : handler.answer;
  if (!isHeavy(id, call)) return answer(call as Call<Id>, services);
  return answerInTurn(questionOf(id, call), call, services, (signal, own) =>
    answer({ ...call, signal } as Call<Id>, own),
  );
}

/**
 * Waits for a turn in the queue of heavy questions, and shares the answer with callers that ask the same.
 * @param key equal for questions with the same answer
 * @param ask uses the services that it gets, whose statements leave room for look-ups
 * @throws ApiError 429 or 503 when there is no room; any error of `ask`
 */
export async function answerInTurn<T>(
  key: string,
  { owner, signal }: Pick<AnyCall, 'owner' | 'signal'>,
  services: AllServices,
  ask: (signal: AbortSignal, services: AllServices) => Promise<T>,
): Promise<T> {
  try {
    // the services that are read late stay so
    const own = Object.create(services, { engine: { value: asList(services.engine) } }) as AllServices;
    return await services.heavy.answer({ owner, key, signal }, (stop) => ask(stop, own));
  } catch (error) {
    if (signal.aborted) throw new ApiError(499, 'cancelled', 'The caller hung up.');
    throw toRefusal(error);
  }
}

/** Equal for calls with the same answer. */
function questionOf(id: PlainOperationId, { path, query, body }: AnyCall): string {
  try {
    return JSON.stringify([id, path, query, body]);
  } catch (error) {
    if (error instanceof RangeError) return randomUUID(); // an item is nested too deeply to be compared
    throw error;
  }
}

/** Operations that read many rows for one subject or pattern. */
const heavyOperations: ReadonlySet<OperationId> = new Set([
  'scanCertificates',
  'scanFavicon',
  'scanHeaders',
  'scanJarm',
  'scanOpenDirectories',
  'nsTransfers',
  'padnsDensity',
  'asnLookup',
  'domainCousins',
  ...ownOnlyOperations,
]);

/** Whether an answer from the collection costs more than a few look-ups: lists of subjects, and searches through all scans. */
function isHeavy(id: PlainOperationId, call: AnyCall): boolean {
  const isList = operations[id].item !== null && operations[id].takesBody;
  return (isList || heavyOperations.has(id)) && isCacheable(id, call);
}

/** Whether the input and the collection alone determine the answer. */
export function isCacheable<Id extends PlainOperationId>(id: Id, call: AnyCall): boolean {
  const handler: Handler<Id> | LiveHandler<Id> = handlers[id];
  return typeof handler === 'function' || handler.isCacheable?.(call as Call<Id>) === true;
}

/** Reads and checks the input of an operation that may become a job. @throws ApiError 400, EngineError */
export function prepareJob<Id extends JobOperationId>(
  id: Id,
  asked: Pick<AnyCall, 'path' | 'query' | 'signal'>,
  services: Services,
): Promise<Prepared> {
  return jobHandlers[id](asked as Input<Id>, services);
}

/** Runs the query of a job. Its parameters were validated when it was submitted. */
async function runJob<Id extends JobOperationId>(
  id: Id,
  asked: Pick<AnyCall, 'path' | 'query' | 'signal'>,
  services: Services,
): Promise<JobResult> {
  return (await prepareJob(id, asked, services)).answer();
}

const said: ReadonlySet<string> = new Set(['page', 'background', 'ask', 'fresh']);

/**
 * The reason for a call, from its header `Sightline-Upstream`: `background` for look-ups in the background, `ask` when an analyst pressed
 * for the provider's answer, `fresh` to bypass cached answers. Without the header: `bulk` for bulk calls, otherwise `page`.
 */
export function askReasonOf(id: OperationId, header: string | readonly string[] | undefined): AskReason {
  const word = [header].flat().at(-1)?.toLowerCase() ?? '';
  const isBulk = operations[id].takesBody;
  if (said.has(word) && !(word === 'page' && isBulk)) return word as AskReason;
  return isBulk ? 'bulk' : 'page';
}

/**
 * Answers one operation without a job, from the collection, the provider, or both.
 * @param ownAnswer the answer of the collection, where it is read for several calls together
 * @throws ApiError
 */
export async function answerRouted(
  id: PlainOperationId,
  call: AnyCall,
  services: AllServices,
  ownAnswer?: () => Promise<unknown>,
): Promise<Routed> {
  const { upstream } = services;
  if (!upstream) throw new TypeError('no provider is configured');
  const { path, query, body, owner } = call;
  const asking = { reason: askReasonOf(id, call.upstreamHeader), owner };
  return upstream.answer({ id, path, query, body, asking }, (changed) =>
    ownAnswer ? ownAnswer() : answerNow(id, changed ? { ...call, query: changed } : call, services),
  );
}

/** Runs a job from the collection, the provider, or both. A job of the provider is polled here. @throws ApiError */
export async function runRoutedJob(
  id: JobOperationId,
  { params, query, asking }: JobInput,
  signal: AbortSignal,
  services: AllServices,
): Promise<JobResult> {
  const runOwn = (changed: object = query) => runJob(id, { path: params, query: changed, signal }, services);
  if (!services.upstream || !asking) return runOwn();
  let own: JobResult | undefined;
  const call = { id, path: params, query, body: {}, asking: { ...asking, reason: asking.reason as AskReason } };
  const routed = await services.upstream.answer(call, async (changed) => {
    own = await runOwn(changed);
    return own.response;
  });
  const response = routed.response as Record<string, unknown>;
  if (routed.note.state === 'not_needed' && own) return { ...own, response, upstream: routed.note };
  const member = ruleOf(id)?.list?.member ?? 'records';
  const list = response[member];
  const returned = Array.isArray(list) ? list.length : 0;
  const { skip = 0 } = query as { readonly skip?: number };
  const least = Math.max(own?.totalAtLeast ?? 0, skip + returned + (routed.hasMore ? 1 : 0));
  return { response, returned, totalAtLeast: least, totalIsExact: false, upstream: routed.note };
}
