import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { z } from 'zod';
import { openFolder, readOrQuarantine, removeFile, replaceFile, type OnCorrupt } from '#server/disk/durable-file.ts';

const count = z.object({ name: z.string(), count: z.number() });
const report = z.object({
  format: z.string(),
  title: z.string(),
  lines: z.number(),
  is_whole: z.boolean(),
  cut_off: z.string(),
  seen: z.number(),
  by_type: z.array(count),
  rows: z.number(),
  new_rows: z.number().nullable(),
  evidence: z.array(count),
  from: z.string(),
  to: z.string(),
  skipped: z.array(count),
  rejected: z.number(),
  rejects: z.array(count),
  examples: z.array(z.object({ line: z.string(), reason: z.string() })),
});
/** The report of a log as the interface shows it. */
export type ShownReport = z.output<typeof report>;

/** An entry of the import log as the interface shows it (LogImport of the contract). */
export const shownImport = z.object({
  id: z.string(),
  way: z.enum(['upload', 'inbox', 'push']),
  name: z.string(),
  source: z.string(),
  /** Recognised; '' before. */
  format: z.string(),
  state: z.enum([
    ...(['uploading', 'checking', 'checked', 'waiting', 'importing', 'cancelled', 'done', 'known', 'failed'] as const),
    'receiving',
  ]),
  bytes: z.number(),
  received: z.number(),
  read: z.number(),
  lines: z.number(),
  added: z.string(),
  started: z.string().nullable(),
  ended: z.string().nullable(),
  check: report.nullable(),
  report: report.nullable(),
  error: z.string().nullable(),
});
export type ShownImport = Readonly<z.output<typeof shownImport>>;

const stored = shownImport.extend({
  /** The format that it is to be read as; '' recognises it. */
  asked: z.string(),
  columns: z.record(z.string(), z.string()).optional(),
  /** Epoch seconds; 0 when not known. */
  written: z.number(),
  /** It is imported after the dry run without asking. */
  starts: z.boolean(),
  /** Of a file of the inbox; '' for an upload, which lies beside this entry. */
  path: z.string(),
});
/** An entry of the import log. Times are 'yyyy-mm-dd hh:mm:ss'. */
export type StoredImport = Readonly<z.output<typeof stored>>;

/** The import log: a file for each entry. */
export interface ImportStore {
  get(id: string): StoredImport | undefined;
  /** Newest first. */
  all(): readonly StoredImport[];
  /** Counts at once in this process, and after a crash once it has resolved. */
  set(entry: StoredImport): Promise<void>;
  /** The same, but the entry stays as it was if it cannot be written. @throws the error of the disk */
  change(entry: StoredImport): Promise<void>;
  remove(id: string): Promise<void>;
  /** Resolves when everything asked for so far is on disk. */
  flush(): Promise<void>;
}

/** A new entry, which waits for its content. */
export function blank(of: Pick<StoredImport, 'way' | 'name' | 'bytes'> & { readonly time: string }): StoredImport {
  const { time, ...about } = of;
  return {
    ...{ id: randomUUID(), ...about, source: '', format: '', asked: '', state: 'uploading', path: '' },
    ...{ received: 0, read: 0, lines: 0, written: 0, starts: false },
    ...{ added: time, started: null, ended: null, check: null, report: null, error: null },
  };
}

const maxEntries = 500;
const isEnded = ({ state }: StoredImport): boolean => ['done', 'known', 'failed', 'cancelled'].includes(state);

/** @param folder holds `<id>.json` of each entry, and `<id>.data` of each upload that is not imported yet. Absolute. */
export async function openImportStore(folder: string, onCorrupt: OnCorrupt): Promise<ImportStore> {
  const names = await openFolder(folder);
  const entries = new Map<string, StoredImport>();
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    const found = await readOrQuarantine(join(folder, name), (value) => stored.parse(value), onCorrupt);
    if (found) entries.set(found.id, found);
  }
  for (const name of names.filter((each) => each.endsWith('.data')))
    if (!entries.has(name.replace('.data', ''))) await removeFile(join(folder, name));
  const writes = new PQueue({ concurrency: 1 });
  const all = (): readonly StoredImport[] =>
    [...entries.values()].sort((one, other) => other.added.localeCompare(one.added));
  const remove = (id: string): Promise<void> => {
    entries.delete(id);
    return writes.add(async () => {
      await removeFile(join(folder, `${id}.json`));
      await removeFile(join(folder, `${id}.data`));
    });
  };
  const set = async (entry: StoredImport): Promise<void> => {
    entries.set(entry.id, entry);
    for (const old of all().slice(maxEntries).filter(isEnded)) await remove(old.id);
    await writes.add(() => replaceFile(join(folder, `${entry.id}.json`), JSON.stringify(entry, null, 2)));
  };
  return {
    get: (id) => entries.get(id),
    all,
    set,
    async change(entry) {
      const before = entries.get(entry.id);
      try {
        await set(entry);
      } catch (error) {
        await (before ? set(before) : remove(entry.id)).catch(() => undefined);
        throw error;
      }
    },
    remove,
    flush: () => writes.onIdle(),
  };
}
