import type { Connection, ConnectionAttribute } from './connection.ts';
import type { Apart } from './connection-time.ts';

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
  | 'registration'
  | 'registrant'
  | 'certificate'
  | 'first certificate'
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
  'registrar-day': 'registration',
  'registrant-email': 'registrant',
  'registrant-org': 'registrant',
  'registrant-name': 'registrant',
  'certificate-names': 'certificate',
  certificate: 'certificate',
  'first-certificate': 'first certificate',
  jarm: 'TLS',
  ja3s: 'TLS',
  ja4s: 'TLS',
  favicon: 'page',
  'html-hash': 'page',
  'html-title': 'page',
};

/** A TXT record with the senders of a domain (SPF) names its mail provider, as its mail servers do. */
export function groupOf({ attribute, value }: Connection): ConnectionGroup {
  return attribute === 'txt' && /^"?v=spf1\b/i.test(value) ? 'mail' : groups[attribute];
}

/**
 * The weight of a value in bits: how much less likely it is to meet the value by chance than not to.
 * @param sharing how many subjects have the value, the asking one included
 * @param population how many have any value of the attribute
 */
export function bitsOf(sharing: number, population: number): number {
  return sharing > 0 && population > sharing ? Math.log2(population / sharing) : 0;
}

/** Name servers and mail often come with a registration at one provider: of these groups only the best counts. */
const packaged: ReadonlySet<ConnectionGroup> = new Set(['name servers', 'registrar', 'mail']);
/** The day of registration and the registrar together count in place of both. */
const compound = { group: 'registration', day: 'creation', registrar: 'registrar' } as const;
/**
 * A site gets its first certificate when its domain is registered: of the two days only the better counts. It says nothing of names on one
 * certificate, which begins on one day for all of them.
 */
const first = { group: 'first certificate', day: 'creation', certificate: 'certificate' } as const;
/** Subjects of one operator rarely differ in these, where both are known. */
const steady: ReadonlySet<ConnectionGroup> = new Set(['creation', 'registrar', 'registrant', 'mail']);
/** What each of them takes away. */
const differingBits = 4;

/** What two subjects have in common in one group. */
export interface GroupComparison {
  readonly group: ConnectionGroup;
  /** The weight of the most telling value that both have; undefined when they have values, but none in common. */
  readonly bits: number | undefined;
  /** Both give the same e-mail address or organization as registrant. */
  readonly isSameRegistrant?: boolean;
}

/**
 * The strength of a link in bits: the best value of each group, less what differs in groups that rarely differ. What
 * differs does not count between two that name the same registrant, who may register at any time and place.
 */
export function strengthOf(compared: readonly GroupComparison[]): number {
  const shared = new Map<ConnectionGroup, number>();
  for (const { group, bits } of compared)
    if (bits !== undefined) shared.set(group, Math.max(shared.get(group) ?? 0, bits));
  const both = shared.get(compound.group);
  if (both !== undefined) {
    const [day, registrar] = [shared.get(compound.day) ?? 0, shared.get(compound.registrar) ?? 0];
    // what the day says once the registrar is known; name servers and mail may count in place of the registrar
    shared.set(compound.day, Math.max(both, day, registrar) - registrar).set(compound.registrar, registrar);
    shared.delete(compound.group);
  }
  const day = shared.get(first.group);
  if (day !== undefined)
    shared.set(first.group, shared.has(first.certificate) ? 0 : Math.max(0, day - (shared.get(first.day) ?? 0)));
  let [total, best] = [0, 0];
  for (const [group, bits] of shared) {
    if (packaged.has(group)) best = Math.max(best, bits);
    else total += bits;
  }
  if (compared.some((each) => each.isSameRegistrant)) return total + best;
  const differing = compared.filter(({ group }) => steady.has(group) && !shared.has(group));
  return total + best - differingBits * new Set(differing.map(({ group }) => group)).size;
}

export type LinkWord = 'likely' | 'possible' | 'weak';

/** Links that are named. */
export const linkTitles = {
  likely: 'Likely the same operator',
  possible: 'Possibly the same operator',
} as const satisfies Partial<Record<LinkWord, string>>;

/** From these bits on; calibrated on pairs whose owners are known (docs/connections.md). */
const likelyBits = 14;
const possibleBits = 10;

/**
 * @param hasTelling whether both have a rare value that is worth following by itself: with the day and the provider alone, one operator
 * is a guess
 */
export function linkWord(bits: number, hasTelling: boolean): LinkWord {
  if (!hasTelling) return 'weak';
  if (bits >= likelyBits) return 'likely';
  return bits >= possibleBits ? 'possible' : 'weak';
}

interface Weighed {
  readonly apart?: Partial<Apart>;
  readonly bits?: number;
  readonly population?: number;
  readonly shared_by?: number;
  readonly sampled?: number;
  readonly listed?: number;
}

/**
 * Up to this many others are looked through whatever the weight; of more, this many are looked up on the lists. A page title that more
 * addresses have says nothing by itself.
 */
export const fewOthers = 200;

/** Whether fewer have a value than the square root of those that could. */
export function isRare({ bits = 0, population = 0 }: Weighed): boolean {
  return 2 * bits >= Math.log2(population);
}

/** Whether a value says little by itself: many have it, it is not rare, and lists name few of those that were looked up. */
export function isCommon(row: Weighed): boolean {
  const { shared_by: others = 0, sampled = 0, listed = 0 } = row;
  return others > fewOthers && !isRare(row) && 2 * listed <= sampled;
}

const ofStrangers: ReadonlySet<string> = new Set(['registrar', 'created', 'registrar-day', 'first-certificate']);

/**
 * Whether a value alone is worth following. Customers of one registrar, and domains and certificates of one day, may have nothing else in
 * common, nor may those that had an address years apart.
 */
export function isTelling(attribute: string, row: Weighed): boolean {
  const { shared_by: others = 0, bits = 0, apart } = row;
  return others > 0 && bits > 0 && !apart && !ofStrangers.has(attribute) && !isCommon(row);
}
