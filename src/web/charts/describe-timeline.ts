import { epochSecondsToTimestamp, SECONDS_PER_DAY } from '#model/dates.ts';
import { formatCount, formatNumber } from '#model/format.ts';
import { plainText, type TimelineItem, type TimelineRow } from './timeline-layout.ts';

/** What the items and groups are called: `{ item: ['address', 'addresses'], group: ['network', 'networks'] }`. */
export interface TimelineWords {
  readonly item: readonly [one: string, many: string];
  readonly group: readonly [one: string, many: string];
  /** The word between item and group: "in" by default. */
  readonly between?: string;
}

const counted = (count: number, [one, many]: readonly [string, string]) => formatCount(count, one, many);

const daysText = (seconds: number) => {
  const days = seconds / SECONDS_PER_DAY;
  if (days < 1) return `${Math.max(1, Math.round(days * 24))} h`;
  return counted(Math.round(days), ['day', 'days']);
};

/** How often something new came, over the time in which the first of each was seen; null for fewer than two. */
function paceText(items: readonly TimelineItem[]): string | null {
  const starts = items.map(({ start }) => start).toSorted((a, b) => a - b);
  const length = (starts.at(-1) ?? 0) - (starts[0] ?? 0);
  if (items.length < 2 || length === 0) return null;
  const pace = length / (items.length - 1);
  return pace < SECONDS_PER_DAY
    ? `a new one every ${(pace / 3600).toFixed(1)} h`
    : `a new one every ${(pace / SECONDS_PER_DAY).toFixed(1)} days`;
}

/** The timeline in a sentence: "14 addresses in 9 networks within 30 days; a new one every 2.1 days." */
export function describeTimeline(items: readonly TimelineItem[], words: TimelineWords): string {
  if (items.length === 0) return `No ${words.item[1]}.`;
  const groups = new Set(items.map(({ group }) => group)).size;
  const first = items.reduce((min, { start }) => Math.min(min, start), Infinity);
  const last = items.reduce((max, { end }) => Math.max(max, end), -Infinity);
  const within = last > first ? ` within ${daysText(last - first)}` : '';
  const pace = paceText(items);
  const { item, group, between = 'in' } = words;
  return `${counted(items.length, item)} ${between} ${counted(groups, group)}${within}${pace ? `; ${pace}` : ''}.`;
}

/** Many records have only a day: midnight is omitted. */
function timeText(seconds: number): string {
  return epochSecondsToTimestamp(seconds).replace(/ 00:00:00$/, '');
}

/** A row in words: "192.0.2.1, AS64500 Example Ltd, 2026-06-01 to 2026-06-09, 4 times". */
export function describeRow({ label, group, groupLabel, spans, count, title }: TimelineRow): string {
  const [first, last] = [timeText(spans[0]?.start ?? 0), timeText(spans.at(-1)?.end ?? 0)];
  const parts = [
    label,
    group === label ? groupLabel : `${group} ${groupLabel}`.trimEnd(),
    first === last ? first : `${first} to ${last}`,
    count !== 1 && `${formatNumber(count)} times`,
    title,
  ];
  return plainText(parts.filter(Boolean).join(', '));
}
