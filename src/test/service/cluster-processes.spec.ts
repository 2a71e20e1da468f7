import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { dateToIsoDate } from '#model/dates.ts';
import { finishImport, importIds } from '#server/ingest/ledger.ts';
import { writeObservations } from '#server/ingest/journal/observations.ts';
import type { Engine } from '#server/engine/engine.ts';
import { migrate } from '#server/engine/migrate.ts';
import { claimsOf } from '#server/processes/claims.ts';
import { processRegistry } from '#server/processes/process-registry.ts';
import { lastClaim } from '#server/queries/service-claims.ts';
import { nodeOf, startTestCluster, type TestCluster } from '#test/server/clickhouse-cluster.ts';
import {
  countSeen,
  expectEqualReplicas,
  observationsOf,
  openBeside,
  seenByNode,
  seenIn,
} from '#test/server/cluster-checks.ts';
import { seededObservations } from '#test/server/seeded-observations.ts';
import { requestsLetThrough, type ServiceProcess, startService } from '#test/server/service-process.ts';

// Two service processes, with data folders of their own, on one cluster of two shards with two replicas each.

const place = mkdtempSync(join(tmpdir(), 'sightline-cluster-processes-'));
let cluster: TestCluster;
let services: ServiceProcess[] = [];

const openHere = () => openBeside(cluster);
/** What the cluster holds right now. */
async function inCluster<T>(act: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await openHere();
  try {
    return await act(engine);
  } finally {
    await engine.close();
  }
}
const started: [name: string, service: ServiceProcess][] = [];
async function start(name: string): Promise<ServiceProcess> {
  const service = await startService(join(place, name), {
    clickhouseUrl: cluster.urls.join(','),
    env: { SIGHTLINE_CLICKHOUSE_CLUSTER: cluster.name, SIGHTLINE_TAKEOVER_SECONDS: '6' },
  });
  started.push([name, service]);
  return service;
}
const node = (at: number) => nodeOf(cluster, at);

beforeAll(async () => {
  cluster = await startTestCluster(2, 2);
  await inCluster(async (engine) => {
    await migrate(engine, { folder: 'src/server/engine/schema' });
    const rows = seededObservations({ seed: 'processes', sequence: 1, rows: 18_000, names: 18_000 });
    await writeObservations(engine, rows, { import: 800, sequence: 1 });
    const head = { kind: 'first-load', digest: '', licence: '', sample: false, asOf: dateToIsoDate(new Date()) };
    await finishImport(engine, { id: importIds.firstLoad, source: 'spec', ...head }, 0);
  });
  // the scores of today are due: both begin at the same moment
  services = await Promise.all([start('one'), start('other')]);
}, 400_000);
afterAll(async () => {
  for (const service of services) await service.kill();
  await cluster?.close();
  rmSync(place, { recursive: true, force: true });
});

const eventually = <T>(expectation: () => Promise<T>) => vi.waitFor(expectation, { timeout: 120_000, interval: 200 });
const said = () => started.map(([name, service]) => `${name}: ${service.said()}`).join('\n');

/** The process that holds the lease, and the other one. */
async function roles(): Promise<{ holder: ServiceProcess; other: ServiceProcess }> {
  const [claim] = await inCluster((engine) => engine.query(lastClaim('lease')));
  const isHolder = ({ pid }: ServiceProcess) => claim?.holder.includes(`-${pid}-`) === true;
  const [holder, other] = [services.find(isHolder), services.find((each) => !isHolder(each))];
  if (!holder || !other) throw new Error('no process of the spec holds the lease');
  return { holder, other };
}
const heirOf = (former: ServiceProcess) =>
  eventually(async () => {
    const { holder } = await roles();
    if (holder === former) throw new Error('nobody took over');
    return holder;
  });

interface Answer {
  readonly status: number;
  readonly response: { records?: object[]; job_status?: { job_id: string; status: string } };
}
async function ask({ url, keys }: ServiceProcess, path: string, caller = 0): Promise<Answer> {
  const answer = await fetch(`${url}/explore${path}`, { headers: { 'x-api-key': keys[caller] ?? '' } });
  return { status: answer.status, response: ((await answer.json()) as Answer).response };
}
/** Half a second or more each, as wide classes make a large automaton. Each number is another question. */
const search = (number: number) =>
  `/padns/lookup/query/any/_?regex=${encodeURIComponent(`(.*[a-m].{9}[n-z]){4}.{${number}}`)}&limit=50`;

