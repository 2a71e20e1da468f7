import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

// Own code rather than write-file-atomic: that package syncs the file but not its folder, so that after a power cut the
// rename may be missing although the caller was told that the file is written.

const partialSuffix = '.partial';
const quarantineSuffix = '.broken';

/** Called when an unreadable file is quarantined, and when a damaged one was rebuilt. The message names the file. */
export type OnCorrupt = (message: string) => void;

/**
 * Replaces a file atomically and durably: writes a partial file next to it, syncs and renames it, and syncs the folder.
 * After a crash or a power cut a reader finds the old content or the new, and the new once this has resolved.
 * @param mode file mode; by default from the umask
 */
export async function replaceFile(file: string, content: string | readonly Uint8Array[], mode = 0o666): Promise<void> {
  const partial = `${file}${partialSuffix}`;
  try {
    await writeSynced(partial, content, mode);
  } catch (error) {
    await removeFile(partial); // on a full disk it would use up the remaining space
    throw error;
  }
  await rename(partial, file);
  await syncFolder(dirname(file));
}

export async function removeFile(file: string): Promise<void> {
  await rm(file, { force: true });
}

/** Creates the folder if need be and removes the partial files that a crash left in it. @returns the names of the others */
export async function openFolder(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  const isPartial = (name: string) => name.endsWith(partialSuffix);
  await Promise.all(names.filter(isPartial).map((name) => removeFile(join(folder, name))));
  return names.filter((name) => !isPartial(name));
}

/**
 * Reads a JSON file. A file that `parse` rejects (cut short by a failing disk, edited by hand) is quarantined: renamed to
 * `*.broken` and reported, so that it neither stops the service nor is lost.
 * @returns undefined when the file does not exist, cannot be read, or was quarantined
 */
export async function readOrQuarantine<T>(
  file: string,
  parse: (value: unknown) => T,
  onCorrupt: OnCorrupt,
): Promise<T | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (!isMissing(error)) onCorrupt(`${file} cannot be read: ${String(error)}`);
    return undefined;
  }
  try {
    return parse(JSON.parse(text));
  } catch (error) {
    await quarantine(file, String(error), onCorrupt);
    return undefined;
  }
}

/** Renames a file to `*.broken` and reports it with the reason. */
export async function quarantine(file: string, reason: string, onCorrupt: OnCorrupt): Promise<void> {
  const quarantined = `${file}${quarantineSuffix}`;
  await rename(file, quarantined);
  onCorrupt(`${file} is corrupt and was quarantined as ${quarantined}: ${reason}`);
}

async function writeSynced(file: string, content: string | readonly Uint8Array[], mode: number): Promise<void> {
  const handle = await open(file, 'w', mode);
  try {
    for (const part of typeof content === 'string' ? [content] : content) await handle.writeFile(part);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
