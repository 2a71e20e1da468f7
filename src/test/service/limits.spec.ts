import { once } from 'node:events';
import { Agent, get as httpGet, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { randomFor } from '#sample/random.ts';
import { key } from '#test/server/collection.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { type RawRequest, sendRaw } from '#test/server/existing-client.ts';
import { observation } from '#test/server/seeded-observations.ts';

const api = '/api/v1/explore';
const exact = `${api}/padns/lookup/query/a/h1.d1.example`;
/** Wide classes repeated make a large automaton: a second or two over these names. Each number is another question. */
const slow = (number: number, more = '') =>
  `${api}/padns/lookup/query/a/_?regex=${encodeURIComponent(`(.*[a-m].{9}[n-z]){4}.{${number}}`)}${more}`;
/** Slower still: a larger automaton. */
const endless = (number: number) =>
  `${api}/padns/lookup/query/a/_?regex=${encodeURIComponent(`(.*[a-m].{15}[n-z]){8}.{${number}}`)}`;
const service = useTestService();
beforeAll(async () => {
  const random = randomFor('limits');
  const obs = Array.from({ length: 20_000 }, () =>
    observation('A', `${random.text(50, 'abcdefghijklmnopqrstuvwxyz')}.example`, '192.0.2.1', [
      '2026-01-01',
      '2026-02-01',
    ]),
  );
  await service.engine.insert('obs', obs);
});

async function send(base: string, request: Partial<RawRequest> & { readonly path: string }) {
  const { status, headers, text } = await sendRaw(base, {
    ...request,
    headers: { 'x-api-key': key, ...request.headers },
  });
  const body = JSON.parse(text) as {
    status_code: number;
    error: { code: string; message: string } | null;
    response: never;
  };
  expect(body.status_code).toBe(status);
  return { status, ...body.error, retryAfter: headers['retry-after'], response: body.response };
}
/** A summary of domains. */
const summary = (base: string, domains: readonly string[]) =>
  send(base, {
    method: 'POST',
    path: `${api}/bulk/summary/domain`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ domains }),
  });
const runningSlow = async () => {
  const [row] = await service.engine.query<{ count: number }>({
    name: 'spec',
    sql: "SELECT count() AS count FROM system.processes WHERE query LIKE '%(.*[a-m]%' AND query NOT LIKE '%system.processes%'",
  });
  return row?.count;
};

/** Holds the statements with these limits until `open` is called; `end` lets all of them pass again. */
function holdStatements(limits: 'list' | 'search') {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const { query } = service.engine;
  const held = vi
    .spyOn(service.engine, 'query')
    .mockImplementation((each, options) =>
      (options?.limits === limits ? gate : Promise.resolve()).then(() => query(each, options)),
    );
  const end = () => {
    open();
    held.mockRestore();
  };
  return { open, end };
}

