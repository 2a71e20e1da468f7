import type { FastifyInstance, FastifyRequest } from 'fastify';
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

export interface GateOptions {
  readonly keys: ApiKeys;
  readonly load: LoadState;
  /** Called with every request that has an unknown key; may throw what such a caller is told instead. */
  readonly onWrongKey: (request: FastifyRequest) => Promise<void>;
}

/** Lets a request of the interface in when its key is known and the collection is there. */
export function registerGate(app: FastifyInstance, { keys, load, onWrongKey }: GateOptions): void {
  app.decorateRequest('keyId', '');
  app.addHook('onRequest', async (request, reply) => {
    const { operationId } = request.routeOptions.config;
    if (operationId === undefined) return;
    const id = checkKey(keys, request.headers['x-api-key']);
    if (id === undefined) {
      await onWrongKey(request);
      throw new ApiError(401, 'key_unknown', 'This API key is not known here. Check the key in the header X-API-KEY.');
    }
    request.keyId = id;
    checkLoaded(load);
    if (load.incomplete.length > 0)
      void reply.header('sightline-incomplete', load.incomplete.map(({ table }) => table).join(', '));
  });
}

function checkKey(keys: ApiKeys, sent: string | string[] | undefined): string | undefined {
  const key = Array.isArray(sent) ? sent.at(-1) : sent;
  if (!key) throw new ApiError(401, 'key_missing', 'Send an API key in the header X-API-KEY.');
  return keys.check(key);
}

function checkLoaded({ current }: LoadState): void {
  if (current.state === 'ready') return;
  if (current.state === 'failed') throw new ApiError(503, 'load_failed', current.message);
  throw new ApiError(503, 'loading', 'The collection is being loaded for the first time; /readyz says how far it is.', {
    retryAfterSeconds: 2,
  });
}
