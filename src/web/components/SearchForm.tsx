import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { SearchIcon } from '#web/ui/icons.ts';
import type { FieldProblems } from './field-note.ts';
import { MoreParameters, type MoreParametersHandle } from './MoreParameters.tsx';

interface SearchFormProps {
  /** Names the form: "Passive DNS search". */
  readonly label: string;
  /** What the service would refuse, by field. The first field is focused, and nothing is asked, until it is mended. */
  readonly problems: FieldProblems;
  /** What is still to be given, by field; complained about once the form was sent. Empty: it can be asked. */
  readonly missing: FieldProblems;
  /** The URL that would be asked; undefined while there is nothing to ask. */
  readonly url: string | undefined;
  /** There is an answer on screen, and the form does not ask for it any more. */
  readonly isChanged: boolean;
  readonly onClear: () => void;
  /** Enter or Search; only with a question that can be asked. */
  readonly onAsk: () => void;
  /** The fields in sight; each shows its problem. */
  readonly children: (problems: FieldProblems) => ReactNode;
  readonly more: {
    /** The parameters out of sight that are given, with their texts. */
    readonly set: Readonly<Record<string, string>>;
    readonly has: (field: string) => boolean;
    readonly fields: (problems: FieldProblems) => ReactNode;
  };
}

/** The frame of every explorer's form: what will be asked is shown while it is typed, and nothing is asked before Enter. */
export function SearchForm({ label, problems, missing, url, isChanged, onClear, onAsk, ...parts }: SearchFormProps) {
  const [hasTried, setHasTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const more = useRef<MoreParametersHandle>(null);
  const shown: FieldProblems = { ...(hasTried && missing), ...problems };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    const [wrong] = [...Object.keys(missing), ...Object.keys(problems)];
    if (wrong === undefined) {
      setHasTried(false);
      more.current?.close();
      return onAsk();
    }
    const field = form.current?.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
  };
  const lacks = Object.values(missing)[0];
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      onSubmit={submit}
      className="flex flex-col gap-3 rounded-lg border border-border bg-surface p-3"
    >
      {parts.children(shown)}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary">
          <SearchIcon />
          Search
        </Button>
        <Button variant="quiet" onClick={onClear}>
          Clear the form
        </Button>
        <p className="text-muted" role="status">
          {isChanged && 'Changed: press Enter or Search to ask this.'}
        </p>
      </div>
      <CodeBlock
        label="What this will ask"
        isWrapped
        code={url === undefined ? `Nothing yet. ${lacks ?? ''}`.trim() : `GET ${url}`}
      />
      <MoreParameters ref={more} set={parts.more.set} hasProblem={Object.keys(shown).some(parts.more.has)}>
        {parts.more.fields(shown)}
      </MoreParameters>
    </form>
  );
}
