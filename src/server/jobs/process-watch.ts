import type { ProcessRow } from '#server/queries/service-jobs.ts';

/** Which processes are alive, as this one sees it. */
export interface ProcessWatch {
  note(rows: readonly Pick<ProcessRow, 'process' | 'beat' | 'isLeaving'>[]): void;
  /** The store could not be asked: that others are silent means nothing. */
  excuseSilence(): void;
  /** @param self counts always */
  living(self: string): ReadonlySet<string>;
}

/**
 * A process is alive as long as its count goes up, by the clock of whoever watches: clocks of two machines are never compared. One that
 * was not seen before has its time from now on.
 */
export function processWatch(goneMilliseconds: number, now = () => performance.now()): ProcessWatch {
  const seen = new Map<string, { beat: number; at: number; isLeaving: boolean }>();
  return {
    note(rows) {
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
      const living = [...seen].filter(([, { at, isLeaving }]) => !isLeaving && now() - at < goneMilliseconds);
      return new Set([self, ...living.map(([process]) => process)]);
    },
  };
}
