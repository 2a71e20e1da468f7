// @module-tag long
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { skipHistory } from '#test/server/feed-collection.ts';
import { useFeedStage } from '#test/server/feed-stage.ts';
import { logClient, putIntoInbox } from '#test/server/log-client.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { zeekLogOf } from '#test/server/zeek-log.ts';

// What goes wrong around imports of logs, in the whole service over real chDB: nothing is lost, and nothing counts twice.

const inbox = specFolder('inbox');
const reports: string[] = [];
/** Called with what the service reports, at that moment. */
let onReport = (_message: string): void => undefined;
/** What follows from logs takes this long, and nothing else is written meanwhile. */
let deriving: (() => Promise<void>) | undefined;
/** The first load takes this long. */
let loading: (() => Promise<void>) | undefined;
const stage = useFeedStage(() => ({
  start: new Date(),
  hasScores: false,
  env: { SIGHTLINE_OFFLINE: 'on', SIGHTLINE_INBOX: inbox },
  overrides: {
    retryMilliseconds: 100,
    deriveMilliseconds: 1,
    fill: async (engine) => {
      await loading?.();
      return skipHistory(engine);
    },
    deriveNow: () => async () => deriving?.(),
    report: (message) => {
      reports.push(message);
      onReport(message);
    },
  },
}));
const { send, get, upload: uploadContent, countsOf } = logClient(stage);

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly error: string | null;
  readonly received: number;
  readonly report: { readonly rows: number } | null;
}

