import { statfs } from 'node:fs/promises';
import { availableMemory } from 'node:process';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { storeStatus, type StatusOptions } from './store-status.ts';

export interface MetricsOptions extends StatusOptions {
  readonly jobs: {
    counts(): Readonly<Record<string, number>>;
    /** Of all kept results. */
    resultBytes(): number;
  };
}

/**
 * `/metrics` for Prometheus: how long operations take, jobs and their results, free disk and memory, and the figures of
 * the process itself (`process_resident_memory_bytes` is the memory it uses). Public, like the health paths.
 */
export function registerMetrics(app: FastifyInstance, options: MetricsOptions): void {
  const { jobs, folder, role } = options;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'sightline_request_seconds',
    help: 'Time to answer, by operation and status',
    labelNames: ['operation', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25],
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  new Gauge({
    name: 'sightline_jobs',
    help: 'Jobs by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(jobs.counts())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'sightline_store_available',
    help: '1 while the collection can be read or written, else 0',
    labelNames: ['use'],
    registers: [registry],
    async collect() {
      const { outage, writeFault } = await storeStatus(options);
      this.set({ use: 'read' }, outage === undefined ? 1 : 0);
      this.set({ use: 'write' }, outage === undefined && writeFault === undefined ? 1 : 0);
    },
  });
  new Gauge({
    name: 'sightline_role',
    help: 'Role of the process: all writes the collection, api only reads it',
    labelNames: ['role'],
    registers: [registry],
  }).set({ role }, 1);
  gauge('sightline_job_result_bytes', 'Bytes of the kept results of jobs', () => jobs.resultBytes());
  gauge(
    'sightline_disk_free_bytes',
    'Bytes that the service may still write to the disk of its data folder',
    async () => {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  );
  gauge('sightline_memory_free_bytes', 'Memory that the service may still take', () => availableMemory());

  app.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.config.operationId;
    if (operation) durations.observe({ operation, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (_, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}
