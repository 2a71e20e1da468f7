import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** `/openapi.json` serves the contract, `/api` lets a reader browse it and try it. */
export async function registerReference(app: FastifyInstance, document: object): Promise<void> {
  app.get('/openapi.json', async (_, reply) => reply.header('cache-control', 'no-cache').send(document));
  await app.register(fastifySwagger, { mode: 'static', specification: { document: document as never } });
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api',
    indexPrefix: '',
    uiConfig: { docExpansion: 'list', deepLinking: true, defaultModelsExpandDepth: 0 },
    theme: { title: 'Sightline interface reference' },
    staticCSP: true,
  });
}
