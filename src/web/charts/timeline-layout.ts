import { formatCount, formatNumber } from '#model/format.ts';
import { groupBy } from '#model/group-by.ts';
import { visibleSegments } from '#model/visible-text.ts';
import type { TimeSpan } from './time-axis.ts';
import { epochSecondsToTimestamp, SECONDS_PER_DAY } from '#model/dates.ts';

/**
 * One thing seen from a time to a time: an address of a domain, a passive DNS row, an AS that announced an address.
 * Times in epoch seconds.
 */
export interface TimelineItem {
  readonly key: string;
  /** The address, name or prefix. */
  readonly label: string;
  /** What gives the colour: `AS64500`. */
  readonly group: string;
  /** The name of the group: the AS name. */
  readonly groupLabel: string;
  readonly start: number;
  readonly end: number;
  /** How often it was seen. */
  readonly count?: number;
  /** One more line for the tooltip. */
  readonly title?: string;
  /** The pages of the item and of its group. */
  readonly path?: string;
  readonly groupPath?: string;
}

export interface TimelineGroup extends Pick<TimelineItem, 'groupPath'> {
  readonly group: string;
  readonly groupLabel: string;
  readonly items: number;
  readonly look: GroupLook;
}

const byGroup = (items: readonly TimelineItem[]) => groupBy(items, ({ group }) => group);

/** The groups, those with most items first. */
export function timelineGroups(items: readonly TimelineItem[]): readonly TimelineGroup[] {
  const used = new Set<string>();
  return [...byGroup(items).values()]
    .map((members) => ({ first: members[0]!, items: members.length }))
    .toSorted((a, b) => b.items - a.items || (a.first.group < b.first.group ? -1 : 1))
    .map(({ first: { group, groupLabel, groupPath }, items: count }) => {
      const look = freeLook(group, used);
      used.add(lookKey(look));
      return { group, groupLabel, items: count, look, ...(groupPath !== undefined && { groupPath }) };
    });
}

const seriesColors = 10;

export interface GroupLook {
  /** CSS colour. */
  readonly color: string;
  /** A larger group of the view has the same colour. */
  readonly isStriped: boolean;
}

const lookKey = ({ color, isStriped }: GroupLook) => `${color} ${isStriped}`;

/** The group's own colour, plain or striped, else the next that is free; its own once all are used. */
function freeLook(group: string, used: ReadonlySet<string>): GroupLook {
  const looks = Array.from({ length: 2 * seriesColors }, (_, at) => ({
    color: seriesColor(hashOf(group) + Math.floor(at / 2)),
    isStriped: at % 2 === 1,
  }));
  return looks.find((look) => !used.has(lookKey(look))) ?? { color: groupColor(group), isStriped: false };
}

const seriesColor = (place: number) => `var(--series-${(place % seriesColors) + 1})`;

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}

/** The colour of a group, the same in every view. */
export function groupColor(group: string): string {
  return seriesColor(hashOf(group));
}

export interface TimelineRow {
  readonly key: string;
  readonly label: string;
  readonly group: string;
  readonly groupLabel: string;
  /** Non-overlapping, in order. */
  readonly spans: readonly TimeSpan[];
  readonly count: number;
  readonly title: string | undefined;
  /** Of a group: when each of its items was first seen. */
  readonly dots?: readonly number[];
}

