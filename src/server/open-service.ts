import { readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp, type AppOptions } from './app.ts';
import { deriveNow } from './ingest/derive.ts';
import { detectors as builtIn } from './ingest/detectors/detectors.ts';
import { readOwnDetectors } from './ingest/detectors/own-detectors.ts';
import { catalogue } from './ingest/feeds/catalogue/catalogue.ts';
import { wantedFeeds, type FeedServiceOptions } from './ingest/feeds/feed-service.ts';
import { readOwnTitles } from './ingest/feeds/feed-settings.ts';
import type { LiveFindings } from './ingest/live-findings.ts';
import type { Config } from './config.ts';
import { openChdb } from './engine/chdb-engine.ts';
import { openCluster } from './engine/cluster-engine.ts';
import { readSchema } from './schema/forms.ts';
import type { Engine } from './engine/engine.ts';
import { openServer } from './engine/http-engine.ts';
import { statementLimits } from './engine/statement-limits.ts';
import { openEvidenceKey } from './http/evidence-key.ts';
import { openApiKeys, type ApiKeys } from './http/api-keys.ts';
import { loadState } from './http/load-state.ts';
import { openOutboundClient } from './live/open-outbound-client.ts';
import type { Download } from '#model/download.ts';
import { openDownload } from './live/download.ts';
import { openWebhooks, type SendWebhook } from './live/webhooks.ts';
import { openUpstream, type UpstreamOptions } from './upstream/upstream.ts';
import { judgementReader } from './queries/judgements.ts';
import { processName, processRow } from './processes/process-row.ts';
import { coverageReader } from './queries/coverage.ts';
import { riskScorer } from './routes/member-scores.ts';
import { takeWriterRow } from './processes/writer-row.ts';
import type { AllServices } from './routes/handler.ts';
import { readWatchRequest, watchCalls } from './routes/watch-calls.ts';
import { WatchService } from './watches/watch-service.ts';
import { followCollection, type LoadOutcome, type LoadProgress } from './load-collection.ts';
import { openWriter, type Writer, type WriterOptions } from './writer.ts';

/** The checkout, seen from src/server/ or, once built, from dist/server/. */
const root = join(import.meta.dirname, '../..');
const schemaFolder = join(root, 'src/server/schema');

/** Replacements for tests and benchmarks; the service itself uses none. */
export interface ServiceOverrides extends Partial<
  Pick<AppOptions, 'load' | 'live' | 'dashboardFolder' | 'logger' | 'now' | 'limits' | 'extend'>
> {
  /** A collection that is already open. The caller closes it. */
  readonly engine?: Engine;
  /** Sessions and memory of the embedded engine. */
  readonly sessions?: number;
  readonly statementBytes?: number;
  /** The engine as requests see it; imports and live findings use the one below. */
  readonly wrapEngine?: (engine: Engine) => Engine;
  readonly findings?: LiveFindings;
  readonly gatherMilliseconds?: number;
  /** Downloads from the publishers of feeds. */
  readonly download?: Download;
  /** Wait times and client of the provider. */
  readonly upstream?: Pick<UpstreamOptions, 'waits' | 'client'>;
  /** The built thread-program.ts, absolute: feeds are read there. Without it, the event loop reads them. */
  readonly threadProgram?: string;
  /** How often the schedules and drop folders of feeds are checked. */
  readonly watchMilliseconds?: number;
  /** Delay until an import of a log is retried. */
  readonly retryMilliseconds?: number;
  /** Delay between pushes of logs and the derivation from them. */
  readonly deriveMilliseconds?: number;
  /** Delay between two looks whether detectors and watches are due. */
  readonly detectMilliseconds?: number;
  /** Sends the webhooks of watches. */
  readonly sendWebhook?: SendWebhook;
  /** Delay between two looks whether a webhook is due. */
  readonly deliverMilliseconds?: number;
  /** Derivation that follows an update of a feed at once. */
  readonly deriveNow?: FeedServiceOptions['deriveNow'];
  /** 0 to 1: spreads fetches over time. */
  readonly random?: () => number;
  /** Fills the empty collection in place of the first load. */
  readonly fill?: (engine: Engine) => Promise<unknown>;
  /** Called with messages for the operator; by default they go to standard error. */
  readonly report?: (message: string) => void;
  /** Called when another process writes the collection now, or the embedded engine failed for good: this process must end at once. */
  readonly onLost?: (message: string) => void;
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
  /** Compares the embedded store with its checksums in the background, once; the result is reported and in `/readyz`. */
  checkStore(): void;
  close(): Promise<void>;
}

