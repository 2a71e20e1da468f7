import ts from 'typescript';
import { closureOf, importsBy, isGenerated, isSpec, type Import, type SourceFile } from './import-graph.ts';

const ONE_USE_LINES = 45;

/** The value below which the given share of the sorted numbers lies. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function sizesOf(sources: readonly SourceFile[]) {
  const lines = sources.map((source) => source.lines).sort((a, b) => a - b);
  return {
    files: lines.length,
    lines: lines.reduce((sum, each) => sum + each, 0),
    median: quantile(lines, 0.5),
    p90: quantile(lines, 0.9),
    most: lines.at(-1) ?? 0,
  };
}

/**
 * Files of at most 45 lines that one other file alone imports and that could therefore stand inside it. Imports by specs and
 * end-to-end tests do not count, neither as the one nor as a second reader. Specs, declaration files and files that nothing
 * imports (entry points) are never counted, and a file that is loaded by `import()` alone is a chunk of its own by intent.
 */
export function oneUseFiles(sources: readonly SourceFile[], imports: readonly Import[]): string[] {
  const readers = importsBy(
    'to',
    imports.filter(({ from }) => !isSpec(from)),
  );
  return sources
    .filter(({ path, lines }) => lines <= ONE_USE_LINES && !isSpec(path) && !/\.d\.m?ts$/.test(path))
    .filter(({ path }) => {
      const found = readers.get(path) ?? [];
      return new Set(found.map(({ from }) => from)).size === 1 && found.some(({ kind }) => kind !== 'lazy');
    })
    .map(({ path }) => path);
}

export interface Assertions {
  /** `x as T`, but not `as const`. */
  readonly as: string[];
  /** `x!`. */
  readonly nonNull: string[];
  readonly asUnknownAs: string[];
  readonly asNever: string[];
}

/** Where the sources assert a type that the compiler cannot see, as `path:line`. */
export function assertionsIn(sources: readonly SourceFile[]): Assertions {
  const found: Assertions = { as: [], nonNull: [], asUnknownAs: [], asNever: [] };
  for (const { path, tree } of sources)
    eachNode(tree, (node) => {
      const at = () => `${path}:${tree.getLineAndCharacterOfPosition(node.end).line + 1}`;
      if (ts.isNonNullExpression(node)) found.nonNull.push(at());
      if (!ts.isAsExpression(node) || ts.isConstTypeReference(node.type)) return;
      found.as.push(at());
      if (node.type.kind === ts.SyntaxKind.NeverKeyword) found.asNever.push(at());
      const inner = withoutParentheses(node.expression);
      if (ts.isAsExpression(inner) && inner.type.kind === ts.SyntaxKind.UnknownKeyword) found.asUnknownAs.push(at());
    });
  return found;
}

/** These change what they are called on. */
const mutators = new Set('set add delete clear push pop shift unshift splice sort reverse fill copyWithin'.split(' '));
/** Made once and never changed. `Map`, `Set` and the like are looked at more closely. */
const unchanging = /^(RegExp|Date|Intl\.\w+|URL|URLSearchParams|TextEncoder|TextDecoder|Error|Proxy)$/;
const containers = /^(Map|Set|WeakMap|WeakSet|Array|LRUCache)$/;

/**
 * State that lives as long as the module, as `path: name`. Counted are top-level declarations of `src`, specs and test
 * support (`src/test`, `src/bench`) apart:
 * - every name declared by `let` or `var`;
 * - a `const` that holds an array, an object literal or a new Map, Set, WeakMap, WeakSet, Array or LRUCache, when a function
 *   of the same file changes it: assigns to or deletes a member, or calls a method such as `set`, `add`, `push` or `clear`.
 *   What the module fills while it is being evaluated, and never again, is a constant;
 * - a `const` that holds a new instance of any other class, apart from the unchanging ones (RegExp, Date, Intl, URL ...).
 * What a function returns is not looked at: stores made by a factory are listed by `moduleStores`.
 */
export function moduleState(sources: readonly SourceFile[]): string[] {
  return productOf(sources).flatMap((source) => {
    const held = topLevelDeclarations(source.tree);
    const changed = namesChangedInFunctions(source.tree);
    return held
      .filter(({ name, isConst, initializer }) => {
        if (!isConst) return true;
        const kind = kindOf(initializer);
        return kind === 'instance' || (kind === 'container' && changed.has(name));
      })
      .map(({ name }) => `${source.path}: ${name}`);
  });
}

