// The address plan: which subnet belongs to which network, since when, and who held it before.

import { AUTONOMOUS_SYSTEMS, autonomousSystem, type AutonomousSystem, type NetworkKind } from './autonomous-systems.ts';
import { SENSOR_DAYS } from './clock.ts';
import { BANK_HOSTS, LANDMARKS } from './landmarks.ts';
import { share } from './random.ts';

/** A period in which a network announced a subnet. `toDaysAgo` undefined: still announced. */
interface Tenure {
  asn: number;
  fromDaysAgo: number;
  toDaysAgo?: number;
}

export interface Subnet {
  /** First address in text, IPv4 or IPv6. */
  first: string;
  length: number;
  allocatedDaysAgo: number;
  country: string;
  /** Oldest first. */
  tenures: readonly Tenure[];
  /** The network that announces it today, or announced it last. */
  system: AutonomousSystem;
}

const V4_LENGTHS: Record<NetworkKind, readonly number[]> = {
  isp: [22, 23, 24, 24, 24, 25, 25, 26],
  hoster: [23, 24, 24, 24, 25, 25, 26, 26],
  cloud: [22, 23, 24, 24, 24, 25, 25, 26, 26],
  cdn: [24, 24, 24, 25, 25, 26, 26],
  university: [21, 22, 23, 24, 24, 25],
  enterprise: [24, 25, 26],
  dns: [24, 24, 25, 26, 26],
  bulletproof: [23, 24, 24, 25, 25, 26, 26],
  research: [24, 25, 26],
};
/** Two large access networks hold a /20 each, so that every length from /20 to /26 occurs. */
const EXTRA_V4: Record<number, readonly number[]> = { 64496: [20], 64512: [20] };

const V6_COUNT: Record<NetworkKind, number> = {
  isp: 2,
  hoster: 1,
  cloud: 3,
  cdn: 3,
  university: 1,
  enterprise: 1,
  dns: 1,
  bulletproof: 1,
  research: 1,
};
const V6_LENGTHS = [40, 44, 48, 48];

/** The documentation networks, laid out by hand: they hold the best-known addresses of the stories. */
const STORY_PLAN: readonly (readonly [first: string, length: number, asn: number])[] = [
  ['192.0.2.0', 26, 64510],
  ['192.0.2.64', 26, 65540],
  ['192.0.2.128', 25, 64500],
  ['198.51.100.0', 25, 64505],
  ['198.51.100.128', 25, 64502],
  ['203.0.113.0', 25, 64666],
  ['203.0.113.128', 26, 65549],
  ['203.0.113.192', 26, 65550],
];

export function v4Number(address: string): number {
  return address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
}

export function v4Text(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
}

export function isV6(subnet: Subnet): boolean {
  return subnet.first.includes(':');
}

/** Address number `offset` of a subnet, in canonical text; IPv6 offsets stay under 65,536. */
export function addressIn(subnet: Subnet, offset: number): string {
  return isV6(subnet) ? `${subnet.first}${offset.toString(16)}` : v4Text(v4Number(subnet.first) + offset);
}

/** Days before the anchor on which every `MOVE_EVERY`th subnet changed hands; spread over the whole window. */
const MOVE_EVERY = 19;

/** Kinds of networks whose address space is never sold with its hosts. */
const KEEPERS: ReadonlySet<NetworkKind> = new Set(['enterprise', 'research', 'dns']);

function tenuresOf(position: number, asn: number, allocatedDaysAgo: number): Tenure[] {
  const movedDaysAgo = 9 + ((position * 53) % 380);
  const always = [{ asn, fromDaysAgo: allocatedDaysAgo }];
  if (position % MOVE_EVERY !== 7 || allocatedDaysAgo < movedDaysAgo + 60) return always;
  const start = (position * 11) % AUTONOMOUS_SYSTEMS.length;
  const before = [...AUTONOMOUS_SYSTEMS.slice(start), ...AUTONOMOUS_SYSTEMS.slice(0, start)].find(
    (as) => as.asn !== asn && as.allocatedDaysAgo > allocatedDaysAgo && !KEEPERS.has(as.kind),
  );
  if (!before) return always;
  return [
    { asn: before.asn, fromDaysAgo: allocatedDaysAgo, toDaysAgo: movedDaysAgo + 1 },
    { asn, fromDaysAgo: movedDaysAgo },
  ];
}

