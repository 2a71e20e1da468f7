import type { Parameter } from '#contract/generated/parameters.gen.ts';
import type { ParameterGuide } from './form-fields.ts';
import type { PadnsMode } from './padns-question.ts';

/** The guide of the form, from the generated list of parameters, which is too large to be part of the page. */
export async function loadParameterGuide(): Promise<ParameterGuide> {
  const { parameters } = await import('#contract/generated/parameters.gen.ts');
  const { padnsForward, padnsReverse } = parameters;
  const operations = { forward: padnsForward, reverse: padnsReverse };
  const find = (mode: PadnsMode, name: string) => operations[mode].find((parameter) => parameter.name === name);
  return {
    recordTypes: { forward: recordTypes(padnsForward), reverse: recordTypes(padnsReverse) },
    limitsOf: (field) => find('forward', field),
    hintOf: (mode, field) => plainSentences(find(mode, field)?.description ?? ''),
  };
}

function recordTypes(list: readonly Parameter[]): readonly string[] {
  return (list.find(({ name }) => name === 'qtype')?.enum ?? []).map(String);
}

/** The description of the contract without its markup and without the note that a rule is this service's own. */
function plainSentences(description: string): string {
  return description
    .replaceAll('`', '')
    .replace(/Decision: (\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/[^.]$/, '$&.');
}
