import { useMemo } from 'react';
import { answerIndicator, queryIndicator } from '#model/indicator-of.ts';
import { useLateFacts } from '#web/components/records/use-late-facts.ts';
import type { PadnsRow } from './padns-row.ts';

/** The rows with the scores of their names and answers, and the origins of addresses, as far as they have come. */
export function useScoredRows(rows: readonly PadnsRow[]): readonly PadnsRow[] {
  const sides = useMemo(
    () =>
      rows.map(({ type, query, answer }) => ({
        name: queryIndicator(type, query),
        answer: answerIndicator(type, answer),
      })),
    [rows],
  );
  const indicators = useMemo(() => sides.flatMap(({ name, answer }) => [name, answer]), [sides]);
  const factsOf = useLateFacts(indicators);
  return useMemo(
    () =>
      rows.map((row, index) => ({
        ...row,
        ofName: factsOf(sides[index]?.name ?? null),
        ofAnswer: factsOf(sides[index]?.answer ?? null),
      })),
    [rows, sides, factsOf],
  );
}
