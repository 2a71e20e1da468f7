import { beforeAll, expect, it } from 'vitest';
import type { DomainInfo, FindingRecord, Findings } from '#contract/generated/types.gen.ts';
import { addressIn, serversOf, subnetsOf } from '#sample/world.ts';
import { sampleDay, sampleNow } from '#test/server/made-once.ts';
import { useTestService } from '#test/server/use-test-service.ts';
import { detectors } from './detectors.ts';
import { runDetectors, scheduleDetectors } from './run-detectors.ts';

const today = sampleDay;
const service = useTestService({ now: sampleNow, sample: today });
beforeAll(() => service.add({ obs: platform() }));

/** Records of shops that open their counters at a platform in one week, and of nothing bad. */
function platform(): object[] {
  const seen = (day: string) => Date.parse(day) / 1000;
  const record = (rrname: string, rdata: string, from: string) => ({
    rrtype: 'A',
    rrname,
    rdata,
    rrset: [rdata],
    first_seen: seen(from),
    last_seen: seen('2026-11-19'),
    count: 9,
    ttl: 3600,
    sources: 1,
  });
  const own = subnetsOf(64600).flatMap(serversOf);
  const [block] = subnetsOf(64660);
  return Array.from({ length: 9 }, (_, at) => `counter-shop-${at}.example`).flatMap((shop, at) => [
    record(shop, own[at * 3] ?? '', '2025-03-01'),
    record(`orders.${shop}`, block ? addressIn(block, 200) : '', `2026-10-0${1 + (at % 5)}`),
  ]);
}

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

/** What the texts of the stories tell (src/sample/stories); bad blocks are told of the two offshore networks. */
const told: readonly (readonly [detector: string, subjects: readonly string[]])[] = [
  ['fast-flux', ['harborline-login.example', 'secure.harborline-login.example', 'www.harborline-login.example']],
  ['name-server-takeover', ['harborline-login.example']],
  [
    'shadowed-names',
    [
      'hedgerow-cheese.example',
      'inkwell-stationers.example',
      'lakeside-lamps.example',
      'millstream-tea.example',
      'oakbarrel-vinegar.example',
      'thimble-fabrics.example',
      'woolpack-blankets.example',
    ],
  ],
  ['short-lived-hijack', ['ferrywick-council.example']],
  [
    'registration-burst',
    ['courier', 'customs', 'delivery', 'package', 'parcel', 'postage', 'shipment'].flatMap((word) => [
      `${word}-fee-notice.test`,
      `${word}-pay-desk.test`,
    ]),
  ],
  ['dangling-records', ['saltbrook-pantry.example']],
  [
    'change-of-owner',
    ['grimtide-update.test', 'maplewick-choir.example', 'meadowlark-lounge.example', 'quillford-pottery.example'],
  ],
];

it('finds what the stories of the sample tell, and nothing else', async () => {
  expect(await runDetectors(service.engine, { today, detectors })).toBe(detectors.length);
  const { records, detectors: all } = await ask('?limit=1000');
  expect(all.map(({ id, state, error }) => [id, state, error])).toEqual(detectors.map(({ id }) => [id, 'found', null]));
  const subjectsOf = (id: string) => records.filter(({ detector }) => detector === id).map(({ subject }) => subject);
  for (const [id, subjects] of told) expect([id, subjectsOf(id)]).toEqual([id, subjects]);
  expect(records.every(({ summary = '', evidence = [] }) => summary !== '' && evidence.length > 0)).toBe(true);
  const summaries: readonly (readonly [detector: string, summary: RegExp])[] = [
    ['name-server-takeover', /^Depends on ns1\.attic-lamp\.test: listed for phishing$/],
    ['shadowed-names', /^3 new names below it on 2 addresses, with names of 6 other domains$/],
    ['short-lived-hijack', /^Led to moonless-harbour\.invalid for 2 days while a certificate was issued$/],
    ['registration-burst', /^14 domains registered on 2026-10-18 at Sunforge Names$/],
    [
      'dangling-records',
      /^CNAME of orders\.saltbrook-pantry\.example points to orders\.old-lantern-cafe\.example, whose domain/,
    ],
    [
      'change-of-owner',
      /^Moved from Nightowl Names to Pinecrest Registrar Services with all its records on 2026-09-23$/,
    ],
    ['bad-small-block', /^\d+ of \d+ active addresses are bad; \d+ of \d+ names listed, \d+ short-lived$/],
  ];
  for (const [id, summary] of summaries)
    expect(records.find(({ detector }) => detector === id)?.summary).toMatch(summary);
  // in the same order, and of many addresses the same ones, however the engine reads them
  const ordered = [
    ['fast-flux', 'Address'],
    ['name-server-takeover', 'Name server'],
    ['short-lived-hijack', 'Usual name server'],
  ] as const;
  for (const { detector, evidence = [] } of records)
    for (const what of ordered.filter(([id]) => id === detector).map(([, each]) => each)) {
      const shown = evidence.filter((each) => each.what === what);
      const keys = shown.map(({ first, value }) => (what === 'Address' ? `${first} ${value}` : value));
      expect([what, keys]).toEqual([what, keys.toSorted()]);
    }
  expect(await runDetectors(service.engine, { today, detectors })).toBe(0);
}, 120_000);

