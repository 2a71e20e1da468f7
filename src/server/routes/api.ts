import type { FastifyInstance, FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify';
import pMap from 'p-map';
import { type OperationId, operations } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { contractRoutes } from '#contract/generated/routes.gen.ts';
import { answerCache, type AnswerCache, type MadeAnswer, questionKey } from '#server/http/answer-cache.ts';
import { dateToIsoDate } from '#model/dates.ts';
import { isObject } from '#model/json-value.ts';
import { jsonBytes } from '#server/timing/slices.ts';
import { ApiError, badInput, success } from '#server/http/api-error.ts';
import { hangUpOf } from '#server/http/hang-up.ts';
import { expectJsonBody, expectRawBody, ignoreEmptyBody, notJson, rawType } from '#server/http/json-body.ts';
import { checkMembers, checkValues, toleratePath, tolerateQuery } from '#server/http/request-values.ts';
import { answerAsJob, defaultMaxWaitSeconds, type WaitOptions, withoutNote } from '#server/http/run-job.ts';
import type { UpstreamRoute } from '#server/upstream/operation-rules.ts';
import { readIpv4Items, readIpv6Items } from '#server/input/address.ts';
import { answerItems, type BulkItem } from '#server/input/bulk-items.ts';
import { readDomain, readDomainItems } from '#server/input/name.ts';
import { announcedOn, announcedQuery } from '#server/queries/address-origin.ts';
import { domainAsns } from '#server/queries/diversity.ts';
import {
  type AllServices,
  type AnyCall,
  type Call,
  isJobOperation,
  type JobOperationId,
  type Services,
} from './handler.ts';
import { readDomainSearch } from './domain-search.ts';
import { isAudited, recordChange } from './audit.ts';
import { registerElastic } from './log-imports.ts';
import { enrichDomains, enrichIpv4s, enrichIpv6s } from './enrichment.ts';
import { answerInTurn, answerNow, answerRouted, askReasonOf, isCacheable, prepareJob } from './handlers.ts';
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
    if (writerUrl === undefined) registerElastic(app, { prefix, services, callOf });
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

const inWordsOfSearch: onRequestHookHandler = (request, _, done) => {
  request.query = readDomainSearch(request.query as Record<string, unknown>);
  done();
};

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
      ...{ operationId: id, params: call.path as Record<string, unknown>, query: asked },
      ...(way !== 'own' && { asking: { reason, owner: call.owner, isExpendable } }),
    },
    heavy: isHeavy && way !== 'upstream',
    wait: call.query,
    signal: call.signal,
    urlOf: call.urlOf,
  });
}

