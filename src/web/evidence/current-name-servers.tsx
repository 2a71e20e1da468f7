import type { DomainNsReputation } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { given } from '#web/kit/panel/panel-source.tsx';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { ScoreBadge } from '#web/kit/score/VerdictBadge.tsx';
import { type Domain, partOf, titleOfRegistered } from './domain-record.ts';

type Server = NonNullable<DomainNsReputation['ns_srv_reputation']>[number];

/** G1: the reputation of each current name server of the registered domain, the worst first. */
export const CurrentNameServers = defineCard(
  given(({ header }: Domain) => header),
  {
    title: (domain) => titleOfRegistered('Current name servers', domain),
    read: (response) =>
      partOf(response, ({ ns_reputation: { ns_srv_reputation: servers = [] } = {} }) =>
        rowsOrEmpty(worstFirst(servers), 'No current name server of this domain is known.'),
      ),
    show: (servers) => <ServerTable servers={servers} />,
    expectedRows: 5,
    footer: 'Reputation: the share of its domains that are listed.',
  },
);

function worstFirst(servers: readonly Server[]): readonly Server[] {
  return servers.toSorted((a, b) => (b.ns_server_reputation ?? 0) - (a.ns_server_reputation ?? 0));
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
