import { type FormEvent, Fragment, type ReactNode, useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import { NotAsOf } from '#web/kit/time/NotAsOf.tsx';
import {
  hrefOf,
  nameLengthMax,
  rememberQuestion,
  savedMax,
  type SavedQuery,
  saveQuery,
  useSavedQueries,
} from '#web/stores/saved-queries.ts';
import { WatchButton } from '#web/kit/watch/WatchButton.tsx';
import { type Watched, watchedSearch } from '#web/kit/watch/watched.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { BookmarkIcon, HistoryIcon } from '#web/kit/ui/icons.ts';
import { Popover } from '#web/kit/ui/Popover.tsx';
import { TextField } from '#web/kit/ui/Field.tsx';
import { toasts } from '#web/kit/ui/toast-queue.ts';
import { useAsOf } from '#web/url/as-of.ts';
import { type ExplorerForm, formParams, formProblems, impliedEnd, impliedPeriod, isAsked } from './explorer-form.ts';
import { type ExampleQuery, ExplorerStart, type HeldTotal } from './ExplorerStart.tsx';
import type { ParameterDocs } from './parameter-docs.ts';
import type { ParameterQuestion } from './parameter-question.ts';
import { ParameterForm, previewOf } from './ParameterForm.tsx';
import { useImpliedTime } from '#web/kit/time/implied-times.ts';
import { QueryBar, queryChips } from './QueryBar.tsx';
import { type QuestionUrl, useQuestionUrl } from './use-question-url.ts';
import { lazyPart } from '#web/kit/ui/lazy-part.tsx';

interface ExplorerProps<Name extends string> {
  readonly title: string;
  /** At module scope. */
  readonly form: ExplorerForm<Name>;
  /** The path of the explorer with these parameters, at module scope. */
  readonly pathOf: (params?: Readonly<Record<string, string>>) => string;
  /** The question in words. */
  readonly titleOf: (question: ParameterQuestion<Name>) => string;
  readonly examples: readonly ExampleQuery[];
  /** The data that is searched. */
  readonly holds: readonly HeldTotal[];
  /** Parts that always show current data, even with an “as of” day; undefined where the answer says so itself. */
  readonly presentOnly?: string;
  /** The current question with its answer; remounted for another question. */
  readonly children: (asked: QuestionUrl<Name>) => ReactNode;
}

/**
 * An explorer of one or several operations, on a route whose loader is loadParameterDocs. It reads the question from the URL
 * and runs it, unless the service would reject it.
 */
export function Explorer<Name extends string>(props: ExplorerProps<Name>) {
  const { title, form, pathOf, titleOf, examples, holds, presentOnly, children } = props;
  const docs = useLoaderData<ParameterDocs>();
  const [asOf] = useAsOf();
  const asked = useQuestionUrl(form, docs, pathOf);
  const { question, key, ask } = asked;
  const hasSubject = isAsked(form, question);
  const problems = Object.entries({ ...form.missingOf(question), ...formProblems(form, question, docs) });
  const isReady = hasSubject && problems.length === 0;
  const isInvalid = hasSubject && !isReady;
  const period = isReady ? impliedPeriod(form, question) : undefined;
  const end = isReady && asOf === null ? impliedEnd(form, question) : undefined;
  useImpliedTime(period?.parameter ?? '', period?.value);
  useImpliedTime(end?.parameter ?? '', end?.value);
  const implied = new URLSearchParams(
    [period, end].flatMap((each) => (each?.value ? [[each.parameter, each.value]] : [])),
  );
  // questions whose form is open after the run; other forms start folded
  const [opened, setOpened] = useState<{ readonly keys: readonly string[]; readonly field?: Name | undefined }>();
  const [wasRun, setWasRun] = useState(false);
  const run = (next: ParameterQuestion<Name>) => {
    setOpened(undefined);
    setWasRun(true);
    ask(next);
  };
  const isFolded = isReady && !opened?.keys.includes(key);
  return (
    <div className="relative flex flex-col gap-4">
      {isReady && <SkipToResults />}
      <ExplorerHeading
        title={title}
        explorer={pathOf()}
        asked={
          isReady ? { words: titleOf(question), params: formParams(form, question), implied: implied.toString() } : null
        }
        watched={
          isReady
            ? watchedSearch(form.questionOf(question), titleOf(question), pathOf(formParams(form, question)))
            : null
        }
      />
      {presentOnly !== undefined && <NotAsOf what={presentOnly} />}
      {isFolded ? (
        <QueryBar
          chips={queryChips(form, question, docs, asOf)}
          request={previewOf(form, question, asOf)}
          isFocused={wasRun}
          onOpen={(field) => setOpened({ keys: [key], field })}
          onAsk={ask}
        />
      ) : (
        <ParameterForm
          form={form}
          docs={docs}
          question={question}
          asOf={asOf}
          onAsk={run}
          onOpen={(next) => {
            setOpened({ keys: [key, JSON.stringify(formParams(form, next))], field: opened?.field });
            ask(next);
          }}
          isRefused={isInvalid}
          {...(isReady ? { focusedField: opened?.field ?? '' } : isInvalid && { focusedField: problems[0]?.[0] ?? '' })}
        />
      )}
      {isReady && <SkipToResults />}
      {!hasSubject && <ExplorerStart explorer={pathOf()} examples={examples} holds={holds} />}
      {isInvalid && <InvalidQuery problems={problems} />}
      {isReady && (
        <div id={resultsId} tabIndex={-1} data-focus-quiet="" className="flex min-w-0 flex-col gap-4">
          <Fragment key={key}>{children(asked)}</Fragment>
        </div>
      )}
    </div>
  );
}

const resultsId = 'results';

/** A skip link past the query and the controls of the table. */
function SkipToResults() {
  return (
    <a
      href={`#${resultsId}`}
      onClick={(event) => {
        // without the hash, which would appear in copied links
        event.preventDefault();
        const results = document.getElementById(resultsId);
        (results?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]') ?? results)?.focus();
      }}
      className="sr-only z-10 self-start rounded-md bg-accent px-3 py-1 text-on-accent focus:not-sr-only focus:absolute focus:px-3 focus:py-1"
    >
      Skip to results
    </a>
  );
}

interface HeadingProps {
  readonly title: string;
  /** null before the first search, and for one that cannot be watched. */
  readonly watched: Watched | null;
}

/** The heading of an explorer, with its saved queries. */
function ExplorerHeading({ title, watched, ...queries }: SavedQueriesProps & HeadingProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h1 className="text-xl font-semibold">{title}</h1>
      <div className="flex flex-wrap gap-2">
        {(watched !== null || queries.asked === null) && <WatchButton watched={watched} />}
        <SavedQueries {...queries} />
      </div>
    </div>
  );
}

