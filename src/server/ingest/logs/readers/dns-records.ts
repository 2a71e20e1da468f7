import { reverseZoneName } from '#model/ip-address.ts';
import { isObject, type JsonObject, listOf, textOf } from '#model/json-value.ts';
import type { LogEntry, LogReader } from '#server/ingest/logs/log-reader.ts';
import { recordEntries, type ZoneRecord } from './dns-answers.ts';
import { messageRecords } from './dns-message.ts';
import { at, eventReader } from './json-events.ts';
import { portsSkip, privateReverse, readTime, reasons, rejected, skipped } from './values.ts';

// JSON with the owner of each record: dumps of passive DNS, DNS-collector, and the output of resolvers.

/** Passive DNS Common Output Format (draft-dulaunoy-dnsop-passive-dns-cof), with or without the SAF wrapper of DNSDB. */
export const readCof: LogReader = eventReader({
  format: 'cof',
  title: 'Passive DNS COF (NDJSON)',
  isOwn: (event) => isCof(unwrapped(event)) || isMarker(event),
  read(event) {
    if (!isMarker(event)) return cofEntries(unwrapped(event));
    if (event.cond === 'failed') return rejected('the server reports that the export failed');
    return event.cond === 'limited' ? skipped('the server reports that it left out further records') : [];
  },
});

/** DNSDB sends {"cond":"begin"}, {"obj":{...}} for each record, {"cond":"succeeded"}. */
function unwrapped(event: JsonObject): JsonObject {
  return isObject(event.obj) ? event.obj : event;
}

/** A line of DNSDB about the state of the export. */
function isMarker({ cond, obj }: JsonObject): boolean {
  return typeof cond === 'string' && !isObject(obj);
}

function isCof({ rrname, rrtype, rdata }: JsonObject): boolean {
  return typeof rrname === 'string' && typeof rrtype === 'string' && rdata !== undefined;
}

function cofEntries(event: JsonObject): readonly LogEntry[] {
  const { rrname: name, rrtype: type, rdata, count } = event;
  const times = cofTimes(event);
  if (!times) return rejected(reasons.noTime);
  if (times.last < times.time) return rejected('it was last seen before it was first seen');
  const answers = Array.isArray(rdata) ? listOf(rdata) : [rdata];
  const records = answers.map((each) => ({ name, type, rdata: each }));
  return recordEntries(records, { ...times, count, isPart: !Array.isArray(rdata) });
}

interface Times {
  readonly time: number;
  readonly last: number;
}

/** When the record was seen on the wire, else when it was in zone files. */
function cofTimes(event: JsonObject): Times | undefined {
  return (
    timesOf(event.time_first, event.time_last, readTime) ??
    timesOf(event.time_first_ms, event.time_last_ms, readMilliseconds) ??
    timesOf(event.zone_time_first, event.zone_time_last, readTime)
  );
}

/** One of the two times is enough, but one that cannot be read may be anything. */
function timesOf(first: unknown, last: unknown, read: (value: unknown) => number | undefined): Times | undefined {
  const times = [first, last].filter((each) => each !== undefined && each !== null && each !== 0).map(read);
  const [time, end = time] = times;
  return time === undefined || end === undefined || times.includes(undefined) ? undefined : { time, last: end };
}

function readMilliseconds(value: unknown): number | undefined {
  return typeof value === 'number' ? readTime(value / 1000) : undefined;
}

const collector = {
  isResponse: at('dns.flags.qr'),
  query: at('dns.qname'),
  queryPort: at('network.query-port'),
  responsePort: at('network.response-port'),
  time: at('dnstap.timestamp-rfc3339ns'),
  // of the transformer "reducer", which folds messages that are the same; 0 where it is off
  count: at('reducer.occurrences'),
  sections: at('dns.resource-records'),
} as const;
const sections = ['an', 'ns', 'ar'] as const;
type Section = (typeof sections)[number];

/**
 * JSON of DNS-collector (github.com/dmachard/DNS-collector, dnsutils/dnsmessage_json.go): one line per DNS message, with all
 * sections; nested, or flat with keys such as "dns.resource-records.an.0.name".
 */
export const readDnsCollector: LogReader = eventReader({
  format: 'dns-collector',
  title: 'DNS-collector JSON',
  isOwn: (message) =>
    isObject(message.dns)
      ? 'qname' in message.dns && 'resource-records' in message.dns
      : 'dns.qname' in message && 'dns.rcode' in message,
  read(message) {
    const isResponse = collector.isResponse(message);
    if (isResponse === false) return skipped(reasons.query);
    if (isResponse !== true) return rejected(reasons.notDns);
    const skip = portsSkip(portNumber(collector.queryPort(message)), portNumber(collector.responsePort(message)));
    if (skip !== undefined) return skipped(skip);
    const query = collector.query(message);
    if (typeof query === 'string' && privateReverse(query)) return skipped(reasons.privateReverse);
    const held = collector.sections(message);
    const records = isObject(held)
      ? sections.flatMap((name) => listOf(held[name]).map(nestedRecord))
      : sections.flatMap((name) => flatRecords(message, name));
    return recordEntries(records, { time: collector.time(message), count: collector.count(message) || 1 });
  },
});

/** Ports are texts, "-" where they are unknown. */
function portNumber(port: unknown): number | undefined {
  return typeof port === 'string' && port.length <= 5 ? Number(port) : undefined;
}

function nestedRecord(record: unknown): ZoneRecord {
  const { name, rdatatype: type, class: group, rdata, ttl } = isObject(record) ? record : {};
  return { name, type, group, rdata, ttl };
}

