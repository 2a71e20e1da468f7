import { useState } from 'react';
import { apiRequest } from '#web/api/api-request.ts';
import { FieldGroup } from '#web/components/FieldGroup.tsx';
import { QuestionForm } from '#web/components/QuestionForm.tsx';
import { useDraft } from '#web/components/use-draft.ts';
import { useNow } from '#web/components/use-now.ts';
import { AnswerFields } from './AnswerFields.tsx';
import type { FieldsProps, ParameterGuide } from './form-fields.ts';
import { NarrowFields } from './NarrowFields.tsx';
import { callOf } from './padns-question-call.ts';
import { emptyQuestion, isAsked, isSameQuestion, isSetAside, setAside, type PadnsQuestion } from './padns-question.ts';
import { checkQuestion, type Problems } from './question-check.ts';
import { SortFields } from './SortFields.tsx';
import { SubjectFields } from './SubjectFields.tsx';
import { TimeFields } from './TimeFields.tsx';

interface PadnsFormProps {
  /** The question that was asked last: the one in the URL. */
  readonly question: PadnsQuestion;
  readonly guide: ParameterGuide;
  readonly sessionAsOf: string | null;
  /** Enter or Search; only with a question that can be asked. */
  readonly onAsk: (question: PadnsQuestion) => void;
}

/** Every parameter of E1 and E2, checked while it is typed. Nothing is asked before Enter. */
export function PadnsForm({ question, guide, sessionAsOf, onAsk }: PadnsFormProps) {
  const [draft, setDraft] = useDraft(question, isSameQuestion);
  const [hasTried, setHasTried] = useState(false);
  const now = new Date(useNow() * 1000);
  const isEmpty = !isAsked(draft);
  const problems: Problems = {
    ...checkQuestion(draft, guide.limitsOf, now),
    ...(hasTried && isEmpty && { qname: 'Give a name, an address or a regular expression.' }),
  };
  const fields: FieldsProps = {
    draft,
    problems,
    guide,
    hintOf: (field) => guide.hintOf(draft.mode, field),
    onChange: (change) => setDraft({ ...draft, ...change }),
  };
  return (
    <QuestionForm
      label="Passive DNS search"
      wrong={isEmpty ? ['qname'] : Object.keys(problems)}
      onAsk={() => {
        setHasTried(false);
        onAsk(draft);
      }}
      onRefused={() => setHasTried(true)}
      onClear={() => setDraft(emptyQuestion)}
      isChanged={isAsked(question) && !isSameQuestion(draft, question)}
      request={
        isEmpty
          ? 'Nothing yet: give a name, an address or a regular expression.'
          : `GET ${apiRequest(callOf({ ...draft, as_of: draft.as_of || (sessionAsOf ?? '') })).url}`
      }
      more={{
        set: setAside(draft),
        hasProblem: Object.keys(problems).some(isSetAside),
        fields: (
          <>
            <FieldGroup legend="When it was seen">
              <TimeFields {...fields} now={now} sessionAsOf={sessionAsOf} />
            </FieldGroup>
            <FieldGroup legend="Narrower or wider">
              <NarrowFields {...fields} />
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
    </QuestionForm>
  );
}
