// @module-tag long
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '#server/engine/engine.ts';
import { openServer } from '#server/engine/http-engine.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import { startTestCluster, type TestCluster } from '#test/server/clickhouse-cluster.ts';
import { hasZooKeeper, startZooKeeper } from '#test/server/zookeeper.ts';
import { readSchema } from './forms.ts';

// The replicated form of the schema on two nodes with ZooKeeper. The library neither runs ON CLUSTER nor has a port for replication: each
// node gets the statements without ON CLUSTER, and the replicated tables stay read-only. Skipped where Debian's package `zookeeper` is
// not installed.

const schema = readSchema('src/server/schema');

describe.skipIf(!hasZooKeeper)('two replicas with ZooKeeper', { timeout: 300_000 }, () => {
  let zookeeper: Awaited<ReturnType<typeof startZooKeeper>>;
  let cluster: TestCluster;
  let nodes: Engine[] = [];
  beforeAll(async () => {
    zookeeper = await startZooKeeper();
    cluster = await startTestCluster(1, 2, undefined, zookeeper.address);
    nodes = await Promise.all(cluster.urls.map((url) => openServer({ url, limits: statementLimits(1e9) })));
  }, 300_000);
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await cluster?.close();
    await zookeeper?.close();
  });

  it('take every statement of the schema', async () => {
    for (const statement of schema.statements({ kind: 'replicated', cluster: cluster.name }, 'sightline')) {
      const sql = statement
        .replace(` ON CLUSTER '${cluster.name}'`, '')
        .replaceAll('{database}', 'sightline')
        .replaceAll('{credentials}', '');
      for (const node of nodes) await node.command({ name: 'spec', sql });
    }
    const sql = `SELECT replaceRegexpOne(table, '_local$', '') AS name, total_replicas AS replicas FROM system.replicas
                 WHERE database = currentDatabase() ORDER BY name`;
    const kept = [...schema.placements].flatMap(([name, { kind }]) => (kind === 'landing' ? [] : [name]));
    for (const node of nodes) {
      const tables = await node.query<{ name: string; replicas: number }>({ name: 'spec', sql });
      expect(tables.map(({ name }) => name)).toEqual(kept.toSorted());
    }
  });
});
