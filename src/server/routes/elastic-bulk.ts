import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '#server/http/api-error.ts';
import { expectRawBody } from '#server/http/json-body.ts';
import type { AliasOptions } from './handler.ts';
import { bytesOf, pushLines } from './log-imports.ts';

/** Requests that Elasticsearch clients send before any data. */
const about = {
  name: 'sightline',
  cluster_name: 'sightline',
  cluster_uuid: 'c2lnaHRsaW5lLWxvZ3M',
  version: {
    ...{ number: '8.15.0', build_flavor: 'default', build_type: 'docker', build_hash: '0', build_snapshot: false },
    ...{ build_date: '2024-08-05T10:05:34.233336849Z', lucene_version: '9.11.1' },
    ...{ minimum_wire_compatibility_version: '7.17.0', minimum_index_compatibility_version: '7.0.0' },
  },
  tagline: 'You Know, for Search',
};

/**
 * As much of the interface of Elasticsearch as shippers need to send documents: `_bulk` and the questions before it. Below
 * `/ingest/elastic`, which is what they take as the address of the server. Each bulk request is one push (log-pushes.ts).
 */
export function registerElastic(app: FastifyInstance, { prefix, services, callOf }: AliasOptions): void {
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
  // asked again and again by rsyslog
  for (const path of ['_cat/health', '_cluster/health'])
    app.get(`${base}/${path}`, { config }, async (_, reply) => {
      asElastic(reply);
      return { cluster_name: about.cluster_name, status: 'green', timed_out: false, number_of_nodes: 1 };
    });
  for (const path of ['_bulk', ':index/_bulk'])
    for (const method of ['POST', 'PUT'] as const)
      app.route({
        ...{ method, url: `${base}/${path}`, config, onRequest: raw },
        handler: async (request, reply) => {
          asElastic(reply);
          const startedAt = performance.now();
          const bulk = documentsOf(bytesOf(request.body));
          const format = (request.query as { format?: string }).format ?? '';
          const sensor = (request.query as { source?: string }).source ?? '';
          await pushLines({ format, sensor, body: bulk.documents }, callOf(request, reply, prefix), services);
          const took = Math.round(performance.now() - startedAt);
          return { took, errors: false, items: bulk.actions.map((action) => ({ [action]: { status: 201 } })) };
        },
      });
}

const newline = 0x0a;
const maxActionBytes = 10_000;

/** The documents of a bulk request as lines, and the action of each. An action line goes before each document. */
function documentsOf(body: AsyncIterable<Buffer>) {
  const actions: string[] = [];
  async function* documents(): AsyncGenerator<Buffer> {
    let isAction = true;
    let rest: Buffer[] = [];
    for await (const chunk of body) {
      let begin = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, begin)) {
        const line = Buffer.concat([...rest, chunk.subarray(begin, end + 1)]);
        rest = [];
        begin = end + 1;
        if (isAction) {
          if (line.toString('utf8', 0, 100).trim() === '') continue;
          const action = actionOf(line);
          actions.push(action);
          isAction = action === 'delete';
        } else {
          yield line;
          isAction = true;
        }
      }
      if (begin < chunk.length) rest.push(chunk.subarray(begin));
    }
    if (rest.length > 0 && !isAction) yield Buffer.concat(rest);
  }
  return { actions, documents: documents() };
}

/** @throws ApiError for a line that is no action */
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
