import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import type { PadnsRecord } from '#contract/generated/types.gen.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dateToIsoDate, firstOfLastDays, plusDays } from '#model/dates.ts';
import { detectors } from '#server/ingest/detectors/detectors.ts';
import { runDetectors } from '#server/ingest/detectors/run-detectors.ts';
import { firstLoad } from '#server/ingest/first-load.ts';
import { joinCertificates } from '#server/ingest/logs/join-certificates.ts';
import { refreshNsTransfers } from '#server/ingest/ns-transfers.ts';
import { writeObservations } from '#server/ingest/journal/observations.ts';
import { runQuality } from '#server/ingest/quality/run-quality.ts';
import { detectorRunsQuery, findingsQuery } from '#server/queries/findings.ts';
import { padnsIpDiversitySearch } from '#server/queries/diversity-search.ts';
import { qualityRunQuery } from '#server/queries/quality.ts';
import { expireRecords } from '#server/ingest/retention.ts';
import { refreshScores } from '#server/ingest/scores/refresh.ts';
import { readConfig, type Config } from '#server/config.ts';
import { loadState } from '#server/http/load-state.ts';
import { openService, type Service } from '#server/open-service.ts';
import {
  ask,
  countSeen,
  expectSameNewest,
  expectSameRows,
  expectSpread,
  hashesOf,
  fillCertificates,
  lookup,
  observationsOf,
  questions,
  recordsOf,
  seenIn,
  sharesOf,
  logOfDomains,
} from '#test/server/cluster-checks.ts';
import { isLongRun, runs } from '#test/long.ts';
import { startTestCluster, type TestCluster } from '#test/server/clickhouse-cluster.ts';
import { key, openTestService, type TestService } from '#test/server/collection.ts';
import { interfaceOperations } from '#test/server/fuzz.ts';
import { givenCluster, readGivenCluster } from '#test/server/given-cluster.ts';
import { sampleDay, sampleNow } from '#test/server/made-once.ts';
import type { Question } from '#test/server/parameter-case.ts';
import { specFolder } from '#test/server/spec-folder.ts';
import { deriveNow } from '#server/ingest/derive.ts';

// The service on a real cluster of two shards, beside the same collection in one place.

/** Servers of `npm run test:cluster`, in place of nodes of its own. */
const { given, canStopNodes } = readGivenCluster(process.env['SIGHTLINE_TEST_CLUSTER']);
const now = sampleNow;
const today = sampleDay;
const sampleDomains = isLongRun ? undefined : 300;
let embedded: TestService;
let cluster: TestCluster;
const folder = specFolder('cluster-service');
let config: Config;
let service: Service;

beforeAll(async () => {
  const opening = openTestService({ sample: today, sampleDomains, now });
  cluster = given ? givenCluster(given) : await startTestCluster(2, 1);
  mkdirSync(join(folder, 'inbox'));
  config = readConfig({
    SIGHTLINE_DATA: folder,
    SIGHTLINE_API_KEYS: key,
    SIGHTLINE_OFFLINE: 'on',
    SIGHTLINE_INBOX: join(folder, 'inbox'),
    SIGHTLINE_CLICKHOUSE_URL: cluster.urls.join(','),
    SIGHTLINE_CLICKHOUSE_CLUSTER: cluster.name,
  });
  [embedded, service] = await Promise.all([opening, start()]);
}, 600_000);
afterAll(async () => {
  await service?.close();
  await cluster?.close();
  await embedded?.close();
});

const reports: string[] = [];
async function start(): Promise<Service> {
  const opened = await openStopped();
  expect(await opened.load(), reports.join('\n')).toMatchObject({ isReady: true });
  return opened;
}
function openStopped(): Promise<Service> {
  reports.length = 0;
  return openService(config, {
    load: loadState({ state: 'loading', steps: [], startedAt: now.getTime() }),
    now: () => now,
    limits: { eventLoopDelayMilliseconds: 0 },
    watchMilliseconds: 200,
    // scores are refreshed by the tests themselves
    deriveNow: (engine, day) => {
      const derive = deriveNow(engine, day);
      return (changes) => derive({ ...changes, scores: false });
    },
    fill: (engine) =>
      firstLoad(engine, {
        sample: true,
        today,
        openData: [],
        ...(sampleDomains !== undefined && { sampleExtent: { domains: sampleDomains } }),
      }),
    report: (message) => void reports.push(message),
  });
}

/** The long run asks all of them. */
const questionsEach = runs(1, Infinity);
const askedOf = (operationId: OperationId): Question[] =>
  questions.flatMap(([id, question]) => (id === operationId ? [question] : [])).slice(0, questionsEach);

