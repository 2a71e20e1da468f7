import type { LogEntry, LogReader } from '#server/ingest/logs/log-reader.ts';
import {
  eventReader,
  isObject,
  listOf,
  type LoggedAnswer,
  type LogObject,
  portsSkip,
  privateReverse,
  readTtl,
  reasons,
  rejected,
  responseEntries,
  skipped,
  typeName,
} from '#server/ingest/logs/skip-rules.ts';

// JSON of DNS-collector (github.com/dmachard/DNS-collector, dnsutils/dnsmessage_json.go), which writes it from dnstap or from packets:
// one line a DNS message, with all sections and their owners; nested, or flat with keys such as "dns.resource-records.an.0.name".

export const readDnsCollector: LogReader = eventReader({
  format: 'dns-collector',
  title: 'DNS-collector JSON',
  isOwn: (message) =>
    isObject(message.dns)
      ? 'qname' in message.dns && 'resource-records' in message.dns
      : 'dns.qname' in message && 'dns.rcode' in message,
  read(message) {
    const { isResponse, query, ports, time, count, records } = isObject(message.dns)
      ? nested(message, message.dns)
      : flat(message);
    if (isResponse === false) return skipped(reasons.query);
    if (isResponse !== true) return rejected(reasons.notDns);
    const [one, other] = ports.map(portNumber);
    const skip = portsSkip(one, other);
    if (skip !== undefined) return skipped(skip);
    if (typeof query === 'string' && privateReverse(query)) return skipped(reasons.privateReverse);
    return recordEntries(records, { time, count });
  },
});

interface DnsMessage {
  readonly isResponse: unknown;
  readonly query: unknown;
  readonly ports: readonly [one: unknown, other: unknown];
  readonly time: unknown;
  /** Of the transformer "reducer", which folds messages that are the same. */
  readonly count: unknown;
  readonly records: readonly ZoneRecord[];
}

const sections = ['an', 'ns', 'ar'] as const;
type Section = (typeof sections)[number];

function nested({ network, dnstap, reducer }: LogObject, dns: LogObject): DnsMessage {
  const held = dns['resource-records'];
  const records = isObject(held) ? sections.flatMap((section) => listOf(held[section])) : [];
  return {
    isResponse: isObject(dns.flags) ? dns.flags.qr : undefined,
    query: dns.qname,
    ports: isObject(network) ? [network['query-port'], network['response-port']] : [undefined, undefined],
    time: isObject(dnstap) ? dnstap['timestamp-rfc3339ns'] : undefined,
    count: isObject(reducer) ? reducer.occurrences : undefined,
    records: records.map(nestedRecord),
  };
}

function nestedRecord(record: unknown): ZoneRecord {
  const { name, rdatatype: type, class: group, rdata, ttl } = isObject(record) ? record : {};
  return { name, type, group, rdata, ttl };
}

function flat(message: LogObject): DnsMessage {
  return {
    isResponse: message['dns.flags.qr'],
    query: message['dns.qname'],
    ports: [message['network.query-port'], message['network.response-port']],
    time: message['dnstap.timestamp-rfc3339ns'],
    count: message['reducer.occurrences'],
    records: sections.flatMap((section) => flatRecords(message, section)),
  };
}

/** An empty section is one key: "dns.resource-records.ns": "-". */
function flatRecords(message: LogObject, section: Section): readonly ZoneRecord[] {
  const records: ZoneRecord[] = [];
  for (let index = 0; ; index += 1) {
    const keys = usualKeys[section][index] ?? flatKeys(section, index);
    const [name, type] = [message[keys.name], message[keys.type]];
    if (name === undefined && type === undefined) return records;
    records.push({ name, type, group: message[keys.group], rdata: message[keys.rdata], ttl: message[keys.ttl] });
  }
}

type FlatKeys = Readonly<Record<keyof ZoneRecord, string>>;

function flatKeys(section: Section, index: number): FlatKeys {
  const key = `dns.resource-records.${section}.${index}`;
  return {
    name: `${key}.name`,
    type: `${key}.rdatatype`,
    group: `${key}.class`,
    rdata: `${key}.rdata`,
    ttl: `${key}.ttl`,
  };
}

/** Built once: building the keys costs more than looking them up. */
const usualKeys: Readonly<Record<Section, readonly FlatKeys[]>> = {
  an: Array.from({ length: 32 }, (_, index) => flatKeys('an', index)),
  ns: Array.from({ length: 32 }, (_, index) => flatKeys('ns', index)),
  ar: Array.from({ length: 32 }, (_, index) => flatKeys('ar', index)),
};

/** A record with its owner, as the log has it; nothing is checked yet. */
export interface ZoneRecord {
  readonly name: unknown;
  readonly type: unknown;
  /** The class; undefined where the log does not say. */
  readonly group: unknown;
  /** In zone file syntax ('10 mx.example.test.', '"v=spf1" " -all"') or only the answer. */
  readonly rdata: unknown;
  readonly ttl: unknown;
}

/** When and how often records were seen. */
interface Sighting {
  /** As `readTime` takes it. */
  readonly time: unknown;
  /** Epoch seconds; the same time unless given. */
  readonly last?: number;
  /** Once unless it is a positive integer. */
  readonly count?: unknown;
  /** Not all records of their names and types: sets of NS and MX records would have gaps. */
  readonly isPart?: boolean;
}

/** The entries of records from one line. Shared by the readers of formats that name the owner of each answer. */
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
    else others.push({ what: 'skipped', reason });
  }
  if (answers.length === 0 && others.length > 0) return others;
  const entries = responseEntries({ time, query: '', type: '', answers, ...(isPart === true && { isPart }) });
  const times = countOf(count);
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

function countOf(count: unknown): number {
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 1 ? count : 1;
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
    data: typeof rdata === 'string' ? answerOf(type, rdata) : undefined,
    ttl: readTtl(ttl),
  };
}

/** '' for the root, the target of a null MX and of the SOA of an empty zone: there is nothing to keep. */
function answerOf(type: string, rdata: string): string {
  if (type === 'TXT') return unquoted(rdata);
  const text = rdata.trim();
  const [from, to] = [type === 'MX' ? text.lastIndexOf(' ') + 1 : 0, type === 'SOA' ? text.indexOf(' ') : -1];
  const answer = to < 0 ? text.slice(from) : text.slice(0, to);
  return answer === '.' || (type === 'MX' && from === 0 && /^\d+$/.test(answer)) ? '' : answer;
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

/** Ports are texts, "-" where they are unknown. */
function portNumber(port: unknown): number | undefined {
  return typeof port === 'string' && port.length <= 5 ? Number(port) : undefined;
}
