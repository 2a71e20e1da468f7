import { epochSecondsToTimestamp } from '#model/dates.ts';
import { ApiError } from '#server/http/api-error.ts';
import type { AnswerSource } from './merge-lists.ts';
import type { UpstreamRoute } from './operation-rules.ts';
import type { ProviderError } from './provider-fault.ts';
import type { ProviderResult } from './provider.ts';

/** The provider's part in an answer, next to `response` in the envelope. */
export interface UpstreamNote {
  /** not_needed: this collection answered. The others describe the provider. */
  readonly state: 'not_needed' | 'answered' | 'cached' | 'stale' | 'failed' | 'over_quota' | 'not_asked';
  readonly route: UpstreamRoute;
  /** Whose data the answer holds. */
  readonly sources: readonly AnswerSource[];
  /** Why there is no answer, or no newer one, of the provider. */
  readonly code?: string;
  readonly message?: string;
  /** 'yyyy-mm-dd hh:mm:ss' UTC: when the provider gave the answer. */
  readonly asked_at?: string;
  readonly age_seconds?: number;
}

export function noteOfResult(
  route: UpstreamRoute,
  sources: readonly AnswerSource[],
  result: ProviderResult,
  now: Date,
): UpstreamNote {
  const { state, asked, fault } = result;
  return {
    ...{ state, route, sources },
    ...(fault && { code: fault.code, message: fault.message }),
    asked_at: epochSecondsToTimestamp(asked),
    age_seconds: Math.max(0, Math.floor(now.getTime() / 1000) - asked),
  };
}

export function noteOfFault(route: UpstreamRoute, fault: ProviderError): UpstreamNote {
  return { state: fault.fault, route, sources: ['own'], code: fault.code, message: fault.message };
}

/** For an operation that only an own collection can answer, while it is empty: the empty answer means nothing. */
export const ownOnlyNote: UpstreamNote = {
  state: 'not_asked',
  route: 'own',
  sources: ['own'],
  code: 'own_only',
  message:
    'The provider does not offer this, and the collection of this service is empty. That does not mean that the subject is unknown.',
};

/** The failure for an answer that would be empty: "nothing is known" would be wrong. */
export function failureOf(fault: ProviderError): ApiError {
  const { retryAfterSeconds, message } = fault;
  const detail = { cause: fault, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  return fault.fault === 'over_quota'
    ? new ApiError(503, 'upstream_over_quota', message, detail)
    : new ApiError(502, 'upstream_failed', message, detail);
}
