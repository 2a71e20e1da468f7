import { lazy, Suspense, useEffect, useState, type FormEvent } from 'react';
import { arrive } from '#web/api/arrive.ts';
import {
  hrefOf,
  nameLengthMax,
  rememberQuestion,
  saveQuery,
  savedMax,
  useSavedQueries,
  type SavedQuery,
} from '#web/stores/saved-queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { BookmarkIcon, HistoryIcon } from '#web/ui/icons.ts';
import { Popover } from '#web/ui/Popover.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toasts } from '#web/ui/toast-queue.ts';

const SavedQueryDialog = lazy(() => arrive(() => import('./SavedQueryDialog.tsx')));

export interface SavedQueriesProps {
  /** Path of the explorer. */
  readonly explorer: string;
  /** The question that is asked now: what it asks, in words, and its parameters; null before the first. */
  readonly asked: { readonly words: string; readonly params: Readonly<Record<string, string>> } | null;
}

/** Keeps the question of an explorer under a name, and lists those that were kept or asked before. */
export function SavedQueries({ explorer, asked }: SavedQueriesProps) {
  const { saved } = useSavedQueries();
  const [isListOpen, setIsListOpen] = useState(false);
  const words = asked?.words.slice(0, nameLengthMax);
  const search = asked && new URLSearchParams(asked.params).toString();
  useEffect(() => {
    if (words !== undefined && search !== null) rememberQuestion({ explorer, name: words, search });
  }, [explorer, words, search]);
  const present = words === undefined || search === null ? null : { explorer, name: words, search };
  return (
    <div className="flex flex-wrap gap-2">
      <Popover
        label="Save this query"
        align="end"
        className="w-80 p-3"
        trigger={(props) => (
          <Button {...props} disabledReason={present ? undefined : 'There is no question yet: ask one first.'}>
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
      <Suspense fallback={null}>
        {isListOpen && <SavedQueryDialog explorer={explorer} onClose={() => setIsListOpen(false)} />}
      </Suspense>
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
    saveQuery({ ...present, name });
    onDone();
    toasts.add({ title: 'Saved', body: name, timeoutSeconds: 4 });
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
        disabledReason={problem ?? (name === '' ? 'Give it a name.' : undefined)}
      >
        {namesake ? 'Replace' : 'Save'}
      </Button>
    </form>
  );
}

function hintOf(namesake: SavedQuery | undefined, twin: SavedQuery | undefined): string {
  if (namesake && namesake === twin) return 'Saved already, under this name.';
  if (namesake) return 'There is one of this name: it will be replaced.';
  if (twin) return `Saved already as “${twin.name}”.`;
  return 'Kept in this browser only. Times that count back from now (-30d) keep counting from the day it is opened.';
}
