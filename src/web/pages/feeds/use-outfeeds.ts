import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fetchAnswer, type Query, questionKey } from '#web/api/query.ts';
import { useAnswer } from '#web/api/use-answer.ts';

const question = { operationId: 'outfeeds' } as const;

const fastMilliseconds = 2000;
const slowMilliseconds = 60_000;

/** The published feeds. Asked again every two seconds while one waits for its first entries, else once a minute. */
export function useOutfeeds() {
  return useAnswer(question, {
    title: 'Published feeds',
    pollAfter: ({ feeds = [] } = {}) =>
      feeds.some(({ state }) => state === 'waiting') ? fastMilliseconds : slowMilliseconds,
  });
}

/** Publishes or removes a feed, and shows the new list. */
export function useOutfeedChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (asked: Query<'outfeedAdd' | 'outfeedRemove'>) => fetchAnswer<'outfeedAdd' | 'outfeedRemove'>(asked),
    onSuccess: async (envelope) => {
      await client.cancelQueries({ queryKey: questionKey(question) });
      client.setQueryData(questionKey(question), envelope);
    },
  });
}
