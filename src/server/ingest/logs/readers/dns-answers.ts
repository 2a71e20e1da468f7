import { ipVersion } from '#model/ip-address.ts';
import { isLogRecordType, type LogEntry, type LogRecordType, type SeenRecord } from '#server/ingest/logs/log-reader.ts';
import { isPresented, presentedData } from '#server/ingest/journal/record-data.ts';
import {
  privateReverse,
  readCount,
  readTime,
  readTtl,
  reasons,
  reject,
  rejected,
  skip,
  skipped,
  typeName,
  typeSkip,
} from './values.ts';

// Records of the answers in a log: of responses with their question (`responseEntries`), and of records with their owners
// (`recordEntries`).

/** An answer of a log; `undefined` for a value that cannot be read. */
export interface LoggedAnswer {
  /** Its owner; '' where the log has none. */
  readonly name: string | undefined;
  /** '' where the log has none. */
  readonly type: string;
  /** '' where the log has none. */
  readonly data: string | undefined;
  /** Seconds. */
  readonly ttl: number | undefined;
}

export const unreadable: LoggedAnswer = { name: '', type: '', data: undefined, ttl: 0 };

/** One answered query of a log. */
interface LoggedResponse {
  /** As `readTime` takes it. */
  readonly time: unknown;
  readonly query: string;
  /** The type asked for; '' where the log has none. */
  readonly type: string;
  readonly answers: readonly LoggedAnswer[];
  /** Whether answers may be missing: sets of NS and MX records would be incomplete. */
  readonly isPart?: boolean;
}

/** Real messages have far fewer. Sets of NS and MX records take memory with the square of it. */
export const maxAnswers = 1000;

/** The records of a response, and why other answers are not kept: each answer is skipped on its own, but a line is rejected once. */
export function responseEntries(response: LoggedResponse): readonly LogEntry[] {
  // OPT is a record in form only
  const answers = response.answers.filter(({ type }) => type !== 'OPT');
  if (answers.length === 0) return skipped(reasons.noAnswer);
  if (answers.length > maxAnswers) return rejected(`more than ${maxAnswers} answers`);
  const time = readTime(response.time);
  if (time === undefined) return rejected(reasons.noTime);
  if (answers.every(({ name, type }) => name === '' && type === '')) return flatEntries(response, answers, time);
  const records: SeenRecord[] = [];
  const others: LogEntry[] = [];
  let rejection: string | undefined;
  const add = (answer: LoggedAnswer, owner: string | undefined): void => {
    const found = readAnswer(answer, owner, time);
    if (typeof found === 'object') records.push(found);
    else if (faults.has(found)) rejection ??= found;
    else others.push(skip(found));
  };
  // answers without an owner belong to the question, and those that follow an alias (CNAME) to what it leads to
  let owner = response.query === '' ? undefined : response.query;
  for (const answer of answers) {
    if (!isOwnerlessAlias(answer)) continue;
    add(answer, owner);
    owner = answer.data;
  }
  for (const answer of answers) if (!isOwnerlessAlias(answer)) add(answer, answer.name === '' ? owner : answer.name);
  if (rejection !== undefined) others.push(reject(rejection));
  const whole = response.isPart === true ? records : withSets(records);
  return others.length === 0 ? whole : [...whole, ...others];
}

function isOwnerlessAlias({ name, type, data }: LoggedAnswer): boolean {
  return name === '' && type === 'CNAME' && data !== '' && data !== '.';
}

/** Reasons to reject a line; the others skip an answer. */
const faults: ReadonlySet<string> = new Set([reasons.badAnswer, reasons.badTtl, reasons.noName]);

/** The record, or the reason why the answer is not kept. */
function readAnswer(
  { type: named, data, ttl }: LoggedAnswer,
  name: string | undefined,
  time: number,
): SeenRecord | string {
  if (named !== '' && !isLogRecordType(named)) return typeSkip(named);
  if (data === undefined) return reasons.badAnswer;
  const type = named === '' ? addressType(data) : named;
  if (type === '') return reasons.noType;
  if (isNoData(data, type)) return reasons.noData;
  const answer = isPresented(type) ? presentedData(type, data) : data;
  if (answer === null) return reasons.noText;
  if (name === undefined) return reasons.noName;
  if (ttl === undefined) return reasons.badTtl;
  if (name === '.') return reasons.root;
  if (privateReverse(name)) return reasons.privateReverse;
  return { what: 'record', name, type, answer, first: time, last: time, count: 1, ttl };
}

/**
 * The root as target, as of a null MX (RFC 7505) or of the SOA of an empty zone, leaves nothing to keep. Logs write it as a dot or as
 * nothing.
 */
