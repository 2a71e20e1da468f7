import { expect, it } from 'vitest';
import { locateNodes } from './cluster-topology.ts';
import type { Engine, Query } from './engine.ts';

// What cannot be had from nodes of one installation: other versions, and hosts with names.

interface Server {
  readonly host: string;
  readonly version?: string;
}

const layout = ['ch1', 'ch2', 'ch3', 'ch4'].map((host, at) => ({
  ...{ shard: 1 + (at >> 1), replica: 1 + (at % 2), address: `${host}:9000`, isReplicated: 0 },
}));

/** Answers the questions of `locateNodes` as a node of a cluster of two shards and two replicas. */
function server({ host, version = '26.7.2.1' }: Server): { url: string; engine: Engine } {
  const query = async ({ sql }: Query<unknown>) => {
    if (sql.includes('system.databases')) return [{ engine: 'Atomic' }];
    if (sql.includes('system.clusters'))
      return layout.map((row) => ({ ...row, isSelf: row.address === `${host}:9000` ? 1 : 0 }));
    return sql.includes('version()') ? [{ version }] : [];
  };
  return { url: `http://${host}:8123`, engine: { database: 'sightline', query } as unknown as Engine };
}

const servers = layout.map(({ address }) => server({ host: address.replace(':9000', '') }));

it('takes servers that do not answer for the nodes of their host names', async () => {
  const located = await locateNodes([...servers].reverse(), servers.slice(1, 3), 'main');
  expect(located.map(({ shard, address }) => `${shard} ${address}`)).toEqual([
    '2 ch4:9000',
    '2 ch3:9000',
    '1 ch2:9000',
    '1 ch1:9000',
  ]);
});

it('takes the only one that does not answer for the node that is left', async () => {
  const others = servers.slice(0, 3);
  const located = await locateNodes([...others, server({ host: '192.0.2.4' })], others, 'main');
  expect(located[3]).toMatchObject({ shard: 2, address: 'ch4:9000' });
});

it('asks for nodes when the hosts of several silent ones say nothing', async () => {
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
  await expect(locateNodes(patched, patched, 'main')).resolves.toHaveLength(4);
});
