import { EngineError, type Engine } from './engine.ts';

export interface Located {
  /** Counted from 1. */
  readonly shard: number;
  readonly replica: number;
  /** host:port of the native protocol. */
  readonly address: string;
}

/** A node of a cluster as its configuration names it. */
interface Replica extends Located {
  /** Whether the node that was asked is this one. */
  readonly isSelf: boolean;
  readonly isReplicated: boolean;
}

/** A cluster as its configuration describes it. */
interface Topology {
  readonly form: 'shards' | 'replicated';
  /** In the order of the servers that were given. */
  readonly nodes: readonly Located[];
}

/** @param url of the node, for messages; without credentials */
interface Asked {
  readonly url: string;
  readonly engine: Engine;
}

/**
 * Finds which replica of which shard each server is, in the order given. Refuses a configuration that would give wrong answers.
 * @param answering the servers that answer; the others are identified by their hosts, or by elimination
 * @throws EngineError whose message says what to change
 */
export async function locateNodes(
  all: readonly Asked[],
  answering: readonly Asked[],
  cluster: string,
): Promise<Topology> {
  const layouts = await Promise.all(answering.map((node) => layoutOf(node, cluster)));
  const [layout = []] = layouts;
  assertSame(answering, layouts, cluster);
  await assertSameVersion(answering);
  await Promise.all(answering.map(assertWritable));
  const form = await formOf(layout, answering[0], cluster);
  const located = layouts.map((each, at) => selfIn(each, answering[at]?.url ?? '', cluster));
  for (const [at, { address }] of located.entries()) {
    const first = located.findIndex((each) => each.address === address);
    if (first !== at)
      throw refused(`${answering[first]?.url} and ${answering[at]?.url} are the same node ${address}: name it once`);
  }
  const left = layout.filter(({ address }) => !located.some((each) => each.address === address));
  const silent = all.filter((node) => !answering.includes(node));
  if (left.length > silent.length)
    throw refused(
      `SIGHTLINE_CLICKHOUSE_URL must name all ${layout.length} nodes of the cluster ${cluster}: add the URL of ${left.map(({ address }) => address).join(', ')}`,
    );
  if (left.length < silent.length)
    throw refused(
      `SIGHTLINE_CLICKHOUSE_URL names more than the ${layout.length} nodes of the cluster ${cluster}: remove ${silent.map(({ url }) => url).join(' or ')}`,
    );
  return { form, nodes: all.map((node) => located[answering.indexOf(node)] ?? silentIn(left, node, silent)) };
}

/** Keeper keeps replicas equal; without it, each shard has one replica. */
async function formOf(layout: readonly Replica[], node: Asked | undefined, cluster: string): Promise<Topology['form']> {
  const keeper = await node?.engine.query({
    name: 'cluster',
    sql: "SELECT 1 FROM system.tables WHERE database = 'system' AND name = 'zookeeper'",
  });
  if (keeper?.length === 0) {
    if (layout.every(({ replica }) => replica === 1)) return 'shards';
    throw refused(
      `shards of the cluster ${cluster} have several replicas, and its servers have no Keeper to keep them equal: configure Keeper, or name one replica of each shard`,
    );
  }
  if (layout.every(({ isReplicated }) => isReplicated)) return 'replicated';
  throw refused(`the cluster ${cluster} needs internal_replication: set it to true for each shard in remote_servers`);
}

function silentIn(left: readonly Located[], { url }: Asked, silent: readonly Asked[]): Located {
  const hostOf = ({ address }: Located) => address.replace(/:\d+$/, '');
  const [own, another] = silent.length === 1 ? left : left.filter((each) => hostOf(each) === new URL(url).hostname);
  if (own && !another) return own;
  const names = silent.map((each) => each.url).join(', ');
  throw refused(
    `these servers do not answer, and their URLs do not say which node each of them is: ${names}; start all but one`,
  );
}

function refused(message: string): EngineError {
  return new EngineError('failed', message);
}

