import type { ListingSpan } from '#model/listing-history.ts';
import type { Query } from '#server/engine/engine.ts';

/** SQL of the spans of a group of `listings` rows, as `listingHistory` reads them. */
export const listingSpans = 'groupArray((toUInt32(first_listed), toUInt32(last_listed), toString(source)))';

export interface HostListingsRow {
  readonly host: string;
  /** 1: its malware and c2 listings; 0: all others. */
  readonly isMalware: number;
  readonly spans: readonly ListingSpan[];
}

/** The listings that stand under hosts: names or addresses as text, URLs under their host. No row for one without any. */
export function hostListingsQuery(name: string, hosts: readonly string[]): Query<HostListingsRow> {
  return {
    name,
    sql: `
      SELECT host, category IN ('malware', 'c2') AS isMalware, ${listingSpans} AS spans
      FROM listings FINAL WHERE host IN {hosts:Array(String)} GROUP BY host, isMalware`,
    params: { hosts },
    settings: { max_threads: 1 },
  };
}
