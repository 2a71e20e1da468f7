import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism, hostname, totalmem } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import PQueue from 'p-queue';
import { buildApp, type AppOptions } from './app.ts';
import { scheduleDailyScores } from './collect/daily.ts';
import { dateToIsoDate } from '#model/dates.ts';
import { deriveNow } from './collect/feeds/apply-feed.ts';
import { catalogue } from './collect/feeds/catalogue.ts';
import { feedService, wantedFeeds, type FeedServiceOptions } from './collect/feeds/feed-service.ts';
import { openFeedStore } from './collect/feeds/feed-store.ts';
import { readLogsHere } from './collect/logs/import-log.ts';
import { logService } from './collect/logs/log-service.ts';
import { readInThread, readLogsInThread } from './collect/reading-thread.ts';
import { openLiveFindings, type LiveFindings } from './collect/live-findings.ts';
import { observationJournal } from './collect/observation-journal.ts';
import { storeIntegrity } from './collect/store-integrity.ts';
import type { Config } from './config.ts';
import { openChdb } from './engine/chdb-engine.ts';
import { openCluster } from './engine/cluster-engine.ts';
import type { Engine } from './engine/engine.ts';
import { openServer } from './engine/http-engine.ts';
import { statementLimits } from './engine/statement-limits.ts';
import { openApiKeys, type ApiKeys } from './http/api-keys.ts';
import { loadState } from './http/load-state.ts';
import { openOutboundClient } from './live/open-outbound-client.ts';
import { openDownload, type Download } from './live/download.ts';
import { openUpstream, type UpstreamOptions } from './upstream/open-upstream.ts';
import { loadCollection, type LoadOutcome, type LoadProgress } from './load-collection.ts';

/** The checkout, seen from src/server/ or, once built, from dist/server/. */
const root = join(import.meta.dirname, '../..');
const schemaFolder = join(root, 'src/server/engine/schema');

/** What tests and benchmarks replace; the service itself runs with none of it. */
export interface ServiceOverrides extends Partial<
  Pick<AppOptions, 'load' | 'live' | 'dashboardFolder' | 'logger' | 'now' | 'limits' | 'extend'>
> {
  /** A collection that is already open. Whoever opened it closes it. */
  readonly engine?: Engine;
  /** Sessions and memory of the embedded engine. */
  readonly sessions?: number;
  readonly statementBytes?: number;
  /** The engine as requests see it; imports and live findings use the one below. */
  readonly wrapEngine?: (engine: Engine) => Engine;
  readonly findings?: LiveFindings;
  readonly gatherMilliseconds?: number;
  /** The way out to the publishers of feeds. */
  readonly download?: Download;
  /** Waits for the provider, and the way to it. */
  readonly upstream?: Pick<UpstreamOptions, 'waits' | 'client'>;
  /** The built thread-program.ts, absolute: feeds are read there. Without it, the event loop reads them. */
  readonly threadProgram?: string;
  /** How often the schedules and drop folders of feeds are looked at. */
  readonly watchMilliseconds?: number;
  /** Until an import of a log is tried again. */
  readonly retryMilliseconds?: number;
  /** Between pushes of logs and what is derived from them. */
  readonly deriveMilliseconds?: number;
  /** What follows at once from an update of a feed. */
  readonly deriveNow?: NonNullable<FeedServiceOptions['deriveNow']>;
  /** 0 to 1: spreads fetches over time. */
  readonly random?: () => number;
  /** Fills the migrated collection in place of the first load. */
  readonly fill?: (engine: Engine) => Promise<unknown>;
  /** Gets what an operator should read; standard error unless given. */
  readonly report?: (message: string) => void;
}

export interface Service {
  /** Ready to listen, or to be sent requests in process. */
  readonly app: FastifyInstance;
  readonly engine: Engine;
  readonly keys: ApiKeys;
  readonly findings: LiveFindings;
  /** Makes the collection ready, which may take a while; until then the app answers that it is loading. */
  load(progress?: LoadProgress): Promise<LoadOutcome>;
  /** Refreshes the derived data now and after every midnight UTC, until the service is closed. */
  refreshDaily(): void;
  close(): Promise<void>;
}

