// Tells whether what was built last still stands for the sources.
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamp = join(root, 'dist/built');
const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json', 'tools/build.mjs'];

/** True when a source is newer than the last whole build. */
export function isStale() {
  return !existsSync(stamp) || Math.max(...sources.map((path) => newest(join(root, path)))) > statSync(stamp).mtimeMs;
}

export function markBuilt() {
  writeFileSync(stamp, new Date().toISOString());
}

/** The newest change at or below the path, epoch milliseconds. */
function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}
