import type { EnrichDomainAnswer, ListingScoreExplain } from '#contract/generated/types.gen.ts';
import { domainVerdict } from '#web/components/score/domain-verdict.ts';
import { listingFacts } from '#web/components/score/listing-facts.tsx';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { scoreRule } from '#web/components/score/score-words.ts';
import { ScoreTable } from '#web/components/score/ScoreTable.tsx';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { KeyValueList, type KeyValue } from '#web/ui/KeyValueList.tsx';
import { domainState, partOf, type DomainPanelProps } from './domain-record.ts';
import { domainScores } from './domain-scores.ts';

/** G1: what lists of domains and the kinds of its name servers say; "No" only of what was looked at. */
export function KnownFacts({ answer }: DomainPanelProps) {
  return (
    <Panel title="Flags" answer={answer} read={domainState} skeleton={{ shape: 'rows', count: 7 }}>
      {(record) => <KeyValueList items={facts(record, domainVerdict(record).state === 'unknown')} />}
    </Panel>
  );
}

function facts({ ns_reputation, domain_urls }: EnrichDomainAnswer, isUnknown: boolean): KeyValue[] {
  const { is_expired, is_parked, is_sinkholed, ns_srv_reputation: servers = [] } = ns_reputation ?? {};
  // what its name servers are says nothing where none was seen
  const hasServers = servers.length > 0 && !isUnknown;
  const summary = domain_urls?.results_summary;
  const rank = summary?.toplist_rank;
  return [
    { key: 'is_expired', label: 'Expired', value: yesOrNo(is_expired, 'warning', hasServers) },
    { key: 'is_parked', label: 'Parked', value: yesOrNo(is_parked, 'warning', hasServers) },
    { key: 'is_sinkholed', label: 'Sinkholed', value: yesOrNo(is_sinkholed, 'accent', hasServers) },
    {
      key: 'is_dynamic_domain',
      label: 'Dynamic DNS',
      value: yesOrNo(summary?.is_dynamic_domain, 'warning', !isUnknown),
    },
    {
      key: 'is_url_shortener',
      label: 'URL shortener',
      value: yesOrNo(summary?.is_url_shortener, 'warning', !isUnknown),
    },
    { key: 'toplist_rank', label: 'Rank on the toplist', value: rankText(rank) },
    { key: 'results', label: 'Listed URLs', value: summary?.results?.toLocaleString('en') },
  ];
}

/** Nothing at all where the answer does not say: the list shows that as "not given", never as "no". */
function yesOrNo(holds: boolean | undefined, tone: Tone, isLookedAt: boolean) {
  if (holds === undefined) return undefined;
  if (holds) return <Badge tone={tone}>Yes</Badge>;
  return isLookedAt ? 'No' : <span className="text-muted">Not observed</span>;
}

function rankText(rank: number | null | undefined): string | undefined {
  if (rank === undefined) return undefined;
  return rank === null ? 'not on it' : rank.toLocaleString('en');
}

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
    // not being listed does not mean harmless
    return {
      is: 'empty',
      word: 'Not listed',
      message: 'None of the lists in the collection has ever named this domain.',
    };
  return { is: 'unknown', message: 'The service says nothing about listings of this domain.' };
}

/** G1 (and C2): every input of the overall score, the one that decided, and what each was made of. */
export function DomainScores({ answer }: DomainPanelProps) {
  const state = answer.response && domainVerdict(answer.response).state;
  return (
    <Panel
      title="Why this score"
      answer={answer}
      read={domainState}
      skeleton={{ shape: 'rows', count: 5 }}
      footer={state && scoreRule(state)}
    >
      {(record) => <ScoreTable scores={domainScores(record)} />}
    </Panel>
  );
}
