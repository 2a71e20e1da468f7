import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import { operations } from '#contract/generated/operations.gen.ts';
import type { LoadState } from './load-state.ts';
import { ApiError, shortened } from './api-error.ts';
import { storeStatus, type StatusOptions } from './store-status.ts';

interface HealthOptions extends StatusOptions {
  readonly load: LoadState;
}

/**
 * `/healthz` (the process lives) and `/readyz` (it can answer; else how far the first load is, or why the store cannot be
 * reached).
 */
export function registerHealth(app: FastifyInstance, options: HealthOptions): void {
  const { load, role } = options;
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    void reply.header('cache-control', 'no-store');
    const { outage, writeFault } = await storeStatus(options);
    if (load.current.state !== 'ready') return reply.code(503).send({ role, ...load.current });
    if (outage !== undefined) return reply.code(503).send({ role, state: 'unreachable', message: outage });
    return { role, ...load.current, ...(writeFault !== undefined && { writes: writeFault }) };
  });
}

/** `/openapi.json` serves the contract; the dashboard shows it at `/api`. */
export function registerReference(app: FastifyInstance, document: object): void {
  app.get('/openapi.json', async (_, reply) => reply.header('cache-control', 'no-cache').send(document));
}

const yearSeconds = 31_536_000;

/**
 * Serves the built dashboard: hashed assets are cached for good, the page itself never. Every other path that a browser
 * opens is a view of the single page. Files come pre-compressed from the build.
 */
export async function registerDashboard(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(folder);
  if (built)
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      dotfiles: 'ignore', // the build leaves a dotfile with the list of its files
      setHeaders: (reply, path) => {
        const forGood = /[\\/]assets[\\/]/.test(path);
        void reply.header('cache-control', forGood ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
      },
    });
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (built && wantsPage && !/^\/api\/./i.test(request.url)) return reply.sendFile('index.html');
    const methods = allowedMethods(request.url);
    if (methods.length > 0 && !methods.includes(request.method)) {
      void reply.header('allow', methods.join(', '));
      throw new ApiError(405, 'method_not_allowed', `This path takes ${methods.join(' or ')}, not ${request.method}.`);
    }
    throw new ApiError(
      404,
      'no_such_path',
      `There is nothing at ${shortened(request.url.split('?')[0] ?? '')}. The API is under /api/v1, its reference at /api.`,
    );
  });
}

const templates = Object.values(operations).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}));
const own = /^\/(healthz|readyz|metrics|openapi\.json)\/?$/;

/** The methods that a path takes; empty for an unknown path. @param url path with or without a query */
function allowedMethods(url: string): readonly string[] {
  const path = (url.split('?')[0] ?? '').replace(/\/{2,}/g, '/');
  if (own.test(path)) return ['GET', 'HEAD'];
  const operation = /^\/api\/v1(?:\/merge-api)?(\/.*)$/.exec(path)?.[1];
  if (operation === undefined) return [];
  const methods = new Set<string>(
    templates.filter(({ pattern }) => pattern.test(operation)).map(({ method }) => method),
  );
  return methods.has('GET') ? [...methods, 'HEAD'] : [...methods];
}
