import { useAnswer } from '#web/api/use-answer.ts';
import { subjectFindingsQuestion } from './findings-question.ts';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

// few subjects have any
const RetroHuntTable = lazyPart(async () => (await import('./retro-hunt.tsx')).RetroHuntTable);

/** The listings of a subject that own logs had resolved before the update of the feed; nothing when there are none. The findings count them. */
export function RetroHuntOf({ value }: { readonly value: string }) {
  const { response } = useAnswer(subjectFindingsQuestion(value), { title: `Findings about ${value}` });
  if (!response?.retro_hunt) return null;
  return <RetroHuntTable subject={value} isListedAfter={false} />;
}
