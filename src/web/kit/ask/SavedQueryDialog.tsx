import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formatCount } from '#model/format.ts';
import { frozenUrl } from '#web/kit/time/freeze-times.ts';
import {
  deleteQuery,
  explorerName,
  exportText,
  forgetQuestions,
  hrefOf,
  importQueries,
  type ImportResult,
  nameLengthMax,
  renameQuery,
  type SavedQuery,
  saveQuery,
  useSavedQueries,
} from '#web/stores/saved-queries.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { linkClass } from '#web/kit/ui/class-names.ts';
import { CopyButton } from '#web/kit/ui/CopyButton.tsx';
import { Dialog } from '#web/kit/ui/Dialog.tsx';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { IconButton } from '#web/kit/ui/IconButton.tsx';
import { BookmarkIcon, DeleteIcon, LinkIcon, RenameIcon, WarningIcon } from '#web/kit/ui/icons.ts';
import { Switch } from '#web/kit/ui/Checkbox.tsx';
import { TextArea, TextField } from '#web/kit/ui/Field.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { searchWords } from '#web/stores/investigation/investigation-node.ts';

interface SavedQueryDialogProps {
  /** The explorer that opened the dialog: its queries come first. */
  readonly explorer: string;
  readonly onClose: () => void;
}

/** Saved and recent queries. A default export, because it is loaded when first opened. */
export default function SavedQueryDialog({ explorer, onClose }: SavedQueryDialogProps) {
  const { saved, recent, isKept } = useSavedQueries();
  const [isFrozen, setIsFrozen] = useState(true);
  const [removed, setRemoved] = useState<{ name: string; undo: () => void }>();
  const remove = (query: SavedQuery) => setRemoved({ name: query.name, undo: deleteQuery(query) });
  const undo = () => {
    removed?.undo();
    setRemoved(undefined);
  };
  const own = (query: SavedQuery) => query.explorer === explorer;
  const sorted = [...saved.filter(own), ...saved.filter((query) => !own(query))];
  const kept = new Set(saved.map(hrefOf));
  const unsaved = recent.filter((query) => !kept.has(hrefOf(query)));
  return (
    <Dialog
      title="Saved queries"
      isOpen
      onClose={onClose}
      width="md"
      footer={
        saved.length > 0 && <CopyButton label="Copy all as text" text={() => exportText(saved)} isIconOnly={false} />
      }
    >
      <div className="flex flex-col gap-4">
        {!isKept && (
          <p role="alert" className="flex items-start gap-2 text-warning">
            <WarningIcon />
            This browser does not store them: its storage is blocked or full. They last until this tab is closed; copy
            them as text to keep them.
          </p>
        )}
        <Switch
          isOn={isFrozen}
          onChange={setIsFrozen}
          hint="Replaces -30d or 90 days with the day it means now, and ends the search now, so that a colleague gets the same records tomorrow."
        >
          Copy links with absolute times
        </Switch>
        {removed && (
          <p role="status" className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 wrap-anywhere">Deleted “{removed.name}”.</span>
            <Button size="sm" autoFocus onClick={undo}>
              Undo
            </Button>
          </p>
        )}
        {sorted.length === 0 ? (
          <EmptyState kind="empty" word="Nothing saved yet">
            “Save query” stores the search of an explorer here, in this browser only.
          </EmptyState>
        ) : (
          <ul aria-label="Saved queries" className="divide-y divide-border">
            {sorted.map((query) => (
              <SavedQueryRow
                key={`${query.explorer} ${query.name}`}
                query={query}
                names={saved.filter((each) => each.explorer === query.explorer).map(({ name }) => name)}
                isFrozen={isFrozen}
                onDelete={() => remove(query)}
                onOpen={onClose}
              />
            ))}
          </ul>
        )}
        {unsaved.length > 0 && (
          <section aria-labelledby="asked-of-late" className="flex flex-col gap-1">
            <div className="flex items-center justify-between gap-2">
              <h3 id="asked-of-late" className="font-semibold">
                Recent queries
              </h3>
              <Button size="sm" variant="quiet" onClick={forgetQuestions}>
                Clear
              </Button>
            </div>
            <ul aria-labelledby="asked-of-late" className="divide-y divide-border">
              {unsaved.map((query) => (
                <RecentQueryRow key={hrefOf(query)} query={query} onOpen={onClose}>
                  <Button size="sm" onClick={() => saveQuery(query)} aria-label={`Save ${query.name}`}>
                    <BookmarkIcon />
                    Save
                  </Button>
                </RecentQueryRow>
              ))}
            </ul>
          </section>
        )}
        <ImportQueries />
      </div>
    </Dialog>
  );
}

