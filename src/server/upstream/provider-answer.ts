import { LiveError } from '#server/live/outbound-client.ts';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { ProviderResponse } from '#server/live/provider-client.ts';
import { isObject } from '#model/json-value.ts';
import { normalise } from './normalise.ts';

/** Why the provider has no answer. Each kind has its own word on screen, never "unknown". */
type ProviderFault =
  | 'failed' // the request failed or had no usable answer
  | 'over_quota' // the limit of calls is reached, the provider's or the operator's
  | 'not_asked'; // policy: the never-send list, SIGHTLINE_UPSTREAM_ASK, or no outbound traffic

/** A query without an answer of the provider. `message` is for the caller and contains no key. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly fault: ProviderFault;
  /** The exact cause, for logs and clients: `timeout`, `never_send`, `soft_limit` ... */
  readonly code: string;
  readonly retryAfterSeconds: number | undefined;
  /** Affects the provider as a whole, not only this query. */
  readonly isOutage: boolean;

  constructor(
    fault: ProviderFault,
    code: string,
    message: string,
    detail: { retryAfterSeconds?: number; isOutage?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: detail.cause });
    this.fault = fault;
    this.code = code;
    this.retryAfterSeconds = detail.retryAfterSeconds;
    this.isOutage = detail.isOutage ?? false;
  }
}

/** The provider's answer: a result, or that the search continues as its own job. */
export type ProviderAnswer =
  | { readonly is: 'result'; readonly response: unknown; readonly found: boolean }
  | { readonly is: 'job'; readonly jobId: string };

/**
 * Reads all forms that deployments send: the envelope, a failure inside of HTTP 200, the errors of a gateway without an envelope, pages
 * of a proxy, redirects.
 * @throws ProviderError
 */
export function readProviderAnswer(
  id: OperationId,
  { status, headers, body: envelope }: ProviderResponse,
): ProviderAnswer {
  if (status >= 300 && status < 400)
    throw failed('redirect', `The provider redirects elsewhere (HTTP ${status}). Redirects are not followed.`, true);
  const said = messageOf(envelope);
  const inner = isObject(envelope) && Number.isInteger(Number(envelope['status_code'] ?? Number.NaN));
  const failing = status >= 400 ? status : inner ? Number(envelope['status_code']) : 200;
  if (failing >= 400 || status >= 400) throw refusalOf(failing, said, headers['retry-after']);
  if (envelope === undefined) {
    const kind = (headers['content-type'] ?? 'no type').replace(/;.*$/, '');
    throw failed('not_json', `The provider answered something that is not JSON (HTTP ${status}, ${kind}).`, true);
  }
  if (!isObject(envelope) || envelope['response'] === undefined || envelope['response'] === null) {
    if (said) throw failed('refused', `The provider refused: ${said}`);
    throw failed('no_response', 'The answer of the provider has no “response”.');
  }
  return readResponse(id, envelope['response']);
}

function readResponse(id: OperationId, response: unknown): ProviderAnswer {
  const status = isObject(response) ? response['job_status'] : undefined;
  if (isObject(status)) {
    const { job_id: jobId } = status;
    if (typeof jobId !== 'string' || !/^[\w-]{1,64}$/.test(jobId))
      throw failed('bad_job', 'The provider runs the search in the background without a readable job id.');
    if (/^(FAILURE|REVOKED)$/.test(String(status['status'])))
      throw failed('job_failed', 'The search failed at the provider.');
    return { is: 'job', jobId };
  }
  const only =
    isObject(response) && Array.isArray(response['records']) ? (response['records'] as unknown[])[0] : undefined;
  if (isObject(only) && /bad request|request failed/i.test(String(only['error'] ?? '')))
    throw failed('refused', 'The provider rejected the query (bad request).');
  return { is: 'result', response: normalise(id, response), found: !isNotFound(response) };
}

/** Whether a response with status 200 holds an error in place of the data. */
function isNotFound(response: unknown): boolean {
  if (Array.isArray(response))
    return response.length === 0 || response.every((each) => isObject(each) && 'error' in each);
  if (!isObject(response)) return false;
  if (typeof response['error'] === 'string') return true;
  const members = Object.values(response).filter((each) => typeof each === 'object' && each !== null);
  const info = response['domaininfo'];
  if (isObject(info) && typeof info['error'] === 'string') return true;
  return (
    members.length > 0 && members.every((each) => isNotFound(each)) && members.length === Object.keys(response).length
  );
}

function refusalOf(status: number, said: string | undefined, retryAfter: string | undefined): ProviderError {
  const words = said ? `: ${said}` : '.';
  const seconds = retryAfter !== undefined && /^\d+$/.test(retryAfter.trim()) ? Number(retryAfter) : undefined;
  if (status === 429)
    return new ProviderError('over_quota', 'refused_429', `The provider accepts no more calls right now${words}`, {
      ...(seconds !== undefined && { retryAfterSeconds: seconds }),
    });
  if (status === 401) return failed('key_refused', `The provider does not accept the key (HTTP 401)${words}`, true);
  if (status === 403)
    return failed(
      'not_allowed',
      `The provider does not allow this (HTTP 403)${words} The key may lack the permission, or the deployment the operation.`,
    );
  if (status >= 500) return failed('server_error', `The provider failed (HTTP ${status})${words}`, true);
  return failed('refused', `The provider refused the query (HTTP ${status})${words}`);
}

function failed(code: string, message: string, isOutage = false): ProviderError {
  return new ProviderError('failed', code, message, { isOutage });
}

const longestMessage = 200;

/** The provider's message, truncated: from the envelope, or from `errors` of a gateway. */
function messageOf(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const [first] = Array.isArray(body['errors']) ? (body['errors'] as unknown[]) : [];
  const said = [body['error'], first, body['detail'], body['message']].map(textOf).find((each) => each !== undefined);
  return said?.replace(/\s+/g, ' ').slice(0, longestMessage);
}

function textOf(error: unknown): string | undefined {
  if (typeof error === 'string' && error !== '') return error;
  return isObject(error) ? textOf(error['message'] ?? error['code']) : undefined;
}

/** The fault of the provider behind any error of a call. */
export function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof LiveError && error.fault === 'offline')
    return new ProviderError('not_asked', 'offline', error.message);
  const code = error instanceof LiveError && error.fault === 'live_timeout' ? 'timeout' : 'unreachable';
  const message = error instanceof LiveError ? error.message : 'The provider could not be queried.';
  return new ProviderError('failed', code, message, { isOutage: true, cause: error });
}
