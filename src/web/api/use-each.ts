import {
  hashKey,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import { staleMilliseconds } from './client.ts';
import { connection } from './connection.ts';

/** Values requested at once: four bulk calls, which leave connections for the rest of the page. */
const roundSize = 400;

/** A table of a long list is built again each time its answers are shown: at most so many times, and after the first round of a new list. */
const mostShown = 10;

/**
 * Sends the same query for each value of a list of any length, in rounds; the answers are returned as rounds end. A list that has grown
 * takes the answers of the list before. A value missing from the answers has no answer (yet), and is requested again when the list is next
 * shown.
 * @param name of the query, in the cache key @param values memoized
 * @param ask queries one value through the cache; several queries may be batched into one call
 */
export function useEach<Answer>(
  name: string,
  values: readonly string[],
  ask: (client: QueryClient, value: string) => Promise<Answer>,
): { readonly answers: ReadonlyMap<string, Answer>; readonly isAsking: boolean } {
  const { baseUrl } = connection();
  // of a hundred thousand names, the text of the key is a megabyte
  const queryHash = useMemo(() => hashKey([name, baseUrl, values]), [name, baseUrl, values]);
  const { data, isFetching } = useQuery({
    ...eachOptions(name, values, ask),
    queryHash,
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
  const lists = [name, connection().baseUrl];
  return queryOptions({
    queryKey: [...lists, values],
    queryFn: async ({ client, queryKey, signal }): Promise<ReadonlyMap<string, Answer>> => {
      const before = lastAnswers<Answer>(client, lists);
      const answers = new Map<string, Answer>();
      for (const value of values) {
        const answer = before.get(value);
        if (answer !== undefined) answers.set(value, answer);
      }
      const isNew = answers.size === 0;
      const asked = values.filter((value) => !answers.has(value));
      const shownEach = roundSize * Math.ceil(asked.length / roundSize / mostShown);
      for (let from = 0; from < asked.length && !signal.aborted; from += roundSize) {
        if ((isNew && from === roundSize) || (from > 0 && from % shownEach === 0))
          client.setQueryData(queryKey, new Map(answers));
        const round = asked.slice(from, from + roundSize);
        const settled = await Promise.allSettled(round.map((value) => ask(client, value)));
        for (const [index, answer] of settled.entries())
          if (answer.status === 'fulfilled') answers.set(round[index] ?? '', answer.value);
      }
      return answers;
    },
  });
}

/** The answers of the list that was shown last, unless they are stale. */
function lastAnswers<Answer>(client: QueryClient, lists: QueryKey): ReadonlyMap<string, Answer> {
  const since = Date.now() - staleMilliseconds;
  const [last] = client
    .getQueryCache()
    .findAll({ queryKey: lists, predicate: ({ state }) => state.dataUpdatedAt > since && !state.isInvalidated })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  return (last?.state.data as ReadonlyMap<string, Answer> | undefined) ?? new Map();
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();
