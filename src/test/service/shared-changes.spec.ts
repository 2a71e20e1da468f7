import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dateToIsoDate } from '#model/dates.ts';
import { finishImport, importIds } from '#server/ingest/ledger.ts';
import type { Engine } from '#server/engine/engine.ts';
import { openServer } from '#server/engine/http-engine.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { lastClaim } from '#server/queries/service-claims.ts';
import { observation } from '#test/server/seeded-observations.ts';
import {
  type ClickHouseServer,
  requestsLetThrough,
  type ServiceProcess,
  startClickHouseServer,
  startService,
} from '#test/server/service-process.ts';

// Two service processes, with data folders of their own and one inbox, on one ClickHouse server: which of them changes the collection.

const place = mkdtempSync(join(tmpdir(), 'sightline-changes-'));
const inbox = join(place, 'inbox');
let server: ClickHouseServer;
let engine: Engine;
let services: ServiceProcess[] = [];

const folders = new Map<ServiceProcess, string>();
async function start(name: string): Promise<ServiceProcess> {
  const service = await startService(join(place, name), {
    clickhouseUrl: `${server.url}/sightline`,
    env: { SIGHTLINE_INBOX: inbox, SIGHTLINE_TAKEOVER_SECONDS: '6', SIGHTLINE_WATCH_SECONDS: '1' },
  });
  folders.set(service, name);
  return service;
}

beforeAll(async () => {
  mkdirSync(inbox);
  server = await startClickHouseServer();
  engine = await openServer({ url: `${server.url}/sightline`, limits: statementLimits(1e9) });
  await createSchema(engine, { folder: 'src/server/schema' });
  await engine.insert('obs', [observation('A', 'a.example', '192.0.2.1', ['2026-01-01', '2026-02-01'])]);
  const head = { kind: 'first-load', digest: '', licence: '', sample: false, asOf: dateToIsoDate(new Date()) };
  await finishImport(engine, { id: importIds.firstLoad, source: 'spec', ...head }, 0);
  // the scores of today are due: both begin at the same moment
  services = await Promise.all([start('one'), start('other')]);
}, 400_000);
afterAll(async () => {
  for (const service of services) await service.kill();
  await engine?.close();
  await server?.close();
  rmSync(place, { recursive: true, force: true });
});

const eventually = <T>(expectation: () => Promise<T>) => vi.waitFor(expectation, { timeout: 120_000, interval: 200 });

/** The process that holds the lease, and the other one. */
async function roles(): Promise<{ holder: ServiceProcess; other: ServiceProcess }> {
  const [claim] = await engine.query(lastClaim('lease'));
  const isHolder = ({ pid }: ServiceProcess) => claim?.holder.includes(`-${pid}-`) === true;
  const [holder, other] = [services.find(isHolder), services.find((each) => !isHolder(each))];
  if (!holder || !other) throw new Error('no process of the spec holds the lease');
  return { holder, other };
}
/** The process that takes over from another. */
const heirOf = (former: ServiceProcess) =>
  eventually(async () => {
    const { holder } = await roles();
    if (holder === former) throw new Error('nobody took over');
    return holder;
  });

