import type {
  DomainInfo,
  DomainInfoAnswer,
  DomainNsReputation,
  EnrichDomainAnswer,
} from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import { showAge } from '#model/shown-time.ts';
import { providerOf } from '#web/api/score-origin.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { type FactLine, factLines, FactList } from '#web/kit/panel/FactList.tsx';
import type { PanelState } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { domainVerdict } from '#web/kit/score/domain-verdict.ts';
import { ScoreTable } from '#web/kit/score/ExplainList.tsx';
import { scoreRule } from '#web/kit/score/score-words.ts';
import { ScoreBadge } from '#web/kit/score/ScoreBadge.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import { type KeyValue, KeyValueList } from '#web/kit/ui/KeyValueList.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { type DomainPanelProps, domainState, partOf } from './domain-record.ts';
import { domainScores } from './domain-scores.ts';

/** G1: what lists of domains and the kinds of its name servers say, and who says so; "No" only of what was looked at. */
export function KnownFacts({ answer, domain }: DomainPanelProps & { readonly domain: string }) {
  return (
    <Panel title="Flags" answer={answer} read={domainState} skeleton={{ shape: 'rows', count: 9 }}>
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
      value: formatNumber(urls),
    },
  ];
  return [...known, ...(isTold ? [...factLines(['known_benign'], 'ok'), ...factLines(['scanner'])] : [])];
}

function line(id: string, label: string, kinds: FactLine['kinds'], tone: FactLine['tone'] = 'warning'): FactLine {
  return { id, label, kinds, tone, isExpected: true };
}

/** @param rank null: not on the list; undefined where the answer does not say */
function toplist(rank: number | null | undefined): FactLine {
  const value = rank === null ? 'not ranked' : formatNumber(rank);
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
      {(record) => <ScoreTable scores={domainScores(record)} provider={providerOf(record)} />}
    </Panel>
  );
}

type Server = NonNullable<DomainNsReputation['ns_srv_reputation']>[number];

/** G1: the reputation of each current name server, the worst first. */
export function NameServerReputation({ answer }: DomainPanelProps) {
  return (
    <Panel
      title="Current name servers"
      answer={answer}
      read={(response) => partOf(response, serverState)}
      skeleton={{ shape: 'rows', count: 5 }}
      footer="Reputation: the share of its domains that are listed."
    >
      {(servers) => <ServerTable servers={servers} />}
    </Panel>
  );
}

function serverState({ ns_reputation }: EnrichDomainAnswer): PanelState<readonly Server[]> {
  const servers = ns_reputation?.ns_srv_reputation ?? [];
  if (servers.length === 0) return { is: 'empty', message: 'No current name server of this domain is known.' };
  const worstFirst = [...servers].sort((a, b) => (b.ns_server_reputation ?? 0) - (a.ns_server_reputation ?? 0));
  return { is: 'data', data: worstFirst, count: servers.length };
}

function ServerTable({ servers }: { servers: readonly Server[] }) {
  return (
    <table className="w-full">
      <thead>
        <tr className="h-row text-left text-sm text-muted">
          <th className="font-normal">Name server</th>
          <th className="px-2 font-normal">Reputation</th>
          <th className="text-right font-normal" title="Listed domains of all domains on it">
            Listed
          </th>
        </tr>
      </thead>
      <tbody>
        {servers.map((server, index) => (
          <tr key={index} className="h-row border-t border-border">
            <td className="break-all">
              {server.ns_server && <IndicatorLink kind="name-server" value={server.ns_server} />}
            </td>
            <td className="px-2">
              <ScoreBadge score={server.ns_server_reputation} />
            </td>
            <td className="text-right whitespace-nowrap tabular-nums">
              {formatNumber(server.ns_server_domains_listed ?? 0)} of{' '}
              {formatNumber(server.ns_server_domain_density ?? 0)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** C1: when the domain was registered and seen, and what its age is worth. */
export function Registration({ domain }: { readonly domain: string }) {
  const question = { operationId: 'domainInfo', path: { domain } } as const;
  const answer = useAnswer(question, { title: `Registration of ${domain}` });
  return (
    <Panel title="Registration" answer={answer} read={infoState} skeleton={{ shape: 'rows', count: 9 }}>
      {(info) => <KeyValueList items={registration(info)} />}
    </Panel>
  );
}

function infoState({ domaininfo }: DomainInfoAnswer): PanelState<DomainInfo> {
  if (domaininfo && domaininfo.error === undefined) return { is: 'data', data: domaininfo };
  return {
    is: 'unknown',
    message: `${domaininfo?.error ?? 'No record'}: the collection holds neither whois data nor any observation.`,
  };
}

function registration(info: DomainInfo): KeyValue[] {
  const { domain, zone, age, info: note } = info;
  return [
    {
      key: 'domain',
      label: 'Registered domain',
      value: domain ? <IndicatorLink kind="domain" value={domain} /> : null,
    },
    { key: 'zone', label: 'Zone', value: zone ? <span className="font-mono">.{zone}</span> : null },
    {
      key: 'whois_created_date',
      label: 'Created (whois)',
      value: <DayAndAge day={info.whois_created_date} age={info.whois_age} />,
    },
    { key: 'age', label: 'Age', value: age === undefined ? note && <VisibleText text={note} /> : showAge(age) },
    { key: 'age_score', label: 'Age score', value: <ScoreBadge score={info.age_score} /> },
    {
      key: 'is_new',
      label: 'Registered within 24 h',
      // without an age nothing is known of the last day either
      value: info.is_new ? 'yes' : age === undefined && !note ? null : 'no',
    },
    { key: 'is_new_score', label: 'New score', value: <ScoreBadge score={info.is_new_score} /> },
    { key: 'first_seen', label: 'First seen', value: <TimeText value={info.first_seen} /> },
    { key: 'last_seen', label: 'Last seen', value: <TimeText value={info.last_seen} /> },
  ];
}

function DayAndAge({ day, age }: { day: string | undefined; age: number | string | undefined }) {
  return (
    <>
      <TimeText value={day} />
      {typeof age === 'number' && <span className="text-muted">, {showAge(age)} ago</span>}
    </>
  );
}
