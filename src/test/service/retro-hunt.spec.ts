import { beforeAll, expect, it } from 'vitest';
import type { RetroHunt, Watch, WatchEvents } from '#contract/generated/types.gen.ts';
import { plusDays } from '#model/dates.ts';
import { useFeedStage } from '#test/server/feed-stage.ts';
import { logClient } from '#test/server/log-client.ts';
import { zeekLog } from '#test/server/zeek-log.ts';

// The clock of the engine, which dates updates, cannot be set.
const today = new Date().toISOString().slice(0, 10);
const url = 'https://lists.example/new.csv';
const id = 'own-new-list';
const stage = useFeedStage(() => ({ start: new Date(), hasScores: false, overrides: { detectMilliseconds: 500 } }));
beforeAll(() => stage.service().refreshDaily());

const { upload, settled, change } = logClient(stage);
const found = async (query = '') => (await stage.get(`/sightline/retro-hunt${query}`)).response as RetroHunt;
const subjects = ({ records = [] }: RetroHunt) => records.map(({ subject }) => subject);

/** Answers of one name, each an hour after the other, from some days ago. */
function log(answers: readonly (readonly [daysAgo: number, name: string, address: string])[]): Buffer {
  const at = (daysAgo: number, hour: number) =>
    Date.parse(`${plusDays(today, -daysAgo)}T08:00:00Z`) / 1000 + hour * 3600;
  return Buffer.from(zeekLog(answers.map(([daysAgo, name, address], hour) => [at(daysAgo, hour % 10), name, address])));
}

const list = (lines: readonly string[]) => stage.publisher.publish(url, ['host,since', ...lines, ''].join('\n'));

it('says which is missing, an own log or an update of a feed', async () => {
  list([`first.test,${plusDays(today, -3)}`]);
  expect(await found()).toMatchObject({ state: 'no_own_logs', first_log: null, last_log: null, records: [] });
  await stage.post('/sightline/sources/own', {
    title: 'New list',
    url,
    format: 'csv',
    category: 'c2',
    map_indicator: 'host',
    map_first: 'since',
  });
  expect(await stage.settled(id)).toMatchObject({ state: 'ok' });
  expect((await found()).last_update).toMatch(/^\d{4}-/);
});

const listed = [`first.test,${plusDays(today, -3)}`, `198.51.100.7,${today}`, `late.test,${plusDays(today, -4)}`];
const watched = [
  { what: 'search', request: '/sightline/retro-hunt' },
  { what: 'search', request: '/connections?with=address:198.51.100.7' },
  { what: 'subject', type: 'subnet', subject: '198.51.100.0/24' },
];
const watches: string[] = [];
let imports: readonly string[] = [];
it('finds what own logs resolved before the update, with its logs and days', async () => {
  const one = await upload(
    'one.log',
    log([
      ...Array.from({ length: 6 }, () => [12, 'www.bad.test', '198.51.100.7'] as const),
      [12, 'cdn.bad.test', '198.51.100.7'] as const,
      [2, 'late.test', '203.0.113.1'] as const,
      [12, 'first.test', '203.0.113.9'],
    ]),
    { start: 1 },
  );
  const two = await upload('two.log', log([[5, 'www.bad.test', '198.51.100.7']]), { start: 1 });
  imports = [one, two];
  for (const each of imports) expect(await settled(each)).toMatchObject({ state: 'done' });
  // first.test was listed before the log came
  expect(await found()).toMatchObject({ state: 'no_update', records: [] });

  for (const body of watched) watches.push(((await stage.post('/sightline/watches', body)).response as Watch).id ?? '');
  list(listed);
  await stage.fetch(id);
  const all = await found();
  expect(all).toMatchObject({ state: 'found', total: 2, listed_before: 1 });
  expect(subjects(all)).toEqual(['198.51.100.7', 'late.test']);
  expect(all.records?.[0]).toMatchObject({
    kind: 'address',
    list: 'New list',
    category: 'c2',
    listed: today,
    days_before: 12,
    answers: 8,
    name_count: 2,
    names: ['cdn.bad.test', 'www.bad.test'],
    first_seen: `${plusDays(today, -12)} 08:00:00`,
    logs: [
      { source: 'log:zeek-dns', answers: 7 },
      { source: 'log:zeek-dns', answers: 1 },
    ],
  });
  expect(all.records?.[1]).toMatchObject({ kind: 'domain', days_before: -2, answers: 1 });
  const numbers = await Promise.all(imports.map(async (each) => (await settled(each))['imports']));
  expect(all.records?.[0]?.logs?.map((each) => [each.import])).toEqual(numbers);
});