/** Imports saved queries that were copied as text, in another browser or by a colleague. */
function ImportQueries() {
  const [text, setText] = useState('');
  const [result, setResult] = useState<ImportResult>();
  const take = () => {
    const taken = importQueries(text);
    setResult(taken);
    if (taken.refused.length === 0) setText('');
  };
  return (
    <details>
      <summary className="w-fit cursor-pointer text-muted hover:text-text">Import from text</summary>
      <div className="mt-2 flex flex-col gap-2">
        <TextArea
          label="Copied queries"
          rows={4}
          value={text}
          onChange={setText}
          hint="The output of “Copy all as text”. Queries with the same name are replaced."
        />
        <Button
          onClick={take}
          className="self-start"
          disabledReason={text.trim() === '' ? 'Paste the copied text first.' : undefined}
        >
          Import
        </Button>
        <div role="status">
          {result && (
            <>
              <p>
                {formatCount(result.added, 'query', 'queries')} imported
                {result.known > 0 && `, ${result.known} known already`}.
              </p>
              {result.refused.length > 0 && (
                <ul className="list-disc pl-5 text-warning">
                  {result.refused.slice(0, refusedShown).map((reason) => (
                    <li key={reason}>{reason}</li>
                  ))}
                  {result.refused.length > refusedShown && <li>and {result.refused.length - refusedShown} more.</li>}
                </ul>
              )}
            </>
          )}
        </div>
      </div>
    </details>
  );
}

const refusedShown = 5;

interface SavedQueryRowProps {
  readonly query: SavedQuery;
  /** The names in use in the query's explorer, including its own. */
  readonly names: readonly string[];
  /** Links are copied with absolute times. */
  readonly isFrozen: boolean;
  readonly onDelete: () => void;
  readonly onOpen: () => void;
}

/** A saved query: its name opens the query; buttons rename it, copy its link and delete it. */
function SavedQueryRow({ query, names, isFrozen, onDelete, onOpen }: SavedQueryRowProps) {
  const [isRenamed, setIsRenamed] = useState(false);
  const { name } = query;
  const link = () => {
    const { href } = new URL(hrefOf(query), location.origin);
    const implied = [...new URLSearchParams(query.implied)].map(([parameter, value]) => ({ parameter, value }));
    return isFrozen ? frozenUrl(href, Math.floor(Date.now() / 1000), implied) : href;
  };
  if (isRenamed) return <RenameRow query={query} names={names} onDone={() => setIsRenamed(false)} />;
  return (
    <RecentQueryRow query={query} onOpen={onOpen}>
      <IconButton icon={RenameIcon} label={`Rename ${name}`} size="sm" onClick={() => setIsRenamed(true)} />
      <CopyButton icon={LinkIcon} label={`Copy the link of ${name}`} text={link} />
      <IconButton icon={DeleteIcon} label={`Delete ${name}`} size="sm" onClick={onDelete} />
    </RecentQueryRow>
  );
}

interface RecentQueryRowProps {
  readonly query: SavedQuery;
  readonly onOpen: () => void;
  /** The actions of the row. */
  readonly children: ReactNode;
}

/** A query with its parameters; the name opens it. */
function RecentQueryRow({ query, onOpen, children }: RecentQueryRowProps) {
  return (
    <li className="flex items-start gap-2 py-1.5">
      <div className="min-w-0 flex-1">
        <Link to={hrefOf(query)} onClick={onOpen} className={`${linkClass} wrap-anywhere`}>
          <VisibleText text={query.name} />
        </Link>
        <p className="text-sm text-muted">
          {explorerName(query)} ·{' '}
          <code className="wrap-anywhere">
            <VisibleText text={searchWords(new URLSearchParams(query.search))} foldAt={200} />
          </code>
        </p>
      </div>
      <div className="flex shrink-0 items-center">{children}</div>
    </li>
  );
}

function RenameRow({ query, names, onDone }: Pick<SavedQueryRowProps, 'query' | 'names'> & { onDone: () => void }) {
  const [text, setText] = useState(query.name);
  const name = text.trim();
  const isTaken = name !== query.name && names.includes(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name === '' || isTaken) return;
    if (name !== query.name) renameQuery(query, name);
    onDone();
  };
  return (
    <li className="py-1.5">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <TextField
          label={`New name of ${query.name}`}
          value={text}
          maxLength={nameLengthMax}
          autoFocus
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          onChange={setText}
          className="min-w-[min(12rem,100%)] flex-1"
          {...(isTaken && { error: 'Another query of this explorer has this name.' })}
        />
        <Button type="submit" variant="primary" disabledReason={name === '' ? 'Enter a name.' : undefined}>
          Rename
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </form>
    </li>
  );
}
