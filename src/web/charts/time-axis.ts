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
const MONTH_STEPS = [1, 2, 3, 6, 12, 24, 60, 120, 600, 1200];
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

/** The finest step with at most `maxCount` ticks; far too fine ones are passed over without counting them out. */
function finestTicks(steps: readonly number[], maxCount: number, length: number, ticksOf: (step: number) => number[]) {
  for (const step of steps) {
    if (length / step > maxCount + 1) continue;
    const times = ticksOf(step);
    if (times.length <= maxCount) return { step, times };
  }
  return null;
}

/** At most `maxCount` round times (UTC) inside the span, with labels as short as the step allows. */
export function timeTicks(span: TimeSpan, maxCount: number): readonly TimeTick[] {
  const length = span.end - span.start;
  if (!(length > 0)) return [];
  const even = finestTicks(EVEN_STEPS, maxCount, length, (step) => evenTicks(span, step));
  if (even) return even.times.map((time) => ({ time, label: labelAs(time, even.step) }));
  const months = finestTicks(MONTH_STEPS, maxCount, length / SECONDS_PER_MONTH, (step) => monthTicks(span, step));
  return (months?.times ?? []).map((time) => ({ time, label: labelAs(time, (months?.step ?? 1) * SECONDS_PER_MONTH) }));
}

/** The position of a time on an axis of `widthPx`; outside of the span it is outside of the axis. */
export function timeToX(time: number, span: TimeSpan, widthPx: number): number {
  return ((time - span.start) / (span.end - span.start)) * widthPx;
}
