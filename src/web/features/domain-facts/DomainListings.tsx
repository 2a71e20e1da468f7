import type { EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import { ExplainList } from '#web/components/ExplainList.tsx';
import { Panel } from '#web/components/Panel.tsx';
import type { PanelState } from '#web/components/panel-state.ts';
import { partOf, type DomainPanelProps } from './domain-record.ts';

/** G1: when and how often the domain was listed. */
export function DomainListings({ call, answer }: DomainPanelProps) {
  return (
    <Panel
      title="Listings"
      call={call}
      answer={answer}
      read={(response) => partOf(response, listingState)}
      skeleton={{ shape: 'rows', count: 11 }}
    >
      {(explain) => <ExplainList explain={explain} />}
    </Panel>
  );
}

function listingState({ listing_score, listing_score_explain }: EnrichDomainAnswer): PanelState<object> {
  if (Object.keys(listing_score_explain ?? {}).length > 0) return { is: 'data', data: listing_score_explain ?? {} };
  if (listing_score === 0)
    return { is: 'clean', word: 'Not listed', message: 'No list that the collection holds ever named this domain.' };
  return { is: 'unknown', message: 'The service says nothing about listings of this domain.' };
}
