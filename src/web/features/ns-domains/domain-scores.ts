import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { indicatorScoreOptions } from '#web/api/indicator-score.ts';

/** Risk scores by domain: null where the collection knows nothing. A domain that is missing was not answered (yet). */
export type DomainScores = ReadonlyMap<string, number | null>;

const NONE: DomainScores = new Map();

/** C3 in batches, through the cache that the score cards use. A batch that fails leaves its domains without a score. */
export function useDomainScores(domains: readonly string[]): { scores: DomainScores; isAsking: boolean } {
  const { data, isFetching } = useQuery({
    queryKey: ['domainScores', domains],
    queryFn: async ({ client }): Promise<DomainScores> => {
      const answers = await Promise.allSettled(
        domains.map((domain) => client.ensureQueryData(indicatorScoreOptions('domain', domain))),
      );
      return new Map(
        answers.flatMap((answer, index) =>
          answer.status === 'fulfilled' ? [[domains[index] ?? '', answer.value.score] as const] : [],
        ),
      );
    },
    enabled: domains.length > 0,
    placeholderData: keepPreviousData,
  });
  return { scores: data ?? NONE, isAsking: isFetching };
}
