import { parseAsString, useQueryStates } from 'nuqs';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatNumber } from '#model/format.ts';
import { Panel } from '#web/kit/panel/Panel.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { EmptyState } from '#web/kit/ui/EmptyState.tsx';
import { focusWhenReachable } from '#web/kit/ui/use-anchored.ts';
import { hasBrought, holdsNothing, isUnderWay, type LogRow, shortened, standingOf } from './log-import.ts';
import { hasMoved, useSeenUploads } from './log-uploads.ts';
import type { LogFormat } from './LogFormatChoice.tsx';
import { LogImportRow } from './LogImportRow.tsx';
import { LogIntake } from './LogIntake.tsx';
import { type OlderImports, useLogImports, useStartAll } from './use-log-imports.ts';

/** Bytes of one piece: small enough that a lost connection costs little. */
const pieceBytes = 4_000_000;

/** Logs of sensors and resolvers: upload, dry run, import, and the list of all imports. */
export function OwnLogs() {
  const { answer, rows, older, answeredAt } = useLogImports();
  const place = useRef<HTMLDivElement>(null);
  const [isOver, setIsOver] = useState(false);
  return (
    <div ref={place}>
      <Panel
        title="Your own logs"
        answer={answer}
        read={(response) => ({ is: 'data', data: response })}
        skeleton={{ shape: 'rows', count: 6 }}
        // the intake is taller on a phone than the rows of the skeleton
        className={classNames(isOver && 'outline-2 outline-accent', !answer.response && 'max-sm:min-h-118')}
      >
        {({ can_manage = false, inbox = '', bucket = '', formats = [], max_piece_bytes = pieceBytes }) => {
          const shared = { formats, pieceBytes: Math.max(1, Math.min(pieceBytes, max_piece_bytes)) };
          return (
            <div className="@container flex flex-col gap-4">
              {can_manage ? (
                <LogIntake
                  {...shared}
                  inbox={inbox}
                  bucket={bucket}
                  isOver={isOver}
                  onOver={setIsOver}
                  onDropped={() => place.current?.scrollIntoView({ block: 'nearest' })}
                />
              ) : (
                <p className="text-muted">This API key may see the import log, but not import.</p>
              )}
              <ImportLog {...shared} rows={rows} older={older} answeredAt={answeredAt} canManage={can_manage} />
            </div>
          );
        }}
      </Panel>
    </div>
  );
}

interface ImportLogProps {
  readonly rows: readonly LogRow[];
  readonly older: OlderImports;
  readonly answeredAt: number;
  readonly formats: readonly LogFormat[];
  readonly canManage: boolean;
  readonly pieceBytes: number;
}

const shownAtFirst = 20;
/** With more dry runs unfolded, the log could not be found. */
const openAtFirst = 3;

/** Every import, newest first. */
function ImportLog({ rows, older, answeredAt, formats, canManage, pieceBytes: size }: ImportLogProps) {
  const seen = useSeenUploads();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const section = useRef<HTMLElement>(null);
  useKeptFocus(section);
  const wanted = useWantedLog(section, rows, older);
  const checked = rows.filter(({ entry: { state, way } }) => state === 'checked' && way === 'upload');
  // a dry run waits for a decision, which takes a key that may import
  const toOpen = new Set(canManage ? checked.slice(0, openAtFirst).map(({ key }) => key) : []);
  const shown = isUnfolded || wanted ? rows : shortened(rows, shownAtFirst);
  return (
    <section ref={section} aria-labelledby="import-log-heading" className="flex min-w-0 flex-col gap-1">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
        <h3 id="import-log-heading" tabIndex={-1} data-focus-quiet="" className="font-semibold">
          Import log{' '}
          {rows.length > 0 && (
            <span className="ml-1 font-normal text-muted">
              {formatNumber(rows.length)}
              {older.hasMore && ' and older ones'}
            </span>
          )}
        </h3>
        {canManage && <StartAll rows={checked} />}
      </div>
      {wanted === 'gone' && (
        <p role="status" className="text-warning">
          The log of this link is not in the import log: its import was discarded.
        </p>
      )}
      {rows.length === 0 ? (
        <EmptyState kind="empty" word="No imports yet">
          Uploads, files of the inbox, objects of the bucket and pushed logs are listed here.
        </EmptyState>
      ) : (
        <ul aria-labelledby="import-log-heading" className="-mx-3 divide-y divide-border border-t border-border">
          {shown.map(({ key, entry, upload }) => {
            const moves = hasMoved(seen.get(entry.id), answeredAt);
            const isNew = entry.state === 'failed' && upload !== undefined;
            return (
              <LogImportRow
                key={key}
                entry={entry}
                upload={upload}
                standing={standingOf(entry, upload, moves)}
                formats={formats}
                canManage={canManage}
                pieceBytes={size}
                isWanted={wanted === key}
                isOpenAtFirst={toOpen.has(key) || isNew || wanted === key}
                answeredAt={isUnderWay(entry) ? answeredAt : 0}
              />
            );
          })}
        </ul>
      )}
      {(isUnfolded || shown.length < rows.length) && rows.length > shownAtFirst && (
        <button
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => setIsUnfolded(!isUnfolded)}
          className="target w-fit text-sm text-accent underline-offset-2 hover:underline"
        >
          {isUnfolded
            ? `Show the first ${shownAtFirst}`
            : `Show ${older.hasMore ? '' : 'all '}${formatNumber(rows.length)}`}
        </button>
      )}
      {older.hasMore && shown.length === rows.length && (
        <Button
          size="sm"
          className="w-fit"
          onClick={older.loadMore}
          disabledReason={older.isLoading ? 'Loading …' : undefined}
        >
          Show older imports
        </Button>
      )}
    </section>
  );
}

