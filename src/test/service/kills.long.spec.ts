// @module-tag long
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { randomFor } from '#sample/random.ts';
import { openJobStore } from '#server/jobs/job-store.ts';
import { countedLines } from '#test/server/counting-detectors.ts';
import { generatedLog, loggedCounts } from '#test/server/generated-log.ts';
import { killBucketImports } from '#test/server/killed-bucket.ts';
import { killRepeatedly, runProcess } from '#test/server/killed-process.ts';
import { copyTestStore } from '#test/server/made-once.ts';
import { naiveFeed } from '#test/server/naive-feed.ts';
import { naiveObservations, type TablePrint } from '#test/server/naive-observations.ts';
import { tarOf } from '#test/server/packers.ts';
import { seededDay, seededFeed, seededSource } from '#test/server/seeded-feed.ts';
import { seededObservations } from '#test/server/seeded-observations.ts';
import { fillCollection, startService, type ServiceProcess } from '#test/server/service-process.ts';
import { shipPushes } from '#test/server/shipped-pushes.ts';
import { specFolder } from '#test/server/spec-folder.ts';

// `kill -9` of real processes at random moments of everything that writes: what was acknowledged is there, and the work that was under
// way is there as a whole or not at all.

const place = specFolder('kills');
const newFolder = () => mkdtempSync(join(place, 'run-'));

const kills = 8;
const sha256 = (lines: readonly string[]) => createHash('sha256').update(lines.join('\n')).digest('hex');

