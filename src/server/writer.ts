import { join } from 'node:path';
import PQueue from 'p-queue';
import type { Config } from './config.ts';
import type { Engine } from './engine/engine.ts';
import type { LoadState } from './http/load-state.ts';
import { scheduleDailyScores } from './ingest/daily.ts';
import type { Detector } from './ingest/detectors/detector.ts';
import { scheduleDetectors } from './ingest/detectors/run-detectors.ts';
import { catalogue } from './ingest/feeds/catalogue/catalogue.ts';
import { FeedService, type FeedServiceOptions } from './ingest/feeds/feed-service.ts';
import { FeedSettings } from './ingest/feeds/feed-settings.ts';
import type { Judgements } from './queries/judgements.ts';
import { openOutfeeds, type OutfeedService } from './ingest/outfeeds/outfeed-service.ts';
import type { RiskScorer, SearchValues } from './ingest/outfeeds/renew.ts';
import { ObservationJournal } from './ingest/journal/observation-journal.ts';
import { openLiveFindings, type LiveFindings } from './ingest/live-findings.ts';
import { readLog } from './ingest/logs/read-log.ts';
import { LogService } from './ingest/logs/log-service.ts';
import { readHere } from './ingest/feeds/read/read-documents.ts';
import { readInThread, readLogsInThread } from './ingest/reading-thread.ts';
import { type StoreIntegrity, storeIntegrity } from './ingest/store-integrity.ts';
import type { Download } from '#model/download.ts';
import { openObjectStore } from './live/object-store.ts';
import { loadCollection, type LoadOutcome, type LoadProgress } from './load-collection.ts';

export interface WriterOptions {
  readonly config: Config;
  readonly engine: Engine;
  readonly detectors: readonly Detector[];
  /** The feeds that the configuration switches on. */
  readonly wanted: FeedServiceOptions['wanted'];
  readonly load: LoadState;
  readonly schemaFolder: string;
  /** Makes this process the only one that writes the collection, once the tables are there. @throws OtherWriter */
  readonly becomeWriter: () => Promise<void>;
  /** Replaces the live findings of this process. */
  readonly findings: LiveFindings | undefined;
  readonly download: Download;
  readonly threadProgram: string | undefined;
  readonly watchMilliseconds: number;
  readonly retryMilliseconds: number;
  readonly deriveMilliseconds: number;
  readonly detectMilliseconds: number;
  readonly gatherMilliseconds: number;
  readonly deriveNow: FeedServiceOptions['deriveNow'];
  readonly fill: ((engine: Engine) => Promise<unknown>) | undefined;
  /** Looks up risk scores for published feeds. */
  readonly scoreOf: RiskScorer;
  /** Runs the searches of published feeds. */
  readonly found: SearchValues;
  readonly judgements: () => Promise<Judgements>;
  readonly now: () => Date;
  readonly random: () => number;
  readonly report: (message: string) => void;
}

/** Everything that changes the collection: the first load, feeds, logs, live findings, scores and retention. */
export interface Writer {
  readonly findings: LiveFindings;
  readonly logs: LogService;
  readonly outfeeds: OutfeedService;
  /** Undefined on a server until the collection is loaded. */
  readonly feeds: FeedService | undefined;
  /** Makes the collection ready, then starts what changes it. @throws OtherWriter */
  load(progress: LoadProgress | undefined): Promise<LoadOutcome>;
  /** Refreshes the derived data now and after every midnight UTC, runs detectors and then `watch`, and renews published feeds, until `stop`. */
  refreshDaily(onError: (error: unknown) => void, watch: (signal: AbortSignal) => Promise<void>): void;
  /** Stops what changes the collection, except live findings. */
  stop(): Promise<void>;
  /** Compares the embedded store with its checksums, and reports the result. @throws EngineError, or the error of the disk */
  checkStore(signal: AbortSignal): Promise<void>;
  /** Writes down what the store holds, for the next start to compare. @throws EngineError, or the error of the disk */
  takeInventory(): Promise<void>;
}

