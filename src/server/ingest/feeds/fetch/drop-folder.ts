import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DocumentSet, StoredDocument } from './stored-documents.ts';

/** A file that a person put into a drop folder. */
export interface DroppedFile {
  readonly name: string;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

/** Files and reports to keep in `done`. What has failed may be the only copy, and stays. */
const maxDone = 100;
const ownFolders = new Set(['done', 'failed', 'documents']);
const maxNamed = 5;
const maxEndBytes = 64_000;
/** Names of unfinished files: of editors, browsers, rsync and this service. */
const unfinished = /^\.|~$|\.(partial|part|tmp|crdownload|swp)$/i;

/** The beginning of a name in `done`. */
const stamped = /^\d{4}-\d\d-\d\dT[\d-]+Z /;

/** A folder into which a person puts files instead of having them fetched. */
export class DropFolder {
  readonly #folder: string;

  /** @param folder absolute */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The files in the folder, complete or still being copied; none when the folder cannot be read. */
  async waiting(): Promise<readonly DroppedFile[]> {
    const names = (await this.#entries().catch(() => [])).filter((entry) => entry.isFile()).map(({ name }) => name);
    const files = await Promise.all(names.toSorted().map((name) => this.#fileAt(name)));
    return files.filter((file) => file !== undefined);
  }

  /** Whether the file has been changed or replaced, and not only taken away. */
  async isChanged(file: DroppedFile): Promise<boolean> {
    const now = await this.#fileAt(file.name);
    return now !== undefined && !isSettled([file], [now]);
  }

  /** The last bytes of the file as it was: they are the same there when it has only grown since. */
  async endOf({ name, bytes }: DroppedFile): Promise<Buffer | undefined> {
    const start = Math.max(0, bytes - maxEndBytes);
    const parts: Buffer[] = [];
    try {
      for await (const part of createReadStream(join(this.#folder, name), { start, end: bytes - 1 }))
        parts.push(part as Buffer);
    } catch {
      return undefined;
    }
    return Buffer.concat(parts);
  }

  /**
   * Says what in the folder is not read, with the first names; undefined when everything is.
   * @param folder how the sentence names the folder
   * @throws the error of the disk
   */
  async ignored(folder: string): Promise<string | undefined> {
    const found = await this.#entries();
    const names = found.filter((entry) => !entry.isFile() || !isUnicode(entry.name)).map(({ name }) => name);
    if (names.length === 0) return undefined;
    const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
    return (
      `Not read in the ${folder}: ${names.toSorted().slice(0, maxNamed).join(', ')}${more}. ` +
      'Folders, links and names that are not UTF-8 are left out. Put the files directly into it.'
    );
  }

  /** Copies files to the documents of the feed. The files themselves stay until they are settled. */
  async take(files: readonly DroppedFile[], documents: string): Promise<DocumentSet> {
    const taken = files.map(async ({ name, changedAt }): Promise<StoredDocument> => {
      const file = crypto.randomUUID();
      await copyFile(join(this.#folder, name), join(documents, file));
      return { name, file, at: changedAt };
    });
    return { documents: await Promise.all(taken), isIncremental: false };
  }

  /** Moves files to `done` or `failed`, with a report beside them. */
  async settle(files: readonly DroppedFile[], how: 'done' | 'failed', report: string): Promise<void> {
    const target = join(this.#folder, how);
    await mkdir(target, { recursive: true });
    // two reports of one millisecond would be one file
    await pause(2);
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
    const reportFile = join(target, `${stamp} report.txt`);
    // The report comes first: a person who sees that a file was taken can read the result.
    await writeFile(reportFile, report);
    try {
      for (const { name } of files) await rename(join(this.#folder, name), join(target, `${stamp} ${name}`));
    } catch (error) {
      await rm(reportFile, { force: true });
      throw error;
    }
    if (how === 'failed') return;
    const settled = (await readdir(target)).filter((name) => stamped.test(name)).toSorted();
    for (const name of settled.slice(0, Math.max(0, settled.length - maxDone)))
      await rm(join(target, name), { force: true });
  }

  async #entries() {
    const entries = await readdir(this.#folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return entries.filter(({ name }) => !ownFolders.has(name) && !unfinished.test(name));
  }

  async #fileAt(name: string): Promise<DroppedFile | undefined> {
    const found = await stat(join(this.#folder, name)).catch(() => undefined);
    return found && { name, bytes: found.size, changedAt: found.mtimeMs };
  }
}

/** A name in another encoding was read with replacements, and leads to no file. */
function isUnicode(name: string): boolean {
  return !name.includes('\ufffd');
}

/** Whether there are files, and none was added or written between two looks at the folder. */
export function isSettled(before: readonly DroppedFile[], now: readonly DroppedFile[]): boolean {
  return now.length > 0 && JSON.stringify(before) === JSON.stringify(now);
}
