import type { Query } from '#server/engine/engine.ts';
import { allOf, condition, mergeParams } from './condition.ts';
import type { Page } from './page.ts';

interface AsNameRow {
  readonly asn: number;
  readonly asname: string;
}

/** Conditions on a name or number, ignoring case. */
interface AsNameSearch extends Page {
  /** It begins with each of these. */
  readonly beginnings: readonly string[];
  readonly contains: string | undefined;
  readonly asn: number | undefined;
}

/** F2: a page of the names, by number, and their total count. */
interface AsNameQueries {
  readonly page: Query<AsNameRow>;
  readonly total: Query<{ readonly total: number }>;
}

/** Several conditions must all hold; without any, every ASN is listed. */
export function asnLookupQueries({ beginnings, contains, asn, limit, skip }: AsNameSearch): AsNameQueries {
  const conditions = allOf([
    ...beginnings.map((text, index) =>
      condition(`startsWith(lowerUTF8(asname), lowerUTF8({beginning${index}:String}))`, {
        [`beginning${index}`]: text,
      }),
    ),
    ...(contains === undefined
      ? []
      : [condition('position(lowerUTF8(asname), lowerUTF8({contains:String})) > 0', { contains })]),
    ...(asn === undefined ? [] : [condition('asn = {asn:UInt32}', { asn })]),
  ]);
  const settings = { max_threads: 1 };
  const from = `FROM asns FINAL WHERE ${conditions.sql}`;
  return {
    page: {
      name: 'asnLookup',
      sql: `SELECT asn, asname ${from} ORDER BY asn LIMIT {limit:UInt32} OFFSET {skip:UInt32}`,
      params: mergeParams(conditions.params, { limit, skip }),
      settings,
    },
    total: { name: 'asnLookup', sql: `SELECT count() AS total ${from}`, params: conditions.params, settings },
  };
}
