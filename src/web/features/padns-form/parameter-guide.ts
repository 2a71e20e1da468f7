import type { Parameter } from '#contract/generated/parameters.gen.ts';
import type { ParameterGuide } from './form-fields.ts';

/** The guide of the form, from the generated list of parameters, which is too large to be part of the page. */
export async function loadParameterGuide(): Promise<ParameterGuide> {
  const { parameters } = await import('#contract/generated/parameters.gen.ts');
  const { padnsForward, padnsReverse } = parameters;
  const find = (name: string) => padnsForward.find((parameter) => parameter.name === name);
  return {
    recordTypes: { forward: recordTypes(padnsForward), reverse: recordTypes(padnsReverse) },
    limitsOf: find,
    hintOf: (field) => (find(field)?.description ?? '').replaceAll('`', '').replace(/[^.]$/, '$&.'),
  };
}

function recordTypes(list: readonly Parameter[]): readonly string[] {
  return (list.find(({ name }) => name === 'qtype')?.enum ?? []).map(String);
}
