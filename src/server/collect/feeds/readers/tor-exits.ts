import { dayOf, reject } from '#server/collect/feeds/entry-fields.ts';
import type { FeedDocument } from '#server/collect/feeds/entry.ts';
import { addressSubject } from '#server/collect/feeds/subject.ts';
import { lineReader } from './lines.ts';

/** Lines of a relay besides its address: identity, time of its descriptor, time of the consensus it was last in. */
const otherKeywords: ReadonlySet<string> = new Set(['ExitNode', 'Published', 'LastStatus', '@type', 'Downloaded']);

/** TorDNSEL exit lists: `ExitAddress 192.0.2.1 2026-11-22 03:00:00`, the address from which a test came out, and when. */
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
