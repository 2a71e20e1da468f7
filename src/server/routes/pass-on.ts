import type { FastifyInstance } from 'fastify';
import { ApiError } from '#server/http/api-error.ts';

/** Paths that change the collection, or that need state of the process that writes it. */
const passedOn = [
  '/sightline/sources',
  '/sightline/imports',
  '/sightline/collect',
  '/sightline/evidence',
  '/sightline/judgements',
  '/sightline/outfeeds',
  '/sightline/watches',
  '/ingest',
  '/explore/domain/whoislive',
] as const;

/** Whether an `api` process forwards an operation to the writer. @param path of the contract */
export function isPassedOn(path: string): boolean {
  return passedOn.some((each) => path === each || path.startsWith(`${each}/`));
}

/** The idle limit of a connection to the service itself. */
const waitMilliseconds = 300_000;

/**
 * Forwards requests to the process that writes the collection, which checks the caller's key again.
 * @param prefixes of the interface
 */
export async function registerPassOn(
  app: FastifyInstance,
  { writerUrl, prefixes }: { readonly writerUrl: string; readonly prefixes: readonly string[] },
): Promise<void> {
  // only an `api` process needs the HTTP client that this package loads
  const { default: fastifyHttpProxy } = await import('@fastify/http-proxy');
  await app.register(fastifyHttpProxy, {
    upstream: writerUrl,
    routes: prefixes.flatMap((prefix) => passedOn.flatMap((path) => [`${prefix}${path}`, `${prefix}${path}/*`])),
    httpMethods: ['GET', 'POST', 'PUT'],
    disableRequestLogging: true,
    destroyAgent: true,
    undici: { headersTimeout: waitMilliseconds, bodyTimeout: waitMilliseconds },
    replyOptions: {
      // this process has already checked the origin against its host
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