/** Rows as a shipper sends them: until they are acknowledged, at this process or at another. */
async function push(body: string, first: number): Promise<void> {
  for (let tries = first; ; tries += 1) {
    const service = services[tries % services.length];
    const answer = await fetch(`${service?.url}/ingest/cof`, {
      method: 'POST',
      headers: { 'x-api-key': service?.keys[5] ?? '', 'content-type': 'application/x-ndjson' },
      body,
    }).catch(() => undefined);
    if (answer?.ok) return;
    if (answer) expect([429, 503], await answer.text()).toContain(answer.status);
    await pause(100);
  }
}
const cofOf = (rows: ReturnType<typeof observationsOf>, shipper: number) =>
  rows
    .map(({ rrtype, rdata, count }, at) =>
      JSON.stringify({
        ...{ rrtype: rrtype === 'A' ? 'A' : 'TXT', rrname: `p${shipper}-${at}.d${at % 40}.example.` },
        ...{ rdata: rrtype === 'A' ? rdata : 'text', time_first: 1_767_225_600, time_last: 1_767_225_600, count },
      }),
    )
    .join('\n');

/** Four shippers that push until the end of the test. */
async function ship() {
  let acknowledged = await inCluster(countSeen);
  let isOver = false;
  onTestFinished(() => void (isOver = true));
  const shippers = Array.from({ length: 4 }, async (_, shipper) => {
    while (!isOver) {
      const rows = observationsOf((sequence += 1));
      await push(cofOf(rows, shipper), shipper);
      acknowledged += seenIn(rows);
    }
  });
  return {
    written: (more: number) => {
      const until = sequence + more;
      return eventually(async () => expect(sequence, said()).toBeGreaterThan(until));
    },
    expectWhole: async () => {
      isOver = true;
      await Promise.all(shippers);
      // a node that was slow to answer is left behind too, and filled
      await eventually(async () => {
        await inOrder();
        await inCluster(expectCleanMarks);
        await inCluster(expectEqualReplicas);
      }).catch(async (error: unknown) => {
        const found = await inCluster(seenByNode);
        expect.fail([String(error), `acknowledged ${acknowledged}, found ${found.join(' ')}`, said()].join('\n'));
      });
      expect(await inCluster(countSeen), said()).toBe(acknowledged);
    },
  };
}
let sequence = 100;
async function inOrder(): Promise<void> {
  for (const { url } of services) {
    const answer = await fetch(url.replace('/api/v1', '/readyz'));
    expect(await answer.json(), said()).not.toHaveProperty('copies');
  }
}

describe('a batch on a cluster', () => {
  it('is sent again to the tables that lack it, to each shard its own rows', () =>
    inCluster(async (engine) => {
      const rows = observationsOf(1);
      const batch = { import: 801, sequence: 1 };
      const before = await countSeen(engine);
      const onEach = (sql: string) => engine.cluster?.askEach((one) => one.engine.command({ name: 'spec', sql }));
      // as when a statement ends between two views
      await onEach('DETACH TABLE obs_fwd');
      await writeObservations(engine, rows, batch);
      await onEach('ATTACH TABLE obs_fwd');
      expect(await countSeen(engine)).toBe(before);
      await writeObservations(engine, rows, batch);
      await expectEqualReplicas(engine);
      expect(await countSeen(engine)).toBe(before + seenIn(rows));
    }));
});

