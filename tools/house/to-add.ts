import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isGenerated, isSpec, type SourceFile } from './import-graph.ts';

/** What is added to the product again and again; the README lists under a heading of this name which files that takes. */
export const kindsOfAddition = ['operation', 'explorer', 'source', 'panel'] as const;
type KindOfAddition = (typeof kindsOfAddition)[number];

/** Before the README had these lists, the files were counted by hand. */
const countedByHand: Readonly<Record<KindOfAddition, string>> = {
  operation: '12 to 14',
  explorer: '13',
  source: '9 to 10',
  panel: '6 to 9',
};

/** How many files the README of the checkout lists for it. */
export function filesToAdd(checkout: string, kind: KindOfAddition): number | string {
  const listed = listedFiles(readFileSync(join(checkout, 'README.md'), 'utf8'), kind);
  return listed.length === 0 ? `${countedByHand[kind]} (by hand)` : listed.length;
}

/** Every path in backticks below the heading that names the addition, once each. */
function listedFiles(readme: string, kind: KindOfAddition): string[] {
  const section = new RegExp(`^### Add an? ${kind}\\b.*\\n([^#]*)`, 'm').exec(readme)?.[1] ?? '';
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
