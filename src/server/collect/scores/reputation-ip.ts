import type { Query } from '#server/engine/engine.ts';
import { withListedShare } from './listed-share.ts';
import { percent, pointing, refreshSettings, type DaySpan } from './sql-parts.ts';

/**
 * ip_reputation: of the names that pointed to the address within the last 30 days, those whose own listing was open in
 * these 30 days, in percent.
 */
export function refreshReputationIp({ from, to }: DaySpan): Query<never> {
  const listedNames = `
    SELECT reverse(host) AS rname, toInt32(first_listed) AS since, toInt32(last_listed) + 30 AS until
    FROM listings FINAL WHERE ip = toIPv6('::')`;
  return {
    name: 'reputation_ip',
    sql: `
      INSERT INTO reputation_ip (ip, date, ip_reputation, ip_density, names_num_listed)
      WITH ${pointing}, ${withListedShare('ip', 'pointing', listedNames)}
      SELECT ip, date, ${percent('listed', 'density')}, density, listed FROM listed_share`,
    params: { from, to },
    settings: refreshSettings,
  };
}
