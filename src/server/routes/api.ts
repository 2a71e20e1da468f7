import type { FastifyInstance, RouteOptions } from 'fastify';
import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { contractRoutes } from '#contract/generated/routes.gen.ts';
import { answerCache, type AnswerCache, type MadeAnswer, questionKey } from '#server/http/answer-cache.ts';
import { isObject } from '#model/json-value.ts';
import { jsonBytes } from '#server/timing/slices.ts';
import { success } from '#server/http/api-error.ts';
import { expectJsonBody, expectRawBody, ignoreEmptyBody, notJson, rawType } from '#server/http/json-body.ts';
import { checkMembers, checkValues, toleratePath, tolerateQuery } from '#server/http/request-values.ts';
import { answerAsJob, defaultMaxWaitSeconds, type WaitOptions, withoutNote } from '#server/http/run-job.ts';
import type { UpstreamRoute } from '#server/upstream/operation-rules.ts';
import { inWordsOfSearch, registerAliases } from './aliases.ts';
import { type AllServices, type AnyCall, callOf, isJobOperation, type JobOperationId } from './handler.ts';
import { isAudited, recordChange } from './audit.ts';
import { registerElastic } from './log-imports.ts';
import { answerNow, answerRouted, askReasonOf, isCacheable, prepareJob } from './handlers.ts';
import { isPassedOn, registerPassOn } from './pass-on.ts';

interface ApiOptions {
  readonly services: AllServices;
  /** Base paths under which the whole interface answers. */
  readonly prefixes: readonly string[];
  /** Memory limit of the answer cache, in bytes; 0 disables it. */
  readonly cachedAnswerBytes: number;
  /** The process to which an `api` process forwards changes. */
  readonly writerUrl: string | undefined;
}

interface Answering {
  readonly services: AllServices;
  readonly cache: AnswerCache;
}

/** Registers a route for every operation of the contract. */
export async function registerApi(app: FastifyInstance, options: ApiOptions): Promise<void> {
  const { services, prefixes, writerUrl } = options;
  const cache = answerCache({ engine: services.engine, now: services.now, bytes: options.cachedAnswerBytes });
  // raw bodies of any content type are read by their handlers
  app.addContentTypeParser(rawType, (_, payload, done) => done(null, payload));
  for (const prefix of prefixes) {
    registerAliases(app, prefix, services);
    if (writerUrl === undefined) registerElastic(app, prefix, services);
  }
  if (writerUrl !== undefined) await registerPassOn(app, { writerUrl, prefixes });
  const ownRoutes = contractRoutes.filter(({ url }) => writerUrl === undefined || !isPassedOn(url));
  for (const prefix of prefixes)
    for (const { operationId, method, url, schema } of ownRoutes) {
      const route = routeOf(operationId, prefix, { services, cache });
      app.route({ ...route, method, url: `${prefix}${url}`, schema });
      if (operationId === 'padnsIpDiversitySearch')
        app.route({ ...route, method, url: `${prefix}/explore/domain/search`, schema, onRequest: inWordsOfSearch });
    }
}

/** The options of a route besides method, path and schema, which come from the contract. */
function routeOf(id: OperationId, prefix: string, { services, cache }: Answering): RouteOptions {
  const known = parameters[id];
  const { takesBody, takesRawBody, method } = operations[id];
  const isRecorded = isAudited(id);
  const rest: Omit<RouteOptions, 'method' | 'url'> = {
    config: { operationId: id, isPush: id === 'ingest' },
    // answers are bytes, which need no plugin (http/compression.ts)
    compress: false,
    ...(method === 'GET' && { decompress: false }),
    // the contract validates requests; answers are checked in tests and sent as they are, unknown fields included
    serializerCompiler: () => JSON.stringify,
    onRequest: (request, _, done) => {
      if (takesRawBody) expectRawBody(request);
      else if (takesBody) expectJsonBody(request);
      else if (method === 'POST') ignoreEmptyBody(request);
      done();
    },
    preValidation: (request, _, done) => {
      const query = tolerateQuery(request.query as Record<string, unknown>, known);
      const path = toleratePath(request.params as Record<string, unknown>, known);
      const body = takesBody ? request.body : {};
      if (!isObject(body)) throw notJson();
      if (takesBody && operations[id].path.startsWith('/sightline/')) checkMembers(body, known);
      checkValues({ path, query, body }, known);
      request.query = query;
      request.params = path;
      done();
    },
    handler: async (request, reply) => {
      void reply.type('application/json; charset=utf-8');
      const call = callOf(request, prefix);
      const { upstream } = services;
      const isRouted = upstream && (await upstream.route(id)) !== 'own';
      const { body, note } =
        isRouted || id === 'job'
          ? await routedBodyOf(id, call, services)
          : { body: await bodyOf(id, call, { services, cache }), note: undefined };
      if (isRecorded) await recordChange(id, { request, body }, services);
      if (note && 'state' in note) void reply.header('sightline-upstream', String(note.state));
      return body;
    },
  };
  return rest as RouteOptions;
}

