import { setTimeout as pause } from 'node:timers/promises';
import { dateToIsoDate } from '#model/dates.ts';
import { errorTextWithStack } from '#model/errors.ts';
import type { Detector } from './ingest/detectors/detector.ts';
import { runDetectors } from './ingest/detectors/run-detectors.ts';
import { deriveNow } from './ingest/derive.ts';
import { settleFeeds } from './ingest/feeds/apply/apply-listings.ts';
import { firstLoad, type FirstLoadOptions } from './ingest/first-load.ts';
import type { ObservationJournal } from './ingest/journal/observation-journal.ts';
import { importIds, importState } from './ingest/ledger.ts';
import { runQuality } from './ingest/quality/run-quality.ts';
import { repair } from './ingest/repair.ts';
import type { Damage, StoreIntegrity } from './ingest/store-integrity.ts';
import { diskProblem } from './disk/check-folder.ts';
import { type Engine, EngineError, type EngineFault } from './engine/engine.ts';
import { dictionaryCredentials } from './engine/http-engine.ts';
import { createSchema, OtherSchema } from './schema/create-schema.ts';
import type { LoadState, LoadStep, Readiness } from './http/load-state.ts';
import type { Config } from './config.ts';
import { OtherWriter } from './processes/writer-row.ts';
import { unfinishedMove } from './move/unfinished-move.ts';

/** Shows how far the first load is. */
export interface LoadProgress {
  update(steps: readonly LoadStep[]): void;
  stop(): void;
}

/** How a load ended; `seconds` is absent when nothing had to be loaded. */
export type LoadOutcome = { readonly isReady: true; readonly seconds?: number } | { readonly isReady: false };

interface LoadOptions {
  readonly engine: Engine;
  readonly journal: ObservationJournal;
  readonly integrity: StoreIntegrity;
  readonly load: LoadState;
  readonly config: Config;
  readonly schemaFolder: string;
  readonly now: () => Date;
  readonly detectors: readonly Detector[];
  readonly report: (message: string) => void;
  readonly progress: LoadProgress | undefined;
  /** Fills an empty collection. @returns what was loaded, or 'nothing' */
  readonly fill: ((engine: Engine) => Promise<unknown>) | undefined;
  /** Makes this process the one that writes the collection, once the tables are there. @throws OtherWriter */
  readonly becomeWriter: () => Promise<void>;
  /** Starts the services that change the collection. */
  readonly begin: () => Promise<void>;
}

/**
 * Makes the collection ready for queries: creates its tables, repairs it, and fills it if it is empty. Failures end up in `load`.
 * @throws OtherWriter
 */
export async function loadCollection(options: LoadOptions): Promise<LoadOutcome> {
  const { engine, journal, integrity, load, config, now, report, progress } = options;
  const startedAt = Date.now();
  const loading: FirstLoadOptions = {
    sample: config.sample,
    today: dateToIsoDate(now()),
    onProgress: (steps) => {
      load.set({ state: 'loading', steps, startedAt });
      progress?.update(steps);
    },
  };
  const { detectors, fill = () => fillFirst(engine, detectors, loading) } = options;
  try {
    await createSchema(engine, {
      folder: options.schemaFolder,
      credentials: dictionaryCredentials(config.clickhouseUrls[0]),
    });
    await options.becomeWriter();
    if ((await unfinishedMove(engine)) !== undefined) throw new UnfinishedMove();
    await journal.settle();
    const damage = await integrity.inspect();
    for (const { reason } of damage) report(`Damage found: ${reason}.`);
    // the operator of a server repairs it, from a replica or a backup
    const incomplete = engine.kind === 'embedded' && damage.length > 0 ? await repair(engine, damage, loading) : damage;
    const loaded = await fill(engine);
    for (const message of await settleFeeds(engine, deriveNow(engine, loading.today))) report(message);
    await integrity.take(incomplete);
    if (loaded !== 'nothing') await engine.reopen?.();
    progress?.stop();
    if (damage.length > 0) report(repairOutcome(incomplete));
    await options.begin();
    load.set({ state: 'ready', ...(incomplete.length > 0 && { incomplete }) });
    const isNew = loaded !== 'nothing' || damage.length > 0;
    return { isReady: true, ...(isNew && { seconds: (Date.now() - startedAt) / 1000 }) };
  } catch (error) {
    progress?.stop();
    if (error instanceof OtherWriter) throw error;
    if (error instanceof EngineError && error.fault === 'cancelled') {
      report('Stopped while the collection was being loaded: the next start loads what is missing.');
      return { isReady: false };
    }
    const isKnown = error instanceof UnfinishedMove || error instanceof OtherSchema;
    // the disk of a server is not that of the data folder
    const isOfServer = error instanceof EngineError && engine.kind === 'server';
    const problem = isOfServer ? undefined : diskProblem(config.dataFolder, error);
    const failure = loadFailure(error, isKnown ? error.message : problem);
    load.set(failure);
    report(`${failure.message}\n${errorTextWithStack(error)}`);
    return { isReady: false };
  }
}

