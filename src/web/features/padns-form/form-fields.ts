import type { ParameterLimits } from '#contract/generated/parameters.gen.ts';
import type { PadnsMode, PadnsQuestion, QuestionField, RecordTypes } from './padns-question.ts';
import type { Problems } from './question-check.ts';

/** What the contract says about the parameters of E1 and E2, as the form needs it. */
export interface ParameterGuide {
  readonly recordTypes: RecordTypes;
  readonly limitsOf: (field: QuestionField) => ParameterLimits | undefined;
  /** What the parameter means, in a sentence or two. */
  readonly hintOf: (mode: PadnsMode, field: QuestionField) => string;
}

/** What every group of fields is given. */
export interface FieldsProps {
  readonly draft: PadnsQuestion;
  readonly onChange: (change: Partial<PadnsQuestion>) => void;
  readonly problems: Problems;
  readonly guide: ParameterGuide;
  readonly hintOf: (field: QuestionField) => string;
}