/**
 * The composition root: everything that one configuration needs, put together once.
 * @throws Error for an unknown feed or a wrong detector; EngineError, or the error of the disk
 */
export async function openService(config: Config, overrides: ServiceOverrides = {}): Promise<Service> {
  const {
    now = () => new Date(),
    load = loadState(),
    live = openOutboundClient({ offline: config.offline }),
    report = (message: string) => void process.stderr.write(`${message}\n`),
    wrapEngine = (engine: Engine) => engine,
    limits,
    extend,
  } = overrides;
  // before the store is opened
  const wanted = config.role === 'all' ? wantedFeeds(config.feeds, catalogue) : [];
  const detectors = [...builtIn, ...(config.detectorsFolder ? readOwnDetectors(config.detectorsFolder) : [])];
  const keys = openApiKeys(config);
  const name = processName();
  const onLost = overrides.onLost ?? report;
  const engine = overrides.engine ?? (await openEngine(config, overrides, { name, report, onLost }));
  const presence = presenceOn(engine, { name, folder: config.dataFolder, report, onLost });
  const closing = new AbortController();
  const { becomeWriter } = presence;
  let searching: AllServices | undefined;
  const judgements = judgementReader({ engine, now, configured: config.neverFlag });
  const writer =
    config.role === 'all'
      ? await openWriterOf(config, overrides, {
          engine,
          detectors,
          wanted,
          load,
          becomeWriter,
          judgements,
          now,
          report,
          async found(request, signal = closing.signal) {
            if (!searching) throw new Error('The service has not started yet.');
            return searching.searchValues(request, signal);
          },
        })
      : undefined;
  const evidenceKey = openEvidenceKey(config.dataFolder);
  const findings = writer?.findings ?? findNothing;
  const upstream =
    config.upstream &&
    openUpstream({ settings: config.upstream, engine, offline: config.offline, now, report, ...overrides.upstream });
  let watches: WatchService | undefined;
  const app = await buildApp({
    engine: wrapEngine(engine),
    keys,
    load,
    document: JSON.parse(readFileSync(join(root, 'public/openapi.json'), 'utf8')) as object,
    dashboardFolder: overrides.dashboardFolder ?? join(root, 'dist/web'),
    jobsFolder: join(config.dataFolder, 'jobs'),
    process: name,
    role: config.role,
    writerUrl: config.writerUrl,
    isLoopback: config.isLoopback,
    live,
    findings,
    judgements,
    detectors,
    writer: () => {
      const { feeds, logs, outfeeds } = writer ?? {};
      return feeds && logs && outfeeds && watches && { feeds, logs, outfeeds, evidenceKey, watches };
    },
    onServices: (services) => {
      searching = services;
      if (writer) watches = openWatches(services, config, overrides, { engine, load, now, report });
    },
    async ownTitles() {
      if (writer) return (id) => writer.feeds?.ownTitle(id);
      const titles = await readOwnTitles(engine);
      return (id) => titles.get(id);
    },
    ...(upstream && { upstream }),
    logger: overrides.logger ?? false,
    now,
    ...(limits && { limits }),
    ...(extend && { extend }),
  });
  let isLoaded = false;
  let checking: Promise<void> | undefined;
  return {
    app,
    engine,
    keys,
    findings,
    async load(progress) {
      if (!writer) {
        if (!(await followCollection({ engine, report, signal: closing.signal }))) return { isReady: false };
        await presence.begin();
        load.set({ state: 'ready' });
        return { isReady: true };
      }
      const outcome = await writer.load(progress);
      isLoaded = outcome.isReady;
      if (isLoaded) await watches?.begin();
      if (!isLoaded) await presence.leave();
      return outcome;
    },
    refreshDaily() {
      writer?.refreshDaily(
        (err) => app.log.error({ err }, 'the scores were not refreshed'),
        async (signal) => watches?.runDue(signal),
      );
    },
    checkStore() {
      if (engine.kind !== 'embedded') return; // a server checks its own disks
      checking = writer?.checkStore(closing.signal).catch((err: unknown) => {
        if (!closing.signal.aborted) app.log.error({ err }, 'the store was not checked');
      });
    },
    async close() {
      closing.abort();
      await checking;
      await watches?.close();
      await writer?.stop();
      await app.close();
      if (isLoaded)
        await writer
          ?.takeInventory()
          .catch((error: unknown) => app.log.error({ err: error }, 'no inventory was written'));
      await presence.leave();
      if (!overrides.engine) await engine.close();
    },
  };
}

