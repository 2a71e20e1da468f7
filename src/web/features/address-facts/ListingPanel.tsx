import type { ListingScoreExplain } from '#contract/generated/types.gen.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { listingFacts } from '#web/components/score/listing-facts.tsx';
import { Panel } from '#web/components/evidence/Panel.tsx';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import { KeyValueList } from '#web/ui/KeyValueList.tsx';
import { partOf, type addressState, type AddressRecord } from './address-record.ts';

interface ListingPanelProps {
  readonly answer: Answer<Parameters<typeof addressState>[0]>;
}

/** When and how often the address itself was listed. */
export function ListingPanel({ answer }: ListingPanelProps) {
  return (
    <Panel
      title="Listings"
      answer={answer}
      read={(response) => partOf(response, listingState)}
      skeleton={{ shape: 'rows', count: 6 }}
    >
      {(explain) => <KeyValueList items={listingFacts(explain)} />}
    </Panel>
  );
}

function listingState({ listing_score, listing_score_explain }: AddressRecord): PanelState<ListingScoreExplain> {
  if (Object.keys(listing_score_explain ?? {}).length > 0) return { is: 'data', data: listing_score_explain ?? {} };
  if (listing_score === 0)
    // not being listed is no all-clear, least of all for what was never observed
    return {
      is: 'empty',
      word: 'Not listed',
      message: 'None of the lists in the collection has ever named this address.',
    };
  return { is: 'unknown', message: 'The service says nothing about listings of this address.' };
}
