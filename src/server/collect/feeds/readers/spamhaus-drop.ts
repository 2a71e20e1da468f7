import { dayOf, entryOf, reject } from '#server/collect/feeds/entry-fields.ts';
import type { FeedEntry } from '#server/collect/feeds/entry.ts';
import { asnSubject, rangeSubject } from '#server/collect/feeds/subject.ts';
import { isRecord, parsedJson } from './json.ts';
import { lineReader } from './lines.ts';

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
    return reject(line, 'Neither a range nor an AS number in it.');
  const tags = typeof asname === 'string' && asname !== '' ? [asname.slice(0, 100)] : [];
  return entryOf(line, asnSubject(String(asn)), {}, { tags, reference: '' });
}
