import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperationId } from '#contract/generated/operations.gen.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dateToIsoDate, firstOfLastDays } from '#model/dates.ts';
import { deriveNow } from '#server/ingest/feeds/apply-feed.ts';
import { firstLoad } from '#server/ingest/first-load.ts';
import { joinCertificates } from '#server/ingest/logs/join-certificates.ts';
import { refreshNsTransfers } from '#server/ingest/ns-transfers.ts';
import { observationJournal } from '#server/ingest/journal/observation-journal.ts';
import { writeObservations } from '#server/ingest/journal/observations.ts';
import { expireRecords } from '#server/ingest/retention.ts';
import { refreshScores } from '#server/ingest/scores/refresh.ts';
import { readConfig, type Config } from '#server/config.ts';
import { loadState } from '#server/http/load-state.ts';
import { openService, type Service } from '#server/open-service.ts';
import {
  ask,
  countSeen,
  expectEqualReplicas,
  expectSameNewest,
  expectSameRows,
  expectSpread,
  fillCertificates,
  holdingsOf,
  lookup,
  lookupNames,
  observationsOf,
  openBeside,
  questions,
  recordsOf,
  seenIn,
  zeekLogOf,
} from '#test/server/cluster-checks.ts';
import { nodeOf, startTestCluster, type TestCluster } from '#test/server/clickhouse-cluster.ts';
import { key, openTestService, type TestService } from '#test/server/collection.ts';
import { interfaceOperations } from '#test/server/fuzz.ts';
import { givenCluster, readGivenCluster } from '#test/server/given-cluster.ts';
import type { Question } from '#test/server/parameter-case.ts';

// The service on a real cluster of two shards and two replicas, beside the same collection in one place.

/** Servers of `npm run test:cluster`, in place of nodes of its own. */
const { given, canStopNodes } = readGivenCluster(process.env['SIGHTLINE_TEST_CLUSTER']);
const now = new Date();
const today = dateToIsoDate(now);
let embedded: TestService;
let cluster: TestCluster;
let folder: string;
let config: Config;
let service: Service;

beforeAll(async () => {
  const opening = openTestService({ sample: today, now });
  cluster = given ? givenCluster(given) : await startTestCluster(2, 2);
  folder = mkdtempSync(join(tmpdir(), 'sightline-cluster-service-'));
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
  rmSync(folder, { recursive: true, force: true });
});

const reports: string[] = [];
async function start(): Promise<Service> {
  reports.length = 0;
  const opened = await openService(config, {
    load: loadState({ state: 'loading', steps: [], startedAt: now.getTime() }),
    now: () => now,
    limits: { eventLoopDelayMilliseconds: 0 },
    watchMilliseconds: 200,
    // scores are refreshed by the tests themselves
    deriveNow: (engine, day) => {
      const derive = deriveNow(engine, day);
      return (changes) => derive({ ...changes, scores: false });
    },
    fill: (engine) => firstLoad(engine, { sample: true, today, openData: [] }),
    report: (message) => void reports.push(message),
  });
  expect(await opened.load(), reports.join('\n')).toMatchObject({ isReady: true });
  return opened;
}

/** `npx vitest run --mode whole` with this file asks all of them, and derives everything a second time. */
const isWhole = import.meta.env.MODE === 'whole';
const questionsEach = isWhole ? Infinity : 3;
const askedOf = (operationId: OperationId): Question[] =>
  questions.flatMap(([id, question]) => (id === operationId ? [question] : [])).slice(0, questionsEach);
/** What the embedded engine says. */
const answers = new Map<Question, { readonly status: number; readonly text: string }>();

