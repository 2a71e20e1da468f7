import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Fact } from '#model/fact.ts';
import type { Indicator } from '#model/indicator-of.ts';
import { type LateFacts, scoredKind, useLateFacts } from '#web/kit/records/use-late-facts.ts';
import type { ExportTarget, FetchAllOptions } from '#web/exports/export-target.ts';
import { recordFacts, seenFacts } from '#web/exports/row-facts.ts';
import { filledIn } from '#web/table/row-cache.ts';
import type { LateRows } from './complete-scores.ts';
import { type PadnsRow, sidesOf } from './padns-row.ts';

/** The rows with the scores of names and answers, and the origins of addresses, that have arrived so far. */
export function useScoredRows(rows: readonly PadnsRow[]): readonly PadnsRow[] {
  const sides = useMemo(() => rows.map(sidesOf), [rows]);
  const indicators = useMemo(() => sides.flatMap(({ name, answer }) => [name, answer]), [sides]);
  const factsOf = useLateFacts(indicators);
  return useMemo(
    () =>
      filledIn(
        rows,
        rows.map((row, index) => ({
          ...row,
          ofName: factsOf(sides[index]?.name ?? null),
          ofAnswer: factsOf(sides[index]?.answer ?? null),
        })),
      ),
    [rows, sides, factsOf],
  );
}

/** How an export fetches what its rows lack. @param late of module scope */
export function useLateExport<Row, Facts extends LateFacts>(
  late: LateRows<Row, Facts>,
): Required<Pick<ExportTarget<Row>, 'late'>> {
  const client = useQueryClient();
  return useMemo(() => {
    const complete = async (rows: readonly Row[], options: FetchAllOptions) => {
      const { completeScores } = await import('./complete-scores.ts');
      return completeScores(client, rows, late, options);
    };
    return { late: { isPending: late.isPending, complete } };
  }, [client, late]);
}

/** What an export of scored rows needs besides the rows: the facts of a row, and a way to fetch the missing scores. */
export function useScoredExport(): Required<Pick<ExportTarget<PadnsRow>, 'factsOf' | 'late'>> {
  const { late } = useLateExport(lateSides);
  return useMemo(() => ({ factsOf: scoredRecordFacts, late }), [late]);
}

const lateSides: LateRows<PadnsRow> = {
  indicatorsOf: (row) => Object.values(sidesOf(row)),
  isPending: (row) => {
    const { name, answer } = sidesOf(row);
    const lacks = (indicator: Indicator | null, facts: LateFacts | undefined) =>
      scoredKind(indicator) !== undefined && !facts?.seen;
    return lacks(name, row.ofName) || lacks(answer, row.ofAnswer);
  },
  withFacts: (row, found) => {
    const { name, answer } = sidesOf(row);
    const [ofName, ofAnswer] = [found.get(name?.value ?? ''), found.get(answer?.value ?? '')];
    return { ...row, ...(ofName && { ofName }), ...(ofAnswer && { ofAnswer }) };
  },
};

/** The facts of a row for STIX and MISP: the record, and the scores that make its name and answer indicators. */
function scoredRecordFacts(row: PadnsRow): readonly Fact[] {
  const { first_seen: first, last_seen: last, ofName, ofAnswer } = row;
  const { name, answer } = sidesOf(row);
  const scored = (indicator: Indicator | null, seen: LateFacts['seen']) =>
    indicator && scoredKind(indicator) && seen?.score
      ? seenFacts(indicator.value, { first, last, score: seen.score, reason: seen.decider })
      : [];
  return [...recordFacts(row), ...scored(name, ofName?.seen), ...scored(answer, ofAnswer?.seen)];
}
