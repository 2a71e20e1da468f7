import { formatCount } from '#model/format.ts';
import type { TimeSpan } from './time-axis.ts';
import { fitText } from './timeline-layout.ts';

export type LaneMark = 'expiry' | 'parked' | 'sinkhole' | 'circular';

/** One change from a set of name servers to another. Time in epoch seconds. */
export interface ServerSetChange {
  readonly time: number;
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** What the left set, the new set, or the change itself (circular) is known as. */
  readonly fromMarks: readonly LaneMark[];
  readonly toMarks: readonly LaneMark[];
}

export interface Lane {
  readonly key: string;
  /** The servers, comma-separated. */
  readonly label: string;
  readonly spans: readonly TimeSpan[];
  readonly marks: readonly { readonly time: number; readonly mark: LaneMark }[];
}

interface LaneMove {
  readonly time: number;
  /** Indexes of lanes. */
  readonly from: number;
  readonly to: number;
}

export interface Lanes {
  readonly lanes: readonly Lane[];
  readonly moves: readonly LaneMove[];
}

interface OpenLane {
  key: string;
  label: string;
  spans: TimeSpan[];
  marks: { time: number; mark: LaneMark }[];
}

/** The label of a lane in this many characters: all servers, or the first one and how many more there are. */
export function fitServers(label: string, maxCharacters: number): string {
  const servers = label.split(', ');
  if (label.length <= maxCharacters || servers.length === 1) return fitText(label, maxCharacters);
  const more = ` +${servers.length - 1}`;
  return fitText(servers[0]!, maxCharacters - more.length) + more;
}

const labelOf = (servers: readonly string[]) => (servers.length === 0 ? 'none' : servers.toSorted().join(', '));

/**
 * A lane for each set of name servers, in the order in which they were first in use; a set that comes back takes its old
 * lane. A set counts as in use before the first change and after the last one, within `start` and `end`.
 */
export function serverSetLanes(changes: readonly ServerSetChange[], { start, end }: TimeSpan): Lanes {
  const ordered = changes.toSorted((a, b) => a.time - b.time);
  const lanes: OpenLane[] = [];
  const laneOf = (servers: readonly string[]): number => {
    const label = labelOf(servers);
    const known = lanes.findIndex((lane) => lane.label === label);
    return known >= 0 ? known : lanes.push({ key: label, label, spans: [], marks: [] }) - 1;
  };
  const moves = ordered.map((change, index): LaneMove => {
    const { time } = change;
    const from = laneOf(change.from);
    const to = laneOf(change.to);
    if (index === 0) lanes[from]!.spans.push({ start, end: time });
    lanes[to]!.spans.push({ start: time, end: ordered[index + 1]?.time ?? end });
    lanes[from]!.marks.push(...change.fromMarks.map((mark) => ({ time, mark })));
    lanes[to]!.marks.push(...change.toMarks.map((mark) => ({ time, mark })));
    return { time, from, to };
  });
  return { lanes, moves };
}

/** The time to show: the changes with a tenth of their length before, and up to now. */
export function laneSpan(changes: readonly ServerSetChange[], now: number): TimeSpan {
  const first = changes.reduce((min, { time }) => Math.min(min, time), now);
  return { start: first - Math.max(86_400, (now - first) * 0.1), end: now };
}

/** The lanes in a sentence. */
export function describeLanes(changes: readonly ServerSetChange[], { lanes }: Lanes): string {
  if (changes.length === 0) return 'The name servers never changed.';
  const marks = lanes.flatMap((lane) => lane.marks.map(({ mark }) => mark));
  const counted = LANE_MARKS.map(
    ({ mark, change }) => [change, marks.filter((other) => other === mark).length] as const,
  )
    .filter(([, count]) => count > 0)
    .map(([change, count]) => `${count} ${change}`);
  const sets = `${formatCount(lanes.length, 'set')} of name servers`;
  const changed = formatCount(changes.length, 'change');
  return `${changed} between ${sets}${counted.length > 0 ? `; ${counted.join(', ')}` : ''}.`;
}

/** A letter in a ring, so that marks differ by more than colour and shape; the mark in words, and a change with it after its number. */
export const LANE_MARKS: readonly { mark: LaneMark; letter: string; word: string; change: string }[] = [
  {
    mark: 'expiry',
    letter: 'E',
    word: 'Servers of an expired domain',
    change: 'to or from servers of an expired domain',
  },
  { mark: 'parked', letter: 'P', word: 'Servers of a parking service', change: 'to or from a parking service' },
  { mark: 'sinkhole', letter: 'S', word: 'Servers of a sinkhole', change: 'to or from a sinkhole' },
  { mark: 'circular', letter: 'C', word: 'Returned to a previous NS set', change: 'back to a previous set' },
];
