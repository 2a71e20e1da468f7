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
  /** Called when new rows were derived. */
  readonly onRefreshed?: () => Promise<void>;
  readonly now?: () => Date;
  /** Passive DNS records that were last seen longer ago are removed; undefined keeps them. */
  readonly retentionDays?: number | undefined;
  /** Work that changes the collection, one after the other. */
  readonly exclusive?: <T>(work: () => Promise<T>) => Promise<T>;
}

/**
 * Derives what is not of today yet: the name-server transfers, then the dictionaries and the scores of the days that have
 * no snapshot. @returns whether there was anything to do
 * @throws EngineError
 */
export async function refreshToday(engine: Engine, today: string): Promise<boolean> {
  const hasTransfers = await hasNsTransfers(engine, today);
  if (!hasTransfers) await refreshNsTransfers(engine, today);
  const span = await missingDays(engine, today);
  if (!span) return !hasTransfers;
  // prefixes that begin or end today change what the dictionaries of today say
  await reloadDictionaries(engine, dictionaries.imports);
  await refreshScores(engine, span);
  return true;
}

const secondsAfterMidnight = 5;
/** A refresh that failed is tried again, for a server may only be restarting. */
const retryMilliseconds = 300_000;

/**
 * Brings the scores up to date now and after every midnight UTC. Failures are reported and tried again in five minutes.
 * @returns stops it; a refresh at work is waited for
 */
export function scheduleDailyScores({
  engine,
  onError,
  onRefreshed = () => Promise.resolve(),
  now = () => new Date(),
  retentionDays,
  exclusive = (work) => work(),
}: DailyOptions): () => Promise<void> {
  const refresh = () =>
    exclusive(async () => {
      const removed =
        retentionDays === undefined
          ? 0
          : await expireRecords(engine, dateToIsoDate(firstOfLastDays(retentionDays, now())));
      const isNew = await refreshToday(engine, dateToIsoDate(now()));
      if (isNew || removed > 0) await onRefreshed();
      return millisecondsToMidnight(now()) + secondsAfterMidnight * 1000;
    });
  return repeat(refresh, retryMilliseconds, onError);
}

export function millisecondsToMidnight(now: Date): number {
  return 86_400_000 - (now.getTime() % 86_400_000);
}