/** Shown for an invalid URL, for example one edited by hand: a question that the service would reject is not sent. */
function InvalidQuery({
  problems,
}: {
  readonly problems: readonly (readonly [field: string, problem: string | undefined])[];
}) {
  return (
    <EmptyState kind="unknown" word="Invalid search">
      <p>The address of this page has invalid parameters. Fix the highlighted fields and search again.</p>
      <ul className="mt-1 list-disc pl-5">
        {problems.map(([field, problem]) => (
          <li key={field}>
            <code>{field}</code>: {problem}
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

const SavedQueryDialog = lazyPart(async () => (await import('./SavedQueryDialog.tsx')).default);

interface SavedQueriesProps {
  /** Path of the explorer. */
  readonly explorer: string;
  /** The current question in words and its parameters; null before the first. */
  readonly asked: Asked | null;
}

interface Asked {
  readonly words: string;
  readonly params: Readonly<Record<string, string>>;
  /** The times that the question uses by default, as parameters. */
  readonly implied: string;
}

/** Saves the question of an explorer under a name, and lists saved and recent ones. */
function SavedQueries({ explorer, asked }: SavedQueriesProps) {
  const { saved } = useSavedQueries();
  const [isListOpen, setIsListOpen] = useState(false);
  const words = asked?.words.slice(0, nameLengthMax);
  const implied = asked?.implied ?? '';
  const search = asked && new URLSearchParams(asked.params).toString();
  useEffect(() => {
    if (words !== undefined && search !== null) rememberQuestion({ explorer, name: words, search, implied });
  }, [explorer, words, search, implied]);
  const present = words === undefined || search === null ? null : { explorer, name: words, search, implied };
  return (
    <div className="flex flex-wrap gap-2">
      <Popover
        label="Save this query"
        align="end"
        className="w-80 p-3"
        trigger={(props) => (
          <Button {...props} disabledReason={present ? undefined : 'Run a search first.'}>
            <BookmarkIcon />
            Save query
          </Button>
        )}
      >
        {(close) => present && <SaveForm present={present} saved={saved} onDone={close} />}
      </Popover>
      <Button onClick={() => setIsListOpen(true)}>
        <HistoryIcon />
        Saved queries
        {saved.length > 0 && <span className="text-muted tabular-nums">{saved.length}</span>}
      </Button>
      {isListOpen && <SavedQueryDialog explorer={explorer} onClose={() => setIsListOpen(false)} />}
    </div>
  );
}

interface SaveFormProps {
  readonly present: SavedQuery;
  readonly saved: readonly SavedQuery[];
  readonly onDone: () => void;
}

function SaveForm({ present, saved, onDone }: SaveFormProps) {
  const [text, setText] = useState(present.name);
  const name = text.trim();
  const namesake = saved.find((each) => each.explorer === present.explorer && each.name === name);
  const twin = saved.find((each) => hrefOf(each) === hrefOf(present));
  const problem =
    saved.length >= savedMax && !namesake ? `At most ${savedMax} queries are kept: delete one first.` : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name === '' || problem !== undefined) return;
    const isStored = saveQuery({ ...present, name });
    onDone();
    toasts.add({ title: isStored ? 'Saved' : 'Saved until this tab is closed', body: name, timeoutSeconds: 4 });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <TextField
        label="Name"
        name="name"
        value={text}
        maxLength={nameLengthMax}
        data-first-focus=""
        autoComplete="off"
        onFocus={(event) => event.target.select()}
        onChange={setText}
        {...(problem ? { error: problem } : { hint: hintOf(namesake, twin) })}
      />
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        disabledReason={problem ?? (name === '' ? 'Enter a name.' : undefined)}
      >
        {namesake ? 'Replace' : 'Save'}
      </Button>
    </form>
  );
}

function hintOf(namesake: SavedQuery | undefined, twin: SavedQuery | undefined): string {
  if (namesake && namesake === twin) return 'Already saved under this name.';
  if (namesake) return 'A query with this name exists and will be replaced.';
  if (twin) return `Already saved as “${twin.name}”.`;
  return 'Stored in this browser only. Relative times (-30d) count back from the day the query is opened.';
}
