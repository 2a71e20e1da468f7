import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeedOutcome } from '#server/ingest/feeds/apply/import-feed.ts';
import type { DocumentSet, StoredDocument } from './stored-documents.ts';

/** A file that was put into the folder of a feed. */
export interface DroppedFile {
  readonly name: string;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

export interface DropFolder {
  /** Files that wait, complete or still being copied; none when the folder does not exist. */
  waiting(): Promise<readonly DroppedFile[]>;
  /** Copies them to where documents of the feed are kept. The files themselves stay until they are settled. */
  take(files: readonly DroppedFile[], documents: string): Promise<DocumentSet>;
  /** Moves them to `done` or `failed`, with what there is to say about them beside them. */
  settle(files: readonly DroppedFile[], how: 'done' | 'failed', report: string): Promise<void>;
}

/** Of each of `done` and `failed`: files and their reports. */
const mostSettled = 100;
/** Files on their way: of editors, browsers, rsync and this service. */
const unfinished = /^\.|~$|\.(partial|part|tmp|crdownload|swp)$/i;

/** The folder of one feed, into which a person puts files in place of fetching them. @param folder absolute */
export function dropFolder(folder: string): DropFolder {
  return {
    async waiting() {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const names = entries.filter((entry) => entry.isFile() && !unfinished.test(entry.name)).map(({ name }) => name);
      const files = await Promise.all(names.toSorted().map((name) => fileAt(folder, name)));
      return files.filter((file) => file !== undefined);
    },
    async take(files, documents) {
      const taken = files.map(async ({ name, changedAt }): Promise<StoredDocument> => {
        const file = crypto.randomUUID();
        await copyFile(join(folder, name), join(documents, file));
        return { name, file, at: changedAt };
      });
      return { documents: await Promise.all(taken), isIncremental: false };
    },
    async settle(files, how, report) {
      const target = join(folder, how);
      await mkdir(target, { recursive: true });
      const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-');
      // The report is whole before a file goes: whoever sees that a file was taken can read what became of it.
      await writeFile(join(target, `${stamp} report.txt`), report);
      for (const { name } of files) await rename(join(folder, name), join(target, `${stamp} ${name}`));
      const settled = (await readdir(target)).toSorted();
      for (const name of settled.slice(0, Math.max(0, settled.length - mostSettled)))
        await rm(join(target, name), { recursive: true, force: true });
    },
  };
}

/** Whether nothing was added or written between two looks at the folder. */
export function isSettled(before: readonly DroppedFile[], now: readonly DroppedFile[]): boolean {
  return now.length > 0 && JSON.stringify(before) === JSON.stringify(now);
}

/** What a person finds beside the files. @param error why they were not taken */
export function settlementReport(
  files: readonly DroppedFile[],
  { state, ...ending }: { readonly state: string } & Partial<Pick<FeedOutcome, 'rows' | 'rejects'>>,
  error: string | undefined,
): string {
  const { listings = 0, facts = 0, routing = 0 } = ending.rows ?? {};
  const { count = 0, byReason = [], examples = [] } = ending.rejects ?? {};
  const lines = [
    `Files: ${files.map(({ name }) => name).join(', ')}`,
    `Result: ${state === 'done' ? 'loaded' : 'not loaded'}${error === undefined ? '' : `. ${error}`}`,
    `Read: ${listings} listings, ${facts} facts, ${routing} routing entries`,
    `Rejected: ${count}`,
    ...byReason.map((each) => `  ${each.count} x ${each.reason}`),
    ...(examples.length > 0 ? ['Examples:'] : []),
    ...examples.map(({ line, reason }) => `  ${line}  (${reason})`),
    ...(state === 'done' ? [] : ['To try again, move the files back into the folder of the feed.']),
  ];
  return `${lines.join('\n')}\n`;
}

async function fileAt(folder: string, name: string): Promise<DroppedFile | undefined> {
  const found = await stat(join(folder, name)).catch(() => undefined);
  return found && { name, bytes: found.size, changedAt: found.mtimeMs };
}
