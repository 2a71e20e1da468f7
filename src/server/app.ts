import type { IncomingMessage } from 'node:http';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import fastifyRateLimit from '@fastify/rate-limit';
import fastifyUnderPressure from '@fastify/under-pressure';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { catalogue } from './ingest/feeds/catalogue/catalogue.ts';
import { sourceTitles } from './ingest/source-titles.ts';
import { warmDictionaries } from './ingest/dictionaries.ts';
import type { LiveFindings } from './ingest/live-findings.ts';
import { type Engine, EngineError } from './engine/engine.ts';
import { groupLookups } from './engine/grouping.ts';
import { ApiError, overloaded } from './http/api-error.ts';
import type { ApiKeys } from './http/api-keys.ts';
import { registerCompression } from './http/compression.ts';
import { compileAtFirstUse } from './http/compile-at-first-use.ts';
import { answerFailure, isFault, toApiError } from './http/failures.ts';
import { hostGuard, registerGate, wrongKeyCounter } from './http/gate.ts';
import type { LoadState } from './http/load-state.ts';
import { registerMetrics } from './http/metrics.ts';
import { originForm, tolerateUrl } from './http/request-values.ts';
import { toRefusal } from './http/run-job.ts';
import { dataHeaders, pageHeaders } from './http/security-headers.ts';
import { registerDashboard, registerHealth, registerReference } from './http/site.ts';
import { answerBeforeRouting, answerUnroutable } from './http/unroutable.ts';
import type { JobLimits } from './jobs/job-quota.ts';
import { HeavyQueue, sharedWork } from './jobs/heavy-queue.ts';
import { type JobRunner, openJobRunner, questionOf } from './jobs/job-runner.ts';
import { type JobStore, openJobStore, openTableJobStore } from './jobs/job-store.ts';
import type { OutboundClient } from './live/outbound-client.ts';
import { registerMcp } from './mcp/register-mcp.ts';
import type { Detector } from './ingest/detectors/detector.ts';
import { populationReader } from './queries/connection-populations.ts';
import { coverageReader } from './queries/coverage.ts';
import { currentFindingsReader } from './queries/current-findings.ts';
import type { Judgements } from './queries/judgements.ts';
import { registerApi } from './routes/api.ts';
import { type AllServices, isJobOperation, type WriterServices } from './routes/handler.ts';
import { runRoutedJob } from './routes/handlers.ts';
import { registerJobParquet } from './routes/job-parquet.ts';
import { registerOutfeedFiles } from './routes/outfeed-files.ts';
import { searchValues } from './routes/search-values.ts';
import { registerTaxii } from './routes/taxii.ts';
import { registerWatchFeed } from './routes/watch-feed.ts';
import type { Upstream } from './upstream/upstream.ts';

export interface AppOptions {
  readonly engine: Engine;
  readonly keys: ApiKeys;
  readonly load: LoadState;
  /** The contract, as `/openapi.json` serves it. */
  readonly document: object;
  /** Folder of the built dashboard; if it is missing, only the API is served. */
  readonly dashboardFolder: string;
  /** Jobs of the embedded store. */
  readonly jobsFolder: string;
  /** The name of this process among those that share a server. */
  readonly process: string;
  readonly role: 'all' | 'api';
  /** Where an `api` process forwards changes. */
  readonly writerUrl?: string | undefined;
  readonly isLoopback: boolean;
  /** All egress goes through it: live look-ups. */
  readonly live: OutboundClient;
  /** Where live look-ups record what they learn; flushed when the app closes. */
  readonly findings: LiveFindings;
  /** The services that change the collection, once it is loaded; undefined in an `api` process. */
  readonly writer: () => WriterServices | undefined;
  /** What the team says about subjects. */
  readonly judgements: () => Promise<Judgements>;
  readonly detectors: readonly Detector[];
  /** Titles of feeds added by users, by the id of the feed. */
  readonly ownTitles: () => Promise<(id: string) => string | undefined>;
  /** The provider behind this service; undefined without one. Closed with the app. */
  readonly upstream?: Upstream;
  readonly logger: FastifyServerOptions['logger'];
  readonly now?: () => Date;
  readonly limits?: Partial<AppLimits>;
  /** Called with what the handlers use, before the first request. */
  readonly onServices?: (services: AllServices) => void;
  /** Adds hooks and paths before the interface is registered: the wiring of end-to-end tests. */
  readonly extend?: (app: FastifyInstance) => void;
}

