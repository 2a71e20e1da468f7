import type { DomainNsReputation } from '#contract/generated/types.gen.ts';
import { formatNumber } from '#model/format.ts';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { defineCard } from '#web/kit/panel/define-card.tsx';
import { given } from '#web/kit/panel/panel-source.tsx';
import { partOf, rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { reputationVerdictState } from '#model/verdict.ts';
import { domainChecked } from '#web/kit/score/domain-verdict.ts';
import { VerdictBadge } from '#web/kit/score/VerdictBadge.tsx';
import { type Domain, domainState, titleOfRegistered } from './domain-record.ts';

type Server = NonNullable<DomainNsReputation['ns_srv_reputation']>[number];

/** G1: the reputation of each current name server of the registered domain, the worst first. */
export const CurrentNameServers = defineCard(
  given(({ header }: Domain) => header),
  {
    title: (domain) => titleOfRegistered('Current name servers', domain),
    read: (response) =>
      partOf(domainState(response), (record) => {
        const { ns_srv_reputation: servers = [] } = record.ns_reputation ?? {};
        const isListable = domainChecked(record).includes('ns_reputation_score');
        const rows = worstFirst(servers).map((server) => ({ server, isListable }));
        return rowsOrEmpty(rows, 'No current name server of this domain is known.');
      }),
    show: (rows) => (
      <div className="overflow-x-auto">
        <ServerTable rows={rows} />
      </div>
    ),
    expectedRows: 5,
    footer: 'Reputation: the share of its domains that are listed.',
  },
);

function worstFirst(servers: readonly Server[]): readonly Server[] {
  return servers.toSorted((a, b) => (b.ns_server_reputation ?? 0) - (a.ns_server_reputation ?? 0));
}

interface Row {
  readonly server: Server;
  /** False when no current list could name a domain. */
  readonly isListable: boolean;
}

/** A share of 0 is a score only where domains were seen on the server and a list could name them. */
function stateOf({ server, isListable }: Row) {
  return reputationVerdictState({
    reputation: server.ns_server_reputation,
    base: server.ns_server_domain_density,
    isListable,
  });
}

function ServerTable({ rows }: { rows: readonly Row[] }) {
  return (
    <table aria-label="Current name servers" className="w-full">
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
        {rows.map((row, index) => (
          <tr key={index} className="h-row border-t border-border">
            <td className="break-all">
              {row.server.ns_server && <IndicatorLink kind="name-server" value={row.server.ns_server} />}
            </td>
            <td className="px-2">
              <VerdictBadge state={stateOf(row)} score={row.server.ns_server_reputation} />
            </td>
            <td className="text-right whitespace-nowrap tabular-nums">
              {row.isListable ? formatNumber(row.server.ns_server_domains_listed ?? 0) : '–'} of{' '}
              {formatNumber(row.server.ns_server_domain_density ?? 0)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
