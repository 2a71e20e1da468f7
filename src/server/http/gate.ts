import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';
import type { ApiKeys } from './api-keys.ts';
import type { LoadState } from './load-state.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the API key that asks; empty outside the interface. */
    keyId: string;
  }
  interface FastifyContextConfig {
    operationId?: string;
  }
}

/** Lets a request of the interface in when its key is known and the collection is there. */
export function registerGate(app: FastifyInstance, keys: ApiKeys, load: LoadState): void {
  app.decorateRequest('keyId', '');
  app.addHook('onRequest', async (request, reply) => {
    const { operationId } = request.routeOptions.config;
    if (operationId === undefined) return;
    request.keyId = checkKey(keys, request.headers['x-api-key']);
    checkLoaded(load);
    if (load.incomplete.length > 0)
      void reply.header('sightline-incomplete', load.incomplete.map(({ table }) => table).join(', '));
  });
}

function checkKey(keys: ApiKeys, sent: string | string[] | undefined): string {
  const key = Array.isArray(sent) ? sent.at(-1) : sent;
  if (!key) throw new ApiError(401, 'key_missing', 'Send an API key in the header X-API-KEY.');
  const id = keys.check(key);
  if (!id)
    throw new ApiError(401, 'key_unknown', 'This API key is not known here. Check the key in the header X-API-KEY.');
  return id;
}

function checkLoaded({ current }: LoadState): void {
  if (current.state === 'ready') return;
  if (current.state === 'failed')
    throw new ApiError(503, 'load_failed', `The collection could not be loaded: ${current.message}`);
  throw new ApiError(503, 'loading', 'The collection is being loaded for the first time; /readyz says how far it is.', {
    retryAfterSeconds: 2,
  });
}
