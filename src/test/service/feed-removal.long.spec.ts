// @module-tag long
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { SourceRemoval } from '#contract/generated/types.gen.ts';
import { plusDays } from '#model/dates.ts';
import { useFeedStage } from '#test/server/feed-stage.ts';
import { refreshScores } from '#server/ingest/scores/refresh.ts';

const today = new Date().toISOString().slice(0, 10);
const since = plusDays(today, -5);
const [kept, removed] = ['https://lists.example/kept.csv', 'https://lists.example/removed.csv'];
const stage = useFeedStage(() => ({ start: new Date(), hasScores: true }));

beforeAll(async () => {
  const { engine } = stage.service();
  await engine.insert('prefixes', [
    { first: '::ffff:198.51.100.0', length: 120, asn: 64500, valid_from: '2020-01-01', import: 2 },
  ]);
  const times = { first_seen: `${since} 00:00:00`, last_seen: `${today} 00:00:00`, count: 1 };
  await engine.insert(
    'rev',
    ['tset.a', 'tset.b', 'tset.c'].map((rname, at) => ({
      rrtype: 'A',
      ip: `::ffff:198.51.100.${at}`,
      rname,
      ...times,
    })),
  );
  stage.publisher.publish(kept, `host,since\na.test,${since}\n198.51.100.9,${since}\n`);
  stage.publisher.publish(removed, `host,since\na.test,${since}\nb.test,${since}\n198.51.100.77,${since}\n`);
});

/** Everything that feeds determine, except when scores were computed. */
async function contents(): Promise<unknown[]> {
  const scores = {
    reputation_asn: 'asn_reputation',
    reputation_takedown: 'asn_takedown_reputation',
    rank_asn: 'asn_rank',
  };
  const others = { reputation_subnet: 'subnet_reputation', reputation_ip: 'ip_reputation' };
  const queries = [
    ...['listings', 'facts'].map((table) => `SELECT * FROM ${table} FINAL ORDER BY ALL`),
    ...Object.entries({ ...scores, ...others }).map(
      // a subject without a row and one with a score of 0 read the same
      ([table, score]) => `SELECT * FROM ${table} FINAL WHERE ${score} > 0 ORDER BY ALL`,
    ),
    `SELECT import, source, covers FROM imports WHERE kind = 'feed' ORDER BY ALL`,
  ];
  return Promise.all(queries.map((sql) => stage.service().engine.query({ name: 'spec', sql })));
}

const add = (title: string, url: string) =>
  stage.post('/sightline/sources/own', { title, url, format: 'csv', map_indicator: 'host', map_first: 'since' });
const refreshAll = () => refreshScores(stage.service().engine, { from: since, to: today });
const ids = { kept: 'own-kept-list', removed: 'own-removed-list' };

it('leaves listings, verdicts and the history of scores as if the feed had never come', async () => {
  await add('Kept list', kept);
  await stage.settled(ids.kept);
  await refreshAll();
  const before = await contents();
  await add('Removed list', removed);
  await stage.settled(ids.removed);
  await refreshAll();
  expect(await contents()).not.toEqual(before);

  expect(await stage.post(`/sightline/sources/${ids.removed}`, { remove_data: 1 })).toMatchObject({
    status: 409,
    error: { message: expect.stringContaining('Switch it off') },
  });
  const { response } = await stage.get(`/sightline/sources/${ids.removed}/removal`);
  expect(response as SourceRemoval).toEqual({
    listings: 3,
    listings_today: 3,
    subjects_unlisted: 2,
    subjects: ['198.51.100.77', 'b.test'],
    facts: 0,
    allocations: 0,
    from: since,
    to: today,
    scores_from: since,
  });
  await stage.change(ids.removed, { enabled: 0, remove_data: 1 });
  expect(await stage.feed(ids.removed)).toMatchObject({
    state: 'off',
    enabled: false,
    rows: { listings: 0 },
    last_success: null,
    as_of: null,
  });
  expect(await contents()).toEqual(before);
  expect(existsSync(join(stage.folder, 'feeds', ids.removed, 'documents'))).toBe(false);
  expect((await stage.get(`/sightline/sources/${ids.removed}/removal`)).error?.message).toContain('holds nothing');
});

