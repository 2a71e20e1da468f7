import { describe, expect, it } from 'vitest';
import { useTestService } from '#test/server/use-test-service.ts';
import { observation } from '#test/server/seeded-observations.ts';
import { answerCache, questionKey } from './answer-cache.ts';

describe('the cache of answers', () => {
  /** A cache over a collection of numbers: each answer made is the next one. */
  function counting(kind: 'embedded' | 'server' = 'embedded') {
    const state = { writes: 0, now: new Date('2026-11-21T12:00:00Z'), made: 0 };
    const cache = answerCache({
      engine: { kind, writes: () => state.writes },
      now: () => state.now,
      bytes: 1_000_000,
    });
    const ask = async (key = 'k', mayBeKept = true) =>
      String(await cache.answer(key, async () => ({ body: Buffer.from(String((state.made += 1))), mayBeKept })));
    return { state, cache, ask };
  }

  it('gives the same question the same body, and another question its own', async () => {
    const { ask } = counting();
    expect([await ask('a'), await ask('a'), await ask('b'), await ask('a')]).toEqual(['1', '1', '2', '1']);
  });

  it('makes new answers after a write and after midnight', async () => {
    const { ask, state } = counting();
    await ask();
    state.writes += 1;
    expect(await ask()).toBe('2');
    state.now = new Date('2026-11-22T00:00:00Z');
    expect(await ask()).toBe('3');
  });

  it('keeps no answer that was made while something was written', async () => {
    const { ask, state, cache } = counting();
    await cache.answer('k', async () => {
      state.writes += 1;
      return { body: Buffer.from('half old, half new'), mayBeKept: true };
    });
    expect(await ask()).toBe('1');
  });

  it('keeps neither failures nor bodies that may not be kept', async () => {
    const { ask, cache } = counting();
    await expect(cache.answer('k', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect([await ask('k', false), await ask()]).toEqual(['1', '2']);
  });

  it.each([
    ['embedded', 59_000, 61_000],
    ['server', 2_900, 3_100],
  ] as const)('drops expired answers on the %s engine', async (kind, within, after) => {
    const { ask, state } = counting(kind);
    const start = state.now.getTime();
    await ask();
    state.now = new Date(start + within);
    expect(await ask()).toBe('1');
    state.now = new Date(start + after);
    expect(await ask()).toBe('2');
  });
});

describe('the cache key of a question', () => {
  const keyOf = (query: Record<string, unknown>) => questionKey('padnsForward', { path: { qname: 'a.test' }, query });

  it('is the same in any order of parameters and for any wait options', () => {
    expect(keyOf({ skip: 1, limit: 5, max_wait: 3, prefer: 'result' })).toBe(keyOf({ limit: 5, skip: 1 }));
    expect(keyOf({ limit: 5 })).not.toBe(keyOf({ limit: 6 }));
  });

  it.each([
    { prefer: 'job_id' },
    { max_wait: 0 },
    { with_metadata: 1 },
    { as_of: '-30d' },
    { first_seen_after: '-86400' },
  ])('is undefined for %o', (query) => expect(keyOf(query)).toBeUndefined());
});

describe('the service', () => {
  let questions = 0;
  const notUsed = () => Promise.reject(new Error('not used here'));
  const dns = async () => {
    questions += 1;
    return [];
  };
  const service = useTestService({ live: { dns, http: notUsed, whois: notUsed } });

  it('answers with rows written after the first request', async () => {
    const ask = async () => (await service.get('/explore/padns/lookup/query/a/new.test')).response.records;
    expect(await ask()).toEqual([]);
    await service.add({ obs: [observation('A', 'new.test', '192.0.2.1', ['2026-01-01', '2026-02-01'])] });
    expect(await ask()).toHaveLength(1);
    expect(await ask()).toHaveLength(1);
  });

  it('asks the DNS again for each live answer', async () => {
    const ask = () => service.get('/explore/padns/lookup/ipdiversity/a/new.test?scope=live');
    await ask();
    expect(questions).toBe(1);
    await ask();
    expect(questions).toBe(2);
  });
});
