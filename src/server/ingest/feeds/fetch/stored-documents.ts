import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readOrQuarantine, removeFile, replaceFile, type OnCorrupt } from '#server/disk/durable-file.ts';

const storedDocument = z.object({
  /** The URL it came from, or the name of the dropped file. */
  name: z.string(),
  /** In the folder of documents. */
  file: z.string(),
  contentType: z.string().optional(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  /** Of a page of a TAXII collection: the header X-TAXII-Date-Added-Last. */
  addedLast: z.string().optional(),
  /** Epoch milliseconds. */
  at: z.number(),
});
/** A document of a feed on this disk. */
export type StoredDocument = Readonly<z.output<typeof storedDocument>>;

const documentSet = z.object({
  documents: z.array(storedDocument),
  /** Holds only what is new since the last fetch, which may be nothing. */
  isIncremental: z.boolean(),
});
/** The documents that make up one state of a feed. */
export type DocumentSet = Readonly<z.output<typeof documentSet>>;

/**
 * The documents of one feed: the kept ones, which are the last good state and can fill the collection again without asking the
 * publisher, and the pending ones, which are being imported. Both lists are replaced atomically.
 */
export class StoredDocuments {
  /** Holds the files, also those that no list names yet. Absolute; exists once `prepare` resolved. */
  readonly folder: string;
  readonly #onCorrupt: OnCorrupt;

  constructor(feedFolder: string, onCorrupt: OnCorrupt) {
    this.folder = join(feedFolder, 'documents');
    this.#onCorrupt = onCorrupt;
  }

  /** Creates the folder, and removes files that neither list names. */
  async prepare(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const sets = await Promise.all([this.kept(), this.pending()]);
    const listed = new Set(sets.flatMap((set) => set?.documents.map(({ file }) => file) ?? []));
    for (const name of await readdir(this.folder))
      if (!listed.has(name) && !name.includes('.json')) await rm(join(this.folder, name), { force: true });
  }

  kept(): Promise<DocumentSet | undefined> {
    return this.#read('kept.json');
  }

  pending(): Promise<DocumentSet | undefined> {
    return this.#read('pending.json');
  }

  /** Notes that these documents are complete: an import can start with them, also after a restart. */
  setPending(set: DocumentSet): Promise<void> {
    return replaceFile(join(this.folder, 'pending.json'), JSON.stringify(set));
  }

  /** Makes these documents the last good state. */
  async keep(set: DocumentSet): Promise<void> {
    await replaceFile(join(this.folder, 'kept.json'), JSON.stringify(set));
    await this.dropPending();
  }

  /** Removes all documents. */
  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  async dropPending(): Promise<void> {
    await removeFile(join(this.folder, 'pending.json'));
    await this.prepare();
  }

  #read(list: string): Promise<DocumentSet | undefined> {
    return readOrQuarantine(join(this.folder, list), (value) => documentSet.parse(value), this.#onCorrupt);
  }
}
