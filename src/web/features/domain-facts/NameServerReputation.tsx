import type { DomainNsReputation, EnrichDomainAnswer } from '#contract/generated/types.gen.ts';
import { IndicatorLink } from '#web/components/indicator/IndicatorLink.tsx';
import { Panel } from '#web/components/evidence/Panel.tsx';
import type { PanelState } from '#web/components/evidence/panel-state.ts';
import { ScoreBadge } from '#web/components/score/ScoreBadge.tsx';
import { partOf, type DomainPanelProps } from './domain-record.ts';

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
  if (servers.length === 0) return { is: 'empty', message: 'No name server of this domain is on record now.' };
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
              {(server.ns_server_domains_listed ?? 0).toLocaleString('en')} of{' '}
              {(server.ns_server_domain_density ?? 0).toLocaleString('en')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