/** The composition root: everything that one configuration needs, put together once. @throws EngineError, or the error of the disk */
export async function openService(config: Config, overrides: ServiceOverrides = {}): Promise<Service> {
  const {
    now = () => new Date(),
    load = loadState(),
    live = openOutboundClient({ offline: config.offline }),
    download = openDownload({ offline: config.offline }),
    random = Math.random,
    watchMilliseconds = 15_000,
    retryMilliseconds = 15_000,
    report = (message: string) => void process.stderr.write(`${message}\n`),
    wrapEngine = (engine: Engine) => engine,
    limits,
    extend,
    gatherMilliseconds,
  } = overrides;
  const keys = openApiKeys(config);
  const engine = overrides.engine ?? (await openEngine(config, overrides, report));
  const journal = observationJournal(engine, join(config.dataFolder, 'journal'), report);
  const findings =
    overrides.findings ??
    openLiveFindings({
      engine,
      journal,
      onError: (error) => report(`What a live look-up learned was not written: ${String(error)}`),
      now,
      ...(gatherMilliseconds !== undefined && { gatherMilliseconds }),
    });
  const integrity = storeIntegrity(engine, join(config.dataFolder, 'store-parts.json'), report);
  const upkeep = new PQueue({ concurrency: 1 });
  const exclusive = <T>(work: () => Promise<T>): Promise<T> => upkeep.add(work);
  const feeds = feedService({
    ...{ engine, catalogue, now, random, report, exclusive, watchMilliseconds },
    ...(overrides.deriveNow && { deriveNow: overrides.deriveNow }),
    store: await openFeedStore(config.dataFolder, report),
    folder: join(config.dataFolder, 'feeds'),
    offline: config.offline,
    wanted: wantedFeeds(config.feeds, catalogue),
    fetchFile: download,
    ...(overrides.threadProgram && { readBatches: readInThread(overrides.threadProgram) }),
    onWritten: () => integrity.take(load.incomplete),
  });
  const readLogs = overrides.threadProgram ? readLogsInThread(overrides.threadProgram) : readLogsHere;
  const logs = await logService({
    ...{ engine, now, report, exclusive, everyMilliseconds: watchMilliseconds, retryMilliseconds },
    folder: join(config.dataFolder, 'logs'),
    inbox: config.inbox,
    deriveMilliseconds: overrides.deriveMilliseconds ?? 300_000,
    settleMilliseconds: Math.min(2000, overrides.deriveMilliseconds ?? Infinity),
    tools: () => ({ journal, read: readLogs, today: dateToIsoDate(now()) }),
    derive: () => (overrides.deriveNow ?? deriveNow)(engine, dateToIsoDate(now())),
    onWritten: () => integrity.take(load.incomplete),
  });
  const upstream =
    config.upstream &&
    openUpstream({ settings: config.upstream, engine, offline: config.offline, now, report, ...overrides.upstream });
  const app = await buildApp({
    engine: wrapEngine(engine),
    keys,
    load,
    document: JSON.parse(readFileSync(join(root, 'public/openapi.json'), 'utf8')) as object,
    dashboardFolder: overrides.dashboardFolder ?? join(root, 'dist/web'),
    jobsFolder: join(config.dataFolder, 'jobs'),
    processName: `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`,
    isLoopback: config.isLoopback,
    live,
    findings,
    feeds,
    logs,
    ...(upstream && { upstream }),
    logger: overrides.logger ?? false,
    now,
    ...(limits && { limits }),
    ...(extend && { extend }),
  });
  let isLoaded = false;
  let stopRefreshing = async (): Promise<void> => undefined;
  return {
    app,
    engine,
    keys,
    findings,
    async load(progress) {
      const { fill } = overrides;
      const outcome = await loadCollection({
        ...{ engine, journal, integrity, load, config, schemaFolder },
        ...{ now, report, progress, fill },
      });
      isLoaded = outcome.isReady;
      if (isLoaded) await feeds.start();
      if (isLoaded) await logs.begin();
      return outcome;
    },
    refreshDaily() {
      stopRefreshing = scheduleDailyScores({
        engine,
        now,
        exclusive,
        retentionDays: config.retentionDays,
        onError: (err) => app.log.error({ err }, 'the scores were not refreshed'),
        onRefreshed: () => integrity.take(load.incomplete),
      });
    },
    async close() {
      await logs.close();
      await feeds.close();
      await stopRefreshing();
      await app.close();
      if (isLoaded)
        await integrity
          .take(load.incomplete)
          .catch((error: unknown) => app.log.error({ err: error }, 'no inventory was written'));
      if (!overrides.engine) await engine.close();
    },
  };
}

async function openEngine(
  config: Config,
  { sessions, statementBytes }: ServiceOverrides,
  report: (message: string) => void,
): Promise<Engine> {
  const limits = statementLimits(statementBytes ?? memoryForStatements());
  const { clickhouseUrls: urls, clickhouseCluster: cluster } = config;
  if (cluster) return openCluster({ urls, cluster, schemaFolder, limits, report });
  if (urls[0]) return openServer({ url: urls[0], limits });
  return openChdb({
    path: join(config.dataFolder, 'store'),
    database: 'sightline',
    sessions: sessions ?? Math.max(4, 2 * availableParallelism()),
    limits,
  });
}

/** A twentieth of the machine or of the container, and 1.2 GB at least: with what Node itself takes 1.5 GB. */
function memoryForStatements(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return Math.max(1.2e9, bytes / 20);
}
