import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readOrQuarantine, removeFile, replaceFile, type OnCorrupt } from '#server/disk/durable-file.ts';

const document = z.object({
  /** The URL it came from, or the name of the dropped file. */
  name: z.string(),
  /** Below the folder of documents. */
  file: z.string(),
  contentType: z.string().optional(),
  etag: z.string().optional(),
  lastModified: z.string().optional(),
  /** Epoch milliseconds. */
  at: z.number(),
});
/** A document of a feed on this disk. */
export type StoredDocument = Readonly<z.output<typeof document>>;

const documentList = z.object({
  documents: z.array(document),
  /** The feed goes on in others, which are found by reading. */
  isIncremental: z.boolean(),
});
/** What makes up one state of a feed. */
export type DocumentSet = Readonly<z.output<typeof documentList>>;

/**
 * The documents of one feed: those of the last good state, from which the collection can be filled again without asking the
 * publisher, and those that are being imported. Lists are replaced as a whole, so a kill leaves the old or the new one.
 */
export interface FeedDocuments {
  /** Where files are put before they are listed. Absolute; exists once `prepare` resolved. */
  readonly folder: string;
  /** Makes the folder, and removes files that belong to neither list. */
  prepare(): Promise<void>;
  kept(): Promise<DocumentSet | undefined>;
  pending(): Promise<DocumentSet | undefined>;
  /** Says that these are complete and can be imported, also after a restart. */
  setPending(documents: DocumentSet): Promise<void>;
  /** These are the last good state from now on. */
  keep(documents: DocumentSet): Promise<void>;
  /** Forgets those that were being imported. */
  dropPending(): Promise<void>;
}

export function feedDocuments(feedFolder: string, onCorrupt: OnCorrupt): FeedDocuments {
  const folder = join(feedFolder, 'documents');
  const keptList = join(folder, 'kept.json');
  const pendingList = join(folder, 'pending.json');
  const read = (file: string) => readOrQuarantine(file, (value) => documentList.parse(value), onCorrupt);
  const prepare = async (): Promise<void> => {
    await mkdir(folder, { recursive: true });
    const sets = await Promise.all([read(keptList), read(pendingList)]);
    const listed = new Set(sets.flatMap((set) => set?.documents.map(({ file }) => file) ?? []));
    for (const name of await readdir(folder))
      if (!listed.has(name) && !name.includes('.json')) await rm(join(folder, name), { force: true });
  };
  return {
    folder,
    prepare,
    kept: () => read(keptList),
    pending: () => read(pendingList),
    setPending: (set) => replaceFile(pendingList, JSON.stringify(set)),
    keep: async (set) => {
      await replaceFile(keptList, JSON.stringify(set));
      await removeFile(pendingList);
      await prepare();
    },
    dropPending: async () => {
      await removeFile(pendingList);
      await prepare();
    },
  };
}
