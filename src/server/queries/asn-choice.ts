import { anyOf, condition, type Condition } from './condition.ts';

/** The ASNs that asnum and the asname parameters choose together: each value adds to the choice. */
export interface AsnChoice {
  readonly numbers: readonly number[];
  /** Beginnings of AS names; letter case never matters. */
  readonly beginnings: readonly string[];
  readonly contains: readonly string[];
}

/**
 * A subquery of the chosen ASNs, for use behind IN. Each name is lowered once, and each text is a constant of the statement:
 * an array of texts inside a lambda would be repeated beside every name (0.5 GB for 15,000 letters).
 */
export function chosenAsns({ numbers, beginnings, contains }: AsnChoice): Condition {
  const numbered = condition('SELECT arrayJoin({asNumbers:Array(UInt32)}) AS asn', { asNumbers: numbers });
  if (beginnings.length + contains.length === 0) return numbered;
  const named = anyOf([
    ...beginnings.map((text, index) =>
      condition(`startsWith(name, lowerUTF8({asBeginning${index}:String}))`, { [`asBeginning${index}`]: text }),
    ),
    ...contains.map((text, index) =>
      condition(`position(name, lowerUTF8({asPart${index}:String})) > 0`, { [`asPart${index}`]: text }),
    ),
  ]);
  return condition(
    `${numbered.sql}
     UNION DISTINCT SELECT asn FROM (SELECT asn, lowerUTF8(asname) AS name FROM asns FINAL) WHERE ${named.sql}`,
    { ...numbered.params, ...named.params },
  );
}
