import type { EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import { domainVerdict } from '#web/components/score/domain-verdict.ts';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { KeyValueList, type KeyValue } from '#web/ui/KeyValueList.tsx';
import { domainState, type DomainPanelProps } from './domain-record.ts';

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
