// @module-tag long
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#server/config.ts';
import { loadState } from '#server/http/load-state.ts';
import { openService, type Service } from '#server/open-service.ts';
import { checkAgainstContract } from '#test/server/contract-check.ts';
import { skipHistory } from '#test/server/feed-collection.ts';
import { copyTestStore } from '#test/server/made-once.ts';
import { childProgram } from '#test/server/service-process.ts';

// What goes wrong around imports of logs, in the whole service over real chDB: nothing is lost, and nothing counts twice.

const key = 'a-key-for-the-specs';
const day = Date.UTC(2026, 9, 20) / 1000;
const logOf = (zone: string, hosts: number, begin = 0): string =>
  [
    ...['#path\tdns', '#fields\tts\tquery\tqtype_name\tanswers\tTTLs'],
    ...Array.from(
      { length: hosts },
      (_, host) => `${day + begin + host}.5\th${host}.${zone}.test\tA\t198.51.100.7\t60`,
    ),
  ].join('\n');

const folder = mkdtempSync(join(tmpdir(), 'sightline-log-faults-'));
const inbox = join(folder, 'inbox');
const reports: string[] = [];
/** Called with what the service reports, at that moment. */
let onReport = (_message: string): void => undefined;
/** What follows from logs takes this long, and nothing else is written meanwhile. */
let deriving: (() => Promise<void>) | undefined;
let service: Service;

const open = async (load = loadState()): Promise<Service> =>
  openService(
    readConfig({
      ...{ SIGHTLINE_DATA: folder, SIGHTLINE_API_KEYS: key, SIGHTLINE_SAMPLE: 'off', SIGHTLINE_OFFLINE: 'on' },
      SIGHTLINE_INBOX: inbox,
    }),
    {
      ...{ load, sessions: 2, statementBytes: 1_000_000_000, fill: skipHistory },
      ...{ watchMilliseconds: 100, retryMilliseconds: 100, deriveMilliseconds: 1 },
      threadProgram: await childProgram('thread-program'),
      dashboardFolder: join(folder, 'no-dashboard'),
      deriveNow: () => async () => deriving?.(),
      limits: { eventLoopDelayMilliseconds: 0 },
      report: (message) => {
        reports.push(message);
        onReport(message);
      },
    },
  );
beforeAll(async () => {
  mkdirSync(inbox);
  await copyTestStore(join(folder, 'store'));
  service = await open();
  await service.load();
}, 300_000);
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly error: string | null;
  readonly received: number;
  readonly report: { readonly rows: number } | null;
}

/** Renamed, so that it is whole when it is seen. */
function put(name: string, content: string | Buffer): void {
  writeFileSync(join(inbox, `.${name}`), content);
  renameSync(join(inbox, `.${name}`), join(inbox, name));
}
async function get(path: string): Promise<unknown> {
  const answer = await service.app.inject({ method: 'GET', url: `/api/v1${path}`, headers: { 'x-api-key': key } });
  checkAgainstContract('GET', path, answer.statusCode, answer.json());
  return answer.json<{ response: unknown }>().response;
}
const one = async (id: string) => (await get(`/sightline/imports/${id}`)) as Entry;
const entries = async (name: string): Promise<readonly Entry[]> => {
  const { imports } = (await get('/sightline/imports')) as { imports: readonly Entry[] };
  return imports.filter((each) => each.name === name);
};
/** Resolves once an entry of that name is in that state. */
async function entryIn(name: string, state: string): Promise<Entry> {
  for (;;) {
    const found = (await entries(name)).find((each) => each.state === state);
    if (found) return found;
    await pause(20);
  }
}
const settledIn = (how: 'done' | 'failed', name: string): string[] =>
  existsSync(join(inbox, how)) ? readdirSync(join(inbox, how)).filter((each) => each.endsWith(` ${name}`)) : [];
const reportsOf = (name: string): string[] => reports.filter((each) => each.includes(name));

async function countsOf(zone: string): Promise<{ records: number; count: number }> {
  const [row] = await service.engine.query<{ records: number; count: number }>({
    name: 'spec',
    sql: `SELECT count() AS records, sum(count) AS count FROM (
            SELECT rname, answer, sum(count) AS count FROM fwd WHERE rname LIKE reverse({zone:String}) GROUP BY rname, answer)`,
    params: { zone: `%.${zone}.test` },
  });
  return row ?? { records: 0, count: 0 };
}

