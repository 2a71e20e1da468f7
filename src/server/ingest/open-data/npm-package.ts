import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  readonly folder: string;
}

/** An installed npm package that carries data. @throws Error when it is not installed */
export function npmPackage(name: string): NpmPackage {
  const manifest = require.resolve(`${name}/package.json`);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return { name, version, folder: dirname(manifest) };
}

/** Path of a file in the package. */
export function packageFile(from: NpmPackage, file: string): string {
  return join(from.folder, file);
}

/** The day at the end of a version such as 2.3.2026061719 (year, month, day, hour), as 'yyyy-mm-dd'. */
export function dayOfVersion(version: string): string {
  const [, year, month, day] = /\.(\d{4})(\d{2})(\d{2})\d*$/.exec(version) ?? [];
  if (!year) throw new RangeError(`the version ${version} names no day`);
  return `${year}-${month}-${day}`;
}
