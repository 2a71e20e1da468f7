// `npm run house`: what the code of a checkout looks like, as numbers beside their goals.
//
//   npm run house                            this checkout
//   npm run house -- --checkout FOLDER       another one
//   npm run house -- --list                  also every file and line behind a number
//   npm run house -- --check                 fails when a goal is missed that was reached before
//   npm run house -- --write                 measures the commit of the first edition as well, into docs/measurements.md
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { format } from 'oxfmt';
import { filesInCycles, isGenerated, readImports, readSources } from './import-graph.ts';
import { assertionsIn, moduleState, moduleStores, oneUseFiles, pageClosure, sizesOf } from './measures.ts';
import { filesNamingOperation, filesNamingSubjectKind, filesToAdd, kindsOfAddition } from './to-add.ts';

const root = join(import.meta.dirname, '../..');
const firstEdition = '01afa29';
const pageEntry = 'src/web/pages/ip/route.tsx';

interface Measure {
  readonly name: string;
  readonly value: number | string;
  /** The value must not exceed it. */
  readonly goal?: number;
  /** The goal was reached once: `--check` fails when it is missed again. */
  readonly isHeld?: boolean;
  /** What was counted. */
  readonly list?: readonly string[];
}

function counted(name: string, list: readonly string[], goal?: number, isHeld = false): Measure {
  return { name, value: list.length, list, isHeld, ...(goal !== undefined && { goal }) };
}

/** Everything in the order of the table; dead code takes a quarter of a minute and may be left out. */
function measure(checkout: string, withDeadCode = true): Measure[] {
  const all = readSources(checkout);
  const sources = all.filter((source) => !isGenerated(source));
  const imports = readImports(all);
  const sizes = sizesOf(sources);
  const product = sources.filter(({ path }) => path.startsWith('src/') && !/\.spec\.|^src\/(test|bench)\//.test(path));
  const inProduct = assertionsIn(product);
  const everywhere = assertionsIn(sources);
  const written = new Set(sources.map(({ path }) => path));
  const cyclic = filesInCycles(imports).filter((path) => written.has(path));
  const dead = withDeadCode ? deadCode(checkout) : undefined;
  const page = pageClosure(pageEntry, all, imports);

  return [
    { name: 'hand-written files', value: sizes.files, goal: 1099 },
    { name: 'lines', value: sizes.lines },
    { name: 'lines per file: median', value: sizes.median },
    { name: 'lines per file: nine of ten have at most', value: sizes.p90 },
    { name: 'lines per file: most', value: sizes.most, goal: 400, isHeld: true },
    counted('files of 45 lines or less with one reader', oneUseFiles(sources, imports), 59),
    counted('module-level mutable state', moduleState(sources), 8),
    counted('stores that a module makes by a factory', moduleStores(sources)),
    counted('`as X` in the product', inProduct.as),
    counted('`as X` in all', everywhere.as),
    counted('`x!` in the product', inProduct.nonNull),
    counted('`x!` in all', everywhere.nonNull),
    counted('`as unknown as X`', everywhere.asUnknownAs, 0),
    counted('`as never`', everywhere.asNever, 0),
    counted('files in an import cycle', cyclic, 0),
    ...(dead ? [counted('dead files', dead.files, 0), counted('dead exports', dead.exports, 0)] : []),
    { name: 'IP page: files loaded at once', value: page.atOnce.files },
    { name: 'IP page: lines loaded at once', value: page.atOnce.lines },
    { name: 'IP page: files loaded at once or later', value: page.withLazy.files },
    { name: 'IP page: lines loaded at once or later', value: page.withLazy.lines },
    ...kindsOfAddition.map((kind) => ({
      name: `to add: ${kind}`,
      value: filesToAdd(checkout, kind),
      goal: goalOf[kind],
    })),
    counted('to add: subject kind (files that name `name-server`)', filesNamingSubjectKind(sources), 8),
    { name: 'files that name an operation, median', value: filesNamingOperation(checkout, sources) },
  ];
}

const goalOf = { operation: 6, explorer: 5, source: 3, panel: 3 };

function isMissed({ value, goal }: Measure): boolean {
  return typeof value === 'number' && goal !== undefined && value > goal;
}

const shown = (value: number | string | undefined) => value?.toLocaleString('en') ?? '';

function table(columns: readonly (readonly [string, readonly Measure[]])[]): string {
  const rows = columns[0]?.[1] ?? [];
  const head = ['', ...columns.map(([title]) => title), 'goal'];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(head.map((_, index) => (index === 0 ? '---' : '---:'))),
    ...rows.map(({ name, goal }, index) =>
      line([
        name,
        ...columns.map(([, measures]) => shown(measures[index]?.value)),
        goal === undefined ? '' : goal === 0 ? '0' : `at most ${shown(goal)}`,
      ]),
    ),
  ].join('\n');
}