/** The findings are there with the first answers, and the memory that looking for them took is given back with that of the load. */
async function fillFirst(engine: Engine, detectors: readonly Detector[], loading: FirstLoadOptions): Promise<unknown> {
  const loaded = await firstLoad(engine, loading);
  if (loaded !== 'nothing') {
    await runDetectors(engine, { today: loading.today, detectors });
    await runQuality(engine, loading.today);
  }
  return loaded;
}

/** How often an `api` process looks whether the collection is ready. */
const followMilliseconds = 500;

/**
 * Waits until the process that writes the collection has made it ready.
 * @param signal fires when the service closes @returns false when it closed first @throws EngineError `denied`
 */
export async function followCollection({
  engine,
  report,
  signal,
}: Pick<LoadOptions, 'engine' | 'report'> & { readonly signal: AbortSignal }): Promise<boolean> {
  for (let isTold = false; !(await isReady(engine)); isTold = true) {
    if (!isTold) report('The collection is not ready. Start a process with SIGHTLINE_ROLE=all, which loads it.');
    await pause(followMilliseconds, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return false;
  }
  return true;
}

async function isReady(engine: Engine): Promise<boolean> {
  try {
    const first = await importState(engine, importIds.firstLoad);
    return first?.state === 'done' && (await unfinishedMove(engine)) === undefined;
  } catch (error) {
    // there are no tables yet, or no server
    if (error instanceof EngineError && error.fault !== 'denied') return false;
    throw error;
  }
}

class UnfinishedMove extends Error {
  override readonly name = 'UnfinishedMove';
  constructor() {
    super('A move into this store was interrupted. Stop the service and run the same “npm run move” again.');
  }
}

function repairOutcome(incomplete: readonly Damage[]): string {
  if (incomplete.length === 0) return 'Everything that was damaged has been rebuilt.';
  const tables = incomplete.map(({ table }) => table).join(', ');
  return `Rows lost from these tables cannot be rebuilt: ${tables}. Answers from them are incomplete; restore the data folder from a backup.`;
}

const reasons: Partial<Readonly<Record<EngineFault, string>>> = {
  unreachable: 'the store did not answer',
  overloaded: 'the store is overloaded',
  timeout: 'the store took too long',
  'too-large': 'there was not enough memory',
  'disk-full': 'the disk of the store is full',
  'read-only': 'the store is read-only',
  denied: 'the store refused its user',
};

/**
 * A failed load, with a message for callers. The message of the engine is for the log only.
 * @param problem a sentence with the cause and what to do, if known
 */
export function loadFailure(error: unknown, problem?: string): Extract<Readiness, { state: 'failed' }> {
  const reason = error instanceof EngineError && problem === undefined ? reasons[error.fault] : undefined;
  const said = `The collection could not be loaded${reason ? `: ${reason}` : ''}.`;
  const advice = problem ?? 'See the log of the service for details; a restart begins the load again.';
  return { state: 'failed', message: `${said} ${advice}` };
}
