import type { DomainInfratagAnswer } from '#contract/generated/types.gen.ts';
import { withDay } from '#web/api/question.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { useLiveAnswer } from '#web/api/use-live-answer.ts';
import { AskNow } from '#web/components/evidence/AskNow.tsx';
import { NotAsOf } from '#web/components/time/NotAsOf.tsx';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { SegmentedControl } from '#web/ui/RadioGroup.tsx';
import { useAsOf } from '#web/url/as-of.ts';
import { TagElements } from './TagElements.tsx';
import { useTagMatch } from './use-tag-match.ts';

/** C5 in padns mode: the infrastructure of the domain as it was observed, also as of another day. */
export function StoredInfratag({ domain }: { readonly domain: string }) {
  const { answer, asOf } = useStoredInfratag(domain);
  const [match, setMatch] = useTagMatch();
  return (
    <Panel
      title="Infrastructure tag"
      answer={answer}
      read={infratagState}
      skeleton={{ shape: 'text', count: 9 }}
      actions={
        <SegmentedControl
          label="Servers of its own"
          value={match}
          choices={[
            { value: 'self', label: 'Collapse own servers' },
            { value: 'full', label: 'Show names' },
          ]}
          onChange={(next) => void setMatch(next)}
        />
      }
      footer={asOf === null ? 'Based on passive DNS and the newest stored whois record.' : `As of ${asOf}.`}
    >
      {(tag) => <TagElements domain={domain} tag={tag} />}
    </Panel>
  );
}

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

/** C5 from the collection, for the day of the session: asking for it sends nothing out. */
function useStoredInfratag(domain: string) {
  const [match] = useTagMatch();
  const [asOf] = useAsOf();
  const query = { mode: 'padns', match } as const;
  const question = withDay({ operationId: 'domainInfratag', path: { domain }, query }, asOf);
  return { asOf, answer: useAnswer(question, { title: `Infrastructure tag of ${domain}` }) };
}

/** The tag, or that nothing it is made of is known. */
function infratagState({ infratag }: DomainInfratagAnswer): PanelState<string> {
  if (infratag?.tag !== undefined) return { is: 'data', data: infratag.tag };
  if (infratag?.mode === 'live')
    return {
      is: 'empty',
      message: 'DNS answers no mail server, name server or address for this domain now. It may not exist any more.',
    };
  return {
    is: 'unknown',
    message: 'Neither mail servers, name servers, hosting nor a registrar of this domain are known.',
  };
}
