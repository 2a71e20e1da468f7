import { useLiveAnswer } from '#web/api/use-live-answer.ts';
import { AskNow } from '#web/components/evidence/AskNow.tsx';
import { NotAsOf } from '#web/components/time/NotAsOf.tsx';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { infratagState } from './infratag-state.ts';
import { TagElements } from './TagElements.tsx';
import { useStoredInfratag } from './use-stored-infratag.ts';
import { useTagMatch } from './use-tag-match.ts';

/** C5 in live mode, asked on a press: what DNS says now, with what differs from the collected tag. */
export function LiveInfratag({ domain }: { readonly domain: string }) {
  const [match] = useTagMatch();
  const question = { operationId: 'domainInfratag', path: { domain }, query: { mode: 'live', match } } as const;
  const { answer, ask } = useLiveAnswer(question, `Infrastructure tag of ${domain} now`);
  const stored = useStoredInfratag(domain).answer.response?.infratag?.tag;
  return (
    <Panel
      title="Infrastructure tag now"
      answer={answer}
      read={infratagState}
      skeleton={{ shape: 'text', count: 6 }}
      idle={
        <AskNow label="Ask DNS now" onAsk={ask}>
          Looks up mail servers, name servers and addresses of the domain by the resolver of the service. The question
          reaches the domain’s own name servers, so the target may notice.
        </AskNow>
      }
    >
      {(tag) => (
        <>
          <NotAsOf what="DNS" />
          <TagElements domain={domain} tag={tag} comparedTag={stored} />
        </>
      )}
    </Panel>
  );
}
