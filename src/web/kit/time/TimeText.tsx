import { dateToEpochSeconds, isoDateToDate, timestampToEpochSeconds, timeText } from '#model/dates.ts';
import { showRelative, showShortAge, showTimestamp } from '#model/shown-time.ts';
import { usePreferences } from '#web/stores/preferences.ts';
import { VisibleText } from '#web/kit/ui/VisibleText.tsx';
import { useNow } from './use-now.ts';

interface TimeTextProps {
  /** Any time of the interface: yyyymmdd, epoch seconds, 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm:ss' (UTC), 'UNKNOWN', ''. */
  readonly value: string | number | null | undefined;
  /** Shows how long ago the time was, and the time itself on hover. */
  readonly isRelative?: boolean;
}

/** A time in the chosen zone. Days without an hour stay unchanged. Hover shows the UTC form. */
export function TimeText({ value, isRelative = false }: TimeTextProps) {
  const utc = value === null || value === undefined || value === 0 ? '' : timeText(value);
  if (utc === '' || utc === 'UNKNOWN') return <span className="text-faint">unknown</span>;
  const day = isoDateToDate(utc);
  const epochSeconds = day ? dateToEpochSeconds(day) : timestampToEpochSeconds(utc);
  if (epochSeconds === null) return <VisibleText text={utc} />;
  return (
    <time
      dateTime={day ? utc : new Date(epochSeconds * 1000).toISOString()}
      title={day ? utc : `${utc} UTC`}
      className="whitespace-nowrap tabular-nums"
    >
      {isRelative ? <Ago epochSeconds={epochSeconds} /> : day ? utc : <ZonedTime timestamp={utc} />}
    </time>
  );
}

interface DayAndAgeProps {
  readonly day: TimeTextProps['value'];
  /** How many days ago; not shown unless a number, since some fields of the interface may be the word UNKNOWN. */
  readonly age: number | string | null | undefined;
  readonly words: (days: number) => string;
}

/** A day and how long ago it was, as the answer gives both: "2025-11-03, 412 days ago". */
export function DayAndAge({ day, age, words }: DayAndAgeProps) {
  return (
    <>
      <TimeText value={day} />
      {typeof age === 'number' && <span className="text-muted">, {words(age)}</span>}
    </>
  );
}

function Ago({ epochSeconds }: { epochSeconds: number }) {
  return showRelative(epochSeconds, useNow());
}

function ZonedTime({ timestamp }: { timestamp: string }) {
  const { timeZone } = usePreferences();
  const shown = showTimestamp(timestamp, timeZone);
  if (!shown || shown.zone === 'UTC') return timestamp;
  return (
    <>
      {shown.text}
      <span className="ml-1 text-sm text-faint">{shown.zone.replace('UTC', '')}</span>
    </>
  );
}

/** The age of an answer, updated automatically: "3 min ago". Empty below a minute. */
export function AgeOf({ at }: { at: number }) {
  const seconds = Math.max(0, useNow() - at / 1000);
  if (seconds < 60) return null;
  return (
    <time dateTime={new Date(at).toISOString()} title={new Date(at).toISOString()} className="ml-auto text-faint">
      {showShortAge(seconds)} ago
    </time>
  );
}
