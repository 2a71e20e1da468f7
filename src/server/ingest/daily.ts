import { dateToIsoDate, firstOfLastDays } from '#model/dates.ts';
import type { Engine } from '#server/engine/engine.ts';
import { repeat } from '#server/timing/repeat.ts';
import { dictionaries, reloadDictionaries } from './dictionaries.ts';
import { expireRecords } from './retention.ts';
import { hasNsTransfers, refreshNsTransfers } from './ns-transfers.ts';
import { missingDays, refreshScores } from './scores/refresh.ts';

export interface DailyOptions {
  readonly engine: Engine;
  readonly onError: (error: unknown) => void;
  /** Called when rows were derived or removed. */
  readonly onRefreshed: () => Promise<void>;
  readonly now: () => Date;
  /** Removes passive DNS records that were last seen longer ago; undefined keeps them. */
  readonly retentionDays: number | undefined;
  /** Runs work that changes the collection, one piece at a time. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Derives data for today: the name-server transfers, then the dictionaries and the scores of all days without a snapshot.
 * @param signal ends the statement at work; a repetition begins again
 * @returns whether anything was missing
 * @throws EngineError
 */
export async function refreshToday(engine: Engine, today: string, signal?: AbortSignal): Promise<boolean> {
  const hasTransfers = await hasNsTransfers(engine, today);
  if (!hasTransfers) await refreshNsTransfers(engine, today, signal);
  const span = await missingDays(engine, today);
  if (!span) return !hasTransfers;
  // prefixes that begin or end today change the dictionaries
  await reloadDictionaries(engine, dictionaries.imports);
  await refreshScores(engine, span, { signal });
  return true;
}

const secondsAfterMidnight = 5;
/** After a failure, because a server may only be restarting. */
const retryMilliseconds = 300_000;

/**
 * Refreshes the derived data now and after every midnight UTC. A failure is reported, and the refresh repeated after five minutes.
 * @returns stops the schedule and a running refresh
 */
export function scheduleDailyScores(options: DailyOptions): () => Promise<void> {
  const { engine, onError, onRefreshed, now, retentionDays, exclusive } = options;
  const refresh = (signal: AbortSignal) =>
    exclusive(async () => {
      const removed =
        retentionDays === undefined
          ? 0
          : await expireRecords(engine, dateToIsoDate(firstOfLastDays(retentionDays, now())));
      const isNew = await refreshToday(engine, dateToIsoDate(now()), signal);
      if (isNew || removed > 0) await onRefreshed();
      return millisecondsToMidnight(now()) + secondsAfterMidnight * 1000;
    });
  return repeat(refresh, retryMilliseconds, onError);
}

/** Until the next midnight UTC. */
export function millisecondsToMidnight(now: Date): number {
  return 86_400_000 - (now.getTime() % 86_400_000);
}
