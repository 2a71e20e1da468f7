import { condition, type Condition } from './condition.ts';

/** The ASNs that asnum and the asname parameters choose together: each value adds to the choice. */
export interface AsnChoice {
  readonly numbers: readonly number[];
  /** Beginnings of AS names; letter case never matters. */
  readonly beginnings: readonly string[];
  readonly contains: readonly string[];
}

/** A subquery of the chosen ASNs, for use behind IN. */
export function chosenAsns({ numbers, beginnings, contains }: AsnChoice): Condition {
  return condition(
    `SELECT arrayJoin({asNumbers:Array(UInt32)}) AS asn
     UNION DISTINCT
     SELECT asn FROM asns FINAL
     WHERE arrayExists(each -> startsWith(lowerUTF8(asname), lowerUTF8(each)), {asBeginnings:Array(String)})
        OR arrayExists(each -> position(lowerUTF8(asname), lowerUTF8(each)) > 0, {asParts:Array(String)})`,
    { asNumbers: numbers, asBeginnings: beginnings, asParts: contains },
  );
}
