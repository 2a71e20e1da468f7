import { parseAsn } from '#model/asn.ts';
import { formatCidr, subnetOf } from '#model/cidr.ts';
import { canonicalIp, formatIp, parseIp, parseIpv4 } from '#model/ip-address.ts';
import { isObject, type JsonObject, parsedJson } from '#model/json-value.ts';
import { calendarDay, dayOf, entryOf, reject, updateDay } from '#server/ingest/feeds/read/entry-fields.ts';
import type { FeedDocument, FeedEntry } from '#server/ingest/feeds/read/entry.ts';
import {
  addressSubject,
  asnSubject,
  nameSubject,
  rangeSubject,
  spanSubject,
} from '#server/ingest/feeds/read/subject.ts';
import { lineReader } from './lines.ts';
import type { ReaderOptions } from '#server/ingest/feeds/catalogue/feed.ts';

/** Other lines of a relay: identity, time of its descriptor, time of its last consensus. */
const otherKeywords: ReadonlySet<string> = new Set(['ExitNode', 'Published', 'LastStatus', '@type', 'Downloaded']);

/** TorDNSEL exit lists: `ExitAddress 192.0.2.1 2026-11-22 03:00:00`, the address that a test exited from, and when. */
export const readTorExits = lineReader((document) => (line) => {
  const [keyword = '', address = '', day = '', time = ''] = line.split(' ');
  if (keyword === 'LastStatus') document.asOf(dayOf(address));
  if (keyword !== 'ExitAddress') return otherKeywords.has(keyword) ? null : reject(line, 'Not a line of an exit list.');
  const subject = addressSubject(address);
  if (typeof subject === 'string') return reject(line, subject);
  document.asOf(dayOf(day));
  const tags = dayOf(day) === undefined ? [] : [`last seen ${day} ${time} UTC`];
  return { what: 'fact', kind: 'tor_exit', subject, value: '', tags };
});

/** DShield's block.txt: `first<TAB>last<TAB>length<TAB>attacks<TAB>name<TAB>country<TAB>contact` below comments and a header. */
export const readDshield = lineReader((document) => (line) => {
  if (line.startsWith('#')) {
    document.asOf(updateDay(line));
    return null;
  }
  if (line.startsWith('Start\t')) return null;
  const [first = '', last = '', , attacks = ''] = line.split('\t');
  if (last === '') return reject(line, 'The first two fields are not the ends of a range.');
  const tags = /^\d+$/.test(attacks) ? [`${attacks} targets scanned`] : [];
  return entryOf(line, spanSubject(first.trim(), last.trim()), {}, { tags });
});

/** `first<TAB>last<TAB>AS number<TAB>country<TAB>name` in order; AS 0 is unrouted space and is skipped. */
export const readIptoasn = lineReader(() => (line) => {
  const [first = '', last = '', number = '', country = '', asname = ''] = line.split('\t');
  if (number === '0') return null;
  const asn = parseAsn(number);
  if (asn === null) return reject(line, 'The third field is not an AS number.');
  const range = canonicalRange(first, last);
  if (range === null) return reject(line, 'The first two fields are not the ends of a range of addresses.');
  const code = /^[A-Z]{2}$/.test(country) ? country : '';
  return { what: 'origin', first: range[0], last: range[1], asn, asname, country: code };
});

/** Both ends in canonical text; null when they are not the ends of a range. */
function canonicalRange(first: string, last: string): readonly [string, string] | null {
  const [from, to] = [parseIpv4(first), parseIpv4(last)];
  // parseIpv4 accepts only one spelling, so the text is canonical
  if (from !== null && to !== null) return from <= to ? [first, last] : null;
  const [start, end] = [parseIp(first), parseIp(last)];
  if (start?.version !== 6 || end?.version !== 6 || start.value > end.value) return null;
  return [formatIp(start), formatIp(end)];
}

/**
 * DROP, DROPv6 and ASN-DROP, one JSON object a line: `{"cidr":"192.0.2.0/24","sblid":"SBL1","rir":"arin"}` or
 * `{"asn":64500,"rir":"arin","domain":"a.example","cc":"US","asname":"EXAMPLE"}`. The last line is
 * `{"type":"metadata","timestamp":1790072042,...}`.
 */
export const readSpamhausDrop = lineReader((document) => (line) => {
  const value = parsedJson(line);
  if (!isObject(value)) return reject(line, 'Not a JSON object.');
  if (value.type !== 'metadata') return listing(line, value);
  document.asOf(dayOf(value.timestamp));
  return null;
});

function listing(line: string, { cidr, sblid, asn, asname }: JsonObject): FeedEntry {
  if (typeof cidr === 'string') {
    const reference =
      typeof sblid === 'string' && /^SBL\d+$/.test(sblid) ? `https://check.spamhaus.org/sbl/query/${sblid}` : '';
    return entryOf(line, rangeSubject(cidr), {}, { tags: [], reference });
  }
  if (typeof asn !== 'number' && typeof asn !== 'string')
    return reject(line, 'The line has neither a range nor an AS number.');
  const tags = typeof asname === 'string' && asname !== '' ? [asname.slice(0, 100)] : [];
  return entryOf(line, asnSubject(String(asn)), {}, { tags, reference: '' });
}

/** `rank,domain`, the most popular first. */
export const readTranco = lineReader(() => (line) => {
  const comma = line.indexOf(',');
  const rank = line.slice(0, Math.max(comma, 0));
  if (!/^[1-9]\d{0,8}$/.test(rank)) return reject(line, 'The first field is not a rank.');
  const subject = nameSubject(line.slice(comma + 1));
  if (typeof subject === 'string') return reject(line, subject);
  return { what: 'fact', kind: 'toplist', subject, value: rank, tags: [] };
});