const put = (name: string, content: string | Buffer) => putIntoInbox(inbox, name, content);
const one = (id: string) => get<Entry>(`/sightline/imports/${id}`);
const entries = async (name: string): Promise<readonly Entry[]> => {
  const { imports } = await get<{ imports: readonly Entry[] }>('/sightline/imports');
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

async function announce(name: string, content: Buffer, more: object = {}): Promise<string> {
  const { response } = await send('/sightline/imports', { name, bytes: content.length, ...more });
  return (response as Entry).id;
}
const piece = (id: string, offset: number, content: Buffer) =>
  send(`/sightline/imports/${id}/content?offset=${offset}`, content);
const upload = (name: string, text: string) => uploadContent(name, gzipSync(text), { start: 1 });

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
  const journal = join(stage.folder, 'journal');
  renameSync(journal, `${journal}.aside`);
  writeFileSync(journal, '');
  return obstacle(() => {
    rmSync(journal);
    renameSync(`${journal}.aside`, journal);
  });
}
/** Puts a folder where a file is to be written, once none is being written there: a state shows before it is on disk. */
async function blockFile(...names: readonly string[]): Promise<() => void> {
  const partial = `${join(stage.folder, ...names)}.partial`;
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
    writeFileSync(join(stage.folder, 'in-the-way'), '');
    symlinkSync(join(stage.folder, 'in-the-way'), target);
    put('stuck.log', zeekLogOf(50, 'stuck'));
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
    put('stuck.log', zeekLogOf(60, 'stuck'));
    await expect.poll(() => settledIn('done', 'stuck.log'), soon).toHaveLength(2);
    expect(await countsOf('stuck')).toEqual({ records: 60, count: 110 });
  });

  it('waits with a file until it can be written, and says so once', async () => {
    const heal = blockJournal();
    put('later.log', zeekLogOf(40, 'later'));
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
    put('dropped.log', zeekLogOf(10, 'dropped'));
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
    put('gone.log', zeekLogOf(10, 'gone'));
    await expect.poll(() => reportsOf('gone.log'), soon).toHaveLength(1);
    rmSync(join(inbox, 'gone.log'));
    const { error } = await entryIn('gone.log', 'failed');
    expect(error).toBe('The file was removed from the inbox before it was imported. Put it there again to import it.');
    heal();
    put('brief.log', zeekLogOf(10, 'brief'));
    rmSync(join(inbox, 'brief.log'));
    put('gone.log', zeekLogOf(20, 'gone'));
    await expect.poll(() => settledIn('done', 'gone.log'), soon).toHaveLength(1);
    expect((await entries('gone.log')).map(({ state }) => state).sort()).toEqual(['done', 'failed']);
    expect(reportsOf('gone.log')).toHaveLength(1);
    expect([await entries('brief.log'), reportsOf('brief.log')]).toEqual([[], []]);
    expect(await countsOf('gone')).toEqual({ records: 20, count: 20 });
  });

  it('counts a file once that grows while it is imported', async () => {
    const whole = zeekLogOf(60, 'grown');
    const start = whole.indexOf('h40.') - 20;
    const begin = whole.slice(0, whole.lastIndexOf('\n', start) + 1);
    const heal = await blockInventory();
    // right after its records were written
    onReport = (message) => {
      if (message.startsWith('grown.log was imported'))
        appendFileSync(join(inbox, 'grown.log'), whole.slice(begin.length));
      onReport = () => undefined;
    };
    put('grown.log', begin);
    await expect.poll(() => settledIn('done', 'grown.log'), soon).toHaveLength(1);
    heal();
    expect(reportsOf('The log grown.log was changed')).toHaveLength(1);
    expect((await entries('grown.log')).map(({ state }) => state).sort()).toEqual(['done', 'removed']);
    expect(await countsOf('grown')).toEqual({ records: 60, count: 60 });
  });

  it('gives up a file that is taken away while it waits for its turn', async () => {
    let goOn = (): void => undefined;
    const isHeld = new Promise<void>((begun) => {
      deriving = () => {
        begun();
        return new Promise((resolve) => (goOn = resolve));
      };
    });
    put('before.log', zeekLogOf(10, 'before'));
    await isHeld;
    await upload('between.gz', zeekLogOf(10, 'between'));
    put('queued.log', zeekLogOf(10, 'queued'));
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
    put('three.log', zeekLogOf(700, 'crowd', 2000));
    const ids = await Promise.all([
      upload('one.gz', zeekLogOf(500, 'crowd')),
      upload('two.gz', zeekLogOf(600, 'crowd', 1000)),
    ]);
    for (const name of ['one.gz', 'two.gz', 'three.log']) await entryIn(name, 'done');
    expect(await countsOf('crowd')).toEqual({ records: 700, count: 500 + 600 + 700 });
    // the same content at once: whoever is first brings it
    const [first, second] = await Promise.all([
      upload('twin 1', zeekLogOf(300, 'twin')),
      upload('twin 2', zeekLogOf(300, 'twin')),
    ]);
    expect(new Set([...ids, first, second]).size).toBe(4);
    for (const id of [first, second])
      await expect.poll(() => one(id), soon).toSatisfy(({ state }: Entry) => ['done', 'known'].includes(state));
    expect(await countsOf('twin')).toEqual({ records: 300, count: 300 });
  });

  it('stay as they were when the import log cannot be written, and go on when it can', async () => {
    const content = gzipSync(zeekLogOf(300, 'entry'));
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
    const content = gzipSync(zeekLogOf(300, 'retried'));
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
    const content = gzipSync(zeekLogOf(300, 'said'));
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
    let goOn = (): void => undefined;
    let opened: Promise<void> | undefined;
    await new Promise<void>((begun) => {
      loading = () => {
        begun();
        return new Promise((resolve) => (goOn = resolve));
      };
      opened = stage.restart();
    });
    const push = (path: string, text: string) =>
      send(path, text, { headers: { 'content-type': 'application/x-ndjson' } });
    const text = zeekLogOf(40, 'loading');
    const refused = await push('/ingest/zeek-dns', text);
    expect(refused).toMatchObject({ status: 503, error: { code: 'loading' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await push('/ingest/elastic/_bulk', '{"create":{}}\n{}\n')).status).toBe(503);
    goOn();
    await opened;
    const [first, again] = [await push('/ingest/zeek-dns', text), await push('/ingest/zeek-dns', text)];
    expect(first).toMatchObject({ status: 200, response: { state: 'done', rows: 40 } });
    expect(again).toMatchObject({ status: 200, response: { state: 'known', rows: 0 } });
    expect(await countsOf('loading')).toEqual({ records: 40, count: 40 });
  });
});
