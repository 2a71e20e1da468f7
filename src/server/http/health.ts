import type { FastifyInstance } from 'fastify';
import { Histogram, Registry, collectDefaultMetrics, Gauge } from 'prom-client';
import type { Engine } from '#server/engine/engine.ts';
import type { LoadState } from './load-state.ts';

export interface HealthOptions {
  readonly load: LoadState;
  readonly engine: Pick<Engine, 'status'>;
  readonly jobCounts: () => Readonly<Record<string, number>>;
}

/**
 * `/healthz` (the process lives), `/readyz` (it can answer; else how far the first load is, or why the store cannot be
 * reached), `/metrics` (Prometheus).
 */
export function registerHealth(app: FastifyInstance, { load, engine, jobCounts }: HealthOptions): void {
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
  const storeGauge = new Gauge({
    name: 'sightline_store_available',
    help: '1 while the collection can be read or written, else 0',
    labelNames: ['use'],
    registers: [registry],
  });

  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config.operationId;
    if (operation) durations.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    void reply.header('cache-control', 'no-store');
    const { outage, writeFault } = await engine.status();
    if (load.current.state !== 'ready') return reply.code(503).send(load.current);
    if (outage !== undefined) return reply.code(503).send({ state: 'unreachable', message: outage });
    return { ...load.current, ...(writeFault !== undefined && { writes: writeFault }) };
  });
  app.get('/metrics', async (_, reply) => {
    const { outage, writeFault } = await engine.status();
    storeGauge.set({ use: 'read' }, outage === undefined ? 1 : 0);
    storeGauge.set({ use: 'write' }, outage === undefined && writeFault === undefined ? 1 : 0);
    for (const [state, count] of Object.entries(jobCounts())) jobGauge.set({ state }, count);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}
