import { lazy, Suspense } from 'react';
import { arrive } from '#web/api/prefetch.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { subjectFindingsQuestion } from './findings-question.ts';

// few subjects have any
const RetroHuntTable = lazy(async () => ({
  default: (await arrive(() => import('./retro-hunt.tsx'))).RetroHuntTable,
}));

/** The listings of a subject that own logs had resolved before the update of the feed; nothing when there are none. The findings count them. */
export function RetroHuntOf({ value }: { readonly value: string }) {
  const { response } = useAnswer(subjectFindingsQuestion(value), { title: `Findings about ${value}` });
  if (!response?.retro_hunt) return null;
  return (
    <Suspense fallback={null}>
      <RetroHuntTable subject={value} isListedAfter={false} />
    </Suspense>
  );
}