/**
 * CAIDA's RouteViews prefix-to-AS files: `prefix<TAB>length<TAB>origin`, with `_` between the origins of a prefix that several AS
 * announce (most seen first) and `,` between the members of an AS set. The file name contains the day. The list of new files
 * (pfx2as-creation.log: `number<TAB>time<TAB>path`, newest last) refers to the newest one.
 */
export function readPfx2as(document: FeedDocument, options: ReaderOptions): AsyncIterable<FeedEntry> {
  return document.name.endsWith('.log') ? readCreationLog(document) : readPrefixes(document, options);
}

async function* readCreationLog(document: FeedDocument): AsyncGenerator<FeedEntry> {
  let newest = '';
  for await (const line of document.lines()) {
    const path = line.startsWith('#') ? '' : (line.slice(0, 1000).split('\t')[2]?.trim() ?? '');
    if (/\.pfx2as(?:\.gz)?$/.test(path)) newest = path;
    else if (path !== '') yield reject(line, 'The third field is not the path of a prefix-to-AS file.');
  }
  if (newest !== '') document.more(newest);
}

const readPrefixes = lineReader((document) => {
  // routeviews-rv2-20261121-1200.pfx2as.gz
  document.asOf(calendarDay(/-(\d{8})-\d{4}\.pfx2as/.exec(document.name)?.[1]));
  return (line) => {
    if (line.startsWith('#')) return null;
    const [prefix = '', length = '', origin = ''] = line.split('\t');
    return announcement(line, prefix, length, origin);
  };
});

function announcement(line: string, prefix: string, length: string, origin: string): FeedEntry {
  const address = parseIp(prefix);
  const cidr = address && /^\d{1,3}$/.test(length) ? subnetOf(address, Number(length)) : null;
  if (cidr === null) return reject(line, 'The first two fields are not a prefix and its length.');
  const asns = originsOf(origin);
  if (asns === null) return reject(line, 'The third field is not an AS number or several.');
  return { what: 'announcement', prefix: formatCidr(cidr), asns };
}

/** `13335`, `13335_4826`, `64500,64501`, `64500,64501_64502`; null when a part is not an AS number. */
function originsOf(text: string): number[] | null {
  if (!/[_,{]/.test(text)) {
    const asn = parseAsn(text);
    return asn === null ? null : [asn];
  }
  const asns = text
    .replace(/[{}]/g, '')
    .split(/[_,]/)
    .map((part) => parseAsn(part));
  return asns.includes(null) ? null : [...new Set(asns.filter((asn) => asn !== null))];
}

/**
 * Extended delegated statistics of the registries, one registry's or all five combined (NRO):
 * `registry|cc|type|start|value|date|status|opaque-id`, below a header (`2|nro|20261122|...`) and summary lines.
 */
export const readDelegated = lineReader((document) => {
  let hasHeader = false;
  const dayOfText = dayMemory();
  return (line) => {
    if (line.startsWith('#')) return null;
    const fields = line.split('|');
    if (hasHeader || !/^\d+(?:\.\d+)?$/.test(fields[0] ?? ''))
      return fields.at(-1) === 'summary' ? null : allocation(line, fields, dayOfText);
    hasHeader = true;
    document.asOf(calendarDay(fields[5]) ?? calendarDay(fields[2]));
    return null;
  };
});

function allocation(line: string, fields: readonly string[], dayOfText: (text: string) => string): FeedEntry {
  const [registry = '', cc = '', kind, start = '', size = '', date = '', state = ''] = fields;
  if (fields.length < 7 || registry === '') return reject(line, 'A record needs seven fields between bars.');
  const count = Number(size);
  if (!Number.isSafeInteger(count) || count < 1) return reject(line, 'The size is not a whole number above zero.');
  const country = countryCode(cc);
  const day = dayOfText(date);
  const status = state.toLowerCase();
  // literals of one shape: copying a shared object would take most of the time
  switch (kind) {
    case 'asn': {
      const asn = parseAsn(start);
      if (asn === null) return reject(line, `${start.slice(0, 60)} is not an AS number.`);
      return { what: 'allocation', kind, start: asn, count, registry, country, date: day, status };
    }
    case 'ipv4': {
      const first = parseIpv4(start);
      if (first === null) return reject(line, `${start.slice(0, 60)} is not an IPv4 address.`);
      if (first + count > 2 ** 32) return reject(line, 'The range goes beyond the last IPv4 address.');
      return { what: 'allocation', kind, start, count, registry, country, date: day, status };
    }
    case 'ipv6': {
      const first = start.includes(':') ? canonicalIp(start) : null;
      if (first === null) return reject(line, `${start.slice(0, 60)} is not an IPv6 address.`);
      if (count > 128) return reject(line, `/${size} is not a prefix length.`);
      return { what: 'allocation', kind, start: first, length: count, registry, country, date: day, status };
    }
    default:
      return reject(line, 'The type is not asn, ipv4 or ipv6.');
  }
}

/** Caches days: half a million records share some ten thousand. */
function dayMemory(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const day = calendarDay(text) ?? '';
    if (known.size < 50_000) known.set(text, day);
    return day;
  };
}

/** ZZ means no country. */
function countryCode(text: string): string {
  const code = text.toUpperCase();
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? code : '';
}
