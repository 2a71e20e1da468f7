import { readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of the parts of a table in the store of a data folder whose service has ended. */
function partsOf(dataFolder: string, table: string): string[] {
  const folder = join(dataFolder, 'store/data/sightline', table);
  return readdirSync(folder)
    .filter((name) => /^all_\d+_\d+_\d+/.test(name))
    .map((name) => join(folder, name));
}

/** Truncates every data file, as a failing disk or an interrupted copy does. */
export function truncateParts(dataFolder: string, table: string): void {
  for (const part of partsOf(dataFolder, table))
    for (const file of readdirSync(part).filter((name) => name.endsWith('.bin')))
      truncateSync(join(part, file), Math.floor(statSync(join(part, file)).size / 2));
}

/** Removes the parts without a trace. */
export function removeParts(dataFolder: string, table: string): void {
  for (const part of partsOf(dataFolder, table)) rmSync(part, { recursive: true });
}