/** An empty section is one key: "dns.resource-records.ns": "-". */
function flatRecords(message: JsonObject, section: Section): readonly ZoneRecord[] {
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

/** Built once, because building keys takes longer than looking them up. */
const usualKeys: Readonly<Record<Section, readonly FlatKeys[]>> = {
  an: Array.from({ length: 32 }, (_, index) => flatKeys('an', index)),
  ns: Array.from({ length: 32 }, (_, index) => flatKeys('ns', index)),
  ar: Array.from({ length: 32 }, (_, index) => flatKeys('ar', index)),
};

/** `dnsx -json`: each line summarises the responses for one host. */
export const readDnsx: LogReader = eventReader({
  format: 'dnsx',
  title: 'dnsx -json',
  // httpx and tlsx write a host with its addresses as well
  isOwn: (event) =>
    typeof event.host === 'string' && typeof event.status_code === 'string' && !('url' in event) && !('port' in event),
  read(event) {
    const { host, all, timestamp: time } = event;
    if (typeof host !== 'string' || host === '') return rejected(reasons.noName);
    const zone = reverseZoneName(host);
    if (privateReverse(zone ?? host)) return skipped(reasons.privateReverse);
    if (Array.isArray(all)) return recordEntries(listOf(all).flatMap(zoneLine), { time });
    if (event.hosts_file === true) return skipped('addresses of a hosts file');
    return recordEntries(zone === null ? hostRecords(event, host) : reverseRecords(event, zone), { time });
  },
});

/**
 * A member of `all` is a record with its owner, class and TTL: "www.example.test.\t300\tIN\tA\t192.0.2.1". The pseudo-record OPT
 * begins with a line end and semicolons.
 */
function zoneLine(line: unknown): readonly ZoneRecord[] {
  const text = textOf(line);
  if (text.startsWith('\n') || text.startsWith(';')) return [];
  const columns = text.split('\t', 4);
  const [name, ttl, group, type] = columns;
  if (columns.length < 4) return [{ name }];
  return [{ name, type, group, rdata: text.slice(columns.join('\t').length + 1), ttl }];
}

/**
 * Without `all` (older versions, -omit-raw) records have no owners: the host owns the first alias, each alias the next, and the last alias
 * all other records. An SOA object has its zone.
 */
function hostRecords(event: JsonObject, host: string): readonly ZoneRecord[] {
  const aliases = listOf(event.cname);
  const owner = aliases.at(-1) ?? host;
  const owned = (name: unknown, type: string, rdata: unknown): ZoneRecord => ({ name, type, rdata, ttl: event.ttl });
  const ofOwner = (type: string, list: unknown) => listOf(list).map((rdata) => owned(owner, type, rdata));
  return [
    ...aliases.map((alias, index) => owned(aliases[index - 1] ?? host, 'CNAME', alias)),
    ...ofOwner('A', event.a),
    ...ofOwner('AAAA', event.aaaa),
    ...ofOwner('NS', event.ns),
    ...ofOwner('MX', event.mx),
    ...ofOwner('TXT', event.txt),
    // the target without its port
    ...ofOwner('SRV', event.srv),
    // not of an alias: that is a name of the delegation (RFC 2317)
    ...listOf(event.ptr).map((pointer) => owned(host, 'PTR', pointer)),
    ...zoneHeads(event, owner),
  ];
}

/** Of an address that was looked up. Aliases of its reverse name are left out, because they are not host names. */
function reverseRecords(event: JsonObject, zone: string): readonly ZoneRecord[] {
  const pointers = listOf(event.ptr).map((rdata) => ({ name: zone, type: 'PTR', rdata, ttl: event.ttl }));
  return [...pointers, ...zoneHeads(event, undefined)];
}

function zoneHeads({ soa, ttl, status_code: status }: JsonObject, owner: unknown): readonly ZoneRecord[] {
  const [head, ...others] = listOf(soa);
  // older versions write the two names of an SOA as texts; after a failure they are those of a parent zone that is not named
  if (typeof head === 'string')
    return owner === undefined || status !== 'NOERROR' ? [] : [{ name: owner, type: 'SOA', rdata: head, ttl }];
  return [head, ...others].flatMap((each) =>
    isObject(each) ? { name: each.name ?? owner, type: 'SOA', rdata: each.ns, ttl } : [],
  );
}

/** querylog.json of AdGuard Home, with the DNS message in base64. */
export const readAdguard: LogReader = eventReader({
  format: 'adguard',
  title: 'AdGuard Home query log',
  isOwn: ({ QH: name, QT: type, T: time }) =>
    typeof name === 'string' && typeof type === 'string' && typeof time === 'string',
  read({ QH: name, T: time, Answer: answer, OrigAnswer: upstream, Result: result }) {
    if (typeof name !== 'string') return rejected(reasons.noName);
    if (privateReverse(name)) return skipped(reasons.privateReverse);
    // OrigAnswer is the upstream response that a filter replaced
    const message = textOf(upstream) || textOf(answer);
    if (message === '') return skipped(reasons.noAnswer);
    if (message !== upstream && isOfFilter(result)) return skipped(reasons.policy);
    const records = messageRecords(Buffer.from(message, 'base64'));
    return typeof records === 'string' ? rejected(records) : recordEntries(records, { time });
  },
});

/** Reasons of AdGuard Home: not filtered (0 to 2), blocked (3 to 8), rewritten (9 and above). */
function isOfFilter(result: unknown): boolean {
  return isObject(result) && (result.IsFiltered === true || (typeof result.Reason === 'number' && result.Reason >= 3));
}