const eventually = (expectation: () => Promise<void>) => vi.waitFor(expectation, { timeout: 90_000, interval: 200 });
/** All replicas of the second shard. */
const lastShard = () => cluster.nodes.filter(({ shard }) => shard === 2);
describe('a cluster of two shards', { tags: 'long' }, () => {
  it('spreads the names over the shards', () => expectSpread(service.engine, embedded.engine));

  it('holds what one store holds', () => expectSameRows([embedded.engine, service.engine]));

  it('finds the newest records of a key in the order that is kept', () =>
    expectSameNewest(service.engine, embedded.engine));

  it('finds what one store finds, and judges the score alike', async () => {
    const everyFinding = { subject: '', same: [], address: '::', length: 0, detector: '', state: 'all' } as const;
    const day = plusDays(today, 1);
    const answers = await Promise.all(
      [embedded.engine, service.engine].map(async (engine) => {
        await runDetectors(engine, { today: day, detectors });
        await runQuality(engine, day);
        const [runs, findings, quality] = await Promise.all([
          engine.query(detectorRunsQuery()),
          engine.query(findingsQuery(everyFinding, [], { limit: 1000, skip: 0 })),
          engine.query(qualityRunQuery()),
        ]);
        return {
          runs: Object.fromEntries(runs.map(({ detector, state, found, error }) => [detector, [state, found, error]])),
          findings,
          quality: quality.map(({ at: _, ...run }) => run),
        };
      }),
    );
    expect(answers[1]).toEqual(answers[0]);
    expect(Object.values(answers[1]?.runs ?? {}).map(([state]) => state)).toEqual(detectors.map(() => 'found'));
    expect(answers[1]?.findings.length).toBeGreaterThan(10);
    expect(answers[1]?.quality).toMatchObject([{ state: 'done' }]);
  }, 120_000);

  it.concurrent.each(interfaceOperations)('answers %s as one store does, to the byte', async (operationId) => {
    for (const question of askedOf(operationId)) {
      const { path, body } = question;
      const whole = body ? await embedded.post(path, body) : await embedded.get(path);
      const expected = { status: whole.status, text: JSON.stringify(whole.body) };
      expect(await ask(service.app, question), path).toEqual(expected);
    }
  });

  it.each([
    '/connections/ip/203.0.113.66',
    '/connections/domain/update-telemetry.test',
    '/connections/domain/parkingmeadow.example',
    '/connections/ip/203.0.113.66/campaign',
    '/connections/domain/update-telemetry.test/campaign',
    '/sightline/retro-hunt',
    '/sightline/news',
  ])('answers %s as one store does', async (path) => {
    const whole = await embedded.get(path);
    expect(whole.status).toBe(200);
    const answer = await ask(service.app, { path });
    expect(answer).toEqual({ status: 200, text: JSON.stringify(whole.body) });
  });

  it.runIf(isLongRun)('counts the addresses of all hosts on their shards, in little memory', async () => {
    const search = { type: 'A', seenAfter: 0, seen: [], networks: [], limit: 50, skip: 0 } as const;
    const query = padnsIpDiversitySearch({ ...search, counts: { asns: [], addresses: [], groups: [] } });
    const bounded = { ...query, settings: { ...query.settings, max_memory_usage: 50_000_000 } };
    const [whole, spread] = await Promise.all(
      [embedded.engine, service.engine].map((engine) => engine.query(bounded, { limits: 'search' })),
    );
    expect(spread).toHaveLength(50);
    expect(spread).toEqual(whole);
  });

  it('writes the rows of a job as a Parquet file', async () => {
    const path = '/explore/padns/lookup/query/a/*.example?limit=200';
    const send = (url: string) =>
      service.app.inject({ method: 'GET', url: `/api/v1${url}`, headers: { 'x-api-key': key } });
    const started = await send(`${path}&prefer=job_id`);
    const { job_id: id } = started.json<{ response: { job_status: { job_id: string } } }>().response.job_status;
    const { records } = (await send(`/explore/job/${id}`)).json<{ response: { records: PadnsRecord[] } }>().response;
    expect(records).toHaveLength(200);
    const answer = await send(`/sightline/exports/${id}.parquet`);
    expect(answer.statusCode).toBe(200);
    const file = join(folder, 'rows.parquet');
    writeFileSync(file, answer.rawPayload);
    const sql = `SELECT query, answer, toUInt32(count) AS count FROM file('${file}', Parquet)`;
    const rows = records.map(({ query, answer: value, count }) => ({ query, answer: value, count }));
    expect(await embedded.engine.query({ name: 'spec', sql })).toEqual(rows);
    for (const { engine } of service.engine.cluster?.nodes() ?? [])
      expect(
        await engine.query({ name: 'spec', sql: "SELECT name FROM system.tables WHERE name LIKE 'service\\_export%'" }),
      ).toEqual([]);
  });

  it('was asked about every operation but that of jobs', () => {
    const asked = new Set(questions.map(([operationId]) => operationId));
    expect(interfaceOperations.filter((id) => !asked.has(id))).toEqual(['job']);
  });
});

