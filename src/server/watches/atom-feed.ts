import { mostShown } from './watch.ts';
import type { StoredEvent } from './watch-store.ts';
import { changeLine, eventTitle } from './watch-words.ts';

interface FeedOptions {
  /** Scheme and host under which the feed was asked for. */
  readonly origin: string;
  readonly now: Date;
}

/** An Atom feed (RFC 4287). Its id and those of its entries never change. */
export function atomFeed(events: readonly StoredEvent[], { origin, now }: FeedOptions): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    '<id>urn:uuid:5d1c7c0e-0f7b-8d59-8d57-6a7c1f0f3c11</id>',
    '<title>Sightline watches</title>',
    '<author><name>Sightline</name></author>',
    `<updated>${events[0]?.at ?? now.toISOString()}</updated>`,
    `<link rel="self" type="application/atom+xml" href="${xml(`${origin}/watches.atom`)}"/>`,
    `<link rel="alternate" type="text/html" href="${xml(`${origin}/watches`)}"/>`,
    ...events.map((event) => entry(event, origin)),
    '</feed>',
    '',
  ].join('\n');
}

function entry(event: StoredEvent, origin: string): string {
  const { id, at, why, changes } = event;
  const rest = changes.length - mostShown;
  const lines = [why, '', ...changes.slice(0, mostShown).map(changeLine), ...(rest > 0 ? [`and ${rest} more`] : [])];
  return [
    '<entry>',
    `<id>urn:uuid:${id}</id>`,
    `<title>${xml(eventTitle(event))}</title>`,
    `<updated>${at}</updated>`,
    `<link rel="alternate" type="text/html" href="${xml(`${origin}/watches?event=${id}`)}"/>`,
    `<content type="text">${xml(lines.join('\n'))}</content>`,
    '</entry>',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text in XML 1.0, which has no control characters and no lone surrogates: they are shown as U+FFFD. */
function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '');
}