function mergeSpans(spans: readonly TimeSpan[]): readonly TimeSpan[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

const byStart = (a: TimelineRow, b: TimelineRow) =>
  (a.spans[0]?.start ?? 0) - (b.spans[0]?.start ?? 0) || (a.label < b.label ? -1 : 1);

/** A row per item, the first seen on top: a flux network draws a staircase. */
export function itemRows(items: readonly TimelineItem[]): readonly TimelineRow[] {
  return items
    .map(({ key, label, group, groupLabel, start, end, count, title }) => ({
      key,
      label,
      group,
      groupLabel,
      spans: [{ start: Math.min(start, end), end: Math.max(start, end) }],
      count: count ?? 1,
      title,
    }))
    .toSorted(byStart);
}

/** A row per group with the times in which any of its items was seen. */
export function groupRows(items: readonly TimelineItem[]): readonly TimelineRow[] {
  return [...byGroup(items)]
    .map(([group, members]) => ({
      key: group,
      label: group,
      group,
      groupLabel: members[0]!.groupLabel,
      spans: mergeSpans(itemRows(members).flatMap(({ spans }) => spans)),
      count: members.reduce((sum, { count }) => sum + (count ?? 1), 0),
      title: formatCount(members.length, 'entry', 'entries'),
      dots: members.map(({ start, end }) => Math.min(start, end)),
    }))
    .toSorted(byStart);
}

/** The rows of groups, each opened one followed by the rows of its items. */
export function openedRows(items: readonly TimelineItem[], opened: ReadonlySet<string>): readonly TimelineRow[] {
  return groupRows(items).flatMap((row) =>
    opened.has(row.group) ? [row, ...itemRows(items.filter(({ group }) => group === row.group))] : [row],
  );
}

/** Bars of a histogram over a span: how many items were seen in each part of it, parts being whole days. */
export function countsByDay(
  items: readonly TimelineItem[],
  span: TimeSpan,
  partsAtMost: number,
): readonly { readonly start: number; readonly end: number; readonly count: number }[] {
  const days = Math.max(1, Math.ceil((span.end - span.start) / SECONDS_PER_DAY));
  const size = Math.ceil(days / Math.max(1, partsAtMost)) * SECONDS_PER_DAY;
  const first = Math.floor(span.start / SECONDS_PER_DAY) * SECONDS_PER_DAY;
  return Array.from({ length: Math.ceil((span.end - first) / size) }, (_, at) => {
    const [start, end] = [first + at * size, first + (at + 1) * size];
    return { start, end, count: items.filter((item) => item.start < end && item.end >= start).length };
  });
}

/** How thick a bar is: 0.4 to 1 of its row by the logarithm of its count, so that one loud row does not flatten the others. */
export function barThickness(count: number, maxCount: number): number {
  return maxCount <= 1 ? 1 : 0.4 + (0.6 * Math.log1p(Math.max(0, count))) / Math.log1p(maxCount);
}

/**
 * Characters that hide or re-order text are written out as their code points, since names come from records that anyone may
 * write.
 */
export function plainText(foreign: string): string {
  return visibleSegments(foreign)
    .map((segment) => segment.label || segment.text)
    .join('');
}

/** A text shortened in the middle: both ends of an address or name carry information. */
export function fitText(foreign: string, maxCharacters: number): string {
  const text = plainText(foreign);
  if (text.length <= maxCharacters) return text;
  const kept = Math.max(2, maxCharacters - 1);
  return `${text.slice(0, Math.ceil(kept / 2))}…${text.slice(-Math.floor(kept / 2))}`;
}

/** What the items and groups are called: `{ item: ['address', 'addresses'], group: ['network', 'networks'] }`. */
export interface TimelineWords {
  readonly item: readonly [one: string, many: string];
  readonly group: readonly [one: string, many: string];
  /** The word between item and group: "in" by default. */
  readonly between?: string;
}

const counted = (count: number, [one, many]: readonly [string, string]) => formatCount(count, one, many);

/** How often something new came, over the time in which the first of each was seen; null where that is a small part of the whole. */
function paceText(items: readonly TimelineItem[], whole: number): string | null {
  const starts = items.map(({ start }) => start).toSorted((a, b) => a - b);
  const length = (starts.at(-1) ?? 0) - (starts[0] ?? 0);
  if (items.length < 2 || length === 0 || length < whole / 2) return null;
  const pace = length / (items.length - 1);
  return pace < SECONDS_PER_DAY
    ? `a new one every ${(pace / 3600).toFixed(1)} h`
    : `a new one every ${(pace / SECONDS_PER_DAY).toFixed(1)} days`;
}

/** The timeline in a sentence: "14 addresses in 9 networks, 2026-06-01 to 2026-07-01; a new one every 2.1 days." */
export function describeTimeline(items: readonly TimelineItem[], words: TimelineWords): string {
  if (items.length === 0) return `No ${words.item[1]}.`;
  const groups = new Set(items.map(({ group }) => group)).size;
  const first = items.reduce((min, { start }) => Math.min(min, start), Infinity);
  const last = items.reduce((max, { end }) => Math.max(max, end), -Infinity);
  const [from, to] = [first, last].map((seconds) => epochSecondsToTimestamp(seconds).slice(0, 10));
  const days = from === to ? from : `${from} to ${to}`;
  const pace = paceText(items, last - first);
  const { item, group, between = 'in' } = words;
  return `${counted(items.length, item)} ${between} ${counted(groups, group)}, ${days}${pace ? `; ${pace}` : ''}.`;
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
