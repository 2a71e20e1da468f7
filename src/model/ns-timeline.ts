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

/**
 * The successive name server sets of a domain. Observations overlap: at any moment the set counts whose observation began
 * last among those that span it; between two observations the earlier one still stands. Neighbouring stretches differ; the
 * last one is today's.
 */
export function nsTimeline(episodes: readonly NsEpisode[]): NsStretch[] {
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