/** Stores that a module makes by a factory (`create`, `createStore`, `createXStore`), as `path: name`. */
export function moduleStores(sources: readonly SourceFile[]): string[] {
  return productOf(sources).flatMap(({ path, tree }) =>
    topLevelDeclarations(tree)
      .filter(({ initializer }) => initializer && /^create(\w*Store)?\b/.test(calledIn(initializer)))
      .map(({ name }) => `${path}: ${name}`),
  );
}

/** `create` of `create<T>()(...)`. */
function calledIn(node: ts.Expression): string {
  return ts.isCallExpression(node) ? calledIn(node.expression) : ts.isIdentifier(node) ? node.text : '';
}

function productOf(sources: readonly SourceFile[]): SourceFile[] {
  return sources.filter(({ path }) => path.startsWith('src/') && !isSpec(path) && !/^src\/(test|bench)\//.test(path));
}

interface Declared {
  readonly name: string;
  readonly isConst: boolean;
  readonly initializer: ts.Expression | undefined;
}

function topLevelDeclarations(tree: ts.SourceFile): Declared[] {
  return tree.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => {
    const isConst = (declarationList.flags & ts.NodeFlags.Const) !== 0;
    return declarationList.declarations
      .filter(({ name }) => ts.isIdentifier(name))
      .map(({ name, initializer }) => ({
        name: name.getText(),
        isConst,
        initializer: initializer && bare(initializer),
      }));
  });
}

function withoutParentheses(node: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(node) ? withoutParentheses(node.expression) : node;
}

/** Without parentheses, `as` and `satisfies`. */
function bare(node: ts.Expression): ts.Expression {
  return ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)
    ? bare(node.expression)
    : node;
}

function kindOf(node: ts.Expression | undefined): 'container' | 'instance' | 'other' {
  if (!node) return 'other';
  if (ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node)) return 'container';
  if (!ts.isNewExpression(node)) return 'other';
  const name = node.expression.getText();
  return containers.test(name) ? 'container' : unchanging.test(name) ? 'other' : 'instance';
}

/** Names whose members a function of the file changes; a local name that hides the top-level one does not count. */
function namesChangedInFunctions(tree: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  eachNode(tree, (node) => {
    const target = changedBy(node);
    if (target && ts.isIdentifier(target) && isTopLevelInFunction(target)) names.add(target.text);
  });
  return names;
}

/** The object that the node changes, as it is named. */
function changedBy(node: ts.Node): ts.Expression | undefined {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return mutators.has(node.expression.name.text) ? node.expression.expression : undefined;
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return ownerOf(node.left);
  if (ts.isDeleteExpression(node)) return ownerOf(node.expression);
  if (ts.isPostfixUnaryExpression(node)) return ownerOf(node.operand);
  return ts.isPrefixUnaryExpression(node) && /^(\+\+|--)/.test(node.getText()) ? ownerOf(node.operand) : undefined;
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function ownerOf(node: ts.Expression): ts.Expression | undefined {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) ? node.expression : undefined;
}

/** Whether the use stands in a function and no function around it declares the same name. */
function isTopLevelInFunction(use: ts.Identifier): boolean {
  let isInside = false;
  for (let at: ts.Node = use; !ts.isSourceFile(at); at = at.parent) {
    if (!ts.isFunctionLike(at)) continue;
    isInside = true;
    if (declares(at, use.text)) return false;
  }
  return isInside;
}

function declares(scope: ts.Node, name: string): boolean {
  let isFound = false;
  eachNode(scope, (node) => {
    if (
      (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) &&
      ts.isIdentifier(node.name)
    )
      isFound ||= node.name.text === name;
  });
  return isFound;
}

function eachNode(tree: ts.Node, visit: (node: ts.Node) => void): void {
  const walk = (node: ts.Node): void => {
    visit(node);
    ts.forEachChild(node, walk);
  };
  walk(tree);
}

/** Files (and lines) that a page's entry loads at run time: at once, and with everything it may load later. */
export function pageClosure(entry: string, sources: readonly SourceFile[], imports: readonly Import[]) {
  const files = new Map(sources.map((source) => [source.path, source]));
  const sum = (paths: Set<string>) => {
    const reached = [...paths].flatMap((path) => files.get(path) ?? []).filter((source) => !isGenerated(source));
    return { files: reached.length, lines: reached.reduce((total, { lines }) => total + lines, 0) };
  };
  return {
    atOnce: sum(closureOf(entry, imports, ['static'])),
    withLazy: sum(closureOf(entry, imports, ['static', 'lazy'])),
  };
}
