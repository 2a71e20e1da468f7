import {
  dateToEpochSeconds,
  epochSecondsToIsoDate,
  isoDateToDate,
  timestampToEpochSeconds,
  timeText,
} from '#model/dates.ts';
import type { EvidenceFields } from '#model/verdict-records.ts';
import type { Answer } from '#web/api/use-answer.ts';
import type { EventLane, TimelineEvent } from '#web/charts/event-lanes.ts';
import { listingKnowledge, listName } from '#web/kit/score/evidence-words.ts';
import { groupColor } from '#web/charts/timeline-layout.ts';

/** Any time of the interface in epoch seconds; null when missing or unknown. */
export function epochOf(value: string | number | null | undefined): number | null {
  if (value === null || value === undefined || value === 0 || value === '') return null;
  const text = timeText(value).replace('T', ' ');
  const day = isoDateToDate(text.slice(0, 10));
  return timestampToEpochSeconds(text) ?? (day && dateToEpochSeconds(day));
}

/** The text of a lane without events. */
export function laneNote(answer: Pick<Answer<unknown>, 'status'>, none = 'none on record'): string {
  if (answer.status === 'done') return none;
  return answer.status === 'failed' ? 'could not be loaded' : 'loading …';
}

/** Something seen from a first to a last time. There may be very many: see groupEvents. */
export interface Held {
  readonly group: string;
  readonly label: string;
  readonly start: number;
  readonly end: number;
  readonly href?: string;
}

/**
 * One bar for each group, from its first to its last time; the largest groups first, all beyond `atMost` in one bar.
 * @param words description of a bar, from its group and number of members
 */
export function groupEvents(
  held: readonly Held[],
  atMost: number,
  words: (label: string, count: number) => string,
  others: (groups: number) => string,
): readonly TimelineEvent[] {
  const groups = new Map<string, { first: Held; count: number; start: number; end: number }>();
  for (const each of held) {
    const known = groups.get(each.group);
    if (!known) groups.set(each.group, { first: each, count: 1, start: each.start, end: each.end });
    else {
      known.count++;
      known.start = Math.min(known.start, each.start);
      known.end = Math.max(known.end, each.end);
    }
  }
  const ordered = [...groups.values()].toSorted((a, b) => b.count - a.count || b.end - a.end);
  const shown = ordered.slice(0, ordered.length > atMost ? atMost - 1 : atMost);
  const rest = ordered.slice(shown.length);
  const bars = shown.map(({ first, count, start, end }): TimelineEvent => ({
    key: `${first.group} ${start}`,
    label: first.label,
    start,
    end,
    color: groupColor(first.group),
    words: `${words(first.label, count)}, ${spanWords(start, end)}`,
    ...(first.href !== undefined && { href: first.href }),
  }));
  if (rest.length === 0) return bars;
  const start = Math.min(...rest.map((group) => group.start));
  const end = Math.max(...rest.map((group) => group.end));
  const label = others(rest.length);
  return [
    ...bars,
    { key: 'others', label, start, end, color: 'var(--muted)', words: `${label}, ${spanWords(start, end)}` },
  ];
}

export function spanWords(start: number, end: number): string {
  const [from, to] = [epochSecondsToIsoDate(start), epochSecondsToIsoDate(end)];
  return from === to ? from : `${from} to ${to}`;
}

/** One bar per listing; an open listing extends to now. */
export function listingLane(
  record: EvidenceFields & { readonly checked?: readonly string[] | undefined },
  answer: Pick<Answer<unknown>, 'status'>,
  now: number,
): EventLane {
  const note = listingKnowledge(record).replaceAll('-', ' ');
  const events = (record.listings ?? []).flatMap((listing, index): TimelineEvent[] => {
    const start = epochOf(listing.first_listed);
    const last = epochOf(listing.last_listed) ?? start;
    if (start === null || last === null) return [];
    const end = listing.is_open ? now : last;
    const name = listName(listing);
    const until = listing.is_open ? 'still listed' : `until ${epochSecondsToIsoDate(last)}`;
    return [
      {
        key: `listing ${index}`,
        label: name,
        start,
        end: Math.max(start, end),
        color: listing.known_benign ? 'var(--state-benign)' : 'var(--band-critical)',
        isOver: !listing.is_open,
        words: `On ${name}: ${listing.subject ?? 'unnamed'}, since ${epochSecondsToIsoDate(start)}, ${until}`,
      },
    ];
  });
  return { id: 'listings', label: 'Listings', note: laneNote(answer, note), events };
}
