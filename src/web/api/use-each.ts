import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { staleMilliseconds } from './client.ts';
import { connection } from './connection.ts';

/** Values requested at once: four bulk calls, which leave connections for the rest of the page. */
const roundSize = 400;

/** A table of a long list is built again each time its answers are shown: at most so many times, and after the first round. */
const mostShown = 10;

/**
 * Sends the same query for each value of a list of any length, in rounds; the answers are returned as rounds end. A value
 * missing from the answers has no answer (yet), and is requested again when the list is next shown.
 * @param name of the query, in the cache key @param values memoized
 * @param ask queries one value through the cache; several queries may be batched into one call
 */
export function useEach<Answer>(
  name: string,
  values: readonly string[],
  ask: (client: QueryClient, value: string) => Promise<Answer>,
): { readonly answers: ReadonlyMap<string, Answer>; readonly isAsking: boolean } {
  const { data, isFetching } = useQuery({
    ...eachOptions(name, values, ask),
    enabled: values.length > 0,
    placeholderData: keepPreviousData,
    staleTime: ({ state }) => (state.data && state.data.size < values.length ? 0 : staleMilliseconds),
  });
  return { answers: data ?? NONE, isAsking: isFetching };
}

/** The cached answers of {@link useEach}. */
export function eachOptions<Answer>(
  name: string,
  values: readonly string[],
  ask: (client: QueryClient, value: string) => Promise<Answer>,
) {
  return queryOptions({
    queryKey: [name, connection().baseUrl, values],
    queryFn: async ({ client, queryKey, signal }): Promise<ReadonlyMap<string, Answer>> => {
      const answers = new Map<string, Answer>();
      const shownEach = roundSize * Math.ceil(values.length / roundSize / mostShown);
      for (let from = 0; from < values.length && !signal.aborted; from += roundSize) {
        if (from === roundSize || (from > 0 && from % shownEach === 0)) client.setQueryData(queryKey, new Map(answers));
        const round = values.slice(from, from + roundSize);
        const settled = await Promise.allSettled(round.map((value) => ask(client, value)));
        for (const [index, answer] of settled.entries())
          if (answer.status === 'fulfilled') answers.set(round[index] ?? '', answer.value);
      }
      return answers;
    },
  });
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();
