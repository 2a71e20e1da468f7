// Generates everything that depends on the contract, src/contract/openapi.yaml:
//   public/openapi.json                     the document as it is served, fragments merged in
//   src/contract/generated/                 types, client, response schemas (openapi-ts.config.ts)
//   src/contract/generated/*.gen.ts         the lists of operations, routes and parameters, the shapes of answers
//   docs/operations.md                      where the dashboard uses each operation, between markers (place-table.ts)
//   docs/sources.md                         the feeds of the catalogue, between markers (feed-table.ts)
//
//   tsx tools/generate.ts                 writes them
//   tsx tools/generate.ts --check         writes them to a temporary folder and fails on any difference
import { createClient } from '@hey-api/openapi-ts';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parse } from 'yaml';
import { answerShapes } from './answer-shapes.ts';
import type { Document } from './contract-document.ts';
import { feedTable } from './feed-table.ts';
import { operationList, parameterList } from './operation-list.ts';
import { placeTable } from './place-table.ts';
import { printFormulas } from './print-formulas.ts';
import { routeList } from './route-list.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src/contract/openapi.yaml');
const places = 'docs/operations.md';
const feeds = 'docs/sources.md';
const targets = ['public/openapi.json', 'src/contract/generated', places, feeds];

/** The published document: merge keys resolved, fragments for them dropped, formulas printed. */
async function readContract(): Promise<Document> {
  const document = parse(await readFile(source, 'utf8'), { merge: true, maxAliasCount: -1 }) as Document;
  delete document['x-fragments'];
  printFormulas(document);
  return document;
}

/** Writes every derived file below `base` in the layout of the repository. */
async function generateInto(base: string): Promise<void> {
  const document = await readContract();
  const published = join(base, 'public/openapi.json');
  const generated = join(base, 'src/contract/generated');
  await mkdir(dirname(published), { recursive: true });
  await writeFile(published, `${JSON.stringify(document)}\n`);
  await createClient({
    configFile: join(root, 'openapi-ts.config.ts'),
    input: published,
    output: { path: generated },
    logs: { level: 'error', file: false },
  });
  await writeFile(join(generated, 'operations.gen.ts'), operationList(document));
  await writeFile(join(generated, 'parameters.gen.ts'), parameterList(document));
  await writeFile(join(generated, 'routes.gen.ts'), await routeList(document));
  await writeFile(join(generated, 'answer-shapes.gen.ts'), answerShapes(document));
  await mkdir(join(base, 'docs'));
  await writeFile(join(base, places), await withTable(places, 'places', placeTable()));
  await writeFile(join(base, feeds), await withTable(feeds, 'feeds', feedTable()));
}

/** The document with a fresh table between its markers. */
async function withTable(file: string, name: string, table: string): Promise<string> {
  const document = await readFile(join(root, file), 'utf8');
  const start = `<!-- ${name}: written by npm run generate -->\n<!-- prettier-ignore-start -->\n`;
  const [from, to] = [document.indexOf(start), document.indexOf(`<!-- prettier-ignore-end -->\n<!-- /${name} -->`)];
  if (from < 0 || to < from) throw new Error(`${file} has lost the markers of its table.`);
  return `${document.slice(0, from)}${start}\n${table}\n${document.slice(to)}`;
}

/** Relative path to content of every file under the targets. */
async function readTargets(base: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const target of targets)
    for (const file of await filesAt(join(base, target))) files.set(relative(base, file), await readFile(file, 'utf8'));
  return files;
}

/** The file itself, the files below a folder, or nothing where there is neither. */
async function filesAt(path: string): Promise<string[]> {
  if (!existsSync(path)) return [];
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Names of the derived files that are missing, stale or left over. */
function differences(fresh: ReadonlyMap<string, string>, committed: ReadonlyMap<string, string>): string[] {
  const names = [...new Set([...fresh.keys(), ...committed.keys()])].sort();
  return names.filter((name) => fresh.get(name) !== committed.get(name));
}

const workshop = await mkdtemp(join(tmpdir(), 'sightline-generate-'));
try {
  await generateInto(workshop);
  if (process.argv.includes('--check')) {
    const stale = differences(await readTargets(workshop), await readTargets(root));
    if (stale.length > 0) {
      console.error(
        `Generated files do not match their sources (src/contract/openapi.yaml, src/test/places, the catalogue of feeds):\n  ${stale.join('\n  ')}\nRun: npm run generate`,
      );
      process.exitCode = 1;
    }
  } else {
    for (const target of targets) {
      await rm(join(root, target), { recursive: true, force: true });
      await cp(join(workshop, target), join(root, target), { recursive: true });
    }
  }
} finally {
  await rm(workshop, { recursive: true, force: true });
}
