import type { Query } from '#server/engine/engine.ts';
import { withSubnetDays } from './addresses.ts';
import { percent, refreshSettings, type DaySpan } from './sql-parts.ts';

/**
 * subnet_reputation: listed addresses in percent of the active ones, of those whose longest prefix it is. The size is cut
 * at 2^53 - 1, the largest integer that every reader of JSON keeps; only IPv6 networks reach it.
 */
export function refreshReputationSubnet({ from, to }: DaySpan): Query<never> {
  return {
    name: 'reputation_subnet',
    sql: `
      INSERT INTO reputation_subnet (first, length, date, subnet_reputation, ips_in_subnet, ips_num_active, ips_num_listed)
      WITH ${withSubnetDays}
      SELECT first, length, date, ${percent('listed', 'active')},
        if(length <= 75, 9007199254740991, bitShiftLeft(toUInt64(1), 128 - length)), active, listed
      FROM subnet_days`,
    params: { from, to },
    settings: refreshSettings,
  };
}
