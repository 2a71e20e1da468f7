import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const partial = '.partial';
const broken = '.broken';

/** Hears of a file that cannot be read any more and was set aside; the message names it and says why. */
export type OnBroken = (message: string) => void;

/**
 * Writes a file whole or not at all: beside it, down to the disk, then renamed. Whoever reads it after a crash or a power
 * cut sees the old one or the new one.
 */
export async function replaceFile(file: string, text: string): Promise<void> {
  const beside = `${file}${partial}`;
  const handle = await open(beside, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
    await handle.close();
  } catch (error) {
    await handle.close().catch(() => undefined);
    await removeFile(beside); // on a full disk it would hold what is left
    throw error;
  }
  await rename(beside, file);
  await syncFolder(dirname(file));
}

export async function removeFile(file: string): Promise<void> {
  await rm(file, { force: true });
}

/** Makes the folder, drops what a crash left half written in it, and names what it holds. */
export async function openFolder(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const names = await readdir(folder);
  const halves = names.filter((name) => name.endsWith(partial));
  await Promise.all(halves.map((name) => removeFile(join(folder, name))));
  return names.filter((name) => !name.endsWith(partial));
}

/**
 * What the file holds as `parse` reads it. What makes no sense (cut by a failing disk, edited by hand) is renamed to
 * `*.broken` and reported, so that it stops nothing and nothing is lost.
 * @returns undefined when there is no such file, or it was reported
 */
export async function readOrSetAside<T>(
  file: string,
  parse: (value: unknown) => T,
  onBroken: OnBroken,
): Promise<T | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (!isMissing(error)) onBroken(`${file} cannot be read: ${String(error)}`);
    return undefined;
  }
  try {
    return parse(JSON.parse(text));
  } catch (error) {
    await rename(file, `${file}${broken}`);
    onBroken(`${file} is not readable and was set aside as ${file}${broken}: ${String(error)}`);
    return undefined;
  }
}

/** The rename itself must reach the disk. */
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