describe(`the collection after each kill (${kills})`, { timeout: 900_000 }, () => {
  interface ObservationEvent {
    readonly arrived: number;
    readonly settled: number;
    readonly prints: Readonly<Record<string, TablePrint>>;
    readonly acknowledged: number;
  }

  it('holds the passive DNS of every acknowledged batch, to the count', async () => {
    const seed = process.env['SIGHTLINE_SPEC_SEED'] ?? String(Date.now() % 1_000_000);
    const batch = { seed, rows: 2000, names: 1000 };
    const options = ['--folder', newFolder(), '--seed', seed, '--rows', String(batch.rows)];
    options.push('--names', String(batch.names));
    const expected = naiveObservations();
    let [merged, acknowledged] = [0, 0];
    await killRepeatedly<ObservationEvent>({
      program: 'observations-in-child',
      options,
      lastOptions: [...options, '--look'],
      kills,
      random: randomFor(`kills/${seed}`),
      onRun: ([found, ...later]) => {
        expect([acknowledged, acknowledged + 1]).toContain(found?.arrived);
        while (merged < (found?.arrived ?? 0)) {
          merged += 1;
          for (const seen of seededObservations({ ...batch, sequence: merged })) expected.add(seen);
        }
        expect(found?.prints, `seed ${seed}`).toEqual(expected.prints());
        acknowledged = later.at(-1)?.acknowledged ?? merged;
      },
    });
    expect(acknowledged).toBeGreaterThan(kills / 2);
  });

  interface FeedEvent {
    readonly asOf: string;
    readonly settled: string;
    readonly damaged: readonly string[];
    readonly hash: string;
    /** Rows of the retro-hunt, and whether they are those of a plain join. */
    readonly retro: number;
    readonly isRetroPlain: boolean;
  }

  it('holds a feed update, and what it says of own logs, as a whole or not at all', async () => {
    const [folder, subjects] = [newFolder(), 3000];
    await copyTestStore(join(folder, 'store'));
    const options = ['--folder', folder, '--subjects', String(subjects)];
    const naive = naiveFeed({ category: 'malware', confidence: seededSource.confidence });
    const hashes: string[] = [];
    const hashAfter = (day: number): string | undefined => {
      while (hashes.length <= day) {
        const next = hashes.length;
        naive.snapshot(seededDay(next), seededFeed({ seed: 'kills', day: next, subjects }));
        hashes.push(sha256(naive.lines()));
      }
      return hashes[day];
    };
    let [lists, rows] = [0, 0];
    await killRepeatedly<FeedEvent>({
      program: 'feeds-in-child',
      options,
      lastOptions: [...options, '--look'],
      kills: 20,
      onRun: ([found, ...read]) => {
        if (found?.asOf === seededDay(lists)) lists += 1;
        if (lists > 0) {
          const newest = { asOf: seededDay(lists - 1), settled: 'done', damaged: [], hash: hashAfter(lists - 1) };
          expect(found).toMatchObject(newest);
        }
        expect(found?.isRetroPlain).toBe(true);
        rows = found?.retro ?? 0;
        lists += read.length;
      },
    });
    expect(lists).toBeGreaterThan(10);
    expect(rows).toBeGreaterThan(1000);
  });

  interface DetectorEvent {
    /** For each detector: the day of its last run that is noted, and a hash of its findings. */
    readonly noted: readonly number[];
    readonly findings: readonly string[];
  }

  it('holds the findings of a whole run of each detector, and the next run counts on', async () => {
    const [folder, subjects] = [newFolder(), 3000];
    await copyTestStore(join(folder, 'store'));
    const options = ['--folder', folder, '--subjects', String(subjects)];
    const after = (which: number, day: number) => sha256(countedLines(which, day, subjects));
    let days = -1;
    await killRepeatedly<DetectorEvent>({
      program: 'detectors-in-child',
      options,
      lastOptions: [...options, '--once'],
      kills,
      onRun: (events) => {
        for (const [at, { noted, findings }] of events.entries())
          for (const [which, day] of noted.entries()) {
            // the last process may have written a run without noting it: this one repeats it
            const last = at === 0 && findings[which] === after(which, day + 1) ? day + 1 : day;
            expect(findings[which]).toBe(after(which, last));
            days = last;
          }
      },
    });
    expect(days).toBeGreaterThan(kills / 2);
  });

  it('holds the old routing data or the whole new snapshot', async () => {
    const days = Math.max(2, Math.ceil(kills / 2));
    type RoutingEvent = { readonly days?: Readonly<Record<string, object>>; readonly acknowledged?: string };
    const prepare = async () => {
      const folder = newFolder();
      await copyTestStore(join(folder, 'store'));
      return ['--folder', folder, '--until', String(days)];
    };
    const undisturbed = await runProcess<RoutingEvent>('routing-in-child', await prepare());
    const expected = Object.entries(undisturbed.events.at(-1)?.days ?? {});
    expect(expected).toHaveLength(days);

    const options = await prepare();
    let loaded = 0;
    // a process that is killed has days left to load, as each gets to the next day at most
    await killRepeatedly<RoutingEvent>({
      program: 'routing-in-child',
      options,
      lastOptions: options,
      kills: Math.min(kills, days),
      onRun: (events) => {
        const found = Object.entries(events[0]?.days ?? {});
        expect([loaded, loaded + 1]).toContain(found.length);
        expect(found).toEqual(expected.slice(0, found.length));
        loaded = found.length + events.filter(({ acknowledged }) => acknowledged).length;
        if (events.length > 1 && events.at(-1)?.days)
          expect(Object.entries(events.at(-1)?.days ?? {})).toEqual(expected);
      },
    });
    expect(loaded).toBe(days);
  });

  it('holds exactly what the logs in an imported archive say', async () => {
    const folder = newFolder();
    await copyTestStore(join(folder, 'store'));
    const { text, expected } = generatedLog({ lines: 6000, hosts: 600 });
    const [path = '', fields = '', ...lines] = text.split('\n');
    const half = lines.length / 2;
    const logOf = (found: readonly string[]) => [path, fields, ...found].join('\n');
    const logs = { 'one.log': logOf(lines.slice(0, half)), README: 'dear all', 'two.log': logOf(lines.slice(half)) };
    writeFileSync(join(folder, 'logs.tar.gz'), gzipSync(tarOf(logs)));
    const options = ['--folder', folder, '--distinct', '100'];
    const outcomes: unknown[] = [];
    await killRepeatedly<{ readonly state?: string }>({
      program: 'logs-in-child',
      options,
      lastOptions: options,
      kills,
      onRun: (events) => void outcomes.push(events.at(-1)?.state),
    });
    expect(outcomes).toEqual([...Array.from({ length: kills }, () => undefined), 'done']);
    const again = await runProcess<object>('logs-in-child', options);
    expect(again.events).toEqual([{ begins: true }, { state: 'known' }]);
    expect(await loggedCounts(folder)).toEqual(expected);
  });

  it('holds exactly what the objects of a bucket say', async () => {
    const folder = newFolder();
    // an empty collection would load half a million packaged rows first
    await fillCollection(folder, 1000);
    const { text, expected } = generatedLog({ lines: 120_000, hosts: 60_000 });
    const [path = '', fields = '', ...lines] = text.split('\n');
    const part = (from: number, to: number) =>
      [path, fields, ...lines.slice(from * lines.length, to * lines.length)].join('\n');
    const archive = tarOf({ 'three.log': part(0.5, 0.75), README: 'dear all', 'four.log': part(0.75, 1) });
    const objects = {
      'one.log': part(0, 0.25),
      'two.log.gz': gzipSync(part(0.25, 0.5)),
      'three.tar.gz': gzipSync(archive),
      'z/copy-of-two.log': part(0.25, 0.5),
    };
    const { entries, interrupted } = await killBucketImports(folder, { objects, kills });
    expect(interrupted).toBeGreaterThan(0);
    expect(entries).toEqual(['one.log done', 'three.tar.gz done', 'two.log.gz done', 'z/copy-of-two.log known']);
    expect(await loggedCounts(folder)).toEqual(expected);
  });

  it('holds every push once, when the shipper repeats a push until it is answered', async () => {
    const folder = newFolder();
    await fillCollection(folder, 1000);
    const { found, expected, answered } = await shipPushes(folder, kills);
    expect(answered).toBeGreaterThan(kills);
    expect(found).toEqual(expected);
  });
});

