import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOptions, fetchAnswer, type Query, questionKey } from '#web/api/query.ts';
import { useAnswer } from '#web/api/use-answer.ts';

const question = { operationId: 'outfeeds' } as const;

const fastMilliseconds = 2000;
const slowMilliseconds = 60_000;

/** The published feeds. Asked again every two seconds while one waits for its first entries, else once a minute. */
export function useOutfeeds() {
  const answer = useAnswer(question, { title: 'Published feeds' });
  useQuery({
    ...answerOptions(question),
    staleTime: fastMilliseconds,
    refetchInterval: ({ state }) =>
      state.data?.response.feeds?.some((feed) => feed.state === 'waiting') ? fastMilliseconds : slowMilliseconds,
  });
  return answer;
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
