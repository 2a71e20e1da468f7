import { type KeyboardEvent, memo, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { VerdictBadge } from '#web/kit/score/VerdictBadge.tsx';
import { TimeText } from '#web/kit/time/TimeText.tsx';
import {
  hasNote,
  stepHref,
  stepKindWord,
  type StepNode,
  stepTitle,
} from '#web/stores/investigation/investigation-node.ts';
import { classNames, quietLinkClass } from '#web/kit/ui/class-names.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { DownIcon, ForwardIcon, NoteIcon, PinIcon } from '#web/kit/ui/icons.ts';
import { isPressed } from '#web/kit/ui/shortcuts.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { kindLetters, timeWords, viaWords } from './investigation-words.ts';
import { type InvestigationRow, treeKey } from './investigation-rows.ts';

/** What a single key does with the selected node. */
export interface NodeActions {
  readonly open: (node: StepNode) => void;
  readonly pin: (node: StepNode) => void;
  readonly note: (node: StepNode) => void;
  readonly canExpand: (node: StepNode) => boolean;
  readonly expand: (node: StepNode) => void;
  readonly trace: (node: StepNode) => void;
  readonly remove: (node: StepNode) => void;
}

interface InvestigationTreeProps {
  readonly label: string;
  readonly rows: readonly InvestigationRow[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  readonly onFold: (id: string, isClosed: boolean) => void;
  readonly actions: NodeActions;
}

/** The steps as an ARIA tree: one tab stop, arrow keys to move; the focused step is selected. */
export function InvestigationTree({ label, rows, chosen, onChoose, onFold, actions }: InvestigationTreeProps) {
  const ref = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const current = rows.some(({ node }) => node.id === chosen) ? chosen : (rows[0]?.node.id ?? null);
  useEffect(() => {
    // the line that had the focus was deleted, or brought back elsewhere
    if (hadFocus.current && document.activeElement === document.body) focusRow(ref.current, current);
  }, [rows, current]);
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows.find(({ node }) => node.id === current);
    const isChord = event.ctrlKey || event.metaKey || event.altKey;
    if (!row || isChord) return;
    const step = treeKey(event.key, rows, current);
    const action = step ? undefined : actionOf(event, actions);
    if (!step && !action) return;
    event.preventDefault();
    if (step?.to !== undefined) focusRow(ref.current, step.to);
    if (step?.fold) onFold(row.node.id, step.fold === 'close');
    action?.(row.node);
  };
  return (
    <div
      ref={ref}
      role="tree"
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={() => (hadFocus.current = true)}
      onBlur={(event) => (hadFocus.current = event.relatedTarget === null)}
      className="py-1"
    >
      {rows.map((row) => (
        <TreeLine key={row.node.id} row={row} isChosen={row.node.id === current} onChoose={onChoose} onFold={onFold} />
      ))}
    </div>
  );
}

interface TreeLineProps extends Pick<InvestigationTreeProps, 'onChoose' | 'onFold'> {
  readonly row: InvestigationRow;
  readonly isChosen: boolean;
}

/** Memoised: moving through thousands of rows redraws two of them. */
const TreeLine = memo(function TreeLine({ row, isChosen, onChoose, onFold }: TreeLineProps) {
  const { node, level, place, of, hasChildren, isOpen, isContext } = row;
  return (
    <div
      role="treeitem"
      data-node={node.id}
      data-investigation-node={node.id}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={of}
      aria-selected={isChosen}
      {...(hasChildren && { 'aria-expanded': isOpen })}
      tabIndex={isChosen ? 0 : -1}
      onFocus={() => onChoose(node.id)}
      onClick={(event) => event.currentTarget.focus()}
      style={{ paddingLeft: `${(Math.min(level, deepestIndent) - 1) * 1.25 + 0.25}rem` }}
      className={classNames(
        'flex min-h-row cursor-default items-center [contain-intrinsic-height:auto_var(--row)] [content-visibility:auto] gap-x-2 pr-2 -outline-offset-2 pointer-coarse:min-h-10',
        isChosen ? 'bg-selected' : 'hover:bg-hover',
        isContext && 'opacity-70',
      )}
    >
      <span
        aria-hidden="true"
        onClick={() => hasChildren && onFold(node.id, isOpen)}
        className={classNames(
          'flex size-6 shrink-0 items-center justify-center text-faint',
          hasChildren && 'hover:text-text',
        )}
      >
        {hasChildren ? isOpen ? <DownIcon /> : <ForwardIcon /> : <span className="size-1 rounded-full bg-control" />}
      </span>
      <span className="flex min-w-0 flex-1 items-center gap-x-2 max-sm:flex-wrap">
        <Link
          to={stepHref(node.subject)}
          tabIndex={-1}
          draggable={false}
          className={`min-w-0 truncate ${quietLinkClass}`}
        >
          <NodeTitle node={node} />
        </Link>
        <Marks node={node} />
        {node.verdict?.tags?.slice(0, shownTags).map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
        {hasNote(node) && (
          <span className="min-w-0 flex-1 truncate text-sm text-muted max-sm:basis-full">
            <VisibleText text={node.note.replace(/\s+/g, ' ')} foldAt={Number.POSITIVE_INFINITY} />
          </span>
        )}
      </span>
      <span className="hidden w-56 shrink-0 truncate text-sm text-faint xl:inline">{viaWords(node)}</span>
      <span className="w-24 shrink-0 text-sm max-sm:w-auto">
        <SeenScore node={node} />
      </span>
      <span className="hidden w-36 shrink-0 text-right text-sm text-faint sm:inline">
        <TimeText value={timeWords(node.at)} />
      </span>
    </div>
  );
}, isSameLine);

function isSameLine(before: TreeLineProps, after: TreeLineProps): boolean {
  const fields = Object.keys(before.row) as (keyof InvestigationRow)[];
  return (
    before.isChosen === after.isChosen &&
    before.onChoose === after.onChoose &&
    before.onFold === after.onFold &&
    fields.every((field) => before.row[field] === after.row[field])
  );
}

function NodeTitle({ node: { subject } }: { readonly node: StepNode }) {
  return (
    <>
      <KindSign letters={kindLetters(subject)} />
      <span className="font-mono text-[0.95em]">
        <VisibleText text={stepTitle(subject)} foldAt={Number.POSITIVE_INFINITY} />
      </span>{' '}
      <span className="ml-1 text-sm text-faint">{subject.is === 'subject' && stepKindWord(subject)}</span>
    </>
  );
}

/** The kind of a step, with the sign of its node in the graph and the word as its name. */
function KindSign({ letters }: { readonly letters: string }) {
  return (
    <span
      aria-hidden="true"
      className="mr-1.5 inline-flex size-4.5 select-none items-center justify-center rounded-full border border-border-strong align-[-0.25em] text-[0.625rem] leading-none font-bold text-muted"
    >
      {letters === 'globe' ? (
        <svg viewBox="0 0 16 16" className="size-3" fill="none" stroke="currentColor" strokeWidth="1.5">
          <circle cx="8" cy="8" r="6.5" />
          <ellipse cx="8" cy="8" rx="2.7" ry="6.5" />
          <path d="M1.5 8h13" />
        </svg>
      ) : (
        letters
      )}
    </span>
  );
}

function Marks({ node }: { readonly node: StepNode }) {
  return (
    <>
      {node.isPinned && (
        <span className="flex shrink-0 text-accent">
          <PinIcon />
          <span className="sr-only">pinned</span>
        </span>
      )}
      {hasNote(node) && (
        <span className="flex shrink-0 text-muted">
          <NoteIcon />
          <span className="sr-only">note</span>
        </span>
      )}
    </>
  );
}

/** The score as it was seen. */
export function SeenScore({ node: { verdict } }: { readonly node: StepNode }) {
  if (!verdict) return null;
  return <VerdictBadge state={verdict.state} score={verdict.score} />;
}

/** More would leave no room for the name. */
const shownTags = 2;

/** Indentation ends at a depth, so that a row keeps room for its name. */
const deepestIndent = 12;

function focusRow(tree: HTMLElement | null, id: string | null): void {
  if (id !== null) tree?.querySelector<HTMLElement>(`[data-node="${CSS.escape(id)}"]`)?.focus();
}

function actionOf(event: KeyboardEvent, actions: NodeActions): ((node: StepNode) => void) | undefined {
  if (isPressed(event, 'investigationOpen')) return actions.open;
  if (isPressed(event, 'investigationDelete')) return actions.remove;
  if (isPressed(event, 'investigationPin')) return actions.pin;
  if (isPressed(event, 'investigationNote')) return actions.note;
  if (isPressed(event, 'investigationTrace')) return actions.trace;
  return isPressed(event, 'investigationExpand') ? actions.expand : undefined;
}
