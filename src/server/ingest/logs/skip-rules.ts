import { MAX_EPOCH_SECONDS } from '#model/dates.ts';
import { parseIp } from '#model/ip-address.ts';
import { recordsOf, withSets } from './answer-chain.ts';
import { isRecordType, type LogEntry, type LogReader, type RecordType, type SeenRecord } from './log-reader.ts';

export type LogObject = Readonly<Record<string, unknown>>;

export const reasons = {
  notJson: 'not a JSON object',
  noTime: 'the time is missing or cannot be read',
  noName: 'a name is missing',
  notDns: 'not a DNS event',
  query: 'a query without an answer',
  noAnswer: 'no answer',
  noData: 'an answer without data',
  noType: 'an answer without a record type',
  badAnswer: 'an answer cannot be read',
  badTtl: 'the TTL is out of range',
  misfit: 'an answer of another type than was asked for',
  privateReverse: 'a reverse look-up of private space',
  root: 'a record of the root zone',
  policy: 'blocked or rewritten by policy',
} as const;

export function skipped(reason: string): readonly LogEntry[] {
  return [{ what: 'skipped', reason }];
}

export function rejected(reason: string): readonly LogEntry[] {
  return [{ what: 'rejected', reason }];
}

/** Why an entry is not kept; '' for one that is. */
export function reasonOf(entry: LogEntry): string {
  return 'reason' in entry ? entry.reason : '';
}

/** A copy that does not keep the whole line, and what was read with it, in memory: for texts that outlive their line. */
export function detached(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8');
}

export function isObject(value: unknown): value is LogObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The object of a line of NDJSON; undefined for anything else. */
export function readJsonLine(line: string): LogObject | undefined {
  try {
    // a byte order mark may stand before the first line
    const value: unknown = JSON.parse(line.charCodeAt(0) === 0xfeff ? line.slice(1) : line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A format with one JSON event on each line. */
interface EventFormat {
  readonly format: string;
  readonly title: string;
  /** Whether an event is of this format and of no other, even if it has nothing to do with DNS. */
  isOwn(event: LogObject): boolean;
  read(event: LogObject): readonly LogEntry[];
}

export function eventReader({ format, title, isOwn, read }: EventFormat): LogReader {
  return {
    format,
    title,
    sniff(head) {
      const lines = head.filter((line) => line.trim() !== '');
      const own = lines.filter((line) => {
        const event = readJsonLine(line);
        return event !== undefined && isOwn(event);
      });
      return 2 * own.length > lines.length ? 0.95 : 0;
    },
    open: () => (line) => {
      const event = readJsonLine(line);
      if (event) return read(event);
      return line.trim() === '' ? [] : rejected(reasons.notJson);
    },
  };
}

const dateTime = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,12}))?(?:Z| ?UTC| ?([+-])(\d\d):?(\d\d))?$/i;
const epochText = /^\d{1,10}(?:\.\d{1,12})?$/;

/**
 * Epoch seconds of a time: epoch seconds as a number or text, or ISO 8601 with any zone (UTC where it names none).
 * @returns undefined when it is none of these, no time of the calendar, or not within 1970 to 2106
 */
export function readTime(value: unknown): number | undefined {
  if (typeof value === 'number') return inRange(value);
  if (typeof value !== 'string' || value.length > 45) return undefined;
  const match = dateTime.exec(value);
  if (!match) return epochText.test(value) ? inRange(Number(value)) : undefined;
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1, 7).map(Number);
  const [, , , , , , , fraction, sign, zoneHours, zoneMinutes] = match;
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return undefined;
  const ahead = sign === undefined ? 0 : Number(zoneHours) * 3600 + Number(zoneMinutes) * 60;
  // 60 is a leap second
  if (hours > 23 || minutes > 59 || seconds > 60 || ahead >= 86_400) return undefined;
  const utc = Date.UTC(year, month - 1, day, hours, minutes, seconds) / 1000 + (sign === '-' ? ahead : -ahead);
  return inRange(fraction === undefined ? utc : utc + Number(`0.${fraction}`));
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function inRange(seconds: number): number | undefined {
  return seconds > 0 && seconds <= MAX_EPOCH_SECONDS ? seconds : undefined;
}

