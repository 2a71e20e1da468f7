import { parseAsn } from '#model/asn.ts';
import { formatCidr, subnetOf } from '#model/cidr.ts';
import { formatIp, parseIp, parseIpv4 } from '#model/ip-address.ts';
import { dayOf, entryOf, reject, updateDay } from '#server/ingest/feeds/read/entry-fields.ts';
import type { FeedDocument, FeedEntry } from '#server/ingest/feeds/read/entry.ts';
import {
  addressSubject,
  asnSubject,
  nameSubject,
  rangeSubject,
  spanSubject,
} from '#server/ingest/feeds/read/subject.ts';
import { isRecord, parsedJson } from './json.ts';
import { lineReader } from './lines.ts';
import type { ReaderOptions } from '#server/ingest/feeds/catalogue/feed.ts';

/** Other lines of a relay: identity, time of its descriptor, time of its last consensus. */
const otherKeywords: ReadonlySet<string> = new Set(['ExitNode', 'Published', 'LastStatus', '@type', 'Downloaded']);

/** TorDNSEL exit lists: `ExitAddress 192.0.2.1 2026-11-22 03:00:00`, the address that a test exited from, and when. */
export const readTorExits = lineReader((document) => (line) => {
  const [keyword = '', address = '', day = '', time = ''] = line.split(' ');
  if (keyword === 'LastStatus') tellDay(document, address);
  if (keyword !== 'ExitAddress') return otherKeywords.has(keyword) ? null : reject(line, 'Not a line of an exit list.');
  const subject = addressSubject(address);
  if (typeof subject === 'string') return reject(line, subject);
  tellDay(document, day);
  const tags = dayOf(day) === undefined ? [] : [`last seen ${day} ${time} UTC`];
  return { what: 'fact', kind: 'tor_exit', subject, value: '', tags };
});

function tellDay(document: FeedDocument, text: string): void {
  const day = dayOf(text);
  if (day !== undefined) document.asOf(day);
}

/** DShield's block.txt: `first<TAB>last<TAB>length<TAB>attacks<TAB>name<TAB>country<TAB>contact` below comments and a header. */
export const readDshield = lineReader((document) => (line) => {
  if (line.startsWith('#')) {
    const day = updateDay(line);
    if (day !== undefined) document.asOf(day);
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
  if (!isRecord(value)) return reject(line, 'Not a JSON object.');
  if (value.type !== 'metadata') return listing(line, value);
  const day = dayOf(value.timestamp);
  if (day !== undefined) document.asOf(day);
  return null;
});

function listing(line: string, { cidr, sblid, asn, asname }: Readonly<Record<string, unknown>>): FeedEntry {
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
  tellDayOfName(document);
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
  return { what: 'announcement', prefix: formatCidr(cidr), asns, isAsSet: origin.includes(',') };
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

/** routeviews-rv2-20261121-1200.pfx2as.gz */
function tellDayOfName(document: FeedDocument): void {
  const [, year, month, day] = /-(\d{4})(\d{2})(\d{2})-\d{4}\.pfx2as/.exec(document.name) ?? [];
  const found = year === undefined ? undefined : dayOf(`${year}-${month}-${day}`);
  if (found !== undefined) document.asOf(found);
}
