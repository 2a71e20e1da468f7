import type { FeedDocument, FeedEntry, FeedReader, ReaderOptions } from '#server/collect/feeds/entry.ts';
import { reject } from '#server/collect/feeds/entry-fields.ts';

/** Longer lines hold no entry of a plain list; they are refused before they are looked at. */
const maxLineLength = 4096;

/** What a line says: an entry, several, or nothing. */
type ReadLine = (line: string) => FeedEntry | readonly FeedEntry[] | null;

/** A reader of a format with one entry a line. `open` gives the function for the lines of one document; blank lines do not reach it. */
export function lineReader(open: (document: FeedDocument, options: ReaderOptions) => ReadLine): FeedReader {
  return async function* (document, options) {
    const read = open(document, options);
    for await (const line of document.lines()) {
      if (line === '') continue;
      const found =
        line.length > maxLineLength ? reject(line, `The line is longer than ${maxLineLength} characters.`) : read(line);
      if (found === null) continue;
      if (isOne(found)) yield found;
      else for (const entry of found) yield entry;
    }
  };
}

function isOne(found: FeedEntry | readonly FeedEntry[]): found is FeedEntry {
  return 'what' in found;
}