describe('two processes on one cluster', { timeout: 400_000 }, () => {
  it('do once what is due once', async () => {
    const sql = `SELECT count() AS lines FROM imports WHERE import = {scores:UInt32} AND state = 'done'`;
    const done = () => inCluster((engine) => engine.query({ name: 'spec', sql, params: { scores: importIds.scores } }));
    await eventually(async () => expect(await done(), said()).toEqual([{ lines: 1 }]));
  });

  it('answer for the jobs of each other, and one does the jobs of the other when that is killed', async () => {
    const { holder, other } = await roles();
    const ids = await Promise.all(
      Array.from({ length: 8 }, async (_, number) => {
        const { response } = await ask(holder, `${search(number)}&prefer=job_id`);
        return response.job_status?.job_id ?? '';
      }),
    );
    const stateOf = async (id: string) =>
      (await ask(other, `/job/${id}?status_only=1&max_wait=0`)).response.job_status?.status;
    expect(await Promise.all(ids.map(stateOf))).not.toContain(undefined);
    expect((await ask(other, `/job/${ids[0]}`, 1)).status).toBe(404); // of another key
    await holder.kill();
    const results = await Promise.all(
      ids.map(async (id) => {
        let answer: Answer;
        do answer = await ask(other, `/job/${id}?max_wait=25`);
        while (['PENDING', 'STARTED'].includes(answer.response.job_status?.status ?? ''));
        return answer;
      }),
    );
    expect(results.at(-1)).toEqual(await ask(other, search(ids.length - 1)));
    for (const { status, response } of results) {
      expect(status).toBe(200);
      expect(response.records).toBeInstanceOf(Array);
    }
    expect(await heirOf(holder)).toBe(other);
    services = [other, await start('third')];
  });

  it('lose and double nothing when the other stalls while one fills a node, and when a filler is killed', async () => {
    const { written, expectWhole } = await ship();
    await written(6);
    // the first one has a vote more than the others
    await node(0).kill();
    await written(10);
    await node(0).start();
    // the other process stalls in the middle of its writes, and counts as gone
    const before = await roles();
    const name = `${node(0).address}, a replica of shard 1,`;
    // early enough: soon the filler holds up all writes
    await vi.waitFor(() => expect(before.holder.said()).toContain(`${name} answers again`), {
      timeout: 60_000,
      interval: 10,
    });
    process.kill(before.other.pid, 'SIGSTOP');
    await eventually(async () => expect(before.holder.said()).toContain(`${name} is up to date`));
    process.kill(before.other.pid, 'SIGCONT');
    await eventually(inOrder);
    await written(6);
    await inCluster(expectCleanMarks);

    await node(3).kill();
    await written(10);
    await node(3).start();
    const { holder, other } = await roles();
    await eventually(async () =>
      expect(holder.said()).toContain(`${node(3).address}, a replica of shard 2, answers again`),
    );
    await holder.kill();
    expect(await heirOf(holder)).toBe(other);
    services = [other];
    await eventually(inOrder);
    services = [other, await start('fourth')];
    await written(10);
    await expectWhole();
  });

  it('lose nothing when one stalls while it fills a node, until the other has filled it', async () => {
    const { written, expectWhole } = await ship();
    await node(1).kill();
    await written(10);
    await node(1).start();
    const { holder, other } = await roles();
    // stopped while it empties the tables one by one
    await vi.waitFor(async () => expect(await snapshotsOf(0)).toBeGreaterThan(2), { timeout: 60_000, interval: 5 });
    process.kill(holder.pid, 'SIGSTOP');
    expect(await heirOf(holder)).toBe(other);
    await eventually(async () =>
      expect(other.said()).toContain(`${node(1).address}, a replica of shard 1, is up to date`),
    );
    process.kill(holder.pid, 'SIGCONT');
    await written(10);
    await expectWhole();
  });

  it('share the limit of requests', async () => {
    const perMinute = 6000;
    await pause(4000); // each has seen the other
    const passed = await Promise.all(services.map(requestsLetThrough));
    expect(passed).toEqual([perMinute / 2, perMinute / 2]);
  });
});

/** How many tables of a node another one is being filled from. */
async function snapshotsOf(at: number): Promise<number> {
  const sql = "SELECT count() FROM system.tables WHERE startsWith(name, 'catch_up_')";
  return Number(await (await fetch(`${node(at).url}/?query=${encodeURIComponent(sql)}`)).text());
}

async function expectCleanMarks(engine: Engine): Promise<void> {
  expect(await engine.status()).toEqual({});
}

describe('claims on a cluster', { timeout: 400_000 }, () => {
  /** Processes that see the cluster for themselves. */
  async function claimants(count: number) {
    const engines = await Promise.all(Array.from({ length: count }, openHere));
    const all = engines.map((engine, number) => {
      const registry = processRegistry({ engine, process: `many-${number}-${Math.random()}` });
      return { registry, claims: claimsOf(engine, registry) };
    });
    return { all, close: () => Promise.all(engines.map((engine) => engine.close())) };
  }
  it('go to one of many that ask at the same moment', async () => {
    const { all, close } = await claimants(6);
    const asked = await Promise.all(all.map(({ claims }) => claims.take('spec')));
    expect(asked.filter((claim) => typeof claim !== 'string')).toHaveLength(1);
    await close();
  });

  it('are made and kept while one node is down, whichever it is', async () => {
    for (const at of [0, 2]) {
      await node(at).kill();
      const { all, close } = await claimants(3);
      const asked = await Promise.all(all.map(({ claims }) => claims.take(`spec ${at}`)));
      expect(asked.filter((claim) => typeof claim !== 'string')).toHaveLength(1);
      const numbers = await Promise.all(all.map(({ claims }, nth) => claims.numberOf(`names ${at}`, `name ${nth}`)));
      expect(new Set(numbers).size).toBe(3);
      await node(at).start();
      const again = await claimants(1);
      expect(await again.all[0]?.claims.numberOf(`names ${at}`, 'name 1')).toBe(numbers[1]);
      expect(typeof (await again.all[0]?.claims.take(`spec ${at}`))).toBe('string');
      await Promise.all([close(), again.close()]);
    }
  });

  it('are not made by less than half of the nodes', async () => {
    const { all, close } = await claimants(1);
    await Promise.all([node(1).kill(), node(2).kill(), node(3).kill()]);
    await expect(all[0]?.claims.take('spec of few')).rejects.toMatchObject({ fault: 'unreachable' });
    await Promise.all([node(1).start(), node(2).start(), node(3).start()]);
    await close();
  });
});