/** The row of a process on a shared server, and the row of the one that writes. The embedded store admits one process only. */
interface Presence {
  begin(): Promise<void>;
  /** @throws OtherWriter */
  becomeWriter(): Promise<void>;
  /** Lets another process become the writer. */
  leave(): Promise<void>;
}

interface PresenceOptions {
  readonly name: string;
  readonly folder: string;
  readonly onLost: (message: string) => void;
  readonly report: (message: string) => void;
}

function presenceOn(engine: Engine, { name, folder, onLost, report }: PresenceOptions): Presence {
  const row = engine.kind === 'server' ? processRow(engine, name) : undefined;
  let stopWatching = (): void => undefined;
  return {
    begin: async () => row?.begin(),
    async becomeWriter() {
      if (!row) return;
      await row.begin();
      stopWatching = await takeWriterRow({ engine, process: name, folder, onLost, report });
    },
    async leave() {
      stopWatching();
      await row?.close();
    },
  };
}

type WriterParts = Pick<
  WriterOptions,
  'engine' | 'detectors' | 'wanted' | 'load' | 'becomeWriter' | 'judgements' | 'found' | 'now' | 'report'
>;

function openWriterOf(config: Config, overrides: ServiceOverrides, parts: WriterParts): Promise<Writer> {
  const watchMilliseconds = overrides.watchMilliseconds ?? config.watchSeconds * 1000;
  return openWriter({
    ...parts,
    config,
    schemaFolder,
    watchMilliseconds,
    download: overrides.download ?? openDownload({ offline: config.offline, insideHosts: config.feedHosts }),
    findings: overrides.findings,
    threadProgram: overrides.threadProgram,
    retryMilliseconds: overrides.retryMilliseconds ?? config.watchSeconds * 1000,
    deriveMilliseconds: overrides.deriveMilliseconds ?? 300_000,
    detectMilliseconds: overrides.detectMilliseconds ?? 60_000,
    gatherMilliseconds: overrides.gatherMilliseconds ?? 1000,
    deriveNow: overrides.deriveNow ?? deriveNow,
    fill: overrides.fill,
    scoreOf: riskScorer({
      engine: parts.engine,
      now: parts.now,
      coverage: coverageReader({ engine: parts.engine, titles: async () => (id) => id, now: parts.now }),
    }),
    random: overrides.random ?? Math.random,
  });
}

type WatchParts = Pick<WriterParts, 'engine' | 'load' | 'now' | 'report'>;

function openWatches(
  services: AllServices,
  config: Config,
  overrides: ServiceOverrides,
  { engine, load, now, report }: WatchParts,
): WatchService {
  return new WatchService({
    engine,
    detectors: services.detectors,
    now,
    report,
    ask: watchCalls(services),
    readRequest: readWatchRequest,
    isIncomplete: () => load.incomplete.length > 0,
    neverFlagged: async () => {
      const { neverFlagged } = await services.judgements();
      return (subject) => neverFlagged(subject) !== undefined;
    },
    send: overrides.sendWebhook ?? (config.offline ? undefined : openWebhooks({ insideHosts: config.webhookHosts })),
    deliverMilliseconds: overrides.deliverMilliseconds ?? 5000,
    quietHours: config.webhookQuietHours,
  });
}

/** For an `api` process, which adds nothing to the collection. */
const findNothing: LiveFindings = {
  recordDns: () => undefined,
  recordWhois: () => undefined,
  flush: () => Promise.resolve(),
};

async function openEngine(
  config: Config,
  { sessions, statementBytes }: ServiceOverrides,
  { name, report, onLost }: Omit<PresenceOptions, 'folder'>,
): Promise<Engine> {
  const limits = statementLimits(statementBytes ?? memoryForStatements());
  const { clickhouseUrls: urls, clickhouseCluster: cluster } = config;
  if (cluster) return openCluster({ urls, cluster, schema: readSchema(schemaFolder), limits, report });
  if (urls[0]) return openServer({ url: urls[0], limits, process: name });
  return openChdb({
    path: join(config.dataFolder, 'store'),
    database: 'sightline',
    // searches and heavy answers may hold two each: one more is left for look-ups
    sessions: sessions ?? Math.max(5, 2 * availableParallelism()),
    limits,
    onLost: (message) => onLost(`${message}\nStart Sightline again: what it acknowledged is kept.`),
  });
}

/** A twentieth of the memory of the machine or container, at least 1.2 GB: 1.5 GB together with Node itself. */
function memoryForStatements(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return Math.max(1.2e9, bytes / 20);
}
