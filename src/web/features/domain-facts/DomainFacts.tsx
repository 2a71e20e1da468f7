import type { EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import { domainVerdict } from '#web/components/score/domain-verdict.ts';
import { FactList, factLines, type FactLine } from '#web/components/evidence/FactList.tsx';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { scoreRule } from '#web/components/score/score-words.ts';
import { ScoreTable } from '#web/components/score/ScoreTable.tsx';
import { domainState, type DomainPanelProps } from './domain-record.ts';
import { domainScores } from './domain-scores.ts';

/** G1: what lists of domains and the kinds of its name servers say, and who says so; "No" only of what was looked at. */
export function KnownFacts({ answer, domain }: DomainPanelProps & { readonly domain: string }) {
  return (
    <Panel title="Facts" answer={answer} read={domainState} skeleton={{ shape: 'rows', count: 9 }}>
      {(record) => (
        <FactList
          record={record.domaininfo ?? {}}
          lines={lines(record, domainVerdict(record).state === 'unknown')}
          subject={domain}
        />
      )}
    </Panel>
  );
}

function lines({ ns_reputation, domain_urls, domaininfo }: EnrichDomainAnswer, isUnknown: boolean): FactLine[] {
  const { is_expired, is_parked, is_sinkholed, ns_srv_reputation: servers = [] } = ns_reputation ?? {};
  const summary = domain_urls?.results_summary;
  const urls = summary?.results;
  // what its name servers are says nothing where none was seen
  const byServers = servers.length > 0 && !isUnknown ? undefined : 'Not observed';
  // where the service says which kinds are tracked, that decides
  const isTold = domaininfo?.not_tracked !== undefined;
  const byName = isUnknown && !isTold ? 'Not observed' : undefined;
  const known: FactLine[] = [
    { ...line('is_expired', 'Expired', ['expired', 'expiry']), holds: is_expired, notLookedAt: byServers },
    { ...line('is_parked', 'Parked', ['parking']), holds: is_parked, notLookedAt: byServers },
    { ...line('is_sinkholed', 'Sinkholed', ['sinkhole'], 'accent'), holds: is_sinkholed, notLookedAt: byServers },
    { ...line('dynamic', 'Dynamic DNS', ['dynamic_dns']), holds: summary?.is_dynamic_domain, notLookedAt: byName },
    { ...line('shortener', 'URL shortener', ['url_shortener']), holds: summary?.is_url_shortener, notLookedAt: byName },
    toplist(summary?.toplist_rank),
    {
      ...line('results', 'Listed URLs', ['listings']),
      holds: urls === undefined ? undefined : urls > 0,
      value: urls?.toLocaleString('en'),
    },
  ];
  return [...known, ...(isTold ? [...factLines(['known_benign'], 'ok'), ...factLines(['scanner'])] : [])];
}

function line(id: string, label: string, kinds: FactLine['kinds'], tone: FactLine['tone'] = 'warning'): FactLine {
  return { id, label, kinds, tone, isExpected: true };
}

/** @param rank null: not on the list; undefined where the answer does not say */
function toplist(rank: number | null | undefined): FactLine {
  const value = rank === null ? 'not on it' : rank?.toLocaleString('en');
  const holds = rank === undefined ? undefined : rank !== null;
  return { ...line('toplist_rank', 'Rank on the toplist', ['toplist'], 'neutral'), holds, value };
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
