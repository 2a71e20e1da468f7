import { randomUUID } from 'node:crypto';
import type { Engine } from '#server/engine/engine.ts';
import { serviceProcesses } from '#server/queries/service-jobs.ts';
import { processWatch } from './process-watch.ts';

export interface RegistryOptions {
  readonly engine: Engine;
  /** The name of this process, of which no other has or had the same. */
  readonly process: string;
  /** A process that gave no sign of life for this long is gone. */
  readonly goneMilliseconds?: number;
}

/** The service processes that share a store, as one of them sees them. What asks the store throws EngineError. */
export interface ProcessRegistry {
  /** The name of this process. */
  readonly process: string;
  /** At most as often as it takes to be thought alive. */
  signOfLife(): Promise<void>;
  /** Sees which processes are alive. @returns epoch seconds of the server's clock; undefined when nobody is registered */
  look(): Promise<number | undefined>;
  /** As of the last look; this process counts always. */
  living(): ReadonlySet<string>;
  /**
   * Whether no other process can have thought this one gone since the moment at which `trust` was read: as long as that holds, what
   * it took for itself is still its own. Once it is false for a reading it stays so.
   */
  isTrusted(trust: number): boolean;
  /** A reading for `isTrusted`. */
  trust(): number;
  /** Says that this process has ended. */
  leave(): Promise<void>;
}

/** Others need so much of the time to see a beat, and statements to reach the server. */
const trustedShare = 0.75;

/**
 * Signs of life as rows of `service_processes`. Assumed: an insert that has ended is seen by every query that begins later (one
 * server), and the monotonic clocks of two machines go at the same rate within a few per cent. They are never compared.
 */
export function processRegistry({ engine, process, goneMilliseconds = 15_000 }: RegistryOptions): ProcessRegistry {
  const watch = processWatch(goneMilliseconds);
  let beat = 0;
  let beatAt = -Infinity;
  let trustedUntil = -Infinity;
  let lapses = 0;
  let first: Promise<void> | undefined;

  const write = async (isLeaving: boolean): Promise<void> => {
    const begun = performance.now();
    beatAt = begun;
    await engine.insert('service_processes', [{ process, beat: (beat += 1), is_leaving: Number(isLeaving) }]);
    // others may have thought it gone before this beat
    if (performance.now() >= trustedUntil) lapses += 1;
    trustedUntil = Math.max(trustedUntil, begun + trustedShare * goneMilliseconds);
  };
  const retry = (error: unknown): never => {
    beatAt = -Infinity;
    throw error;
  };
  return {
    process,
    signOfLife() {
      if (first && performance.now() - beatAt < goneMilliseconds / 5) return first;
      const written = write(false).catch(retry);
      first ??= written.catch((error: unknown) => {
        first = undefined;
        throw error;
      });
      // whoever asked hears of it by what is returned
      first.catch(() => undefined);
      return written;
    },
    async look() {
      const askedAt = performance.now();
      try {
        const rows = await engine.query(serviceProcesses());
        watch.note(rows, askedAt);
        return rows[0]?.now;
      } catch (error) {
        watch.excuseSilence();
        throw error;
      }
    },
    living: () => watch.living(process),
    trust: () => lapses,
    isTrusted: (trust) => trust === lapses && performance.now() < trustedUntil,
    async leave() {
      if (first) await write(true);
    },
  };
}

/** A name that no other process has or had. @param host of the machine */
export function processName(host: string): string {
  return `${host}-${process.pid}-${randomUUID().slice(0, 8)}`;
}
