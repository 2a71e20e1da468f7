import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { extractInSteps, type Extraction } from '#model/extract-indicators.ts';
import { formatCount, formatNumber } from '#model/format.ts';
import { countOfKind, type IndicatorKind } from '#model/indicator-kind.ts';
import { pause } from '#web/api/pause.ts';
import { markBulkDraftRun, setBulkDraft, useBulkDraft } from '#web/stores/bulk-draft.ts';
import { Badge } from '#web/kit/ui/Badge.tsx';
import { Button } from '#web/kit/ui/Button.tsx';
import { Card } from '#web/kit/ui/Card.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { FileButton } from '#web/kit/ui/FileButton.tsx';
import { CloseIcon, PlayIcon } from '#web/kit/ui/icons.ts';
import { isMacKeyboard, Kbd, shortcutLabel } from '#web/kit/ui/Kbd.tsx';
import { isPressed } from '#web/kit/ui/shortcuts.ts';
import { TextArea } from '#web/kit/ui/Field.tsx';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { BulkCost } from './BulkCost.tsx';
import { bulkInput, type BulkInput, limitLines, planTasks, TRIAGED_KINDS } from './bulk-plan.ts';
import { startBulk } from './bulk-store.ts';

/** Above this length only the first lines are shown: a field of 50,000 lines makes every key press slow. */
const editedAtMost = 100_000;
const shownLines = 6;

interface BulkIntakeProps {
  /** What a new run would replace; undefined when there is nothing. */
  readonly replaces: string | undefined;
  readonly onStart: () => void;
}

/** Accepts a list, a log, a report or a file, and shows what was recognised before anything is looked up. */
export function BulkIntake({ replaces, onStart }: BulkIntakeProps) {
  const { text, name, stage } = useBulkDraft();
  const reading = useReading(text);
  const [problem, setProblem] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const count = reading?.input.entries.length ?? 0;
  const start = () => {
    if (!reading || count === 0) return;
    startBulk(name || 'pasted list', reading.input);
    markBulkDraftRun();
    onStart();
  };
  const isStarting = stage === 'start' && reading !== null && replaces === undefined && count > 0;
  const startByItself = useEffectEvent(start);
  useEffect(() => {
    if (isStarting) startByItself();
  }, [isStarting]);
  const takeFile = async (file: File | undefined) => {
    if (!file) return;
    const read = await readTextFile(file);
    setProblem(read.problem);
    if (read.problem === undefined) setBulkDraft(read.text, file.name);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const dropped = event.dataTransfer.getData('text/plain');
    if (event.dataTransfer.files.length > 0) void takeFile(event.dataTransfer.files[0]);
    else if (dropped) setBulkDraft(joined(text, dropped), name);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (pasted.length <= editedAtMost) return;
    event.preventDefault();
    setBulkDraft(joined(text, pasted), name);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isPressed(event, 'bulkAsk')) return;
    event.preventDefault();
    start();
  };
  return (
    <Card title="Indicators" meta={name && <VisibleText text={name} />} isBusy={!reading && text !== ''}>
      <div
        className={classNames('flex flex-col gap-3 rounded-md', isOver && 'outline-2 outline-offset-4 outline-accent')}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        {text.length <= editedAtMost ? (
          <TextArea
            label="Indicators, one or more on a line"
            hint={`Lists, logs, CSV, JSON, reports; refanged and without duplicates. Up to ${formatNumber(MAX_LINES)} lines. Files can be dropped here.`}
            value={text}
            onChange={(next) => setBulkDraft(next, name)}
            onPaste={onPaste}
            onKeyDown={onKeyDown}
            rows={8}
            wrap="off"
            placeholder={'hxxps://evil[.]example/login\n192.0.2.1, 2001:db8::1\nAS64500'}
          />
        ) : (
          <LongText text={text} />
        )}
        {problem && (
          <p role="alert" className="text-danger">
            <VisibleText text={problem} />
          </p>
        )}
        <IntakePreview reading={reading} isEmpty={text.trim() === ''} />
        {reading && <BulkCost entries={reading.input.entries} />}
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="primary" onClick={start} disabledReason={startProblem(text, reading)}>
            <PlayIcon />
            {count > 0 ? `Look up ${formatNumber(count)}` : 'Look up'}
          </Button>
          <FileButton fileLabel="File of indicators" onChoose={([file]) => void takeFile(file)}>
            Choose a file …
          </FileButton>
          {text !== '' && (
            <Button variant="quiet" onClick={() => setBulkDraft('')}>
              <CloseIcon />
              Clear the text
            </Button>
          )}
          <span className="hidden text-sm text-faint sm:inline">
            or <Kbd>{shortcutLabel('mod+Enter', isMacKeyboard())}</Kbd> in the field
          </span>
        </div>
        {replaces !== undefined && (
          <p className="text-sm text-warning">
            This replaces the results of <VisibleText text={replaces} />.
          </p>
        )}
      </div>
    </Card>
  );
}

/** Why the text cannot be looked up yet. */
function startProblem(text: string, reading: Reading | null): string | undefined {
  if (text.trim() === '') return 'Paste or drop indicators first';
  if (!reading) return 'The text is still being read';
  return reading.input.entries.length === 0 ? 'This text contains nothing that can be looked up in bulk' : undefined;
}

