import type { FunctionComponent } from 'react';
import { formatNumber } from '#model/format.ts';
import { asnFacts, seenFacts } from '#web/exports/row-facts.ts';
import { defineEvidence } from '#web/kit/panel/define-evidence.tsx';
import { asked } from '#web/kit/panel/panel-source.tsx';
import { type Ranking, type RankingId, type RankingKind, rankingRows, rankings } from './rankings.ts';

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

function rankingTable(kind: RankingKind) {
  const { operationId, title, subject, explain, list, columns }: Ranking = rankings[kind];
  return defineEvidence(
    asked<RankingProps, RankingId>(({ limit }) => ({
      operationId,
      query: { limit, ...(explain !== undefined && { explain: 1 as const }) },
    })),
    {
      title,
      rows: (response) => rankingRows(response, { list, ...(explain !== undefined && { explain }) }),
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
