import { Panel } from '#web/components/evidence/Panel.tsx';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';
import { infratagState } from './infratag-state.ts';
import { TagElements } from './TagElements.tsx';
import { useStoredInfratag } from './use-stored-infratag.ts';
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
            { value: 'self', label: 'as “self”' },
            { value: 'full', label: 'by name' },
          ]}
          onChange={(next) => void setMatch(next)}
        />
      }
      footer={asOf === null ? 'Made of passive DNS and the newest stored whois record.' : `As of ${asOf}.`}
    >
      {(tag) => <TagElements domain={domain} tag={tag} />}
    </Panel>
  );
}
