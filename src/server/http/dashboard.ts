import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { allowedMethods } from './allowed-methods.ts';
import { ApiError } from './api-error.ts';

const yearSeconds = 31_536_000;

/**
 * Serves the built dashboard: hashed assets for good, the page itself never from a cache. Every other path that a browser
 * opens is a view of the single page. Files come pre-compressed from the build.
 */
export async function registerDashboard(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(folder);
  if (built)
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      dotfiles: 'ignore', // the build leaves a list of its files
      setHeaders: (reply, path) => {
        const forGood = /[\\/]assets[\\/]/.test(path);
        void reply.header('cache-control', forGood ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
      },
    });
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (built && wantsPage && !request.url.startsWith('/api/')) return reply.sendFile('index.html');
    const methods = allowedMethods(request.url);
    if (methods.length > 0 && !methods.includes(request.method)) {
      void reply.header('allow', methods.join(', '));
      throw new ApiError(405, 'method_not_allowed', `This path takes ${methods.join(' or ')}, not ${request.method}.`);
    }
    throw new ApiError(
      404,
      'no_such_path',
      `There is nothing at ${request.url.split('?')[0]}. The interface stands under /api/v1, its reference at /api.`,
    );
  });
}
