/** A time in which a domain was seen with one set of name servers; epoch seconds, members sorted. */
export interface NsEpisode {
  readonly first: number;
  readonly last: number;
  readonly members: readonly string[];
}

/** From then on the domain had these name servers. */
export interface NsStretch {
  readonly at: number;
  readonly members: readonly string[];
}

/** Seconds. Caches keep name servers for up to two days, the TTL of most delegations. */
export const nsOverlapSeconds = 2 * 86_400;

/** Servers of a joined set. A domain that answers with another server each time has thousands within two days. */
export const mostJoinedServers = 32;

/** A time in which one server was seen by itself. */
interface NsRun {
  readonly server: string;
  readonly first: number;
  last: number;
}

/**
 * The successive name server sets of a domain. Logs with one answer a line see each server by itself: servers seen together are
 * one set (`joinSingles`). Observations overlap: at any moment the set counts whose observation began last among those that
 * span it; between two observations the earlier one still stands. Neighbouring stretches differ; the last one is today's.
 */
export function nsTimeline(episodes: readonly NsEpisode[]): NsStretch[] {
  const wholes = episodes.filter(({ members }) => members.length !== 1);
  if (wholes.length === episodes.length) return setTimeline(wholes);
  const parts = joinSingles(episodes).filter(
    (part) => !wholes.some((whole) => overlap(whole, part) && isSmallerPart(part.members, whole.members)),
  );
  return setTimeline([...wholes, ...parts]);
}

/**
 * The servers of the set that was seen last. Sets of one server may be the lines of one answer: those last seen at the same time count
 * as one.
 */
export function newestServers(sets: readonly NsEpisode[]): readonly string[] {
  const newestFirst = sets.toSorted((one, other) => other.last - one.last || other.first - one.first);
  const [{ members, last } = { members: [], last: 0 }] = newestFirst;
  if (members.length !== 1) return members;
  const together = newestFirst.filter((each) => each.members.length === 1 && each.last >= last - nsOverlapSeconds);
  return [...new Set(together.flatMap((each) => each.members))].toSorted();
}

/**
 * The sets of the servers that were seen by themselves. When a new server appears, an older one stays if it is seen for two more days,
 * or until two days before the new one is last seen; otherwise the new one replaces it. A server leaves when the others are seen for more
 * than two days after it.
 */
function joinSingles(episodes: readonly NsEpisode[]): NsEpisode[] {
  const joined: { first: number; last: number; runs: readonly NsRun[] }[] = [];
  const enter = (first: number, runs: readonly NsRun[]): void => {
    const previous = joined.at(-1);
    if (previous && previous.first >= first) joined.pop();
    else if (previous) previous.last = Math.min(previous.last, first - 1);
    joined.push({ first: Math.max(first, previous?.first ?? first), last: lastOf(runs), runs });
  };
  const removeBefore = (time: number): void => {
    for (;;) {
      const { runs } = joined.at(-1) ?? { runs: [] };
      const gone = runs.filter(({ last }) => last + nsOverlapSeconds < Math.min(lastOf(runs), time));
      if (gone.length === 0) return;
      const from = Math.min(...gone.map(({ last }) => last));
      const left = new Set(gone.filter(({ last }) => last <= from + nsOverlapSeconds));
      const rest = runs.filter((run) => !left.has(run));
      enter(from + 1, rest);
    }
  };
  for (const run of runsOf(episodes)) {
    removeBefore(run.first);
    const { first, runs } = joined.at(-1) ?? { first: run.first, runs: [] };
    const needed = Math.min(run.first + nsOverlapSeconds, run.last - nsOverlapSeconds);
    const stay = runs.filter(({ last }) => last >= needed).slice(1 - mostJoinedServers);
    const isSameSet = stay.length === runs.length && run.first <= first + nsOverlapSeconds;
    enter(isSameSet ? first : run.first, [...stay, run]);
  }
  removeBefore(Infinity);
  return joined.map(({ runs, ...times }) => ({ ...times, members: runs.map(({ server }) => server).toSorted() }));
}

/** By their beginning. A server was there between two sightings unless others were seen without it for days. */
function runsOf(episodes: readonly NsEpisode[]): NsRun[] {
  const runs: NsRun[] = [];
  const newest = new Map<string, NsRun>();
  for (const { first, last, members } of episodes.toSorted((a, b) => a.first - b.first)) {
    const [server = ''] = members;
    if (members.length !== 1) continue;
    const run = newest.get(server);
    const gap = run && { first: run.last + nsOverlapSeconds, last: first - nsOverlapSeconds };
    const isGone =
      gap && gap.first < gap.last && episodes.some((other) => overlap(other, gap) && !other.members.includes(server));
    if (run && !isGone) {
      run.last = Math.max(run.last, last);
      continue;
    }
    const next = { server, first, last };
    newest.set(server, next);
    runs.push(next);
  }
  return runs;
}

type Times = Pick<NsEpisode, 'first' | 'last'>;

function overlap(one: Times, other: Times): boolean {
  return one.first <= other.last && other.first <= one.last;
}

function lastOf(runs: readonly NsRun[]): number {
  return Math.max(...runs.map(({ last }) => last));
}

function isSmallerPart(part: readonly string[], whole: readonly string[]): boolean {
  return part.length < whole.length && part.every((member) => whole.includes(member));
}

function setTimeline(episodes: readonly NsEpisode[]): NsStretch[] {
  const sorted = [...episodes].sort((a, b) => a.first - b.first || a.last - b.last);
  const open: NsEpisode[] = []; // those that may still be seen again, the latest begun on top
  const stretches: NsStretch[] = [];
  const enter = (at: number, members: readonly string[]): void => {
    const previous = stretches.at(-1);
    if (previous?.at === at) stretches.pop();
    if (setKey(stretches.at(-1)?.members ?? []) !== setKey(members)) stretches.push({ at, members });
  };
  /** Removes observations that end before `time`, so that the one below, which is seen longer, counts. */
  const closeBefore = (time: number): void => {
    for (let top = open.at(-1); top && top.last < time; top = open.at(-1)) {
      open.pop();
      while (open.length > 0 && (open.at(-1)?.last ?? 0) <= top.last) open.pop();
      const below = open.at(-1);
      if (below) enter(top.last + 1, below.members);
    }
  };
  for (const episode of sorted) {
    closeBefore(episode.first);
    enter(episode.first, episode.members);
    open.push(episode);
  }
  closeBefore(Infinity);
  return stretches;
}

/** A change of name servers, in epoch seconds. */
interface NsMove {
  readonly at: number;
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** The domain had the new set before. */
  readonly isReturn: boolean;
}

/** The borders between stretches, oldest first: what C7 calls a change and C9 a transfer. */
export function nsMoves(timeline: readonly NsStretch[]): NsMove[] {
  const seen = new Set<string>();
  return timeline.flatMap(({ at, members }, index) => {
    const from = timeline[index - 1];
    const isReturn = seen.has(setKey(members));
    seen.add(setKey(members));
    return from ? [{ at, from: from.members, to: members, isReturn }] : [];
  });
}

/** Sets are equal when their members are. */
export function setKey(members: readonly string[]): string {
  return members.join(' ');
}
