import { isTheirFault } from '#model/errors.ts';
import { mayManage } from '#server/http/key-roles.ts';
import { LogRefused, sensorName } from '#server/ingest/logs/import-input.ts';
import { maxRecords, type Push, type PushEnvelope } from '#server/ingest/logs/log-pushes.ts';
import { UnknownLog } from '#server/ingest/logs/read-log.ts';
import { isTableField, tableFields } from '#server/ingest/logs/readers/table.ts';
import { ApiError, badInput } from '#server/http/api-error.ts';
import {
  type AllServices,
  type Caller,
  callOf,
  type LiveHandler,
  type PlainOperationId,
  writerOf,
  type WriterServices,
} from './handler.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { expectRawBody } from '#server/http/json-body.ts';

type ImportOperationId = Extract<PlainOperationId, `logImport${string}`>;

const refusals: Readonly<Record<LogRefused['reason'], readonly [status: number, code: string]>> = {
  unknown: [404, 'no_such_import'],
  wrong: [400, 'bad_input'],
  state: [409, 'not_now'],
  'no-room': [409, 'no_room'],
  'too-large': [413, 'body_too_large'],
  behind: [429, 'behind'],
};
const retrySeconds = 2;

/** The refusal as callers see it. */
function refusal({ reason, message }: LogRefused): ApiError {
  return new ApiError(...refusals[reason], message, reason === 'behind' ? { retryAfterSeconds: retrySeconds } : {});
}

/** An operation on imports. Its answers are never cached, because imports change without a call. */
function onImports<Id extends ImportOperationId>(answer: LiveHandler<Id>['answer']): LiveHandler<Id> {
  return {
    answer: async (call, services) => {
      try {
        return await answer(call, services);
      } catch (error) {
        throw error instanceof LogRefused ? refusal(error) : error;
      }
    },
  };
}

const logImports = onImports<'logImports'>(async ({ role, query }, services) =>
  writerOf(services).logs.list(mayManage(role), query.before),
);

const logImport = onImports<'logImport'>(async ({ path }, services) => writerOf(services).logs.one(path.import_id));

const logImportAdd = onImports<'logImportAdd'>(async ({ body }, services) => {
  const { start, columns, ...file } = body;
  return writerOf(services).logs.add({ ...file, ...(columns && { columns: columnsOf(columns) }), starts: start === 1 });
});

const logImportChange = onImports<'logImportChange'>(async ({ path, body }, services) => {
  const { logs } = writerOf(services);
  const { action, format, columns, day = '', origin = '' } = body;
  if (action === 'check')
    return logs.check(path.import_id, {
      day,
      origin,
      ...(format && { format }),
      ...(columns && { columns: columnsOf(columns) }),
    });
  if (action === 'remove') return logs.remove(path.import_id, { day });
  return logs[action](path.import_id);
});

const logImportRemoval = onImports<'logImportRemoval'>(async ({ path, query }, services) =>
  writerOf(services).logs.previewRemoval(path.import_id, query.day),
);

/** 'name=Query Name,answer=IP' @throws ApiError */
function columnsOf(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const [name = '', ...column] = pair.split('=');
      if (!isTableField(name.trim()) || column.join('=').trim() === '')
        throw badInput('columns', `Send columns as name=Query Name,answer=IP. They hold ${tableFields.join(', ')}.`);
      return [name.trim(), column.join('=').trim()];
    }),
  );
}

const logImportContent = onImports<'logImportContent'>(async ({ path, query, body }, services) =>
  writerOf(services).logs.content(path.import_id, query.offset, bytesOf(body)),
);

/** Writes a push. @throws ApiError */
async function pushLines(
  push: Omit<Push, 'idempotencyKey'>,
  caller: Caller,
  services: AllServices,
): ReturnType<WriterServices['logs']['pushes']['push']> {
  const { owner, idempotencyKey } = caller;
  const key = idempotencyKey === undefined ? undefined : `${owner} ${idempotencyKey}`;
  try {
    return await writerOf(services).logs.pushes.push({ ...push, sensor: sensorOf(push.sensor), idempotencyKey: key });
  } catch (error) {
    if (error instanceof UnknownLog) throw badInput('format', error.message);
    if (isTheirFault(error)) throw badInput('body', error.message);
    throw error instanceof LogRefused ? refusal(error) : error;
  }
}

/** @throws ApiError */
function sensorOf(source: string): string {
  try {
    return sensorName(source);
  } catch (error) {
    throw error instanceof LogRefused ? badInput('source', error.message) : error;
  }
}

const ingest: LiveHandler<'ingest'> = {
  answer: async (call, services) => {
    const { path, query, body } = call;
    const format = path.format === 'auto' ? '' : path.format;
    return pushLines({ format, sensor: query.source ?? '', body: bytesOf(body) }, call, services);
  },
};

/** A raw body reaches its handler as a stream. */
function bytesOf(body: unknown): AsyncIterable<Buffer> {
  return (body ?? []) as AsyncIterable<Buffer>;
}

