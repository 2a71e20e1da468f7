import { loadParameterBook } from '#web/components/parameter-book.ts';
import type { ParameterGuide } from './form-fields.ts';

const operations = { forward: 'padnsForward', reverse: 'padnsReverse' } as const;

/** The guide of the form, from what the contract says about E1 and E2. */
export async function loadParameterGuide(): Promise<ParameterGuide> {
  const { find, hintOf } = await loadParameterBook<'padnsForward' | 'padnsReverse'>();
  const recordTypes = (mode: keyof typeof operations) => (find(operations[mode], 'qtype')?.enum ?? []).map(String);
  return {
    recordTypes: { forward: recordTypes('forward'), reverse: recordTypes('reverse') },
    limitsOf: (field) => find('padnsForward', field),
    hintOf: (mode, field) => hintOf(operations[mode], field),
  };
}
