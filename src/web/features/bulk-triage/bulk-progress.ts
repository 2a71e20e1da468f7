/** How far a triage is. */
export interface BulkProgress {
  readonly total: number;
  readonly settled: number;
  /** Indicators a second over the last seconds; null while that cannot be told. */
  readonly ratePerSecond: number | null;
}

/** Tells the rate from what was settled when, over the last ten seconds. */
export class RateMeter {
  #marks: { readonly at: number; readonly settled: number }[] = [];

  /** @param at epoch milliseconds */
  note(settled: number, at: number): number | null {
    if ((this.#marks.at(-1)?.settled ?? 0) > settled) this.reset();
    this.#marks.push({ at, settled });
    while (this.#marks.length > 2 && (this.#marks[0]?.at ?? at) < at - 10_000) this.#marks.shift();
    const [first = { at, settled }] = this.#marks;
    return at - first.at < 500 ? null : ((settled - first.settled) * 1000) / (at - first.at);
  }

  /** After a pause the seconds before it say nothing. */
  reset(): void {
    this.#marks = [];
  }
}

/** `12,300 of 50,000 · 410 a second · about 2 min left` */
export function progressWords({ total, settled, ratePerSecond }: BulkProgress): string {
  const words = [`${settled.toLocaleString('en')} of ${total.toLocaleString('en')}`];
  if (ratePerSecond !== null && ratePerSecond >= 1 && settled < total) {
    words.push(`${Math.round(ratePerSecond).toLocaleString('en')} a second`);
    words.push(`about ${durationWords((total - settled) / ratePerSecond)} left`);
  }
  return words.join(' · ');
}

function durationWords(seconds: number): string {
  return seconds < 60 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;
}

/** The tenth of the way that was passed between two states, as per cent; null when none was, or at the end. */
export function tenthPassed(before: number, after: number, total: number): number | null {
  const tenth = (settled: number) => (total === 0 ? 0 : Math.floor((settled * 10) / total));
  return tenth(after) > tenth(before) && after < total ? tenth(after) * 10 : null;
}
