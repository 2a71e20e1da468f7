import type { Query } from '#server/engine/engine.ts';
import { allOf, condition } from './condition.ts';

export interface AsNameRow {
  readonly asn: number;
  readonly asname: string;
}

/** What a name or number must be; letter case never matters. */
export interface AsNameSearch {
  /** It begins with each of these. */
  readonly beginnings: readonly string[];
  readonly contains: string | undefined;
  readonly asn: number | undefined;
}

/** As many as there are ASNs with one country's word in their name; a longer answer is no answer. */
const most = 10_000;

/** F2: by number. Several conditions must all hold; without any, every ASN is listed. */
export function asnLookupQuery({ beginnings, contains, asn }: AsNameSearch): Query<AsNameRow> {
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
  return {
    name: 'asnLookup',
    sql: `SELECT asn, asname FROM asns FINAL WHERE ${conditions.sql} ORDER BY asn LIMIT ${most}`,
    params: conditions.params,
  };
}
