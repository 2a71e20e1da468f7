import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Findings } from '#contract/generated/types.gen.ts';
import { openTestService, type TestService } from '#test/server/collection.ts';
import { detectors } from './detectors.ts';
import { runDetectors, scheduleDetectors } from './run-detectors.ts';

const today = '2026-11-20';
let service: TestService;
beforeAll(async () => {
  service = await openTestService({ now: new Date(`${today}T12:00:00Z`), sample: today });
}, 300_000);
afterAll(() => service.close());

const ask = async (query = '') => {
  const answer = await service.get(`/sightline/findings${query}`);
  expect(answer).toMatchObject({ status: 200 });
  return answer.response as Required<Findings>;
};

it('says that no detector has run yet', async () => {
  const { total, detectors: all } = await ask();
  expect(total).toBe(0);
  expect(all.map(({ state }) => state)).toEqual(detectors.map(() => 'not_run'));
});

it('finds what the stories of the sample tell, and nothing else', async () => {
  expect(await runDetectors(service.engine, { today })).toBe(detectors.length);
  const { records, detectors: all } = await ask('?limit=1000');
  expect(all.map(({ id, state, error }) => [id, state, error])).toEqual(detectors.map(({ id }) => [id, 'found', null]));
  expect(records.map(({ detector, subject }) => `${detector} ${subject}`)).toEqual([
    'fast-flux harborline-login.example',
    'fast-flux secure.harborline-login.example',
    'fast-flux www.harborline-login.example',
    'name-server-takeover harborline-login.example',
  ]);
  const takeover = records.at(-1);
  expect(takeover?.summary).toMatch(/^Depends on ns\d\.attic-lamp\.test: listed for phishing$/);
  expect(await runDetectors(service.engine, { today })).toBe(0);
}, 120_000);

it('filters by subject in any notation, and by detector', async () => {
  expect((await ask('?subject=hxxps://WWW.Harborline-Login[.]example./login')).total).toBe(1);
  expect((await ask('?subject=harborline-login.example&detector=fast-flux')).total).toBe(3);
  expect((await ask('?subject=198.51.100.7')).total).toBe(0);
  expect((await ask('?state=gone')).total).toBe(0);
  expect(await ask('?limit=1&skip=3')).toMatchObject({ total: 4, records: [{ detector: 'name-server-takeover' }] });
  const { status, body } = await service.get('/sightline/findings?detector=fast');
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(detectors.map(({ id }) => id).join(', '));
  expect((await service.get('/sightline/findings?subject=%3F%3F')).status).toBe(400);
});

it('keeps the history, and tells a failure from missing data and from nothing found', async () => {
  const { engine } = service;
  const [flux] = detectors;
  if (!flux) throw new Error('there are no detectors');
  const without = { ...flux, sql: `SELECT * FROM (${flux.sql}) WHERE subject NOT LIKE 'www.%'` };
  await runDetectors(engine, { today: '2026-11-21', detectors: [without] });
  expect((await ask('?state=gone')).records).toMatchObject([
    { subject: 'www.harborline-login.example', appeared: today, gone: '2026-11-21' },
  ]);
  await runDetectors(engine, { today: '2026-11-22', detectors: [flux] });
  expect((await ask('?state=all&subject=www.harborline-login.example')).records).toMatchObject([
    { appeared: '2026-11-22', gone: null },
    { appeared: today, gone: '2026-11-21' },
  ]);
  await runDetectors(engine, { today: '2026-11-23', detectors: [{ ...flux, sql: 'SELECT nothing' }] });
  const failed = await ask('?detector=fast-flux');
  expect(failed.detectors[0]).toMatchObject({ state: 'failed', found: 3, error: expect.stringContaining('nothing') });
  expect(failed.total).toBe(3);
  await engine.command({ name: 'spec', sql: 'TRUNCATE TABLE prefixes' });
  await runDetectors(engine, { today: '2026-11-24', detectors: [flux] });
  expect((await ask()).detectors[0]).toMatchObject({ state: 'missing', missing: ['announced prefixes'], error: null });
}, 120_000);

it('runs on a new day without being asked, and keeps findings over a restart', async () => {
  await service.restart();
  const before = await ask('?state=all');
  expect(before.total).toBe(5);
  const stop = scheduleDetectors({
    engine: service.engine,
    now: () => new Date('2026-11-25T00:01:00Z'),
    onError: (error) => expect.unreachable(String(error)),
  });
  await expect.poll(async () => (await marks()).filter((mark) => mark.startsWith('2026-11-25')).length).toBe(2);
  await stop();
  expect((await ask('?state=all')).records).toEqual(before.records);
}, 60_000);

const marks = async () =>
  (
    await service.engine.query<{ readonly mark: string }>({ name: 'spec', sql: 'SELECT mark FROM detector_runs FINAL' })
  ).map(({ mark }) => mark);
