import type { FastifyInstance } from 'fastify';
import type { Engine } from '#server/engine/engine.ts';
import type { LoadState } from './load-state.ts';

/**
 * `/healthz` (the process lives) and `/readyz` (it can answer; else how far the first load is, or why the store cannot be
 * reached).
 */
export function registerHealth(app: FastifyInstance, load: LoadState, engine: Pick<Engine, 'status'>): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    void reply.header('cache-control', 'no-store');
    const { outage, writeFault } = await engine.status();
    if (load.current.state !== 'ready') return reply.code(503).send(load.current);
    if (outage !== undefined) return reply.code(503).send({ state: 'unreachable', message: outage });
    return { ...load.current, ...(writeFault !== undefined && { writes: writeFault }) };
  });
}
