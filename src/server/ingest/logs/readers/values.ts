import { MAX_EPOCH_SECONDS, SECONDS_PER_DAY } from '#model/dates.ts';
import { isObject, type JsonObject, parsedJson, textOf } from '#model/json-value.ts';
import { type AskedFact, type DaySource, isLogRecordType, type LogEntry } from '#server/ingest/logs/log-reader.ts';

// Values that formats write in different ways (times, TTLs, types, ports), and reasons for the report.

export const reasons = {
  notJson: 'not a JSON object',
  noTime: 'the time is missing or cannot be read: send ISO 8601 or epoch seconds',
  tooEarly:
    'a time before 1990: send ISO 8601 (2026-11-25T10:00:00Z) or epoch seconds instead of spreadsheet numbers, 20261125 or times relative to a capture',
  tooLate:
    'a time more than a day ahead: correct the clock of the sensor or the unit of its times, and send the log again',
  noName: 'a name is missing',
  notDns: 'not a DNS event',
  query: 'a query without an answer',
  noAnswer: 'no answer',
  noData: 'an answer without data',
  noText: 'an answer whose data the log does not hold as text',
  noType: 'an answer without a record type',
  badAnswer: 'an answer cannot be read',
  badCount: 'the count is not a positive whole number',
  badTtl: 'the TTL is out of range',
  misfit: 'an answer of another type than was asked for',
  privateReverse: 'a reverse look-up of private space',
  root: 'a record of the root zone',
  policy: 'blocked or rewritten by policy',
  otherEvent: 'not an event of DNS, TLS or HTTP',
  noServer: 'the address of the server is missing',
  noCertificate: 'a TLS session without a certificate',
  noFingerprint: 'a certificate without its fingerprint',
  resumed: 'a resumed TLS session, which shows no certificate',
  badCertificate: 'a certificate cannot be read',
  badDigest: 'the fingerprint of a certificate is neither a SHA-1 nor a SHA-256',
  badFingerprint: 'a TLS fingerprint cannot be read',
  noResponse: 'an HTTP request without a response',
  proxy: 'an HTTP request to a proxy',
} as const;

export function skip(reason: string): LogEntry {
  return { what: 'skipped', reason };
}

export function reject(reason: string): LogEntry {
  return { what: 'rejected', reason };
}

/** The entries of a line that holds nothing to keep. */
export function skipped(reason: string): readonly LogEntry[] {
  return [skip(reason)];
}

/** The entries of a line that cannot be read. */
export function rejected(reason: string): readonly LogEntry[] {
  return [reject(reason)];
}

/** The entries of a line that could be read if these facts were given. */
export function lacking(facts: readonly AskedFact[], reason: string): readonly LogEntry[] {
  return [{ what: 'lacking', facts, reason }];
}

/** Records without a time of their own, with the source of their day. */
export function dated(entries: readonly LogEntry[], dayFrom: DaySource): readonly LogEntry[] {
  return entries.map((entry) => (entry.what === 'record' ? { ...entry, dayFrom } : entry));
}

/** A copy of a text that outlives its line: a slice would keep the whole line in memory. */
export function detached(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

/** The object of a line of NDJSON; undefined for anything else. */
export function readJsonLine(line: string): JsonObject | undefined {
  // the first line may begin with a byte order mark
  const value = parsedJson(line.charCodeAt(0) === 0xfeff ? line.slice(1) : line);
  return isObject(value) ? value : undefined;
}

const dateTime = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,12}))?(?:Z| ?UTC| ?([+-])(\d\d):?(\d\d))?$/i;
const epochText = /^\d{1,10}(?:\.\d{1,12})?$/;

/**
 * Epoch seconds of a time: epoch seconds as a number or text, or ISO 8601 in any zone (UTC without one).
 * @returns undefined for anything else, for a date that does not exist, and outside 1970 to 2106
 */
