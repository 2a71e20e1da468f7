/** Why the provider has no answer. Each kind is shown with its own word, never as "unknown". */
export type ProviderFault =
  | 'failed' // the request failed or had no usable answer
  | 'over_quota' // the limit of calls is reached, its own or the one set here
  | 'not_asked'; // policy: the never-send list, SIGHTLINE_UPSTREAM_ASK, or no outbound traffic

/** A question without an answer of the provider. `message` is for the caller and holds no key. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly fault: ProviderFault;
  /** More exact, for logs and for what can be done: `timeout`, `never_send`, `soft_limit` ... */
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
