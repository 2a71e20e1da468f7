// Fails when the dashboard outgrows its budget: the entry's JavaScript at most 180 kB gzip, any route in all at most
// 320 kB, and recharts in no chunk that a route loads before it draws a chart.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
}

const web = join(import.meta.dirname, '../dist/web');
const manifest = new Map(
  Object.entries(JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8')) as Readonly<Record<string, Chunk>>),
);
const budgetKilobytes = { entry: 180, route: 320 };

const sizes = new Map<string, number>();
function gzipBytes(file: string): number {
  const size = sizes.get(file) ?? gzipSync(readFileSync(join(web, file)), { level: 9 }).length;
  sizes.set(file, size);
  return size;
}

/** The chunk and everything it imports statically. */
function closure(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest.get(key)?.imports ?? []) closure(next, seen);
  return seen;
}

function kilobytes(keys: ReadonlySet<string>): number {
  const files = new Set(
    [...keys].flatMap((key) => manifest.get(key)?.file ?? []).filter((file) => file.endsWith('.js')),
  );
  return [...files].reduce((sum, file) => sum + gzipBytes(file), 0) / 1000;
}

const [entryKey] = [...manifest].find(([, { isEntry }]) => isEntry) ?? [];
if (entryKey === undefined) throw new Error('the manifest names no entry');
const entry = closure(entryKey);
const routes = [...manifest.keys()].filter(
  (key) => manifest.get(key)?.isDynamicEntry && /^src\/web\/pages\/[^/]+\/(route|\w+Page)\.tsx?$/.test(key),
);
const rows = [
  { name: 'entry', size: kilobytes(entry), budget: budgetKilobytes.entry, keys: entry },
  ...routes.map((key) => {
    const keys = new Set([...entry, ...closure(key)]);
    return { name: key.split('/')[3] ?? key, size: kilobytes(keys), budget: budgetKilobytes.route, keys };
  }),
];

const faults: string[] = [];
if (routes.length === 0) faults.push('the manifest names no route: pages must be loaded lazily from src/web/pages');
for (const { name, size, budget, keys } of rows) {
  console.log(`${name.padEnd(16)} ${size.toFixed(1).padStart(7)} kB gzip of ${budget}`);
  if (size > budget) faults.push(`${name}: ${size.toFixed(1)} kB gzip is over the budget of ${budget} kB`);
  if ([...keys].some((key) => /recharts/.test(`${key} ${manifest.get(key)?.name ?? ''}`)))
    faults.push(`${name} loads recharts before a chart is drawn`);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
