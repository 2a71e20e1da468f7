import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { Parameter } from '#contract/generated/parameters.gen.ts';

/** What the contract says about the parameters of an operation, as its form needs it. */
export interface OperationGuide {
  readonly parameterOf: (name: string) => Parameter | undefined;
  /** What the parameter means, in a sentence or two. */
  readonly hintOf: (name: string) => string;
  /** The values it may have. */
  readonly valuesOf: (name: string) => readonly string[];
}

/** Reads the guide from the generated list of parameters, which is too large to be part of a page. */
export async function loadOperationGuide(operationId: OperationId): Promise<OperationGuide> {
  const { parameters } = await import('#contract/generated/parameters.gen.ts');
  return operationGuide(parameters[operationId]);
}

export function operationGuide(parameters: readonly Parameter[]): OperationGuide {
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  return {
    parameterOf: (name) => byName.get(name),
    hintOf: (name) => plainSentences(byName.get(name)?.description ?? ''),
    valuesOf: (name) => (byName.get(name)?.enum ?? []).map(String),
  };
}

/** The description of the contract without its markup and without the note that a rule is this service's own. */
function plainSentences(description: string): string {
  return description
    .replaceAll('`', '')
    .replace(/Decision: (\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/[^.]$/, '$&.');
}