/** Start of the current announcement, in days before the anchor. */
export function heldDaysAgo(s: Subnet): number {
  return s.tenures.at(-1)?.fromDaysAgo ?? s.allocatedDaysAgo;
}

const ELSEWHERE = ['US', 'DE', 'NL', 'GB', 'SG', 'BR', 'ZA', 'JP', 'FR', 'CA'];

/** Only these gain new subnets; hosting uses addresses that were announced before passive DNS begins. */
const GROWING: ReadonlySet<NetworkKind> = new Set(['isp', 'university', 'research']);

/** After the allocation of its AS, and for most subnets before the sensors started. */
function allocation(system: AutonomousSystem, label: string, young: boolean): number {
  if (young) return 60 + Math.floor(320 * share(`${label}/young`));
  const spread = Math.floor(system.allocatedDaysAgo * (0.15 + 0.85 * share(label)));
  return Math.min(system.allocatedDaysAgo - 3, Math.max(SENSOR_DAYS + 10, spread));
}

function subnet(first: string, length: number, asn: number, position: number): Subnet {
  const system = autonomousSystem(asn);
  const label = `subnet/${first}`;
  // position 0: laid out by hand for a story
  const young = position > 0 && GROWING.has(system.kind) && share(`${label}/new`) < 0.08;
  const allocatedDaysAgo = allocation(system, label, young);
  const abroad = share(`${label}/country`) < 0.15;
  return {
    first,
    length,
    allocatedDaysAgo,
    country: (abroad && ELSEWHERE[position % ELSEWHERE.length]) || system.country,
    tenures: tenuresOf(position, asn, allocatedDaysAgo),
    system,
  };
}

/** Largest first, one after the other, so that all are aligned without gaps. 198.19.192.0 upward stays unannounced. */
function planV4(): Subnet[] {
  const wanted = AUTONOMOUS_SYSTEMS.flatMap((as) =>
    [...V4_LENGTHS[as.kind], ...(EXTRA_V4[as.asn] ?? [])].map((length) => ({ asn: as.asn, length })),
  ).sort((a, b) => a.length - b.length || a.asn - b.asn);
  let next = v4Number('198.18.0.0');
  return wanted.map(({ asn, length }, position) => {
    const first = v4Text(next);
    next += 2 ** (32 - length);
    return subnet(first, length, asn, position);
  });
}

/** One /40 slot of 2001:db8::/32 for each subnet, whatever its own length. */
function planV6(): Subnet[] {
  const owners = AUTONOMOUS_SYSTEMS.flatMap((as) => Array.from({ length: V6_COUNT[as.kind] }, () => as.asn));
  return owners.map((asn, i) =>
    subnet(`2001:db8:${((i + 1) << 8).toString(16)}::`, V6_LENGTHS[i % V6_LENGTHS.length] ?? 48, asn, i + 1000),
  );
}

const storySubnets = STORY_PLAN.map(([first, length, asn]) => ({
  ...subnet(first, length, asn, 0),
  country: autonomousSystem(asn).country,
}));

export const SUBNETS: readonly Subnet[] = [...storySubnets, ...planV4(), ...planV6()];

export function subnetsOf(asn: number): readonly Subnet[] {
  return SUBNETS.filter((s) => s.system.asn === asn);
}

/** How many addresses of an IPv4 subnet run servers; each has a server name, a pointer and perhaps web sites. */
function serverCount(s: Subnet): number {
  if (isV6(s)) return 6;
  const size = 2 ** (32 - s.length);
  const busy = {
    isp: 14,
    hoster: 34,
    cloud: 30,
    cdn: 24,
    university: 16,
    enterprise: 10,
    dns: 8,
    bulletproof: 40,
    research: 5,
  };
  return Math.min(Math.floor(size / 3), busy[s.system.kind]);
}

/** Subnets of the stories, which the background does not touch. */
const STORY_ADDRESSES: ReadonlySet<string> = new Set([
  ...Object.values(LANDMARKS).map((landmark) => landmark.indicator),
  ...BANK_HOSTS.map(([, address]) => address),
]);

/** The server addresses of a subnet, evenly spread over it, never its first or last address. */
export function serversOf(s: Subnet): string[] {
  const count = serverCount(s);
  const size = isV6(s) ? 60_000 : 2 ** (32 - s.length);
  const spread = Array.from({ length: count }, (_, i) =>
    addressIn(s, 1 + Math.floor(((i + 0.4) * (size - 2)) / count)),
  );
  return spread.filter((address) => !STORY_ADDRESSES.has(address));
}
