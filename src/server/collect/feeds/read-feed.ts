import { join } from 'node:path';
import type { FeedEntry, FeedReader, ReaderOptions } from './entry.ts';
import type { StoredDocument } from './feed-documents.ts';
import { openDocument } from './open-document.ts';

export interface FeedReading {
  /** Absolute; holds the files of the documents. */
  readonly folder: string;
  readonly documents: readonly StoredDocument[];
  readonly reader: FeedReader;
  readonly options: ReaderOptions;
  /** Gets a document that another one refers to; without it, everything is among the documents. */
  readonly follow?: (url: string) => Promise<StoredDocument>;
  /** Called with each document before it is read. */
  readonly onDocument: (document: StoredDocument) => void;
  /** Called with the days that documents name as theirs, 'yyyy-mm-dd'. */
  readonly onAsOf: (day: string) => void;
}

/**
 * Everything that the documents of a feed say, in a stream: each is unpacked and read, then those it refers to.
 * @throws DownloadError when a file is not what a reader can read, and what `follow` throws
 */
export async function* readFeed(reading: FeedReading): AsyncGenerator<FeedEntry> {
  const { folder, documents, reader, options, follow, onDocument, onAsOf } = reading;
  const found = new Set(documents.map(({ name }) => name));
  for (const stored of documents) yield* readOne(stored);
  // a set may be added to while it is gone through
  for (const url of found) if (follow && !documents.some(({ name }) => name === url)) yield* readOne(await follow(url));

  async function* readOne(stored: StoredDocument): AsyncGenerator<FeedEntry> {
    onDocument(stored);
    const onMore = (reference: string): void => {
      if (URL.canParse(reference, stored.name)) found.add(new URL(reference, stored.name).href);
    };
    const { name, contentType } = stored;
    for (const document of await openDocument(join(folder, stored.file), { name, contentType, onAsOf, onMore }))
      yield* reader(document, options);
  }
}
