import type { Engine } from '#server/engine/engine.ts';
import { reloadDictionaries } from './dictionaries.ts';
import { missingDays, oweScores, refreshScores } from './scores/refresh.ts';

/** Derived data that an import made stale. */
export interface StaleData {
  /** The ranges that contain an address. */
  readonly ranges: boolean;
  /** The scores of today. */
  readonly scores: boolean;
}
/** Brings derived data up to date. @throws EngineError */
export type Derive = (stale: StaleData) => Promise<void>;

/** Refreshes everything at once. @param today 'yyyy-mm-dd' */
export function deriveNow(engine: Engine, today: string): Derive {
  return async ({ ranges, scores }) => {
    if (ranges) await reloadDictionaries(engine, ['covering_ranges']);
    if (scores) await refreshScores(engine, (await missingDays(engine, today)) ?? { from: today, to: today });
  };
}

/** Notes that scores are stale; a later refresh, at the latest that of the next start, updates them. @param today 'yyyy-mm-dd' */
export function deriveScoresLater(engine: Engine, today: string): Derive {
  return async ({ ranges, scores }) => {
    if (ranges) await reloadDictionaries(engine, ['covering_ranges']);
    if (scores) await oweScores(engine, today);
  };
}
