import type { ErrorBody } from './api-error.ts';

/** Every answer of the interface, errors too; `status_code` equals the HTTP status. */
export interface Envelope {
  readonly status_code: number;
  readonly error: ErrorBody | null;
  readonly response: unknown;
}

export function success(response: unknown): Envelope {
  return { status_code: 200, error: null, response };
}

/** `errors` says the same once more, as clients of a gateway read it. */
export interface FailureEnvelope extends Envelope {
  readonly errors: readonly Pick<ErrorBody, 'message' | 'code'>[];
}

export function failure(status: number, error: ErrorBody): FailureEnvelope {
  const { message, code } = error;
  return { status_code: status, error, errors: [{ message, code }], response: {} };
}
