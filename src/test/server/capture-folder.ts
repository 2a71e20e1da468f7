import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for the captures of a spec, which tshark can read as another user. It is removed after the spec. */
export function captureFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-captures-'));
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
