import { parseAsn } from '#model/asn.ts';
import { formatCidr, subnetOf } from '#model/cidr.ts';
import { parseIp } from '#model/ip-address.ts';
import { dayOf, reject } from '#server/collect/feeds/entry-fields.ts';
import type { FeedDocument, FeedEntry, ReaderOptions } from '#server/collect/feeds/entry.ts';
import { lineReader } from './lines.ts';

/**
 * CAIDA's RouteViews prefix-to-AS files: `prefix<TAB>length<TAB>origin`, where `_` stands between the origins of a prefix that
 * several AS announce (most seen first) and `,` between the members of an AS set. The day stands in the name of the file. The
 * list of new files (pfx2as-creation.log: `number<TAB>time<TAB>path`, newest last) leads to the newest one.
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
  tellDay(document);
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
function tellDay(document: FeedDocument): void {
  const [, year, month, day] = /-(\d{4})(\d{2})(\d{2})-\d{4}\.pfx2as/.exec(document.name) ?? [];
  const found = year === undefined ? undefined : dayOf(`${year}-${month}-${day}`);
  if (found !== undefined) document.asOf(found);
}
