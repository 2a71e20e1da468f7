import { parseAsn } from '#model/asn.ts';
import { canonicalIp, parseIpv4 } from '#model/ip-address.ts';
import { dayOf, reject } from '#server/ingest/feeds/read/entry-fields.ts';
import type { FeedEntry } from '#server/ingest/feeds/read/entry.ts';
import { lineReader } from './lines.ts';

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
      return fields.at(-1) === 'summary' ? null : record(line, fields, dayOfText);
    hasHeader = true;
    const day = calendarDay(fields[5]) ?? calendarDay(fields[2]);
    if (day !== undefined) document.asOf(day);
    return null;
  };
});

function record(line: string, fields: readonly string[], dayOfText: (text: string) => string): FeedEntry {
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

/** `20261122`; the registries write 00000000 or nothing for unknown days. */
function calendarDay(text: string | undefined): string | undefined {
  if (text?.length !== 8) return undefined;
  return dayOf(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`);
}

/** ZZ means no country. */
function countryCode(text: string): string {
  const code = text.toUpperCase();
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? code : '';
}