function callOf(request: FastifyRequest, prefix: string): AnyCall {
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

const mostItems = 100;

type Enriching = Pick<Call<'enrichDomain'>, 'query' | 'signal'>;

interface SummaryKind {
  readonly operation: 'enrichDomain' | 'enrichIpv4' | 'enrichIpv6';
  readonly member: 'domains' | 'ips';
  readonly read: (items: readonly unknown[]) => BulkItem<string>[];
  /** The path of the single look-up. */
  readonly path: (value: string) => object;
  /** The records of all values from the collection. */
  readonly answer: (values: readonly string[], call: Enriching, services: Services) => Promise<readonly object[]>;
  /** A record as the answer of the single look-up, and back. */
  readonly single: (record: object | undefined) => unknown;
  readonly record: (response: unknown) => object;
  /** The fields that identify an invalid item. */
  readonly name: (sent: string) => object;
}

const ofAddress = {
  member: 'ips',
  single: (record: object | undefined) => ({ ip2asn: [record] }),
  record: (response: unknown) => (response as { ip2asn: readonly object[] }).ip2asn[0] ?? {},
  name: (ip: string) => ({ ip }),
} as const;

const summaries: Readonly<Record<string, SummaryKind>> = {
  domain: {
    operation: 'enrichDomain',
    member: 'domains',
    read: (items) =>
      readDomainItems(items).map((item) => ('value' in item ? { sent: item.sent, value: item.value.query } : item)),
    path: (domain) => ({ domain }),
    answer: (names, call, services) =>
      enrichDomains(
        names.map((name) => readDomain('domain', name)),
        call,
        services,
      ),
    single: (record) => record,
    record: (response) => response as object,
    name: (domain) => ({ domain }),
  },
  ipv4: {
    ...ofAddress,
    operation: 'enrichIpv4',
    read: (items) => readIpv4Items('enrichIpv4', items),
    path: (ipv4) => ({ ipv4 }),
    answer: enrichIpv4s,
  },
  ipv6: {
    ...ofAddress,
    operation: 'enrichIpv6',
    read: (items) => readIpv6Items('enrichIpv6', items),
    path: (ipv6) => ({ ipv6 }),
    answer: enrichIpv6s,
  },
};

/** The records of a bulk summary: from the collection in one set, from the provider one by one. */
async function summarise(
  kind: SummaryKind,
  values: readonly string[],
  call: AnyCall,
  services: AllServices,
): Promise<readonly object[]> {
  const key = JSON.stringify(['aliasBulkSummary', kind.operation, values, call.query]);
  const fromCollection = () =>
    answerInTurn(key, call, services, (signal, engine) =>
      kind.answer(values, { query: call.query, signal }, { ...services, engine }),
    );
  if (!services.upstream) return fromCollection();
  let own: Promise<readonly object[]> | undefined;
  return pMap(
    values,
    async (value, index) => {
      const one = { ...call, path: kind.path(value), upstreamHeader: call.upstreamHeader ?? 'background' };
      const ownAnswer = async () => kind.single((await (own ??= fromCollection()))[index]);
      return kind.record((await answerRouted(kind.operation, one, services, ownAnswer)).response);
    },
    { concurrency: 4 },
  );
}

/**
 * Paths of the same family that existing clients call and the interface does not name (x-aliases of the contract). Others are
 * operations under another address: domain/search, and those of tolerateUrl.
 */
function registerAliases(app: FastifyInstance, prefix: string, services: AllServices): void {
  app.get(
    `${prefix}/explore/padns/lookup/domain/asns/:domain`,
    { config: { operationId: 'aliasDomainAsns' } },
    async (request) => {
      const call = callOf(request, prefix);
      const { domain } = readDomain('domain', (call.path as { domain: string }).domain);
      const rows = await services.engine.query(domainAsns(domain), { signal: call.signal });
      const { result_format: format } = call.query as { result_format?: unknown };
      if ([format].flat().at(-1) === 'full') {
        const announced = await services.engine.query(
          announcedQuery(
            'aliasDomainAsns',
            rows.map(({ asn }) => asn),
          ),
          { signal: call.signal },
        );
        const today = dateToIsoDate(services.now());
        const records = rows.map(({ asn, asname, hosts }) => ({
          ...{ domain, domain_asns: domain, asn, asn_size: announcedOn(announced, asn, today), asname },
          domain_hosts_in_asn: hosts,
        }));
        return success({ records });
      }
      const domain_asns = Object.fromEntries(rows.map(({ asn, asname }) => [String(asn), asname]));
      return success({ records: rows.length === 0 ? [] : [{ domain_asns }] });
    },
  );

  app.post(`${prefix}/explore/bulk/summary/:type`, { config: { operationId: 'aliasBulkSummary' } }, async (request) => {
    const call = callOf(request, prefix);
    const kind = summaries[(call.path as { type: string }).type.toLowerCase()];
    if (!kind) throw new ApiError(404, 'no_such_path', 'There are summaries of domain, ipv4 and ipv6.');
    const items = kind.read(readList(call.body, kind.member));
    const query = tolerateQuery(call.query as Record<string, unknown>, parameters[kind.operation]);
    const ask = (values: readonly string[]) => summarise(kind, values, { ...call, query }, services);
    return success(await answerItems(items, ask, ({ sent, error }) => ({ ...kind.name(sent), error })));
  });
}

/** @throws ApiError 400 */
function readList(body: unknown, member: 'domains' | 'ips'): readonly unknown[] {
  const list = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[member] : undefined;
  if (!Array.isArray(list)) throw badInput(member, `Send JSON with ${member}, a list of at most ${mostItems} items.`);
  if (list.length === 0) throw badInput(member, `${member} needs at least 1 item.`);
  if (list.length > mostItems)
    throw badInput(member, `${member} takes at most ${mostItems} items per call; split the list.`);
  return list;
}
