import { useMemo } from 'react';
import { withDay } from '#web/api/question.ts';
import { useIndicatorScores } from '#web/api/use-indicator-scores.ts';
import { verdictWord } from '#model/verdict.ts';
import { LateScore } from '#web/components/score/LateScore.tsx';
import { Panel } from '#web/components/evidence/Panel.tsx';
import { rowsOrEmpty } from '#web/components/evidence/panel-state.ts';
import { RecordTable } from '#web/components/records/RecordTable.tsx';
import {
  countColumn,
  indicatorColumn,
  scoreColumn,
  textColumn,
  timeColumn,
} from '#web/components/records/record-columns.tsx';
import { usePagedAnswer } from '#web/components/records/use-paged-answer.ts';
import { seenFacts } from '#web/exports/row-facts.ts';
import { useAsOf } from '#web/url/as-of.ts';
import { nsDomains, nsRecords, serverSets, type NsDomain } from './ns-domain.ts';
import { ServerSets } from './ServerSets.tsx';

const columns = [
  indicatorColumn<NsDomain>('query', 'Domain', { width: 280, indicator: (value) => ({ kind: 'domain', value }) }),
  scoreColumn<NsDomain>('sp_risk_score', 'Risk score', {
    width: 150,
    description: 'Of the domain, today',
    cell: ({ row }) => <LateScore seen={row.seen} isAsked={row.isScoreAsked} />,
  }),
  textColumn<NsDomain>('verdict', 'Verdict', {
    hidden: true,
    value: ({ seen }) => seen && verdictWord(seen.state, seen.score),
  }),
  timeColumn<NsDomain>('first_seen', 'First seen on it'),
  timeColumn<NsDomain>('last_seen', 'Last seen on it'),
  countColumn<NsDomain>('count', 'Count', { width: 88, description: 'How often the record was observed' }),
  indicatorColumn<NsDomain>('nshash', 'Set of servers', {
    width: 280,
    description: 'Domains with exactly the same name servers have the same hash',
    indicator: (value) => ({ kind: 'nshash', value }),
  }),
];

const rowKey = ({ query, nshash }: NsDomain) => `${query} ${nshash}`;

const factsOf = ({ query, first_seen: first, last_seen: last, count, sp_risk_score: score }: NsDomain) =>
  seenFacts(query, { first, last, count, score });

/** E2 ns: the domains on a name server with their risk scores (C3), and the sets of servers they share. */
export function NsDomains({ server }: { readonly server: string }) {
  const [asOf] = useAsOf();
  const title = 'Hosted domains';
  const path = { qtype: 'ns', qname: server } as const;
  const question = withDay({ operationId: 'padnsReverse', path, query: { with_metadata: 1 } }, asOf);
  const { rows: records, ...paged } = usePagedAnswer(question, { title: `${title}: ${server}`, rowsOf: nsRecords });
  const { answer, paging, fetchAll } = paged;
  const names = useMemo(() => [...new Set(records.flatMap((record) => record.query ?? []))], [records]);
  const { scores, isAsking } = useIndicatorScores('domain', names);
  const rows = useMemo(() => nsDomains(records, scores, isAsking), [records, scores, isAsking]);
  const sets = useMemo(() => serverSets(rows), [rows]);
  return (
    <div className="flex flex-col gap-3">
      <Panel
        title={title}
        answer={answer}
        read={() =>
          rowsOrEmpty(
            rows,
            `No domain was seen on this name server${asOf === null ? '' : ` on ${asOf}`}.`,
            paging.total,
          )
        }
        skeleton={{ shape: 'rows', count: 24 }}
        footer={asOf === null ? 'Scores are those of today.' : `As of ${asOf}; scores are those of today.`}
      >
        {(domains) => (
          <RecordTable
            caption={`Domains on ${server}`}
            rows={domains}
            columns={columns}
            rowKey={rowKey}
            urlPrefix="q."
            paging={paging}
            exportTarget={{
              view: 'ns-domains',
              subject: server,
              factsOf,
              fetchAll: async (options) => nsDomains(await fetchAll(options), scores, false),
            }}
          />
        )}
      </Panel>
      <ServerSets answer={answer} sets={sets} hasMore={paging.hasMore} server={server} />
    </div>
  );
}
