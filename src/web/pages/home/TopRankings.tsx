import {
  asnReputationRankOptions,
  ipv4ReputationRankOptions,
  nameServersListedOptions,
  nsReputationRankOptions,
  subnetReputationRankOptions,
  takedownReputationRankOptions,
} from '#contract/generated/@tanstack/react-query.gen.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { RankPanel, shownOfRanking, type RankRow } from './RankPanel.tsx';

const query = { limit: shownOfRanking };

/** The worst of each kind: D1, D4, D7, D8, D11, D16. */
export function TopRankings() {
  return (
    <section aria-labelledby="rankings-heading">
      <h2 id="rankings-heading" className="mb-2 text-base font-semibold">
        Worst now
      </h2>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,23rem),1fr))] items-start gap-4">
        <Asns />
        <Takedown />
        <Subnets />
        <Addresses />
        <NameServers />
        <Listed />
      </div>
    </section>
  );
}

function Asns() {
  const title = 'AS reputation';
  const answer = useAnswer(asnReputationRankOptions({ query }), { title });
  return (
    <RankPanel
      {...{ title, answer }}
      ranking="asn"
      call={{ operationId: 'asnReputationRank', query }}
      rows={({ asn_reputation_rank: ranked = [] }) =>
        ranked.flatMap(({ asn, asname, asn_reputation }) => row('asn', asn, { name: asname, score: asn_reputation }))
      }
    />
  );
}

function Takedown() {
  const title = 'Slowest abuse response';
  const answer = useAnswer(takedownReputationRankOptions({ query }), { title });
  return (
    <RankPanel
      {...{ title, answer }}
      ranking="takedown"
      call={{ operationId: 'takedownReputationRank', query }}
      rows={({ takedown_reputation_rank: ranked = [] }) =>
        ranked.flatMap(({ asn, asname, asn_takedown_reputation }) =>
          row('asn', asn, { name: asname, slowness: asn_takedown_reputation }),
        )
      }
    />
  );
}

function Subnets() {
  const title = 'Subnet reputation';
  const answer = useAnswer(subnetReputationRankOptions({ query }), { title });
  return (
    <RankPanel
      {...{ title, answer }}
      ranking="subnet"
      call={{ operationId: 'subnetReputationRank', query }}
      rows={({ subnet_reputation_rank: ranked = [] }) =>
        ranked.flatMap(({ subnet, subnet_reputation }) => row('subnet', subnet, { score: subnet_reputation }))
      }
    />
  );
}

function Addresses() {
  const title = 'IPv4 reputation';
  const answer = useAnswer(ipv4ReputationRankOptions({ query }), { title });
  return (
    <RankPanel
      {...{ title, answer }}
      ranking="ipv4"
      call={{ operationId: 'ipv4ReputationRank', query }}
      rows={({ ip_reputation_rank: ranked = [] }) =>
        ranked.flatMap(({ ip, ip_reputation }) => row('ipv4', ip, { score: ip_reputation }))
      }
    />
  );
}

function NameServers() {
  const title = 'Name-server reputation';
  const answer = useAnswer(nsReputationRankOptions({ query }), { title });
  return (
    <RankPanel
      {...{ title, answer }}
      ranking="nameserver"
      call={{ operationId: 'nsReputationRank', query }}
      rows={({ ns_server_reputation_rank: ranked = [] }) =>
        ranked.flatMap(({ ns_server, ns_server_reputation }) =>
          row('name-server', ns_server, { score: ns_server_reputation }),
        )
      }
    />
  );
}

function Listed() {
  const title = 'Most listed domains on a name server';
  const answer = useAnswer(nameServersListedOptions({ query }), { title });
  return (
    <RankPanel
      {...{ title, answer }}
      ranking="listed"
      call={{ operationId: 'nameServersListed', query }}
      rows={({ listed_on_nameserver: ranked = [] }) =>
        ranked.flatMap(({ ns_srv, listed }) => row('name-server', ns_srv, { count: listed ?? 0 }))
      }
    />
  );
}

/** A record without its subject is no line. */
function row(
  kind: RankRow['kind'],
  subject: string | number | undefined,
  rest: Omit<RankRow, 'kind' | 'value'>,
): readonly RankRow[] {
  return subject === undefined ? [] : [{ kind, value: String(subject), ...rest }];
}
