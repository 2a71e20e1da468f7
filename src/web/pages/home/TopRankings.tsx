import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Link } from 'react-router';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { formatNumber } from '#model/format.ts';
import { type IndicatorKind, nameServer } from '#model/indicator-kind.ts';
import type { Indicator } from '#model/indicator-of.ts';
import type { AnswerOf, Query } from '#web/api/query.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { IndicatorLink } from '#web/kit/indicator/IndicatorLink.tsx';
import { speedWord } from '#web/kit/score/score-words.ts';
import { ScoreBadge } from '#web/kit/score/VerdictBadge.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { TabList, TabPanel } from '#web/kit/ui/Tabs.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { paths } from '#web/url/paths.ts';

/** One line of a ranking. */
interface RankRow {
  readonly kind: IndicatorKind;
  readonly value: string;
  /** The name of an AS. */
  readonly name?: string | undefined;
  /** A score from 0 to 100, or a plain count. */
  readonly score?: number | undefined;
  readonly count?: number | undefined;
  /** Abuse response of an operator, from 0 to 100. Not a risk score, so it has no band. */
  readonly slowness?: number | undefined;
}

interface RankPanelProps<Id extends OperationId> {
  readonly title: string;
  /** The kind of ranking in the path of its page. */
  readonly ranking: string;
  readonly question: Query<Id>;
  readonly rows: (response: AnswerOf<Id>) => readonly RankRow[];
}

/** The top of a ranking, linked to the full ranking. */
function RankPanel<Id extends OperationId>({ title, ranking, question, rows }: RankPanelProps<Id>) {
  const answer = useAnswer(question, { title });
  return (
    <Panel
      title={title}
      answer={answer}
      read={(response) => rowsOrEmpty(rows(response), 'No entries in this ranking.')}
      skeleton={{ shape: 'rows', count: shownOfRanking }}
      isFlush
      headingLevel={3}
      footer={
        <Link to={paths.rankings(ranking)} className={linkClass}>
          Full ranking
        </Link>
      }
    >
      {(ranked) => (
        <ol>
          {ranked.map(({ kind, value, name, score, count, slowness }) => (
            <li
              key={value}
              className="flex min-h-row items-center gap-2 border-b border-border px-3 py-0.5 last:border-b-0"
            >
              <span className="min-w-0 flex-1 truncate">
                <IndicatorLink kind={kind} value={value} />
                {name && <VisibleText text={name} className="ml-2 text-muted" />}
              </span>
              {slowness !== undefined ? (
                <span className="tabular-nums">
                  {speedWord(slowness)} ({slowness})
                </span>
              ) : count === undefined ? (
                <span className="min-w-22">
                  <ScoreBadge score={score} />
                </span>
              ) : (
                <span className="tabular-nums">{formatNumber(count)} listed</span>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

const shownOfRanking = 5;

const query = { limit: shownOfRanking };
const as = (kind: IndicatorKind) => (value: string) => ({ kind, value });

const tabs = [
  { id: 'networks', label: 'Networks' },
  { id: 'hosts', label: 'Addresses and name servers' },
] as const;
const tabParser = parseAsStringLiteral(tabs.map(({ id }) => id)).withDefault('networks');

/** The worst of each kind: networks in one tab, hosts in the other (D1, D4, D7, D8, D11, D16). */
export function TopRankings() {
  const [tab, setTab] = useQueryState('worst', tabParser);
  return (
    <section aria-labelledby="rankings-heading">
      <h2 id="rankings-heading" className="mb-1 text-base font-semibold">
        Worst now
      </h2>
      <TabList label="Rankings" idPrefix="worst" tabs={tabs} selected={tab} onSelect={(next) => void setTab(next)} />
      <TabPanel
        idPrefix="worst"
        tab={tab}
        className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,23rem),1fr))] items-start gap-4"
      >
        {tab === 'networks' ? <NetworkRankings /> : <HostRankings />}
      </TabPanel>
    </section>
  );
}

function NetworkRankings() {
  return (
    <>
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
    </>
  );
}

function HostRankings() {
  return (
    <>
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
    </>
  );
}

/** A ranking line; omitted for a record without a subject. */
function row(
  indicator: (value: string) => Indicator,
  subject: string | number | undefined,
  rest: Omit<RankRow, 'kind' | 'value'>,
): readonly RankRow[] {
  return subject === undefined ? [] : [{ ...indicator(String(subject)), ...rest }];
}