/** The commit in a folder of its own, with the packages of this checkout. */
function withCommit<T>(commit: string, use: (folder: string) => T): T {
  const parent = mkdtempSync(join(tmpdir(), 'sightline-house-'));
  const folder = join(parent, 'checkout');
  try {
    execFileSync('git', ['worktree', 'add', '--quiet', '--detach', folder, commit], { cwd: root, stdio: 'inherit' });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    return use(folder);
  } finally {
    rmSync(parent, { recursive: true, force: true });
    execFileSync('git', ['worktree', 'prune'], { cwd: root });
  }
}

async function writeTable(now: readonly Measure[]): Promise<void> {
  const before = withCommit(firstEdition, (folder) => measure(folder));
  const path = join(root, 'docs/measurements.md');
  const document = readFileSync(path, 'utf8');
  const [start, end] = ['<!-- house: written by npm run house -- --write -->', '<!-- /house -->'];
  if (!document.includes(start) || !document.includes(end))
    throw new Error(`${path} has lost the markers of the table.`);
  const day = new Date().toISOString().slice(0, 10);
  const fresh = `${start}\n\n${table([
    [firstEdition, before],
    [day, now],
  ])}\n\n`;
  const from = document.indexOf(start);
  const text = document.slice(0, from) + fresh + document.slice(document.indexOf(end));
  writeFileSync(path, (await format(path, text)).code);
}

const { values } = parseArgs({
  options: {
    checkout: { type: 'string', default: root },
    list: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const now = measure(values.checkout, !values.check);
console.log((await format('table.md', table([['now', now]]))).code);
if (values.list)
  for (const { name, list } of now.filter((each) => each.list?.length))
    console.log(`${name}\n${list?.map((each) => `  ${each}\n`).join('')}`);
if (values.write) await writeTable(now);
if (values.check) {
  const missed = now.filter((each) => each.isHeld && isMissed(each));
  for (const { name, value, goal, list = [] } of missed)
    console.error(`${name}: ${value}, at most ${goal} allowed\n${list.map((each) => `  ${each}\n`).join('')}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
}

interface Issue {
  readonly file: string;
  readonly files?: readonly unknown[];
  readonly exports?: readonly { readonly name: string }[];
  readonly types?: readonly { readonly name: string }[];
}

interface DeadCode {
  readonly files: string[];
  /** Exported values and types that no other file imports, as `path: name`. */
  readonly exports: string[];
}

/** What knip finds in the checkout by the configuration of this one. */
function deadCode(checkout: string): DeadCode {
  const knip = join(root, 'node_modules/knip/bin/knip.js');
  const options = ['--reporter', 'json', '--include', 'files,exports,types', '--no-exit-code', '--no-config-hints'];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [knip, '--directory', checkout, '--config', join(root, 'knip.json'), ...options],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`knip failed: ${stderr}`);
  const { issues } = JSON.parse(stdout) as { issues: readonly Issue[] };
  return {
    files: issues.filter(({ files = [] }) => files.length > 0).map(({ file }) => file),
    exports: issues.flatMap(({ file, exports = [], types = [] }) =>
      [...exports, ...types].map(({ name }) => `${file}: ${name}`),
    ),
  };
}