describe('limits', () => {
  it('answers sixteen callers with look-ups and heavy searches at the same time', async () => {
    const base = await service.listen({ requestsPerMinute: 100_000 });
    const search = (number: number) =>
      `${api}/padns/lookup/query/a/_?regex=${encodeURIComponent('[a-m].*x.*[n-z]')}&skip=${number}`;
    const callers = Array.from({ length: 16 }, async (_, caller) => {
      const statuses: number[] = [];
      for (let number = caller; number < 64; number += 16)
        statuses.push((await send(base, { path: caller % 2 === 0 ? exact : search(number) })).status);
      return statuses;
    });
    expect((await Promise.all(callers)).flat()).toEqual(Array.from({ length: 64 }, () => 200));
  });

  it('refuses more requests than a key may make, and says when to come again', async () => {
    const base = await service.listen({ requestsPerMinute: 3 });
    for (let time = 0; time < 3; time += 1) expect(await send(base, { path: exact })).toMatchObject({ status: 200 });
    const refused = await send(base, { path: exact });
    expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
  });

  it.each<[string, Partial<RawRequest> & { path: string }, object]>([
    [
      'a body that is too large',
      {
        method: 'POST',
        path: `${api}/ipv4/bulk/ipv4riskscore`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ips: 'x'.repeat(300_000) }),
      },
      { status: 413, code: 'body_too_large' },
    ],
    [
      'a value in the path that is too long',
      { path: `${api}/domain/domaininfo/${'a'.repeat(3000)}` },
      { status: 400, code: 'bad_input' },
    ],
    ['a URL that is too long', { path: `${exact}?regex=${'a'.repeat(20_000)}` }, { status: 431, code: 'url_too_long' }],
    [
      'a URL that is none',
      { path: `${api}/domain/domaininfo/%zz` },
      { status: 400, code: 'bad_request', message: expect.stringContaining('%25') as string },
    ],
  ])('answers %s in the envelope', async (_, request, expected) => {
    const base = await service.listen();
    expect(await send(base, request)).toMatchObject(expected);
  });

  it('answers what is not HTTP in the envelope', async () => {
    const base = await service.listen();
    expect(await send(base, { path: exact, headers: { 'content-length': 'x' } })).toMatchObject({
      status: 400,
      code: 'bad_request',
    });
  });

  it('refuses a search that finds the queue full, answers look-ups meanwhile, and wakes who polls at once', async () => {
    const base = await service.listen({ searchWorkers: 1, searchQueue: 1 });
    const jobs: string[] = [];
    const { open, end } = holdStatements('search');
    try {
      for (const number of [1, 2]) {
        const { response } = await send(base, { path: slow(number, '&prefer=job_id&limit=1') });
        jobs.push((response as { job_status: { job_id: string } }).job_status.job_id);
      }
      expect(await send(base, { path: slow(3) })).toMatchObject({ status: 503, code: 'queue_full', retryAfter: '10' });
      expect(await send(base, { path: exact })).toMatchObject({ status: 200 });
      const poll = send(base, { path: `${api}/job/${jobs[0]}?max_wait=25` });
      await pause(100); // it waits for the job now
      open();
      expect((await poll).response).toHaveProperty('records');
      const wokenAt = Date.now() / 1000;
      const { response } = await send(base, { path: `${api}/job/${jobs[0]}?force_metadata_on=1` });
      const { timestamp } = (response as { metadata: { timestamp: number } }).metadata;
      expect(wokenAt - timestamp).toBeLessThan(20); // of the 25 that it would have waited
      await send(base, { path: `${api}/job/${jobs[1]}?max_wait=25` });
    } finally {
      end();
    }
  });

  it('a summary of many names takes as many statements as of one, and repeats share them', async () => {
    const base = await service.listen();
    const asked = vi.spyOn(service.engine, 'query');
    const count = async (domains: readonly string[], callers = 1) => {
      asked.mockClear();
      await Promise.all(Array.from({ length: callers }, () => summary(base, domains)));
      return asked.mock.calls.length;
    };
    try {
      await count(['h0.example']);
      const one = await count(['h1.example']);
      expect(await count(Array.from({ length: 100 }, (_, at) => `n${at}.example`))).toBe(one);
      expect(await count(['h2.example'], 8)).toBe(one);
    } finally {
      asked.mockRestore();
    }
  });

  it.each([
    ['the queue is full', { searchQueue: 1 }, { status: 503, code: 'queue_full', retryAfter: '10' }],
    ['a key has too many', { searchesPerKey: 2 }, { status: 429, code: 'too_many_searches', retryAfter: '10' }],
  ])('refuses a list when %s, and answers look-ups meanwhile', async (_, limits, refusal) => {
    const base = await service.listen({ searchWorkers: 1, ...limits });
    const { open, end } = holdStatements('list');
    try {
      const lists = [1, 2, 3].map((number) => summary(base, [`h${number}.example`]));
      expect(await Promise.race(lists)).toMatchObject(refusal);
      expect(await send(base, { path: exact })).toMatchObject({ status: 200 });
      open();
      expect((await Promise.all(lists)).map(({ status }) => status).sort()).toEqual([200, 200, refusal.status]);
    } finally {
      end();
    }
  });

  it('ends the statement of a caller that hangs up, and its session serves the next one', async () => {
    const base = await service.listen({ searchWorkers: 1 });
    for (const number of [11, 12]) {
      const agent = new Agent({ keepAlive: true });
      const ask = (path: string) => httpGet(`${base}${path}`, { agent, headers: { 'x-api-key': key } });
      // a connection that was answered before
      const [answer] = (await once(ask(exact), 'response')) as [IncomingMessage];
      await once(answer.resume(), 'end');
      const call = ask(endless(number));
      call.on('error', () => undefined);
      await vi.waitFor(async () => expect(await runningSlow()).toBe(1), { timeout: 200_000, interval: 5 });
      expect(call.reusedSocket).toBe(true);
      await pause(20);
      call.destroy();
      await vi.waitFor(async () => expect(await runningSlow()).toBe(0), { timeout: 200_000, interval: 5 });
    }
  });
});

describe('limits of a statement', () => {
  it.each([
    ['time', { max_execution_time: 0.05 }, { status: 503, code: 'timeout', retryAfter: '5' }],
    ['rows', { max_rows_to_read: 10 }, { status: 503, code: 'too_large' }],
    ['memory', { max_memory_usage: 1000, max_untracked_memory: 0 }, { status: 503, code: 'too_large' }],
  ])('%s: the search ends and says how to narrow it', async (limit, settings, expected) => {
    const base = await service.listen();
    const { query } = service.engine;
    const limited = vi
      .spyOn(service.engine, 'query')
      .mockImplementation((each, options) => query({ ...each, settings: { ...each.settings, ...settings } }, options));
    try {
      expect(await send(base, { path: slow(20 + limit.length) })).toMatchObject(expected);
    } finally {
      limited.mockRestore();
    }
  });
});
