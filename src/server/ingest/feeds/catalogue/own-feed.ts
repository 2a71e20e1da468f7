import { z } from 'zod';
import { FeedRefused } from '#server/ingest/feeds/feed-failure.ts';
import type { Feed } from './feed.ts';

/** The settings of a feed that a person added; texts are '' where nothing was given. */
export const ownFeedSchema = z.object({
  id: z.string(),
  importId: z.number(),
  title: z.string(),
  url: z.string(),
  format: z.enum(['lines', 'hosts', 'csv', 'json', 'ndjson', 'misp', 'taxii', 'stix']),
  category: z.enum(['malware', 'phishing', 'spam', 'c2', 'scan']),
  mode: z.enum(['snapshot', 'events']),
  lifetimeDays: z.number(),
  everyHours: z.number(),
  confidence: z.number(),
  mapping: z.object({
    indicator: z.string(),
    first: z.string(),
    last: z.string(),
    category: z.string(),
    tags: z.string(),
    reference: z.string(),
  }),
  delimiter: z.string(),
  authHeader: z.string(),
  /** The feed was removed, and what it brought is still in the collection. */
  isDeleted: z.boolean().optional(),
});
export type OwnFeed = Readonly<z.output<typeof ownFeedSchema>>;
/** What a person enters to add a feed. */
export type FeedDescription = Omit<OwnFeed, 'id' | 'importId' | 'isDeleted'>;

/** The formats in which a mapping says where the fields of an entry are. */
export const mappedFormats: ReadonlySet<OwnFeed['format']> = new Set(['csv', 'json', 'ndjson']);
/** Polite towards a server whose limits are not known. */
const minIntervalSeconds = 300;

/** The settings as a feed. */
export function ownFeed(own: OwnFeed): Feed {
  const { id, importId, title, url, format, category, mode, confidence, authHeader, mapping, delimiter } = own;
  return {
    id,
    importId,
    title,
    category,
    mode,
    confidence,
    publisher: url === '' ? 'Drop folder' : new URL(url).hostname,
    urls: url === '' ? [] : [url],
    ...(authHeader !== '' && { auth: { where: 'header', name: authHeader } }),
    reader: format,
    options: { mapping, delimiter },
    fills: ['listings'],
    ...(mode === 'events' && { lifetimeDays: own.lifetimeDays }),
    licence: 'Your own',
    licenceUrl: '',
    attribution: '',
    terms: '',
    minIntervalSeconds,
    everySeconds: own.everyHours * 3600,
    recommended: false,
    free: false,
    sizeHint: 0,
  };
}

/** @throws FeedRefused when the description does not make a feed */
export function checkDescription({ url, format, mapping, authHeader, delimiter }: FeedDescription): void {
  if (url !== '' && !(URL.canParse(url) && new URL(url).protocol === 'https:'))
    throw new FeedRefused('wrong', 'Send an https URL, or no URL for a feed that is read from its drop folder.', 'url');
  if (url !== '' && (new URL(url).username || new URL(url).password))
    throw new FeedRefused('wrong', 'Everyone here can see a password in the URL. Use auth_header instead.', 'url');
  if (mappedFormats.has(format) && mapping.indicator === '')
    throw new FeedRefused('wrong', `Name the column or field of the indicator for ${format}.`, 'map_indicator');
  if (authHeader !== '' && !/^[\w!#$%&'*+.^`|~-]+$/.test(authHeader))
    throw new FeedRefused('wrong', 'This is not the name of a request header.', 'auth_header');
  if (delimiter !== '' && delimiter !== 'tab' && [...delimiter].length !== 1)
    throw new FeedRefused('wrong', 'Send one character, or tab.', 'delimiter');
}

/** An id made of the title that no other feed has. */
export function idFor(title: string, taken: ReadonlySet<string>): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? ['feed'];
  const base = `own-${words.join('-').slice(0, 40)}`;
  for (let number = 2, id = base; ; number += 1) {
    if (!taken.has(id)) return id;
    id = `${base}-${number}`;
  }
}
