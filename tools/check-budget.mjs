// Fails when the dashboard outgrows its budget: the entry's JavaScript at most 180 kB gzip, any route in all at most
// 320 kB, and recharts in no chunk that a route loads before it draws a chart.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const web = join(dirname(fileURLToPath(import.meta.url)), '../dist/web');
const manifest = JSON.parse(readFileSync(join(web, '.vite/manifest.json'), 'utf8'));
const budgetKilobytes = { entry: 180, route: 320 };

const sizes = new Map();
function gzipBytes(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(web, file)), { level: 9 }).length);
  return sizes.get(file);
}

/** The chunk and everything it imports statically. */
function closure(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) closure(next, seen);
  return seen;
}

function kilobytes(keys) {
  const files = new Set([...keys].map((key) => manifest[key].file).filter((file) => file.endsWith('.js')));
  return [...files].reduce((sum, file) => sum + gzipBytes(file), 0) / 1000;
}

const entryKey = Object.keys(manifest).find((key) => manifest[key].isEntry);
const entry = closure(entryKey);
const routes = Object.keys(manifest).filter(
  (key) => manifest[key].isDynamicEntry && /^src\/web\/pages\/[^/]+\/(route|\w+Page)\.tsx?$/.test(key),
);
const rows = [
  { name: 'entry', size: kilobytes(entry), budget: budgetKilobytes.entry, keys: entry },
  ...routes.map((key) => {
    const keys = new Set([...entry, ...closure(key)]);
    return { name: key.split('/')[3], size: kilobytes(keys), budget: budgetKilobytes.route, keys };
  }),
];

const faults = [];
if (routes.length === 0) faults.push('the manifest names no route: pages must be loaded lazily from src/web/pages');
for (const { name, size, budget, keys } of rows) {
  console.log(`${name.padEnd(16)} ${size.toFixed(1).padStart(7)} kB gzip of ${budget}`);
  if (size > budget) faults.push(`${name}: ${size.toFixed(1)} kB gzip is over the budget of ${budget} kB`);
  if ([...keys].some((key) => /recharts/.test(`${key} ${manifest[key].name ?? ''}`)))
    faults.push(`${name} loads recharts before a chart is drawn`);
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
