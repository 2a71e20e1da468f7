import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DownloadError } from '#model/errors.ts';
import { openFolder, readOrQuarantine, removeFile, replaceFile } from '#server/disk/durable-file.ts';
import type { ObjectStore, StoredObject } from '#model/object-store.ts';
import { repeat } from '#server/timing/repeat.ts';
import { wordsOfLogError } from './log-report.ts';

const taken = z.object({
  version: z.string(),
  bytes: z.number(),
  /** SHA-256 of its bytes. */
  digest: z.string(),
  /** In the import log. */
  importId: z.string(),
  /** Its lines in the ledger; undefined until its import has ended. */
  imports: z.array(z.number()).optional(),
});
/** An object whose import has begun. */
export type TakenObject = Readonly<z.output<typeof taken>>;
const stored = z.object({ url: z.string(), objects: z.record(z.string(), taken) });
const stateName = 'objects.json';
const maxLeft = 1000;

/** A file to import. */
export interface BucketFile {
  /** For its entry in the import log. */
  readonly importId: string;
  readonly name: string;
  /** Absolute. */
  readonly file: string;
  readonly bytes: number;
}

export interface BucketOptions {
  readonly store: ObjectStore;
  /** As the operator gave it: another one begins anew. */
  readonly url: string;
  /** Absolute; holds what was taken, and objects while they are downloaded. */
  readonly folder: string;
  readonly everyMilliseconds: number;
  /** Whether an earlier object is still to be imported. */
  readonly isBehind: () => boolean;
  /** Whether the import log has this entry. */
  readonly hasImport: (importId: string) => boolean;
  /** @throws LogRefused when there is no room for so many bytes */
  readonly checkRoom: (bytes: number) => Promise<void>;
  /**
   * Imports a file, which it moves away.
   * @returns the lines in the ledger; undefined when the import is tried again later
   */
  readonly importFile: (file: BucketFile) => Promise<readonly number[] | undefined>;
  /** Takes what an object brought out of the collection. @returns whether it is out */
  readonly takeOut: (before: TakenObject) => Promise<boolean>;
  /** Called with messages for the operator. */
  readonly report: (message: string) => void;
}

/** Also names of unfinished uploads of tools that write through a file system. */
const unread = /(^|\/)\.[^/]*$|\/$|~$|\.(partial|part|tmp)$|(^|\/)\.{1,2}(\/|$)/i;

/**
 * Imports the objects of a bucket, and looks for new ones again and again. An object with the content of another counts for nothing, one
 * that begins with it replaces what the other brought, and what a deleted one brought stays in the collection.
 */
export class Bucket {
  readonly #options: BucketOptions;
  #taken = new Map<string, TakenObject>();
  /** Of this run: deleted ones, and earlier versions. Their content may come again under another name. */
  #left: readonly TakenObject[] = [];
  /**
   * Keys of objects that the server refused to send (archived ones, or ones that the key of the bucket may not read), whose download broke
   * off, or for which the disk has no room. They come after the others.
   */
  readonly #delayed = new Set<string>();
  #said = '';
  readonly #stop: () => Promise<void>;

