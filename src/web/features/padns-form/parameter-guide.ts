import { loadParameterBook } from '#web/components/ask/parameter-book.ts';
import type { ParameterGuide } from './form-fields.ts';
import type { PadnsMode } from './padns-question.ts';
import { padnsOperations, type PadnsOperation } from './padns-question-call.ts';

/** The guide of the form, from what the contract says about E1 to E4. */
export async function loadParameterGuide(): Promise<ParameterGuide> {
  const { find, hintOf } = await loadParameterBook<PadnsOperation>();
  const recordTypes = (mode: PadnsMode) => (find(padnsOperations[mode], 'qtype')?.enum ?? []).map(String);
  return {
    recordTypes: {
      forward: recordTypes('forward'),
      reverse: recordTypes('reverse'),
      both: recordTypes('both'),
      unsanctioned: recordTypes('unsanctioned'),
    },
    parameterOf: (mode, field) => find(padnsOperations[mode], field),
    hintOf: (mode, field) => hintOf(padnsOperations[mode], field),
  };
}