/** Builds the services of a process with `SIGHTLINE_ROLE=all`. @throws the error of the disk */
export async function openWriter(options: WriterOptions): Promise<Writer> {
  const { config, engine, detectors, load, now, report } = options;
  const { dataFolder } = config;
  const journal = new ObservationJournal(engine, join(dataFolder, 'journal'), report);
  const findings = options.findings ?? openFindings(options, journal);
  const integrity = storeIntegrity(engine, join(dataFolder, 'store-parts.json'), report);
  const takeInventory = () => integrity.take(load.incomplete);
  const upkeep = new PQueue({ concurrency: 1 });
  const shared: WriterParts = { journal, takeInventory, exclusive: (work) => upkeep.add(work) };
  const logs = await openLogs(options, shared);
  const outfeeds = openOutfeeds({
    engine,
    now,
    scoreOf: options.scoreOf,
    found: options.found,
    judgements: options.judgements,
    onError: (error) => report(`The published feeds were not renewed: ${String(error)}`),
  });
  // their settings may be in a table, which a loaded collection has
  let feeds = load.current.state === 'ready' ? await openFeeds(options, shared) : undefined;
  let stopDaily = async (): Promise<void> => undefined;
  let stopDetectors = stopDaily;

  return {
    findings,
    logs,
    outfeeds,
    get feeds() {
      return feeds;
    },
    load: (progress) =>
      loadCollection({
        config,
        engine,
        detectors,
        journal,
        integrity,
        load,
        now,
        report,
        progress,
        schemaFolder: options.schemaFolder,
        fill: options.fill,
        becomeWriter: options.becomeWriter,
        async begin() {
          feeds ??= await openFeeds(options, shared);
          await feeds.start();
          await logs.begin();
        },
      }),
    refreshDaily(onError, watch) {
      stopDaily = scheduleDailyScores({
        engine,
        now,
        exclusive: shared.exclusive,
        retentionDays: config.retentionDays,
        onError,
        onRefreshed: takeInventory,
      });
      stopDetectors = scheduleDetectors({
        engine,
        detectors,
        now,
        everyMilliseconds: options.detectMilliseconds,
        after: watch,
        isBusy: () => logs.isBusy,
        onError: (error) =>
          report(`The detectors, the check of the score or the watches did not run: ${String(error)}`),
      });
      outfeeds.start();
    },
    async stop() {
      // all at once: each stops at its next step, and waiting for one must not let another begin more
      await Promise.all([logs.close(), feeds?.close(), stopDaily(), stopDetectors(), outfeeds.stop()]);
    },
    checkStore: (signal) => checkStore(options, { integrity, signal }),
    takeInventory,
  };
}

/** What feeds and logs share. */
interface WriterParts {
  readonly journal: ObservationJournal;
  /** Runs one piece of upkeep at a time. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>;
  readonly takeInventory: () => Promise<void>;
}

function openFindings(
  { engine, now, report, gatherMilliseconds }: WriterOptions,
  journal: ObservationJournal,
): LiveFindings {
  return openLiveFindings({
    engine,
    journal,
    now,
    gatherMilliseconds,
    onError: (error) => report(`The findings of a live look-up were not written: ${String(error)}`),
  });
}

function openLogs(options: WriterOptions, { journal, exclusive, takeInventory }: WriterParts): Promise<LogService> {
  const { config, engine, load, now, report, threadProgram, deriveMilliseconds } = options;
  return LogService.open({
    engine,
    now,
    report,
    exclusive,
    everyMilliseconds: options.watchMilliseconds,
    retryMilliseconds: options.retryMilliseconds,
    folder: join(config.dataFolder, 'logs'),
    inbox: config.inbox,
    bucket: config.bucket && {
      url: config.bucket.url,
      store: openObjectStore({ ...config.bucket, offline: config.offline }),
    },
    syslog: config.syslog && { ...config.syslog, host: config.host },
    deriveMilliseconds,
    settleMilliseconds: Math.min(2000, deriveMilliseconds),
    journal,
    read: threadProgram ? readLogsInThread(threadProgram) : readLog,
    deriveNow: options.deriveNow,
    damaged: () => load.incomplete.map(({ table }) => table),
    onWritten: takeInventory,
  });
}

async function openFeeds(options: WriterOptions, { exclusive, takeInventory }: WriterParts): Promise<FeedService> {
  const { config, engine, now, random, report, threadProgram, watchMilliseconds } = options;
  const { dataFolder } = config;
  const settings =
    engine.kind === 'server'
      ? await FeedSettings.inServer(engine, dataFolder, report)
      : await FeedSettings.inFolder(engine, dataFolder, report);
  return new FeedService({
    engine,
    catalogue,
    settings,
    now,
    random,
    report,
    exclusive,
    watchMilliseconds,
    deriveNow: options.deriveNow,
    retentionDays: config.retentionDays,
    folder: join(dataFolder, 'feeds'),
    download: options.download,
    offline: config.offline,
    wanted: options.wanted,
    readBatches: threadProgram ? readInThread(threadProgram) : readHere,
    onWritten: takeInventory,
  });
}

interface StoreCheck {
  readonly integrity: StoreIntegrity;
  readonly signal: AbortSignal;
}

async function checkStore({ load, now, report }: WriterOptions, { integrity, signal }: StoreCheck): Promise<void> {
  const { parts, found } = await integrity.check(signal);
  const incomplete = [...load.incomplete];
  for (const each of found) {
    report(`Damage found: ${each.reason}.`);
    if (!incomplete.some(({ table }) => table === each.table)) incomplete.push(each);
  }
  load.set({ state: 'ready', ...(incomplete.length > 0 && { incomplete }), checkedAt: now().toISOString() });
  if (found.length === 0) return report(`The store was checked: ${parts} parts match their checksums.`);
  await integrity.take(load.incomplete);
  report(
    'Answers are incomplete until it is repaired: restart the service. It rebuilds what it can, and names what has to be restored from a backup.',
  );
}