async function send(path: string, payload: Buffer | object) {
  const headers = {
    'x-api-key': key,
    ...(Buffer.isBuffer(payload) && { 'content-type': 'application/octet-stream' }),
  };
  const url = `/api/v1${path}`;
  const answer = await service.app.inject({ method: 'POST', url, payload, headers });
  return { status: answer.statusCode, response: answer.json<{ response: Entry }>().response };
}
async function announce(name: string, content: Buffer, more: object = {}): Promise<string> {
  const { response } = await send('/sightline/imports', { name, bytes: content.length, ...more });
  return response.id;
}
const piece = (id: string, offset: number, content: Buffer) =>
  send(`/sightline/imports/${id}/content?offset=${offset}`, content);
async function upload(name: string, text: string): Promise<string> {
  const content = gzipSync(text);
  const id = await announce(name, content, { start: 1 });
  await piece(id, 0, content);
  return id;
}

const obstacles: (() => void)[] = [];
/** @returns takes it away; at the end of the test it is taken away in any case */
function obstacle(remove: () => void): () => void {
  let isThere = true;
  const heal = (): void => {
    if (isThere) remove();
    isThere = false;
  };
  obstacles.push(heal);
  return heal;
}
afterEach(() => {
  for (const heal of obstacles.splice(0)) heal();
});
/** A file where the write-ahead files of batches go: nothing can be added to the collection, as on a full disk. */
function blockJournal(): () => void {
  const journal = join(folder, 'journal');
  renameSync(journal, `${journal}.aside`);
  writeFileSync(journal, '');
  return obstacle(() => {
    rmSync(journal);
    renameSync(`${journal}.aside`, journal);
  });
}
/** Puts a folder where a file is to be written, once none is being written there: a state shows before it is on disk. */
async function blockFile(...names: readonly string[]): Promise<() => void> {
  const partial = `${join(folder, ...names)}.partial`;
  await vi.waitFor(() => mkdirSync(partial), { ...soon, interval: 2 });
  return obstacle(() => rmSync(partial, { recursive: true }));
}
/** The import log cannot be written for this entry. */
const blockEntry = (id: string) => blockFile('logs', `${id}.json`);
/** The inventory of the store cannot be written, which follows each import. */
const blockInventory = () => blockFile('store-parts.json');
/** Ends a hang. */
const soon = { timeout: 200_000 };
/** As long as several tries take on a machine that is not busy. */
const aFewTries = () => pause(500);

