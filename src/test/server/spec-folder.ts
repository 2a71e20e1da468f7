import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A temporary folder, which is removed after the spec, once what the spec opens later is closed. */
export function specFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `sightline-${name}-`));
  chmodSync(folder, 0o755); // tshark reads captures as another user
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