/** A TTL as a number or text, 0 where there is none; undefined when it is out of range. */
export function readTtl(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return 0;
  const ttl = typeof value === 'string' && value.length <= 20 ? Number(value) : value;
  return typeof ttl === 'number' && ttl >= 0 && ttl <= 0xffff_ffff ? Math.floor(ttl) : undefined;
}

const typeNames: Readonly<Record<number, string>> = {
  ...{ 1: 'A', 2: 'NS', 5: 'CNAME', 6: 'SOA', 12: 'PTR', 15: 'MX', 16: 'TXT', 28: 'AAAA' },
  ...{ 33: 'SRV', 35: 'NAPTR', 41: 'OPT', 43: 'DS', 46: 'RRSIG', 64: 'SVCB', 65: 'HTTPS', 255: 'ANY', 257: 'CAA' },
};

/** The name of a record type that stands as a name or number; '' where there is none. */
export function typeName(value: unknown): string {
  if (typeof value === 'number') return typeNames[value] ?? `TYPE${value}`;
  if (typeof value !== 'string' || isRecordType(value)) return textOf(value);
  // no longer than what is shown of it
  const name = value.slice(0, 20).toUpperCase();
  return typeNames[Number(name)] ?? name;
}

export function typeSkip(type: string): string {
  const name = type.slice(0, 20).toUpperCase();
  // what is shown to people holds no control characters
  return /^[A-Z0-9_-]+$/.test(name) ? `record type ${name} is not kept` : 'an unknown record type is not kept';
}

const notDnsPorts: Readonly<Record<number, string>> = {
  137: 'NetBIOS (port 137)',
  5353: 'mDNS (port 5353)',
  5355: 'LLMNR (port 5355)',
};

/** Why what is said on a port is not of the DNS; undefined where it may be. */
function transportSkip(port: number): string | undefined {
  return notDnsPorts[port];
}

/** The same of both ends; a resolver may ask from any port, 5353 too, so port 53 at one end settles it. */
export function portsSkip(one: unknown, other: unknown): string | undefined {
  if (one === 53 || other === 53) return undefined;
  const reason = typeof one === 'number' ? transportSkip(one) : undefined;
  return reason ?? (typeof other === 'number' ? transportSkip(other) : undefined);
}

