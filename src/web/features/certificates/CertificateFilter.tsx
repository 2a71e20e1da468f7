import { useRef, type FormEvent } from 'react';
import { noteOf } from '#web/components/ask/field-note.ts';
import { questionProblems } from '#web/components/ask/parameter-question.ts';
import { useDraft } from '#web/components/ask/use-draft.ts';
import { Button } from '#web/ui/Button.tsx';
import { FilterIcon } from '#web/ui/icons.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { filterFields, type FilterField, type FilterQuestion } from './certificate-form.ts';

interface CertificateFilterProps {
  /** The one in the URL. */
  readonly filter: FilterQuestion;
  readonly onApply: (filter: FilterQuestion) => void;
}

/** The parameters of C12 that narrow the certificates of one domain; applied on Enter. */
export function CertificateFilter({ filter, onApply }: CertificateFilterProps) {
  const [draft, setDraft] = useDraft(filter, (a, b) => JSON.stringify(a) === JSON.stringify(b));
  const form = useRef<HTMLFormElement>(null);
  const problems = questionProblems<FilterField>(filterFields, draft, (name) =>
    name === 'limit_by_n' ? perDomain : {},
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [wrong] = Object.keys(problems);
    if (wrong === undefined) return onApply(draft);
    const field = form.current?.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label="Narrow the certificates"
      onSubmit={submit}
      className="flex flex-wrap items-start gap-3"
    >
      {filterFields.map(({ name, label, kind, example }) => (
        <TextField
          key={name}
          label={label}
          name={name}
          value={draft[name]}
          placeholder={example}
          isIndicator={kind !== 'text'}
          className="w-44"
          onChange={(text) => setDraft({ ...draft, [name]: text })}
          {...noteOf(problems[name], undefined)}
        />
      ))}
      <Button type="submit" className="mt-5">
        <FilterIcon />
        Apply
      </Button>
    </form>
  );
}

const perDomain = { minimum: 1, maximum: 10_000 };
