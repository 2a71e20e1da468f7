import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
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

/** Changes one byte in the middle of the largest file of every part, as a failing disk does without an error. */
export function flipByte(dataFolder: string, table: string): void {
  for (const part of partsOf(dataFolder, table)) {
    const files = readdirSync(part).filter((name) => name.endsWith('.bin'));
    const [largest] = files.map((name) => join(part, name)).toSorted((a, b) => statSync(b).size - statSync(a).size);
    if (largest === undefined) continue;
    const bytes = readFileSync(largest);
    const at = bytes.length >> 1;
    if (at > 0) writeFileSync(largest, bytes.with(at, (bytes[at] ?? 0) ^ 1));
  }
}

/** Removes the parts without a trace. */
export function removeParts(dataFolder: string, table: string): void {
  for (const part of partsOf(dataFolder, table)) rmSync(part, { recursive: true });
}
