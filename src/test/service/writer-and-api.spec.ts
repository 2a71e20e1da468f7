import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SourceFeed } from '#contract/generated/types.gen.ts';
import { dateToIsoDate } from '#model/dates.ts';
import { randomFor } from '#sample/random.ts';
import { type Engine, EngineError, type EngineFault } from '#server/engine/engine.ts';
import { openServer } from '#server/engine/http-engine.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { followCollection } from '#server/load-collection.ts';
import { processRow } from '#server/processes/process-row.ts';
import { OtherWriter, takeWriterRow } from '#server/processes/writer-row.ts';
import { countAsLoaded } from '#test/server/folder-store.ts';
import { observation } from '#test/server/seeded-observations.ts';
import {
  type ClickHouseServer,
  type ServiceProcess,
  startClickHouseServer,
  startService,
} from '#test/server/service-process.ts';
import { specFolder } from '#test/server/spec-folder.ts';

// A process that writes the collection and one that answers from it, with data folders of their own, on one ClickHouse server.

const place = specFolder('roles');
let server: ClickHouseServer;
let engine: Engine;
let writer: ServiceProcess;
let api: ServiceProcess;

const clickhouseUrl = () => `${server.url}/sightline`;
const startWriter = (name: string) => startService(join(place, name), { clickhouseUrl: clickhouseUrl() });
const startApi = (name: string) =>
  startService(join(place, name), {
    clickhouseUrl: clickhouseUrl(),
    env: { SIGHTLINE_ROLE: 'api', SIGHTLINE_WRITER_URL: new URL(writer.url).origin },
  });

beforeAll(async () => {
  server = await startClickHouseServer();
  engine = await openServer({ url: clickhouseUrl(), limits: statementLimits(1e9) });
  await createSchema(engine, { folder: 'src/server/schema' });
  const random = randomFor('roles');
  const name = () => `${random.text(50, 'abcdefghijklmnopqrstuvwxyz')}.example`;
  const days = ['2026-01-01', '2026-02-01'] as const;
  await engine.insert(
    'obs',
    Array.from({ length: 20_000 }, () => observation('A', name(), '192.0.2.1', days)),
  );
  await countAsLoaded(engine);
  writer = await startWriter('writer');
  api = await startApi('api');
}, 400_000);
afterAll(async () => {
  await api?.kill();
  await writer?.kill();
  await engine?.close();
  await server?.close();
});

/** A second or so each: wide classes repeated make a large automaton. Each number is another question. */
const search = (number: number) =>
  `/explore/padns/lookup/query/a/_?regex=${encodeURIComponent(`(.*[a-m].{9}[n-z]){4}.{${number}}`)}&limit=50`;
/** Has `api` run that many searches from that number on as jobs. @returns their ids */
const submitJobs = (first: number, count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const { response } = await api.ask(`${search(first + at)}&prefer=job_id`);
      return response.job_status?.job_id ?? '';
    }),
  );
const statusOf = async (service: ServiceProcess, id: string) =>
  (await service.ask(`/explore/job/${id}?status_only=1&max_wait=0`)).response.job_status;
const logOf = (name: string): string =>
  `${JSON.stringify({
    rrtype: 'A',
    rrname: `${name}.example.`,
    rdata: '192.0.2.7',
    time_first: 1_767_225_600,
    time_last: 1_767_225_600,
    count: 3,
  })}\n`;
const eventually = <T>(expectation: () => Promise<T>) => vi.waitFor(expectation, { timeout: 60_000, interval: 100 });