describe.runIf(isLongRun)('changes of a cluster', { timeout: 300_000, tags: 'long' }, () => {
  const engines = () => [embedded.engine, service.engine];

  it('removes old records', async () => {
    const before = dateToIsoDate(firstOfLastDays(200, now));
    const removed = await Promise.all(engines().map((engine) => expireRecords(engine, before)));
    expect(removed[0]).toBeGreaterThan(100);
    expect(removed[1]).toBe(removed[0]);
    await expectSameRows([embedded.engine, service.engine]);
  });

  it('joins certificates that logs name by different digests', async () => {
    for (const engine of engines()) await fillCertificates(engine);
    await Promise.all(engines().map(joinCertificates));
    await expectSameRows([embedded.engine, service.engine]);
  });

  it('derives transfers and scores again', async () => {
    await Promise.all(
      engines().map(async (engine) => {
        await refreshNsTransfers(engine, today);
        await refreshScores(engine, { from: today, to: today });
      }),
    );
    await expectSameRows([embedded.engine, service.engine]);
  });
});

describe.runIf(isLongRun)('what comes into a cluster', { timeout: 300_000, tags: 'long' }, () => {
  const send = async (path: string, payload: string | object) => {
    const isRaw = typeof payload === 'string';
    const headers = { 'x-api-key': key, ...(isRaw && { 'content-type': 'application/octet-stream' }) };
    const { body } = await service.app.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers });
    expect(body).toContain('"status_code":200');
    return (JSON.parse(body) as { response: Record<string, unknown> }).response;
  };
  const get = async (path: string) => JSON.parse((await ask(service.app, { path })).text) as { response: unknown };
  it('is pushed, and counts once when it is pushed again', async () => {
    for (let times = 0; times < 2; times += 1) await send('/ingest/zeek-dns?source=edge', logOfDomains('pushed'));
    expect(await recordsOf(service.engine, 'pushed')).toEqual({ records: 30, seen: 30 });
  });

  it('is uploaded, with a dry run before', async () => {
    const content = logOfDomains('uploaded');
    const { id } = await send('/sightline/imports', { name: 'dns.log', bytes: content.length });
    await send(`/sightline/imports/${String(id)}/content?offset=0`, content);
    const shown = () => get(`/sightline/imports/${String(id)}`);
    await eventually(async () =>
      expect(await shown()).toMatchObject({ response: { state: 'checked', check: { rows: 30, new_rows: 30 } } }),
    );
    await send(`/sightline/imports/${String(id)}`, { action: 'start' });
    await eventually(async () => expect(await shown()).toMatchObject({ response: { state: 'done' } }));
    expect(await recordsOf(service.engine, 'uploaded')).toEqual({ records: 30, seen: 30 });
  });

  it('lies in the inbox', async () => {
    writeFileSync(join(folder, 'inbox', 'dns.log'), logOfDomains('dropped'));
    await eventually(async () => expect(await recordsOf(service.engine, 'dropped')).toEqual({ records: 30, seen: 30 }));
  });

  it('is taken out again, records and certificates, and what others brought stays', async () => {
    const certificates = (...numbers: number[]) =>
      numbers
        .map((at) => {
          const hash = (length: number) => String(10 + at).repeat(length / 2);
          const names = { subject_cn: `c${at}.test`, subject_an: [`c${at}.test`, `w${at}.test`], issuer_cn: 'R1' };
          const fingerprint_hash = { md5: hash(32), sha1: hash(40), sha256: hash(64) };
          const seen = {
            timestamp: `${today}T00:00:00Z`,
            host: `c${at}.test`,
            ip: `198.51.100.${100 + at}`,
            port: '443',
          };
          return JSON.stringify({ ...seen, probe_status: true, tls_version: 'tls12', ...names, fingerprint_hash });
        })
        .join('\n');
    await send('/ingest/zeek-dns?source=stays', logOfDomains('shared'));
    await send('/ingest/tlsx?source=stays', certificates(1, 2, 3, 4, 5, 6));
    // a removal derives the transfers again, from records without the expired ones
    await refreshNsTransfers(service.engine, today);
    const before = await hashesOf(service.engine);
    await send('/ingest/zeek-dns?source=goes', `${logOfDomains('shared')}\n${logOfDomains('alone')}`);
    await send('/ingest/tlsx?source=goes', certificates(4, 5, 6, 7, 8, 9));
    expect(await recordsOf(service.engine, 'shared')).toEqual({ records: 30, seen: 60 });
    expect(await hashesOf(service.engine)).not.toEqual(before);
    const { imports } = (await get('/sightline/imports')).response as {
      imports: readonly { readonly id: string; readonly source: string }[];
    };
    for (const { id } of imports.filter(({ source }) => source === 'goes')) {
      const { days } = (await get(`/sightline/imports/${id}/removal`)).response as { days: readonly string[] };
      await send(`/sightline/imports/${id}`, { action: 'remove', day: days[0] ?? '' });
    }
    await eventually(async () => expect(await hashesOf(service.engine)).toEqual(before));
    expect(await recordsOf(service.engine, 'shared')).toEqual({ records: 30, seen: 30 });
    expect(await recordsOf(service.engine, 'alone')).toEqual({ records: 0, seen: 0 });
  });

  it('is a file of a feed', async () => {
    const { feeds } = (await get('/sightline/sources')).response as {
      feeds: readonly { readonly id: string; readonly drop_folder: string; readonly state: string }[];
    };
    const place = feeds.find(({ id }) => id === 'tor-exits')?.drop_folder ?? '';
    await send('/sightline/sources/tor-exits', { enabled: 1 });
    const times = `Published ${today} 00:00:00\nLastStatus ${today} 00:00:00`;
    writeFileSync(
      join(place, 'exits.txt'),
      `ExitNode ${'A'.repeat(40)}\n${times}\nExitAddress 192.0.2.199 ${today} 00:00:00\n`,
    );
    await eventually(async () =>
      expect(await get('/explore/ipv4/ipv4info/192.0.2.199')).toMatchObject({
        response: { ip2asn: [{ ip_is_tor_exit_node: true }] },
      }),
    );
    await send('/sightline/sources/tor-exits', { enabled: 0, remove_data: 1 });
    await eventually(async () =>
      expect(await get('/explore/ipv4/ipv4info/192.0.2.199')).toMatchObject({
        response: { ip2asn: [{ ip_is_tor_exit_node: false }] },
      }),
    );
  });
});

