import { readFileSync } from 'node:fs';
import { availableParallelism, hostname, totalmem } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import PQueue from 'p-queue';
import { buildApp, type AppOptions } from './app.ts';
import { scheduleDailyScores } from './ingest/daily.ts';
import { dateToIsoDate } from '#model/dates.ts';
import { deriveNow } from './ingest/feeds/apply-feed.ts';
import { catalogue } from './ingest/feeds/catalogue.ts';
import {
  feedPreview,
  feedService,
  wantedFeeds,
  type FeedService,
  type FeedServiceOptions,
} from './ingest/feeds/feed-service.ts';
import { openFeedStore, openSharedFeedStore, type FeedStore } from './ingest/feeds/feed-store.ts';
import { sharedFeeds } from './ingest/feeds/shared-feeds.ts';
import { readLogsHere } from './ingest/logs/import-log.ts';
import { logService } from './ingest/logs/log-service.ts';
import { readInThread, readLogsInThread } from './ingest/reading-thread.ts';
import { openLiveFindings, type LiveFindings } from './ingest/live-findings.ts';
import { observationJournal } from './ingest/journal/observation-journal.ts';
import { isImportOf, liveImport, sharingOf } from './ingest/sharing.ts';
import { storeIntegrity } from './ingest/store-integrity.ts';
import type { Config } from './config.ts';
import { openChdb } from './engine/chdb-engine.ts';
import { openCluster } from './engine/cluster-engine.ts';
import { readSchema } from './schema/forms.ts';
import type { Engine } from './engine/engine.ts';
import { openServer } from './engine/http-engine.ts';
import { statementLimits } from './engine/statement-limits.ts';
import { openApiKeys, type ApiKeys } from './http/api-keys.ts';
import { loadState } from './http/load-state.ts';
import { openOutboundClient } from './live/open-outbound-client.ts';
import { openDownload, type Download } from './live/download.ts';
import { openUpstream, type UpstreamOptions } from './upstream/open-upstream.ts';
import { claimsOf } from './processes/claims.ts';
import { fencedEngine } from './processes/fenced-engine.ts';
import { openLease } from './processes/lease.ts';
import { processName, processRegistry } from './processes/process-registry.ts';
import { loadCollection, takeOverCollection, type LoadOutcome, type LoadProgress } from './load-collection.ts';

