import type { Query } from '#server/engine/engine.ts';
import { withAsnDays } from './addresses.ts';
import { percent, refreshSettings, rounded, type DaySpan } from './sql-parts.ts';

/**
 * asn_rank: the weights of the listed addresses in percent of what they would be if every active address were listed for
 * malware. asn_rank_score: 0.6 of it, less while fewer than ten addresses are active (a few addresses prove little); it
 * is stored because the snapshot of the rank has no count of active addresses. malscore: the addresses listed for malware or
 * c2 in percent of all listed ones.
 */
export function refreshRankAsn({ from, to }: DaySpan): Query<never> {
  return {
    name: 'rank_asn',
    sql: `
      INSERT INTO rank_asn (asn, date, asn_rank, asn_rank_score, malscore)
      WITH ${withAsnDays}
      SELECT asn, date, ${percent('weight', '3 * active')} AS rank, ${rounded('6 * rank * least(active, 10)', '100')},
        ${percent('malware', 'listed')}
      FROM asn_days`,
    params: { from, to },
    settings: refreshSettings,
  };
}
