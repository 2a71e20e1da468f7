import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { HostedName } from '#contract/generated/types.gen.ts';
import { staleMilliseconds } from './client.ts';
import { connection } from './connection.ts';
import { ApiFailure } from './failure.ts';
import { createBatcher } from './indicator-score.ts';
import { fetchAnswer } from './question.ts';

const askHosting = createBatcher<HostedName>({
  isFaultOfOne: (error) => error instanceof ApiFailure && error.kind === 'input',
  askMany: async (domains) => {
    const { response } = await fetchAnswer({ operationId: 'hosting', body: { domains: [...domains] } });
    return new Map((response.names ?? []).map((name) => [name.domain ?? '', name]));
  },
});

function nameHostingOptions(domain: string) {
  return queryOptions({
    queryKey: ['nameHosting', connection().baseUrl, domain],
    queryFn: async () => (await askHosting(domain)) ?? {},
  });
}

const NONE: ReadonlyMap<string, HostedName> = new Map();

/** Where names are hosted now, in batches. One that is missing was not answered (yet). @param domains memoized */
export function useNameHosting(domains: readonly string[]): {
  readonly hosting: ReadonlyMap<string, HostedName>;
  readonly isAsking: boolean;
} {
  const { data, isFetching } = useQuery({
    queryKey: ['nameHostings', connection().baseUrl, domains],
    queryFn: async ({ client }): Promise<ReadonlyMap<string, HostedName>> => {
      const answers = await Promise.allSettled(
        domains.map((domain) => client.ensureQueryData(nameHostingOptions(domain))),
      );
      return new Map(
        answers.flatMap((answer, index) =>
          answer.status === 'fulfilled' ? [[domains[index] ?? '', answer.value] as const] : [],
        ),
      );
    },
    enabled: domains.length > 0,
    placeholderData: keepPreviousData,
    // what was not answered is asked for again when it is next looked at
    staleTime: ({ state }) => (state.data && state.data.size < domains.length ? 0 : staleMilliseconds),
  });
  return { hosting: data ?? NONE, isAsking: isFetching };
}
