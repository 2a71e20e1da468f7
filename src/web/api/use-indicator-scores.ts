import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { IndicatorKind } from '#model/indicator-kind.ts';
import { indicatorScoreOptions, type IndicatorScore } from './indicator-score.ts';

/** Scores and states by value. A value that is missing was not answered (yet). */
export type IndicatorScores = ReadonlyMap<string, IndicatorScore>;

const NONE: IndicatorScores = new Map();

/** The scores of a list, in batches (A8, B3, C3), through the cache of the score cards. A batch that fails leaves its values without a score. */
export function useIndicatorScores(
  kind: Extract<IndicatorKind, 'ipv4' | 'ipv6' | 'domain'>,
  values: readonly string[],
): { readonly scores: IndicatorScores; readonly isAsking: boolean } {
  const { data, isFetching } = useQuery({
    queryKey: ['indicatorScores', kind, values],
    queryFn: async ({ client }): Promise<IndicatorScores> => {
      const answers = await Promise.allSettled(
        values.map((value) => client.ensureQueryData(indicatorScoreOptions(kind, value))),
      );
      return new Map(
        answers.flatMap((answer, index) =>
          answer.status === 'fulfilled' ? [[values[index] ?? '', answer.value] as const] : [],
        ),
      );
    },
    enabled: values.length > 0,
    placeholderData: keepPreviousData,
  });
  return { scores: data ?? NONE, isAsking: isFetching };
}
