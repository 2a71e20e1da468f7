// @module-tag long
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '#server/engine/engine.ts';
import { openServer } from '#server/engine/http-engine.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { createWriterKey, currentWriter, takeWriterKey } from '#server/queries/service-records.ts';
import { readSchema } from '#server/schema/forms.ts';
import { startTestCluster, type TestCluster } from '#test/server/clickhouse-cluster.ts';
import { hasZooKeeper, startZooKeeper } from '#test/server/zookeeper.ts';
import { processRow } from './process-row.ts';
import { OtherWriter, takeWriterRow } from './writer-row.ts';

// Two listening nodes with ZooKeeper. Skipped where Debian's package `zookeeper` is not installed.

describe.skipIf(!hasZooKeeper)('the writer row in Keeper', { timeout: 300_000 }, () => {
  const place = mkdtempSync(join(tmpdir(), 'sightline-writer-'));
  let zookeeper: Awaited<ReturnType<typeof startZooKeeper>>;
  let cluster: TestCluster;
  let server: Engine;
  let other: Engine;
  beforeAll(async () => {
    zookeeper = await startZooKeeper();
    cluster = await startTestCluster(1, 2, undefined, zookeeper.address);
    const open = (url = '') => openServer({ url, limits: statementLimits(1e9) });
    [server, other] = await Promise.all([open(cluster.urls[0]), open(cluster.urls[1])]);
    const plain = readSchema('src/server/schema').statements({ kind: 'plain' }, 'sightline');
    for (const sql of plain.filter((each) => /\bservice_(writer|processes)\b/.test(each)))
      await server.command({ name: 'spec', sql });
  }, 300_000);
  afterAll(async () => {
    await server?.close();
    await other?.close();
    await cluster?.close();
    await zookeeper?.close();
    rmSync(place, { recursive: true, force: true });
  });

  /** A process that writes heartbeats and tries to become the writer. */
  async function start(name: string) {
    const row = processRow(server, name);
    await row.begin();
    const take = () =>
      takeWriterRow({
        engine: server,
        process: name,
        folder: join(place, name),
        everyMilliseconds: 50,
        onLost: (message) => expect.fail(message),
        report: (message) => expect.fail(message),
      });
    return { take, close: () => row.close() };
  }

  it('is not taken while a process that started before the server had Keeper is the writer', async () => {
    const [earlier, late] = await Promise.all([start('earlier'), start('late')]);
    await server.insert('service_writer', [{ term: 1, process: 'earlier', folder: 'earlier' }]);
    await expect(late.take()).rejects.toThrow(OtherWriter);
    await Promise.all([earlier.close(), late.close()]);
    await server.command({ name: 'spec', sql: 'TRUNCATE TABLE service_writer' });
  });

  it('is taken once by processes that start at the same moment, and the others are refused at once', async () => {
    const processes = await Promise.all(['one', 'two', 'three'].map((name) => start(name)));
    const outcomes = await Promise.allSettled(processes.map(({ take }) => take()));
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toEqual([expect.any(OtherWriter), expect.any(OtherWriter)]);
    for (const error of refused) expect(String(error)).toContain('SIGHTLINE_ROLE=api');
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') outcome.value();
    for (const each of processes) await each.close();
  });

  it('is taken over once by processes that find the last writer gone', async () => {
    const processes = await Promise.all(['four', 'five', 'six'].map((name) => start(name)));
    const outcomes = await Promise.allSettled(processes.map(({ take }) => take()));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [row] = await server.query<{ term: number }>({ name: 'spec', sql: 'SELECT term FROM service_writer_key' });
    expect(row?.term).toBe(2);
    const late = await start('seven');
    await expect(late.take()).rejects.toThrow(OtherWriter);
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') outcome.value();
    for (const each of [...processes, late]) await each.close();
  });

  it('is taken over once by processes that ask different nodes at the same moment', async () => {
    await other.command(createWriterKey('/sightline/server/sightline/writer'));
    for (let round = 0; round < 20; round += 1) {
      const [before] = await server.query(currentWriter('service_writer_key'));
      const outcomes = await Promise.all(
        [server, other, server, other].map(async (node, index) => {
          const process = `${round} ${index}`;
          // the loser's statement fails, or finds no row of that term
          await node.command(takeWriterKey({ process, folder: '' }, before)).catch(() => undefined);
          const [now] = await node.query<{ process: string }>({
            name: 'spec',
            sql: 'SELECT process FROM service_writer_key',
          });
          return now?.process === process;
        }),
      );
      expect(outcomes.filter(Boolean)).toHaveLength(1);
    }
  });

  it('is not kept in the ordinary table as well', async () => {
    expect(await server.query({ name: 'spec', sql: 'SELECT * FROM service_writer' })).toEqual([]);
  });
});
