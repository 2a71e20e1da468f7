import { useMemo } from 'react';
import { Link } from 'react-router';
import type { DomainInfo } from '#contract/generated/types.gen.ts';
import { type IndicatorScore, useIndicatorScores } from '#web/api/indicator-score.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { indicatorColumn, scoreColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { listNames } from '#web/kit/score/evidence-words.ts';
import { LateScore } from '#web/kit/score/VerdictBadge.tsx';
import { seenFacts } from '#web/exports/row-facts.ts';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { paths } from '#web/url/paths.ts';

interface WorstDomain {
  readonly domain: string;
  readonly sp_risk_score: number | null | undefined;
  readonly seen: IndicatorScore | undefined;
  readonly first_seen: string;
  readonly last_seen: string;
  /** undefined until C4 has answered. */
  readonly info: DomainInfo | undefined;
}

const scoredAtMost = 300;
const shownAtMost = 15;

const columns = [
  indicatorColumn<WorstDomain>('domain', 'Domain', {
    size: 190,
    meta: { indicatorOf: (value) => ({ kind: 'domain', value }) },
  }),
  scoreColumn<WorstDomain>('sp_risk_score', 'Risk score', {
    size: 130,
    cell: ({ row }) => <LateScore seen={row.original.seen} isAsked={false} />,
  }),
  textColumn<WorstDomain>('listed', 'Listed by', { size: 170, accessorFn: ({ info }) => info && listNames(info, 2) }),
  textColumn<WorstDomain>('registrar', 'Registrar', { size: 140, accessorFn: ({ info }) => info?.registrar ?? '' }),
  timeColumn<WorstDomain>('first_seen', 'Here since', { size: 112 }),
  timeColumn<WorstDomain>('last_seen', 'Last seen', { size: 112 }),
];

const rowKey = ({ domain }: WorstDomain) => domain;

/** E2 ns with C3 and C4: the domains on a name server with the highest risk scores. They come once all are scored, in their order. */
export function WorstDomains({ server }: { readonly server: string }) {
  const answer = useAnswer(
    { operationId: 'padnsReverse', path: { qtype: 'ns', qname: server }, query: { limit: scoredAtMost } },
    { title: `Domains on ${server}` },
  );
  const records = answer.response?.records;
  const names = useMemo(() => [...new Set((records ?? []).flatMap(({ query }) => query ?? []))], [records]);
  const { scores, isAsking } = useIndicatorScores('domain', names);
  const worst = useMemo(
    () => names.toSorted((a, b) => (scores.get(b)?.score ?? -1) - (scores.get(a)?.score ?? -1)).slice(0, shownAtMost),
    [names, scores],
  );
  const isScored = answer.status === 'done' && !isAsking;
  const infos = useAnswer(
    { operationId: 'domainInfoBulk', body: { domains: [...worst] } },
    { title: `Registration of domains on ${server}`, enabled: isScored && worst.length > 0 },
  );
  const rows = useMemo(() => {
    const times = new Map((records ?? []).map((record) => [record.query, record]));
    const byName = new Map((infos.response?.domaininfo ?? []).map((info) => [info.query ?? info.domain, info]));
    return worst.map((domain): WorstDomain => {
      const { first_seen = '', last_seen = '' } = times.get(domain) ?? {};
      const seen = scores.get(domain);
      const days = { first_seen: first_seen.slice(0, 10), last_seen: last_seen.slice(0, 10) };
      return { domain, sp_risk_score: seen?.score, seen, ...days, info: byName.get(domain) };
    });
  }, [worst, records, scores, infos.response]);
  return (
    <Panel
      title="Worst hosted domains"
      answer={isScored || answer.status !== 'done' ? answer : { ...answer, status: 'pending' }}
      read={() =>
        rowsOrEmpty(rows, 'No domain was seen on this name server.', {
          total: names.length,
          isTotalAtLeast: names.length >= scoredAtMost,
        })
      }
      skeleton={{ shape: 'rows', count: 15 }}
      footer={
        <>
          {names.length >= scoredAtMost && `The worst of the ${scoredAtMost} seen last. `}
          <Link to={`${paths.nameServer(server)}?tab=domains`} className={linkClass}>
            All hosted domains
          </Link>
        </>
      }
    >
      {(shown) => (
        <RecordTable
          caption={`Worst domains on ${server}`}
          rows={shown}
          columns={columns}
          rowKey={rowKey}
          urlPrefix="w."
          exportTarget={{
            view: 'ns-worst-domains',
            subject: server,
            factsOf: ({ domain, first_seen: first, last_seen: last, sp_risk_score: score }) =>
              seenFacts(domain, { first, last, score }),
          }}
        />
      )}
    </Panel>
  );
}