/** Limits of one process. */
export interface AppLimits {
  /** Concurrent searches that must scan, and as many lists and pages of scans; engine sessions must stay free for look-ups. */
  readonly searchWorkers: number;
  /** How many of each may wait. */
  readonly searchQueue: number;
  /** How many of each one API key may have running or waiting. */
  readonly searchesPerKey: number;
  /** Jobs and their results on disk, by key and in all. */
  readonly jobs: JobLimits;
  /** Exact look-ups that run side by side; further ones are answered in groups. */
  readonly lookupLanes: number;
  /** Memory for answers to repeated questions; 0 keeps none. */
  readonly cachedAnswerBytes: number;
  /** Per API key. */
  readonly requestsPerMinute: number;
  /** Calls with an unknown key, by the address they come from. */
  readonly wrongKeysPerMinute: number;
  /** Time for the head of a request, and for all of it, to arrive. */
  readonly headMilliseconds: number;
  readonly requestMilliseconds: number;
  /** Closes a connection without traffic; longer than any answer takes, including `max_wait` and live look-ups. */
  readonly idleMilliseconds: number;
  readonly bodyBytes: number;
  /** Above this delay of the event loop the service answers 503 early; 0 never does. */
  readonly eventLoopDelayMilliseconds: number;
}

const defaultLimits: AppLimits = {
  searchWorkers: 2,
  searchQueue: 200,
  searchesPerKey: 50,
  jobs: {
    keptPerKey: 1000,
    kept: 10_000,
    bytesPerKey: 200_000_000,
    bytes: 1_000_000_000,
    unreadMilliseconds: 600_000,
  },
  lookupLanes: availableParallelism(),
  cachedAnswerBytes: 64_000_000,
  requestsPerMinute: 6000,
  wrongKeysPerMinute: 60,
  headMilliseconds: 15_000,
  requestMilliseconds: 30_000,
  idleMilliseconds: 300_000,
  bodyBytes: 262_144,
  eventLoopDelayMilliseconds: 2000,
};
const thirtyDays = 30 * 86_400_000;

/** Builds the whole service; the caller listens, or injects requests. Closing the app closes its jobs, not the engine. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { engine, keys, load, live, findings, writer, ownTitles, writerUrl, now = () => new Date() } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const app = createServer(options.logger ?? false, limits);
  const heavy = new HeavyQueue({
    workers: limits.searchWorkers,
    queueLimit: limits.searchQueue,
    openPerKey: limits.searchesPerKey,
  });
  const services: AllServices = {
    heavy,
    engine: groupLookups(engine, limits.lookupLanes),
    coverage: coverageReader({ engine, titles: async () => titlesOf(await ownTitles()), now }),
    populations: populationReader({ engine, now }),
    judgements: options.judgements,
    currentFindings: currentFindingsReader({ ...options, now }),
    detectors: options.detectors,
    live,
    findings,
    get writer() {
      return writer();
    },
    upstream: options.upstream,
    searchValues: (request, signal) => searchValues(request, services, signal),
    now,
    incomplete: () => load.incomplete,
    get jobs() {
      return jobs;
    },
  };
  const jobs = await openJobs(app, { options, services, limits });
  app.addHook('onClose', async () => {
    await jobs.close();
    await options.upstream?.close();
    await findings.flush();
  });

  await registerGuards(app, options.isLoopback, limits);
  registerGate(app, { keys, load, onWrongKey: wrongKeyCounter(app, limits.wrongKeysPerMinute) });
  warmUpOnFirstCall(app, engine);
  options.extend?.(app);
  const status = { engine, folder: dirname(options.jobsFolder), role: options.role };
  registerHealth(app, { ...status, load });
  registerMetrics(app, { ...status, jobs });
  const prefixes = ['/api/v1', '/api/v1/merge-api'];
  await registerApi(app, {
    services,
    prefixes,
    cachedAnswerBytes: limits.cachedAnswerBytes,
    writerUrl,
  });
  registerJobParquet(app, services, prefixes);
  registerOutfeedFiles(app, services);
  registerTaxii(app, services);
  registerWatchFeed(app, services);
  options.onServices?.(services);
  registerMcp(app);
  registerReference(app, options.document);
  await registerDashboard(app, options.dashboardFolder);
  return app;
}

/** The server without paths, with its limits on heads, bodies and idle connections. */
function createServer(logger: FastifyServerOptions['logger'], limits: AppLimits): FastifyInstance {
  const app = fastify({
    logger,
    genReqId: () => crypto.randomUUID(),
    bodyLimit: limits.bodyBytes,
    frameworkErrors: answerFailure,
    clientErrorHandler: answerUnroutable,
    rewriteUrl: (request) => tolerateUrl(originForm(request)),
    requestTimeout: limits.requestMilliseconds,
    connectionTimeout: limits.idleMilliseconds,
    http: {
      headersTimeout: Math.min(limits.headMilliseconds, limits.requestMilliseconds),
      connectionsCheckingInterval: Math.min(5000, limits.requestMilliseconds / 2),
      requireHostHeader: false, // the guard answers, in the envelope
    },
    // existing clients: a trailing slash on any path; the contract, not the router, limits the length of a value
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 16_384 },
  });
  app.setErrorHandler(answerFailure);
  app.setValidatorCompiler(compileAtFirstUse);
  answerBeforeRouting(app.server);
  return app;
}

