import { useMemo } from 'react';
import type { PadnsAnswer, PadnsRecord } from '#contract/generated/types.gen.ts';
import { verdictWord } from '#model/verdict.ts';
import { type IndicatorScore, type IndicatorScores, useIndicatorScores } from '#web/api/indicator-score.ts';
import { withDay } from '#web/api/question.ts';
import type { Answer } from '#web/api/use-answer.ts';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { countColumn, indicatorColumn, scoreColumn, textColumn, timeColumn } from '#web/kit/records/record-columns.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { usePagedAnswer } from '#web/kit/records/use-paged-answer.ts';
import { LateScore } from '#web/kit/score/VerdictBadge.tsx';
import { seenFacts } from '#web/exports/row-facts.ts';
import { useAsOf } from '#web/url/as-of.ts';

const columns = [
  indicatorColumn<NsDomain>('query', 'Domain', {
    size: 280,
    meta: { indicatorOf: (value) => ({ kind: 'domain', value }) },
  }),
  scoreColumn<NsDomain>('sp_risk_score', 'Risk score', {
    size: 150,
    cell: ({ row }) => <LateScore seen={row.original.seen} isAsked={row.original.isScoreAsked} />,
    meta: { description: 'Of the domain, today' },
  }),
  textColumn<NsDomain>('verdict', 'Verdict', {
    accessorFn: ({ seen }) => seen && verdictWord(seen.state, seen.score),
    meta: { isHidden: true },
  }),
  timeColumn<NsDomain>('first_seen', 'First seen here'),
  timeColumn<NsDomain>('last_seen', 'Last seen here'),
  countColumn<NsDomain>('count', 'Count', { size: 88, meta: { description: 'How often the record was observed' } }),
  indicatorColumn<NsDomain>('nshash', 'Set of servers', {
    size: 280,
    meta: {
      description: 'Domains with exactly the same name servers have the same hash',
      indicatorOf: (value) => ({ kind: 'nshash', value }),
    },
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
          rowsOrEmpty(rows, `No domain was seen on this name server${asOf === null ? '' : ` on ${asOf}`}.`, paging)
        }
        skeleton={{ shape: 'rows', count: 24 }}
        footer={
          asOf === null ? 'Every domain ever seen here; scores are current.' : `As of ${asOf}; scores are current.`
        }
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

interface ServerSetsProps {
  readonly answer: Answer<PadnsAnswer>;
  /** Of the loaded domains. */
  readonly sets: readonly ServerSet[];
  readonly hasMore: boolean;
  readonly server: string;
}

const setColumns = [
  indicatorColumn<ServerSet>('nshash', 'Set of servers', {
    size: 300,
    meta: { indicatorOf: (value) => ({ kind: 'nshash', value }) },
  }),
  countColumn<ServerSet>('domains', 'Domains', { size: 100 }),
  scoreColumn<ServerSet>('worst', 'Worst score', { size: 130 }),
  timeColumn<ServerSet>('last_seen', 'Last seen'),
];

const setKey = ({ nshash }: ServerSet) => nshash;

/** The sets of name servers that the loaded domains share: one set is often one customer, or one campaign. */
function ServerSets({ answer, sets, hasMore, server }: ServerSetsProps) {
  return (
    <Panel
      title="Sets of name servers"
      answer={answer}
      read={() => rowsOrEmpty(sets, 'The records carry no hash of their set of servers.')}
      skeleton={{ shape: 'rows', count: 5 }}
      footer={hasMore ? 'Counts the loaded domains only; more are available.' : 'Counts all hosted domains.'}
    >
      {(rows) => (
        <RecordTable
          caption={`Sets of name servers with ${server}`}
          rows={rows}
          columns={setColumns}
          rowKey={setKey}
          urlPrefix="e."
          exportTarget={{ view: 'ns-sets', subject: server }}
        />
      )}
    </Panel>
  );
}

/** A domain on a name server. */
interface NsDomain {
  readonly query: string;
  readonly first_seen: string;
  readonly last_seen: string;
  readonly count: number | undefined;
  readonly nshash: string;
  /** null: it has no score; undefined: not answered. */
  readonly sp_risk_score: number | null | undefined;
  readonly seen: IndicatorScore | undefined;
  /** The score may still come. */
  readonly isScoreAsked: boolean;
}

function nsRecords({ records }: PadnsAnswer): readonly PadnsRecord[] {
  return records ?? [];
}

export function nsDomains(
  records: readonly PadnsRecord[],
  scores: IndicatorScores,
  isAsking: boolean,
): readonly NsDomain[] {
  return records.map(({ query = '', first_seen = '', last_seen = '', count, nshash = '' }) => ({
    query,
    first_seen,
    last_seen,
    count,
    nshash,
    sp_risk_score: scores.get(query)?.score,
    seen: scores.get(query),
    isScoreAsked: isAsking && !scores.has(query),
  }));
}

/** Domains with exactly the same set of name servers, which have the same nshash (E1). */
interface ServerSet {
  readonly nshash: string;
  readonly domains: number;
  readonly worst: number | null;
  readonly last_seen: string;
}

/** The sets among the domains, the largest first. Records without a hash belong to none. */
export function serverSets(domains: readonly NsDomain[]): readonly ServerSet[] {
  const sets = new Map<string, ServerSet>();
  for (const { nshash, sp_risk_score, last_seen } of domains) {
    if (nshash === '') continue;
    const set = sets.get(nshash) ?? { nshash, domains: 0, worst: null, last_seen: '' };
    sets.set(nshash, {
      nshash,
      domains: set.domains + 1,
      worst: worse(set.worst, sp_risk_score ?? null),
      last_seen: last_seen > set.last_seen ? last_seen : set.last_seen,
    });
  }
  return [...sets.values()].sort((a, b) => b.domains - a.domains || a.nshash.localeCompare(b.nshash));
}

function worse(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}
