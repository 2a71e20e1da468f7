import { parseIp, toIpv6Value } from '#model/ip-address.ts';
import { classifyWildcard } from '#model/wildcard.ts';
import type { TextPattern } from '#server/queries/condition.ts';
import type { Choice, PairLookup } from '#server/queries/padns-both.ts';
import { standsUnderAddresses } from '#server/queries/padns-names.ts';
import type { AddressRange } from '#server/queries/padns-selection.ts';
import { readNamePattern } from './name.ts';
import { type AsnQuery, isWide, readAsnChoice } from './padns.ts';

/** @throws ApiError 400 */
export function readPattern(parameter: string, text: string): TextPattern {
  return classifyWildcard(readNamePattern(parameter, text));
}

/** Undefined when no network is given: the address is not restricted. */
export function choiceOfRanges(ranges: readonly AddressRange[], outside: boolean): Choice | undefined {
  return ranges.length === 0 ? undefined : { patterns: [], ranges, outside };
}

/** E3, E4: ASNs that the address must, or must not, belong to. */
export function readAsns(query: AsnQuery, outside: boolean): PairLookup['asns'] {
  const choice = readAsnChoice(query);
  return choice && { choice, outside };
}

type Sides = Pick<PairLookup, 'type' | 'owner' | 'answers' | 'networks'>;
type Plan = Pick<PairLookup, 'table' | 'byKey'>;

/** Picks the side that leaves the fewest records to read; conditions on the other side then filter them. */
export function planOf({ type, owner, answers, networks }: Sides): Plan {
  const byName: Plan = { table: 'fwd', byKey: true };
  const byAnswer: Plan = { table: 'rev', byKey: true };
  const isPointer = standsUnderAddresses({ types: [type] });
  if (owner?.kind === 'exact') return byName;
  if (answers && isKey(answers, type)) return byAnswer;
  if (networks && isKey(networks, type)) return isPointer ? byName : byAnswer;
  if (owner?.kind === 'suffix' && !isPointer && !isWide(owner)) return byName;
  // a search: by name, unless every name matches
  const anyName = !owner || (owner.kind === 'prefix' && owner.prefix === '');
  return { table: anyName && !isPointer ? 'rev' : 'fwd', byKey: false };
}

/** True for a query that reads a large part of the collection: it waits for a worker. */
export function isHeavyPair({ byKey, owner }: PairLookup): boolean {
  return !byKey && !(owner?.kind === 'prefix' && !isWide(owner));
}

/** True when a few key ranges cover the selection. */
function isKey({ patterns, ranges, outside }: Choice, type: PairLookup['type']): boolean {
  if (outside) return false;
  // the tables do not store addresses as text
  const areNames =
    patterns.every(({ kind }) => kind === 'exact' || kind === 'suffix') && type !== 'A' && type !== 'AAAA';
  return (patterns.length === 0 || (areNames && !patterns.some(isWide))) && ranges.every(isNarrow);
}

/** At most a /20 of IPv4 or a /64 of IPv6: few enough records to read within a request. */
export function isNarrow({ first, last }: AddressRange): boolean {
  const [from, to] = [parseIp(first), parseIp(last)];
  if (!from || !to) return false;
  const most = 1n << (first.startsWith('::ffff:') ? 12n : 64n);
  return toIpv6Value(to) - toIpv6Value(from) < most;
}
