import type { EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import { Panel } from '#web/components/Panel.tsx';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { KeyValueList, type KeyValue } from '#web/ui/KeyValueList.tsx';
import { domainState, type DomainPanelProps } from './domain-record.ts';

/** G1: what lists of domains and the kinds of its name servers say, each with yes or no. */
export function KnownFacts({ call, answer }: DomainPanelProps) {
  return (
    <Panel title="Known facts" call={call} answer={answer} read={domainState} skeleton={{ shape: 'rows', count: 7 }}>
      {(record) => <KeyValueList items={facts(record)} />}
    </Panel>
  );
}

function facts({ ns_reputation, domain_urls }: EnrichDomainAnswer): KeyValue[] {
  const { is_expired, is_parked, is_sinkholed } = ns_reputation ?? {};
  const summary = domain_urls?.results_summary;
  const rank = summary?.toplist_rank;
  return [
    { key: 'is_expired', label: 'Expired', value: yesOrNo(is_expired, 'warning') },
    { key: 'is_parked', label: 'Parked', value: yesOrNo(is_parked, 'warning') },
    { key: 'is_sinkholed', label: 'Sinkholed', value: yesOrNo(is_sinkholed, 'accent') },
    { key: 'is_dynamic_domain', label: 'Dynamic DNS', value: yesOrNo(summary?.is_dynamic_domain, 'warning') },
    { key: 'is_url_shortener', label: 'URL shortener', value: yesOrNo(summary?.is_url_shortener, 'warning') },
    { key: 'toplist_rank', label: 'Rank on the toplist', value: rankText(rank) },
    { key: 'results', label: 'Listed URLs', value: summary?.results?.toLocaleString('en') },
  ];
}

/** Nothing at all where the answer does not say: the list shows that as "not given", never as "no". */
function yesOrNo(holds: boolean | undefined, tone: Tone) {
  if (holds === undefined) return undefined;
  return holds ? <Badge tone={tone}>yes</Badge> : 'no';
}

function rankText(rank: number | null | undefined): string | undefined {
  if (rank === undefined) return undefined;
  return rank === null ? 'not on it' : rank.toLocaleString('en');
}
