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
  days: z.string(),
  asks: z.array(z.enum(['day', 'origin'])),
  skipped: z.array(count),
  rejected: z.number(),
  rejects: z.array(count),
  examples: z.array(z.object({ line: z.string(), reason: z.string() })),
  file_count: z.number(),
  files: z.array(
    z.object({
      name: z.string(),
      format: z.string(),
      title: z.string(),
      lines: z.number(),
      rows: z.number(),
      evidence: z.number(),
      rejected: z.number(),
      problem: z.string(),
    }),
  ),
});
/** The report of a log as the interface shows it. */
export type ShownReport = z.output<typeof report>;

/** An entry of the import log as the interface shows it (LogImport of the contract). */
export const shownImport = z.object({
  id: z.string(),
  way: z.enum(['upload', 'inbox', 'bucket', 'push']),
  name: z.string(),
  source: z.string(),
  /** Recognised; '' before. */
  format: z.string(),
  state: z.enum([
    ...(['uploading', 'checking', 'checked', 'waiting', 'importing', 'cancelled', 'done', 'known', 'failed'] as const),
    ...(['receiving', 'removing', 'removed'] as const),
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
  /** The day that was given for records without a time, 'yyyy-mm-dd'; '' without one. */
  day: z.string(),
  /** The origin that was given for a zone file; '' without one. */
  origin: z.string(),
  /** The columns that were given for a table: `name=Query Name,answer=IP`; '' without any. */
  columns: z.string(),
});
export type ShownImport = Readonly<z.output<typeof shownImport>>;

const stored = shownImport.extend({
  /** The requested format; '' to recognise it. */
  asked: z.string(),
  columns: z.record(z.string(), z.string()).optional(),
  /** Whether the import follows the dry run without asking. */
  starts: z.boolean(),
  /** Its lines in the ledger: one for each log in the file that was written. */
  imports: z.array(z.number()),
  /** Of a file in the inbox; '' for an upload, which is stored beside this entry. */
  path: z.string(),
  /** Numbers in the ledger that are being taken out of the collection. */
  removes: z.array(z.number()),
});
/** An entry of the import log. Times are 'yyyy-mm-dd hh:mm:ss'. */
export type StoredImport = Readonly<z.output<typeof stored>>;

/** A new entry without content. */
export function blank(of: Pick<StoredImport, 'way' | 'name' | 'bytes'> & { readonly time: string }): StoredImport {
  const { time, ...about } = of;
  return {
    ...{ id: randomUUID(), ...about, source: '', format: '', asked: '', state: 'uploading', path: '' },
    ...{ received: 0, read: 0, lines: 0, day: '', origin: '', starts: false, imports: [], removes: [] },
    ...{ added: time, started: null, ended: null, check: null, report: null, error: null },
  };
}

const maxEntries = 500;
const isEnded = ({ state }: StoredImport): boolean =>
  ['done', 'known', 'failed', 'cancelled', 'removed'].includes(state);

/** The import log: a file for each entry. */
export class ImportStore {
  readonly #folder: string;
  readonly #entries: Map<string, StoredImport>;
  readonly #writes = new PQueue({ concurrency: 1 });

  private constructor(folder: string, entries: Map<string, StoredImport>) {
    this.#folder = folder;
    this.#entries = entries;
  }

  /** @param folder holds `<id>.json` of each entry, and `<id>.data` of each upload that is not imported yet. Absolute. */
  static async open(folder: string, onCorrupt: OnCorrupt): Promise<ImportStore> {
    const names = await openFolder(folder);
    const entries = new Map<string, StoredImport>();
    for (const name of names.filter((each) => each.endsWith('.json'))) {
      const found = await readOrQuarantine(join(folder, name), (value) => stored.parse(value), onCorrupt);
      if (found) entries.set(found.id, found);
    }
    for (const name of names.filter((each) => each.endsWith('.data')))
      if (!entries.has(name.replace('.data', ''))) await removeFile(join(folder, name));
    return new ImportStore(folder, entries);
  }

  get(id: string): StoredImport | undefined {
    return this.#entries.get(id);
  }

  /** Newest first. */
  all(): readonly StoredImport[] {
    return [...this.#entries.values()].sort((one, other) => other.added.localeCompare(one.added));
  }

  /** Counts at once in this process, and after a crash once it has resolved. */
  async set(entry: StoredImport): Promise<void> {
    this.#entries.set(entry.id, entry);
    for (const old of this.all().slice(maxEntries).filter(isEnded)) await this.remove(old.id);
    await this.#writes.add(() => replaceFile(this.#fileOf(entry.id, 'json'), JSON.stringify(entry, null, 2)));
  }

  /** As `set`, but the entry stays as it was if it cannot be written. @throws the error of the disk */
  async change(entry: StoredImport): Promise<void> {
    const before = this.#entries.get(entry.id);
    try {
      await this.set(entry);
    } catch (error) {
      await (before ? this.set(before) : this.remove(entry.id)).catch(() => undefined);
      throw error;
    }
  }

  remove(id: string): Promise<void> {
    this.#entries.delete(id);
    return this.#writes.add(async () => {
      await removeFile(this.#fileOf(id, 'json'));
      await removeFile(this.#fileOf(id, 'data'));
    });
  }

  /** Resolves when everything asked for so far is on disk. */
  flush(): Promise<void> {
    return this.#writes.onIdle();
  }

  #fileOf(id: string, kind: 'json' | 'data'): string {
    return join(this.#folder, `${id}.${kind}`);
  }
}
