import { useState, type FormEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import { explorerName, hrefOf, nameLengthMax, renameQuery, type SavedQuery } from '#web/stores/saved-queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { DeleteIcon, LinkIcon, RenameIcon } from '#web/ui/icons.ts';
import { linkClass } from '#web/ui/link-class.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { frozenUrl } from '#web/components/time/freeze-times.ts';
import { queryWords } from './query-words.ts';

interface SavedQueryRowProps {
  readonly query: SavedQuery;
  /** Those taken in its explorer, its own among them. */
  readonly names: readonly string[];
  /** Links are copied with absolute times. */
  readonly isFrozen: boolean;
  readonly onDelete: () => void;
  readonly onOpen: () => void;
}

/** A saved query: its name opens it; it can be renamed, copied as a link and deleted. */
export function SavedQueryRow({ query, names, isFrozen, onDelete, onOpen }: SavedQueryRowProps) {
  const [isRenamed, setIsRenamed] = useState(false);
  const { name } = query;
  const link = () => {
    const { href } = new URL(hrefOf(query), location.origin);
    return isFrozen ? frozenUrl(href, Math.floor(Date.now() / 1000)) : href;
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
  /** Its actions. */
  readonly children: ReactNode;
}

/** A question with what it asks; its name leads there. */
export function RecentQueryRow({ query, onOpen, children }: RecentQueryRowProps) {
  return (
    <li className="flex items-start gap-2 py-1.5">
      <div className="min-w-0 flex-1">
        <Link to={hrefOf(query)} onClick={onOpen} className={`${linkClass} wrap-anywhere`}>
          <VisibleText text={query.name} />
        </Link>
        <p className="text-sm text-muted">
          {explorerName(query)} ·{' '}
          <code className="wrap-anywhere">
            <VisibleText text={queryWords(query)} foldAt={200} />
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
          className="min-w-48 flex-1"
          {...(isTaken && { error: 'Another query of this explorer has this name.' })}
        />
        <Button type="submit" variant="primary" disabledReason={name === '' ? 'Give it a name.' : undefined}>
          Rename
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </form>
    </li>
  );
}