describe('the inbox', () => {
  it('imports a file once that it cannot move, says so once, and moves it when it can', async () => {
    const target = join(inbox, 'done');
    rmSync(target, { recursive: true, force: true });
    writeFileSync(join(folder, 'in-the-way'), '');
    symlinkSync(join(folder, 'in-the-way'), target);
    put('stuck.log', logOf('stuck', 50));
    await expect.poll(() => reportsOf('stuck.log'), soon).toHaveLength(1);
    await entryIn('stuck.log', 'done');
    await expect.poll(() => reportsOf('stuck.log'), soon).toHaveLength(1);
    expect(reportsOf('stuck.log')[0]).toContain(`The log stuck.log cannot be moved to ${target}: EEXIST`);
    expect(reportsOf('stuck.log')[0]).toContain('is moved once that is possible.\nFile: stuck.log\nResult: imported');
    await aFewTries();
    expect(await entries('stuck.log')).toHaveLength(1);
    expect(reportsOf('stuck.log')).toHaveLength(1);
    rmSync(target);
    await expect.poll(() => settledIn('done', 'stuck.log'), soon).toHaveLength(1);
    expect(await countsOf('stuck')).toEqual({ records: 50, count: 50 });

    // it may be put there again
    put('stuck.log', logOf('stuck', 60));
    await expect.poll(() => settledIn('done', 'stuck.log'), soon).toHaveLength(2);
    expect(await countsOf('stuck')).toEqual({ records: 60, count: 110 });
  });

  it('waits with a file until it can be written, and says so once', async () => {
    const heal = blockJournal();
    put('later.log', logOf('later', 40));
    put('beside.log', 'dear all,\n');
    const { error } = await entryIn('later.log', 'waiting').then(async () => {
      await expect.poll(() => reportsOf('later.log'), soon).toHaveLength(1);
      return entryIn('later.log', 'waiting');
    });
    expect(error).toContain('journal');
    expect(reportsOf('later.log')[0]).toContain('could not be imported yet and will be tried again.');
    await expect.poll(() => settledIn('failed', 'beside.log'), soon).toHaveLength(1);
    await aFewTries();
    expect(reportsOf('later.log')).toHaveLength(1);
    expect(await entries('later.log')).toHaveLength(1);
    heal();
    await expect.poll(() => settledIn('done', 'later.log'), soon).toHaveLength(1);
    expect(await entries('later.log')).toMatchObject([{ state: 'done', error: null, report: { rows: 40 } }]);
    expect(await countsOf('later')).toEqual({ records: 40, count: 40 });
  });

  it('forgets a file that is cancelled while it waits', async () => {
    const heal = blockJournal();
    put('dropped.log', logOf('dropped', 10));
    await expect.poll(() => reportsOf('dropped.log'), soon).toHaveLength(1);
    // it may be on its way to the next try just then
    await expect
      .poll(async () => {
        const [entry] = await entries('dropped.log');
        if (entry?.state === 'waiting') await send(`/sightline/imports/${entry.id}`, { action: 'cancel' });
        return entry?.state;
      }, soon)
      .toBe('cancelled');
    await expect.poll(() => settledIn('failed', 'dropped.log'), soon).toHaveLength(1);
    heal();
    await aFewTries();
    expect(await entries('dropped.log')).toMatchObject([{ state: 'cancelled' }]);
    expect(await countsOf('dropped')).toEqual({ records: 0, count: 0 });
  });

  it('gives up a file that is taken away before it is imported, and says nothing of one that was hardly there', async () => {
    const heal = blockJournal();
    put('gone.log', logOf('gone', 10));
    await expect.poll(() => reportsOf('gone.log'), soon).toHaveLength(1);
    rmSync(join(inbox, 'gone.log'));
    const { error } = await entryIn('gone.log', 'failed');
    expect(error).toBe('The file was removed from the inbox before it was imported. Put it there again to import it.');
    heal();
    put('brief.log', logOf('brief', 10));
    rmSync(join(inbox, 'brief.log'));
    put('gone.log', logOf('gone', 20));
    await expect.poll(() => settledIn('done', 'gone.log'), soon).toHaveLength(1);
    expect((await entries('gone.log')).map(({ state }) => state).sort()).toEqual(['done', 'failed']);
    expect(reportsOf('gone.log')).toHaveLength(1);
    expect([await entries('brief.log'), reportsOf('brief.log')]).toEqual([[], []]);
    expect(await countsOf('gone')).toEqual({ records: 20, count: 20 });
  });

  it('gives up a file that is taken away while it waits for its turn', async () => {
    let goOn = (): void => undefined;
    const isHeld = new Promise<void>((begun) => {
      deriving = () => {
        begun();
        return new Promise((resolve) => (goOn = resolve));
      };
    });
    put('before.log', logOf('before', 10));
    await isHeld;
    await upload('between.gz', logOf('between', 10));
    put('queued.log', logOf('queued', 10));
    await entryIn('queued.log', 'waiting');
    rmSync(join(inbox, 'queued.log'));
    deriving = undefined;
    goOn();
    await entryIn('queued.log', 'failed');
    await entryIn('between.gz', 'done');
    expect(reportsOf('queued.log')).toEqual([]);
    expect(await countsOf('queued')).toEqual({ records: 0, count: 0 });
  });
});

