import { operations } from '#contract/generated/operations.gen.ts';
import type { AnyQuery } from '#web/api/query.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { useAsOf } from '#web/url/as-of.ts';

/** Alongside the title of what can only be looked up for today, while the session looks at another day. */
export function CurrentDataMark() {
  return <Badge tone="warning">current data</Badge>;
}

/** Says of a whole page, while the session looks at another day, that it can only be looked up for today. */
export function NotAsOf({ what }: { what: string }) {
  const [asOf] = useAsOf();
  if (asOf === null) return null;
  return (
    <p className="border-l-2 border-warning/60 pl-3 text-muted">
      Current data: {what.charAt(0).toLowerCase() + what.slice(1)} cannot be looked up as of {asOf}.
    </p>
  );
}

/** The note on an answer that is not as of the day of the session; null when it is, or when the session looks at now. */
export function useAsOfNote(question: AnyQuery): string | null {
  const [asOf] = useAsOf();
  return asOfNote(question, asOf);
}

/** Null for an answer as of that day, and for one whose records have days of their own. */
export function asOfNote({ operationId, query }: AnyQuery, asOf: string | null): string | null {
  const { dayParameter, isDated } = operations[operationId];
  if (asOf === null || isDated) return null;
  const answersForDay = dayParameter !== null && query?.[dayParameter] !== undefined;
  return answersForDay ? null : `Current data, not as of ${asOf}.`;
}
