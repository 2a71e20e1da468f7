import { useMemo } from 'react';
import { formatNumber } from '#model/format.ts';
import { useAnswer } from '#web/api/use-answer.ts';
import { rowsOrEmpty } from '#web/kit/panel/panel-state.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { RecordTable } from '#web/kit/records/RecordTable.tsx';
import { asnFacts, seenFacts } from '#web/exports/row-facts.ts';
import { rankingRows, rankings, type Ranking, type RankingKind, type RankingRow } from './rankings.ts';

interface RankingPanelProps {
  readonly kind: RankingKind;
  /** At most so many rows. */
  readonly limit: number;
}

/** One ranking as a table, with the inputs of its scores. */
export function RankingPanel({ kind, limit }: RankingPanelProps) {
  const ranking: Ranking = rankings[kind];
  const query = { limit, ...(ranking.explain !== undefined && { explain: 1 }) } as const;
  const answer = useAnswer({ operationId: ranking.operationId, query }, { title: ranking.title });
  const rows = useMemo(() => rankingRows(answer.response ?? {}, ranking), [answer.response, ranking]);
  const rowKey = useMemo(() => (row: RankingRow) => String(row[ranking.subject]), [ranking]);
  return (
    <Panel
      title={ranking.title}
      answer={answer}
      read={() => rowsOrEmpty(rows, 'No entries: no score of this kind is above 0.')}
      skeleton={{ shape: 'rows', count: 24 }}
      footer={
        rows.length >= limit && <>The worst {formatNumber(limit)}; more may exist beyond the limit chosen above.</>
      }
    >
      {(ranked) => (
        <RecordTable
          caption={ranking.title}
          rows={ranked}
          columns={ranking.columns}
          rowKey={rowKey}
          urlPrefix="t."
          exportTarget={{ view: 'ranking', subject: kind, factsOf: (row) => rankingFacts(row, ranking) }}
        />
      )}
    </Panel>
  );
}

/** Who stands in the ranking; its place there is not a risk verdict. */
function rankingFacts(row: RankingRow, { subject }: Ranking) {
  const { asname } = row;
  if (subject === 'asn') return asnFacts(row['asn'], typeof asname === 'string' ? asname : undefined);
  return seenFacts(row[subject]);
}
