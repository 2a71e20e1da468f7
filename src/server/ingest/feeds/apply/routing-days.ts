import { dateToIsoDate, daysBetween, isoDateToDate, SECONDS_PER_DAY } from '#model/dates.ts';

/** A snapshot of routing data in one lane (schema/3-routing.sql). Days are 'yyyy-mm-dd'. */
export interface LaneSnapshot {
  readonly import: number;
  readonly source: string;
  /** The day it speaks of. */
  readonly day: string;
  /** 0: packaged data; 1: derived from ranges; 2: announcements as routers saw them. */
  readonly rank: number;
  readonly rows: number;
  /** The last day for which it keeps lower ranks silent. */
  readonly until: string;
  readonly heard: boolean;
}

/**
 * For how many days after its own a snapshot keeps lower ranks silent. Publishers are a day or two late: without it, a route
 * would change its prefix every day, from that of the announcement to that of the range and back.
 */
const silentDays = 7;

/** The last day of what has not ended. */
const openEnd = '2299-12-31';

/**
 * The rule that decides who speaks for a day, whatever order snapshots arrive in: a snapshot is heard unless one of a higher
 * rank is of the same day or of the seven before; of one day and rank, the higher import is heard. A heard snapshot speaks from
 * its day until the day before the next heard one, of whichever source.
 */
function isHeard(snapshot: LaneSnapshot, all: readonly LaneSnapshot[]): boolean {
  return !all.some((other) => other !== snapshot && silences(other, snapshot));
}

function silences(other: LaneSnapshot, { day, rank, import: id }: LaneSnapshot): boolean {
  if (other.day === day && other.rank === rank) return other.import > id;
  if (other.rank <= rank || other.day > day || day > other.until) return false;
  return daysBetween(dayOf(other.day), dayOf(day)) <= silentDays;
}

/** @throws RangeError when it is not a day 'yyyy-mm-dd' */
export function dayOf(day: string): Date {
  const date = isoDateToDate(day);
  if (!date) throw new RangeError(`not a day: ${day}`);
  return date;
}

/** What a snapshot does to its lane. */
export interface LanePlan {
  /** The days on which something changes, both included; null when nothing does. */
  readonly days: { readonly from: string; readonly to: string } | null;
  /** Who speaks for those days: the snapshot, or, when it is not heard and yet silences another, who spoke before that one. */
  readonly speaker: 'own' | 'before';
  /** The import that speaks for the day before those days; 0 when there is none. */
  readonly before: number;
  /** The snapshot itself, and those that it silences. */
  readonly changed: LaneSnapshot[];
}

/** @param known the snapshots of the lane; one of the same import and day is replaced */
export function planLane(snapshot: Omit<LaneSnapshot, 'heard' | 'until'>, known: readonly LaneSnapshot[]): LanePlan {
  const others = known.filter((each) => each.import !== snapshot.import || each.day !== snapshot.day);
  const own = { ...snapshot, until: openEnd, heard: true };
  const all = [...others, own];
  const heard = isHeard(own, all);
  const silenced = others.filter((each) => each.heard && !isHeard(each, all)).sort((a, b) => (a.day < b.day ? -1 : 1));
  const speaking = others
    .filter((each) => each.heard && !silenced.includes(each))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  // what is not heard silences packaged data at most, of which there is one day
  const from = heard ? own.day : silenced[0]?.day;
  const next = speaking.find(({ day }) => from !== undefined && day > from);
  return {
    days: from === undefined ? null : { from, to: next ? dayBefore(next.day) : openEnd },
    speaker: heard ? 'own' : 'before',
    before: speaking.findLast(({ day }) => from !== undefined && day < from)?.import ?? 0,
    changed: [{ ...own, heard }, ...silenced.map((each) => ({ ...each, heard: false }))],
  };
}

export function dayBefore(day: string): string {
  return dateToIsoDate(new Date(dayOf(day).getTime() - SECONDS_PER_DAY * 1000));
}
