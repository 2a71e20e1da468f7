import { closeSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Minimum free space for the store and its files at the start. */
const neededBytes = 1_000_000;

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
