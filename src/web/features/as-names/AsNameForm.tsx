import { useRef, useState, type FormEvent } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { SearchIcon } from '#web/ui/icons.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { asNameParams, asNameQuery, asnumProblem, type AsNameField, type AsNameQuestion } from './as-name-question.ts';

const fields: readonly (readonly [field: AsNameField, label: string, example: string, hint: string])[] = [
  ['asname_contains', 'Name contains', 'hosting', 'The text stands anywhere in the AS name.'],
  ['asname_starts_with', 'Name begins with', 'CINDER', 'The AS name begins with the text.'],
  ['asname', 'Name (asname)', 'CINDER', 'The same as “begins with”.'],
  ['asnum', 'AS number', '64500', 'Its name is looked up: 64500, AS64500 or 1.10.'],
];

interface AsNameFormProps {
  /** The question in the URL. */
  readonly question: AsNameQuestion;
  readonly onAsk: (question: AsNameQuestion) => void;
}

/** Every parameter of F2. */
export function AsNameForm({ question, onAsk }: AsNameFormProps) {
  const [draft, setDraft] = useState(question);
  const [shown, setShown] = useState(question);
  const [hasTried, setHasTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  // a link or Back replaces what stands in the form
  if (JSON.stringify(asNameParams(shown)) !== JSON.stringify(asNameParams(question))) {
    setShown(question);
    setDraft(question);
  }
  const isEmpty = Object.keys(asNameParams(draft)).length === 0;
  const problems: Partial<Record<AsNameField, string | undefined>> = {
    asnum: asnumProblem(draft),
    ...(hasTried && isEmpty && { asname_contains: 'Give a part of a name, or an AS number.' }),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    if (asNameQuery(draft)) return onAsk(draft);
    const wrong = form.current?.elements.namedItem(isEmpty ? 'asname_contains' : 'asnum');
    if (wrong instanceof HTMLElement) wrong.focus();
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label="AS name search"
      onSubmit={submit}
      className="flex flex-col gap-3 rounded-lg border border-border bg-surface p-3"
    >
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {fields.map(([field, label, example, hint]) => (
          <TextField
            key={field}
            label={label}
            name={field}
            value={draft[field]}
            placeholder={example}
            spellCheck={false}
            autoComplete="off"
            onChange={(text) => setDraft({ ...draft, [field]: text })}
            {...(problems[field] ? { error: problems[field] } : { hint })}
          />
        ))}
      </div>
      <Button type="submit" variant="primary" className="self-start">
        <SearchIcon />
        Search
      </Button>
    </form>
  );
}
