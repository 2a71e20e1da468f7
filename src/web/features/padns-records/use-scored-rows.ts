import { useMemo } from 'react';
import { answerIndicator, queryIndicator } from '#model/indicator-of.ts';
import { useLateFacts } from '#web/components/records/use-late-facts.ts';
import type { PadnsRow } from './padns-row.ts';

/**
 * The rows with the scores of their names and answers, and the origins of addresses, as far as they have come.
 * @param isAsked otherwise the rows as they are
 */
export function useScoredRows(rows: readonly PadnsRow[], isAsked = true): readonly PadnsRow[] {
  const sides = useMemo(
    () =>
      rows.map(({ type, query, answer }) => ({
        name: queryIndicator(type, query),
        answer: answerIndicator(type, answer),
      })),
    [rows],
  );
  const indicators = useMemo(
    () => (isAsked ? sides.flatMap(({ name, answer }) => [name, answer]) : []),
    [sides, isAsked],
  );
  const factsOf = useLateFacts(indicators);
  return useMemo(
    () =>
      isAsked
        ? rows.map((row, index) => ({
            ...row,
            ofName: factsOf(sides[index]?.name ?? null),
            ofAnswer: factsOf(sides[index]?.answer ?? null),
          }))
        : rows,
    [rows, sides, factsOf, isAsked],
  );
}
