import { dateToIsoDate, plusDays } from '#model/dates.ts';
import type { Engine } from '#server/engine/engine.ts';
import { repeat } from '#server/timing/repeat.ts';
import { dictionaries, reloadDictionaries } from './dictionaries.ts';
import { importIds, importState } from './ledger.ts';
import { expireRecords } from './retention.ts';
import { hasNsTransfers, refreshNsTransfers } from './ns-transfers.ts';
import { dropLaterScores, missingDays, refreshScores } from './scores/refresh.ts';

export interface DailyOptions {
  readonly engine: Engine;
  readonly onError: (error: unknown) => void;
  /** Called when rows were derived or removed. */
  readonly onRefreshed: () => Promise<void>;
  readonly now: () => Date;
  /** Removes passive DNS records that were last seen longer ago, once a day; undefined keeps them. */
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
  const hadLater = await dropLaterScores(engine, today);
  const span = (await missingDays(engine, today)) ?? (hadLater ? { from: today, to: today } : null);
  if (!span) return !hasTransfers;
  // prefixes that begin or end today change the dictionaries
  await reloadDictionaries(engine, dictionaries.imports);
  await refreshScores(engine, span, { signal });
  return true;
}

const secondsAfterMidnight = 5;
/** How often to look whether a refresh is due: it may have failed, and the timers of a machine that sleeps do not end at midnight. */
const lookMilliseconds = 300_000;

/**
 * Refreshes the derived data now and on each new day, soon after midnight UTC. A failure is reported, and the refresh repeated after five minutes.
 * @returns stops the schedule and a running refresh
 */
export function scheduleDailyScores(options: DailyOptions): () => Promise<void> {
  const { engine, onError, onRefreshed, now, retentionDays, exclusive } = options;
  let refreshed = '';
  const refresh = (signal: AbortSignal) =>
    exclusive(async () => {
      const today = dateToIsoDate(now());
      if (today === refreshed) return nextLook(now());
      const removed = retentionDays === undefined ? 0 : await expireOnce(engine, today, retentionDays);
      const isNew = await refreshToday(engine, today, signal);
      if (isNew || removed > 0) await onRefreshed();
      refreshed = today;
      return nextLook(now());
    });
  return repeat(refresh, lookMilliseconds, onError);
}

/**
 * Removes old records, unless scores are of today already. The days count back from the day after those of the last scores: a clock
 * that is ahead must not remove what is not old.
 */
async function expireOnce(engine: Engine, today: string, retentionDays: number): Promise<number> {
  const scores = await importState(engine, importIds.scores);
  if (!scores || scores.asOf >= today) return 0;
  return expireRecords(engine, plusDays(scores.asOf, 1 - retentionDays));
}

/** Milliseconds until the next look: soon after midnight UTC at the latest. */
export function nextLook(now: Date): number {
  return Math.min(lookMilliseconds, 86_400_000 - (now.getTime() % 86_400_000) + 1000 * secondsAfterMidnight);
}