interface JobParts {
  readonly options: AppOptions;
  readonly services: AllServices;
  readonly limits: AppLimits;
}

/** Opens the jobs: each runs the handler of its operation. */
function openJobs(app: FastifyInstance, { options, services, limits }: JobParts): Promise<JobRunner> {
  const share = sharedWork();
  return openJobRunner({
    store: jobStoreOf(options, (message) => app.log.error(message)),
    queue: services.heavy,
    keepMilliseconds: thirtyDays,
    limits: limits.jobs,
    describe: (error) => toApiError(toRefusal(error)).kept,
    onFailure: ({ id, input }, err, isTriedAgain) => {
      const said = { jobId: id, operation: input.operationId, err };
      if (isTriedAgain) app.log.warn(said, 'a job failed and will be tried again');
      else if (isFault(toRefusal(err))) app.log.error(said, 'a job failed');
      else app.log.info(said, 'a job was refused');
    },
    onStoreError: (err, jobId) => app.log.error({ jobId, err }, 'the state of a job could not be written'),
    isPassing: (error) => error instanceof EngineError && ['unreachable', 'overloaded'].includes(error.fault),
    work: async (input, signal) => {
      const { operationId } = input;
      if (!isJobOperation(operationId))
        throw new ApiError(501, 'not_implemented', `${operationId} cannot run as a job here.`);
      const run = (stop: AbortSignal) => runRoutedJob(operationId, input, stop, services);
      // what the provider may be asked depends on the caller
      return input.asking ? run(signal) : share(questionOf(input), signal, run);
    },
  });
}

/** Host names, headers, compression, load and rates: what holds for every path. */
async function registerGuards(app: FastifyInstance, isLoopback: boolean, limits: AppLimits): Promise<void> {
  app.addHook('onRequest', hostGuard(isLoopback));
  app.addHook('onSend', (request, reply, payload, done) => {
    const isData = request.routeOptions.config.operationId !== undefined;
    void reply.headers(isData ? dataHeaders : pageHeaders).header('x-request-id', request.id);
    if (hasLongUnreadBody(request.raw)) void reply.header('connection', 'close');
    done(null, payload);
  });
  await registerCompression(app);
  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: limits.eventLoopDelayMilliseconds,
    retryAfter: 5,
    pressureHandler: () => {
      throw overloaded();
    },
  });
  await app.register(fastifyRateLimit, {
    max: limits.requestsPerMinute,
    timeWindow: '1 minute',
    hook: 'preValidation',
    allowList: (request) => request.keyId === '',
    keyGenerator: (request) => request.keyId,
    errorResponseBuilder: (_, { after }) =>
      Object.assign(new Error(`Too many requests with this key. Try again in ${after}.`), { statusCode: 429 }),
  });
}

/** Node reads and drops the rest of a body before the next request of the connection; a longer body closes the connection. */
const droppedBytes = 1_000_000;

function hasLongUnreadBody({ complete, headers }: IncomingMessage): boolean {
  const isLong = Number(headers['content-length'] ?? 0) > droppedBytes || headers['transfer-encoding'] !== undefined;
  return isLong && !complete;
}

/** Loads the large dictionaries at the first call: a dashboard asks for other things first, which leaves time to load. */
function warmUpOnFirstCall(app: FastifyInstance, engine: Engine): void {
  let warming: Promise<void> | undefined;
  app.addHook('onRequest', ({ keyId }, _, done) => {
    // a look-up that needs them reports the error
    if (keyId !== '')
      warming ??= warmDictionaries(engine).catch((err: unknown) =>
        app.log.info({ err }, 'the dictionaries were not loaded'),
      );
    done();
  });
  app.addHook('onClose', () => warming);
}

/** Jobs are rows on a server, where other processes may ask for them, and files beside the embedded store. */
function jobStoreOf({ engine, jobsFolder, process }: AppOptions, onCorrupt: (message: string) => void): JobStore {
  return engine.kind === 'server'
    ? openTableJobStore({ engine, process, onCorrupt })
    : openJobStore(jobsFolder, onCorrupt);
}

const feedTitles = new Map(catalogue.map(({ id, title }) => [`feed:${id}`, title]));

/**
 * Gives the display name of a source; for an unknown source its id, without the prefix of feeds.
 * @param ownTitle titles of feeds added by users, by their id
 */
function titlesOf(ownTitle: (id: string) => string | undefined): (source: string) => string {
  return (source) => {
    const id = source.replace(/^feed:/, '');
    return sourceTitles[source] ?? feedTitles.get(source) ?? (source === id ? undefined : ownTitle(id)) ?? id;
  };
}
