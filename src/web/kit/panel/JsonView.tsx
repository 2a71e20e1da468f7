import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { formatNumber } from '#model/format.ts';
import { visibleSegments } from '#model/visible-text.ts';
import { CopyButton } from '#web/kit/ui/CopyButton.tsx';
import { IconButton } from '#web/kit/ui/IconButton.tsx';
import { DownIcon, SearchIcon, UpIcon } from '#web/kit/ui/icons.ts';
import { TextField } from '#web/kit/ui/Field.tsx';

const lineHeightPx = 18;
const heightPx = 380;
const overscanLines = 20;
const longestLine = 5_000;
const mostMatches = 10_000;

/** JSON of any size: renders only the lines on screen, and searches all of them. */
export function JsonView({ label, value }: { label: string; value: unknown }) {
  const lines = useMemo(() => jsonLines(value), [value]);
  const scrollRef = useRef<HTMLDivElement>(null);
  const [topPx, setTopPx] = useState(0);
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState(0);
  const asked = useDeferredValue(query.trim());
  const matches = useMemo(() => findInLines(lines, asked), [lines, asked]);
  const show = (index: number) => {
    const count = Math.max(1, matches.length);
    setCurrent((index + count) % count);
  };
  const line = matches[current]?.line;
  useEffect(() => {
    if (line !== undefined) scrollRef.current?.scrollTo({ top: line * lineHeightPx - heightPx / 2 });
  }, [line]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    show(current + (event.shiftKey ? -1 : 1));
  };
  const first = Math.max(0, Math.floor(topPx / lineHeightPx) - overscanLines);
  const last = Math.min(lines.length, Math.ceil((topPx + heightPx) / lineHeightPx) + overscanLines);
  return (
    <div className="min-w-0 rounded-md border border-border bg-sunken">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-border p-1 pl-2">
        <span className="mr-auto text-sm text-muted">{label}</span>
        <span role="status" className="text-sm text-muted tabular-nums">
          {asked !== '' && matchWords(matches, current)}
        </span>
        <TextField
          label={`Search in ${label}`}
          isLabelHidden
          type="search"
          placeholder="Search"
          isIndicator
          icon={<SearchIcon />}
          value={query}
          onChange={(text) => {
            setQuery(text);
            setCurrent(0);
          }}
          onKeyDown={onKeyDown}
          className="w-44"
        />
        <IconButton icon={UpIcon} label="Previous match" size="sm" onClick={() => show(current - 1)} />
        <IconButton icon={DownIcon} label="Next match" size="sm" onClick={() => show(current + 1)} />
        <CopyButton text={() => lines.join('\n')} label={`Copy ${label}`} />
      </div>
      {/* a scrolling box must be reachable by Tab, or the keyboard cannot scroll it */}
      <div
        ref={scrollRef}
        tabIndex={0}
        role="region"
        aria-label={label}
        className="overflow-auto font-mono text-sm"
        style={{ height: heightPx }}
        onScroll={(event) => setTopPx(event.currentTarget.scrollTop)}
      >
        <pre className="m-0 w-max min-w-full px-2" style={{ height: lines.length * lineHeightPx }}>
          <div style={{ paddingTop: first * lineHeightPx }}>
            {lines.slice(first, last).map((text, index) => (
              <div key={first + index} style={{ height: lineHeightPx, lineHeight: `${lineHeightPx}px` }}>
                <Line text={text} matches={matchesOf(matches, first + index)} current={matches[current]} />
              </div>
            ))}
          </div>
        </pre>
      </div>
    </div>
  );
}

interface LineProps {
  readonly text: string;
  readonly matches: readonly TextMatch[];
  readonly current: TextMatch | undefined;
}

function Line({ text, matches, current }: LineProps) {
  const shown = text.slice(0, longestLine);
  const starts = [0, ...matches.map(({ to }) => to)];
  return (
    <bdi dir="ltr">
      {starts.map((start, index) => {
        const match = matches[index];
        return (
          <span key={start}>
            {shown.slice(start, match?.from)}
            {match && (
              <mark
                aria-current={match === current || undefined}
                className={match === current ? 'bg-accent text-on-accent' : 'bg-selected text-text'}
              >
                {shown.slice(match.from, match.to)}
              </mark>
            )}
          </span>
        );
      })}
      {text.length > longestLine && (
        <span className="text-faint"> … {formatNumber(text.length - longestLine)} more characters</span>
      )}
    </bdi>
  );
}

/** The matches of a line. Matches are sorted by line, so a binary search finds the first. */
function matchesOf(matches: readonly TextMatch[], line: number): readonly TextMatch[] {
  let low = 0;
  let high = matches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((matches[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (matches[end]?.line === line) end += 1;
  return matches.slice(low, end);
}

function matchWords(matches: readonly TextMatch[], current: number): string {
  if (matches.length === 0) return 'No match';
  const count = formatNumber(matches.length);
  return `${formatNumber(current + 1)} of ${matches.length >= mostMatches ? `at least ${count}` : count}`;
}

/**
 * A value as indented JSON, line by line. Characters that hide or reorder text are written as escapes such as `\u202e`, which
 * makes them visible and keeps the JSON equal when copied.
 */
export function jsonLines(value: unknown): readonly string[] {
  const text = JSON.stringify(value, null, 2) ?? 'null';
  const isPlain = /^[\x20-\x7e\n]*$/.test(text);
  return (isPlain ? text : escapeUnseen(text)).split('\n');
}

function escapeUnseen(text: string): string {
  return visibleSegments(text, { keepsLines: true })
    .map((segment) => (segment.kind === 'plain' ? segment.text : escapeUnits(segment.text)))
    .join('');
}

/** JSON escapes are UTF-16 units: a character beyond the first plane becomes two escapes. */
function escapeUnits(character: string): string {
  let escaped = '';
  for (let index = 0; index < character.length; index += 1)
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  return escaped;
}

interface TextMatch {
  readonly line: number;
  /** Offset in the line, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
}

/** Where a text occurs in the lines, ignoring case. Stops after `atMost` matches. */
export function findInLines(lines: readonly string[], text: string, atMost = mostMatches): readonly TextMatch[] {
  if (text === '') return [];
  const pattern = new RegExp(text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'), 'giu');
  const matches: TextMatch[] = [];
  for (let line = 0; line < lines.length; line += 1) {
    for (const { 0: found, index } of (lines[line] ?? '').matchAll(pattern)) {
      matches.push({ line, from: index, to: index + found.length });
      if (matches.length >= atMost) return matches;
    }
  }
  return matches;
}
