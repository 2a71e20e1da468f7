import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentSet, StoredDocument } from './stored-documents.ts';

/** A file that a person put into a drop folder. */
export interface DroppedFile {
  readonly name: string;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

/** Files and reports to keep in each of `done` and `failed`. */
const maxSettled = 100;
const maxNamed = 5;
/** Names of unfinished files: of editors, browsers, rsync and this service. */
const unfinished = /^\.|~$|\.(partial|part|tmp|crdownload|swp)$/i;

/** A folder into which a person puts files instead of having them fetched. */
export class DropFolder {
  readonly #folder: string;

  /** @param folder absolute */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The files in the folder, complete or still being copied; none when the folder does not exist. */
  async waiting(): Promise<readonly DroppedFile[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true }).catch(() => []);
    const names = entries.filter((entry) => entry.isFile() && !unfinished.test(entry.name)).map(({ name }) => name);
    const files = await Promise.all(names.toSorted().map((name) => this.#fileAt(name)));
    return files.filter((file) => file !== undefined);
  }

  /** Folders that a person put there, which are not read; at most `maxNamed` of them. */
  async ignored(): Promise<readonly string[]> {
    const entries = await readdir(this.#folder, { withFileTypes: true }).catch(() => []);
    const own = new Set(['done', 'failed', 'documents']);
    const folders = entries.filter(
      (entry) => entry.isDirectory() && !own.has(entry.name) && !unfinished.test(entry.name),
    );
    return folders
      .map(({ name }) => name)
      .toSorted()
      .slice(0, maxNamed);
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
    const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
    // The report comes first: a person who sees that a file was taken can read the result.
    await writeFile(join(target, `${stamp} report.txt`), report);
    for (const { name } of files) await rename(join(this.#folder, name), join(target, `${stamp} ${name}`));
    const settled = (await readdir(target)).toSorted();
    for (const name of settled.slice(0, Math.max(0, settled.length - maxSettled)))
      await rm(join(target, name), { recursive: true, force: true });
  }

  async #fileAt(name: string): Promise<DroppedFile | undefined> {
    const found = await stat(join(this.#folder, name)).catch(() => undefined);
    return found && { name, bytes: found.size, changedAt: found.mtimeMs };
  }
}

/** Whether there are files, and none was added or written between two looks at the folder. */
export function isSettled(before: readonly DroppedFile[], now: readonly DroppedFile[]): boolean {
  return now.length > 0 && JSON.stringify(before) === JSON.stringify(now);
}