const eventually = (expectation: () => Promise<void>) => vi.waitFor(expectation, { timeout: 90_000, interval: 200 });
const node = (at: number) => nodeOf(cluster, at);
describe('a cluster of two shards and two replicas', () => {
  it('holds the same on both replicas of a shard', () => expectEqualReplicas(service.engine));

  it('spreads the names over the shards', () => expectSpread(service.engine, embedded.engine));

  it('holds what one store holds', () => expectSameRows([embedded.engine, service.engine]));

  it('finds the newest records of a key in the order that is kept', () =>
    expectSameNewest(service.engine, embedded.engine));

  it.concurrent.each(interfaceOperations)('answers %s as one store does, to the byte', async (operationId) => {
    for (const question of askedOf(operationId)) {
      const { path, body } = question;
      const whole = body ? await embedded.post(path, body) : await embedded.get(path);
      const expected = { status: whole.status, text: JSON.stringify(whole.body) };
      expect(await ask(service.app, question), path).toEqual(expected);
      answers.set(question, expected);
    }
  });

  it('was asked about every operation but that of jobs', () => {
    const asked = new Set(questions.map(([operationId]) => operationId));
    expect(interfaceOperations.filter((id) => !asked.has(id))).toEqual(['job']);
  });
});

describe.skipIf(!canStopNodes)('a cluster with a copy that is left behind', { timeout: 300_000 }, () => {
  beforeAll(async () => {
    await node(0).kill();
    // no rows, but it misses the mark of the batch
    await writeObservations(service.engine, [], { import: 899, sequence: 1 });
    const silent = { address: node(0).address, shard: 1, state: 'silent' };
    expect(await service.engine.status()).toEqual({ copies: [silent] });
  });
  afterAll(async () => {
    await node(0).start();
    await eventually(async () => expect(await service.engine.status()).toEqual({}));
  });

  it.concurrent.each(interfaceOperations)('answers %s from the others, to the byte', async (operationId) => {
    for (const question of askedOf(operationId).slice(0, isWhole ? Infinity : 1))
      expect(await ask(service.app, question), question.path).toEqual(answers.get(question));
  });
});

describe('changes of a cluster', { timeout: 300_000 }, () => {
  const engines = () => [embedded.engine, service.engine];

  it('removes old records', async () => {
    const before = dateToIsoDate(firstOfLastDays(200, now));
    const removed = await Promise.all(engines().map((engine) => expireRecords(engine, before)));
    expect(removed[0]).toBeGreaterThan(100);
    expect(removed[1]).toBe(removed[0]);
    await expectSameRows([embedded.engine, service.engine]);
    await expectEqualReplicas(service.engine);
  });

  it('joins certificates that logs name by different digests', async () => {
    for (const engine of engines()) await fillCertificates(engine);
    await Promise.all(engines().map(joinCertificates));
    await expectSameRows([embedded.engine, service.engine]);
    await expectEqualReplicas(service.engine);
  });

  it.runIf(isWhole)('derives transfers and scores again', async () => {
    await Promise.all(
      engines().map(async (engine) => {
        await refreshNsTransfers(engine, today);
        await refreshScores(engine, { from: today, to: today });
      }),
    );
    await expectSameRows([embedded.engine, service.engine]);
    await expectEqualReplicas(service.engine);
  });
});

describe('what comes into a cluster', { timeout: 300_000 }, () => {
  const send = async (path: string, payload: string | object) => {
    const isRaw = typeof payload === 'string';
    const headers = { 'x-api-key': key, ...(isRaw && { 'content-type': 'application/octet-stream' }) };
    const { body } = await service.app.inject({ method: 'POST', url: `/api/v1${path}`, payload, headers });
    expect(body).toContain('"status_code":200');
    return (JSON.parse(body) as { response: Record<string, unknown> }).response;
  };
  const get = async (path: string) => JSON.parse((await ask(service.app, { path })).text) as { response: unknown };
  it('is pushed, and counts once when it is pushed again', async () => {
    for (let times = 0; times < 2; times += 1) await send('/ingest/zeek-dns?source=edge', zeekLogOf('pushed'));
    expect(await recordsOf(service.engine, 'pushed')).toEqual({ records: 30, seen: 30 });
  });

  it('is uploaded, with a dry run before', async () => {
    const content = zeekLogOf('uploaded');
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
    writeFileSync(join(folder, 'inbox', 'dns.log'), zeekLogOf('dropped'));
    await eventually(async () => expect(await recordsOf(service.engine, 'dropped')).toEqual({ records: 30, seen: 30 }));
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
  });

  it('is the same on both replicas of a shard', () => eventually(() => expectEqualReplicas(service.engine)));
});