describe('jobs', { timeout: 900_000 }, () => {
  type JobEvent = { readonly id: string; readonly word: string } | { readonly finished: string };

  it('every job whose id was given away, and every answer, is there after a kill', async () => {
    const folder = newFolder();
    const broken: string[] = [];
    const words = new Map<string, string>();
    const finished = new Set<string>();
    for (const lines of [26, 0, 8, 17]) {
      const kill = { lines, laterMilliseconds: lines % 7 };
      for (const event of (await runProcess<JobEvent>('jobs-in-child', ['--folder', folder], kill)).events)
        if ('id' in event) words.set(event.id, event.word);
        else finished.add(event.finished);
      const store = openJobStore(folder, (message) => void broken.push(message));
      const jobs = new Map((await store.loadAll()).map((job) => [job.id, job]));
      for (const [id, word] of words) expect(jobs.get(id)?.input.params, id).toEqual({ word });
      for (const id of finished) expect(jobs.get(id)?.state, id).toBe('SUCCESS');
      for (const { id, state, input } of jobs.values())
        if (state === 'SUCCESS') expect((await store.loadResult(id))?.response['word'], id).toBe(input.params['word']);
    }
    expect(words.size).toBeGreaterThan(10);
    expect(finished.size).toBeGreaterThan(3);
    expect(broken).toEqual([]);
    expect(readdirSync(folder).filter((name) => !/^[0-9a-f-]{36}(\.result)?\.json$/.test(name))).toEqual([]);
  });

  it('no job of the service is lost by a kill: it has its result, or says that its process stopped', async () => {
    const [folder, pageRecords] = [newFolder(), 4000];
    await fillCollection(folder, 40_000);
    let service: ServiceProcess = await startService(folder);
    const ask = async (path: string) => {
      const { status, response, error } = await service.ask(`/explore${path}`);
      expect(status, JSON.stringify(error)).toBe(200);
      return response as { records: object[]; job_status?: { job_id: string; status: string; message?: string } };
    };
    // reads and sorts every record, so that most of twenty are at work or waiting when the service is killed
    const search = (skip: number) =>
      `/padns/lookup/query/any/_?regex=${encodeURIComponent('[hd][0-9]')}&skip=${skip}&limit=${pageRecords}`;
    try {
      const all = [...(await ask(search(0))).records, ...(await ask(search(pageRecords))).records];
      expect(all).toHaveLength(2 * pageRecords);
      const jobs = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          const skip = index * 200;
          return { skip, id: (await ask(`${search(skip)}&prefer=job_id`)).job_status?.job_id ?? '' };
        }),
      );
      await ask(`/job/${jobs[0]?.id}?max_wait=25`);
      await service.kill();
      const isOpen = jobs.map(({ id }) =>
        /"state":"(PENDING|STARTED)"/.test(readFileSync(join(folder, `jobs/${id}.json`), 'utf8')),
      );
      expect(isOpen.filter(Boolean).length).toBeGreaterThan(4);
      expect(isOpen[0]).toBe(false);

      service = await startService(folder);
      for (const [index, { skip, id }] of jobs.entries()) {
        const answer = await ask(`/job/${id}?max_wait=25`);
        if (answer.job_status)
          expect(answer.job_status).toMatchObject({
            status: 'FAILURE',
            message: expect.stringContaining('The process that ran it stopped') as string,
          });
        expect(answer.job_status === undefined || isOpen[index], id).toBe(true);
        const { records } = answer.job_status ? await ask(search(skip)) : answer;
        expect(JSON.stringify(records) === JSON.stringify(all.slice(skip, skip + pageRecords)), id).toBe(true);
      }
    } finally {
      await service.kill();
    }
  });
});

