import type { AsnChoice } from '#server/queries/asn-choice.ts';

/** The parameters that choose ASNs in E3, E4 and E8, as the contract hands them over. */
export interface AsnQuery {
  readonly asnum?: readonly number[];
  readonly asname?: readonly string[];
  readonly asname_starts_with?: readonly string[];
  readonly asname_contains?: readonly string[];
}

/** Undefined when none is chosen. */
export function readAsnChoice(query: AsnQuery): AsnChoice | undefined {
  const { asnum = [], asname = [], asname_starts_with = [], asname_contains = [] } = query;
  const choice = { numbers: asnum, beginnings: [...asname, ...asname_starts_with], contains: asname_contains };
  return Object.values(choice).every((list) => list.length === 0) ? undefined : choice;
}
