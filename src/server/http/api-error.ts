import type { KeyRole } from '#model/api-key.ts';

/** What `error` holds in the envelope: plain words that say what to send instead. */
export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly parameter?: string;
}

/** A failure of the call, as the caller reads it. Thrown anywhere below a route; the error handler writes the envelope. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly parameter: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    detail: { parameter?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: detail.cause });
    this.status = status;
    this.code = code;
    this.parameter = detail.parameter;
    this.retryAfterSeconds = detail.retryAfterSeconds;
  }

  /** The fields that recreate the error; a job stores its failure like this. */
  get kept(): ErrorBody & { readonly status: number; readonly retryAfterSeconds?: number } {
    const { status, retryAfterSeconds } = this;
    return { status, ...this.body, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  }

  get body(): ErrorBody {
    return { code: this.code, message: this.message, ...(this.parameter && { parameter: this.parameter }) };
  }
}

/** 400 that names the wrong parameter and the values it takes. */
export function badInput(parameter: string, message: string): ApiError {
  return new ApiError(400, 'bad_input', message, { parameter });
}

const longestShown = 80;

/** The beginning of a sent text, as a message repeats it. */
export function shortened(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/** How a message names one item of a list; people count from 1. */
export function itemOf(parameter: string, index: number): string {
  return `item ${index + 1} of ${parameter}`;
}

/** 400 for a pattern that the engine's RE2 does not take. */
export function invalidRegex(parameter: string): ApiError {
  const message = 'Not a valid RE2 expression (no back-references, no look-around).';
  return new ApiError(400, 'invalid_regex', message, { parameter });
}

/** 403 that names the roles that may. @param name of the key, if it has one */
export function notAllowed(name: string | undefined, role: KeyRole, able: readonly KeyRole[]): ApiError {
  const key = name === undefined ? 'This key' : `The key "${name}"`;
  return new ApiError(
    403,
    'not_allowed',
    `${key} has the role ${role}. This needs a key with the role ${able.join(' or ')}.`,
  );
}

/** 503 early rather than an answer too late. */
export function overloaded(): ApiError {
  const message = 'The service is overloaded. Try again in a few seconds.';
  return new ApiError(503, 'overloaded', message, { retryAfterSeconds: 5 });
}

/** Every answer of the interface, errors too; `status_code` equals the HTTP status. */
export interface Envelope {
  readonly status_code: number;
  readonly error: ErrorBody | null;
  readonly response: unknown;
  /** The result of the provider behind this service, if it contributed to the operation. */
  readonly upstream?: object;
}

export function success(response: unknown, upstream?: object): Envelope {
  return { status_code: 200, error: null, response, ...(upstream && { upstream }) };
}

/** `errors` repeats the message in the form that clients of a gateway read. */
interface FailureEnvelope extends Envelope {
  readonly errors: readonly Pick<ErrorBody, 'message' | 'code'>[];
}

export function failure(status: number, error: ErrorBody): FailureEnvelope {
  const { message, code } = error;
  return { status_code: status, error, errors: [{ message, code }], response: {} };
}
