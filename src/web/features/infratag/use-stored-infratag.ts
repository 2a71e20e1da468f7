import { withDay } from '#web/api/question.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { useAsOf } from '#web/url/as-of.ts';
import { useTagMatch } from './use-tag-match.ts';

/** C5 from the collection, for the day of the session: asking for it sends nothing out. */
export function useStoredInfratag(domain: string) {
  const [match] = useTagMatch();
  const [asOf] = useAsOf();
  const query = { mode: 'padns', match } as const;
  const question = withDay({ operationId: 'domainInfratag', path: { domain }, query }, asOf);
  return { asOf, answer: useAnswer(question, { title: `Infrastructure tag of ${domain}` }) };
}
