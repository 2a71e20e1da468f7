import { useSearchParams } from 'react-router';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import { subjectPath } from '#web/url/subject-path.ts';

/** The view of an indicator, at the day the session looks at; null when there is none. */
export function useSubjectPath(kind: IndicatorKind, value: string): string | null {
  const [search] = useSearchParams();
  const path = subjectPath(kind, value);
  return path && withAsOf(path, search.get('asof'));
}

/** Carries the "as of" day of the current view over to another. */
export function withAsOf(path: string, asOf: string | null): string {
  if (!asOf) return path;
  return `${path}${path.includes('?') ? '&' : '?'}asof=${encodeURIComponent(asOf)}`;
}
