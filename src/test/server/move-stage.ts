import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChdb } from '#server/engine/chdb-engine.ts';
import { openServer } from '#server/engine/http-engine.ts';
import type { Engine } from '#server/engine/engine.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { startTestCluster } from './clickhouse-cluster.ts';
import { copyTestStore, root } from './made-once.ts';
import { childProgram } from './service-process.ts';

/** How a run of the tool ended; `code` is null for one that was killed. */
export interface MoveRun {
  readonly code: number | null;
  readonly said: string;
}

/** `npm run move` with a server, a cluster of two shards, and a data folder with a part of the sample collection. */
export async function openMoveStage(day: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-move-'));
  const source = join(folder, 'source');
  mkdirSync(source);
  await copyTestStore(join(source, 'store'), day, 300);
  const [server, cluster] = await Promise.all([startTestCluster(1, 1), startTestCluster(2, 1)]);
  const [node] = server.nodes;
  if (!node) throw new Error('there is no server');
  const urlOf = (database: string) => `${node.url}/${database}`;
  const shards = cluster.urls.join(',');
  return {
    folder,
    source,
    urlOf,
    shards,
    cluster: cluster.name,
    /** @param killAt text in the output at which the process is killed unless it ended before */
    async move(words: readonly string[], killAt?: string): Promise<MoveRun> {
      const program = await childProgram('move');
      return new Promise((resolve) => {
        const child = spawn(process.execPath, [program, '--native', node.address, ...words], {
          cwd: root,
          env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), SIGHTLINE_DATA: source },
        });
        let said = '';
        const hear = (chunk: Buffer) => {
          said += chunk.toString();
          if (killAt !== undefined && said.includes(killAt)) child.kill('SIGKILL');
        };
        child.stdout.on('data', hear);
        child.stderr.on('data', hear);
        child.once('close', (code) => resolve({ code, said }));
      });
    },
    onServer: <T>(database: string, use: (engine: Engine) => Promise<T>) =>
      using(openServer({ url: urlOf(database), limits }), use),
    inFolder: <T>(path: string, use: (engine: Engine) => Promise<T>) =>
      using(openChdb({ path: join(path, 'store'), database: 'sightline', sessions: 2, limits }), use),
    async close() {
      await Promise.all([server.close(), cluster.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const limits = statementLimits(1e9);

async function using<T>(opening: Promise<Engine>, use: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await opening;
  try {
    return await use(engine);
  } finally {
    await engine.close();
  }
}

/** The number of rows and a checksum of every table that holds rows, once merged. */
export async function contentsOf(engine: Engine): Promise<Readonly<Record<string, string>>> {
  const ask = <Row>(sql: string) => engine.query<Row>({ name: 'spec', sql }, { limits: 'upkeep' });
  const tables = await ask<{ name: string; engine: string }>(
    `SELECT name, engine FROM system.tables
     WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND total_rows > 0
       AND name != 'schema_form' AND NOT startsWith(name, 'service_')`,
  );
  const found: Record<string, string> = {};
  for (const { name, engine: kind } of tables) {
    const final = kind === 'MergeTree' ? '' : ' FINAL';
    const [row] = await ask<{ x: string }>(
      `SELECT concat(toString(count()), ' ', toString(groupBitXor(sipHash64(*)))) AS x FROM ${name}${final}`,
    );
    found[name] = row?.x ?? '';
  }
  return found;
}