it('finds bad small blocks in the two networks that never remove abusers, and in no other', async () => {
  const { records } = await ask('?detector=bad-small-block&limit=1000');
  const networks = records.map(({ evidence }) => evidence?.[0]?.value);
  expect(new Set(networks)).toEqual(new Set(['AS64666', 'AS64670']));
  expect(records.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['203.0.113.0/26', '203.0.113.64/26']));
});

it('filters by subject in any notation, and by detector', async () => {
  // its own, and those of its registered domain
  expect((await ask('?subject=hxxps://WWW.Harborline-Login[.]example./login')).total).toBe(3);
  expect((await ask('?subject=harborline-login.example&detector=fast-flux')).total).toBe(3);
  expect((await ask('?subject=198.51.100.7')).total).toBe(0);
  for (const inside of ['203.0.113.7', '203.0.113.0/28', '::ffff:203.0.113.7'])
    expect(await ask(`?subject=${inside}`)).toMatchObject({ total: 1, records: [{ subject: '203.0.113.0/26' }] });
  expect((await ask('?subject=203.0.113.0/25')).total).toBe(0);
  expect((await ask('?state=gone')).total).toBe(0);
  expect(await ask('?detector=fast-flux&limit=1&skip=2')).toMatchObject({
    total: 3,
    records: [{ subject: 'www.harborline-login.example' }],
  });
  const { status, body } = await service.get('/sightline/findings?detector=fast');
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(detectors.map(({ id }) => id).join(', '));
  expect(await service.get('/sightline/findings?subject=%3F%3F')).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining("'??' is not a subject. Send an address, a network such as") } },
  });
});

it.each([
  ['/explore/domain/domaininfo/www.harborline-login.example', ['fast-flux', 'fast-flux', 'name-server-takeover']],
  ['/explore/domain/domaininfo/hedgerow-cheese.example', ['shadowed-names']],
  ['/explore/domain/domaininfo/ashlar-stone.example', undefined],
])('is beside the listings and facts of %s', async (path, expected) => {
  const { response } = await service.get(path);
  const { records } = await ask('?limit=1000');
  const record = (response as { domaininfo: DomainInfo }).domaininfo;
  expect(record?.findings?.map(({ detector }) => detector)).toEqual(expected);
  for (const { title: _, ...finding } of record?.findings ?? [])
    expect(records).toContainEqual(expect.objectContaining(finding));
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
  const ofWww = ({ subject }: FindingRecord) => subject === 'www.harborline-login.example';
  expect((await ask('?state=all&detector=fast-flux')).records.filter(ofWww)).toMatchObject([
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
  const before = await ask('?state=all&limit=1000');
  expect(before.records).toContainEqual(expect.objectContaining({ gone: '2026-11-21' }));
  let [isBusy, rounds] = [true, 0];
  const stop = scheduleDetectors({
    engine: service.engine,
    detectors,
    now: () => new Date('2026-11-25T00:01:00Z'),
    everyMilliseconds: 20,
    isBusy: () => isBusy,
    after: async () => void (rounds += 1),
    onError: (error) => expect.unreachable(String(error)),
  });
  const ran = async () => (await marks()).filter((mark) => mark.startsWith('2026-11-25')).length;
  // while files are imported, only what follows the detectors runs
  await expect.poll(() => rounds, { timeout: 30_000 }).toBeGreaterThan(2);
  expect(await ran()).toBe(0);
  isBusy = false;
  await expect.poll(ran, { timeout: 30_000 }).toBe(detectors.length);
  await stop();
  expect((await ask('?state=all&limit=1000')).records).toEqual(before.records);
}, 60_000);

it('finds nothing by listings that were withdrawn, even before their rows are merged', async () => {
  const run = (sql: string) => service.engine.command({ name: 'spec', sql });
  const ofListings = detectors.filter(({ id }) => ['bad-small-block', 'name-server-takeover'].includes(id));
  for (const { id } of ofListings) expect((await ask(`?detector=${id}`)).total).toBeGreaterThan(0);
  await run('SYSTEM STOP MERGES listings');
  await run('INSERT INTO listings SELECT * REPLACE (toDate32(first_listed) AS expires) FROM listings FINAL');
  await runDetectors(service.engine, { today: '2026-11-26', detectors: ofListings });
  for (const { id } of ofListings) expect(await ask(`?detector=${id}`)).toMatchObject({ total: 0 });
}, 60_000);

const marks = async () =>
  (
    await service.engine.query<{ readonly mark: string }>({ name: 'spec', sql: 'SELECT mark FROM detector_runs FINAL' })
  ).map(({ mark }) => mark);
