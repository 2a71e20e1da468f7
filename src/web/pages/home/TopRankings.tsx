import { nameServer, type IndicatorKind } from '#model/indicator-kind.ts';
import type { Indicator } from '#model/indicator-of.ts';
import { RankPanel, shownOfRanking, type RankRow } from './RankPanel.tsx';

const query = { limit: shownOfRanking };
const as = (kind: IndicatorKind) => (value: string) => ({ kind, value });

/** The worst of each kind: D1, D4, D7, D8, D11, D16. */
export function TopRankings() {
  return (
    <section aria-labelledby="rankings-heading">
      <h2 id="rankings-heading" className="mb-2 text-base font-semibold">
        Worst now
      </h2>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,23rem),1fr))] items-start gap-4">
        <RankPanel
          title="AS reputation"
          ranking="asn"
          question={{ operationId: 'asnReputationRank', query }}
          rows={({ asn_reputation_rank: ranked = [] }) =>
            ranked.flatMap(({ asn, asname, asn_reputation }) =>
              row(as('asn'), asn, { name: asname, score: asn_reputation }),
            )
          }
        />
        <RankPanel
          title="Slowest abuse response"
          ranking="takedown"
          question={{ operationId: 'takedownReputationRank', query }}
          rows={({ takedown_reputation_rank: ranked = [] }) =>
            ranked.flatMap(({ asn, asname, asn_takedown_reputation }) =>
              row(as('asn'), asn, { name: asname, slowness: asn_takedown_reputation }),
            )
          }
        />
        <RankPanel
          title="Subnet reputation"
          ranking="subnet"
          question={{ operationId: 'subnetReputationRank', query }}
          rows={({ subnet_reputation_rank: ranked = [] }) =>
            ranked.flatMap(({ subnet, subnet_reputation }) => row(as('subnet'), subnet, { score: subnet_reputation }))
          }
        />
        <RankPanel
          title="IPv4 reputation"
          ranking="ipv4"
          question={{ operationId: 'ipv4ReputationRank', query }}
          rows={({ ip_reputation_rank: ranked = [] }) =>
            ranked.flatMap(({ ip, ip_reputation }) => row(as('ipv4'), ip, { score: ip_reputation }))
          }
        />
        <RankPanel
          title="Name-server reputation"
          ranking="nameserver"
          question={{ operationId: 'nsReputationRank', query }}
          rows={({ ns_server_reputation_rank: ranked = [] }) =>
            ranked.flatMap(({ ns_server, ns_server_reputation }) =>
              row(nameServer, ns_server, { score: ns_server_reputation }),
            )
          }
        />
        <RankPanel
          title="Most listed domains on a name server"
          ranking="listed"
          question={{ operationId: 'nameServersListed', query }}
          rows={({ listed_on_nameserver: ranked = [] }) =>
            ranked.flatMap(({ ns_srv, listed }) => row(nameServer, ns_srv, { count: listed ?? 0 }))
          }
        />
      </div>
    </section>
  );
}

/** A record without its subject gets no line. */
function row(
  indicator: (value: string) => Indicator,
  subject: string | number | undefined,
  rest: Omit<RankRow, 'kind' | 'value'>,
): readonly RankRow[] {
  return subject === undefined ? [] : [{ ...indicator(String(subject)), ...rest }];
}
