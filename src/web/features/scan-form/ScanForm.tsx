import { useState } from 'react';
import { apiRequest } from '#web/api/api-request.ts';
import { noteOf } from '#web/components/field-note.ts';
import { FieldGroup } from '#web/components/FieldGroup.tsx';
import type { ParameterBook } from '#web/components/parameter-book.ts';
import { QuestionForm } from '#web/components/QuestionForm.tsx';
import { checkRegex } from '#web/components/regex-check.ts';
import { scanKinds, scanOperations, type ScanOperation } from '#web/components/scan-kind.ts';
import { useDraft } from '#web/components/use-draft.ts';
import { SegmentedControl } from '#web/ui/SegmentedControl.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { checkQuestion, networkReading, type Problems } from './scan-check.ts';
import { fields, kindForms, type FieldName } from './scan-fields.ts';
import { emptyQuestion, isAsked, isSameQuestion, searchOf, setAside, type ScanQuestion } from './scan-question.ts';

interface ScanFormProps {
  /** The question that was asked last: the one in the URL. */
  readonly question: ScanQuestion;
  readonly book: ParameterBook<ScanOperation>;
  /** Enter or Search; only with a question that can be asked. */
  readonly onAsk: (question: ScanQuestion) => void;
}

const kindChoices = scanKinds.map((value) => ({ value, label: kindForms[value].label }));

/** Every parameter of A3 to A7, checked while it is typed. Nothing is asked before Enter. */
export function ScanForm({ question, book, onAsk }: ScanFormProps) {
  const [draft, setDraft] = useDraft(question, isSameQuestion);
  const [hasTried, setHasTried] = useState(false);
  const { main, more, meaning } = kindForms[draft.what];
  const operation = scanOperations[draft.what];
  const isEmpty = !isAsked(draft);
  const [first = 'ipv4'] = main;
  const problems: Problems = {
    ...(hasTried && isEmpty && { [first]: 'Give at least one thing to look for.' }),
    ...checkQuestion(draft, (name) => book.find(operation, name)),
  };
  const field = (name: FieldName) => (
    <ScanField
      key={name}
      name={name}
      draft={draft}
      problem={problems[name]}
      hint={book.hintOf(operation, name)}
      onChange={(text) => setDraft({ ...draft, [name]: text })}
    />
  );
  return (
    <QuestionForm
      label="Scan search"
      wrong={isEmpty ? [first] : Object.keys(problems)}
      onAsk={() => {
        setHasTried(false);
        onAsk(draft);
      }}
      onRefused={() => setHasTried(true)}
      onClear={() => setDraft({ ...emptyQuestion, what: draft.what })}
      isChanged={isAsked(question) && !isSameQuestion(draft, question)}
      request={
        isEmpty
          ? 'Nothing yet: give at least one thing to look for.'
          : `GET ${apiRequest({ operationId: operation, query: searchOf(draft).query }).url}`
      }
      more={{
        set: setAside(draft),
        hasProblem: more.some((name) => problems[name] !== undefined),
        fields: <FieldGroup legend="How far and how much">{more.map(field)}</FieldGroup>,
      }}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <SegmentedControl
          label="What scans saw"
          value={draft.what}
          choices={kindChoices}
          onChange={(what) => setDraft({ ...draft, what })}
        />
        <p className="text-muted">{meaning}</p>
      </div>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">{main.map(field)}</div>
    </QuestionForm>
  );
}

interface ScanFieldProps {
  readonly name: FieldName;
  readonly draft: ScanQuestion;
  readonly problem: string | undefined;
  readonly hint: string;
  readonly onChange: (text: string) => void;
}

function ScanField({ name, draft, problem, hint, onChange }: ScanFieldProps) {
  const { label, example, choices, isNumber } = fields[name];
  const value = draft[name];
  if (choices)
    return <SelectField label={label} name={name} value={value} choices={choices} onChange={onChange} hint={hint} />;
  return (
    <TextField
      label={label}
      name={name}
      isIndicator
      {...(isNumber && name !== 'mmh3' && { inputMode: 'numeric' as const })}
      value={value}
      placeholder={example}
      onChange={onChange}
      {...noteOf(problem, readingOf(name, draft) ?? hint)}
    />
  );
}

/** What the text means, where that says more than the hint. */
function readingOf(name: FieldName, draft: ScanQuestion): string | undefined {
  if (name === 'netmask') return networkReading(draft);
  if (name === 'filename_regex') return checkRegex(draft.filename_regex).advice;
  return name === 'favicon_mmh3_from_url' && draft[name] !== ''
    ? 'Nothing is fetched before you press the button below the form: the icon’s server will see the request.'
    : undefined;
}