describe('the first load', { timeout: 900_000 }, () => {
  interface LoadEvent {
    readonly loaded: string;
    readonly again: string;
    readonly secondCheckShare: number;
    readonly prints: Readonly<Record<string, { readonly rows: number; readonly hash: string }>>;
  }
  const emptyStore = async () => {
    const folder = newFolder();
    await copyTestStore(join(folder, 'store'));
    return folder;
  };
  const killed = (folder: string, step: string, at: number) =>
    runProcess('load-in-child', ['--folder', folder, '--sample', '--kill-in', step, '--kill-at', String(at)], 'itself');
  const finished = async (folder: string, ...options: string[]): Promise<LoadEvent | undefined> =>
    (await runProcess<LoadEvent>('load-in-child', ['--folder', folder, ...options])).events[0];
  const evidenceOf = (event: LoadEvent | undefined) =>
    Object.fromEntries(Object.entries(event?.prints ?? {}).filter(([table]) => !/^(reputation|rank)_/.test(table)));

  let undisturbed: LoadEvent | undefined;
  beforeAll(async () => {
    undisturbed = await finished(await emptyStore(), '--sample');
  });

  it('loads everything once, and a second start notices that fast', () => {
    expect(undisturbed).toMatchObject({ loaded: 'everything', again: 'nothing' });
    expect(undisturbed?.secondCheckShare).toBeLessThan(0.1);
    expect(undisturbed?.prints['prefixes']?.rows).toBeGreaterThan(3000);
    const scores = ['reputation_asn', 'rank_asn', 'reputation_ip', 'reputation_ns', 'reputation_subnet'];
    for (const table of ['fwd', 'rev', ...scores]) expect(undisturbed?.prints[table]?.rows, table).toBeGreaterThan(0);
  });

  const steps: [name: string, step: string, at: number][] = [
    ['the scores', 'Scores of each day', 2],
    ['open data', 'Origin AS (ip-location-db)', 0],
  ];
  it.each(steps)('begins again after a kill in %s', async (_, step, at) => {
    const folder = await emptyStore();
    await killed(folder, step, at);
    const recovered = await finished(folder, '--sample');
    expect(recovered?.loaded).toBe('everything');
    expect(recovered?.prints).toEqual(undisturbed?.prints);
  });

  it('adds the sample collection later, repeats that after a kill, and keeps the day it counts back from', async () => {
    const folder = await emptyStore();
    expect((await finished(folder))?.loaded).toBe('everything');
    for (const at of [3000, 9000]) await killed(folder, 'Sample collection', at);
    // the next day: the interrupted load still counts back from the day before; only the scores are of the new day
    const recovered = await finished(folder, '--sample', '--today', '2026-11-22');
    expect(recovered).toMatchObject({ loaded: 'sample', again: 'nothing' });
    expect(evidenceOf(recovered)).toEqual(evidenceOf(undisturbed));
  });
});
