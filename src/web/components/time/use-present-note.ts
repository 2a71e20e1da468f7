import { operations } from '#contract/generated/operations.gen.ts';
import type { AnyQuestion } from '#web/api/question.ts';
import { useAsOf } from '#web/url/as-of.ts';

/** What an answer says that cannot be asked for the day the session looks at; null when it can, or when that day is now. */
export function usePresentNote(question: AnyQuestion): string | null {
  const [asOf] = useAsOf();
  return presentNote(question, asOf);
}

/** Nothing of an answer for that day, or of one whose records have their own days. */
export function presentNote({ operationId, query }: AnyQuestion, asOf: string | null): string | null {
  const { dayParameter, isDated } = operations[operationId];
  if (asOf === null || isDated) return null;
  const answersForDay = dayParameter !== null && query?.[dayParameter] !== undefined;
  return answersForDay ? null : `Current data, not as of ${asOf}.`;
}
