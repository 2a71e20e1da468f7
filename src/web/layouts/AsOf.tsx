import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { dateToIsoDate, epochSecondsToDate } from '#model/dates.ts';
import { isRelativeTimeValue, parseTimeValue } from '#model/time-value.ts';
import { Button } from '#web/ui/Button.tsx';
import { controlClass } from '#web/ui/Field.tsx';
import { HistoryIcon } from '#web/ui/icons.ts';
import { Popover } from '#web/ui/Popover.tsx';
import { AsOfContext, readAsOf, useAsOf } from '#web/url/as-of.ts';

const dayMilliseconds = 86_400_000;
const steps = [
  { label: 'A week ago', days: 7 },
  { label: '30 days ago', days: 30 },
  { label: '90 days ago', days: 90 },
  { label: 'A year ago', days: 365 },
];

/** Time travel: sets the day that questions are asked for. */
export function AsOfControl() {
  const [asOf, setAsOf] = useAsOf();
  return (
    <Popover
      label="Look at the data as of a day"
      align="end"
      className="w-72 p-3"
      trigger={(props) => (
        <Button {...props} data-tour="as-of" variant="quiet" aria-label={asOf ? `As of ${asOf}` : 'As of now'}>
          <HistoryIcon />
          <span className="max-sm:sr-only">{asOf ? `As of ${asOf}` : 'Now'}</span>
        </Button>
      )}
    >
      {(close) => (
        <AsOfForm
          asOf={asOf}
          onChoose={(day) => {
            setAsOf(day);
            close();
          }}
        />
      )}
    </Popover>
  );
}

function AsOfForm({ asOf, onChoose }: { asOf: string | null; onChoose: (day: string | null) => void }) {
  const id = useId();
  const [text, setText] = useState(asOf ?? '');
  const [now] = useState(() => Date.now());
  const day = readAsOf(text.trim()) ?? daysAgo(text.trim(), now);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (day) onChoose(day);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-sm font-medium text-muted">
          As of this day (UTC)
        </label>
        <div className="flex gap-2">
          <input
            id={id}
            required
            data-first-focus=""
            spellCheck={false}
            autoComplete="off"
            placeholder="yyyy-mm-dd"
            aria-invalid={text.trim() !== '' && !day ? true : undefined}
            value={text}
            onChange={(event) => setText(event.target.value)}
            aria-describedby={`${id}-hint`}
            className={`${controlClass} font-mono`}
          />
          <Button
            type="submit"
            variant="primary"
            disabledReason={day ? undefined : 'Give a day up to today, as yyyy-mm-dd or -30d.'}
          >
            Set
          </Button>
        </div>
        <p id={`${id}-hint`} className="text-sm text-faint">
          Passive DNS, address-to-AS and subnet look-ups answer for that day. Panels that only know current data say so.
        </p>
      </div>
      <div className="grid grid-cols-2 gap-1.5">
        {steps.map(({ label, days }) => (
          <Button key={label} size="sm" onClick={() => onChoose(dateToIsoDate(new Date(now - days * dayMilliseconds)))}>
            {label}
          </Button>
        ))}
      </div>
      {asOf && (
        <Button size="sm" onClick={() => onChoose(null)}>
          Back to now
        </Button>
      )}
    </form>
  );
}

/** The day of a relative time such as -30d. */
function daysAgo(text: string, now: number): string | null {
  if (!isRelativeTimeValue(text)) return null;
  return dateToIsoDate(epochSecondsToDate(parseTimeValue(text, Math.floor(now / 1000), 'start')));
}

/** Says for as long as a day is set that the dashboard does not show current data. */
export function AsOfBanner() {
  const [asOf, setAsOf] = useAsOf();
  if (!asOf) return null;
  return (
    <section
      aria-label="Time travel"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-warning/50 bg-surface px-3 py-1 text-warning sm:px-4"
    >
      <HistoryIcon />
      <p>
        As of <strong className="font-semibold">{asOf}</strong>, not current data.
      </p>
      <Button size="sm" onClick={() => setAsOf(null)}>
        Back to now
      </Button>
    </section>
  );
}

/** Gives the day of the address to everything in it. */
export function AsOfScope({ children }: { readonly children: ReactNode }) {
  const [asOf] = useAsOf();
  return <AsOfContext value={asOf}>{children}</AsOfContext>;
}
