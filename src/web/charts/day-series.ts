import { SECONDS_PER_DAY, dateToDayInt, dayIntToDate, type DayInt, timeText } from '#model/dates.ts';
import { formatCount } from '#model/format.ts';

/** One day of a subject's history; `inputs` are the numbers its explain object shows. */
export interface DayPoint {
  readonly date: DayInt;
  /** null when there are too few inputs for a score, and on a day that the history lacks. */
  readonly score: number | null;
  readonly inputs?: Readonly<Record<string, number>>;
}

/**
 * Every day from the first to the last, oldest first, without a score where the history has none, so that a line breaks there instead
 * of joining. Points may have any order; of several for one day the last counts, and one whose date is not a day is left out.
 */
export function daySlots(points: readonly DayPoint[]): DayPoint[] {
  const byDay = new Map<number, DayPoint>();
  for (const point of points) {
    const day = dayIntToDate(point.date);
    if (day) byDay.set(day.getTime(), point);
  }
  if (byDay.size === 0) return [];
  const times = [...byDay.keys()];
  const first = times.reduce((a, b) => Math.min(a, b));
  const last = times.reduce((a, b) => Math.max(a, b));
  const slots: DayPoint[] = [];
  for (let time = first; time <= last; time += SECONDS_PER_DAY * 1000)
    slots.push(byDay.get(time) ?? { date: dateToDayInt(new Date(time)), score: null });
  return slots;
}

/**
 * At most `limit` slots (recharts takes 31 ms for 365 points and 0.8 s for 10,000). Of every bucket its highest score
 * stays, so that peaks remain visible; a bucket without any score stays a gap.
 */
export function downSample(slots: readonly DayPoint[], limit = 1000): readonly DayPoint[] {
  if (slots.length <= limit) return slots;
  const size = slots.length / limit;
  return Array.from({ length: limit }, (_, bucket) => {
    const part = slots.slice(Math.floor(bucket * size), Math.floor((bucket + 1) * size));
    return part.reduce((best, slot) => ((slot.score ?? -1) > (best.score ?? -1) ? slot : best));
  });
}

/** The history in a sentence, for screen readers. */
export function describeHistory(label: string, slots: readonly DayPoint[]): string {
  const known = slots.filter((slot) => slot.score !== null) as { date: DayInt; score: number }[];
  const [first] = known;
  const last = known.at(-1);
  if (!first || !last) return `${label}: ${slots.length > 0 ? 'on no day enough data for a score' : 'no days'}.`;
  const highest = known.reduce((best, slot) => (slot.score > best.score ? slot : best));
  const gaps = slots.length - known.length;
  const without = gaps > 0 ? `, ${formatCount(gaps, 'day')} without a value.` : '.';
  if (known.length === 1) return `${label}: ${last.score} on ${timeText(last.date)}${without}`;
  return (
    `${label}, ${known.length} days from ${timeText(first.date)} to ${timeText(last.date)}: ` +
    `now ${last.score}, highest ${highest.score} on ${timeText(highest.date)}${without}`
  );
}
