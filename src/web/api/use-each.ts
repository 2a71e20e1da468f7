import { hashKey, keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import pMap from 'p-map';
import { useMemo } from 'react';
import { chunksOf } from '#model/chunks.ts';
import { staleMilliseconds } from './client.ts';
import { connection } from './connection.ts';
import { untilQuiet } from './quiet.ts';

/** Calls at the same time for one list, which leave connections for the rest of the page. */
const callsAtOnce = 2;

/** A table of a long list is built again each time its answers are shown: at most so many times, and after the first call of a new list. */
const mostShown = 5;
/** How many values those tables may have together: one with more is built again only for the first answers of its list and the last. */
const mostBuilt = 50_000;
/** Milliseconds that the last answers of such a list wait for a moment without input. */
const mostDelayed = 5_000;

/**
 * Sends the same query for each value of a list of any length, a few calls at a time; the answers are returned as they come. What earlier
 * lists have answered is not asked again. A value missing from the answers has no answer (yet), and is requested again when the list is next
 * shown.
 * @param name of the query, in the cache key @param values memoized
 * @param ask queries one value through the cache; several queries may be batched into one call
 * @param callSize how many values one call takes
 */
export function useEach<Answer>(
  name: string,
  values: readonly string[],
  ask: (client: QueryClient, value: string) => Promise<Answer>,
  callSize = 100,
): { readonly answers: ReadonlyMap<string, Answer>; readonly isAsking: boolean } {
  const { baseUrl } = connection();
  // of a hundred thousand names, the text of the key is a megabyte
  const queryHash = useMemo(() => hashKey([name, baseUrl, values]), [name, baseUrl, values]);
  const { data, isFetching } = useQuery({
    ...eachOptions(name, values, ask, callSize),
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
  callSize = 100,
) {
  return queryOptions({
    queryKey: [name, connection().baseUrl, values],
    queryFn: async ({ client, queryKey, signal }): Promise<ReadonlyMap<string, Answer>> => {
      const before = answersInLists<Answer>(client, name);
      const answers = new Map<string, Answer>();
      for (const value of values) {
        const answer = before(value);
        if (answer !== undefined) answers.set(value, answer);
      }
      const isNew = answers.size === 0;
      const asked = values.filter((value) => !answers.has(value));
      const calls = chunksOf(asked, callSize);
      const shownEach = calls.length / Math.min(mostShown, Math.floor(mostBuilt / values.length));
      let shown = 0;
      let answered = 0;
      const call = async (chunk: readonly string[]): Promise<void> => {
        const settled = await Promise.allSettled(chunk.map((value) => ask(client, value)));
        for (const [index, answer] of settled.entries())
          if (answer.status === 'fulfilled') answers.set(chunk[index] ?? '', answer.value);
        answered += 1;
        const isShown = (isNew && answered === 1) || answered >= (shown + 1) * shownEach;
        if (!isShown || answered === calls.length || signal.aborted) return;
        shown = Math.floor(answered / shownEach);
        client.setQueryData(queryKey, new Map(answers));
      };
      await pMap(calls, call, { concurrency: callsAtOnce, signal });
      if (values.length > mostBuilt) await untilQuiet({ atMost: mostDelayed, signal });
      return answers;
    },
  });
}

/** What the lists of this name hold that are not stale: the answer for a value. */
export function answersInLists<Answer>(client: QueryClient, name: string): (value: string) => Answer | undefined {
  const since = Date.now() - staleMilliseconds;
  const maps = client
    .getQueryCache()
    .findAll({
      queryKey: [name, connection().baseUrl],
      predicate: ({ state }) => state.dataUpdatedAt > since && !state.isInvalidated,
    })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .flatMap(({ state }) => (state.data === undefined ? [] : [state.data as ReadonlyMap<string, Answer>]));
  return (value) => maps.find((answers) => answers.has(value))?.get(value);
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();