/** The checkout, seen from src/server/ or, once built, from dist/server/. */
const root = join(import.meta.dirname, '../..');
const schemaFolder = join(root, 'src/server/schema');

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
  /** Fills the empty collection in place of the first load. */
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
    watchMilliseconds = config.watchSeconds * 1000,
    retryMilliseconds = config.watchSeconds * 1000,
    report = (message: string) => void process.stderr.write(`${message}\n`),
    wrapEngine = (engine: Engine) => engine,
    limits,
    extend,
    gatherMilliseconds,
  } = overrides;
  const keys = openApiKeys(config);
  const name = processName(hostname());
  const engine = overrides.engine ?? (await openEngine(config, overrides, { name, report }));
  const goneMilliseconds = config.takeoverSeconds * 1000;
  const registry = engine.kind === 'server' ? processRegistry({ engine, process: name, goneMilliseconds }) : undefined;
  const claims = registry && claimsOf(engine, registry);
  const lease = registry && claims && openLease({ claims, registry, work: (held) => lead(held.number), report });
  /** For what one process at a time may do. */
  const writer = lease ? fencedEngine(engine, lease.isHeld) : engine;
  const sharing = claims && sharingOf(claims, config.dataFolder, report);
  const journal = observationJournal(engine, join(config.dataFolder, 'journal'), report, sharing);
  const findings =
    overrides.findings ??
    openLiveFindings({
      engine,
      journal,
      onError: (error) => report(`What a live look-up learned was not written: ${String(error)}`),
      now,
      importId: () => liveImport(sharing?.writer ?? 0),
      ...(gatherMilliseconds !== undefined && { gatherMilliseconds }),
    });
  const integrity = storeIntegrity(engine, join(config.dataFolder, 'store-parts.json'), report, (id) =>
    isImportOf(sharing?.writer ?? 0, id),
  );
  const upkeep = new PQueue({ concurrency: 1 });
  const exclusive = <T>(work: () => Promise<T>): Promise<T> => upkeep.add(work);
  const openFeeds = (store: FeedStore): FeedService =>
    feedService({
      ...{ engine: writer, catalogue, now, random, report, exclusive, watchMilliseconds },
      ...(overrides.deriveNow && { deriveNow: overrides.deriveNow }),
      ...{ store, folder: feedFolder, fetchFile: download },
      offline: config.offline,
      wanted: wantedFeeds(config.feeds, catalogue),
      ...(overrides.threadProgram && { readBatches: readInThread(overrides.threadProgram) }),
      onWritten: () => integrity.take(load.incomplete),
    });
  const feedFolder = join(config.dataFolder, 'feeds');
  const shared =
    lease && sharedFeeds({ engine, preview: feedPreview({ folder: feedFolder, now, fetchFile: download }), report });
  const alone = shared ? undefined : openFeeds(await openFeedStore(config.dataFolder, report));
  const feeds = shared ?? alone;
  if (!feeds) throw new Error('there is no service of feeds');
  const readLogs = overrides.threadProgram ? readLogsInThread(overrides.threadProgram) : readLogsHere;
  const logs = await logService({
    ...{ engine, now, report, exclusive, everyMilliseconds: watchMilliseconds, retryMilliseconds },
    folder: join(config.dataFolder, 'logs'),
    inbox: config.inbox,
    deriveMilliseconds: overrides.deriveMilliseconds ?? 300_000,
    settleMilliseconds: Math.min(2000, overrides.deriveMilliseconds ?? Infinity),
    tools: () => ({ journal, sharing, read: readLogs, today: dateToIsoDate(now()) }),
    derive: () => (overrides.deriveNow ?? deriveNow)(writer, dateToIsoDate(now())),
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
    registry,
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
  let settleLoad = (_: boolean): void => undefined;
  const whenLoaded = new Promise<boolean>((resolve) => {
    settleLoad = resolve;
  });
  let isFirst = true;
  let isDaily = false;
  let stopLeading = async (): Promise<void> => undefined;
  let startDaily = (): void => undefined;

  /** Begins what one process at a time does: the feeds, the inbox, what is derived, the daily scores. @returns ends it */
  async function lead(term: number): Promise<() => Promise<void>> {
    if (!(await whenLoaded)) return async () => undefined;
    // what a process left that is gone
    if (!isFirst) await takeOverCollection({ writer, integrity, load, now, report });
    isFirst = false;
    const stops: (() => Promise<void>)[] = [];
    const stop = async (): Promise<void> => {
      startDaily = () => undefined;
      for (const each of stops.reverse()) await each();
    };
    startDaily = () => {
      const options = { engine: writer, now, exclusive, retentionDays: config.retentionDays };
      stops.unshift(
        scheduleDailyScores({
          ...options,
          onError: (err) => app.log.error({ err }, 'the scores were not refreshed'),
          onRefreshed: () => integrity.take(load.incomplete),
        }),
      );
      startDaily = () => undefined;
    };
    try {
      stops.push(await leadFeeds(term));
      stops.push(await logs.lead());
      if (isDaily) startDaily();
      return stop;
    } catch (error) {
      await stop();
      throw error;
    }
  }
  async function leadFeeds(term: number): Promise<() => Promise<void>> {
    if (shared) {
      const store = await openSharedFeedStore(writer, { folder: config.dataFolder, term, onCorrupt: report });
      return shared.lead(openFeeds(store), term);
    }
    await alone?.start();
    return async () => alone?.close();
  }

  let isLoaded = false;
  return {
    app,
    engine,
    keys,
    findings,
    async load(progress) {
      const { fill } = overrides;
      const outcome = await loadCollection({
        ...{ engine, writer, journal, integrity, load, config, schemaFolder, lease, sharing },
        ...{ now, report, progress, fill },
      });
      isLoaded = outcome.isReady;
      isFirst = lease === undefined || lease.isHeld();
      settleLoad(isLoaded);
      if (isLoaded) {
        await logs.begin();
        shared?.follow();
        if (!lease) stopLeading = await lead(0);
      } else {
        await lease?.close();
        await registry?.leave().catch(() => undefined);
      }
      return outcome;
    },
    refreshDaily() {
      isDaily = true;
      startDaily();
    },
    async close() {
      settleLoad(false);
      await lease?.close();
      await stopLeading();
      await logs.close();
      await shared?.close();
      await alone?.close();
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
  { name, report }: { readonly name: string; readonly report: (message: string) => void },
): Promise<Engine> {
  const limits = statementLimits(statementBytes ?? memoryForStatements());
  const { clickhouseUrls: urls, clickhouseCluster: cluster } = config;
  if (cluster) return openCluster({ urls, cluster, schema: readSchema(schemaFolder), limits, report });
  if (urls[0]) return openServer({ url: urls[0], limits, process: name });
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