function LongText({ text }: { text: string }) {
  const lines = text.slice(0, 2000).split('\n', shownLines);
  return (
    <div>
      <p className="mb-1 text-sm text-muted">
        {formatNumber(text.length)} characters, too long to edit here. The first lines:
      </p>
      <pre className="overflow-hidden rounded-md border border-border bg-sunken px-2 py-1.5 font-mono text-ellipsis">
        {lines.map((line, index) => (
          <div key={index} className="truncate">
            <VisibleText text={line.slice(0, 200)} />
          </div>
        ))}
      </pre>
    </div>
  );
}

function joined(before: string, added: string): string {
  return before.trim() === '' ? added : `${before.replace(/\n$/, '')}\n${added}`;
}

const largestBytes = 20_000_000;

/** The text of a file, or why there is none. */
async function readTextFile(
  file: File,
): Promise<{ readonly text: string; readonly problem?: undefined } | { readonly problem: string }> {
  if (file.size > largestBytes)
    return { problem: `${file.name} has ${Math.round(file.size / 1e6)} MB; bulk triage takes up to 20 MB of text.` };
  const text = await file.text().catch(() => null);
  if (text === null) return { problem: `${file.name} could not be read. It may have been moved since.` };
  if (text.includes('\0')) return { problem: `${file.name} is not text: export it as text, CSV or JSON first.` };
  return { text };
}

const shownRefusals = 100;

/** What was recognised in a text: counts for each kind, the number of requests, and the lines that were not recognised. */
function IntakePreview({ reading, isEmpty }: { reading: Reading | null; isEmpty: boolean }) {
  if (isEmpty) return null;
  if (!reading) return <p className="min-h-6 text-muted">Reading the text …</p>;
  const { input, counts, lineCount, repeated, leftOut } = reading;
  const kinds = (Object.entries(counts) as [IndicatorKind, number][]).map(([kind, count]) => ({
    kind,
    words: countOfKind(kind, count),
    isAsked: TRIAGED_KINDS.some((each) => each === kind),
  }));
  const calls = planTasks(input.entries).length;
  return (
    <section aria-label="Detected indicators" className="flex flex-col gap-2">
      <p role="status">
        {formatNumber(input.entries.length)} to look up in {formatCount(lineCount, 'line')}
        {repeated > 0 && `, ${formatNumber(repeated)} repeated`}.{' '}
        {calls > 0 && `Takes ${formatCount(calls, 'request')}.`}
      </p>
      {leftOut > 0 && (
        <p className="text-warning">
          Only the first {formatNumber(MAX_LINES)} lines are read; the {formatNumber(leftOut)} after them need a second
          run.
        </p>
      )}
      <p className="flex flex-wrap gap-1.5">
        {kinds.map(({ kind, words, isAsked }) => (
          <Badge key={kind} tone={isAsked ? 'accent' : 'neutral'}>
            {isAsked ? words : `${words}, skipped`}
          </Badge>
        ))}
      </p>
      {input.refused.length > 0 && (
        <details>
          <summary className="cursor-pointer text-warning">
            {formatNumber(input.refused.length)} skipped (see why)
          </summary>
          <ul className="mt-1 max-h-48 overflow-y-auto" tabIndex={0} aria-label="Skipped">
            {input.refused.slice(0, shownRefusals).map(({ line, text, reason }, index) => (
              <li key={index} className="flex flex-wrap gap-x-2 text-sm">
                <span className="text-faint tabular-nums">line {line}</span>
                <VisibleText text={text.slice(0, 80)} className="font-mono" />
                <span className="text-muted">{reason}</span>
              </li>
            ))}
            {input.refused.length > shownRefusals && (
              <li className="text-sm text-faint">The results list all of them under Skipped.</li>
            )}
          </ul>
        </details>
      )}
    </section>
  );
}

/** The most lines that one triage takes. */
const MAX_LINES = 50_000;

/** What a text holds. */
interface Reading extends Pick<Extraction, 'counts' | 'lineCount'> {
  readonly input: BulkInput;
  /** Sightings of an indicator after its first. */
  readonly repeated: number;
  /** Lines beyond {@link MAX_LINES}, which are not read. */
  readonly leftOut: number;
}

const sliceMilliseconds = 10;
const typingMilliseconds = 150;

/** Reads a text in slices so that typing and scrolling stay smooth; null until the current text is read. */
function useReading(text: string): Reading | null {
  const [read, setRead] = useState<{ readonly text: string; readonly reading: Reading }>();
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void readInSlices(text, abort.signal).then((reading) => reading && setRead({ text, reading }));
    }, typingMilliseconds);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return read?.text === text ? read.reading : null;
}

async function readInSlices(whole: string, signal: AbortSignal): Promise<Reading | null> {
  const { text, leftOut } = limitLines(whole, MAX_LINES);
  const steps = extractInSteps(text);
  let sliceEnd = performance.now() + sliceMilliseconds;
  for (;;) {
    const { done, value } = steps.next();
    if (done) return readingOf(value, leftOut);
    if (performance.now() < sliceEnd) continue;
    await pause(0);
    if (signal.aborted) return null;
    sliceEnd = performance.now() + sliceMilliseconds;
  }
}

function readingOf({ indicators, invalid, counts, lineCount }: Extraction, leftOut: number): Reading {
  const repeated = indicators.reduce((sum, { occurrences }) => sum + occurrences - 1, 0);
  return { input: bulkInput({ indicators, invalid }), counts, lineCount, repeated, leftOut };
}
