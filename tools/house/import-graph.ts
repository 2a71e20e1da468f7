import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

export interface SourceFile {
  /** Relative to the checkout, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
  readonly tree: ts.SourceFile;
}

type ImportKind = 'static' | 'lazy' | 'type';

export interface Import {
  readonly from: string;
  readonly to: string;
  /** `type` leaves nothing at run time, `lazy` is `import()`. */
  readonly kind: ImportKind;
}

/** Every TypeScript and JavaScript file under src, e2e and tools that Git tracks or could track. */
export function readSources(checkout: string): SourceFile[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'e2e', 'tools'],
    {
      cwd: checkout,
      encoding: 'utf8',
    },
  );
  return [...new Set(listed.split('\n'))]
    .filter((path) => /\.(ts|tsx|mts|mjs|js)$/.test(path) && existsSync(join(checkout, path)))
    .sort()
    .map((path) => readSource(checkout, path));
}

function readSource(checkout: string, path: string): SourceFile {
  const text = readFileSync(join(checkout, path), 'utf8');
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return { path, text, lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0), tree };
}

export const isGenerated = ({ path }: SourceFile): boolean => path.startsWith('src/contract/generated/');
export const isSpec = (path: string): boolean => /\.(spec|e2e)\.tsx?$/.test(path);

/** Imports and re-exports between the given files; packages are left out. */
export function readImports(sources: readonly SourceFile[]): Import[] {
  const known = new Set(sources.map(({ path }) => path));
  return sources.flatMap((source) =>
    importsOf(source.tree).flatMap(({ name, kind }) => {
      const to = resolve(source.path, name);
      return to !== undefined && known.has(to) ? [{ from: source.path, to, kind }] : [];
    }),
  );
}

/** File names are written out in this project, so a name resolves without looking at the disk. */
function resolve(from: string, name: string): string | undefined {
  if (name.startsWith('#')) return `src/${name.slice(1)}`;
  return name.startsWith('.') ? posix.join(posix.dirname(from), name) : undefined;
}

function importsOf(tree: ts.SourceFile): { name: string; kind: ImportKind }[] {
  const found: { name: string; kind: ImportKind }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const name = node.moduleSpecifier;
      if (name && ts.isStringLiteral(name)) found.push({ name: name.text, kind: isTypeOnly(node) ? 'type' : 'static' });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [name] = node.arguments;
      if (name && ts.isStringLiteral(name)) found.push({ name: name.text, kind: 'lazy' });
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const { literal } = node.argument;
      if (ts.isStringLiteral(literal)) found.push({ name: literal.text, kind: 'type' });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function isTypeOnly(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  return ts.isImportDeclaration(node)
    ? node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    : node.isTypeOnly;
}

/** All files that are loaded with `start`, itself included. */
export function closureOf(start: string, imports: readonly Import[], kinds: readonly ImportKind[]): Set<string> {
  const next = importsBy(
    'from',
    imports.filter(({ kind }) => kinds.includes(kind)),
  );
  return reachedFrom([start], next);
}

/** Files that reach themselves by imports of any kind. */
export function filesInCycles(imports: readonly Import[]): string[] {
  const next = importsBy('from', imports);
  return [...next]
    .filter(([path, own]) =>
      reachedFrom(
        own.map(({ to }) => to),
        next,
      ).has(path),
    )
    .map(([path]) => path);
}

function reachedFrom(starts: readonly string[], next: ReadonlyMap<string, readonly Import[]>): Set<string> {
  const reached = new Set(starts);
  for (const path of reached) for (const { to } of next.get(path) ?? []) reached.add(to);
  return reached;
}

function importsBy(end: 'from' | 'to', imports: readonly Import[]): Map<string, Import[]> {
  const groups = new Map<string, Import[]>();
  for (const each of imports) {
    const group = groups.get(each[end]);
    if (group) group.push(each);
    else groups.set(each[end], [each]);
  }
  return groups;
}
