// Checks whether the last build is up to date with the sources.
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'dist/built');
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json', 'tools/build.ts'];

/** True when a source is newer than the last whole build. */
export function isStale(): boolean {
  return !existsSync(stamp) || Math.max(...sources.map((path) => newest(join(root, path)))) > statSync(stamp).mtimeMs;
}

export function markBuilt(): void {
  writeFileSync(stamp, new Date().toISOString());
}

/** The newest change at or below the path, epoch milliseconds. */
function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
