import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { startTestCluster } from '#test/server/clickhouse-cluster.ts';
import { useOpened } from '#test/server/use-opened.ts';
import { openCluster } from './cluster-engine.ts';
import { locateNodes } from './cluster-topology.ts';
import type { Engine, Query } from './engine.ts';
import { readSchema } from '#server/schema/forms.ts';
import { statementLimits } from './statement-limits.ts';

// Cases that nodes of one installation cannot produce: different versions, and host names.

interface Server {
  readonly host: string;
  readonly version?: string;
}

const layout = ['ch1', 'ch2', 'ch3', 'ch4'].map((host, at) => ({
  shard: 1 + (at >> 1),
  replica: 1 + (at % 2),
  address: `${host}:9000`,
  isReplicated: 1,
  weight: 1,
}));

/** Answers the questions of `locateNodes` as a node of a cluster of two shards and two replicas. */
function server({ host, version = '26.7.2.1' }: Server): { url: string; engine: Engine } {
  const query = async ({ sql }: Query<unknown>) => {
    if (sql.includes('system.databases')) return [{ engine: 'Atomic' }];
    if (sql.includes('system.clusters'))
      return layout.map((row) => ({ ...row, isSelf: row.address === `${host}:9000` ? 1 : 0 }));
    if (sql.includes("'zookeeper'")) return [{}];
    return sql.includes('version()') ? [{ version }] : [];
  };
  return { url: `http://${host}:8123`, engine: { database: 'sightline', query } as unknown as Engine };
}

const servers = layout.map(({ address }) => server({ host: address.replace(':9000', '') }));

it('identifies servers that do not answer by their host names', async () => {
  const located = await locateNodes([...servers].reverse(), servers.slice(1, 3), 'main');
  expect(located.nodes.map(({ shard, address }) => `${shard} ${address}`)).toEqual([
    '2 ch4:9000',
    '2 ch3:9000',
    '1 ch2:9000',
    '1 ch1:9000',
  ]);
});

it('identifies the only server that does not answer as the remaining node', async () => {
  const others = servers.slice(0, 3);
  const located = await locateNodes([...others, server({ host: '192.0.2.4' })], others, 'main');
  expect(located.nodes[3]).toMatchObject({ shard: 2, address: 'ch4:9000' });
});

it('refuses several silent servers whose hosts identify no node', async () => {
  const all = [...servers.slice(0, 2), server({ host: '192.0.2.3' }), server({ host: '192.0.2.4' })];
  await expect(locateNodes(all, all.slice(0, 2), 'main')).rejects.toThrow(
    'do not say which node each of them is: http://192.0.2.3:8123, http://192.0.2.4:8123; start all but one',
  );
});

it('refuses nodes of different versions', async () => {
  const all = [...servers.slice(0, 3), server({ host: 'ch4', version: '26.8.1.9' })];
  await expect(locateNodes(all, all, 'main')).rejects.toThrow(
    'http://ch1:8123 has ClickHouse 26.7.2.1 and http://ch4:8123 has 26.8.1.9: install the same major and minor version',
  );
  const patched = [...servers.slice(0, 3), server({ host: 'ch4', version: '26.7.9.9' })];
  await expect(locateNodes(patched, patched, 'main')).resolves.toMatchObject({
    form: 'replicated',
    nodes: { length: 4 },
  });
});

describe('a configuration that does not fit the cluster', () => {
  const cluster = useOpened(() => startTestCluster(2, 1));

  const opened = (urls: readonly string[], name = cluster.name) =>
    openCluster({
      urls,
      cluster: name,
      schema: readSchema('src/server/schema'),
      limits: statementLimits(1e9),
      report: () => undefined,
    });
  const urls = () => cluster.nodes.map(({ url }) => `${url}/sightline`);

  it.each([
    ['leaves out a node', () => opened(urls().slice(1)), /add the URL of 127\.0\.0\.1:\d+$/],
    [
      'names a node twice',
      () => opened([...urls(), ...urls().slice(0, 1)]),
      /are the same node 127\.0\.0\.1:\d+: name it once/,
    ],
    ['names another cluster', () => opened(urls(), 'other'), /knows no cluster "other": .* to one of .*\bmain\b/],
  ])('stops the start when it %s', async (_, open, message) => {
    await expect(open()).rejects.toThrow(message);
  });

  it('stops the start when shards have replicas and nothing keeps them equal', async () => {
    const copied = await startTestCluster(1, 2);
    try {
      await expect(opened(copied.nodes.map(({ url }) => `${url}/sightline`))).rejects.toThrow(
        'have several replicas, and its servers have no Keeper',
      );
    } finally {
      await copied.close();
    }
  });

  it('stops the start when a table of a node is read-only', async () => {
    const [, second] = cluster.nodes;
    await (await opened(urls())).close(); // creates the database
    const run = async (sql: string) => {
      const answer = await fetch(`${second?.url}/?database=sightline`, { method: 'POST', body: sql });
      expect(answer.status, await answer.text()).toBe(200);
    };
    await run(
      `ATTACH TABLE stray UUID '${randomUUID()}' (a String) ENGINE = ReplicatedMergeTree('/stray', 'one') ORDER BY a`,
    );
    await expect(opened(urls())).rejects.toThrow(
      `the table sightline.stray at ${second?.url} is read-only: its server does not reach Keeper`,
    );
  });
});
