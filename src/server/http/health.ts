import type { FastifyInstance } from 'fastify';
import { Histogram, Registry, collectDefaultMetrics, Gauge } from 'prom-client';
import type { LoadState } from './load-state.ts';

/** `/healthz` (the process lives), `/readyz` (it can answer; else how far the first load is), `/metrics` (Prometheus). */
export function registerHealth(
  app: FastifyInstance,
  load: LoadState,
  jobCounts: () => Readonly<Record<string, number>>,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'sightline_request_seconds',
    help: 'Time to answer, by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
    registers: [registry],
  });
  const jobGauge = new Gauge({
    name: 'sightline_jobs',
    help: 'Jobs by state',
    labelNames: ['state'],
    registers: [registry],
  });

  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config.operationId;
    if (operation) durations.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    void reply.code(load.current.state === 'ready' ? 200 : 503).header('cache-control', 'no-store');
    return load.current;
  });
  app.get('/metrics', async (_, reply) => {
    for (const [state, count] of Object.entries(jobCounts())) jobGauge.set({ state }, count);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
