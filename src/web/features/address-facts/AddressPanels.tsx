import type { ReactNode } from 'react';
import type { ListingScoreExplain } from '#contract/generated/types.gen.ts';
import { addressState as verdictStateOf } from '#web/components/score/address-verdict.ts';
import { listingFacts } from '#web/components/score/listing-facts.tsx';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { scoreRule } from '#web/components/score/score-words.ts';
import { ScoreTable } from '#web/components/score/ScoreTable.tsx';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { KeyValueList, type KeyValue } from '#web/ui/KeyValueList.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { ADDRESS_FLAGS, flagTags } from './address-flags.ts';
import { addressState, partOf, type AddressPanelProps, type AddressRecord } from './address-record.ts';
import { addressScores } from './address-scores.ts';

/** What is known about the address beside its score. Only facts that the record decides are shown: IPv6 records hold few. */
export function FlagPanel({ answer }: AddressPanelProps) {
  return (
    <Panel
      title="Flags"
      answer={answer}
      read={(response) => partOf(response, factState)}
      skeleton={{ shape: 'rows', count: 7 }}
    >
      {(items) => <KeyValueList items={items} />}
    </Panel>
  );
}

function factState(record: AddressRecord): PanelState<readonly KeyValue[]> {
  const isUnknown = verdictStateOf(record) === 'unknown';
  const items = ADDRESS_FLAGS.flatMap(({ id, label, tone, holds, isScanned }) => {
    const value = holds(record);
    if (value === undefined) return [];
    if (!value) return [{ key: id, label, value: negative(record, isUnknown, isScanned) }];
    return [{ key: id, label, value: <Fact tone={tone} tags={flagTags(record, id)} /> }];
  });
  return items.length > 0
    ? { is: 'data', data: items }
    : { is: 'unknown', message: 'The answer holds no facts beside the score.' };
}

/** "No" is said only of what was looked at. */
function negative({ scan_data: scans }: AddressRecord, isUnknown: boolean, isScanned: boolean): ReactNode {
  if (isUnknown) return <span className="text-muted">Not observed</span>;
  const isLookedAt = !isScanned || !scans || Object.values(scans).some((rows) => rows.length > 0);
  return isLookedAt ? 'No' : <span className="text-muted">Not scanned</span>;
}

function Fact({ tone, tags }: { tone: Tone; tags: readonly string[] }) {
  return (
    <span className="inline-flex flex-wrap items-baseline gap-1.5">
      <Badge tone={tone}>Yes</Badge>
      {tags.map((tag) => (
        <VisibleText key={tag} text={tag} className="text-muted" />
      ))}
    </span>
  );
}

/** When and how often the address itself was listed. */
export function ListingPanel({ answer }: AddressPanelProps) {
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
    // not being listed does not mean harmless, least of all for what was never observed
    return {
      is: 'empty',
      word: 'Not listed',
      message: 'None of the lists in the collection has ever named this address.',
    };
  return { is: 'unknown', message: 'The service says nothing about listings of this address.' };
}

/** Every factor of the overall score, the one that decided, and what each was made of. */
export function ScoreBreakdown({ answer }: AddressPanelProps) {
  const shown = answer.response && addressState(answer.response);
  const state = shown?.is === 'data' ? verdictStateOf(shown.data) : undefined;
  return (
    <Panel
      title="Why this score"
      answer={answer}
      read={addressState}
      skeleton={{ shape: 'rows', count: 9 }}
      footer={state ? scoreRule(state) : undefined}
    >
      {(record) => <ScoreTable scores={addressScores(record)} />}
    </Panel>
  );
}
