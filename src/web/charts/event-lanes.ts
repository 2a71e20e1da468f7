import { formatCount } from '#model/format.ts';
import type { TimeSpan } from './time-axis.ts';

/** Something that happened to a subject or held for a while. Times in epoch seconds. */
export interface TimelineEvent {
  readonly key: string;
  /** A short name alongside the bar; a record may have written it. */
  readonly label: string;
  readonly start: number;
  /** Equal to `start` for a moment. */
  readonly end: number;
  /** CSS colour. */
  readonly color: string;
  /** It holds no more, and is drawn dimmer. */
  readonly isOver?: boolean;
  /** The event in words: "On Example list (phishing) from 2026-01-01, still listed". */
  readonly words: string;
  /** The page it links to. */
  readonly href?: string;
}

/** Events of one kind, and the state of their request. */
export interface EventLane {
  readonly id: string;
  /** "Listings" */
  readonly label: string;
  /** Shown without events: "none", "loading …", "could not be loaded". */
  readonly note: string;
  readonly events: readonly TimelineEvent[];
}

export interface PlacedLane extends EventLane {
  /** Rows of events that do not overlap. */
  readonly rows: readonly (readonly TimelineEvent[])[];
  /** Events without space in a row. */
  readonly hidden: number;
}

/** Events closer than this share of the period would overlap. */
const closest = 0.012;

/**
 * Places the events of each lane into at most this many rows, the latest first so that those are never the ones left out. A
 * lane without events has one row for its note.
 */
export function placeLanes(lanes: readonly EventLane[], limits: TimeSpan, rowsAtMost: number): readonly PlacedLane[] {
  const gap = (limits.end - limits.start) * closest;
  return lanes.map((lane) => {
    const rows: TimelineEvent[][] = [];
    let hidden = 0;
    for (const event of lane.events.toSorted((a, b) => b.end - a.end || b.start - a.start)) {
      const row = rows.find((placed) => event.end + gap <= Math.min(...placed.map(({ start }) => start)));
      if (row) row.push(event);
      else if (rows.length < rowsAtMost) rows.push([event]);
      else hidden++;
    }
    return { ...lane, rows, hidden };
  });
}

/** The whole period with events, up to now. */
export function eventSpan(lanes: readonly EventLane[], now: number): TimeSpan {
  const starts = lanes.flatMap(({ events }) => events.map(({ start }) => start));
  const first = Math.min(now - 30 * 86_400, ...starts);
  const air = (now - first) * 0.02;
  return { start: first - air, end: now + air };
}

/** "Registration: 2 events. Listings: none." */
export function describeLanes(lanes: readonly EventLane[]): string {
  return lanes
    .map(({ label, events, note }) => {
      const count = formatCount(events.length, 'event');
      return `${label}: ${events.length > 0 ? count : note}.`;
    })
    .join(' ');
}
