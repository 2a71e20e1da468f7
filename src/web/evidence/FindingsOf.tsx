import { useAnswer } from '#web/api/use-answer.ts';
import { subjectFindingsQuestion } from './findings-question.ts';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

// few subjects have any
const SubjectFindings = lazyPart(async () => (await import('./subject-findings.tsx')).SubjectFindings);

/** What the detectors found about a subject; nothing when they found nothing. Other deployments of the interface lack it. */
export function FindingsOf({ text }: { readonly text: string }) {
  const { response, failure } = useAnswer(subjectFindingsQuestion(text), { title: `Findings about ${text}` });
  const isFailed = failure && failure.kind !== 'not-found' && failure.kind !== 'not-implemented';
  if (!isFailed && !response?.records?.length && !response?.hidden) return null;
  return <SubjectFindings text={text} />;
}