const readiness = async () => (await service.app.inject({ url: '/readyz' })).statusCode;

describe.runIf(isLongRun && canStopNodes)('a cluster that loses a shard', { timeout: 300_000, tags: 'long' }, () => {
  const lose = () => Promise.all(lastShard().map((node) => node.kill()));
  const bringBack = async () => {
    await Promise.all(lastShard().map((node) => node.start()));
    await eventually(async () => expect(await service.engine.status()).toEqual({}));
  };

  it('says which one is missing, and answers again when it is back', async () => {
    await lose();
    await eventually(async () => {
      const { status, text } = await ask(service.app, lookup());
      expect({ status, error: (JSON.parse(text) as { error: object }).error }).toEqual({
        status: 503,
        error: { code: 'store_unreachable', message: 'Shard 2 of the collection cannot be reached right now.' },
      });
    });
    await eventually(async () => expect(await readiness()).toBe(503));
    await bringBack();
    await eventually(async () => expect((await ask(service.app, lookup())).status).toBe(200));
    expect(await readiness()).toBe(200);
  });

  it.skipIf(given)('keeps a judgement on both nodes or on none', async () => {
    const body = { subjects: ['kept.test'], kind: 'bad', reason: 'spec' };
    const judge = async () => (await ask(service.app, { path: '/sightline/judgements', body })).status;
    await lose();
    expect(await judge()).toBe(503);
    await bringBack();
    expect(await sharesOf('judgements', service.engine, '')).toEqual([0, 0]);
    expect(await judge()).toBe(200);
    expect(await sharesOf('judgements', service.engine, '')).toEqual([1, 1]);
  });

  it('gets a batch in doubt again on the shard that lacks it, and there alone', async () => {
    const rows = observationsOf(1);
    const before = await countSeen(service.engine);
    const [first = 0, last = 0] = await sharesOf('fwd', service.engine);
    await lose();
    const batch = { import: 900, sequence: 1 };
    await expect(writeObservations(service.engine, rows, batch)).rejects.toMatchObject({
      fault: 'unreachable',
      shard: 2,
    });
    await bringBack();
    const [firstThen = 0, lastThen = 0] = await sharesOf('fwd', service.engine);
    expect(firstThen).toBeGreaterThan(first);
    expect(lastThen).toBe(last);
    await writeObservations(service.engine, rows, batch);
    await writeObservations(service.engine, rows, batch);
    expect(await countSeen(service.engine)).toBe(before + seenIn(rows));
    expect((await sharesOf('fwd', service.engine))[0]).toBe(firstThen);
  });
});

describe.runIf(isLongRun && !given)('a shard that lost its disk', { timeout: 300_000, tags: 'long' }, () => {
  it('stops the start with the node to restore', async () => {
    await service.close();
    const [node] = lastShard();
    await node?.kill();
    await node?.erase();
    await node?.start();
    service = await openStopped();
    expect(await service.load()).toEqual({ isReady: false });
    expect(reports.join('\n')).toContain(`shard 2 is empty and other shards are not: restore ${node?.address}`);
  });
});
