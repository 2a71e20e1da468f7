// The plan of the ordinary domains: what each is called, how old it is, who serves it, where it lives and whether it was
// listed. Other files of this folder turn the plan into rows.

import { AUTONOMOUS_SYSTEMS, type Conduct } from '#sample/autonomous-systems.ts';
import { ALWAYS, SENSOR_DAYS, type Span } from '#sample/clock.ts';
import { randomFor, type Random } from '#sample/random.ts';
import type { Category } from '#sample/rows.ts';
import { FIRST_WORDS, SECOND_WORDS, SUFFIX_WORDS } from '#sample/words.ts';
import { isV6, serversOf, SUBNETS } from '#sample/world.ts';
import { registrable } from '#sample/moments.ts';
import {
  EXPIRY_ADDRESS,
  EXPIRY_SERVERS,
  PARKING_ADDRESSES,
  PARKING_SERVERS,
  pickOperator,
  type NameServerOperator,
} from './name-server-operators.ts';

interface NameServerEpisode {
  servers: readonly string[];
  span: Span;
}

interface Home {
  addresses: readonly string[];
  span: Span;
}

interface DomainListing {
  category: Category;
  span: Span;
}

export interface DomainPlan {
  name: string;
  ageDays: number;
  /** 0 while it is in use; else the day it was last seen. */
  lastSeenDaysAgo: number;
  registrar: string;
  nameServers: readonly NameServerEpisode[];
  homes: readonly Home[];
  ipv6: string | undefined;
  mailProvider: string | undefined;
  listings: readonly DomainListing[];
  toplistRank: number;
  expiredDaysAgo: number | undefined;
}

const DOMAIN_COUNT = 3200;
const MAIL_PROVIDERS = ['postwell.example', 'cumuline-cloud.example', 'weborchard.example', 'brightanvil.example'];
const ZONES = ['example', 'example', 'example', 'test', 'invalid'];

/** Walks the word pairs with a stride that shares no factor with their number: every name occurs once. */
function domainName(index: number, random: Random): string {
  const pairs = FIRST_WORDS.length * SECOND_WORDS.length;
  const at = (index * 3571) % pairs;
  const first = FIRST_WORDS[at % FIRST_WORDS.length] ?? '';
  const second = SECOND_WORDS[Math.floor(at / FIRST_WORDS.length)] ?? '';
  const style = random.next();
  const label =
    style < 0.5
      ? `${first}${second}`
      : style < 0.8
        ? `${first}-${second}`
        : `${first}${second}-${random.pick(SUFFIX_WORDS)}`;
  return `${label}.${random.pick(ZONES)}`;
}

const SHADY: ReadonlySet<Conduct> = new Set(['bulletproof', 'slow', 'waves', 'outbreak', 'rising', 'busy']);
const HOSTING_KINDS = new Set(['hoster', 'cloud', 'cdn', 'bulletproof']);
const hosting = SUBNETS.filter((s) => HOSTING_KINDS.has(s.system.kind));
const goodServers = hosting.filter((s) => !SHADY.has(s.system.conduct) && !isV6(s)).flatMap(serversOf);
const shadyServers = hosting.filter((s) => SHADY.has(s.system.conduct) && !isV6(s)).flatMap(serversOf);
const bulletproofServers = hosting.filter((s) => s.system.conduct === 'bulletproof' && !isV6(s)).flatMap(serversOf);
const v6Servers = hosting.filter((s) => !SHADY.has(s.system.conduct) && isV6(s)).flatMap(serversOf);

/** Squared, so that a few addresses hold many names and most hold few. */
function crowded(random: Random, servers: readonly string[]): string {
  return servers[Math.floor(random.next() ** 2.2 * servers.length)] ?? random.pick(servers);
}

function pickServer(random: Random, bad: boolean): string {
  if (bad && random.chance(0.35)) return crowded(random, bulletproofServers);
  return crowded(random, random.chance(bad ? 0.6 : 0.14) ? shadyServers : goodServers);
}

/** Cuts [from, to] into episodes at random days; at least two days each. */
export function cut(random: Random, [from, to]: Span, pieces: number): Span[] {
  const inner = Array.from({ length: pieces - 1 }, () => random.int(to + 2, Math.max(to + 2, from - 2)));
  const borders = [...new Set([from, ...inner.filter((day) => day < from && day > to), to])].sort((a, b) => b - a);
  return borders.slice(1).map((day, i) => [borders[i] ?? from, day] as const);
}

function nameServerTimeline(random: Random, home: NameServerOperator, span: Span): NameServerEpisode[] {
  const lot = random.next();
  const changes = lot < 0.72 ? 0 : lot < 0.88 ? 1 : lot < 0.96 ? random.int(2, 3) : random.int(4, 11);
  const operators = [home, ...Array.from({ length: 2 }, () => pickOperator(random))];
  // restless domains changed recently, the others at any time
  const restless: Span = changes > 3 && span[1] < 40 ? [Math.min(span[0], 70), span[1]] : span;
  const episodes = cut(random, restless, changes + 1);
  const spans = restless === span ? episodes : [[span[0], restless[0]] as const, ...episodes].filter(([a, b]) => a > b);
  // counted from the end, so that the last episode is always the home operator's
  return spans.map((episode, i) => {
    const operator = operators[(spans.length - 1 - i) % operators.length] ?? home;
    return { servers: operator.servers, span: episode };
  });
}

