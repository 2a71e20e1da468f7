import { isObject } from '#model/json-value.ts';
import { epochSecondsToTimestamp } from '#model/dates.ts';
import { ApiError } from '#server/http/api-error.ts';
import type { AnswerSource } from './merge-answers.ts';
import type { UpstreamRoute } from './operation-rules.ts';
import type { ProviderError } from './provider-answer.ts';
import type { ProviderResult } from './provider.ts';

/** The errors of unknown subjects; any other error in a record means invalid input. */
const notFound = /^(not found|no data for this zone)/i;

/** Fields that are 0 when nothing was found. */
const emptyCounts = ['num_changes_all', 'ip_diversity_all', 'density'] as const;

/** Whether an answer of this collection contains anything about its subject besides the owner of the address. */
export function isKnown(response: unknown): boolean {
  if (Array.isArray(response)) return response.some((each) => isKnown(each));
  if (!isObject(response)) return false;
  if ('error' in response || response['verdict'] === 'unknown') return false;
  if (isObject(response['results_summary'])) return isKnown(response['results_summary']);
  if (response['results'] === 0 && Array.isArray(Object.values(response).find(Array.isArray))) return false;
  if (emptyCounts.some((name) => response[name] === 0)) return false;
  const members = Object.values(response).filter((each) => typeof each === 'object' && each !== null);
  const isWrapper =
    members.length > 0 &&
    Object.keys(response).every((name) => typeof response[name] === 'object' || wrapped.has(name));
  return isWrapper ? members.some((each) => isKnown(each)) : Object.keys(response).length > 0;
}

const wrapped = new Set(['truncated', 'results_total', 'note']);

/** Whether an answer knows its subject and has too little data to judge it, so that its scores say nothing. */
export function isUnjudged(response: unknown): boolean {
  if (Array.isArray(response)) return response.length > 0 && response.every((each) => isUnjudged(each));
  if (!isObject(response)) return false;
  if ('verdict' in response) return response['verdict'] === 'insufficient';
  if (response['not_enough_data'] === true) return true;
  const members = Object.values(response);
  return members.length === 1 && isUnjudged(members[0]);
}

/** Whether an answer is empty, so that it means nothing without the provider. */
export function isBlank(response: unknown): boolean {
  if (Array.isArray(response)) return response.every((each) => isBlank(each));
  if (!isObject(response)) return false;
  if (typeof response['error'] === 'string') return notFound.test(response['error']);
  if ('verdict' in response || 'asn' in response) return false;
  return !isKnown(response);
}

/** Whether a record of a bulk answer is about an unknown subject, as opposed to invalid input. */
export function isUnknownItem(record: unknown): boolean {
  if (!isObject(record)) return true;
  if (typeof record['error'] === 'string') return notFound.test(record['error']);
  return record['verdict'] === 'unknown';
}

/** The provider's part in an answer, next to `response` in the envelope. */
export interface UpstreamNote {
  /** not_needed: this collection answered. The others describe the provider. */
  readonly state: 'not_needed' | 'answered' | 'cached' | 'stale' | 'failed' | 'over_quota' | 'not_asked';
  readonly route: UpstreamRoute;
  /** Whose data the answer holds. */
  readonly sources: readonly AnswerSource[];
  /** Why the provider gave no answer, or no newer one. */
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
    state,
    route,
    sources,
    ...(fault && { code: fault.code, message: fault.message }),
    asked_at: epochSecondsToTimestamp(asked),
    age_seconds: Math.max(0, Math.floor(now.getTime() / 1000) - asked),
  };
}

export function noteOfFault(route: UpstreamRoute, fault: ProviderError): UpstreamNote {
  return { state: fault.fault, route, sources: ['own'], code: fault.code, message: fault.message };
}

/** For an operation that only an own collection can answer, while it is empty. */
export const ownOnlyNote: UpstreamNote = {
  state: 'not_asked',
  route: 'own',
  sources: ['own'],
  code: 'own_only',
  message:
    'The provider does not offer this, and the collection of this service is empty. That does not mean that the subject is unknown.',
};

/** The failure to send instead of an empty answer, which would look like "unknown". */
export function failureOf(fault: ProviderError): ApiError {
  const { retryAfterSeconds, message } = fault;
  const detail = { cause: fault, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  return fault.fault === 'over_quota'
    ? new ApiError(503, 'upstream_over_quota', message, detail)
    : new ApiError(502, 'upstream_failed', message, detail);
}
