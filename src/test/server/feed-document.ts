import type { FeedDocument, FeedEntry, FeedReader } from '#server/ingest/feeds/read/entry.ts';
import type { ReaderOptions } from '#server/ingest/feeds/catalogue/feed.ts';

/** The result of reading a text. */
export interface ReadText {
  readonly entries: readonly FeedEntry[];
  /** The latest day that the reader reported; null without one. */
  readonly asOf: string | null;
  readonly more: readonly string[];
}

/** Reads a text as one document of a feed. `name` is its URL or path. */
export async function readText(
  reader: FeedReader,
  text: string,
  options: ReaderOptions = {},
  name = 'https://publisher.test/feed.txt',
  addedLast?: string,
): Promise<ReadText> {
  const entries: FeedEntry[] = [];
  const days: string[] = [];
  const more: string[] = [];
  const document: FeedDocument = {
    name,
    addedLast,
    lines: () => lines(text),
    json: () => Promise.resolve(text).then((json) => JSON.parse(json) as unknown),
    asOf: (day) => void days.push(...(day === undefined ? [] : [day])),
    more: (reference) => void more.push(reference),
  };
  for await (const entry of reader(document, options)) entries.push(entry);
  return { entries, asOf: days.toSorted().at(-1) ?? null, more };
}

async function* lines(text: string): AsyncGenerator<string> {
  const parts = text.split('\n').map((line) => line.replace(/\r$/, ''));
  // a line end at the end of a file does not begin another line
  if (parts.at(-1) === '') parts.pop();
  for (const part of parts) {
    await Promise.resolve();
    yield part;
  }
}

/** The reasons of all rejects. */
export function reasonsOf({ entries }: ReadText): string[] {
  return entries.flatMap((entry) => (entry.what === 'reject' ? entry.reason : []));
}
