import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** The folder of `--keep`, which stays, or a new one. */
export function benchFolder(keep?: string): { readonly folder: string; readonly removeFolder: () => void } {
  const folder = keep === undefined ? mkdtempSync(join(tmpdir(), 'sightline-bench-')) : resolve(keep);
  mkdirSync(folder, { recursive: true });
  return {
    folder,
    removeFolder: () => {
      if (keep === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}