describe('uploads', () => {
  it('that are started together, with a file in the inbox, all count exactly', async () => {
    put('three.log', logOf('crowd', 700, 2000));
    const ids = await Promise.all([upload('one.gz', logOf('crowd', 500)), upload('two.gz', logOf('crowd', 600, 1000))]);
    for (const name of ['one.gz', 'two.gz', 'three.log']) await entryIn(name, 'done');
    expect(await countsOf('crowd')).toEqual({ records: 700, count: 500 + 600 + 700 });
    // the same content at once: whoever is first brings it
    const [first, second] = await Promise.all([
      upload('twin 1', logOf('twin', 300)),
      upload('twin 2', logOf('twin', 300)),
    ]);
    expect(new Set([...ids, first, second]).size).toBe(4);
    for (const id of [first, second])
      await expect.poll(() => one(id), soon).toSatisfy(({ state }: Entry) => ['done', 'known'].includes(state));
    expect(await countsOf('twin')).toEqual({ records: 300, count: 300 });
  });

  it('stay as they were when the import log cannot be written, and go on when it can', async () => {
    const content = gzipSync(logOf('entry', 300));
    const id = await announce('entry.gz', content);
    let heal = await blockEntry(id);
    const half = Math.floor(content.length / 2);
    expect((await piece(id, 0, content.subarray(0, half))).status).toBe(500);
    expect(await one(id)).toMatchObject({ state: 'uploading', received: 0 });
    heal();
    expect((await piece(id, 0, content.subarray(0, half))).status).toBe(200);
    heal = await blockEntry(id);
    expect((await piece(id, half, content.subarray(half))).status).toBe(500);
    expect(await one(id)).toMatchObject({ state: 'uploading', received: half });
    heal();
    expect((await piece(id, half, content.subarray(half))).status).toBe(200);
    await entryIn('entry.gz', 'checked');
    heal = await blockEntry(id);
    const change = (action: string) => send(`/sightline/imports/${id}`, { action });
    expect([(await change('start')).status, (await one(id)).state]).toEqual([500, 'checked']);
    heal();
    expect((await change('start')).status).toBe(200);
    expect(await entryIn('entry.gz', 'done')).toMatchObject({ report: { rows: 300 } });
    expect(await countsOf('entry')).toEqual({ records: 300, count: 300 });
  });

  it('are tried again until both the collection and the import log take them', async () => {
    const content = gzipSync(logOf('retried', 300));
    const id = await announce('retried.gz', content);
    await piece(id, 0, content);
    await entryIn('retried.gz', 'checked');
    const heal = blockJournal();
    await send(`/sightline/imports/${id}`, { action: 'start' });
    await expect.poll(() => reportsOf('retried.gz'), soon).toHaveLength(1);
    const healEntry = await blockEntry(id);
    await aFewTries();
    expect((await entryIn('retried.gz', 'waiting')).error).not.toBeNull();
    heal();
    healEntry();
    expect(await entryIn('retried.gz', 'done')).toMatchObject({ error: null, report: { rows: 300 } });
    expect(await countsOf('retried')).toEqual({ records: 300, count: 300 });
  });

  it('are done when all of them arrived and it could be said at the second try only', async () => {
    const content = gzipSync(logOf('said', 300));
    const late = await announce('said.gz', content, { start: 1 });
    const heal = await blockInventory();
    let healEntry: Promise<() => void> | undefined;
    onReport = (message) => {
      if (message.startsWith('said.gz was imported.')) healEntry = blockEntry(late);
    };
    await piece(late, 0, content);
    await expect.poll(() => reportsOf('said.gz'), soon).toHaveLength(2);
    expect(reportsOf('said.gz')[1]).toContain('could not be imported yet and will be tried again.');
    expect(await countsOf('said')).toEqual({ records: 300, count: 300 });
    onReport = () => undefined;
    (await healEntry)?.();
    heal();
    expect(await entryIn('said.gz', 'done')).toMatchObject({ error: null, report: { rows: 300 } });
    expect(await countsOf('said')).toEqual({ records: 300, count: 300 });
  });
});

describe('a service that is still loading', () => {
  it('sends shippers away, and takes the same push once afterwards', async () => {
    await service.close();
    service = await open(loadState({ state: 'loading', steps: [], startedAt: 0 }));
    const push = async (path: string, payload: string) => {
      const headers = { 'x-api-key': key, 'content-type': 'application/x-ndjson' };
      const answer = await service.app.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers });
      return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: answer.json<object>() };
    };
    const text = logOf('loading', 40);
    const refused = await push('/ingest/zeek-dns', text);
    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'loading' } } });
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect((await push('/ingest/elastic/_bulk', '{"create":{}}\n{}\n')).status).toBe(503);
    expect(await service.load()).toMatchObject({ isReady: true });
    const [first, again] = [await push('/ingest/zeek-dns', text), await push('/ingest/zeek-dns', text)];
    expect(first).toMatchObject({ status: 200, body: { response: { state: 'done', rows: 40 } } });
    expect(again).toMatchObject({ status: 200, body: { response: { state: 'known', rows: 0 } } });
    expect(await countsOf('loading')).toEqual({ records: 40, count: 40 });
  });
});