describe('a process that writes and one that answers', { timeout: 200_000 }, () => {
  it('say what they are, and answer the same', async () => {
    for (const [service, role] of [
      [writer, 'all'],
      [api, 'api'],
    ] as const) {
      const { origin } = new URL(service.url);
      expect(await (await fetch(`${origin}/readyz`)).json()).toMatchObject({ role, state: 'ready' });
      expect(await (await fetch(`${origin}/metrics`)).text()).toContain(`sightline_role{role="${role}"} 1`);
    }
    for (const path of ['/explore/padns/lookup/query/a/_?regex=^ab', '/sightline/collection', '/sightline/imports']) {
      const answers = [await writer.ask(path), await api.ask(path)];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers[1]?.response).toEqual(answers[0]?.response);
    }
  });

  it('publish the same feeds, of which either is told', async () => {
    const [today, end] = [new Date(), new Date(Date.now() + 9 * 86_400_000)].map(dateToIsoDate);
    const listing = { category: 'malware', source: 'spec', first_listed: today, last_listed: today, expires: end };
    const hosts = ['bad.example', 'worse.example'].map((host) => ({ indicator: host, host, ip: '::', ...listing }));
    await engine.insert('listings', hosts);
    expect((await api.ask('/sightline/outfeeds', { name: 'shared', holds: 'listing' })).status).toBe(200);
    const read = async ({ url, keys: [key = ''] }: ServiceProcess, path: string) => {
      const answer = await fetch(new URL(path, url), { headers: { 'x-api-key': key } });
      return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') };
    };
    const zone = '/feeds/shared.rpz';
    await eventually(async () => expect((await read(api, zone)).status).toBe(200));
    const { text, etag } = await read(writer, zone);
    expect(text).toContain('worse.example IN CNAME .\n*.worse.example IN CNAME .\n');
    expect(await read(api, zone)).toEqual({ status: 200, text, etag });
    const objects = '/taxii2/feeds/collections/shared/objects';
    expect((JSON.parse((await read(api, objects)).text) as { objects: object[] }).objects).toHaveLength(2);
    expect(await read(writer, objects)).toMatchObject({ text: (await read(api, objects)).text });
    expect((await api.ask('/sightline/outfeeds/shared/remove', {})).status).toBe(200);
    expect((await read(writer, zone)).status).toBe(404);
  });

  it('write the rows of a job as the same Parquet file, whichever ran it', async () => {
    const path = '/explore/padns/lookup/query/a/_?regex=^ab&prefer=job_id';
    const { job_id: id = '' } = (await api.ask(path)).response.job_status ?? {};
    await api.ask(`/explore/job/${id}`);
    const fileOf = async ({ url, keys: [key = ''] }: ServiceProcess) => {
      const answer = await fetch(`${url}/sightline/exports/${id}.parquet`, { headers: { 'x-api-key': key } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/vnd.apache.parquet']);
      return Buffer.from(await answer.arrayBuffer());
    };
    const file = await fileOf(api);
    expect(file.toString('latin1')).toMatch(/^PAR1[^]*first_seen[^]*PAR1$/);
    expect((await fileOf(writer)).equals(file)).toBe(true);
  });

  it('bring a push to the writer from both, which checks the key', async () => {
    expect(await api.ask('/ingest/cof', logOf('pushed'))).toMatchObject({ status: 200, response: { rows: 1 } });
    expect(await writer.ask('/ingest/cof', logOf('pushed'))).toMatchObject({ status: 200, response: { rows: 0 } });
    const found = await eventually(async () => {
      const { response } = await api.ask('/explore/padns/lookup/query/a/pushed.example');
      expect(response.records).toHaveLength(1);
      return response.records;
    });
    expect(found).toEqual((await writer.ask('/explore/padns/lookup/query/a/pushed.example')).response.records);
    const refused = await fetch(`${api.url}/ingest/cof`, { method: 'POST', body: logOf('refused') });
    expect(refused.status).toBe(401);
    const fromPage = { 'x-api-key': api.keys[0] ?? '', origin: new URL(api.url).origin };
    expect((await fetch(`${api.url}/sightline/sources`, { headers: fromPage })).status).toBe(200);
  });

  it('show a feed setting at both that was changed at one', async () => {
    const feedsAt = async (service: ServiceProcess) =>
      (await service.ask('/sightline/sources')).response.feeds as SourceFeed[];
    const id = (await feedsAt(api)).find(({ free, enabled }) => free && !enabled)?.id ?? '';
    expect((await api.ask(`/sightline/sources/${id}`, { enabled: 1 })).status).toBe(200);
    for (const service of [writer, api])
      expect((await feedsAt(service)).find((each) => each.id === id)?.enabled).toBe(true);
    expect((await api.ask('/sightline/sources/no-such-feed', { enabled: 1 })).status).toBe(404);
    const own = { title: 'List of our CERT', format: 'lines' };
    expect((await api.ask('/sightline/sources/own', own)).status).toBe(200);
  });

  it('hold the judgements and the audit log of each other', async () => {
    const body = { subjects: ['judged.example'], kind: 'never-flag', reason: 'ours' };
    expect(await api.ask('/sightline/judgements', body)).toMatchObject({ status: 200, response: { changed: 1 } });
    for (const service of [writer, api]) {
      expect((await service.ask('/sightline/judgements?subject=judged.example')).response.records).toMatchObject([
        { kind: 'never-flag', reason: 'ours' },
      ]);
      const audit = (await service.ask('/sightline/audit')).response.records ?? [];
      expect(audit).toContainEqual(expect.objectContaining({ operation: 'judge', subject: 'judged.example' }));
    }
  });

  it('show a watch at both that was made at one, and what it told', async () => {
    const request = '/explore/padns/lookup/query/a/watched.example';
    const made = await api.ask('/sightline/watches', { what: 'search', request, title: 'Watched' });
    expect(made).toMatchObject({ status: 200, response: { title: 'Watched', last_run: { state: 'no_data' } } });
    for (const service of [writer, api]) {
      expect((await service.ask('/sightline/watches')).response).toMatchObject({ watches: [{ title: 'Watched' }] });
      expect((await service.ask('/sightline/watchevents')).response).toMatchObject({ total: 0, unread: 0 });
      const until = new Date().toISOString();
      expect((await service.ask('/sightline/watchevents/seen', { until })).response).toEqual({ unread: 0 });
      const feed = await fetch(`${new URL(service.url).origin}/watches.atom`, {
        headers: { 'x-api-key': service.keys[0] ?? '' },
      });
      expect(feed.status).toBe(200);
    }
  });

  it('refuse a second writer in plain words', async () => {
    await expect(startWriter('second')).rejects.toThrow(
      /Sightline did not start\. The process \S+ writes this collection already, and only one may\. .*SIGHTLINE_ROLE=api/,
    );
    expect((await writer.ask('/sightline/sources')).status).toBe(200);
  });

  it('name the settings when they cannot listen', async () => {
    const start = startService(join(place, 'elsewhere'), { env: { SIGHTLINE_HOST: '192.0.2.1' } });
    await expect(start).rejects.toThrow(
      'It cannot listen on 192.0.2.1: listen EADDRNOTAVAIL: address not available 192.0.2.1:',
    );
    await expect(start).rejects.toThrow('SIGHTLINE_HOST to an address of this machine and SIGHTLINE_PORT');
  });

  it('name what the server refuses, in place of a missing answer', async () => {
    const start = startService(join(place, 'refused'), { clickhouseUrl: clickhouseUrl().replace('//', '//nobody:x@') });
    await expect(start).rejects.toThrow(/refused by the ClickHouse server at \S+: nobody: Authentication failed/);
  });

  it('end while the collection is not there yet, and say which right is missing', async () => {
    const reports: string[] = [];
    const follow = (query: Engine['query'], signal: AbortSignal) =>
      followCollection({ engine: { ...engine, query }, report: (message) => reports.push(message), signal });
    const failing = (fault: EngineFault) => () => Promise.reject(new EngineError(fault, `u: ${fault}`));
    expect(await follow(failing('failed'), AbortSignal.timeout(100))).toBe(false);
    expect(reports).toEqual([expect.stringContaining('The collection is not ready.')]);
    await expect(follow(failing('denied'), AbortSignal.timeout(100))).rejects.toThrow('u: denied');
  });

  it('answer for the jobs of each other', async () => {
    const jobs = await submitJobs(0, 2);
    for (const id of jobs) expect(await statusOf(writer, id)).toMatchObject({ job_id: id });
    expect((await writer.ask(`/explore/job/${jobs[0]}`, undefined, 1)).status).toBe(404); // of another key
    const { response } = await writer.ask(`/explore/job/${jobs[0]}?max_wait=25`);
    expect(response.records).toEqual((await writer.ask(search(0))).response.records);
  });

  it('stay useful without the writer, which starts again on its data folder', async () => {
    await writer.kill();
    expect(await api.ask('/ingest/cof', logOf('lost'))).toMatchObject({
      status: 503,
      error: { code: 'writer_unreachable' },
    });
    expect((await api.ask('/explore/padns/lookup/query/a/pushed.example')).status).toBe(200);
    writer = await startWriter('writer');
    const feeds = (await writer.ask('/sightline/sources')).response.feeds as SourceFeed[];
    expect(feeds.filter(({ own }) => own).map(({ title }) => title)).toEqual(['List of our CERT']);
  });

  it('end the jobs of a killed process, and a writer once another one has taken its row', async () => {
    const lost = vi.fn<(message: string) => void>();
    const options = (name: string) => ({
      engine,
      process: name,
      folder: join(place, name),
      onLost: lost,
      everyMilliseconds: 50,
      report: (message: string) => expect.fail(message),
    });
    const row = processRow(engine, 'newer');
    await row.begin();
    await expect(takeWriterRow(options('newer'))).rejects.toThrow(OtherWriter);
    const other = await startApi('other');
    const jobs = await submitJobs(8, 4);
    const last = jobs.at(-1) ?? '';
    await Promise.all([api.kill(), writer.kill()]);
    expect((await statusOf(other, last))?.status).toMatch(/PENDING|STARTED/);
    const [stop] = await Promise.all([
      eventually(() => takeWriterRow(options('stalled'))),
      eventually(async () => expect((await statusOf(other, last))?.status).toBe('FAILURE')),
    ]);
    expect((await statusOf(other, last))?.message).toContain('The process that ran it stopped');
    expect((await other.ask(search(11))).response.records).toBeInstanceOf(Array);
    await other.kill();
    expect(lost).not.toHaveBeenCalled();
    // without a sign of life of its own
    const stopNewer = await takeWriterRow({ ...options('newer'), onLost: () => expect.fail('it has the row') });
    await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce());
    expect(lost.mock.calls[0]?.[0]).toContain('The process newer writes this collection now');
    stop();
    stopNewer();
    // a process that was killed, and whose data folder is used again, is not waited for
    const stopAgain = await takeWriterRow({ ...options('restarted'), folder: join(place, 'newer') });
    stopAgain();
    await row.close();
  });
});
