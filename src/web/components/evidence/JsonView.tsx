import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { DownIcon, SearchIcon, UpIcon } from '#web/ui/icons.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { findInLines, jsonLines, type TextMatch } from './json-lines.ts';

const lineHeightPx = 18;
const heightPx = 380;
const overscanLines = 20;
const longestLine = 5_000;
const mostMatches = 10_000;

/** JSON of any size: only the lines on screen are in the document, and the search looks through all of them. */
export function JsonView({ label, value }: { label: string; value: unknown }) {
  const lines = useMemo(() => jsonLines(value), [value]);
  const scrollRef = useRef<HTMLDivElement>(null);
  const [topPx, setTopPx] = useState(0);
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState(0);
  const asked = useDeferredValue(query.trim());
  const matches = useMemo(() => findInLines(lines, asked, mostMatches), [lines, asked]);
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
      {/* A box that scrolls must be reachable by Tab, or the keyboard cannot scroll it. */}
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
              <mark className={match === current ? 'bg-accent text-on-accent' : 'bg-selected text-text'}>
                {shown.slice(match.from, match.to)}
              </mark>
            )}
          </span>
        );
      })}
      {text.length > longestLine && (
        <span className="text-faint"> … {(text.length - longestLine).toLocaleString('en')} more characters</span>
      )}
    </bdi>
  );
}

/** The matches are in the order of the lines: a binary search finds the first of a line. */
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
  const count = matches.length.toLocaleString('en');
  return `${(current + 1).toLocaleString('en')} of ${matches.length >= mostMatches ? `at least ${count}` : count}`;
}
