import type { ConnectionAttribute } from './connection.ts';

// How telling it is that two subjects share values: in bits, as docs/connections.md explains with numbers.

/** Values of one group depend on each other (an address and its neighbours, a server and its set), so a group counts its best value once. */
export type ConnectionGroup =
  | 'hosting'
  | 'name servers'
  | 'mail'
  | 'alias'
  | 'text'
  | 'registrar'
  | 'creation'
  | 'registrant'
  | 'certificate'
  | 'TLS'
  | 'page';

const groups: Readonly<Record<ConnectionAttribute, ConnectionGroup>> = {
  address: 'hosting',
  'ns-set': 'name servers',
  'name-server': 'name servers',
  mx: 'mail',
  cname: 'alias',
  txt: 'text',
  registrar: 'registrar',
  created: 'creation',
  'registrant-email': 'registrant',
  'registrant-org': 'registrant',
  'registrant-name': 'registrant',
  'certificate-names': 'certificate',
  certificate: 'certificate',
  jarm: 'TLS',
  ja3s: 'TLS',
  ja4s: 'TLS',
  favicon: 'page',
  'html-hash': 'page',
  'html-title': 'page',
};

export function groupOf(attribute: ConnectionAttribute): ConnectionGroup {
  return groups[attribute];
}

/**
 * The weight of a value in bits: how much less likely it is to meet the value by chance than not to.
 * @param sharing how many subjects have the value, the asking one included
 * @param population how many have any value of the attribute
 */
export function bitsOf(sharing: number, population: number): number {
  return sharing > 0 && population > sharing ? Math.log2(population / sharing) : 0;
}

/** Subjects of one operator rarely differ in these, where both are known. */
const steady: ReadonlySet<ConnectionGroup> = new Set(['creation', 'registrar', 'mail']);
/** What each of them takes away. */
const differingBits = 4;

/** What two subjects have in common in one group. */
export interface GroupComparison {
  readonly group: ConnectionGroup;
  /** The weight of the most telling value that both have; undefined when they have values, but none in common. */
  readonly bits: number | undefined;
}

/** The strength of a link in bits: the best value of each group, less what differs in groups that rarely differ. */
export function strengthOf(compared: readonly GroupComparison[]): number {
  const best = new Map<ConnectionGroup, number | undefined>();
  for (const { group, bits } of compared) {
    const before = best.get(group);
    best.set(group, bits === undefined ? before : Math.max(before ?? 0, bits));
  }
  let total = 0;
  for (const [group, bits] of best) total += bits ?? (steady.has(group) ? -differingBits : 0);
  return total;
}

export type LinkWord = 'likely' | 'possible' | 'weak';

/** From these bits on; calibrated on pairs whose owners are known (docs/connections.md). */
const likelyBits = 18;
const possibleBits = 14;

export function linkWord(bits: number): LinkWord {
  if (bits >= likelyBits) return 'likely';
  return bits >= possibleBits ? 'possible' : 'weak';
}

interface Weighed {
  readonly bits?: number;
  readonly population?: number;
  readonly shared_by?: number;
  readonly sampled?: number;
  readonly listed?: number;
}

/** Up to this many others are looked through whatever the weight; of more, this many are looked up on the lists. */
export const fewOthers = 200;

/**
 * Whether a value says little by itself: many have it, more than the square root of those that could, and lists name few of those that
 * were looked up.
 */
export function isCommon({
  bits = 0,
  population = 0,
  shared_by: others = 0,
  sampled = 0,
  listed = 0,
}: Weighed): boolean {
  return others > fewOthers && 2 * bits < Math.log2(population) && 2 * listed <= sampled;
}

/** Whether a value alone is worth following. Customers of one registrar, and domains of one day, may have nothing else in common. */
export function isTelling(attribute: string, row: Weighed): boolean {
  return (row.shared_by ?? 0) > 0 && attribute !== 'registrar' && attribute !== 'created' && !isCommon(row);
}