  constructor(options: BucketOptions) {
    this.#options = options;
    const opened = this.#open();
    this.#stop = repeat(
      async (signal) => {
        await opened;
        await this.#look(signal);
        this.#said = '';
      },
      options.everyMilliseconds,
      (error) => this.#say(`The bucket ${options.url} cannot be read: ${wordsOfLogError(error)}`),
    );
  }

  /** Ends the watching. */
  close(): Promise<void> {
    return this.#stop();
  }

  async #open(): Promise<void> {
    const { folder, url, hasImport, report } = this.#options;
    for (const name of await openFolder(folder)) if (name !== stateName) await removeFile(join(folder, name));
    const state = await readOrQuarantine(join(folder, stateName), (value) => stored.parse(value), report);
    if (state?.url !== url) return;
    const objects = Object.entries(state.objects);
    // killed before the import was noted
    this.#taken = new Map(objects.filter(([, { importId, imports }]) => imports !== undefined || hasImport(importId)));
  }

  async #look(signal: AbortSignal): Promise<void> {
    const { store, folder, isBehind } = this.#options;
    if (isBehind()) return;
    const listed = (await store.list(folder, signal)).filter(({ key, bytes }) => bytes > 0 && !unread.test(key));
    const due = listed.filter(({ key, version }) => this.#taken.get(key)?.version !== version);
    const isDelayed = ({ key }: StoredObject) => this.#delayed.has(key);
    for (const object of due.filter((each) => !isDelayed(each))) {
      await this.#take(object, signal);
      if (signal.aborted || isBehind()) return;
    }
    const keys = new Set(listed.map(({ key }) => key));
    const gone = [...this.#taken.keys()].filter((key) => !keys.has(key));
    for (const key of gone) this.#set(key, undefined);
    if (gone.length > 0) await this.#save();
    // one of the others at a look, the one that has waited longest
    const [next] = [...this.#delayed].flatMap((delayed) => due.find(({ key }) => key === delayed) ?? []);
    if (next) await this.#take(next, signal);
  }

  async #take(object: StoredObject, signal: AbortSignal): Promise<void> {
    const { report } = this.#options;
    const file = await this.#download(object, signal).catch((error: unknown) => {
      // deleted since it was listed
      if (error instanceof DownloadError && error.isMissing) return undefined;
      const isNew = !this.#delayed.delete(object.key);
      this.#delayed.add(object.key);
      if (!(error instanceof DownloadError && error.isRefused)) throw error;
      if (isNew) report(`The object ${object.name} of the bucket is left out until it can be read: ${error.message}`);
      return undefined;
    });
    if (file === undefined) return;
    this.#delayed.delete(object.key);
    try {
      await this.#import(object, file);
    } finally {
      await removeFile(file);
    }
  }

  async #download(object: StoredObject, signal: AbortSignal): Promise<string> {
    const { store, folder, checkRoom } = this.#options;
    await checkRoom(object.bytes);
    return store.download(object, folder, signal);
  }

  async #import({ key, name, version }: StoredObject, file: string): Promise<void> {
    const { importFile, takeOut } = this.#options;
    const { bytes, digest, begins } = await beginningsOf(file, [...this.#left, ...this.#taken.values()]);
    const isSame = begins?.digest === digest;
    if (begins && !isSame) {
      if (!(await takeOut(begins))) return;
      this.#isOut(begins);
    }
    const importId = randomUUID();
    this.#set(key, isSame ? { ...begins, version } : { version, bytes, digest, importId });
    await this.#save();
    if (isSame) return;
    const imports = await importFile({ importId, name, file, bytes });
    if (imports === undefined) return;
    this.#taken.set(key, { version, bytes, digest, importId, imports: [...imports] });
    await this.#save();
  }

  #set(key: string, next: TakenObject | undefined): void {
    const before = this.#taken.get(key);
    if (before && before.digest !== next?.digest) this.#left = [...this.#left, before].slice(-maxLeft);
    if (next) this.#taken.set(key, next);
    else this.#taken.delete(key);
  }

  /** Notes that nothing is left of what an object brought. */
  #isOut(object: TakenObject): void {
    const out = (each: TakenObject) => (each === object ? { ...each, imports: [] } : each);
    this.#left = this.#left.map(out);
    this.#taken = new Map([...this.#taken].map(([key, each]) => [key, out(each)]));
  }

  #save(): Promise<void> {
    const { folder, url } = this.#options;
    return replaceFile(join(folder, stateName), JSON.stringify({ url, objects: Object.fromEntries(this.#taken) }));
  }

  /** Reports a message once, not at every look. */
  #say(message: string): void {
    if (message !== this.#said) this.#options.report(message);
    this.#said = message;
  }
}

/**
 * Reads a file.
 * @returns its size and digest, and the longest of these objects with whose content it begins
 */
async function beginningsOf(file: string, objects: readonly TakenObject[]) {
  const ahead = objects.toSorted((one, other) => one.bytes - other.bytes);
  const hash = createHash('sha256');
  let bytes = 0;
  let begins: TakenObject | undefined;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let rest = chunk;
    for (let [next] = ahead; next && next.bytes <= bytes + rest.length; [next] = ahead) {
      ahead.shift();
      const part = rest.subarray(0, next.bytes - bytes);
      hash.update(part);
      bytes += part.length;
      rest = rest.subarray(part.length);
      if (hash.copy().digest('hex') === next.digest) begins = next;
    }
    hash.update(rest);
    bytes += rest.length;
  }
  return { bytes, digest: hash.digest('hex'), begins };
}
