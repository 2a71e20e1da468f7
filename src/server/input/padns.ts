import { lastAddress, maxPrefixLength, parseCidr, subnetOf } from '#model/cidr.ts';
import { dateToEpochSeconds } from '#model/dates.ts';
import { type IpAddress, parseIp, toIpv6Value, storedIp } from '#model/ip-address.ts';
import { readSortTerm, type SortTerm } from '#model/padns-sort.ts';
import type { DayEdge } from '#model/time-value.ts';
import { classifyWildcard } from '#model/wildcard.ts';
import { type Engine, EngineError } from '#server/engine/engine.ts';
import { badInput, invalidRegex } from '#server/http/api-error.ts';
import type { AsnChoice, TextPattern } from '#server/queries/condition.ts';
import type { AddressRange, Selection, TextMatch, TimeBounds } from '#server/queries/padns-selection.ts';
import { refusedAddress } from './address.ts';
import { readNamePattern } from './name.ts';
import { readTime } from './time.ts';

/** The common parameters of E1 to E4, after validation. */
interface CommonQuery {
  readonly first_seen_after?: string;
  readonly first_seen_before?: string;
  readonly last_seen_after?: string;
  readonly last_seen_before?: string;
  readonly as_of?: string;
  readonly sort?: readonly string[];
  readonly limit?: number;
  readonly skip?: number;
}

/** @throws ApiError 400 that names the parameter */
export function readSelection(query: CommonQuery, now: Date): Selection {
  const { limit = 100, skip = 0, sort = [] } = query;
  return { bounds: readBounds(query, dateToEpochSeconds(now)), sort: sort.map(sortTerm), limit, skip };
}

function readBounds(query: CommonQuery, now: number): TimeBounds {
  const read = (parameter: keyof CommonQuery & string, edge: DayEdge): number | undefined => {
    const text = query[parameter];
    return typeof text === 'string' ? readTime(parameter, text, now, edge) : undefined;
  };
  // as_of: first_seen <= time <= last_seen; a date without time means any moment of that day
  return {
    firstSeenAfter: read('first_seen_after', 'start'),
    firstSeenBefore: least(read('first_seen_before', 'end'), read('as_of', 'end')),
    lastSeenAfter: most(read('last_seen_after', 'start'), read('as_of', 'start')),
    lastSeenBefore: read('last_seen_before', 'end'),
  };
}

const least = (...times: (number | undefined)[]) => extreme(times, Math.min);
const most = (...times: (number | undefined)[]) => extreme(times, Math.max);

function extreme(times: readonly (number | undefined)[], pick: (...values: number[]) => number): number | undefined {
  const given = times.filter((time) => time !== undefined);
  return given.length === 0 ? undefined : pick(...given);
}

function sortTerm(text: string): SortTerm {
  const term = readSortTerm(text);
  if (!term)
    throw badInput(
      'sort',
      'sort takes <column>/<order> with the columns last_seen, first_seen, query, answer and the orders asc, desc, e.g. last_seen/desc.',
    );
  return term;
}

/** The pattern of a name in its cheapest form. @throws ApiError 400 */
export function readNameMatch(parameter: string, text: string, subdomains: boolean): TextMatch {
  const found = classifyWildcard(readNamePattern(parameter, text));
  return found.kind === 'suffix' || !subdomains ? found : { ...found, subdomains };
}

/** The addresses of a lookup with netmask. @throws ApiError 400 */
export function readRange(address: IpAddress, netmask: number | undefined): AddressRange {
  const longest = maxPrefixLength(address.version);
  const length = netmask ?? longest;
  const subnet = subnetOf(address, length);
  if (!subnet) throw badInput('netmask', `netmask takes 0 to ${longest} for an IPv${address.version} address.`);
  return { first: storedIp(subnet.network), last: storedIp(lastAddress(subnet)) };
}

/** The networks `address/length` of the parameter `network`; host bits are masked off. @throws ApiError 400 */
export function readNetworks(texts: readonly string[], version: 4 | 6): AddressRange[] {
  return texts.map((text) => {
    const subnet = parseCidr(text.trim());
    if (subnet?.network.version === version)
      return { first: storedIp(subnet.network), last: storedIp(lastAddress(subnet)) };
    const example = version === 4 ? '198.51.100.0/24' : '2001:db8::/32';
    throw badInput('network', `network takes IPv${version} networks as address/length, e.g. ${example}.`);
  });
}

/** @throws ApiError 400 when the text is not an address of that version */
export function readAddress(parameter: string, text: string, version: 4 | 6): IpAddress {
  const address = parseIp(text.trim());
  if (address?.version === version) return address;
  throw refusedAddress(version, text, parameter);
}

/**
 * Checks the expression with the RE2 of the engine before the search, so that jobs do not fail late.
 * @throws ApiError 400 that names the parameter
 */
export async function checkRegex(engine: Engine, regex: string | undefined, parameter = 'regex'): Promise<void> {
  if (regex === undefined) return;
  const question = { name: 'checkRegex', sql: "SELECT match('', {regex:String}) AS ok", params: { regex } };
  await engine.query(question).catch((error: unknown) => {
    if (!(error instanceof EngineError && error.fault === 'invalid-regex')) throw error;
    throw invalidRegex(parameter);
  });
}

/** True for a pattern that reads a large part of the collection: the query waits for a worker. */
export function isWide(match: TextMatch): boolean {
  switch (match.kind) {
    case 'exact':
      return false;
    case 'suffix': // *.example.test is a range; *.test is most of the collection
      return match.suffix.split('.').filter((label) => label !== '').length < 2;
    case 'prefix':
      return match.prefix.length < 3 || match.subdomains === true;
    case 'like':
    case 'regex':
      return true;
  }
}

/** nshash and mxhash. @throws ApiError 400 */
export function readSetHash(parameter: string, text: string): string {
  if (/^[0-9a-f]{32}$/i.test(text)) return text.toLowerCase();
  throw badInput(parameter, `${parameter} takes the hash as 32 hexadecimal digits, as nshash and mxhash give it.`);
}

/** The parameters that select ASNs in E3, E4 and E8, after validation. */
export interface AsnQuery {
  readonly asnum?: readonly number[];
  readonly asname?: readonly string[];
  readonly asname_starts_with?: readonly string[];
  readonly asname_contains?: readonly string[];
}

/** Undefined when no ASN is selected. */
export function readAsnChoice(query: AsnQuery): AsnChoice | undefined {
  const { asnum = [], asname = [], asname_starts_with = [], asname_contains = [] } = query;
  const choice = { numbers: asnum, beginnings: [...asname, ...asname_starts_with], contains: asname_contains };
  return Object.values(choice).every((list) => list.length === 0) ? undefined : choice;
}

/** @throws ApiError 400 */
export function readPattern(parameter: string, text: string): TextPattern {
  return classifyWildcard(readNamePattern(parameter, text));
}

/** At most a /20 of IPv4 or a /64 of IPv6: few enough records to read within a request. */
export function isNarrow({ first, last }: AddressRange): boolean {
  const [from, to] = [parseIp(first), parseIp(last)];
  if (!from || !to) return false;
  const most = 1n << (first.startsWith('::ffff:') ? 12n : 64n);
  return toIpv6Value(to) - toIpv6Value(from) < most;
}
