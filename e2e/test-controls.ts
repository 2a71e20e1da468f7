/**
 * How a test controls the service from outside: it makes an operation fail or wait, or holds statements of the engine so that a
 * search runs as long as the test needs. Requests, jobs and statements are the real ones.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Engine, Query } from '#server/engine/engine.ts';
import { ApiError } from '#server/http/api-error.ts';

/** Applies only to requests with the key that it was set for, so that concurrent tests are not affected. */
export interface Fault {
  readonly operationId: string;
  /** Answer with this status instead. */
  readonly status?: number;
  /** The code of the error, where the dashboard treats it in its own way. */
  readonly code?: string;
  readonly delayMilliseconds?: number;
  /** Only the n-th call since the fault was set, counted from 1. */
  readonly call?: number;
}

export interface TestControls {
  /** Adds the control paths and the faults. */
  readonly extend: (app: FastifyInstance) => void;
  /** The engine with statements that can be held. */
  readonly holding: (engine: Engine) => Engine;
}

export function testControls(): TestControls {
  const faults = new Map<string, readonly Fault[]>();
  const calls = new WeakMap<Fault, number>();
  const holds = holdRegister();
  return {
    extend: (app) => {
      app.put('/test/faults/:key', async (request) => {
        const { key } = request.params as { key: string };
        faults.set(key, request.body as Fault[]);
        return { faults: faults.get(key) };
      });
      app.put('/test/holds/:marker', async (request) => {
        const { marker } = request.params as { marker: string };
        holds.set(marker, (request.body as { isHeld: boolean }).isHeld);
        return { marker };
      });
      app.addHook('preHandler', async (request) => {
        const fault = faults
          .get(String(request.headers['x-api-key']))
          ?.find(({ operationId }) => operationId === request.routeOptions.config.operationId);
        if (!fault) return;
        const call = (calls.get(fault) ?? 0) + 1;
        calls.set(fault, call);
        if (fault.call !== undefined && fault.call !== call) return;
        if (fault.delayMilliseconds) await pause(fault.delayMilliseconds);
        if (fault.status)
          throw new ApiError(
            fault.status,
            fault.code ?? 'test_fault',
            'This operation fails because a test asked for it.',
          );
      });
    },
    holding: (engine) => ({
      ...engine,
      // a hold or a release counts as a write, so that no cached answer is sent
      writes: () => engine.writes() + holds.changes(),
      query: async (query, options) => {
        await holds.released(query, options?.signal);
        return engine.query(query, options);
      },
    }),
  };
}

/** Markers that are held: a statement of a passive DNS search waits while one of its parameters contains one. */
function holdRegister() {
  const held = new Set<string>();
  const waiting = new Set<() => void>();
  let changes = 0;
  const isHeld = ({ name, params = {} }: Query<unknown>) => {
    const text = Object.values(params).map(String).join('\n');
    return name.startsWith('padns') && [...held].some((marker) => text.includes(marker));
  };
  return {
    set(marker: string, isHeldNow: boolean): void {
      if (isHeldNow) held.add(marker);
      else held.delete(marker);
      changes += 1;
      for (const look of waiting) look();
    },
    changes: (): number => changes,
    released(query: Query<unknown>, signal: AbortSignal | undefined): Promise<void> {
      if (!isHeld(query) || signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const look = () => {
          if (isHeld(query) && !signal?.aborted) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        signal?.addEventListener('abort', look, { once: true });
      });
    },
  };
}