export function readTime(value: unknown): number | undefined {
  if (typeof value === 'number') return inRange(value);
  if (typeof value !== 'string' || value.length > 45) return undefined;
  const match = dateTime.exec(value);
  if (!match) return epochText.test(value) ? inRange(Number(value)) : undefined;
  const number = (group: number): number => Number(match[group]);
  const [year, month, day] = [number(1), number(2), number(3)];
  const [hours, minutes, seconds] = [number(4), number(5), number(6)];
  const [fraction, sign] = [match[7], match[8]];
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return undefined;
  const ahead = sign === undefined ? 0 : number(9) * 3600 + number(10) * 60;
  // 60 is a leap second
  if (hours > 23 || minutes > 59 || seconds > 60 || ahead >= SECONDS_PER_DAY) return undefined;
  const utc = Date.UTC(year, month - 1, day, hours, minutes, seconds) / 1000 + (sign === '-' ? ahead : -ahead);
  return inRange(fraction === undefined ? utc : utc + Number(`0.${fraction}`));
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const earliestTime = Date.UTC(1990, 0) / 1000;

/** Why a time cannot be when something was seen; undefined for one that can. All in epoch seconds. */
export function timeFault(first: number, last: number, now: number): string | undefined {
  if (first < earliestTime || last < earliestTime) return reasons.tooEarly;
  return Math.max(first, last) > now + SECONDS_PER_DAY ? reasons.tooLate : undefined;
}

/** Epoch seconds of a day 'yyyy-mm-dd' at midnight UTC; undefined for a day on which nothing can have been seen. */
export function readDay(text: string, now: number): number | undefined {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? readTime(`${text}T00:00:00Z`) : undefined;
  return day === undefined || timeFault(day, day, now) !== undefined ? undefined : day;
}

function inRange(seconds: number): number | undefined {
  return seconds > 0 && seconds <= MAX_EPOCH_SECONDS ? seconds : undefined;
}

/** A count as a number or text; 1 where there is none, undefined when it is not a positive whole number that is exact. */
export function readCount(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return 1;
  const count = typeof value === 'string' && value.length <= 20 ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 1 ? count : undefined;
}

/** A TTL as a number or text; 0 where there is none, undefined when it is out of range. */
export function readTtl(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return 0;
  const ttl = typeof value === 'string' && value.length <= 20 ? Number(value) : value;
  return typeof ttl === 'number' && ttl >= 0 && ttl <= 0xffff_ffff ? Math.floor(ttl) : undefined;
}

const typeNames: Readonly<Record<number, string>> = {
  1: 'A',
  2: 'NS',
  5: 'CNAME',
  6: 'SOA',
  12: 'PTR',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
  33: 'SRV',
  35: 'NAPTR',
  41: 'OPT',
  43: 'DS',
  46: 'RRSIG',
  64: 'SVCB',
  65: 'HTTPS',
  255: 'ANY',
  257: 'CAA',
};

/** The name of a record type, given as name or number; '' where there is none. */
export function typeName(value: unknown): string {
  if (typeof value === 'number') return typeNames[value] ?? `TYPE${value}`;
  if (typeof value !== 'string' || isLogRecordType(value)) return textOf(value);
  // no longer than what is shown of it
  const name = value.slice(0, 20).toUpperCase();
  return typeNames[Number(name)] ?? name;
}

export function typeSkip(type: string): string {
  const name = type.slice(0, 20).toUpperCase();
  // a report holds no control characters
  return /^[A-Z0-9_-]+$/.test(name) ? `record type ${name} is not kept` : 'an unknown record type is not kept';
}

const notDnsPorts: Readonly<Record<number, string>> = {
  137: 'NetBIOS (port 137)',
  5353: 'mDNS (port 5353)',
  5355: 'LLMNR (port 5355)',
};

/**
 * Why an exchange between two ports is not DNS; undefined where it may be. Port 53 at one end is DNS, because a resolver may ask from any
 * port, also 5353.
 */
export function portsSkip(one: unknown, other: unknown): string | undefined {
  if (one === 53 || other === 53) return undefined;
  const reason = typeof one === 'number' ? notDnsPorts[one] : undefined;
  return reason ?? (typeof other === 'number' ? notDnsPorts[other] : undefined);
}

/** Whether a name is one of the reverse zones of private, link-local or loopback addresses, or below one. */
export function privateReverse(name: string): boolean {
  // a quick test first, because every name is checked
  const last = name.charCodeAt(name.length - (name.endsWith('.') ? 2 : 1));
  if (last !== 97 && last !== 65) return false;
  // long enough for the labels that are checked
  const labels = name.slice(-80).toLowerCase().split('.');
  if (labels.at(-1) === '') labels.pop();
  const [arpa, zone, first = '', second = '', third = ''] = labels.reverse();
  if (arpa !== 'arpa') return false;
  if (zone === 'in-addr') return isPrivateIpv4(first, second);
  return zone === 'ip6' && (/^f[cd]/.test(first + second) || /^fe[89ab]/.test(first + second + third));
}

function isPrivateIpv4(first: string, second: string): boolean {
  if (first === '10' || first === '127') return true;
  if (first === '172') return /^(?:1[6-9]|2\d|3[01])$/.test(second);
  return (first === '192' && second === '168') || (first === '169' && second === '254');
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** 1 to 12; 0 for other text. */
export function monthNumber(name: string): number {
  return months.indexOf(name) + 1;
}
