import { utcDay, utcHour, utcMinute, utcMonday, utcMonth, utcYear } from 'd3-time';

/** From and to in epoch seconds; `end` is later than `start`. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

export interface TimeTick {
  readonly time: number;
  readonly label: string;
}

/** What a step needs of an interval of d3-time. */
interface Step {
  readonly range: (start: Date, stop: Date) => Date[];
}

/** Every nth interval since the epoch; d3's `every()` would restart the count of days in each month. */
const evenly = (interval: typeof utcDay, count: number): Step =>
  interval.filter((date) => interval.count(new Date(0), date) % count === 0);

/** From fine to coarse, each with its approximate length in seconds. */
const STEPS: readonly (readonly [seconds: number, step: Step | null])[] = [
  ...[1, 5, 15, 30].map((count) => [60 * count, utcMinute.every(count)] as const),
  ...[1, 3, 6, 12].map((count) => [3600 * count, utcHour.every(count)] as const),
  ...[1, 2].map((count) => [86_400 * count, evenly(utcDay, count)] as const),
  ...[1, 2].map((count) => [604_800 * count, evenly(utcMonday, count)] as const),
  ...[1, 2, 3, 6].map((count) => [2_629_800 * count, utcMonth.every(count)] as const),
  ...[1, 2, 5, 10, 50, 100].map((count) => [31_557_600 * count, utcYear.every(count)] as const),
];

/** At most `maxCount` round times (UTC) inside the span, with labels as short as the step allows. */
export function timeTicks({ start, end }: TimeSpan, maxCount: number): readonly TimeTick[] {
  for (const [seconds, step] of STEPS) {
    // skips steps that are far too fine without listing their ticks, and a span of NaN
    if (!step || !(end > start) || (end - start) / seconds > maxCount + 1) continue;
    const dates = step.range(new Date(start * 1000), new Date(end * 1000 + 1));
    if (dates.length <= maxCount)
      return dates.map((date) => ({ time: date.getTime() / 1000, label: labelOf(date, seconds) }));
  }
  return [];
}

function labelOf(date: Date, stepSeconds: number): string {
  const iso = date.toISOString();
  if (stepSeconds < 86_400 && date.getTime() % 86_400_000 !== 0) return iso.slice(11, 16);
  if (stepSeconds < 2_629_800) return iso.slice(0, 10);
  return stepSeconds < 31_557_600 ? iso.slice(0, 7) : iso.slice(0, 4);
}

/** The position of a time on an axis of `widthPx`; outside of the span it is outside of the axis. */
export function timeToX(time: number, span: TimeSpan, widthPx: number): number {
  return ((time - span.start) / (span.end - span.start)) * widthPx;
}
