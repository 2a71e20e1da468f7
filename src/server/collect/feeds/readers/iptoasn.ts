import { parseAsn } from '#model/asn.ts';
import { formatIp, parseIp, parseIpv4 } from '#model/ip-address.ts';
import { reject } from '#server/collect/feeds/entry-fields.ts';
import { lineReader } from './lines.ts';

/** `first<TAB>last<TAB>AS number<TAB>country<TAB>name` in order; AS 0 stands for space that is not routed, and is left out. */
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
  // IPv4 has one spelling, so that the text is canonical already
  if (from !== null && to !== null) return from <= to ? [first, last] : null;
  const [start, end] = [parseIp(first), parseIp(last)];
  if (start?.version !== 6 || end?.version !== 6 || start.value > end.value) return null;
  return [formatIp(start), formatIp(end)];
}
