import type { FastifyRequest } from 'fastify';
import { type OperationId, operations, type Operations } from '#contract/generated/operations.gen.ts';
import type { KeyRole } from '#model/api-key.ts';
import { hangUpOf } from '#server/http/hang-up.ts';
import type { Detector } from '#server/ingest/detectors/detector.ts';
import type { FeedService } from '#server/ingest/feeds/feed-service.ts';
import type { LogService } from '#server/ingest/logs/log-service.ts';
import type { OutfeedService } from '#server/ingest/outfeeds/outfeed-service.ts';
import type { LiveFindings } from '#server/ingest/live-findings.ts';
import type { EvidenceKey } from '#server/http/evidence-key.ts';
import type { Engine, QueryOptions } from '#server/engine/engine.ts';
import { checkRegex } from '#server/input/padns.ts';
import type { Incomplete } from '#server/http/load-state.ts';
import type { HeavyQueue } from '#server/jobs/heavy-queue.ts';
import type { JobRunner } from '#server/jobs/job-runner.ts';
import type { JobResult } from '#server/jobs/job-store.ts';
import type { OutboundClient } from '#server/live/outbound-client.ts';
import type { Upstream } from '#server/upstream/upstream.ts';
import { MAX_LISTED } from '#server/queries/condition.ts';
import type { PopulationOf } from '#server/queries/connection-populations.ts';
import type { Coverage } from '#server/queries/coverage.ts';
import type { CurrentFindings } from '#server/queries/current-findings.ts';
import type { Judgements } from '#server/queries/judgements.ts';
import type { WatchService } from '#server/watches/watch-service.ts';

/** The services of most handlers. They and the input determine the answer, which may therefore be cached. */
export interface Services {
  readonly engine: Engine;
  readonly now: () => Date;
  /** The parts of the collection that were lost on disk. */
  readonly incomplete: () => readonly Incomplete[];
  /** What the loaded sources cover; cheap to ask. @throws EngineError */
  readonly coverage: () => Promise<Coverage>;
  /** How many subjects have any value of an attribute. @throws EngineError */
  readonly populations: () => Promise<PopulationOf>;
  /** What the team says about subjects, and which must not be flagged. @throws EngineError */
  readonly judgements: () => Promise<Judgements>;
  /** What the detectors find now; cheap to ask. @throws EngineError */
  readonly currentFindings: () => Promise<CurrentFindings>;
  /** Those that come with Sightline, and those of the operator. */
  readonly detectors: readonly Detector[];
}

/** The services of handlers that use more than the collection. */
export interface AllServices extends Services {
  readonly jobs: JobRunner;
  readonly heavy: HeavyQueue;
  /** All egress goes through it. */
  readonly live: OutboundClient;
  /** Adds the results of live look-ups to the collection after the answer. */
  readonly findings: LiveFindings;
  /** Only in the process that writes the collection. */
  readonly writer: WriterServices | undefined;
  /** The provider behind this service, if configured. */
  readonly upstream: Upstream | undefined;
  /** The names and addresses that a search finds. @throws ApiError, EngineError */
  readonly searchValues: (request: string, signal: AbortSignal) => Promise<readonly string[]>;
}

/** The services that change the collection. */
export interface WriterServices {
  readonly feeds: Omit<FeedService, 'start' | 'close'>;
  readonly logs: Omit<LogService, 'begin' | 'close'>;
  readonly evidenceKey: EvidenceKey;
  readonly outfeeds: Pick<OutfeedService, 'add' | 'remove'>;
  readonly watches: Omit<WatchService, 'begin' | 'close' | 'runDue'>;
}

/** The writer services, for operations that other processes forward (pass-on.ts). */
export function writerOf({ writer }: AllServices): WriterServices {
  if (!writer) throw new Error('an api process should have passed this operation on');
  return writer;
}

/** The parameters of one operation, by the contract. */
type Data<Id extends OperationId> = Operations[Id]['data'];

/** The caller of an operation. */
export interface Caller {
  /** Fires when the caller disconnects or the job is stopped. */
  readonly signal: AbortSignal;
  /** Id of the API key of the caller. */
  readonly owner: string;
  /** Name of that key; its id if it has none. */
  readonly author: string;
  readonly role: KeyRole;
  /** Absolute URL of a job's endpoint, as `job_status.get` gives it. */
  readonly urlOf: (jobId: string) => string;
  /** Value of the header Idempotency-Key. */
  readonly idempotencyKey?: string | undefined;
  /** Value of the header Sightline-Upstream. */
  readonly upstreamHeader?: string | readonly string[] | undefined;
}