/**
 * The row of the log that the URL asks for, which gets the focus once; older imports are loaded until it is found.
 * @returns the key of the row, 'gone' without one, undefined when the URL asks for none or while older imports are loaded
 */
function useWantedLog(
  section: RefObject<HTMLElement | null>,
  rows: readonly LogRow[],
  { hasMore, isLoading, loadMore }: OlderImports,
): string | undefined {
  const [place] = useQueryStates(logParsers);
  const { log, from } = place;
  const found = log === '' ? undefined : rows.find(({ entry }) => hasBrought(entry, place))?.key;
  const isSearching = log !== '' && found === undefined && hasMore;
  useEffect(() => {
    if (isSearching && !isLoading) loadMore();
  }, [isSearching, isLoading, loadMore]);
  useEffect(() => {
    if (found === undefined) return;
    const row = () => section.current?.querySelector('[data-log-row][data-wanted]');
    focusWhenReachable(() => row()?.querySelector<HTMLElement>('[data-log-name]') ?? null);
    row()?.scrollIntoView({ block: 'center' });
  }, [found, log, from, section]);
  return log === '' || isSearching ? undefined : (found ?? 'gone');
}

const logParsers = { log: parseAsString.withDefault(''), from: parseAsString.withDefault('') };

/** Starts all checked files with one click, if there are several. */
function StartAll({ rows }: { readonly rows: readonly LogRow[] }) {
  const start = useStartAll();
  const ready = rows.flatMap(({ entry }) => (entry.check && !holdsNothing(entry.check) ? [entry] : []));
  if (ready.length < 2) return null;
  return (
    <Button
      size="sm"
      onClick={() => start.mutate(ready.toReversed())}
      disabledReason={start.isPending ? 'Starting …' : undefined}
    >
      Import all {formatNumber(ready.length)} checked
    </Button>
  );
}

/**
 * A control that had the focus may go away with the state it belongs to. Then the one that has taken its place gets the focus,
 * or its row, or the row after it, so that keyboard focus stays in place.
 */
function useKeptFocus(section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = section.current;
    if (!root) return;
    const rows = () => [...root.querySelectorAll('[data-log-row]')];
    let last: { readonly element: Element; readonly row: Element | null; readonly index: number } | undefined;
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const row = target.closest('[data-log-row]');
      last = { element: target, row, index: row ? rows().indexOf(row) : -1 };
    };
    const observer = new MutationObserver(() => {
      if (!last || last.element.isConnected) return;
      const lost = last;
      const { element, row, index } = lost;
      last = undefined;
      if (document.activeElement !== document.body) return;
      const all = rows();
      const next = row?.isConnected ? row : index < 0 ? undefined : (all[index] ?? all.at(-1));
      const label = element.getAttribute('aria-label') ?? '';
      const same = label === '' ? null : next?.querySelector<HTMLElement>(`[aria-label="${CSS.escape(label)}"]`);
      const name = next?.querySelector<HTMLElement>('[data-log-name]') ?? root.querySelector<HTMLElement>('h3');
      (same ?? name)?.focus({ preventScroll: true });
      // nothing beside an open dialog takes the focus: it is kept once that is closed
      if (document.activeElement === document.body) last = lost;
    });
    root.addEventListener('focusin', note);
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      root.removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, [section]);
}