it('stays out over a restart, and is loaded from the beginning when it is switched on again', async () => {
  await stage.restart();
  stage.pass(86_400);
  expect(await stage.feed(ids.removed)).toMatchObject({ state: 'off', rows: { listings: 0 } });
  expect(await stage.change(ids.removed, { enabled: 1 })).toMatchObject({ state: 'ok', rows: { listings: 3 } });
});

it('is completed by the next start when the service is closed meanwhile', async () => {
  const { status } = await stage.post(`/sightline/sources/${ids.removed}`, { enabled: 0, remove_data: 1 });
  expect(status).toBe(200);
  expect((await stage.post(`/sightline/sources/${ids.removed}`, { enabled: 1 })).error?.message).toContain(
    'being removed',
  );
  await stage.restart();
  expect(await stage.settled(ids.removed)).toMatchObject({ state: 'off', rows: { listings: 0 } });
  const rows = await stage.service().engine.query<{ source: string }>({
    name: 'spec',
    sql: 'SELECT DISTINCT source FROM listings',
  });
  expect(rows).toEqual([{ source: `feed:${ids.kept}` }]);
  expect(readdirSync(join(stage.folder, 'feeds'))).toContain(ids.kept);
});

it('of a feed of your own is possible after the feed itself was removed', async () => {
  const { engine } = stage.service();
  await add('Short list', removed);
  await stage.settled('own-short-list');
  await refreshAll();
  const remove = (id: string) => stage.post(`/sightline/sources/${id}/remove`);
  expect((await remove('own-short-list')).status).toBe(200);
  expect(await stage.settled('own-short-list')).toMatchObject({ state: 'deleted', enabled: false, has_key: false });
  const held = () =>
    engine.query<{ rows: number }>({
      name: 'spec',
      sql: `SELECT count() AS rows FROM listings WHERE source = 'feed:own-short-list'`,
    });
  expect(await held()).toEqual([{ rows: 3 }]);
  for (const refused of [remove('own-short-list'), stage.post('/sightline/sources/own-short-list', { enabled: 1 })])
    expect(await refused).toMatchObject({ status: 409, error: { message: expect.stringContaining('was removed') } });

  await stage.restart();
  const { response } = await stage.get('/sightline/sources/own-short-list/removal');
  expect(response).toMatchObject({ listings: 3 });
  await stage.post('/sightline/sources/own-short-list', { enabled: 0, remove_data: 1 });
  const listed = async () => (await stage.sources()).feeds.map(({ id }) => id);
  await expect.poll(listed, { timeout: 60_000 }).not.toContain('own-short-list');
  const rows = await stage.service().engine.query({
    name: 'spec',
    sql: `SELECT source FROM listings WHERE source = 'feed:own-short-list' UNION ALL SELECT source FROM imports WHERE source = 'feed:own-short-list'`,
  });
  expect(rows).toEqual([]);

  // without data, it leaves the list at once
  expect((await remove(ids.removed)).status).toBe(200);
  expect(await listed()).not.toContain(ids.removed);
});

it('is refused for prefixes, whose history sources share', async () => {
  const { engine } = stage.service();
  const [line] = await engine.query<{ import: number }>({
    name: 'spec',
    sql: `SELECT import FROM imports WHERE source = 'feed:${ids.kept}' LIMIT 1`,
  });
  await engine.insert('routing_snapshots', [{ ...line, kind: 'prefixes', lane: 'ipv4', day: today, heard: 1 }]);
  const { status, error } = await stage.get(`/sightline/sources/${ids.kept}/removal`);
  expect([status, error?.message]).toEqual([409, expect.stringContaining('one history')]);
});