const readiness = async () => {
  const { statusCode, body } = await service.app.inject({ url: '/readyz' });
  return { statusCode, body };
};

describe.skipIf(!canStopNodes)('a cluster with nodes that end', { timeout: 300_000 }, () => {
  it.each([
    ['that was only asked for its share', 3],
    ['that all statements were sent to', 0],
  ])('answers on when one is killed under load %s, and takes it back', async (_, at) => {
    const expected = new Map<string, string>();
    for (const name of lookupNames) {
      const { text } = await ask(service.app, { path: `/explore/padns/lookup/query/any/${name}?limit=1000` });
      expected.set(name, text);
    }
    let isOver = false;
    let answered = 0;
    const load = Array.from({ length: 4 }, async () => {
      for (; !isOver;) {
        const question = lookup();
        const name = lookupNames.find((each) => question.path.includes(each)) ?? '';
        expect(await ask(service.app, question)).toEqual({ status: 200, text: expected.get(name) });
        answered += 1;
      }
    });
    await eventually(async () => expect(answered).toBeGreaterThan(20));
    await node(at).kill();
    const before = answered;
    await eventually(async () => expect(answered).toBeGreaterThan(before + 40));
    isOver = true;
    await Promise.all(load);
    await node(at).start();
    await eventually(async () => expect(await service.engine.status()).toEqual({}));
  });

  it('says which shard is missing, and answers again when one of its replicas is back', async () => {
    await Promise.all([node(2).kill(), node(3).kill()]);
    await eventually(async () => {
      const { status, text } = await ask(service.app, lookup());
      expect({ status, error: (JSON.parse(text) as { error: object }).error }).toEqual({
        status: 503,
        error: { code: 'store_unreachable', message: 'Shard 2 of the collection cannot be reached right now.' },
      });
    });
    await eventually(async () => expect(await readiness()).toMatchObject({ statusCode: 503 }));
    await node(2).start();
    await eventually(async () => expect((await ask(service.app, lookup())).status).toBe(200));
    await node(3).start();
    await eventually(async () => expect(await service.engine.status()).toEqual({}));
  });

  it('keeps a batch in doubt exactly once when it is sent again', async () => {
    const rows = observationsOf(1);
    const before = await countSeen(service.engine);
    await Promise.all([node(0).kill(), node(1).kill()]);
    const batch = { import: 900, sequence: 1 };
    await expect(writeObservations(service.engine, rows, batch)).rejects.toMatchObject({
      fault: 'unreachable',
      shard: 1,
    });
    await Promise.all([node(0).start(), node(1).start()]);
    await eventually(async () => expect(await service.engine.status()).toEqual({}));
    await writeObservations(service.engine, rows, batch);
    await writeObservations(service.engine, rows, batch);
    await expectEqualReplicas(service.engine);
    expect(await countSeen(service.engine)).toBe(before + seenIn(rows));
  });

  it('is written on while a node is down, and fills it before it is read again', async () => {
    const journal = observationJournal(service.engine, join(folder, 'spec-journal'), expect.unreachable);
    const scan = { ip: '::ffff:198.51.100.77', hostname: 'down.example', html_title: 'Written without a copy' };
    let acknowledged = await countSeen(service.engine);
    let sequence = 0;
    let isOver = false;
    const failures: unknown[] = [];
    const writing = (async () => {
      while (!isOver) {
        const rows = observationsOf((sequence += 1) + 1000);
        await journal.append(901, rows).then(
          () => (acknowledged += seenIn(rows)),
          (error: unknown) => failures.push(error),
        );
        // a batch in doubt that has arrived completely
        await writeObservations(service.engine, observationsOf(1), { import: 900, sequence: 1 });
      }
    })();
    const reading = Array.from({ length: 2 }, async () => {
      while (!isOver) expect((await ask(service.app, lookup())).status).toBe(200);
    });
    const written = (more: number) => {
      const until = sequence + more;
      return eventually(async () => expect(sequence).toBeGreaterThan(until));
    };
    await written(3);
    await node(1).kill();
    await written(5);
    await service.engine.insert('scan_html', [{ ...scan, scan_date: today }]);
    const missing = { address: node(1).address, shard: 1, state: 'silent' };
    expect(await readiness()).toMatchObject({ statusCode: 200, body: expect.stringContaining(node(1).address) });
    expect(await service.engine.status()).toEqual({ copies: [missing] });
    const { body: metrics } = await service.app.inject({ url: '/metrics' });
    expect(metrics).toContain(`_copies_missing{address="${node(1).address}",shard="1",state="silent"} 1`);
    expect(metrics).toContain('sightline_store_available{use="write"} 1');
    await node(1).start();
    // batches are added while it is filled, too
    await eventually(async () => expect(await service.engine.status()).toEqual({}));
    await written(2);
    isOver = true;
    await Promise.all([writing, ...reading]);
    expect(failures).toEqual([]);
    await expectEqualReplicas(service.engine);
    await node(0).kill();
    expect(await countSeen(service.engine)).toBe(acknowledged);
    const sql = "SELECT html_title FROM scan_html WHERE hostname = 'down.example'";
    expect(await service.engine.query({ name: 'spec', sql })).toEqual([{ html_title: scan.html_title }]);
    await node(0).start();
    await eventually(async () => expect(await service.engine.status()).toEqual({}));
  });

  it('never reads a copy that is behind', async () => {
    await node(2).kill();
    const rows = observationsOf(5000);
    const before = await countSeen(service.engine);
    await writeObservations(service.engine, rows, { import: 902, sequence: 1 });
    await service.close();
    await node(2).start();
    // nothing fills it: the service is not loaded
    const opened = await openBeside(cluster);
    try {
      expect(await opened.status()).toEqual({ copies: [{ address: node(2).address, shard: 2, state: 'behind' }] });
      for (let tries = 0; tries < 10; tries += 1) expect(await countSeen(opened)).toBe(before + seenIn(rows));
    } finally {
      await opened.close();
    }
    await node(3).kill();
    await expect(openBeside(cluster)).rejects.toThrow(
      `no replica of shard 2 that is up to date answers: start ${node(3).address}; ${node(2).address} lacks`,
    );
    await node(3).start();
    service = await start();
    await eventually(async () => expect(await service.engine.status()).toEqual({}));
    await expectEqualReplicas(service.engine);
    expect(await countSeen(service.engine)).toBe(before + seenIn(rows));
  });

  it('starts without a node, names it, and fills it when it comes', async () => {
    await service.close();
    await node(3).kill();
    await node(3).erase();
    service = await start();
    expect(reports.join('\n')).toContain(
      `${node(3).address}, a replica of shard 2, does not answer: the service starts without it.`,
    );
    const silent = { address: node(3).address, shard: 2, state: 'silent' };
    expect(await service.engine.status()).toEqual({ copies: [silent] });
    await node(3).start();
    await eventually(async () => expect(await service.engine.status(), reports.join('\n')).toEqual({}));
    await eventually(async () =>
      expect(reports.at(-1)).toBe(`${node(3).address}, a replica of shard 2, is up to date again.`),
    );
    await expectEqualReplicas(service.engine);
    expect((await holdingsOf('fwd', service.engine))[3]?.rows).toBeGreaterThan(100);
  });
});
