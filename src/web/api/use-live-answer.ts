import { useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useState } from 'react';
import { useAnswer, type Answer, type ResponseOf } from './use-answer.ts';

/**
 * An operation that sends something out, to the target or its registry: asked on a press only, never by opening or coming
 * back to a view, and never twice for one press. `idle` until the first press.
 */
export function useLiveAnswer<E extends { readonly response?: unknown }, F, K extends QueryKey>(
  options: UseQueryOptions<E, F, E, K>,
  title: string,
): { readonly answer: Answer<ResponseOf<E>>; readonly ask: () => void } {
  const client = useQueryClient();
  // another question (a choice that is part of it) needs a press of its own
  const key = JSON.stringify(options.queryKey);
  const [askedKey, setAskedKey] = useState<string>();
  const onPressOnly = { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnReconnect: false } as const;
  const answer = useAnswer({ ...options, ...onPressOnly }, { title, enabled: askedKey === key });
  const ask = () => {
    setAskedKey(key);
    // an earlier answer must not pass for the new one while, or because, there is none
    void client.resetQueries({ queryKey: options.queryKey, exact: true });
  };
  return { answer: { ...answer, refetch: ask }, ask };
}
