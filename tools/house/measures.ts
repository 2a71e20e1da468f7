import ts from 'typescript';
import { closureOf, isGenerated, isSpec, type Import, type SourceFile } from './import-graph.ts';

/** A hand-written file of `src` that users run: no spec, test support or benchmark. */
export function isProduct(source: SourceFile): boolean {
  return (
    source.path.startsWith('src/') &&
    !isSpec(source.path) &&
    !/^src\/(test|bench)\/|\/testing\//.test(source.path) &&
    !isGenerated(source)
  );
}

/** A spec, an end-to-end test, or a file that only those use. */
export function isTest({ path }: SourceFile): boolean {
  return isSpec(path) || /^(src\/test\/|e2e\/)|\/testing\//.test(path);
}

export function linesOf(sources: readonly SourceFile[]): number {
  return sources.reduce((sum, { lines }) => sum + lines, 0);
}

/** Functions of the product with at least this many lines, as `path:line name (lines)`. */
export function longFunctions(sources: readonly SourceFile[], atLeast: number): string[] {
  return sources.flatMap(({ path, tree }) => {
    const found: string[] = [];
    const lineOf = (position: number) => tree.getLineAndCharacterOfPosition(position).line + 1;
    const visit = (node: ts.Node): void => {
      if (ts.isFunctionLike(node) && 'body' in node && node.body) {
        const from = lineOf(node.getStart(tree));
        const lines = lineOf(node.end) - from + 1;
        if (lines >= atLeast) found.push(`${path}:${from} ${nameOf(node)} (${lines})`);
      }
      ts.forEachChild(node, visit);
    };
    visit(tree);
    return found;
  });
}

function nameOf(node: ts.SignatureDeclaration): string {
  const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
  return named?.getText() ?? 'function';
}

/** The names that product files export, and those that exactly one other product file imports, as `path: name`. */
export function exportedNames(sources: readonly SourceFile[]): {
  readonly all: string[];
  readonly oneReader: string[];
} {
  const readers = new Map<string, Set<string>>();
  for (const { path, tree } of sources)
    for (const statement of tree.statements) {
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const bindings = statement.importClause?.namedBindings;
      if (!bindings || !ts.isNamedImports(bindings)) continue;
      for (const { name, propertyName } of bindings.elements) {
        const key = `${resolved(path, statement.moduleSpecifier.text)}: ${(propertyName ?? name).text}`;
        readers.set(key, (readers.get(key) ?? new Set()).add(path));
      }
    }
  const all = sources.flatMap(({ path, tree }) => namesExportedBy(tree).map((name) => `${path}: ${name}`));
  return { all, oneReader: all.filter((key) => readers.get(key)?.size === 1) };
}

function resolved(from: string, name: string): string {
  if (name.startsWith('#')) return `src/${name.slice(1)}`;
  return new URL(name, `file:///${from}`).pathname.slice(1);
}

function namesExportedBy(tree: ts.SourceFile): string[] {
  return tree.statements.flatMap((statement): string[] => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    if (!isExported) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText(tree));
    const { name } = statement as ts.DeclarationStatement;
    return name ? [name.getText(tree)] : [];
  });
}

/** Product files that name a parameter, on its way from the URL to the row. */
export function filesNaming(word: string, sources: readonly SourceFile[]): string[] {
  const named = new RegExp(`\\b${word}\\b`);
  return sources
    .filter(({ path, text }) => !path.startsWith('src/sample/') && named.test(text))
    .map(({ path }) => path);
}

/** The hand-written files that a page's entry loads at once. */
export function filesLoadedBy(entry: string, sources: readonly SourceFile[], imports: readonly Import[]): string[] {
  const written = new Set(sources.filter((source) => !isGenerated(source)).map(({ path }) => path));
  return [...closureOf(entry, imports, ['static'])].filter((path) => written.has(path));
}

/** The median lines of a described panel, which is one file. */
export function panelLines(sources: readonly SourceFile[]): number {
  const described = sources.filter(({ text }) => /^export const \w+ = define(Evidence|Card)\(/m.test(text));
  return median(described.map(({ lines }) => lines));
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
