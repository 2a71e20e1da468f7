import { plusDays } from '#model/dates.ts';
import type { Detector } from '#server/ingest/detectors/detector.ts';

/** The first day on which they run. */
export const countedDay = '2026-01-01';
const places = [0, 3] as const;
const isFound = (place: number, day: number, number: number) => (number + place) % 7 !== day % 7;
const summaryOf = (day: number) => `found on day ${day}`;

/** Two detectors that on each day find all but a seventh of the subjects, another seventh each day. */
export function countingDetectors(day: number, subjects: number): readonly Detector[] {
  return places.map((place) => ({
    id: `count-${place}`,
    title: 'Count',
    meaning: 'A number.',
    subject: 'domain',
    needs: [],
    thresholds: {},
    source: { title: 'none', url: 'https://none.example' },
    sql: `
      SELECT concat('s', toString(number), '.test') AS subject, toDateTime('2026-01-01 00:00:00', 'UTC') AS first, first AS last,
        '${summaryOf(day)}' AS summary, [('Number', toString(number), '', '', '')] AS evidence
      FROM numbers(${subjects}) WHERE (number + ${place}) % 7 != ${day % 7}`,
  }));
}

/** The lines of a detector's findings after it ran on every day up to one: subject, appeared, gone, summary. */
export function countedLines(which: number, until: number, subjects: number): string[] {
  const lines: string[] = [];
  for (let number = 0; number < subjects; number += 1)
    for (let day = 0, appeared = -1; day <= until; day += 1) {
      const [was, is] = [appeared >= 0, isFound(places[which] ?? 0, day, number)];
      if (is && !was) appeared = day;
      const line = (gone: string, last: number) =>
        lines.push(`s${number}.test ${plusDays(countedDay, appeared)} ${gone} ${summaryOf(last)}`);
      if (!is && was) {
        line(plusDays(countedDay, day), day - 1);
        appeared = -1;
      } else if (is && day === until) line('', day);
    }
  return lines.toSorted();
}
