import { useState } from 'react';
import { apiRequest } from '#web/api/api-request.ts';
import { FieldGroup } from '#web/components/ask/FieldGroup.tsx';
import { QuestionForm } from '#web/components/ask/QuestionForm.tsx';
import { useDraft } from '#web/components/ask/use-draft.ts';
import { useNow } from '#web/components/time/use-now.ts';
import { AnswerFields } from './AnswerFields.tsx';
import type { FieldsProps, ParameterGuide } from './form-fields.ts';
import { NarrowFields } from './NarrowFields.tsx';
import { callOf } from './padns-question-call.ts';
import {
  clearedQuestion,
  isAsked,
  isSameQuestion,
  isSetAside,
  missingOf,
  setAside,
  type PadnsQuestion,
} from './padns-question.ts';
import { OriginFields, PairFields } from './PairFields.tsx';
import { checkQuestion, type Problems } from './question-check.ts';
import { SortFields } from './SortFields.tsx';
import { SubjectFields } from './SubjectFields.tsx';
import { fieldHints } from './question-words.ts';
import { TimeFields } from './TimeFields.tsx';

interface PadnsFormProps {
  /** The question that was asked last: the one in the URL. */
  readonly question: PadnsQuestion;
  readonly guide: ParameterGuide;
  readonly sessionAsOf: string | null;
  /** Enter or Search; only with a question that can be asked. */
  readonly onAsk: (question: PadnsQuestion) => void;
}

/** Every parameter of E1 to E4, checked while it is typed. Nothing is asked before Enter. */
export function PadnsForm({ question, guide, sessionAsOf, onAsk }: PadnsFormProps) {
  const [draft, setDraft] = useDraft(question, isSameQuestion);
  const [hasTried, setHasTried] = useState(false);
  const now = new Date(useNow() * 1000);
  const missing = missingOf(draft);
  const [lacks] = Object.values(missing);
  const wrong = checkQuestion(draft, guide.parameterOf, now);
  const problems: Problems = { ...wrong, ...(hasTried && missing) };
  const isPair = draft.mode === 'both' || draft.mode === 'unsanctioned';
  const fields: FieldsProps = {
    draft,
    problems,
    guide,
    hintOf: (field) => fieldHints[field] ?? guide.hintOf(draft.mode, field),
    onChange: (change) => setDraft({ ...draft, ...change }),
  };
  return (
    <QuestionForm
      label="Passive DNS search"
      wrong={[...Object.keys(missing), ...Object.keys(wrong)]}
      onAsk={() => {
        setHasTried(false);
        onAsk(draft);
      }}
      onRefused={() => setHasTried(true)}
      onClear={() => setDraft(clearedQuestion(draft.mode))}
      isChanged={isAsked(question) && !isSameQuestion(draft, question)}
      request={
        lacks === undefined
          ? `GET ${apiRequest(callOf({ ...draft, as_of: draft.as_of || (sessionAsOf ?? '') })).url}`
          : ''
      }
      lacks={lacks}
      more={{
        set: setAside(draft),
        hasProblem: Object.keys(problems).some((field) => isSetAside(draft.mode, field)),
        fields: (
          <>
            <FieldGroup legend="When it was seen">
              <TimeFields {...fields} now={now} sessionAsOf={sessionAsOf} />
            </FieldGroup>
            <FieldGroup legend={isPair ? 'Where the address is' : 'Narrower or wider'}>
              {isPair ? <OriginFields {...fields} /> : <NarrowFields {...fields} />}
            </FieldGroup>
            <FieldGroup legend="Order and answer">
              <SortFields value={draft.sort} onChange={(sort) => fields.onChange({ sort })} />
              <AnswerFields {...fields} />
            </FieldGroup>
          </>
        ),
      }}
    >
      <SubjectFields {...fields} />
      {isPair && <PairFields {...fields} />}
    </QuestionForm>
  );
}
