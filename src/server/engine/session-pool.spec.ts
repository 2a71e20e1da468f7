import { describe, expect, it } from 'vitest';
import { type Lane, sessionPool } from './session-pool.ts';
import { EngineError } from './engine.ts';

/** Takes sessions that are free at once; other requests wait. */
function taker(sessions: number, maxWaiting = 100) {
  const pool = sessionPool(
    Array.from({ length: sessions }, (_, index) => index),
    maxWaiting,
  );
  const taken: [number, Lane][] = [];
  const take = (lane: Lane, signal?: AbortSignal) =>
    pool.acquire(lane, signal).then((session) => void taken.push([session, lane]));
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const give = async (lane: Lane) => {
    const at = taken.findIndex(([, each]) => each === lane);
    const [session] = taken.splice(at, 1)[0] ?? [];
    if (session === undefined) throw new Error(`nothing held by ${lane}`);
    pool.release(session, lane);
    await settle();
  };
  const held = (lane: Lane) => taken.filter(([, each]) => each === lane).length;
  return { take, give, held, settle };
}

const faultOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no fault',
    (error: unknown) => (error instanceof EngineError ? error.fault : String(error)),
  );

describe('sessionPool', () => {
  it('keeps sessions for look-ups, however many searches and upkeep statements wait', async () => {
    const { take, held, settle } = taker(4);
    for (let each = 0; each < 10; each += 1) {
      void take('search');
      void take('upkeep');
    }
    await settle();
    expect([held('search'), held('upkeep')]).toEqual([2, 1]);
    void take('lookup');
    await settle();
    expect(held('lookup')).toBe(1);
  });

  it('lets look-ups have every session, and a search wait for its turn among them', async () => {
    const { take, give, held, settle } = taker(2);
    for (const lane of ['lookup', 'lookup', 'search', 'lookup'] as const) void take(lane);
    await settle();
    expect([held('lookup'), held('search')]).toEqual([2, 0]);
    await give('lookup');
    expect([held('lookup'), held('search')]).toEqual([1, 1]);
    await give('lookup');
    expect([held('lookup'), held('search')]).toEqual([1, 1]);
  });

  it('passes over a lane that has its share', async () => {
    const { take, give, held, settle } = taker(4);
    for (const lane of ['search', 'search', 'search', 'lookup', 'lookup', 'lookup'] as const) void take(lane);
    await settle();
    expect([held('lookup'), held('search')]).toEqual([2, 2]);
    await give('lookup');
    expect([held('lookup'), held('search')]).toEqual([2, 2]);
    await give('search');
    expect([held('lookup'), held('search')]).toEqual([2, 2]);
  });

  it('refuses a look-up at once when too many wait', async () => {
    const { take, settle } = taker(1, 2);
    for (let each = 0; each < 3; each += 1) void take('lookup');
    await settle();
    expect(await faultOf(take('lookup'))).toBe('overloaded');
  });

  it('drops callers that hang up while waiting', async () => {
    const { take, give, held, settle } = taker(1);
    const hangUp = new AbortController();
    void take('lookup');
    const fault = faultOf(take('lookup', hangUp.signal));
    void take('search');
    await settle();
    hangUp.abort();
    expect(await fault).toBe('cancelled');
    await give('lookup');
    expect([held('lookup'), held('search')]).toEqual([0, 1]);
    expect(await faultOf(take('lookup', hangUp.signal))).toBe('cancelled');
  });
});