/** Whether a name is one of the reverse zones of private, link-local or loopback addresses, or below one. */
export function privateReverse(name: string): boolean {
  // every name passes here, and few end so
  const last = name.charCodeAt(name.length - (name.endsWith('.') ? 2 : 1));
  if (last !== 97 && last !== 65) return false;
  // long enough for the labels that are looked at, however long the name is
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

/** An answer of a log; `undefined` for what stands there but cannot be read. */
export interface LoggedAnswer {
  /** Its owner; '' where the log does not name it. */
  readonly name: string | undefined;
  /** '' where the log does not name it. */
  readonly type: string;
  /** '' where the log has none. */
  readonly data: string | undefined;
  /** Seconds. */
  readonly ttl: number | undefined;
}

export const unreadable: LoggedAnswer = { name: '', type: '', data: undefined, ttl: 0 };

/** What a log says about one answered query. */
interface LoggedResponse {
  /** As `readTime` takes it. */
  readonly time: unknown;
  readonly query: string;
  /** The type asked for; '' where the log does not say. */
  readonly type: string;
  readonly answers: readonly LoggedAnswer[];
  /** Not all answers of the query: sets of NS and MX records would have gaps. */
  readonly isPart?: boolean;
}

/** Real messages stay far below it, and sets of NS and MX records take memory with its square. */
const maxAnswers = 1000;

/** The records of a response, and why the rest of it is none: each answer is skipped for itself, and a line is rejected once. */
export function responseEntries(response: LoggedResponse): readonly LogEntry[] {
  // OPT is a part of the message that has the form of a record
  const answers = response.answers.filter(({ type }) => type !== 'OPT');
  if (answers.length === 0) return skipped(reasons.noAnswer);
  if (answers.length > maxAnswers) return rejected(`more than ${maxAnswers} answers`);
  const time = readTime(response.time);
  if (time === undefined) return rejected(reasons.noTime);
  if (answers.every(({ name, type }) => name === '' && type === '')) return flatEntries(response, answers, time);
  const records: SeenRecord[] = [];
  const others: LogEntry[] = [];
  let rejection: string | undefined;
  for (const answer of withOwners(answers, response.query)) {
    const found = readAnswer(answer, time);
    if (typeof found === 'object') records.push(found);
    else if (faults.has(found)) rejection ??= found;
    else others.push({ what: 'skipped', reason: found });
  }
  if (rejection !== undefined) others.push({ what: 'rejected', reason: rejection });
  const hasSets = response.isPart !== true && records.some(({ type }) => type === 'NS' || type === 'MX');
  const whole = hasSets ? withSets(records) : records;
  return others.length === 0 ? whole : [...whole, ...others];
}

/** Answers without an owner belong to the question, and those that follow an alias (CNAME) to what it leads to. */
function withOwners(answers: readonly LoggedAnswer[], query: string): readonly LoggedAnswer[] {
  if (answers.every(({ name }) => name !== '')) return answers;
  const isAlias = ({ name, type, data }: LoggedAnswer) => name === '' && type === 'CNAME' && data !== '';
  let name: string | undefined = query === '' ? undefined : query;
  const aliases = answers.filter(isAlias).map((answer) => {
    const owned = { ...answer, name };
    name = answer.data;
    return owned;
  });
  const others = answers.filter((answer) => !isAlias(answer));
  return [...aliases, ...others.map((answer) => (answer.name === '' ? { ...answer, name } : answer))];
}

/** Reasons for which a line is rejected; the others skip an answer. */
const faults: ReadonlySet<string> = new Set([reasons.badAnswer, reasons.badTtl, reasons.noName]);

/** The record, or why it is none. */
function readAnswer({ name, type: named, data, ttl }: LoggedAnswer, time: number): SeenRecord | string {
  if (named !== '' && !isRecordType(named)) return typeSkip(named);
  if (data === undefined) return reasons.badAnswer;
  const type = named === '' ? addressType(data) : named;
  if (type === '') return reasons.noType;
  if (data === '') return reasons.noData;
  if (name === undefined) return reasons.noName;
  if (ttl === undefined) return reasons.badTtl;
  if (name === '.') return reasons.root;
  if (privateReverse(name)) return reasons.privateReverse;
  return { what: 'record', name, type, answer: data, first: time, last: time, count: 1, ttl };
}

function addressType(text: string): RecordType | '' {
  const address = parseIp(text);
  return address ? (address.version === 4 ? 'A' : 'AAAA') : '';
}

/** Of answers with neither owners nor types. */
function flatEntries(response: LoggedResponse, answers: readonly LoggedAnswer[], time: number): readonly LogEntry[] {
  const { query, type } = response;
  if (query === '') return rejected(reasons.noName);
  if (query === '.') return skipped(reasons.root);
  if (privateReverse(query)) return skipped(reasons.privateReverse);
  if (type !== '' && type !== 'ANY' && !isRecordType(type)) return skipped(typeSkip(type));
  const texts: string[] = [];
  const ttls: number[] = [];
  for (const { data, ttl } of answers) {
    if (data === undefined) return rejected(reasons.badAnswer);
    if (ttl === undefined) return rejected(reasons.badTtl);
    texts.push(data);
    ttls.push(ttl);
  }
  const { records, misfits } = recordsOf({ query, type, answers: texts, ttls, time });
  return misfits === 0 ? records : [...records, ...skipped(reasons.misfit)];
}
