import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { apiRequest } from '#web/api/api-request.ts';
import { useNow } from '#web/components/use-now.ts';
import { Button } from '#web/ui/Button.tsx';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { SearchIcon } from '#web/ui/icons.ts';
import { AnswerFields } from './AnswerFields.tsx';
import { MoreParameters, type MoreParametersHandle } from './MoreParameters.tsx';
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
  const [draft, setDraft] = useDraft(question);
  const [hasTried, setHasTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const more = useRef<MoreParametersHandle>(null);
  const now = new Date(useNow() * 1000);
  const isEmpty = !isAsked(draft);
  const problems: Problems = {
    ...checkQuestion(draft, guide.limitsOf, now),
    ...(hasTried && isEmpty && { qname: 'Give a name, an address or a regular expression.' }),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    const [wrong] = isEmpty ? ['qname'] : Object.keys(problems);
    if (wrong === undefined) {
      setHasTried(false);
      more.current?.close();
      return onAsk(draft);
    }
    const field = form.current?.elements.namedItem(wrong);
    if (field instanceof HTMLElement) field.focus();
  };
  const fields: FieldsProps = {
    draft,
    problems,
    guide,
    hintOf: (field) => guide.hintOf(draft.mode, field),
    onChange: (change) => setDraft({ ...draft, ...change }),
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label="Passive DNS search"
      onSubmit={submit}
      className="flex flex-col gap-3 rounded-lg border border-border bg-surface p-3"
    >
      <SubjectFields {...fields} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary">
          <SearchIcon />
          Search
        </Button>
        <Button variant="quiet" onClick={() => setDraft(emptyQuestion)}>
          Clear the form
        </Button>
        <p className="text-muted" role="status">
          {isAsked(question) && !isSameQuestion(draft, question) && 'Changed: press Enter or Search to ask this.'}
        </p>
      </div>
      <CodeBlock
        label="What this will ask"
        isWrapped
        code={
          isEmpty
            ? 'Nothing yet: give a name, an address or a regular expression.'
            : `GET ${apiRequest(callOf({ ...draft, as_of: draft.as_of || (sessionAsOf ?? '') })).url}`
        }
      />
      <MoreParameters ref={more} set={setAside(draft)} hasProblem={Object.keys(problems).some(isSetAside)}>
        <Group legend="When it was seen">
          <TimeFields {...fields} now={now} sessionAsOf={sessionAsOf} />
        </Group>
        <Group legend="Narrower or wider">
          <NarrowFields {...fields} />
        </Group>
        <Group legend="Order and answer">
          <SortFields value={draft.sort} onChange={(sort) => fields.onChange({ sort })} />
          <AnswerFields {...fields} />
        </Group>
      </MoreParameters>
    </form>
  );
}

/** What stands in the form; a new question in the URL (a link, Back) replaces it. */
function useDraft(question: PadnsQuestion): [PadnsQuestion, (draft: PadnsQuestion) => void] {
  const [draft, setDraft] = useState(question);
  const [shown, setShown] = useState(question);
  if (!isSameQuestion(shown, question)) {
    setShown(question);
    setDraft(question);
  }
  return [draft, setDraft];
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">{legend}</legend>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4 3xl:grid-cols-6">{children}</div>
    </fieldset>
  );
}
