import { type FunctionComponent, useMemo } from 'react';
import { formatNumber } from '#model/format.ts';
import { asnFacts, seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { useTaggedRows } from '#web/kit/records/use-tagged-rows.ts';
import { type Ranking, type RankingId, type RankingKind, type RankingRow, rankingRows, rankings } from './rankings.ts';

interface RankingProps {
  /** Maximum number of rows. */
  readonly limit: number;
}

/** A table for each ranking, with the inputs of its scores. */
export const rankingTables: { readonly [Kind in RankingKind]: FunctionComponent<RankingProps> } = {
  takedown: rankingTable('takedown'),
  asn: rankingTable('asn'),
  subnet: rankingTable('subnet'),
  ipv4: rankingTable('ipv4'),
  nameserver: rankingTable('nameserver'),
  listed: rankingTable('listed'),
};

const addressOf = ({ ip }: RankingRow) => (typeof ip === 'string' ? ({ kind: 'ipv4', value: ip } as const) : null);

/** The tags of addresses are in their records; those of others come with the ranking. */
function useAddressTags(rows: readonly RankingRow[]): readonly RankingRow[] {
  // an address without a score is not ranked
  const judged = useMemo(
    () => rows.map((row) => ({ ...row, verdict: 'scored', risk_score: null, decider: '' })),
    [rows],
  );
  return useTaggedRows(judged, addressOf);
}

function rankingTable(kind: RankingKind) {
  const { operationId, title, rows, subject, explain, list, columns }: Ranking = rankings[kind];
  return defineEvidence(
    asked<RankingProps, RankingId>(({ limit }) => ({
      operationId,
      query: { limit, ...(explain !== undefined && { explain: 1 as const }) },
    })),
    {
      title: rows,
      caption: title,
      rows: (response) => rankingRows(response, { list, ...(explain !== undefined && { explain }) }),
      useRows: kind === 'ipv4' ? useAddressTags : (rows) => rows,
      empty: 'No entries: no score of this kind is above 0.',
      columns,
      rowKey: (row) => String(row[subject]),
      expectedRows: 24,
      footer: ({ limit }, _setting, response) =>
        rankingRows(response, { list }).length >= limit &&
        `The worst ${formatNumber(limit)}; more may exist beyond the limit chosen above.`,
      urlPrefix: 't.',
      exports: {
        view: 'ranking',
        subject: () => kind,
        // a rank is not a risk verdict
        facts: (row) => {
          const { asname } = row;
          if (subject === 'asn') return asnFacts(row['asn'], typeof asname === 'string' ? asname : undefined);
          return seenFacts(row[subject]);
        },
      },
    },
  );
}