async function layoutOf({ url, engine }: Asked, cluster: string): Promise<readonly Replica[]> {
  const ask = <Row>(sql: string, params = {}) =>
    engine.query<Row>({ name: 'cluster', sql, params }, { limits: 'upkeep' });
  const [database] = await ask<{ engine: string }>(
    'SELECT engine FROM system.databases WHERE name = currentDatabase()',
  );
  if (database?.engine !== 'Atomic')
    throw refused(
      `the database ${engine.database} at ${url} has the engine ${database?.engine}: SIGHTLINE_CLICKHOUSE_CLUSTER needs a database with the engine Atomic`,
    );
  const rows = await ask<
    Omit<Replica, 'isSelf' | 'isReplicated'> & { isSelf: number; isReplicated: number; weight: number }
  >(
    `SELECT shard_num AS shard, replica_num AS replica, concat(host_name, ':', toString(port)) AS address,
            is_local AS isSelf, internal_replication AS isReplicated, shard_weight AS weight
     FROM system.clusters WHERE cluster = {cluster:String} ORDER BY shard, replica`,
    { cluster },
  );
  if (rows.some(({ weight }) => weight !== 1))
    throw refused(`the shards of the cluster ${cluster} have different weights: remove <weight> from remote_servers`);
  if (rows.length > 0)
    return rows.map((row) => ({ ...row, isSelf: row.isSelf === 1, isReplicated: row.isReplicated === 1 }));
  const known = await ask<{ cluster: string }>('SELECT DISTINCT cluster FROM system.clusters ORDER BY cluster');
  const names = known.map((each) => each.cluster).join(', ');
  throw refused(
    `the ClickHouse server at ${url} knows no cluster "${cluster}": ${names === '' ? 'add it to its remote_servers' : `add it to its remote_servers, or set SIGHTLINE_CLICKHOUSE_CLUSTER to one of ${names}`}`,
  );
}

function assertSame(nodes: readonly Asked[], layouts: readonly (readonly Replica[])[], cluster: string): void {
  const text = (layout: readonly Replica[] = []): string =>
    layout.map(({ shard, replica, address }) => `${shard}/${replica} ${address}`).join(', ');
  const other = layouts.findIndex((layout) => text(layout) !== text(layouts[0]));
  if (other > 0)
    throw refused(
      `${nodes[0]?.url} and ${nodes[other]?.url} disagree about the cluster ${cluster}: give both the same remote_servers`,
    );
}

/** Nodes of different minor versions may not understand each other, and may answer differently. */
async function assertSameVersion(nodes: readonly Asked[]): Promise<void> {
  const versions = await Promise.all(
    nodes.map(async ({ engine }) => {
      const [row] = await engine.query<{ version: string }>({ name: 'cluster', sql: 'SELECT version() AS version' });
      return row?.version ?? '';
    }),
  );
  const minorOf = (version = '') => version.split('.').slice(0, 2).join('.');
  const other = versions.findIndex((version) => minorOf(version) !== minorOf(versions[0]));
  if (other > 0)
    throw refused(
      `${nodes[0]?.url} has ClickHouse ${versions[0]} and ${nodes[other]?.url} has ${versions[other]}: install the same major and minor version on all nodes`,
    );
}

/** An insert into a replicated table without Keeper can be lost without an error. */
async function assertWritable({ url, engine }: Asked): Promise<void> {
  const [readOnly] = await engine.query<{ name: string }>({
    name: 'cluster',
    sql: 'SELECT table AS name FROM system.replicas WHERE database = currentDatabase() AND is_readonly ORDER BY name LIMIT 1',
  });
  if (readOnly)
    throw refused(
      `the table ${engine.database}.${readOnly.name} at ${url} is read-only: its server does not reach Keeper. Restore the connection, or remove the table`,
    );
}

function selfIn(layout: readonly Replica[], url: string, cluster: string): Located {
  const [self, another] = layout.filter(({ isSelf }) => isSelf);
  if (!self)
    throw refused(
      `the ClickHouse server at ${url} is not a node of the cluster ${cluster}: its remote_servers names ${layout.map(({ address }) => address).join(', ')}`,
    );
  if (another)
    throw refused(
      `the ClickHouse server at ${url} is in the cluster ${cluster} twice, as ${self.address} and ${another.address}`,
    );
  return self;
}
