import type { PadnsMode, PadnsQuestion, QuestionField, RecordTypes } from './padns-question.ts';
import type { ParameterOf, Problems } from './question-check.ts';

/** What the contract says about the parameters of E1 to E4, as the form needs it. */
export interface ParameterGuide {
  readonly recordTypes: RecordTypes;
  readonly parameterOf: ParameterOf;
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
