import fastifySwagger, { type StaticDocumentSpec } from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** Without `upgrade-insecure-requests`: under a plain http:// address it would keep the page from its own files. */
const referencePolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** `/openapi.json` serves the contract, `/api` lets a reader browse it and try it. */
export async function registerReference(app: FastifyInstance, document: object): Promise<void> {
  app.get('/openapi.json', async (_, reply) => reply.header('cache-control', 'no-cache').send(document));
  await app.register(fastifySwagger, {
    mode: 'static',
    specification: { document: document as StaticDocumentSpec['document'] },
  });
  await app.register(fastifySwaggerUi, {
    routePrefix: '/api',
    indexPrefix: '',
    uiConfig: { docExpansion: 'list', deepLinking: true, defaultModelsExpandDepth: 0 },
    theme: { title: 'Sightline interface reference' },
    staticCSP: referencePolicy,
  });
}
