import { INDICATOR_KINDS, type IndicatorKind } from '#model/indicator-kind.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { VisibleText } from '#web/ui/VisibleText.tsx';
import { TRIAGED_KINDS } from './bulk-entry.ts';
import { planTasks } from './bulk-plan.ts';
import { MAX_LINES, type Reading } from './use-reading.ts';

const shownRefusals = 100;
const number = (value: number) => value.toLocaleString('en');

/** What a text was understood as: counts for each kind, what it will ask, and what was not understood, with its line. */
export function IntakePreview({ reading, isEmpty }: { reading: Reading | null; isEmpty: boolean }) {
  if (isEmpty) return null;
  if (!reading) return <p className="min-h-6 text-muted">Reading the text …</p>;
  const { input, counts, lineCount, repeated, leftOut } = reading;
  const kinds = (Object.entries(counts) as [IndicatorKind, number][]).map(([kind, count]) => ({
    kind,
    words: `${number(count)} ${count === 1 ? INDICATOR_KINDS[kind].one : INDICATOR_KINDS[kind].many}`,
    isAsked: TRIAGED_KINDS.some((each) => each === kind),
  }));
  const calls = planTasks(input.entries).length;
  return (
    <section aria-label="What was understood" className="flex flex-col gap-2">
      <p role="status">
        {number(input.entries.length)} to ask about in {number(lineCount)} {lineCount === 1 ? 'line' : 'lines'}
        {repeated > 0 && `, ${number(repeated)} repeated`}. {calls > 0 && `${number(calls)} calls, nothing asked yet.`}
      </p>
      {leftOut > 0 && (
        <p className="text-warning">
          The first {number(MAX_LINES)} lines are read; {number(leftOut)} after them are left out. Triage those in a
          second run.
        </p>
      )}
      <p className="flex flex-wrap gap-1.5">
        {kinds.map(({ kind, words, isAsked }) => (
          <Badge key={kind} tone={isAsked ? 'accent' : 'neutral'}>
            {isAsked ? words : `${words}, not asked`}
          </Badge>
        ))}
      </p>
      {input.refused.length > 0 && (
        <details>
          <summary className="cursor-pointer text-warning">{number(input.refused.length)} skipped (see why)</summary>
          <ul className="mt-1 max-h-48 overflow-y-auto" tabIndex={0} aria-label="Skipped">
            {input.refused.slice(0, shownRefusals).map(({ line, text, reason }, index) => (
              <li key={index} className="flex flex-wrap gap-x-2 text-sm">
                <span className="text-faint tabular-nums">line {line}</span>
                <VisibleText text={text.slice(0, 80)} className="font-mono" />
                <span className="text-muted">{reason}</span>
              </li>
            ))}
            {input.refused.length > shownRefusals && (
              <li className="text-sm text-faint">All of them stand in the tab Invalid after asking.</li>
            )}
          </ul>
        </details>
      )}
    </section>
  );
}
