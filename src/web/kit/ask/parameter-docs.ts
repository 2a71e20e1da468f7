import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { Parameter } from '#contract/generated/parameters.gen.ts';
import type { SavedQuery } from '#web/stores/saved-queries.ts';

/** What the contract says about the parameters of some operations, as forms need it. */
export interface ParameterDocs<Id extends OperationId = OperationId> {
  readonly find: (operation: Id, name: string) => Parameter | undefined;
  /** What the parameter means, in a sentence or two; '' for one that the operation does not have. */
  readonly hintOf: (operation: Id, name: string) => string;
}

/** Reads the generated list of parameters, which is too large to be part of a page. */
export async function loadParameterDocs<Id extends OperationId>(): Promise<ParameterDocs<Id>> {
  const { parameters } = await import('#contract/generated/parameters.gen.ts');
  const find = (operation: Id, name: string) => parameters[operation].find((parameter) => parameter.name === name);
  return { find, hintOf: (operation, name) => plainSentences(find(operation, name)?.description ?? '') };
}

/** The description of the contract without its markup and without the note that a rule is this service's own. */
function plainSentences(description: string): string {
  return description
    .replaceAll('`', '')
    .replace(/Decision: (\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/[^.]$/, '$&.');
}

/** The parameters of a question as people read them: `qtype a · qname *.example`. */
export function queryWords({ search }: Pick<SavedQuery, 'search'>): string {
  return [...new URLSearchParams(search)].map(([name, value]) => `${name} ${value}`).join(' · ');
}

/** What is wrong with the parameters of a form, by field. */
export type FieldProblems = Readonly<Partial<Record<string, string>>>;

/** A field shows one line below it, so that nothing moves: what is wrong, or else the hint. */
export function noteOf(problem: string | undefined, hint: string | undefined): { error?: string; hint?: string } {
  if (problem !== undefined) return { error: problem };
  return hint === undefined ? {} : { hint };
}
