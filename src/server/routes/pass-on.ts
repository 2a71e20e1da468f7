import fastifyHttpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '#server/http/api-error.ts';

/** Everything below these paths changes the collection, or asks for what only the process that writes it knows. */
const passedOn = [
  '/sightline/sources',
  '/sightline/imports',
  '/sightline/collect',
  '/ingest',
  '/explore/domain/whoislive',
] as const;

/** Whether an `api` process passes an operation on. @param path of the contract */
export function isPassedOn(path: string): boolean {
  return passedOn.some((each) => path === each || path.startsWith(`${each}/`));
}

/** As long as a connection to the service itself may stand still. */
const waitMilliseconds = 300_000;

/** Sends requests to the process that writes the collection, which checks the key of the caller itself. @param prefixes of the interface */
export async function registerPassOn(
  app: FastifyInstance,
  { writerUrl, prefixes }: { readonly writerUrl: string; readonly prefixes: readonly string[] },
): Promise<void> {
  await app.register(fastifyHttpProxy, {
    upstream: writerUrl,
    routes: prefixes.flatMap((prefix) => passedOn.flatMap((path) => [`${prefix}${path}`, `${prefix}${path}/*`])),
    httpMethods: ['GET', 'POST', 'PUT'],
    disableRequestLogging: true,
    destroyAgent: true,
    undici: { headersTimeout: waitMilliseconds, bodyTimeout: waitMilliseconds },
    replyOptions: {
      // this process has compared it with its own host
      rewriteRequestHeaders: (_, { origin: __, ...headers }) => headers,
      retryDelay: () => null,
      onError: (reply, { error }) =>
        void reply.send(
          new ApiError(
            503,
            'writer_unreachable',
            'The process that writes the collection does not answer, so nothing can be changed right now. Look-ups are still answered.',
            { retryAfterSeconds: 5, cause: error },
          ),
        ),
    },
  });
}
