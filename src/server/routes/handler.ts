import type { LiveFindings } from '#server/collect/live-findings.ts';
import type { Engine } from '#server/engine/engine.ts';
import type { Incomplete } from '#server/http/load-state.ts';
import type { JobResult } from '#server/jobs/job-store.ts';
import type { JobRunner } from '#server/jobs/job-runner.ts';
import type { LiveDoor } from '#server/live/door.ts';

/** What a handler may use. */
export interface Services {
  readonly engine: Engine;
  readonly jobs: JobRunner;
  /** The one way out of this machine. */
  readonly live: LiveDoor;
  /** Adds what live look-ups learn to the collection, behind the answer. */
  readonly findings: LiveFindings;
  readonly now: () => Date;
  /** What the collection has lost on disk. */
  readonly incomplete: () => readonly Incomplete[];
}

/** The request types that the generator derives from the contract (`PadnsForwardData`, ...). */
interface RequestShape {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** A request after validation: coerced, with the contract's defaults filled in. */
export interface Call<D extends RequestShape = RequestShape> {
  readonly path: NonNullable<D['path']>;
  readonly query: NonNullable<D['query']>;
  readonly body: NonNullable<D['body']>;
  /** Fires when the caller hangs up or the job is stopped. */
  readonly signal: AbortSignal;
  /** Id of the API key that asks. */
  readonly owner: string;
  /** Absolute URL of a job's endpoint, as `job_status.get` gives it. */
  readonly urlOf: (jobId: string) => string;
}

/** What a job is asked: all of it is kept, so that it can be asked again after a restart. */
export type Question<D extends RequestShape = RequestShape> = Pick<Call<D>, 'path' | 'query' | 'signal'>;

/** Answers one operation: the payload that stands under `response`. @throws ApiError */
export type Handler<D extends RequestShape> = (call: Call<D>, services: Services) => Promise<unknown>;

/** An operation that may answer with a job (E1-E4, E8, C12). */
export interface JobHandler<D extends RequestShape> {
  /**
   * True for what must scan: it waits for a worker, so that exact look-ups stay fast. Also checks the input, by the engine
   * where it is the judge, so that no job is made of a wrong question. @throws ApiError, EngineError
   */
  readonly isHeavy: (call: Question<D>, services: Services) => boolean | Promise<boolean>;
  readonly answer: (call: Question<D>, services: Services) => Promise<JobResult>;
}

// Handlers are contravariant in their call; the registry only ever passes what the contract validated.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyHandler = Handler<any> | JobHandler<any>;

export function isJobHandler(handler: AnyHandler | undefined): handler is JobHandler<RequestShape> {
  return typeof handler === 'object';
}