/** Imports of own logs. */
export const logImportHandlers = {
  logImports,
  logImport,
  logImportAdd,
  logImportChange,
  logImportRemoval,
  logImportContent,
  ingest,
};

/** Requests that Elasticsearch clients send before any data. */
const about = {
  name: 'sightline',
  cluster_name: 'sightline',
  cluster_uuid: 'c2lnaHRsaW5lLWxvZ3M',
  version: {
    number: '8.15.0',
    build_flavor: 'default',
    build_type: 'docker',
    build_hash: '0',
    build_snapshot: false,
    build_date: '2024-08-05T10:05:34.233336849Z',
    lucene_version: '9.11.1',
    minimum_wire_compatibility_version: '7.17.0',
    minimum_index_compatibility_version: '7.0.0',
  },
  tagline: 'You Know, for Search',
};

/**
 * The part of the Elasticsearch API that log shippers need: `_bulk` and the requests before it. Shippers use
 * `/ingest/elastic` as the server address. Each bulk request is one push (log-pushes.ts).
 */
export function registerElastic(app: FastifyInstance, prefix: string, services: AllServices): void {
  const base = `${prefix}/ingest/elastic`;
  const config = { operationId: 'elastic', isPush: true };
  const asElastic = (reply: FastifyReply): void =>
    void reply.header('x-elastic-product', 'Elasticsearch').type('application/json; charset=utf-8');
  const raw = async (request: FastifyRequest): Promise<void> => {
    expectRawBody(request);
  };
  app.get(base, { config }, async (_, reply) => {
    asElastic(reply);
    return about;
  });
  app.get(`${base}/_license`, { config }, async (_, reply) => {
    asElastic(reply);
    return { license: { uid: about.cluster_uuid, type: 'basic', status: 'active', mode: 'basic' } };
  });
  // polled by rsyslog
  for (const path of ['_cat/health', '_cluster/health'])
    app.get(`${base}/${path}`, { config }, async (_, reply) => {
      asElastic(reply);
      return { cluster_name: about.cluster_name, status: 'green', timed_out: false, number_of_nodes: 1 };
    });
  for (const path of ['_bulk', ':index/_bulk'])
    for (const method of ['POST', 'PUT'] as const)
      app.route({
        method,
        url: `${base}/${path}`,
        config,
        onRequest: raw,
        handler: async (request, reply) => {
          asElastic(reply);
          const startedAt = performance.now();
          const envelope = new BulkEnvelope();
          const format = (request.query as { format?: string }).format ?? '';
          const sensor = (request.query as { source?: string }).source ?? '';
          await pushLines({ format, sensor, body: bytesOf(request.body), envelope }, callOf(request, prefix), services);
          const took = Math.round(performance.now() - startedAt);
          return { took, errors: false, items: envelope.actions.map((action) => ({ [action]: { status: 201 } })) };
        },
      });
}

const newline = 0x0a;
const maxActionBytes = 10_000;
/** Readers of logs cut longer lines. */
const maxDocumentBytes = 1_000_000;

/** A bulk request: an action line before each document, none after a deletion. */
class BulkEnvelope implements PushEnvelope {
  /** The action of each line. */
  readonly actions: string[] = [];
  #isAction = true;
  /** The line that has begun. */
  #rest: Buffer[] = [];
  #restBytes = 0;

  /** @throws LogRefused, ApiError */
  take(chunk: Buffer): Buffer {
    const documents: Buffer[] = [];
    let begin = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, begin)) {
      this.#begin(chunk.subarray(begin, end + 1));
      const line = Buffer.concat(this.#rest);
      [this.#rest, this.#restBytes] = [[], 0];
      begin = end + 1;
      if (!this.#isAction) documents.push(line);
      else if (line.toString('utf8', 0, 100).trim() === '') continue;
      else if (this.actions.push(actionOf(line)) > maxRecords)
        throw new LogRefused('too-large', `A bulk request has at most ${maxRecords} actions: send fewer at a time.`);
      this.#isAction = !this.#isAction || this.actions.at(-1) === 'delete';
    }
    this.#begin(chunk.subarray(begin));
    return Buffer.concat(documents);
  }

  end(): Buffer {
    return this.#isAction ? Buffer.alloc(0) : Buffer.concat(this.#rest);
  }

  #begin(part: Buffer): void {
    this.#restBytes += part.length;
    if (this.#restBytes > maxDocumentBytes)
      throw new LogRefused('too-large', `A line has at most ${maxDocumentBytes / 1e6} MB: send one event a line.`);
    if (part.length > 0) this.#rest.push(part);
  }
}

/** @throws ApiError for a line that is not an action */
function actionOf(line: Buffer): string {
  try {
    if (line.length > maxActionBytes) throw new Error('too long');
    const [action = ''] = Object.keys(JSON.parse(line.toString('utf8')) as object);
    if (['index', 'create', 'update', 'delete'].includes(action)) return action;
  } catch {
    // said below
  }
  throw new ApiError(400, 'bad_input', 'Send the body as a bulk request: an action line before each document.', {
    parameter: 'body',
  });
}
