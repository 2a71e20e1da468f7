import type { EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { type FactLine, factLines, FactList } from '#web/kit/panel/FactList.tsx';
import { given } from '#web/kit/panel/panel-source.tsx';
import { domainVerdict } from '#web/kit/score/domain-verdict.ts';
import { type Domain, domainState } from './domain-record.ts';

/** G1: flags from domain lists and from the kinds of name servers, with their sources; "No" only where one was checked. */
export const DomainFlags = defineCard(
  given(({ header }: Domain) => header),
  {
    title: 'Flags',
    read: domainState,
    show: (record, { value }) => (
      <FactList
        record={record.domaininfo ?? {}}
        lines={lines(record, domainVerdict(record).state === 'unknown')}
        subject={value}
      />
    ),
    expectedRows: 9,
  },
);

function lines({ ns_reputation, domain_urls, domaininfo }: EnrichDomainAnswer, isUnknown: boolean): FactLine[] {
  const { is_expired, is_parked, is_sinkholed, ns_srv_reputation: servers = [] } = ns_reputation ?? {};
  const summary = domain_urls?.results_summary;
  const urls = summary?.results;
  // flags from name servers are unknown where none was seen
  const byServers = servers.length > 0 && !isUnknown ? undefined : 'Not observed';
  // where the service says which kinds are tracked, that decides
  const isTold = domaininfo?.not_tracked !== undefined;
  const byName = isUnknown && !isTold ? 'Not observed' : undefined;
  const known: FactLine[] = [
    { ...line('is_expired', 'Expired', ['expired', 'expiry']), holds: is_expired ?? undefined, notLookedAt: byServers },
    { ...line('is_parked', 'Parked', ['parking']), holds: is_parked ?? undefined, notLookedAt: byServers },
    {
      ...line('is_sinkholed', 'Sinkholed', ['sinkhole'], 'accent'),
      holds: is_sinkholed ?? undefined,
      notLookedAt: byServers,
    },
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
