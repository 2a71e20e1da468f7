import type { ApiCall } from '#web/api/api-request.ts';
import { useAsOf } from '#web/url/as-of.ts';

/** What an answer says that cannot be asked for the day the session looks at; null when it can, or when that day is now. */
export function usePresentNote(call: ApiCall): string | null {
  const [asOf] = useAsOf();
  return presentNote(call, asOf);
}

/** Histories by another name: every record has its day (C7, C10). */
const datedRecords: ReadonlySet<string> = new Set(['domainNsChanges', 'domainWhois']);

/** Histories hold their days anyway; A13 takes a `date`, the passive DNS look-ups take `as_of`. */
export function presentNote({ operationId, query }: ApiCall, asOf: string | null): string | null {
  if (asOf === null || operationId.endsWith('History') || datedRecords.has(operationId)) return null;
  const answersForDay = query?.['as_of'] !== undefined || query?.['date'] !== undefined;
  return answersForDay ? null : `Shows the present, not ${asOf}.`;
}
