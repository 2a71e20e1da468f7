import PQueue from 'p-queue';
import { dateToIsoDate } from '#model/dates.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { Judgements } from '#server/queries/judgements.ts';
import { type OutfeedDefinition, outfeedsQuery } from '#server/queries/outfeeds.ts';
import { repeat } from '#server/timing/repeat.ts';
import { renewOutfeeds, type RiskScorer, type SearchValues } from './renew.ts';

export interface OutfeedOptions {
  readonly engine: Engine;
  readonly scoreOf: RiskScorer;
  readonly found: SearchValues;
  readonly judgements: () => Promise<Judgements>;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

/** The feeds that this service publishes: only the process that writes the collection changes and renews them. */
export interface OutfeedService {
  /** Defines a feed, and renews it soon. @returns false when there is one of this name @throws EngineError */
  add(feed: OutfeedDefinition): Promise<boolean>;
  /** Removes a feed with its entries. @returns false when there is none of this name @throws EngineError */
  remove(name: string): Promise<boolean>;
  /** Renews the feeds that are due now, and every minute. */
  start(): void;
  /** Stops the renewals, and waits for the running one. */
  stop(): Promise<void>;
}

const everyMilliseconds = 60_000;

export function openOutfeeds({ engine, scoreOf, found, judgements, now, onError }: OutfeedOptions): OutfeedService {
  const turns = new PQueue({ concurrency: 1 });
  const stopping = new AbortController();
  let stopRepeating = (): Promise<void> => Promise.resolve();
  const renew = () =>
    turns.add(async () => {
      if (stopping.signal.aborted) return;
      const at = now();
      await renewOutfeeds(engine, {
        now: at,
        today: dateToIsoDate(at),
        scoreOf,
        found,
        judgements,
        signal: stopping.signal,
      });
    });
  const report = (error: unknown) => {
    if (!stopping.signal.aborted) onError(error);
  };
  const has = async (name: string) => (await engine.query(outfeedsQuery(name))).length > 0;
  const forget = async (name: string) => {
    for (const table of ['service_outfeed_entries', 'service_outfeed_runs'])
      await engine.command({
        name: 'outfeeds',
        sql: `DELETE FROM ${table} WHERE feed = {name:String}`,
        params: { name },
      });
  };
  return {
    add: (feed) =>
      turns.add(async () => {
        if (await has(feed.name)) return false;
        const created = Math.floor(now().getTime() / 1000);
        await engine.insert('service_outfeeds', [{ ...feed, created, removed: 0 }]);
        void renew().catch(report);
        return true;
      }),
    remove: (name) =>
      turns.add(async () => {
        if (!(await has(name))) return false;
        await engine.insert('service_outfeeds', [{ name, removed: 1 }]);
        await forget(name);
        return true;
      }),
    start() {
      stopRepeating = repeat(renew, everyMilliseconds, report);
    },
    async stop() {
      stopping.abort();
      await stopRepeating();
      await turns.onIdle();
    },
  };
}
