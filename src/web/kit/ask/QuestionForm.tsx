import { type FormEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#web/kit/ui/Button.tsx';
import { ApiIcon, SearchIcon } from '#web/kit/ui/icons.ts';
import { CodeBlock } from '#web/kit/ui/CodeBlock.tsx';
import { IconButton } from '#web/kit/ui/IconButton.tsx';
import { Popover } from '#web/kit/ui/Popover.tsx';

interface QuestionFormProps {
  /** The name of the form, for screen readers. */
  readonly label: string;
  /** The field that gets the focus when the form is opened, '' for the first one; none by default. */
  readonly focusedField?: string | undefined;
  /** Names of the invalid fields; the first one gets the focus. */
  readonly wrong: readonly string[];
  /** Called on Enter or Search when the form is valid. */
  readonly onAsk: () => void;
  /** Called on Enter or Search when the form is invalid. */
  readonly onRefused: () => void;
  readonly onClear: () => void;
  /** The form differs from the last query. */
  readonly isChanged: boolean;
  /** The request that will be sent; '' while the question is incomplete. */
  readonly request: string;
  /** What is missing, in a sentence. */
  readonly lacks: string | undefined;
  /** The advanced parameters; false if there are none. */
  readonly more:
    | {
        readonly set: Readonly<Record<string, string>>;
        readonly hasProblem: boolean;
        /** The field that gets the focus is an advanced parameter. */
        readonly isOpenAtFirst: boolean;
        readonly fields: ReactNode;
        /** A new id starts folded. */
        readonly id?: string | undefined;
      }
    | false;
  readonly children: ReactNode;
}

/** The frame of an explorer's form. Sends nothing before Enter or Search; the request can be previewed. */
export function QuestionForm({ label, wrong, onAsk, onRefused, onClear, isChanged, ...rest }: QuestionFormProps) {
  const { focusedField, request, lacks, more, children } = rest;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!form.current || focusedField === undefined) return;
    const field = focusField(form.current, focusedField);
    if (field instanceof HTMLInputElement) field.select();
  }, [focusedField]);
  const moreParameters = useRef<MoreParametersHandle>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [first] = wrong;
    if (first === undefined) {
      moreParameters.current?.close();
      return onAsk();
    }
    // opens the folded parameters, which may hide the field
    flushSync(onRefused);
    if (form.current) focusField(form.current, first);
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      onSubmit={submit}
      className="flex flex-col gap-3 rounded-lg border border-border bg-surface p-3"
    >
      {children}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary">
          <SearchIcon />
          Search
        </Button>
        <Button variant="quiet" onClick={onClear}>
          Clear form
        </Button>
        <p className="min-w-0 flex-1 text-muted" role="status">
          {isChanged && 'Changed: press Enter or Search to run it.'}
        </p>
        <RequestPreview request={request} lacks={lacks} />
      </div>
      {more && (
        <MoreParameters key={more.id} ref={moreParameters} {...more}>
          {more.fields}
        </MoreParameters>
      )}
    </form>
  );
}

/** Focuses a field by its name; in a group of controls, the chosen one or else the first. */
function focusField(form: HTMLFormElement, name: string): HTMLElement | null {
  const named = form.elements.namedItem(name);
  const field = named instanceof HTMLFieldSetElement ? named.querySelector('select, button') : named;
  const target = field instanceof HTMLElement ? field : firstControl(form);
  target?.focus();
  return target;
}

/** The chosen control of a choice, else the first control. */
function firstControl(form: HTMLFormElement): HTMLElement | null {
  const first = form.querySelector<HTMLElement & { readonly name: string }>('input, select');
  return form.querySelector<HTMLElement>(`input[name="${CSS.escape(first?.name ?? '')}"]:checked`) ?? first;
}

interface MoreParametersHandle {
  /** Folds the form to show the answer, keeping the focus in the form. */
  readonly close: () => void;
}

interface MoreParametersProps {
  readonly ref: Ref<MoreParametersHandle>;
  /** The parameters that are set, with their texts: shown while the fields are folded. */
  readonly set: Readonly<Record<string, string>>;
  /** A parameter is invalid: the fields stay visible until it is fixed. */
  readonly hasProblem: boolean;
  readonly isOpenAtFirst: boolean;
  readonly children: ReactNode;
}

/** Advanced parameters, folded by default, so that form and answer both fit on the screen. */
function MoreParameters({ ref, set, hasProblem, isOpenAtFirst, children }: MoreParametersProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const details = useRef<HTMLDetailsElement>(null);
  useImperativeHandle(ref, () => ({
    close: () => {
      if (details.current?.contains(document.activeElement)) details.current.querySelector('summary')?.focus();
      setIsOpen(false);
    },
  }));
  const words = Object.entries(set).map(([field, text]) => `${field} ${text}`);
  return (
    <details ref={details} open={isOpen || hasProblem} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit max-w-full cursor-pointer rounded-sm text-muted hover:text-text">
        More parameters
        {words.length > 0 && <span className="font-mono text-sm break-all"> · {words.join(' · ')}</span>}
      </summary>
      <div className="mt-3 flex flex-col gap-4">{children}</div>
    </details>
  );
}

interface RequestPreviewProps {
  /** The request that would be sent; '' while the question is incomplete. */
  readonly request: string;
  /** What is missing, in a sentence. */
  readonly lacks?: string | undefined;
}

/** The request of a question, behind a button. */
export function RequestPreview({ request, lacks }: RequestPreviewProps) {
  return (
    <Popover
      label="Request preview"
      align="end"
      className="w-[min(44rem,calc(100vw-1rem))] p-2"
      trigger={(props) => <IconButton {...props} icon={ApiIcon} label="Request preview" variant="secondary" />}
    >
      {() => <CodeBlock label="Request preview" isWrapped code={request} placeholder={lacks && `None yet. ${lacks}`} />}
    </Popover>
  );
}