function isNoData(data: string, type: string): boolean {
  // DNS-collector writes a minus for data that it does not decode
  return data === '' || (data === '.' && type !== 'TXT') || (data === '-' && isPresented(type));
}

function addressType(text: string): LogRecordType | '' {
  const version = ipVersion(text);
  return version === null ? '' : version === 4 ? 'A' : 'AAAA';
}

/** The entries of answers with neither owners nor types. */
function flatEntries(response: LoggedResponse, answers: readonly LoggedAnswer[], time: number): readonly LogEntry[] {
  const { query, type } = response;
  if (query === '') return rejected(reasons.noName);
  if (query === '.') return skipped(reasons.root);
  if (privateReverse(query)) return skipped(reasons.privateReverse);
  if (type !== '' && type !== 'ANY' && !isLogRecordType(type)) return skipped(typeSkip(type));
  const texts: string[] = [];
  const ttls: number[] = [];
  for (const { data, ttl } of answers) {
    if (data === undefined) return rejected(reasons.badAnswer);
    if (ttl === undefined) return rejected(reasons.badTtl);
    texts.push(data);
    ttls.push(ttl);
  }
  const { records, others } = recordsOf({ query, type, answers: texts, ttls, time });
  return others.length === 0 ? records : [...records, ...others];
}

/** One transaction of a log that has the question, and answers without their owners. */
interface FlatAnswers {
  readonly query: string;
  /** The type asked for, 'A'; '' where the log does not say. */
  readonly type: string;
  readonly answers: readonly string[];
  /** Seconds, one for each answer; shorter where the log has fewer. */
  readonly ttls: readonly number[];
  /** Epoch seconds. */
  readonly time: number;
}

/**
 * Finds the owner of each answer. The question owns the first answer. A name where an address was asked for is an alias (CNAME), which
 * owns the next answer. Where the type asked for is unknown, a name is an alias only if an address follows. Of ANY, addresses are kept.
 * @returns the records, and each reason why other answers are not kept
 */
export function recordsOf({ query, type, answers, ttls, time }: FlatAnswers): {
  readonly records: readonly SeenRecord[];
  readonly others: readonly LogEntry[];
} {
  const records: SeenRecord[] = [];
  const skips = new Set<string>();
  let owner = query;
  const lastAddress = type === '' ? answers.findLastIndex((each) => ipVersion(each) !== null) : -1;
  for (const [index, answer] of answers.entries()) {
    const found = isNoData(answer, type) ? null : typeOf(answer, type, index < lastAddress);
    if (found === null) {
      skips.add(isNoData(answer, type) ? reasons.noData : reasons.misfit);
      continue;
    }
    const ttl = ttls[index] ?? 0;
    records.push({ what: 'record', name: owner, type: found, answer, first: time, last: time, count: 1, ttl });
    // a delegated reverse zone (RFC 2317): the PTR record belongs to the name asked for, not to the alias
    if (found === 'CNAME' && type !== 'PTR') owner = answer;
  }
  return { records: withSets(records), others: [...skips].map(skip) };
}

function typeOf(answer: string, asked: string, isAddressNext: boolean): LogRecordType | null {
  if (asked === 'TXT' || asked === 'SOA') return asked;
  const isKept = isLogRecordType(asked);
  const version = ipVersion(answer);
  if (version !== null) {
    if (isKept ? asked !== 'A' && asked !== 'AAAA' : asked !== '' && asked !== 'ANY' && asked !== '*') return null;
    return version === 4 ? 'A' : 'AAAA';
  }
  // the target alone is the data of SRV; a name where other data was asked for is an alias
  if (isPresented(asked) && asked !== 'SRV') return /\s/.test(answer) ? null : 'CNAME';
  if (/\s/.test(answer)) return null;
  if (asked === 'A' || asked === 'AAAA') return 'CNAME';
  if (asked === 'PTR' && /\.(in-addr|ip6)\.arpa\.?$/i.test(answer)) return 'CNAME';
  if (isKept) return asked;
  return asked === '' && isAddressNext ? 'CNAME' : null;
}

/** Adds to NS and MX records all answers of their name and type, in the order of the log. */
function withSets(records: readonly SeenRecord[]): readonly SeenRecord[] {
  if (!records.some(({ type }) => type === 'NS' || type === 'MX')) return records;
  const sets = new Map<string, string[]>();
  for (const { name, type, answer } of records) {
    if (type !== 'NS' && type !== 'MX') continue;
    const key = `${type} ${name}`;
    const set = sets.get(key);
    if (set) set.push(answer);
    else sets.set(key, [answer]);
  }
  return records.map((record) => {
    const set = sets.get(`${record.type} ${record.name}`);
    return set ? { ...record, set } : record;
  });
}

