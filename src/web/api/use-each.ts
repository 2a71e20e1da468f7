import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query';
import { staleMilliseconds } from './client.ts';
import { connection } from './connection.ts';

/**
 * Asks the same about each value of a list. One that is missing from the answers was not answered (yet), and is requested again
 * when the list is next looked at.
 * @param name of the question, in the key of the cache @param values memoized
 * @param ask about one value, through the cache; several may be gathered into one call
 */
export function useEach<Answer>(
  name: string,
  values: readonly string[],
  ask: (client: QueryClient, value: string) => Promise<Answer>,
): { readonly answers: ReadonlyMap<string, Answer>; readonly isAsking: boolean } {
  const { data, isFetching } = useQuery({
    queryKey: [name, connection().baseUrl, values],
    queryFn: async ({ client }): Promise<ReadonlyMap<string, Answer>> => {
      const answers = await Promise.allSettled(values.map((value) => ask(client, value)));
      return new Map(
        answers.flatMap((answer, index) =>
          answer.status === 'fulfilled' ? [[values[index] ?? '', answer.value] as const] : [],
        ),
      );
    },
    enabled: values.length > 0,
    placeholderData: keepPreviousData,
    staleTime: ({ state }) => (state.data && state.data.size < values.length ? 0 : staleMilliseconds),
  });
  return { answers: data ?? NONE, isAsking: isFetching };
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();
