import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/** A temporary folder, which is removed after the test or, outside of one, after the spec, once what is opened later is closed. */
export function specFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `sightline-${name}-`));
  chmodSync(folder, 0o755); // tshark reads captures as another user
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (TestRunner.getCurrentTest()) onTestFinished(remove);
  else afterAll(remove);
  return folder;
}
