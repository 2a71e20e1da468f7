import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { z } from 'zod';
import { plusDays } from '#model/dates.ts';
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
    'uploading',
    'checking',
    'checked',
    'waiting',
    'importing',
    'cancelled',
    'done',
    'known',
    'failed',
    'receiving',
    'removing',
    'removed',
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
  /** Its lines in the ledger: one for each log in the file that was written; empty for pushes. */
  imports: z.array(z.number()),
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
    id: randomUUID(),
    ...about,
    source: '',
    format: '',
    asked: '',
    state: 'uploading',
    path: '',
    received: 0,
    read: 0,
    lines: 0,
    day: '',
    origin: '',
    starts: false,
    imports: [],
    removes: [],
    added: time,
    started: null,
    ended: null,
    check: null,
    report: null,
    error: null,
  };
}

/** The import in the state in which it waits to begin, or to begin again. */
export function waitingOf(entry: StoredImport): StoredImport {
  return { ...entry, state: 'waiting', error: null, started: null, ended: null, lines: 0, read: 0 };
}

const maxEntries = 500;
const isEnded = ({ state }: StoredImport): boolean =>
  ['done', 'known', 'failed', 'cancelled', 'removed'].includes(state);

/** Entries of a page of older ones. */
const pageEntries = 100;
/** Longer than an import can be taken out. */
const olderDays = 40;
/** The cursor of the first page of older entries. */
const firstPage = '~';

/** Begins with a time, and sorts like it. */
function olderName({ id, added }: StoredImport): string {
  return `${added.replaceAll(/\D/g, '')}-${id}`;
}

/**
 * The import log: a file for each entry. The newest ones, and those that have not ended, are in memory. The others stay on disk for 40 days,
 * and are read page by page.
 */
export class ImportStore {
  readonly #folder: string;
  readonly #onCorrupt: OnCorrupt;
  readonly #entries = new Map<string, StoredImport>();
  /** The names of the files of older entries by id, the oldest first. */
  readonly #older = new Map<string, string>();
  readonly #writes = new PQueue({ concurrency: 1 });

  private constructor(folder: string, onCorrupt: OnCorrupt) {
    this.#folder = folder;
    this.#onCorrupt = onCorrupt;
  }

  /** @param folder holds `<id>.json` of each entry, and `<id>.data` of each upload that is not imported yet. Absolute. */
  static async open(folder: string, onCorrupt: OnCorrupt): Promise<ImportStore> {
    const store = new ImportStore(folder, onCorrupt);
    const names = await openFolder(folder);
    for (const name of names.filter((each) => each.endsWith('.json'))) {
      const found = await store.#read(join(folder, name));
      if (found) store.#entries.set(found.id, found);
    }
    for (const name of names.filter((each) => each.endsWith('.data')))
      if (!store.#entries.has(name.replace('.data', ''))) await removeFile(join(folder, name));
    for (const file of (await openFolder(join(folder, 'older'))).sort()) {
      const [, name = '', id = ''] = /^(\d+-(.+))\.json$/.exec(file) ?? [];
      // a kill may have left an entry in both places
      if (store.#entries.has(id)) await removeFile(store.#olderFile(name));
      else if (id !== '') store.#older.set(id, name);
    }
    return store;
  }

  get(id: string): StoredImport | undefined {
    return this.#entries.get(id);
  }

  has(id: string): boolean {
    return this.#entries.has(id) || this.#older.has(id);
  }

  /** The entry, also an older one. */
  async find(id: string): Promise<StoredImport | undefined> {
    return this.#entries.get(id) ?? (await this.#writes.add(() => this.#readOlder(id))) ?? this.#entries.get(id);
  }

  /** Makes an older entry one of those in memory, so that it can be changed. It becomes an older one again with its next change. */
  async recall(id: string): Promise<void> {
    const found = await this.find(id);
    if (found && !this.#entries.has(id)) this.#entries.set(id, found);
  }

  /** Those in memory, newest first. */
  all(): readonly StoredImport[] {
    return [...this.#entries.values()].sort((one, other) => other.added.localeCompare(one.added));
  }

  /** The cursor of the first page of older entries; '' when there are none. */
  get older(): string {
    return this.#older.size > 0 ? firstPage : '';
  }

  /** A page of older entries, newest first. @returns also the cursor of the next page; '' after the last one */
  async olderThan(cursor: string): Promise<{ readonly entries: readonly StoredImport[]; readonly older: string }> {
    const left = [...this.#older].filter(([, name]) => name < cursor);
    const page = left.sort(([, one], [, other]) => (one < other ? 1 : -1)).slice(0, pageEntries);
    const found = await Promise.all(page.map(([id]) => this.find(id)));
    const last = page.length < left.length ? page.at(-1)?.[1] : undefined;
    return { entries: found.flatMap((entry) => entry ?? []), older: last ?? '' };
  }

  /** Counts at once in this process, and after a crash once it has resolved. */
  async set(entry: StoredImport): Promise<void> {
    this.#entries.set(entry.id, entry);
    const written = this.#writes.add(async () => {
      await replaceFile(this.#fileOf(entry.id, 'json'), JSON.stringify(entry, null, 2));
      await this.#forgetOlder(entry.id);
    });
    const moved = this.all()
      .filter(isEnded)
      .slice(maxEntries)
      .map((old) => this.#makeOlder(old));
    await Promise.all([written, ...moved]);
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
      await this.#forgetOlder(id);
      await removeFile(this.#fileOf(id, 'json'));
      await removeFile(this.#fileOf(id, 'data'));
    });
  }

  /** Resolves when everything asked for so far is on disk. */
  flush(): Promise<void> {
    return this.#writes.onIdle();
  }

  /** The entry stays in memory if it cannot be written. */
  #makeOlder(entry: StoredImport): Promise<void> {
    const { id } = entry;
    return this.#writes.add(async () => {
      // changed since
      if (this.#entries.get(id) !== entry) return;
      try {
        await replaceFile(this.#olderFile(olderName(entry)), JSON.stringify(entry, null, 2));
      } catch {
        return;
      }
      if (this.#entries.get(id) !== entry) return;
      this.#older.set(id, olderName(entry));
      this.#entries.delete(id);
      await removeFile(this.#fileOf(id, 'json'));
      await removeFile(this.#fileOf(id, 'data'));
      await this.#dropOld();
    });
  }

  async #dropOld(): Promise<void> {
    const [newest] = this.all();
    if (!newest) return;
    const first = olderName({ ...newest, added: `${plusDays(newest.added.slice(0, 10), -olderDays)} 00:00:00` });
    for (const [id, name] of this.#older) {
      if (name >= first) break;
      await this.#forgetOlder(id);
    }
  }

  async #forgetOlder(id: string): Promise<void> {
    const name = this.#older.get(id);
    if (name === undefined) return;
    this.#older.delete(id);
    await removeFile(this.#olderFile(name));
  }

  async #readOlder(id: string): Promise<StoredImport | undefined> {
    const name = this.#older.get(id);
    return name === undefined ? undefined : this.#read(this.#olderFile(name));
  }

  #read(file: string): Promise<StoredImport | undefined> {
    return readOrQuarantine(file, (value) => stored.parse(value), this.#onCorrupt);
  }

  #olderFile(name: string): string {
    return join(this.#folder, 'older', `${name}.json`);
  }

  #fileOf(id: string, kind: 'json' | 'data'): string {
    return join(this.#folder, `${id}.${kind}`);
  }
}
