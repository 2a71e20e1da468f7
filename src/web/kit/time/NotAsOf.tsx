import { uncapital } from '#model/format.ts';
import { operations } from '#contract/generated/operations.gen.ts';
import type { AnyQuery } from '#web/api/query.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { useAsOf } from '#web/url/as-of.ts';

/** Beside a title, while an “as of” day is set: the data can only be looked up for today. */
export function CurrentDataMark() {
  return <Badge tone="warning">current data</Badge>;
}

/** Above a page, while an “as of” day is set: the page can only be looked up for today. */
export function NotAsOf({ what }: { what: string }) {
  const [asOf] = useAsOf();
  if (asOf === null) return null;
  return (
    <p className="border-l-2 border-warning/60 pl-3 text-muted">
      Current data: {uncapital(what)} cannot be looked up as of {asOf}.
    </p>
  );
}

/** The note on an answer that ignores the “as of” day; null if the answer follows it, or without such a day. */
export function useAsOfNote(question: AnyQuery): string | null {
  const [asOf] = useAsOf();
  return asOfNote(question, asOf);
}

/** The note for a day; null for an answer as of that day, or for one whose records carry their own days. */
export function asOfNote({ operationId, query }: AnyQuery, asOf: string | null): string | null {
  const { dayParameter, isDated } = operations[operationId];
  if (asOf === null || isDated) return null;
  const answersForDay = dayParameter !== null && query?.[dayParameter] !== undefined;
  return answersForDay ? null : `Current data, not as of ${asOf}.`;
}
