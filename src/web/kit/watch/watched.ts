import type { WatchRequest } from '#contract/generated/types.gen.ts';
import { type IndicatorKind, SUBJECT_KINDS } from '#model/indicator-kind.ts';
import { indicatorText } from '#model/indicator-of.ts';
import { apiRequest } from '#web/api/api-request.ts';
import type { AnyQuery } from '#web/api/query.ts';

/** What a view offers to watch, with a title and the page that shows it. */
export type Watched = Readonly<Required<Pick<WatchRequest, 'title' | 'page'>> & WatchRequest>;

/** The subject of a page. @returns null for kinds without a page */
export function watchedSubject(kind: IndicatorKind, value: string, page: string): Watched | null {
  const type = SUBJECT_KINDS.find((each) => each === kind);
  return type ? { what: 'subject', type, subject: value, title: indicatorText({ kind, value }), page } : null;
}

/** The search of an explorer. @returns null for a search that cannot be watched */
export function watchedSearch(question: AnyQuery, title: string, page: string): Watched | null {
  if (question.operationId === 'asnLookup') return null;
  return { what: 'search', request: apiRequest(question).path, title: title.slice(0, 120), page };
}
