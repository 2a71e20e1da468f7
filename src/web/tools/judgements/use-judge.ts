import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Judgement } from '#model/judgement.ts';
import { mostSubjectsPerCall } from '#model/judgement.ts';
import { judgementLabel } from '#model/judgement-words.ts';
import { formatCount } from '#model/format.ts';
import { visibleText } from '#model/visible-text.ts';
import { fetchAnswer, operationKey, type Query } from '#web/api/query.ts';
import { toasts } from '#web/kit/ui/toast-queue.ts';

type Judged = Query<'judge'>['body'];

/** Sets a judgement for many subjects. @returns the mutation */
export function useJudge() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ subjects, ...rest }: Judged) => {
      for (let from = 0; from < subjects.length; from += mostSubjectsPerCall) {
        const some = subjects.slice(from, from + mostSubjectsPerCall);
        await fetchAnswer({ operationId: 'judge', body: { ...rest, subjects: some } });
      }
    },
    onSuccess: (_, { subjects, kind, text = '' }) => {
      const [only = ''] = subjects;
      toasts.add({
        title: `Judged: ${visibleText(judgementLabel({ kind, text }))}`,
        body: subjects.length === 1 ? only : formatCount(subjects.length, 'subject'),
        tone: 'ok',
      });
    },
    onSettled: () => renewJudgements(client),
  });
}

/** Takes judgements of one kind and text back. @returns the mutation */
export function useTakeBack() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (judgements: readonly Judgement[]) => {
      const { kind = 'tag', text = '' } = judgements[0] ?? {};
      for (let from = 0; from < judgements.length; from += mostSubjectsPerCall) {
        const subjects = judgements.slice(from, from + mostSubjectsPerCall).map(({ subject }) => subject);
        await fetchAnswer({ operationId: 'judgementTakeBack', body: { subjects, kind, text } });
      }
    },
    onSuccess: (_, judgements) => {
      const [only] = judgements.length === 1 ? judgements : [];
      const title = only ? `Taken back: ${visibleText(judgementLabel(only))}` : 'Taken back';
      toasts.add({ title, body: only?.subject ?? formatCount(judgements.length, 'judgement'), tone: 'ok' });
    },
    onSettled: () => renewJudgements(client),
  });
}

/** Never-flag entries change findings too. */
async function renewJudgements(client: QueryClient): Promise<void> {
  await Promise.all(
    (['judgements', 'findings', 'audit'] as const).map((id) =>
      client.invalidateQueries({ queryKey: operationKey(id) }),
    ),
  );
}