/** A record with its owner as in the log, not validated. */
export interface ZoneRecord {
  readonly name?: unknown;
  readonly type?: unknown;
  /** The class. */
  readonly group?: unknown;
  /** In zone file syntax ('10 mx.example.test.', '"v=spf1" " -all"') or only the answer. */
  readonly rdata?: unknown;
  readonly ttl?: unknown;
}

/** When and how often records were seen. */
interface Sighting {
  /** As `readTime` takes it. */
  readonly time: unknown;
  /** Epoch seconds; the same time unless given. */
  readonly last?: number;
  /** Once unless given, as `readCount` takes it. */
  readonly count?: unknown;
  /** Whether records may be missing: sets of NS and MX records would be incomplete. */
  readonly isPart?: boolean;
}

/** The entries of the records of one line, in formats with the owner of each answer. */
export function recordEntries(
  records: readonly ZoneRecord[],
  { time, last, count, isPart }: Sighting,
): readonly LogEntry[] {
  const answers: LoggedAnswer[] = [];
  const others: LogEntry[] = [];
  for (const record of records) {
    const answer = loggedAnswer(record);
    const reason = skipOf(answer, record.group);
    if (reason === undefined) answers.push(answer);
    else others.push(skip(reason));
  }
  if (answers.length === 0 && others.length > 0) return others;
  const entries = responseEntries({ time, query: '', type: '', answers, ...(isPart === true && { isPart }) });
  const times = readCount(count);
  if (times === undefined) return rejected(reasons.badCount);
  const seen =
    last === undefined && times === 1 ? entries : entries.map((entry) => counted(entry, { last, count: times }));
  return others.length === 0 ? seen : [...seen, ...others];
}

function counted(
  entry: LogEntry,
  { last, count }: { readonly last: number | undefined; readonly count: number },
): LogEntry {
  return entry.what === 'record' ? { ...entry, last: last ?? entry.last, count } : entry;
}

function skipOf({ name, type }: LoggedAnswer, group: unknown): string | undefined {
  if (typeof group === 'string' && group !== 'IN' && group !== 'in') return 'a record of another class than IN';
  if (type !== 'PTR' || name === undefined || /\.arpa\.?$/i.test(name.slice(-6))) return undefined;
  return 'a PTR record of a name that is not a reverse name';
}

function loggedAnswer({ name, type: named, rdata, ttl }: ZoneRecord): LoggedAnswer {
  const type = typeName(named);
  return {
    // DNS-collector writes the root as an empty name
    name: name === '' ? '.' : typeof name === 'string' ? name : undefined,
    type,
    data: typeof rdata === 'string' ? zoneData(type, rdata) : undefined,
    ttl: readTtl(ttl),
  };
}

/**
 * The answer in record data as zone files write it: without the preference of an MX, all but the server of an SOA, and the quotes of a
 * TXT. '' for an MX that is only a preference.
 */
export function zoneData(type: string, rdata: string): string {
  if (type === 'TXT') return unquoted(rdata);
  const text = rdata.trim();
  const [from, to] = [type === 'MX' ? text.lastIndexOf(' ') + 1 : 0, type === 'SOA' ? text.indexOf(' ') : -1];
  const answer = to < 0 ? text.slice(from) : text.slice(0, to);
  return type === 'MX' && from === 0 && /^\d+$/.test(answer) ? '' : answer;
}

const [quote, backslash, blank] = [0x22, 0x5c, 0x20];

/** `"v=spf1 a" " -all"` -> `v=spf1 a -all`; text that is not a list of quoted strings is returned unchanged. */
function unquoted(rdata: string): string {
  if (rdata.length < 2 || !rdata.startsWith('"') || !rdata.endsWith('"')) return rdata;
  const bytes = Buffer.from(rdata, 'utf8');
  let [length, isInside] = [0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) isInside = !isInside;
    else if (isInside) {
      const escaped = byte === backslash ? escapedByte(bytes, at + 1) : undefined;
      at += escaped?.length ?? 0;
      // the output is never ahead of the input, so it can overwrite the same bytes
      bytes[length] = escaped?.value ?? byte;
      length += 1;
    } else if (byte !== blank) return rdata;
  }
  return isInside ? rdata : bytes.toString('utf8', 0, length);
}

/** What follows a backslash: three digits of a byte, or the byte itself. */
function escapedByte(bytes: Buffer, at: number): { readonly value: number; readonly length: number } {
  const value = bytes[at] ?? backslash;
  if (value < 0x30 || value > 0x32) return { value, length: 1 };
  const digits = bytes.toString('latin1', at, at + 3);
  if (/^(?:[01]\d\d|2[0-4]\d|25[0-5])$/.test(digits)) return { value: Number(digits), length: 3 };
  return { value, length: 1 };
}
