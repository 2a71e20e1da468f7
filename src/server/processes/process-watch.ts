import type { ProcessRow } from '#server/queries/service-jobs.ts';

/** Which processes are alive, as this one sees it. */
export interface ProcessWatch {
  /** @param askedAt by `now()`, before the rows were asked for */
  note(rows: readonly Pick<ProcessRow, 'process' | 'beat' | 'isLeaving'>[], askedAt: number): void;
  /** The store could not be asked: that others are silent means nothing. */
  excuseSilence(): void;
  /** @param self counts always */
  living(self: string): ReadonlySet<string>;
}

/**
 * A process is alive as long as its count goes up, by the clock of whoever watches: clocks of two machines are never compared. It is
 * gone when a look that began so long after another one found the same count: that the watching process stood still meanwhile does
 * not count against it. One that was not seen before has its time from now on.
 */
export function processWatch(goneMilliseconds: number, now = () => performance.now()): ProcessWatch {
  const seen = new Map<string, { beat: number; at: number; isLeaving: boolean }>();
  let lookedAt = now();
  return {
    note(rows, askedAt) {
      lookedAt = askedAt;
      for (const { process, beat, isLeaving } of rows) {
        const known = seen.get(process);
        if (known && known.beat >= beat) continue;
        seen.set(process, { beat, at: now(), isLeaving: isLeaving === 1 });
      }
      const there = new Set(rows.map(({ process }) => process));
      for (const process of seen.keys()) if (!there.has(process)) seen.delete(process);
    },
    excuseSilence() {
      for (const each of seen.values()) each.at = now();
    },
    living(self) {
      const living = [...seen].filter(([, { at, isLeaving }]) => !isLeaving && lookedAt - at < goneMilliseconds);
      return new Set([self, ...living.map(([process]) => process)]);
    },
  };
}
