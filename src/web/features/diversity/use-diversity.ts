import { parseAsNumberLiteral, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useAnswer, useLiveAnswer } from '#web/api/use-answer.ts';

export const DIVERSITY_TYPES = ['a', 'aaaa'] as const;
export const DIVERSITY_SCOPES = ['host', 'domain', 'subdomain', 'live'] as const;
export const DIVERSITY_DAYS = [7, 30, 90, 365] as const;

const parsers = {
  'div.type': parseAsStringLiteral(DIVERSITY_TYPES).withDefault('a'),
  'div.scope': parseAsStringLiteral(DIVERSITY_SCOPES).withDefault('host'),
  'div.days': parseAsNumberLiteral(DIVERSITY_DAYS).withDefault(30),
};

/** E7 with what the analyst chose, which is in the URL. */
export function useDiversity(host: string) {
  const [chosen, choose] = useQueryStates(parsers, { history: 'replace' });
  const { 'div.type': type, 'div.days': windowDays } = chosen;
  // E7: AAAA has no wider scope
  const scope = type === 'a' || chosen['div.scope'] === 'live' ? chosen['div.scope'] : 'host';
  const question = {
    operationId: 'padnsIpDiversity',
    path: { qtype: type, query: host },
    // E7: without a scope a timeline is live, and a look at a page must send nothing out
    query: { window: windowDays, asn: 1, timeline: 1, verbose: 1, scope },
  } as const;
  const title = `IP diversity of ${host}`;
  const isLive = scope === 'live';
  const collected = useAnswer(question, { title, enabled: !isLive });
  const live = useLiveAnswer(question, title);
  return {
    answer: isLive ? live.answer : collected,
    askLive: live.ask,
    type,
    scope,
    windowDays,
    chooseType: (next: (typeof DIVERSITY_TYPES)[number]) => void choose({ 'div.type': next }),
    chooseScope: (next: (typeof DIVERSITY_SCOPES)[number]) => void choose({ 'div.scope': next }),
    chooseWindow: (days: (typeof DIVERSITY_DAYS)[number]) => void choose({ 'div.days': days }),
  };
}
