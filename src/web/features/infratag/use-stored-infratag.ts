import { domainInfratagOptions } from '#contract/generated/@tanstack/react-query.gen.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { useAsOf } from '#web/url/as-of.ts';
import { useTagMatch } from './use-tag-match.ts';

/** C5 from the collection, for the day of the session: asking for it sends nothing out. */
export function useStoredInfratag(domain: string) {
  const [match] = useTagMatch();
  const [asOf] = useAsOf();
  const query = { mode: 'padns', match, ...(asOf !== null && { as_of: asOf }) } as const;
  const call = { operationId: 'domainInfratag', path: { domain }, query } as const;
  return { call, asOf, answer: useAnswer(domainInfratagOptions(call), { title: `Infrastructure tag of ${domain}` }) };
}
