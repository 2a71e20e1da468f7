// Derives everything that stands on the contract from src/contract/openapi.yaml:
//   public/openapi.json                     the document as it is served, fragments merged in
//   src/contract/generated/                 types, client, response schemas (openapi-ts.config.ts)
//   src/contract/generated/*.gen.ts         the lists of operations and parameters, the shapes of the answers
//   docs/operations.md                      where the dashboard uses each operation, between markers
//   docs/sources.md                         the feeds of the catalogue, between markers (feed-table.ts)
//
//   tsx tools/generate.ts                 writes them
//   tsx tools/generate.ts --check         writes them to a temporary folder and fails on any difference
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { parse } from 'yaml';
import { operations } from '#contract/generated/operations.gen.ts';
import type { Place } from '#contract/places/place.ts';
import { operationIds, placesOf, reachedParameters } from '#contract/places/subject-places.ts';
import { answerShapes } from './answer-shapes.ts';
import type { Document, Schema } from './contract-document.ts';
import { withFeedTable } from './feed-table.ts';
import { operationList, parameterList } from './operation-list.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src/contract/openapi.yaml');
const table = 'docs/operations.md';
const feeds = 'docs/sources.md';
const targets = ['public/openapi.json', 'src/contract/generated', table, feeds];

/** The published document: merge keys resolved, the fragments that only feed them dropped, formulas printed. */
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
  await writeFile(join(generated, 'answer-shapes.gen.ts'), answerShapes(document));
  await mkdir(join(base, 'docs'));
  await writeFile(join(base, table), withPlaceTable(await readFile(join(root, table), 'utf8')));
  await writeFile(join(base, feeds), withFeedTable(await readFile(join(root, feeds), 'utf8')));
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
        `Generated files do not match what they are made of (src/contract/openapi.yaml, src/contract/places, the catalogue of feeds):\n  ${stale.join('\n  ')}\nRun: npm run generate`,
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

// Writes into docs/operations.md where the dashboard uses each operation and which of its parameters can be set there, from
// the list that the end-to-end tests go through (src/contract/places).

const start = '<!-- places: written by npm run generate -->\n<!-- prettier-ignore-start -->\n';
const end = '<!-- prettier-ignore-end -->\n<!-- /places -->';

/** The document with a fresh table between its markers. */
function withPlaceTable(document: string): string {
  const from = document.indexOf(start);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error('docs/operations.md has lost the markers of its table.');
  return `${document.slice(0, from)}${start}\n${placeTable()}\n${document.slice(to)}`;
}

function placeTable(): string {
  const rows = operationIds.map((id) => {
    const { item } = operations[id];
    const names = reachedParameters(id).map((name) => `\`${name}\``);
    return `| ${item ?? ''} | \`${id}\` | ${placeWords(placesOf(id))} | ${names.join(' ')} |\n`;
  });
  return `| item | operation | where it is used | parameters that can be set there |\n| --- | --- | --- | --- |\n${rows.join('')}`;
}

/** Each place once, those of one route together: `/asn/:asn` Overview: Reputation of the AS; ... */
function placeWords(places: readonly Place[]): string {
  const routes = new Map<string, Set<string>>();
  for (const { route, where } of places) routes.set(route, new Set([...(routes.get(route) ?? []), where]));
  return [...routes].map(([route, wheres]) => `\`${route}\` ${[...wheres].join('; ')}`).join(' · ');
}

// Prints the formula of every score into the contract as it is served: below the title, and at each field of that name.
// `x-scores` of the document is where they stand; src/server/routes/score-explanations.spec.ts holds the service to them.

const heading = `## Scores

Each score follows from fields of the same record and of its \`*_explain\` objects by the formula given here; it is 0 where
the object that the formula reads is empty. \`round\` rounds halves up.`;

/** Adds the formulas to `info.description` and to the descriptions of the fields; the document is changed. */
function printFormulas(document: Document): void {
  const scores = document['x-scores'];
  const lines = scores.map(({ score, of, formula, note }) => {
    const name = of ? `\`${score}\` of ${of}` : `\`${score}\``;
    return `- ${name} = \`${formula}\`${note ? `: ${note}` : ''}`;
  });
  document.info.description = `${document.info.description.trimEnd()}\n\n${heading}\n\n${lines.join('\n')}\n`;
  const formulas = new Map(scores.filter(({ of }) => !of).map(({ score, formula }) => [score, formula]));
  for (const schema of Object.values(document.components.schemas)) printInto(schema, formulas);
}

function printInto({ properties = {} }: Schema, formulas: ReadonlyMap<string, string>): void {
  for (const [name, property] of Object.entries(properties)) {
    // the same fragment may stand in several schemas: a copy is changed, once in each
    const formula = formulas.get(name);
    if (formula && property.description)
      properties[name] = { ...property, description: `${property.description}. Formula: \`${formula}\`` };
    printInto(property, formulas);
    if (property.items) printInto(property.items, formulas);
  }
}
