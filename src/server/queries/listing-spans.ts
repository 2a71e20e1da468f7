import { benignToplistRank } from '#model/fact-kind.ts';
import type { ListingSpan } from '#model/listing-history.ts';
import type { Query } from '#server/engine/engine.ts';

/** SQL of the spans of a group of `listings` rows, as `listingHistory` reads them, of those rows where `counts` holds. */
const listingSpansIf = (counts: string): string =>
  `groupArrayIf((toUInt32(first_listed), toUInt32(last_listed), toString(source)), ${counts})`;

/**
 * SQL: a `listings` row counts in a score of today. It does until it expires; one that ran for the usual 30 days after it was
 * last listed continues to count by its age, and one that ended earlier (short-lived or withdrawn) does not. Needs {today:Date32}.
 */
export const countsToday = '(expires >= {today:Date32} OR expires >= toDate32(last_listed) + 30)';

/** SQL: a name is known benign today. @param names SQL of a list that has the name in it, so that the key decides. Needs {today:Date32}. */
export const isBenign = (name: string, names: string): string => `
  ${name} IN (
    SELECT key FROM facts FINAL
    WHERE subject_type = 'domain' AND first = toIPv6('::') AND key IN ${names}
      AND (kind = 'known_benign' OR kind = 'toplist' AND toUInt32OrZero(value) BETWEEN 1 AND ${benignToplistRank})
      AND valid_from <= {today:Date32} AND valid_to >= {today:Date32}
  )`;

export interface HostListingsRow {
  readonly host: string;
  /** 1: its malware and c2 listings; 0: all others. */
  readonly isMalware: number;
  /** Those that count in a score. */
  readonly spans: readonly ListingSpan[];
}

/**
 * The listings that are under hosts: names or addresses as text, URLs under their host; also CIDR texts and AS numbers as
 * AS64500. No row for a host without any; no span counts of a name that is known benign. @param today 'yyyy-mm-dd'
 */
export function hostListingsQuery(name: string, hosts: readonly string[], today: string): Query<HostListingsRow> {
  return {
    name,
    sql: `
      SELECT host, category IN ('malware', 'c2') AS isMalware,
        ${listingSpansIf(`${countsToday} AND NOT ${isBenign('host', '{hosts:Array(String)}')}`)} AS spans
      FROM listings FINAL WHERE host IN {hosts:Array(String)} GROUP BY host, isMalware`,
    params: { hosts, today },
    settings: { max_threads: 1 },
  };
}
