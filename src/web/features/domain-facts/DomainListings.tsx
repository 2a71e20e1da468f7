import type { EnrichDomainAnswer, ListingScoreExplain } from '#contract/generated/types.gen.ts';
import { listingFacts } from '#web/components/score/listing-facts.tsx';
import { Panel } from '#web/components/evidence/Panel.tsx';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import { KeyValueList } from '#web/ui/KeyValueList.tsx';
import { partOf, type DomainPanelProps } from './domain-record.ts';

/** G1: when and how often the domain was listed. */
export function DomainListings({ answer }: DomainPanelProps) {
  return (
    <Panel
      title="Listings"
      answer={answer}
      read={(response) => partOf(response, listingState)}
      skeleton={{ shape: 'rows', count: 8 }}
    >
      {(explain) => <KeyValueList items={listingFacts(explain)} />}
    </Panel>
  );
}

function listingState({ listing_score, listing_score_explain }: EnrichDomainAnswer): PanelState<ListingScoreExplain> {
  if (Object.keys(listing_score_explain ?? {}).length > 0) return { is: 'data', data: listing_score_explain ?? {} };
  if (listing_score === 0)
    // not being listed is no all-clear
    return {
      is: 'empty',
      word: 'Not listed',
      message: 'None of the lists in the collection has ever named this domain.',
    };
  return { is: 'unknown', message: 'The service says nothing about listings of this domain.' };
}
