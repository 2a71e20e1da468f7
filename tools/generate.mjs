// Derives everything that stands on the contract from src/contract/openapi.yaml:
//   public/openapi.json                     the document as it is served, fragments merged in
//   src/contract/generated/                 types, client, response schemas, query options (openapi-ts.config.ts)
//   src/contract/generated/*.gen.ts         the lists of operations and parameters, the shapes of the answers
//   README.md                               where the dashboard uses each operation, between markers (place-table.mjs)
//
//   node tools/generate.mjs                 writes them
//   node tools/generate.mjs --check         writes them to a temporary folder and fails on any difference
import { createClient } from '@hey-api/openapi-ts';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { answerShapes } from './answer-shapes.mjs';
import { operationList, parameterList } from './operation-list.mjs';
import { withPlaceTable } from './place-table.mjs';
import { printFormulas } from './print-formulas.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'src/contract/openapi.yaml');
const targets = ['public/openapi.json', 'src/contract/generated', 'README.md'];

/** The published document: merge keys resolved, the fragments that only feed them dropped, formulas printed. */
async function readContract() {
  const document = parse(await readFile(source, 'utf8'), { merge: true });
  delete document['x-fragments'];
  printFormulas(document);
  return document;
}

/** Writes every derived file below `base` in the layout of the repository. */
async function generateInto(base) {
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
  await writeFile(join(base, 'README.md'), await withPlaceTable(await readFile(join(root, 'README.md'), 'utf8')));
}

/** Relative path to content of every file under the targets. */
async function readTargets(base) {
  const files = new Map();
  for (const target of targets) {
    const path = join(base, target);
    const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch((error) => {
      if (error.code === 'ENOTDIR')
        return [{ parentPath: dirname(path), name: target.split('/').at(-1), isFile: () => true }];
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for (const entry of entries.filter((each) => each.isFile())) {
      const file = join(entry.parentPath, entry.name);
      files.set(relative(base, file), await readFile(file, 'utf8'));
    }
  }
  return files;
}

/** Names of the derived files that are missing, stale or left over. */
function differences(fresh, committed) {
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
        `Generated files do not match what they are made of (src/contract/openapi.yaml, e2e/places):\n  ${stale.join('\n  ')}\nRun: npm run generate`,
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
