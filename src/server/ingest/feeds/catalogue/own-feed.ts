import type { FieldMapping } from '#server/ingest/feeds/read/entry.ts';
import { FeedRefused } from '#server/ingest/feeds/feed-failure.ts';
import type { OwnFeed } from '#server/ingest/feeds/feed-settings.ts';
import type { Feed } from './feed.ts';

/** A feed as the one who adds it describes it. */
export type FeedDescription = Omit<OwnFeed, 'id' | 'importId'>;

const mapped = new Set<OwnFeed['format']>(['csv', 'json', 'ndjson']);
/** What is polite towards a server whose rules are not known. */
const minIntervalSeconds = 300;

/** The feed of a description. */
export function ownFeed(own: OwnFeed): Feed {
  const { id, importId, title, url, format, category, mode, confidence, authHeader } = own;
  return {
    ...{ id, importId, title, category, mode, confidence },
    publisher: url === '' ? 'Drop folder' : new URL(url).hostname,
    urls: url === '' ? [] : [url],
    ...(authHeader !== '' && { auth: { where: 'header', name: authHeader } }),
    reader: format,
    options: {
      ...(mapped.has(format) && { mapping: mappingOf(own) }),
      ...(format === 'csv' && own.delimiter !== '' && { delimiter: own.delimiter }),
    },
    fills: ['listings'],
    ...(mode === 'events' && { lifetimeDays: own.lifetimeDays }),
    ...{ licence: 'Your own', licenceUrl: '', attribution: '', terms: '' },
    minIntervalSeconds,
    everySeconds: own.everyHours * 3600,
    ...{ recommended: false, free: false, sizeHint: 0 },
  };
}

function mappingOf({ mapping: { indicator, ...others } }: OwnFeed): FieldMapping {
  return { indicator, ...Object.fromEntries(Object.entries(others).filter(([, field]) => field !== '')) };
}

/** @throws FeedRefused when the description does not make a feed */
export function checkDescription({ url, format, mapping, authHeader, delimiter }: FeedDescription): void {
  if (url !== '' && !(URL.canParse(url) && new URL(url).protocol === 'https:'))
    throw new FeedRefused('wrong', 'Send an https URL, or no URL for a feed that is read from its drop folder.', 'url');
  if (url !== '' && (new URL(url).username || new URL(url).password))
    throw new FeedRefused('wrong', 'A URL with a password in it is shown to everyone here. Use auth_header.', 'url');
  if (mapped.has(format) && mapping.indicator === '')
    throw new FeedRefused('wrong', `Name the column or field of the indicator for ${format}.`, 'map_indicator');
  if (authHeader !== '' && !/^[\w!#$%&'*+.^`|~-]+$/.test(authHeader))
    throw new FeedRefused('wrong', 'This is not the name of a request header.', 'auth_header');
  if (delimiter !== '' && delimiter !== 'tab' && [...delimiter].length !== 1)
    throw new FeedRefused('wrong', 'Send one character, or tab.', 'delimiter');
}

/** An id that tells something to a person, and is taken by no other feed. */
export function idFor(title: string, taken: ReadonlySet<string>): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? ['feed'];
  const base = `own-${words.join('-').slice(0, 40)}`;
  for (let number = 2, id = base; ; number += 1) {
    if (!taken.has(id)) return id;
    id = `${base}-${number}`;
  }
}
