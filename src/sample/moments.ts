// Times of day. A domain changes at one moment of a day, its turn: the old records were last seen before it, the new ones
// first seen after it, so episodes never overlap and a domain is never seen before its registration.

import { SECONDS_A_DAY, SENSOR_DAYS, type Span } from './clock.ts';
import { hash32 } from './random.ts';

/** The registrable domain of a name (every zone of the fictional internet has one label), or an address itself. */
export function registrable(name: string): string {
  // every zone begins with a letter, every IPv4 address ends with a digit
  const last = name.lastIndexOf('.');
  if (last <= 0 || name.charCodeAt(last + 1) < 58) return name;
  return name.slice(name.lastIndexOf('.', last - 1) + 1);
}

/** Seconds after midnight, between 02:00 and 22:00 */
function turn(domain: string, daysAgo: number): number {
  return 7200 + (hash32(`turn/${domain}/${daysAgo}`) % 72_000);
}

/** When the registry recorded a change: before the effect is seen in DNS. The collection ends in the first minute of today. */
export function registrySeconds(domain: string, daysAgo: number): number {
  const h = hash32(`registry/${domain}/${daysAgo}`);
  return daysAgo === 0 ? h % 40 : turn(domain, daysAgo) - 600 - (h % 6000);
}

/** When a domain was registered. The very new were registered at midnight, so that they stay new all day. */
export function registrationSeconds(domain: string, daysAgo: number): number {
  return daysAgo < 2 ? 0 : registrySeconds(domain, daysAgo);
}

/** When a certificate was issued: names are validated in DNS, so after the records of that day appeared. */
export function issuanceSeconds(name: string, label: string, daysAgo: number): number {
  return turn(registrable(name), daysAgo) + 1800 + (hash32(`issued/${label}`) % 1800);
}

/** Records that every look-up needs are seen as soon as the sensors start: delegations, and hosts that others depend on. */
const ASKED_AT_ONCE = /^(NS|SOA)\/|\/(ns|mx|autodiscover)\d*\./;

/** For names older than the sensors: days until the first query. */
function daysUntilAsked(label: string, [from, to]: Span): number {
  if (ASKED_AT_ONCE.test(label)) return 0;
  return Math.floor(Math.min(21 * (hash32(`asked/${label}`) / 2 ** 32) ** 2, (from - to) / 2));
}

const isExact = ([from, to]: Span): boolean => !Number.isInteger(from) || !Number.isInteger(to);

/** Seconds before the midnight of the anchor (negative) of the first observation. */
function firstSeen(label: string, name: string, span: Span): number {
  const from = Math.min(span[0], SENSOR_DAYS);
  if (from === 0) return hash32(label) % 40;
  if (isExact(span)) return Math.round(-from * SECONDS_A_DAY) + (hash32(label) % 900);
  const day = from === SENSOR_DAYS ? from - daysUntilAsked(label, [from, span[1]]) : from;
  return -day * SECONDS_A_DAY + turn(registrable(name), from) + (hash32(label) % 1800);
}

/**
 * Records still in use were last seen at the last query before the collection was closed, in the first minute of the
 * anchor: popular names minutes before, others hours.
 */
function lastSeen(label: string, name: string, span: Span): number {
  const [h, to] = [hash32(`${label}/last`), span[1]];
  if (to === 0) return 59 - Math.floor(SECONDS_A_DAY * (h / 2 ** 32) ** 3.5);
  if (isExact(span)) return Math.round(-to * SECONDS_A_DAY) - 1 - (h % 900);
  return -to * SECONDS_A_DAY + turn(registrable(name), to) - 1 - (h % 1800);
}

/** First and last observation, in seconds from the midnight of the anchor. */
export function seen(label: string, name: string, span: Span): [first: number, last: number] {
  const first = firstSeen(label, name, span);
  const last = lastSeen(label, name, span);
  // the first query would be after the last one: pick a time between its beginning and the close
  return [first, last > first ? last : first + Math.floor(((59 - first) * (hash32(label) % 100)) / 100)];
}

/** A busy name is queried a dozen times a day, most a few times a week; a record seen at two times counts at least 2. */
export function observedCount(label: string, first: number, last: number): number {
  if (last <= first) return 1;
  const rate = 0.15 + 13 * (hash32(`${label}#`) / 2 ** 32) ** 3;
  return 2 + Math.floor(((last - first) / SECONDS_A_DAY) * rate);
}