it('tells watches what is new, once, and nothing about what is seen or listed again', async () => {
  const told = (at: number) => async () => {
    const { response } = await stage.get(`/sightline/watchevents?watch=${watches[at]}`);
    const { events = [] } = response as WatchEvents;
    return events.toReversed().map(({ changes = [] }) => changes.map(({ change, key }) => `${change} ${key}`));
  };
  const listings = [
    [`appeared 198.51.100.7 · New list · c2 · ${today}`, expect.stringMatching(/^appeared late\.test/)],
  ];
  await expect.poll(told(0), { timeout: 30_000 }).toEqual(listings);
  await expect.poll(told(2), { timeout: 30_000 }).toHaveLength(1);
  expect(await told(1)()).toEqual([]);
  list([...listed, `other.test,${today}`]);
  await stage.fetch(id);
  const again = log([
    [1, 'www.bad.test', '198.51.100.7'],
    [1, 'new.bad.test', '198.51.100.7'],
  ]);
  expect(await settled(await upload('three.log', again, { start: 1 }))).toMatchObject({ state: 'done' });
  await expect.poll(told(1), { timeout: 30_000 }).toEqual([['appeared new.bad.test']]);
  await expect.poll(told(2), { timeout: 30_000 }).toHaveLength(2);
  expect((await told(2)()).at(-1)).toEqual(['appeared new.bad.test A 198.51.100.7']);
  expect(await told(0)()).toEqual(listings);
});

it('answers for one subject, page by page, and without what was listed before', async () => {
  expect(subjects(await found('?subject=198.51.100.7'))).toEqual(['198.51.100.7']);
  expect(subjects(await found('?subject=LATE.test.'))).toEqual(['late.test']);
  expect(await found('?subject=other.test')).toMatchObject({ state: 'not_found', total: 0 });
  expect(await found('?listed_after=1')).toMatchObject({ total: 1, listed_before: 1 });
  expect(subjects(await found('?limit=1&skip=1'))).toEqual(['late.test']);
  expect((await stage.get('/sightline/retro-hunt?subject=a%20b')).status).toBe(400);
});

it('marks what is on the never-flag list, which counts as listed before', async () => {
  await stage.post('/sightline/judgements', { subjects: ['198.51.100.0/24'], kind: 'never-flag', reason: 'our own' });
  expect(await found('?listed_after=1')).toMatchObject({ total: 0, listed_before: 2, records: [] });
  const { records = [] } = await found();
  expect(records.map(({ subject, never_flag }) => [subject, never_flag])).toEqual([
    ['198.51.100.7', true],
    ['late.test', false],
  ]);
  await stage.post('/sightline/judgements/take-back', { subjects: ['198.51.100.0/24'], kind: 'never-flag' });
  expect(await found('?listed_after=1')).toMatchObject({ total: 1, listed_before: 1 });
});

it('loses what an import or the feed brought when that is removed', async () => {
  await change(imports[0] ?? '', 'remove');
  expect(await settled(imports[0] ?? '')).toMatchObject({ state: 'removed' });
  const left = await found();
  expect(subjects(left)).toEqual(['198.51.100.7']);
  expect(left.records?.[0]).toMatchObject({ days_before: 5, answers: 1, names: ['www.bad.test'] });
  await stage.change(id, { enabled: 0 });
  await stage.post(`/sightline/sources/${id}`, { remove_data: 1 });
  await stage.settled(id);
  expect((await found()).records).toEqual([]);
});
