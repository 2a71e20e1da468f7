import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readServerUrl } from '#server/engine/http-engine.ts';
import { startTestCluster, type TestCluster } from './clickhouse-cluster.ts';
import { claimCluster, givenCluster } from './given-cluster.ts';
import { startClickHouseServer } from './service-process.ts';

/** @returns the rows, as JSON with names */
async function ask(url: string, sql: string): Promise<unknown[]> {
  const { endpoint, username, password } = readServerUrl(url);
  const headers = { 'x-clickhouse-user': username, 'x-clickhouse-key': password };
  const answer = await fetch(`${endpoint}/?default_format=JSONEachRow`, { method: 'POST', body: sql, headers });
  const text = await answer.text();
  expect(answer.status, text).toBe(200);
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));
}

describe('servers that are given to the tests', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await startTestCluster(3, 1, 'a password');
  });
  afterAll(() => cluster?.close());

  const claim = (urls: readonly string[], name = cluster.name) => claimCluster({ urls, name });
  const databases = async () => {
    const sql = "SELECT name FROM system.databases WHERE name LIKE 'sightline%' ORDER BY name";
    return (await Promise.all(cluster.urls.map((url) => ask(url, sql)))).flat();
  };
  const urls = () => cluster.urls.map((url) => url.replace(/\/sightline$/, ''));

  it('are refused unless they are two shards, and keep nothing', async () => {
    await expect(claim(urls())).rejects.toThrow('a cluster of two shards');
    expect(await databases()).toEqual([]);
  });

  it('are not changed when they hold a database of that name', async () => {
    const [, second = ''] = cluster.urls;
    await ask(second, 'CREATE DATABASE sightline_test');
    await ask(second, 'CREATE TABLE sightline_test.kept (a Int8) ENGINE = MergeTree ORDER BY a');
    await expect(claim(urls())).rejects.toThrow(/has a database sightline_test that no test made/);
    expect(await databases()).toEqual([{ name: 'sightline_test' }]);
    expect(await ask(second, 'SHOW TABLES FROM sightline_test')).toEqual([{ name: 'kept' }]);
    await ask(second, 'DROP DATABASE sightline_test SYNC');
  });

  it.each([
    ['one is named and the others share its host', () => claim(urls().slice(0, 1)), 'name the URLs of all nodes'],
    ['one is named twice', () => claim([...urls().slice(0, 1), ...urls().slice(0, 1)]), 'name it once'],
    ['the cluster has another name', () => claim(urls(), 'other'), 'knows no cluster "other"'],
    [
      'the password is wrong',
      () => claim(urls().map((url) => url.replace('password', ''))),
      /^http:\S+: .*Authentication failed/,
    ],
  ])('are refused when %s', async (_, claiming, message) => {
    await expect(claiming()).rejects.toThrow(message);
    expect(await databases()).toEqual([]);
  });

  it('are stopped only by the given commands, which get their host and position', async () => {
    const [url = ''] = cluster.urls;
    const nodes = [{ shard: 1, replica: 1, address: 'ch1:9000', url }];
    const [unarmed] = givenCluster({ name: 'main', nodes }).nodes;
    await expect(unarmed?.kill()).rejects.toThrow('no command was given to stop ch1:9000');
    const commands = { stop: 'echo "{host} is {number}" >&2; exit 3', start: 'true' };
    const [armed] = givenCluster({ name: 'main', nodes, commands }).nodes;
    await expect(armed?.kill()).rejects.toThrow('ch1 is 1');
    await armed?.start();
  });
});

describe('compose.yaml', () => {
  const composition = parse(readFileSync(join(import.meta.dirname, '../../../compose.yaml'), 'utf8'), {
    merge: true,
  }) as {
    services: Record<
      string,
      { image: string; hostname: string; ports: string[]; environment: { CLICKHOUSE_USER: string } }
    >;
    configs: { cluster: { content: string } };
  };
  const services = Object.entries(composition.services).filter(([name]) => name !== 'keeper');

  it('publishes its nodes on loopback only', () => {
    expect(services.map(([, { ports }]) => ports)).toEqual(
      [8123, 8124, 8125, 8126].map((port) => [`127.0.0.1:${port}:8123`]),
    );
  });

  it('has the version of the embedded engine, and a configuration that ClickHouse reads as two shards with two replicas', async () => {
    const user = services[0]?.[1].environment.CLICKHOUSE_USER ?? '';
    const server = await startClickHouseServer({
      config: composition.configs.cluster.content,
      env: { CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: 'secret', SHARD: '1', REPLICA: 'ch1' },
    });
    try {
      const [row] = await ask(
        server.url,
        "SELECT arrayStringConcat(arraySlice(splitByChar('.', version()), 1, 2), '.') AS minor",
      );
      const { minor } = row as { minor: string };
      expect(new Set(services.map(([, { image }]) => image))).toEqual(
        new Set([`clickhouse/clickhouse-server:${minor}`]),
      );
      const nodes = await ask(
        server.url,
        `SELECT shard_num, replica_num, host_name, port, user, internal_replication FROM system.clusters
         WHERE cluster = 'main' ORDER BY shard_num, replica_num`,
      );
      expect(nodes).toEqual(
        services.map(([name, { hostname }], at) => {
          expect(hostname).toBe(name);
          const place = { shard_num: 1 + (at >> 1), replica_num: 1 + (at % 2), host_name: name };
          return { ...place, port: 9000, user, internal_replication: 1 };
        }),
      );
    } finally {
      await server.close();
    }
  });
});
