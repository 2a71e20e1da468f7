import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { Parameter } from '#contract/generated/parameters.gen.ts';

/** The documentation of parameters in the contract, for forms. */
export interface ParameterDocs {
  readonly find: (operation: OperationId, name: string) => Parameter | undefined;
  /** The description of the parameter; '' for one that the operation does not have. */
  readonly hintOf: (operation: OperationId, name: string) => string;
}

/** Reads the generated list of parameters, which is too large to be part of a page. */
export async function loadParameterDocs(): Promise<ParameterDocs> {
  const { parameters } = await import('#contract/generated/parameters.gen.ts');
  const find = (operation: OperationId, name: string) =>
    parameters[operation].find((parameter) => parameter.name === name);
  return { find, hintOf: (operation, name) => plainSentences(find(operation, name)?.description ?? '') };
}

/** A description from the contract without markup and without the note that a rule is specific to this service. */
function plainSentences(description: string): string {
  return description
    .replaceAll('`', '')
    .replace(/Decision: (\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/[^.]$/, '$&.');
}

/** What is wrong with the parameters of a form, by field. */
export type FieldProblems = Readonly<Partial<Record<string, string>>>;

/** The one line below a field, so that nothing moves: the problem, or else the hint. */
export function noteOf(problem: string | undefined, hint: string | undefined): { error?: string; hint?: string } {
  if (problem !== undefined) return { error: problem };
  return hint === undefined ? {} : { hint };
}
