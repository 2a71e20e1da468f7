import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { observationJournal } from './observation-journal.ts';
import type { Engine } from '#server/engine/engine.ts';
import { openServer } from '#server/engine/http-engine.ts';
import { createSchema } from '#server/schema/create-schema.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { claimsOf } from '#server/processes/claims.ts';
import { processRegistry } from '#server/processes/process-registry.ts';
import { type ClickHouseServer, startClickHouseServer } from '#test/server/service-process.ts';
import { writeObservations, type Batch, type Observation } from './observations.ts';
import { logImportsOf, sharingOf } from '#server/ingest/sharing.ts';

// Journals of two writers on a real server, where one of them has gone while it wrote a push.

const place = mkdtempSync(join(tmpdir(), 'sightline-journals-'));
const said: string[] = [];
let server: ClickHouseServer;
let engine: Engine;
beforeAll(async () => {
  server = await startClickHouseServer();
  engine = await openServer({ url: `${server.url}/sightline`, limits: statementLimits(1e9) });
  await createSchema(engine, { folder: 'src/server/schema' });
}, 100_000);
afterAll(async () => {
  await engine?.close();
  await server?.close();
  rmSync(place, { recursive: true, force: true });
});

/** A process on a data folder. One is gone here after a few seconds without a sign of life. */
async function open(folder: string) {
  const registry = processRegistry({ engine, process: `${folder}-${Math.random()}`, goneMilliseconds: 2500 });
  const claims = claimsOf(engine, registry);
  const sharing = sharingOf(claims, join(place, folder), (message) => said.push(message));
  await sharing.open();
  const journalOf = (store: Engine) =>
    observationJournal(store, join(place, folder, 'journal'), (message) => said.push(message), sharing);
  return { claims, journal: journalOf(engine), journalOf, importId: logImportsOf(sharing.writer)[0] + 10 };
}
function rowsOf(name: string): Observation[] {
  return Array.from({ length: 500 }, (_, number) => ({
    ...{ rrtype: 'A', rrname: `${name}-${number}.example`, rdata: '192.0.2.7', count: 3, ttl: 60, sources: 1 },
    ...{ first_seen: 1_767_225_600, last_seen: 1_767_225_600 },
  }));
}
async function countsOf(name: string) {
  const ask = async (table: string, column: string) => {
    const [row] = await engine.query<{ names: number; seen: number }>({
      name: 'spec',
      sql: `SELECT uniqExact(${column}) AS names, sum(count) AS seen FROM ${table}
            WHERE rrtype != 'WATERMARK' AND startsWith(${column}, {name:String})`,
      params: { name: `${name}-` },
    });
    return row;
  };
  return { fwd: await ask('fwd', 'reverse(rname)'), rev: await ask('rev', 'reverse(rname)') };
}
const once = { names: 500, seen: 1500 };

/** How far the writing of the rows was when its process was gone. */
const moments: [when: string, write: (rows: Observation[], batch: Batch) => Promise<void>][] = [
  ['before the first row', () => Promise.resolve()],
  [
    'between two tables',
    async (rows, batch) => {
      await engine.command({ name: 'spec', sql: 'DROP VIEW obs_rev' });
      await writeObservations(engine, rows, batch).catch(() => undefined);
      await migrateView('obs_rev');
    },
  ],
  ['before the mark', async (rows, batch) => void (await writeObservations(engine, rows, batch))],
];
let views: Readonly<Record<string, string>> = {};
async function migrateView(name: string): Promise<void> {
  await engine.command({ name: 'spec', sql: views[name] ?? '' });
}

