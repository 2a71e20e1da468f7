import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Minimum free space for the store and its files. */
const neededBytes = 1_000_000;
/** Room in which a usual batch of records is written. */
const roomyBytes = 50_000_000;

/**
 * Creates the data folder and tests whether files can be written, before anything is opened in it. Logs, searches and jobs are in it,
 * so only the user of this process may read what it creates from then on, whatever its umask was.
 * @throws Error with the problem and what to do
 */
export function checkFolder(folder: string): void {
  const probe = join(folder, `.write-check-${process.pid}`);
  process.umask(0o077);
  try {
    makeFolder(folder);
    const file = openSync(probe, 'w');
    try {
      for (let left = neededBytes; left > 0;) left -= writeSync(file, Buffer.alloc(left));
    } finally {
      closeSync(file);
      rmSync(probe, { force: true });
    }
  } catch (error) {
    throw new Error(diskProblem(folder, error) ?? `The data folder ${folder} cannot be used: ${String(error)}`, {
      cause: error,
    });
  }
  for (const path of ['store', 'jobs', 'journal', 'feeds'].map((name) => join(folder, name)))
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false)
      throw new Error(`${path} must be a folder, but there is a file in its place. Move it away and start again.`);
}

/** Folder by folder: the recursive mkdir of Node never returns where the system answers ENOENT, as under /proc. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** The message for an error of a full or read-only disk or folder; undefined for any other error. */
export function diskProblem(folder: string, error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const fault = error instanceof Error && 'fault' in error ? String(error.fault) : '';
  if (['ENOSPC', 'EDQUOT'].includes(code) || fault === 'disk-full')
    return `The disk of the data folder ${folder} is full. Free some space and start again.`;
  if (['EROFS'].includes(code) || fault === 'read-only')
    return `The data folder ${folder} is read-only. Make it writable, or set SIGHTLINE_DATA to another folder.`;
  if (['EACCES', 'EPERM'].includes(code))
    return `The data folder ${folder} may not be written by this user. Make it writable, or set SIGHTLINE_DATA to another folder.`;
  if (['ENOTDIR', 'EEXIST', 'ENOENT', 'ELOOP', 'ENAMETOOLONG'].includes(code))
    return `${folder} cannot be the data folder: it is not a folder, or none can be made there. Set SIGHTLINE_DATA to another one.`;
  return undefined;
}

/** Whether files can be written to the data folder now, which the engine learns only when it writes. */
export async function folderState(
  folder: string,
): Promise<{ readonly writeFault: string } | { readonly hasRoom: boolean }> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch {
    return { writeFault: 'The service may not write to the data folder: nothing can be added to the collection.' };
  }
  const { bavail, bsize, files, ffree } = await statfs(folder);
  // some file systems count no files
  if (bavail * bsize < neededBytes || (files > 0 && ffree === 0))
    return { writeFault: 'The disk of the data folder is full: nothing can be added to the collection.' };
  return { hasRoom: bavail * bsize > roomyBytes };
}

/** A path below the folder that this user may not use, because another user ran the service or restored a backup. */
export function foreignPath(folder: string): string | undefined {
  try {
    const isFolder = statSync(folder).isDirectory();
    accessSync(folder, isFolder ? constants.R_OK | constants.W_OK | constants.X_OK : constants.R_OK);
    const names = isFolder ? readdirSync(folder) : [];
    for (const name of names) {
      const found = foreignPath(join(folder, name));
      if (found !== undefined) return found;
    }
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EACCES' ? folder : undefined;
  }
}