interface Asked {
  readonly key?: number;
  readonly method?: string;
  readonly body?: object;
}
async function ask(process: ServiceProcess, path: string, { key = 0, method = 'GET', body }: Asked = {}) {
  return fetch(`${process.url}${path}`, {
    method,
    headers: { 'x-api-key': process.keys[key] ?? '', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}

interface Feed {
  readonly id: string;
  readonly enabled: boolean;
  readonly recommended: boolean;
}
async function feedsAt(service: ServiceProcess): Promise<readonly Feed[]> {
  const answer = await ask(service, '/sightline/sources');
  return ((await answer.json()) as { response: { feeds: Feed[] } }).response.feeds;
}

/** So many names, each seen three times. */
function logOf(name: string, names: number): string {
  const lines = Array.from({ length: names }, (_, number) =>
    JSON.stringify({
      ...{ rrtype: 'A', rrname: `${name}-${number}.example.`, rdata: '192.0.2.7' },
      ...{ time_first: 1_767_225_600, time_last: 1_767_225_600, count: 3 },
    }),
  );
  return `${lines.join('\n')}\n`;
}

/** A log in the inbox, which appears there as a whole. */
function drop(name: string): void {
  const file = join(place, `${name}.new`);
  writeFileSync(file, logOf(name, 20));
  renameSync(file, join(inbox, `${name}.json`));
}
const isImported = (name: string) => readdirSync(join(inbox, 'done')).some((each) => each.endsWith(` ${name}.json`));
const imported = (name: string) => eventually(async () => expect(isImported(name), await inboxSaid()).toBe(true));
const inboxSaid = async () => services.map((service) => service.said()).join('\n');
async function seenOf(name: string) {
  const [found] = await engine.query<{ names: number; seen: number }>({
    name: 'spec',
    sql: `SELECT uniqExact(rname) AS names, sum(count) AS seen FROM fwd WHERE startsWith(reverse(rname), {name:String})`,
    params: { name: `${name}-` },
  });
  return found;
}

describe('what one of two processes does', { timeout: 400_000 }, () => {
  it('is done once: the scores of a day, and files of an inbox, also when the holder is killed or stopped', async () => {
    drop('first');
    await imported('first');
    const begun = await engine.query<{ import: number; lines: number }>({
      name: 'spec',
      sql: `SELECT import, count() AS lines FROM imports WHERE import = {scores:UInt32} AND state = 'done' GROUP BY import`,
      params: { scores: importIds.scores },
    });
    expect(begun).toEqual([{ import: importIds.scores, lines: 1 }]);

    const first = await roles();
    await first.holder.kill();
    drop('second');
    expect(await heirOf(first.holder)).toBe(first.other);
    await imported('second');
    services = [first.other, await start('third')];

    process.kill(first.other.pid, 'SIGSTOP');
    drop('third');
    const heir = await heirOf(first.other);
    await imported('third');
    process.kill(first.other.pid, 'SIGCONT');
    drop('fourth');
    await imported('fourth');
    expect((await roles()).holder).toBe(heir);
    expect(first.other.said()).toContain('has stopped doing it');

    for (const name of ['first', 'second', 'third', 'fourth'])
      expect(await seenOf(name), name).toEqual({ names: 20, seen: 60 });
    const logs = await engine.query<{ imports: number; starts: number }>({
      name: 'spec',
      sql: `SELECT uniqExact(import) AS imports, countIf(state = 'started') AS starts FROM imports WHERE kind = 'log'`,
    });
    expect(logs).toEqual([{ imports: 4, starts: 4 }]);
  });

  it('is asked of any of them: feeds are switched at both, and the settings outlive the holder', async () => {
    const { holder, other } = await roles();
    const stateAt = async (service: ServiceProcess, id: string) => {
      return (await feedsAt(service)).find((each) => each.id === id)?.enabled;
    };
    const change = (service: ServiceProcess, id: string, enabled: number) =>
      ask(service, `/sightline/sources/${id}`, { method: 'POST', body: { enabled } });
    const [one, two] = (await feedsAt(other)).filter(({ recommended }) => recommended).map(({ id }) => id);
    if (!one || !two) throw new Error('no feeds');

    const answer = await change(other, one, 1);
    expect(answer.status, await answer.clone().text()).toBe(200);
    expect(await answer.json()).toMatchObject({ response: { id: one, enabled: true } });
    expect(await stateAt(holder, one)).toBe(true);
    expect(await stateAt(other, one)).toBe(true);

    expect((await change(holder, two, 1)).status).toBe(200);
    await eventually(async () => expect(await stateAt(other, two)).toBe(true));
    expect((await change(other, 'no-such-feed', 1)).status).toBe(404);

    await holder.kill();
    expect(await heirOf(holder)).toBe(other);
    await eventually(async () => expect((await change(other, two, 0)).status).toBe(200));
    expect(await stateAt(other, one)).toBe(true);
    expect(await stateAt(other, two)).toBe(false);
    services = [other, await start('fourth')];
  });
});

/** A push until it is answered with something else than "later". */
async function push(service: ServiceProcess, body: string): Promise<{ state: string; rows: number }> {
  for (;;) {
    const answer = await fetch(`${service.url}/ingest/cof`, {
      method: 'POST',
      headers: { 'x-api-key': service.keys[5] ?? '', 'content-type': 'application/x-ndjson' },
      body,
    });
    const { response } = (await answer.json()) as { response: { state: string; rows: number } };
    if (answer.ok) return response;
    expect([429, 503]).toContain(answer.status);
    await pause(100);
  }
}
/** Imports a file. @returns how that ended */
async function upload(service: ServiceProcess, body: string): Promise<string> {
  const head = { name: 'own.json', bytes: Buffer.byteLength(body), start: 1 };
  const added = await ask(service, '/sightline/imports', { method: 'POST', body: head });
  const { response } = (await added.json()) as { response: { id: string } };
  const path = `/sightline/imports/${response.id}`;
  const sent = await fetch(`${service.url}${path}/content?offset=0`, {
    method: 'POST',
    headers: { 'x-api-key': service.keys[0] ?? '', 'content-type': 'application/octet-stream' },
    body,
  });
  expect(sent.status, await sent.text()).toBe(200);
  return eventually(async () => {
    const { response: now } = (await (await ask(service, path)).json()) as { response: { state: string } };
    if (!['done', 'known'].includes(now.state)) throw new Error(`the import is ${now.state}`);
    return now.state;
  });
}
const tables = { fwd: 'reverse(rname)', rev: 'reverse(rname)', names: 'qname' };
/** Names and sightings that begin with this, by table. */
async function countsOf(name: string) {
  const counts = Object.entries(tables).map(async ([table, column]) => {
    const [row] = await engine.query<{ names: number; seen: number }>({
      name: 'spec',
      sql: `SELECT uniqExact(${column}) AS names, ${table === 'fwd' ? 'sum(count)' : '0'} AS seen
            FROM ${table} WHERE rrtype != 'WATERMARK' AND startsWith(${column}, {name:String})`,
      params: { name: `${name}-` },
    });
    return [table, row] as const;
  });
  return Object.fromEntries(await Promise.all(counts));
}

async function pushClaimsOf({ pid }: ServiceProcess): Promise<number> {
  const [row] = await engine.query<{ claims: number }>({
    name: 'spec',
    sql: `SELECT count() AS claims FROM service_claims
          WHERE startsWith(subject, 'push:') AND position(holder, {pid:String}) > 0`,
    params: { pid: `-${pid}-` },
  });
  return row?.claims ?? 0;
}

describe('pushes', { timeout: 400_000 }, () => {
  it('that both are sent count once', async () => {
    const bodies = Array.from({ length: 12 }, (_, number) => logOf(`both${number}`, 50));
    const answers = await Promise.all(bodies.flatMap((body) => services.map((service) => push(service, body))));
    expect(answers.map(({ state }) => state).sort()).toEqual([
      ...Array.from({ length: 12 }, () => 'done'),
      ...Array.from({ length: 12 }, () => 'known'),
    ]);
    for (const number of bodies.keys()) expect(await seenOf(`both${number}`)).toEqual({ names: 50, seen: 150 });
  });

  it('and files that both are given count once', async () => {
    const body = logOf('uploaded', 20_000);
    const states = await Promise.all(services.map((service) => upload(service, body)));
    expect(states.sort()).toEqual(['done', 'known']);
    expect(await seenOf('uploaded')).toEqual({ names: 20_000, seen: 60_000 });
  });

  it('count once when the process is killed half-way and the shipper sends it to another', async () => {
    const fates: string[] = [];
    // `npx vitest run --mode whole` with this file kills at all three moments
    const moments = import.meta.env.MODE === 'whole' ? [0, 20, 60] : [0];
    const names = moments.map((milliseconds) => ({ name: `half${milliseconds}`, milliseconds }));
    for (const { name, milliseconds } of names) {
      const body = logOf(name, 100_000);
      const [victim, other] = services;
      if (!victim || !other) throw new Error('two processes are needed');
      const before = await pushClaimsOf(victim);
      const sent = push(victim, body).then(
        () => 'answered',
        () => 'cut off',
      );
      // it has said that it writes this push, and begins to
      await vi.waitFor(async () => expect(await pushClaimsOf(victim)).toBeGreaterThan(before), {
        timeout: 60_000,
        interval: 2,
      });
      await pause(milliseconds);
      await victim.kill();
      const fate = await sent;
      fates.push(fate);
      // it is there again at once, and finds what it left in its journal
      const [again, answer] = await Promise.all([start(folders.get(victim) ?? ''), push(other, body)]);
      if (fate === 'answered') expect(answer.state).toBe('known');
      services = [other, again];
      expect((await push(again, body)).state).toBe('known');
    }
    expect(fates).toContain('cut off');
    for (const { name } of names) {
      const { fwd, ...others } = await countsOf(name);
      expect(fwd, name).toEqual({ names: 100_000, seen: 300_000 });
      for (const [table, row] of Object.entries(others)) expect(row?.names, `${table} of ${name}`).toBe(100_000);
    }
  });
});

describe('the limit of requests', { timeout: 400_000 }, () => {
  it('holds over both processes', async () => {
    const perMinute = 6000;
    await pause(4000); // each has seen the other
    const passed = await Promise.all(services.map(requestsLetThrough));
    expect(passed).toEqual([perMinute / 2, perMinute / 2]);
  });
});