describe('a push whose process is gone', { timeout: 100_000 }, () => {
  it('is dropped from its journal once another process has written it', async () => {
    const pushed = rowsOf('kept');
    const [gone, other] = [await open('gone'), await open('other')];
    const cut = { ...engine, insert: () => Promise.reject(new Error('cut off')) };
    await expect(gone.journalOf(cut).appendOnce(gone.importId, pushed, 'kept')).rejects.toThrow('cut off');
    await vi.waitFor(() => other.journal.appendOnce(other.importId, pushed, 'kept'), {
      timeout: 20_000,
      interval: 100,
    });
    const again = await open('gone');
    expect(await again.journal.settle()).toBe(1);
    expect(readdirSync(join(place, 'gone', 'journal'))).toEqual([]);
    expect(await countsOf('kept')).toEqual({ fwd: once, rev: once });
  });
  it('is written from its journal when nobody else has it', async () => {
    const gone = await open('gone');
    const cut = { ...engine, insert: () => Promise.reject(new Error('cut off')) };
    await expect(gone.journalOf(cut).appendOnce(gone.importId, rowsOf('alone'), 'alone')).rejects.toThrow('cut off');
    const again = await open('gone');
    expect(await again.journal.settle()).toBe(1);
    expect(await countsOf('alone')).toEqual({ fwd: once, rev: once });
    expect(await again.journal.appendOnce(again.importId, rowsOf('alone'), 'alone')).toBe('known');
  });
  it('is written when the batch of its claim was given up', async () => {
    const gone = await open('gone');
    const other = await open('other');
    const batch = { import: gone.importId, sequence: 1 + (await lastOf(gone.importId)) };
    await gone.claims.take('push:given-up', () => JSON.stringify(batch));
    for (const name of ['next', 'second']) await gone.journal.appendOnce(gone.importId, rowsOf(name), name);
    await vi.waitFor(() => other.journal.appendOnce(other.importId, rowsOf('given'), 'given-up'), {
      timeout: 20_000,
      interval: 100,
    });
    expect(await countsOf('given')).toEqual({ fwd: once, rev: once });
  });
  it('never gives the number of a claim to other rows, whatever fails in between', async () => {
    const [one, other] = [await open('one'), await open('other')];
    await other.claims.take('push:taken');
    const append = (rows: Parameters<typeof one.journal.appendOnce>[1], mark: string) =>
      one.journal.appendOnce(one.importId, rows, mark);
    await expect(append(rowsOf('taken'), 'taken')).rejects.toThrow('is writing the same rows');
    await expect(append({ bytes: new Uint8Array(), count: 1_000_000 }, 'too-many')).rejects.toThrow(RangeError);
    await append(rowsOf('after'), 'after');
    expect(await lastOf(one.importId)).toBe(2);
  });
  it.each(moments)('%s counts once, wherever it is sent again', async (when, write) => {
    const rows = await engine.query<{ name: string; sql: string }>({
      name: 'spec',
      sql: `SELECT name, create_table_query AS sql FROM system.tables WHERE database = currentDatabase() AND name = 'obs_rev'`,
    });
    views = Object.fromEntries(rows.map(({ name, sql }) => [name, sql]));
    const name = when.replaceAll(' ', '');
    const pushed = rowsOf(name);
    const gone = await open('gone');
    const other = await open('other');
    const batch = { import: gone.importId, sequence: 1 + (await lastOf(gone.importId)) };
    await gone.claims.take(`push:${name}`, () => JSON.stringify(batch));
    await write(pushed, batch);

    await expect(other.journal.appendOnce(other.importId, pushed, name)).rejects.toThrow('is writing the same rows');
    expect(readdirSync(join(place, 'other', 'journal'))).toEqual([]);
    const outcome = await vi.waitFor(() => other.journal.appendOnce(other.importId, pushed, name), {
      timeout: 20_000,
      interval: 100,
    });
    // a process that is so slow that it loses its claim after writing finds its own rows when they are sent again
    expect([{ written: 500, rejected: 0 }, 'known']).toContainEqual(outcome);
    expect(await countsOf(name)).toEqual({ fwd: once, rev: once });
    expect(await other.journal.appendOnce(other.importId, pushed, name)).toBe('known');
    const again = await open('gone');
    expect(await again.journal.settle()).toBe(0);
    expect(await again.journal.appendOnce(again.importId, pushed, name)).toBe('known');
    expect(await again.journal.appendOnce(again.importId, rowsOf(`${name}next`), `${name}next`)).toMatchObject({
      written: 500,
    });
    expect(await countsOf(name)).toEqual({ fwd: once, rev: once });
    expect(await countsOf(`${name}next`)).toEqual({ fwd: once, rev: once });
  });
});

async function lastOf(importId: number): Promise<number> {
  const [row] = await engine.query<{ last: number }>({
    name: 'spec',
    sql: `SELECT max(wmseq) AS last FROM fwd WHERE rrtype = 'WATERMARK' AND rname = reverse({name:String})`,
    params: { name: `import ${importId}` },
  });
  return row?.last ?? 0;
}