/** The envelope as JSON; cached unless it depends on more than the collection. */
async function bodyOf(id: OperationId, call: AnyCall, { services, cache }: Answering): Promise<Buffer> {
  const make = async (): Promise<MadeAnswer> => {
    const response = isJobOperation(id) ? await answerOrJob(id, call, services) : await answerNow(id, call, services);
    const isResult = !(typeof response === 'object' && response !== null && 'job_status' in response);
    const note = await services.upstream?.ownOnlyNote(id);
    return { body: await jsonBytes(success(response, note)), mayBeKept: isResult };
  };
  const mayRepeat = operations[id].method === 'GET' && (isJobOperation(id) || isCacheable(id, call));
  const key = mayRepeat ? questionKey(id, call) : undefined;
  return key === undefined ? (await make()).body : cache.answer(key, make);
}

/** The envelope of an operation that may ask the provider, whose answers have their own cache. */
async function routedBodyOf(
  id: OperationId,
  call: AnyCall,
  services: AllServices,
): Promise<{ body: Buffer; note?: object }> {
  const isPlain = !isJobOperation(id) && id !== 'job';
  const { response, note } = isPlain
    ? await answerRouted(id, call, services)
    : withoutNote(isJobOperation(id) ? await answerOrJob(id, call, services) : await answerNow(id, call, services));
  return { body: await jsonBytes(success(response, note)), ...(note && { note }) };
}

/**
 * A look-up waits at most ten seconds for memory and runs for at most ten, so a caller that waits this long never gets a
 * job.
 */
const lookupSeconds = 20;

async function answerOrJob<Id extends JobOperationId>(id: Id, call: AnyCall, services: AllServices): Promise<unknown> {
  const { prefer, max_wait = defaultMaxWaitSeconds, with_metadata } = call.query as WaitOptions;
  const { isHeavy, answer } = await prepareJob(id, call, services);
  const way = services.upstream ? await services.upstream.route(id) : 'own';
  const isWaitedFor = prefer !== 'job_id' && !with_metadata && max_wait >= lookupSeconds;
  if (!isHeavy && isWaitedFor && way === 'own') return (await answer()).response;
  return answerByJob(id, call, { services, isHeavy, way });
}

interface JobWay {
  readonly services: AllServices;
  readonly isHeavy: boolean;
  readonly way: UpstreamRoute;
}

function answerByJob(id: JobOperationId, call: AnyCall, { services, isHeavy, way }: JobWay): Promise<unknown> {
  const { prefer, max_wait, with_metadata, ...query } = call.query as WaitOptions & Record<string, unknown>;
  // with metadata, results are counted: this is part of the input of a job, the waiting time is not
  const asked = with_metadata ? { ...query, with_metadata } : query;
  const reason = askReasonOf(id, call.upstreamHeader);
  const isExpendable = isHeavy || prefer === 'job_id' || max_wait === 0;
  return answerAsJob({
    jobs: services.jobs,
    owner: call.owner,
    input: {
      operationId: id,
      params: call.path as Record<string, unknown>,
      query: asked,
      ...(way !== 'own' && { asking: { reason, owner: call.owner, isExpendable } }),
    },
    heavy: isHeavy && way !== 'upstream',
    wait: call.query,
    signal: call.signal,
    urlOf: call.urlOf,
  });
}
