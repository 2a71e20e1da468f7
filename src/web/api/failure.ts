import { operations } from '#contract/generated/operations.gen.ts';
import { isObject } from '#model/json-value.ts';

/** Why a call failed; decides its words and treatment in the dashboard. */
export type FailureKind =
  | 'offline' // the browser has no network, or the service does not answer
  | 'key' // missing, unknown or not allowed
  | 'input' // the service rejected the query
  | 'not-found'
  | 'not-implemented' // this deployment lacks the operation
  | 'limit' // too many calls with this key
  | 'loading' // the collection is being loaded for the first time
  | 'unreadable' // the answer has an unexpected format
  | 'service'; // any other failure of the service

/** A failed call: thrown by every query, shown by its panel. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  readonly kind: FailureKind;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly parameter: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Identifies the failure in the service's log. */
  readonly requestId: string | undefined;
  /** The raw answer, if it could not be read. */
  readonly answer: unknown;

  constructor(
    message: string,
    detail: Omit<Partial<ApiFailure>, 'name' | 'message'> & Pick<ApiFailure, 'kind' | 'status'>,
  ) {
    super(message);
    this.kind = detail.kind;
    this.status = detail.status;
    this.code = detail.code ?? '';
    this.parameter = detail.parameter;
    this.retryAfterSeconds = detail.retryAfterSeconds;
    this.requestId = detail.requestId;
    this.answer = detail.answer;
  }
}

/** Why a call failed, in words. Any error but an ApiFailure comes from reading its answer. */
export function failureText(error: unknown): string {
  return error instanceof ApiFailure ? error.message : 'The answer of the service could not be read.';
}

/**
 * Reads the failure from an error response; deployments differ in the format of `error`.
 * @param path template of the operation, if the request was for one
 */
export function toFailure(error: unknown, response: Response | undefined, path?: string): ApiFailure {
  if (error instanceof ApiFailure) return error;
  if (!response)
    return new ApiFailure('No answer from the service. It may be restarting, or the network is down.', {
      kind: 'offline',
      status: 0,
    });
  const { code, message, parameter } = readError(error);
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiFailure(message || `The service answered ${response.status} ${response.statusText}`.trim(), {
    kind: kindOf(response.status, code, path),
    status: response.status,
    code,
    parameter,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}

/** The failure in an envelope with status 200, as some gateways send it; undefined for a successful answer. */
export function toRefusal(envelope: object): ApiFailure | undefined {
  const { code, message, parameter } = readError('error' in envelope ? envelope : undefined);
  if (!message && !code) return undefined;
  const status = 'status_code' in envelope && typeof envelope.status_code === 'number' ? envelope.status_code : 0;
  return new ApiFailure(message || code, { kind: kindOf(status, code), status, code, parameter, answer: envelope });
}

function kindOf(status: number, code: string, path?: string): FailureKind {
  if (status === 401 || status === 403) return 'key';
  // only a job can be missing (F1): other operations answer 200 for unknown subjects
  if (status === 404) return path === undefined || path === operations.job.path ? 'not-found' : 'not-implemented';
  if (status === 429) return 'limit';
  if (status === 501 || status === 405) return 'not-implemented';
  if (code === 'loading') return 'loading';
  return status >= 400 && status < 500 ? 'input' : 'service';
}

function readError(body: unknown): { code: string; message: string; parameter: string | undefined } {
  const error = isObject(body) && 'error' in body ? body['error'] : body;
  // the HTML page of a proxy says less than its status
  if (typeof error === 'string') return { code: '', message: isMarkup(error) ? '' : error, parameter: undefined };
  if (!isObject(error)) return { code: '', message: '', parameter: undefined };
  const text = (name: string) => (typeof error[name] === 'string' ? error[name] : undefined);
  return { code: text('code') ?? '', message: text('message') ?? '', parameter: text('parameter') };
}

function isMarkup(text: string): boolean {
  return /^\s*</.test(text);
}
