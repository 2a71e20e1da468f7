import type { Query } from '#server/engine/engine.ts';
import { withAsnDays } from './addresses.ts';
import { percent, refreshSettings, type DaySpan } from './sql-parts.ts';

/** asn_reputation: listed addresses in percent of the active ones. */
export function refreshReputationAsn({ from, to }: DaySpan): Query<never> {
  return {
    name: 'reputation_asn',
    sql: `
      INSERT INTO reputation_asn (asn, date, asn_reputation, ips_in_asn, ips_num_active, ips_num_listed)
      WITH ${withAsnDays}
      SELECT asn, date, ${percent('listed', 'active')}, size, active, listed FROM asn_days`,
    params: { from, to },
    settings: refreshSettings,
  };
}
