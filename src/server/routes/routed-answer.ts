import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import type { JobResult, Question } from '#server/jobs/job-store.ts';
import { ruleOf } from '#server/upstream/operation-rules.ts';
import type { AskReason } from '#server/upstream/provider.ts';
import type { Routed } from '#server/upstream/upstream.ts';
import type { AllServices, AnyCall, JobOperationId, PlainOperationId } from './handler.ts';
import { answerNow, runJob } from './handlers.ts';

const said: ReadonlySet<string> = new Set(['page', 'background', 'ask', 'fresh']);

/**
 * The reason for a call, from its header `Sightline-Upstream`: `background` for look-ups in the background, `ask` when an analyst pressed
 * for the provider's answer, `fresh` to bypass cached answers. Without the header: `bulk` for bulk calls, otherwise `page`.
 */
export function askReasonOf(id: OperationId, header: string | readonly string[] | undefined): AskReason {
  const word = [header].flat().at(-1)?.toLowerCase() ?? '';
  if (said.has(word) && !(word === 'page' && ruleOf(id)?.isBulk)) return word as AskReason;
  return ruleOf(id)?.isBulk ? 'bulk' : 'page';
}

/** Answers one operation at once, from here, from the provider, or from both. @throws ApiError */
export async function answerRouted(id: PlainOperationId, call: AnyCall, services: AllServices): Promise<Routed> {
  const { upstream } = services;
  if (!upstream) throw new TypeError('no provider is configured');
  const { path, query, body, owner } = call;
  const asking = { reason: askReasonOf(id, call.upstreamHeader), owner };
  return upstream.answer({ id, path, query, body, asking }, (changed) =>
    answerNow(id, changed ? { ...call, query: changed } : call, services),
  );
}

/** Does the same for a job. The provider's own job, should there be one, is followed in here. @throws ApiError */
export async function runRoutedJob(
  id: JobOperationId,
  { params, query, asking }: Question,
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

/** Whether the interface has this operation, so that the provider may have a say in it. */
export function isOfInterface(id: OperationId): boolean {
  return operations[id].item !== null && id !== 'job';
}
