import type { ApiCall } from '#web/api/api-request.ts';
import { useAsOf } from '#web/url/as-of.ts';

/** What an answer says that cannot be asked for the day the session looks at; null when it can, or when that day is now. */
export function usePresentNote(call: ApiCall): string | null {
  const [asOf] = useAsOf();
  return presentNote(call, asOf);
}

/** Histories by another name: every record has its day (C7, C10). */
const datedRecords: ReadonlySet<string> = new Set(['domainNsChanges', 'domainWhois']);

/** Histories hold their days anyway, those in bulk (A10, A12) the days they are asked for; A13 takes a `date`, the passive DNS look-ups take `as_of`. */
export function presentNote({ operationId, query }: ApiCall, asOf: string | null): string | null {
  if (asOf === null || /History(Bulk)?$/.test(operationId) || datedRecords.has(operationId)) return null;
  const answersForDay = query?.['as_of'] !== undefined || query?.['date'] !== undefined;
  return answersForDay ? null : `Current data, not as of ${asOf}.`;
}
