import { parseAsn } from '#model/asn.ts';
import { canonicalIp, parseIpv4 } from '#model/ip-address.ts';
import type { AllocationEntry, FeedEntry } from '#server/collect/feeds/entry.ts';
import { dayOf, reject } from '#server/collect/feeds/entry-fields.ts';
import { lineReader } from './line-reader.ts';

/**
 * Extended delegated statistics of the registries, one registry's or all five combined (NRO):
 * `registry|cc|type|start|value|date|status|opaque-id`, below a header (`2|nro|20261122|...`) and summary lines.
 */
export const readDelegated = lineReader((document) => {
  let hasHeader = false;
  return (line) => {
    if (line.startsWith('#')) return null;
    const fields = line.split('|');
    if (hasHeader || !/^\d+(?:\.\d+)?$/.test(fields[0] ?? ''))
      return fields.at(-1) === 'summary' ? null : record(line, fields);
    hasHeader = true;
    const day = calendarDay(fields[5]) ?? calendarDay(fields[2]);
    if (day !== undefined) document.asOf(day);
    return null;
  };
});

function record(line: string, fields: readonly string[]): FeedEntry {
  const [registry = '', country = '', kind, start = '', size = '', date, status = ''] = fields;
  if (fields.length < 7 || registry === '') return reject(line, 'A record needs seven fields between bars.');
  const held = {
    what: 'allocation',
    registry: registry.toLowerCase(),
    country: countryCode(country),
    date: calendarDay(date) ?? '',
    status: status.toLowerCase(),
  } as const;
  const entry = allocation(held, kind, start, Number(size));
  return typeof entry === 'string' ? reject(line, entry) : entry;
}

type Held = Pick<AllocationEntry, 'what' | 'registry' | 'country' | 'date' | 'status'>;

function allocation(held: Held, kind: string | undefined, start: string, size: number): AllocationEntry | string {
  if (!Number.isSafeInteger(size) || size < 1) return 'The size is not a whole number above zero.';
  switch (kind) {
    case 'asn': {
      const asn = parseAsn(start);
      return asn === null ? `${start} is not an AS number.` : { ...held, kind, start: asn, count: size };
    }
    case 'ipv4': {
      const first = parseIpv4(start);
      if (first === null) return `${start} is not an IPv4 address.`;
      return first + size > 2 ** 32
        ? 'The range goes beyond the last IPv4 address.'
        : { ...held, kind, start, count: size };
    }
    case 'ipv6': {
      const first = start.includes(':') ? canonicalIp(start) : null;
      if (first === null) return `${start} is not an IPv6 address.`;
      return size > 128 ? `/${size} is not a prefix length.` : { ...held, kind, start: first, length: size };
    }
    default:
      return 'The type is none of asn, ipv4 and ipv6.';
  }
}

/** `20261122`; the registries write 00000000 or nothing for days they do not know. */
function calendarDay(text: string | undefined): string | undefined {
  if (text?.length !== 8) return undefined;
  return dayOf(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`);
}

/** ZZ stands for no country. */
function countryCode(text: string): string {
  const code = text.toUpperCase();
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' ? code : '';
}
