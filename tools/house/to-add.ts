import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isGenerated, isSpec, type SourceFile } from './import-graph.ts';

/** The kinds of additions whose steps and files docs/development.md lists. */
export const kindsOfAddition = ['operation', 'explorer', 'source', 'panel'] as const;
type KindOfAddition = (typeof kindsOfAddition)[number];

/** Counted by hand, for checkouts without these lists. */
const countedByHand: Readonly<Record<KindOfAddition, string>> = {
  operation: '12 to 14',
  explorer: '13',
  source: '9 to 10',
  panel: '6 to 9',
};

/** The number of files that the docs of a checkout list for an addition. */
export function filesToAdd(checkout: string, kind: KindOfAddition): number | string {
  const docs = ['docs/development.md', 'README.md']
    .map((path) => join(checkout, path))
    .filter((path) => existsSync(path));
  const listed = listedFiles(docs.map((path) => readFileSync(path, 'utf8')).join('\n'), kind);
  return listed.length === 0 ? `${countedByHand[kind]} (by hand)` : listed.length;
}

/** Every path in backticks below the heading that names the addition, once each. */
function listedFiles(text: string, kind: KindOfAddition): string[] {
  const section = new RegExp(`^##+ Add an? ${kind}\\b.*\\n([^#]*)`, 'm').exec(text)?.[1] ?? '';
  return [...new Set([...section.matchAll(/`((?:src|e2e|tools|docs)\/[^`]+)`/g)].map((match) => match[1] ?? ''))];
}

/** Files of `src`, specs apart, that name one subject kind: each has to learn of a new one. */
export function filesNamingSubjectKind(sources: readonly SourceFile[]): string[] {
  const product = sources.filter(({ path }) => path.startsWith('src/') && !isSpec(path));
  return product.filter(({ text }) => text.includes("'name-server'")).map(({ path }) => path);
}

/** The median number of hand-written files, the contract among them, that name an operation; specs and tests included. */
export function filesNamingOperation(checkout: string, sources: readonly SourceFile[]): number {
  const words = sources.filter((source) => !isGenerated(source)).map(({ text }) => new Set(text.match(/\w+/g)));
  const counts = operationIds(checkout)
    .map((id) => 1 + words.filter((each) => each.has(id)).length)
    .sort((a, b) => a - b);
  return counts[Math.floor(counts.length / 2)] ?? 0;
}

function operationIds(checkout: string): string[] {
  const contract = join(checkout, 'src/contract/openapi.yaml');
  if (!existsSync(contract)) return [];
  return [...readFileSync(contract, 'utf8').matchAll(/^ +operationId: (\w+)$/gm)].map((match) => match[1] ?? '');
}
