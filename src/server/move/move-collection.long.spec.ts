// @module-tag long
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { openService } from '#server/open-service.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { key } from '#test/server/collection.ts';
import { root, sampleDay } from '#test/server/made-once.ts';
import { contentsOf, openMoveStage } from '#test/server/move-stage.ts';
import { fillCollection } from '#test/server/service-process.ts';

// `npm run move` itself, with a part of the sample collection: from a data folder to a server, to two shards, and back.

type Ask = (path: string, payload?: object) => Promise<unknown>;

let stage: Awaited<ReturnType<typeof openMoveStage>>;
let original: Readonly<Record<string, string>>;

beforeAll(async () => {
  stage = await openMoveStage(sampleDay);
  original = await stage.inFolder(stage.source, contentsOf);
}, 400_000);
afterAll(() => stage?.close());

describe('a move', { timeout: 400_000 }, () => {
  it('copies a data folder to a server', async () => {
    const moved = await stage.move(['--to', stage.urlOf('sightline')]);
    expect(moved, moved.said).toMatchObject({ code: 0 });
    expect(moved.said).toMatch(/fwd: [\d,]+ rows, the same on both sides/);
    expect(moved.said).toContain('SIGHTLINE_CLICKHOUSE_URL');
    expect(Object.keys(original).length).toBeGreaterThan(30);
    expect(await stage.onServer('sightline', contentsOf)).toEqual(original);
  });

  it('resumes a killed copy to the shards of a cluster, and copies back', async () => {
    const there = ['--from', stage.urlOf('sightline'), '--to', stage.shards, '--to-cluster', stage.cluster];
    expect(await stage.move(there, '  rev:')).toMatchObject({ code: null });
    const service = await openService(
      readConfig({
        SIGHTLINE_DATA: join(stage.folder, 'service'),
        SIGHTLINE_API_KEYS: key,
        SIGHTLINE_OFFLINE: 'on',
        SIGHTLINE_CLICKHOUSE_URL: stage.shards,
        SIGHTLINE_CLICKHOUSE_CLUSTER: stage.cluster,
      }),
      // opening the cluster may hold up the event loop, which is not an overload
      { report: () => undefined, limits: { eventLoopDelayMilliseconds: 0 } },
    );
    expect(await service.load()).toEqual({ isReady: false });
    const { body } = await service.app.inject({ url: '/readyz' });
    expect(body).toContain('run the same “npm run move” again');
    await service.close();
    const moved = await stage.move(there);
    expect(moved, moved.said).toMatchObject({ code: 0 });
    expect(moved.said).toMatch(/fwd: [\d,]+ rows, the same on both sides \(copied before\)/);
    expect(moved.said).toContain(`SIGHTLINE_CLICKHOUSE_CLUSTER=${stage.cluster}`);
    const back = ['--from', stage.shards, '--from-cluster', stage.cluster, '--to', join(stage.folder, 'back')];
    const returned = await stage.move(back);
    expect(returned, returned.said).toMatchObject({ code: 0 });
    expect(existsSync(join(stage.folder, 'back', 'store-parts.json'))).toBe(true);
    expect(await stage.inFolder(join(stage.folder, 'back'), contentsOf)).toEqual(original);
  });

  it('brings the settings that feeds got on the server, also before older ones in the folder', async () => {
    const home = join(stage.folder, 'home');
    const withService = async <T>(data: string, use: (ask: Ask) => Promise<T>, more: Record<string, string> = {}) => {
      const config = {
        SIGHTLINE_DATA: data,
        SIGHTLINE_API_KEYS: key,
        SIGHTLINE_OFFLINE: 'on',
        SIGHTLINE_SAMPLE: 'off',
      };
      const service = await openService(readConfig({ ...config, ...more }), {
        report: () => undefined,
        limits: { eventLoopDelayMilliseconds: 0 },
      });
      expect(await service.load()).toMatchObject({ isReady: true });
      const headers = { 'x-api-key': key };
      const ask: Ask = async (path, payload) => {
        const url = `/api/v1/sightline/sources${path}`;
        const { body } = await service.app.inject({ headers, url, ...(payload && { method: 'POST', payload }) });
        const { response } = JSON.parse(body) as {
          response: { feeds: { id: string; own: boolean; enabled: boolean }[] };
        };
        return response.feeds?.filter(({ own }) => own).map(({ id, enabled }) => [id, enabled]);
      };
      const used = await use(ask);
      await service.close();
      return used;
    };
    await withService(join(stage.folder, 'of-server'), (ask) => ask('/own', { title: 'Ours', format: 'lines' }), {
      SIGHTLINE_CLICKHOUSE_URL: stage.urlOf('sightline'),
    });
    const moved = await stage.move(['--from', stage.urlOf('sightline'), '--to', home]);
    expect(moved, moved.said).toMatchObject({ code: 0 });
    writeFileSync(join(home, 'feeds.json'), JSON.stringify({ feeds: {}, own: [], nextImportId: 1000, keys: {} }));
    expect(await withService(home, (ask) => ask(''))).toEqual([['own-ours', true]]);
    await withService(home, (ask) => ask('/own-ours', { enabled: 0 }));
    expect(await withService(home, (ask) => ask(''))).toEqual([['own-ours', false]]);
    expect(JSON.parse(readFileSync(join(home, 'feeds.json'), 'utf8'))).toMatchObject({ nextImportId: 1001 });
  });

  it('refuses a target with another collection, and replaces it only with --replace', async () => {
    const small = join(stage.folder, 'small');
    await fillCollection(small, 5000);
    const words = ['--from', small, '--to', stage.urlOf('sightline')];
    expect(await stage.move(words)).toMatchObject({ code: 1, said: expect.stringContaining('--replace') });
    const replaced = await stage.move([...words, '--replace']);
    expect(replaced, replaced.said).toMatchObject({ code: 0 });
    // the rest of the larger collection is gone
    expect(await stage.onServer('sightline', contentsOf)).toEqual(await stage.inFolder(small, contentsOf));
  });

  it('reports a missing server or collection before it changes anything', async () => {
    expect(await stage.move([])).toMatchObject({ code: 2, said: expect.stringContaining('--to') });
    expect((await stage.move(['--to', 'http://127.0.0.1:1/nowhere'])).said).toContain(
      'no answer from the ClickHouse server',
    );
    expect((await stage.move(['--to', join(stage.folder, 'other')])).said).toContain('copy the folder');
    await stage.onServer('empty', (engine) => createSchema(engine, { folder: join(root, 'src/server/schema') }));
    const nothing = await stage.move(['--from', stage.urlOf('empty'), '--to', stage.urlOf('other')]);
    expect(nothing).toMatchObject({ code: 1, said: expect.stringContaining('nothing to move') });
  });
});
