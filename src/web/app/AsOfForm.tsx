import { type FormEvent, useId, useState } from 'react';
import { dateToIsoDate, epochSecondsToIsoDate } from '#model/dates.ts';
import { isRelativeTimeValue, parseTimeValue } from '#model/time-value.ts';
import { Button } from '#web/kit/ui/Button.tsx';
import { controlClass } from '#web/kit/ui/Field.tsx';
import { readAsOf } from '#web/url/as-of.ts';

const dayMilliseconds = 86_400_000;
const steps = [
  { label: 'A week ago', days: 7 },
  { label: '30 days ago', days: 30 },
  { label: '90 days ago', days: 90 },
  { label: 'A year ago', days: 365 },
];

interface AsOfFormProps {
  readonly asOf: string | null;
  /** null: back to now. */
  readonly onChoose: (day: string | null) => void;
}

/** The form for the day. A default export, because it is loaded when first opened. */
export default function AsOfForm({ asOf, onChoose }: AsOfFormProps) {
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
            // the browser's date picker would use the date format of its own language
            required
            autoFocus
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
            disabledReason={day ? undefined : 'Enter a day up to today, as yyyy-mm-dd or -30d.'}
          >
            Set
          </Button>
        </div>
        <p id={`${id}-hint`} className="text-sm text-faint">
          Passive DNS, address-to-AS and subnet look-ups answer for that day. Panels that only know current data are
          grey and say so.
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
  return epochSecondsToIsoDate(parseTimeValue(text, Math.floor(now / 1000), 'start'));
}
