import { isRecord } from './normalise.ts';

/** What the answers of this service say when nothing is known; any other error in a record is one of the question. */
const notFound = /^(not found|no data for this zone)/i;

/** Fields that are 0 when nothing was found. */
const emptyCounts = ['num_changes_all', 'ip_diversity_all', 'density'] as const;

/** Whether an answer of this collection contains anything about its subject besides the owner of the address. */
export function isKnown(response: unknown): boolean {
  if (Array.isArray(response)) return response.some((each) => isKnown(each));
  if (!isRecord(response)) return false;
  if ('error' in response || response['verdict'] === 'unknown') return false;
  if (isRecord(response['domaininfo']) && 'error' in response['domaininfo']) return false;
  if (isRecord(response['results_summary'])) return isKnown(response['results_summary']);
  if (response['results'] === 0 && Array.isArray(Object.values(response).find(Array.isArray))) return false;
  if (emptyCounts.some((name) => response[name] === 0)) return false;
  const members = Object.values(response).filter((each) => typeof each === 'object' && each !== null);
  const isWrapper =
    members.length > 0 &&
    Object.keys(response).every((name) => typeof response[name] === 'object' || wrapped.has(name));
  return isWrapper ? members.some((each) => isKnown(each)) : Object.keys(response).length > 0;
}

const wrapped = new Set(['truncated', 'results_total', 'note']);

/** Whether there is nothing in an answer at all, so that in the provider's absence nothing can be said. */
export function isBlank(response: unknown): boolean {
  if (Array.isArray(response)) return response.every((each) => isBlank(each));
  if (!isRecord(response)) return false;
  if (typeof response['error'] === 'string') return notFound.test(response['error']);
  if ('verdict' in response || 'asn' in response) return false;
  return !isKnown(response);
}

/** Whether a record of a bulk answer is about a subject that nothing is known of, rather than one that was written wrongly. */
export function isUnknownItem(record: unknown): boolean {
  if (!isRecord(record)) return true;
  if (typeof record['error'] === 'string') return notFound.test(record['error']);
  return record['verdict'] === 'unknown';
}
