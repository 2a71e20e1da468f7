import { lazy, Suspense } from 'react';
import { arrive } from '#web/api/prefetch.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { retroHuntQuestion } from './retro-hunt-words.ts';

// few subjects have any
const RetroHuntTable = lazy(async () => ({
  default: (await arrive(() => import('./retro-hunt.tsx'))).RetroHuntTable,
}));

/** The listings of a subject that own logs had resolved before the update of the feed; nothing when there are none. Other deployments of the interface lack it. */
export function RetroHuntOf({ value }: { readonly value: string }) {
  const { response, failure } = useAnswer(retroHuntQuestion(value, false), { title: `Retro-hunt of ${value}` });
  const isFailed = failure && failure.kind !== 'not-found' && failure.kind !== 'not-implemented';
  if (!isFailed && response?.state !== 'found') return null;
  return (
    <Suspense fallback={null}>
      <RetroHuntTable subject={value} isListedAfter={false} />
    </Suspense>
  );
}