/** A request of any operation after validation: coerced, with the contract's defaults filled in. */
export interface AnyCall extends Caller {
  readonly path: object;
  readonly query: object;
  readonly body: object;
}

/** @param prefix the base path of the request */
export function callOf(request: FastifyRequest, prefix: string): AnyCall {
  return {
    path: (request.params as object | undefined) ?? {},
    query: (request.query as object | undefined) ?? {},
    body: (request.body as object | undefined) ?? {},
    signal: hangUpOf(request.socket),
    owner: request.keyId,
    author: request.keyName,
    role: request.keyRole,
    urlOf: (jobId) => `${request.protocol}://${request.host}${prefix}/explore/job/${jobId}`,
    idempotencyKey: [request.headers['idempotency-key']].flat()[0],
    upstreamHeader: request.headers['sightline-upstream'],
  };
}

/** The same of one operation. */
export interface Call<Id extends OperationId> extends Caller {
  readonly path: NonNullable<Data<Id>['path']>;
  readonly query: NonNullable<Data<Id>['query']>;
  readonly body: NonNullable<Data<Id>['body']>;
}

/** The validated input of an operation that may become a job. */
export type Input<Id extends OperationId> = Pick<Call<Id>, 'path' | 'query' | 'signal'>;

/** Answers one operation from the collection: the payload under `response`. @throws ApiError */
export type Handler<Id extends OperationId> = (call: Call<Id>, services: Services) => Promise<unknown>;

/** Answers one operation from more than the collection: the DNS, a registry, the jobs of a caller. */
export interface LiveHandler<Id extends OperationId> {
  /** True for calls that the collection alone answers; without it, no answer is cached. */
  readonly isCacheable?: (call: Call<Id>) => boolean;
  /** @throws ApiError */
  readonly answer: (call: Call<Id>, services: AllServices) => Promise<unknown>;
}

/**
 * Answers an operation that may become a job (E1-E4, E8, C12). The input is checked first, so that no job is created for
 * invalid input.
 * @throws ApiError 400, EngineError
 */
export type JobHandler<Id extends OperationId> = (call: Input<Id>, services: Services) => Promise<Prepared>;

/** A call whose input has been read and checked. */
export interface Prepared {
  /** True for a search that must scan: it waits for a worker, so that exact look-ups stay fast. */
  readonly isHeavy: boolean;
  /** @throws EngineError */
  readonly answer: () => Promise<JobResult>;
}

/** The parts of a handler of an operation that may become a job. */
interface JobHandlerParts<Id extends OperationId, Search> {
  /** @throws ApiError 400 */
  readonly read: (call: Input<Id>, now: Date) => Search;
  /** The query parameter that holds a regular expression; the engine says whether it is valid. */
  readonly regex: keyof Input<Id>['query'] & string;
  readonly isHeavy: (search: Search) => boolean;
  readonly answer: (engine: Engine, search: Search, options: QueryOptions, call: Input<Id>) => Promise<JobResult>;
}

export function jobHandler<Id extends OperationId, Search>(parts: JobHandlerParts<Id, Search>): JobHandler<Id> {
  return async (call, { engine, now }) => {
    const search = parts.read(call, now());
    await checkRegex(engine, (call.query as Record<string, string | undefined>)[parts.regex], parts.regex);
    const isHeavy = parts.isHeavy(search);
    const options: QueryOptions = { signal: call.signal, limits: isHeavy ? 'search' : 'lookup' };
    return { isHeavy, answer: () => parts.answer(engine, search, options, call) };
  };
}

/** The operations that may answer with a job, by the contract. */
export type JobOperationId = {
  [Id in OperationId]: (typeof operations)[Id]['mayAnswerJob'] extends true ? Id : never;
}[OperationId];
export type PlainOperationId = Exclude<OperationId, JobOperationId>;

export function isJobOperation(id: string): id is JobOperationId {
  return Object.hasOwn(operations, id) && operations[id as OperationId].mayAnswerJob;
}

/**
 * The rows of an answer without a limit parameter, and whether there are more.
 * @param found of a query that stops one row after the last one listed
 */
export function cutList<Row>(found: readonly Row[]): { readonly page: readonly Row[]; readonly truncated?: true } {
  return found.length > MAX_LISTED ? { page: found.slice(0, MAX_LISTED), truncated: true } : { page: found };
}