function planListings(random: Random, ageDays: number, goneDaysAgo: number, bad: boolean): DomainListing[] {
  if (!bad) return [];
  const category = random.pick<Category>(['phishing', 'phishing', 'malware', 'spam', 'c2', 'malware']);
  const open = random.chance(0.72) || ageDays < 30;
  // noticed while it is in use
  const earliest = Math.min(ageDays, 330);
  const first = random.int(Math.min(earliest, Math.max(open ? 0 : 20, goneDaysAgo)), earliest);
  const to = open ? 0 : random.int(Math.floor(first / 3), first - 1);
  return Array.from({ length: random.int(1, 3) }, (_, i) => ({
    category,
    span: [Math.max(to, first - i * 2), to] as const,
  }));
}

/** Fate of a domain that is no longer in use: parked, expired, or gone. */
function farewell(random: Random, span: Span): { nameServers: NameServerEpisode[]; expired: number | undefined } {
  const lot = random.next();
  const left: Span = [span[1], 0];
  if (span[1] === 0 || lot > 0.85) return { nameServers: [], expired: undefined };
  // a registry deletes an expired domain after 80 days at the latest
  if (lot < 0.45 || span[1] > 75)
    return { nameServers: [{ servers: PARKING_SERVERS, span: left }], expired: undefined };
  return { nameServers: [{ servers: EXPIRY_SERVERS, span: left }], expired: span[1] };
}

function ageOf(random: Random, bad: boolean): number {
  const lot = random.next();
  if (lot < 0.015) return random.int(2, 6);
  if (lot < 0.1 || (bad && lot < 0.7)) return random.int(7, 180);
  return lot < 0.3 ? random.int(181, 900) : random.int(901, 8400);
}

function planDomain(index: number): DomainPlan {
  const random = randomFor(`domain/${index}`);
  const operator = pickOperator(random);
  const bad = random.chance(operator.abuse);
  const ageDays = ageOf(random, bad);
  const gone = ageDays > 120 && random.chance(0.08);
  const span: Span = [Math.min(SENSOR_DAYS, ageDays), gone ? random.int(5, 90) : 0];
  const { nameServers, expired } = farewell(random, span);
  const moves = random.chance(0.62) ? 1 : random.int(2, 4);
  const name = domainName(index, random);
  return {
    name,
    ageDays,
    lastSeenDaysAgo: span[1],
    registrar: operator.registrar,
    nameServers: [...nameServerTimeline(random, operator, span), ...nameServers],
    homes: cut(random, span, moves).map((homeSpan) => ({
      addresses: Array.from({ length: random.chance(0.8) ? 1 : random.int(2, 3) }, () => pickServer(random, bad)),
      span: homeSpan,
    })),
    ipv6: random.chance(0.38) ? random.pick(v6Servers) : undefined,
    mailProvider: random.chance(0.6) ? random.pick(MAIL_PROVIDERS) : undefined,
    listings: planListings(random, ageDays, span[1], bad),
    toplistRank: !bad && !gone && ageDays > 900 && random.chance(0.3) ? 2 + index * 3 : 0,
    expiredDaysAgo: expired,
  };
}

/** The networks' own domains: old, never listed, on their own name servers. */
function operatorDomain(name: string, kind: string, asn: number, ageDays: number): DomainPlan {
  const random = randomFor(`operator/${name}`);
  const servers = SUBNETS.filter((s) => s.system.asn === asn && !isV6(s)).flatMap(serversOf);
  const inDomain = [`ns1.${name}`, `ns2.${name}`];
  return {
    name,
    ageDays,
    lastSeenDaysAgo: 0,
    registrar: 'Pinecrest Registrar Services',
    nameServers: [{ servers: inDomain, span: ALWAYS }],
    homes: [{ addresses: servers.length > 0 ? [random.pick(servers)] : [], span: ALWAYS }],
    ipv6: undefined,
    mailProvider: undefined,
    listings: [],
    toplistRank: kind === 'isp' || kind === 'cloud' ? 10_000 + asn : 0,
    expiredDaysAgo: undefined,
  };
}

/** The domains of the parking and expiry services. */
function serviceDomain(servers: readonly string[], address: string, ageDays: number): DomainPlan {
  const name = registrable(servers[0] ?? '');
  const plan = operatorDomain(name, 'service', 0, ageDays);
  return { ...plan, nameServers: [{ servers, span: ALWAYS }], homes: [{ addresses: [address], span: ALWAYS }] };
}

export function* backgroundDomains(): Generator<DomainPlan, void, undefined> {
  for (const as of AUTONOMOUS_SYSTEMS) {
    // the bank is part of a story
    if (as.asn !== 64510) yield operatorDomain(as.domain, as.kind, as.asn, as.allocatedDaysAgo + 40);
  }
  yield serviceDomain(PARKING_SERVERS, PARKING_ADDRESSES[0] ?? '', 3411);
  yield serviceDomain(EXPIRY_SERVERS, EXPIRY_ADDRESS, 4977);
  for (let index = 0; index < DOMAIN_COUNT; index++) yield planDomain(index);
}
