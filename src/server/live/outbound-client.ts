import { ApiError } from '#server/http/api-error.ts';

export type LiveRecordType = 'A' | 'AAAA' | 'NS' | 'MX' | 'TXT' | 'SOA' | 'CNAME' | 'PTR';

/**
 * One resource record as a resolver gave it. Names in `data` are lower case without their last dot; MX holds the mail
 * server only; the strings of a TXT record are joined. `ttl` is in seconds, 0 if the resolver does not report it.
 */
export interface LiveRecord {
  readonly name: string;
  readonly type: LiveRecordType;
  readonly data: string;
  readonly ttl: number;
}

/** The response of a web server; `url` is the final URL after redirects, header names are lower case. */
export interface LivePage {
  readonly status: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * All egress of live look-ups goes through this client. The target of a caller is resolved first and refused unless
 * all its addresses are public; time and size are capped.
 */
export interface OutboundClient {
  /** Records of a name from the resolvers of this machine; empty when the name has none. @throws LiveError */
  dns(name: string, type: LiveRecordType, signal: AbortSignal): Promise<readonly LiveRecord[]>;
  /** GET of an http(s) URL; any status is an answer. @throws LiveError */
  http(
    url: string,
    signal: AbortSignal,
    options?: { readonly accept?: string; readonly maxBytes?: number },
  ): Promise<LivePage>;
  /** One query over port 43 to a server. @throws LiveError */
  whois(server: string, question: string, signal: AbortSignal): Promise<string>;
}

/**
 * Why a live look-up failed; `unknown_target` is a target that does not exist, which the caller can correct. `refused_referral` is a
 * target that another server named.
 */
export type LiveFault =
  | 'offline'
  | 'refused_target'
  | 'refused_referral'
  | 'unknown_target'
  | 'live_timeout'
  | 'live_failed'
  | 'live_too_large'
  | 'cancelled';

const statusOf: Readonly<Record<LiveFault, number>> = {
  offline: 503,
  refused_target: 400,
  refused_referral: 502,
  unknown_target: 400,
  live_timeout: 504,
  live_failed: 502,
  live_too_large: 502,
  cancelled: 499,
};

/** A failed live look-up, with a message for the caller; the fault becomes the `code` of the response. */
export class LiveError extends ApiError {
  override readonly name = 'LiveError';
  readonly fault: LiveFault;
  /** The local resolvers failed, so the remote server was never contacted. */
  readonly isOfResolver: boolean;

  constructor(fault: LiveFault, message: string, detail: { cause?: unknown; isOfResolver?: boolean } = {}) {
    super(statusOf[fault], fault, message, detail);
    this.fault = fault;
    this.isOfResolver = detail.isOfResolver ?? false;
  }
}
