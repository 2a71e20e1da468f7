import { openEndDay, plusDays } from '#model/dates.ts';

/** A snapshot of routing data in one lane (schema/3-routing.sql). Days are 'yyyy-mm-dd'. */
export interface LaneSnapshot {
  readonly import: number;
  readonly source: string;
  /** The day of the data. */
  readonly day: string;
  /** 0: packaged data; 1: derived from ranges; 2: announcements as routers saw them. */
  readonly rank: number;
  readonly rows: number;
  /** The last day on which it takes precedence over lower ranks. */
  readonly until: string;
  readonly heard: boolean;
}

/**
 * For how many days after its own a snapshot takes precedence over lower ranks. Publishers are a day or two late: otherwise a route
 * would switch every day between the prefix of the announcement and that of the range.
 */
const silentDays = 7;

/**
 * The rule that decides which snapshot a day shows, independent of the order in which they arrive. A snapshot is heard unless there
 * is one of a higher rank of the same day or the seven days before; of the same day and rank, the higher import is heard. A heard
 * snapshot is shown from its day to the day before the next heard one of any source.
 */
function isHeard(snapshot: LaneSnapshot, all: readonly LaneSnapshot[]): boolean {
  return !all.some((other) => other !== snapshot && silences(other, snapshot));
}

function silences(other: LaneSnapshot, { day, rank, import: id }: LaneSnapshot): boolean {
  if (other.day === day && other.rank === rank) return other.import > id;
  if (other.rank <= rank || other.day > day || day > other.until) return false;
  return day <= plusDays(other.day, silentDays);
}

/** How a snapshot changes its lane. */
export interface LanePlan {
  /** The days that change, both included, or null. */
  readonly days: { readonly from: string; readonly to: string } | null;
  /** What those days show: `own`, the snapshot; `before`, when it silences another without being heard itself, the one before that. */
  readonly speaker: 'own' | 'before';
  /** The import shown on the day before those days; 0 for none. */
  readonly before: number;
  /** The snapshot itself, and those it silences. */
  readonly changed: LaneSnapshot[];
}

/** Plans how a snapshot changes its lane. @param known the snapshots of the lane; one of the same import and day is replaced */
export function planLane(snapshot: Omit<LaneSnapshot, 'heard' | 'until'>, known: readonly LaneSnapshot[]): LanePlan {
  const others = known.filter((each) => each.import !== snapshot.import || each.day !== snapshot.day);
  const own = { ...snapshot, until: openEndDay, heard: true };
  const all = [...others, own];
  const heard = isHeard(own, all);
  const silenced = others.filter((each) => each.heard && !isHeard(each, all)).sort((a, b) => (a.day < b.day ? -1 : 1));
  const speaking = others
    .filter((each) => each.heard && !silenced.includes(each))
    .sort((a, b) => (a.day < b.day ? -1 : 1));
  // a snapshot that is not heard can only silence packaged data, which has one day
  const from = heard ? own.day : silenced[0]?.day;
  const next = speaking.find(({ day }) => from !== undefined && day > from);
  return {
    days: from === undefined ? null : { from, to: next ? plusDays(next.day, -1) : openEndDay },
    speaker: heard ? 'own' : 'before',
    before: speaking.findLast(({ day }) => from !== undefined && day < from)?.import ?? 0,
    changed: [{ ...own, heard }, ...silenced.map((each) => ({ ...each, heard: false }))],
  };
}
