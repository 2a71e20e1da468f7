/** From and to in epoch seconds; `end` is later than `start`. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

export interface TimeTick {
  readonly time: number;
  readonly label: string;
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** Steps of even length; days are counted from the epoch, which is midnight UTC. */
const EVEN_STEPS = [
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
  14 * DAY,
];

/** Months are of uneven length: they are stepped through on the calendar. */
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120];
const SECONDS_PER_MONTH = 30.44 * DAY;

function evenTicks({ start, end }: TimeSpan, step: number): number[] {
  // Weeks begin on Monday; the epoch was a Thursday.
  const offset = step % (7 * DAY) === 0 ? 4 * DAY : 0;
  const first = Math.ceil((start - offset) / step) * step + offset;
  return Array.from({ length: Math.max(0, Math.floor((end - first) / step) + 1) }, (_, index) => first + index * step);
}

function monthTicks({ start, end }: TimeSpan, step: number): number[] {
  const from = new Date(start * 1000);
  const monthOf = from.getUTCFullYear() * 12 + from.getUTCMonth();
  const ticks: number[] = [];
  for (let month = Math.floor(monthOf / step) * step; ; month += step) {
    const time = Date.UTC(Math.floor(month / 12), month % 12) / 1000;
    if (time > end) return ticks;
    if (time >= start) ticks.push(time);
  }
}

const labelAs = (time: number, step: number): string => {
  const iso = new Date(time * 1000).toISOString();
  if (step < DAY) return time % DAY === 0 ? iso.slice(0, 10) : iso.slice(11, 16);
  if (step < SECONDS_PER_MONTH) return iso.slice(0, 10);
  return step < 12 * SECONDS_PER_MONTH ? iso.slice(0, 7) : iso.slice(0, 4);
};

/** At most `maxCount` round times (UTC) inside the span, with labels as short as the step allows. */
export function timeTicks(span: TimeSpan, maxCount: number): readonly TimeTick[] {
  const length = span.end - span.start;
  if (!(length > 0) || maxCount < 1) return [];
  const even = EVEN_STEPS.find((step) => length / step <= maxCount);
  if (even !== undefined)
    return evenTicks(span, even)
      .slice(0, maxCount)
      .map((time) => ({ time, label: labelAs(time, even) }));
  const months = MONTH_STEPS.find((step) => length / (step * SECONDS_PER_MONTH) <= maxCount) ?? 1200;
  return monthTicks(span, months)
    .slice(0, maxCount)
    .map((time) => ({ time, label: labelAs(time, months * SECONDS_PER_MONTH) }));
}

/** Where a time lies on an axis of `widthPx`; outside of the span it lies outside of the axis. */
export function timeToX(time: number, span: TimeSpan, widthPx: number): number {
  return ((time - span.start) / (span.end - span.start)) * widthPx;
}
