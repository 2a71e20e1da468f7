import { EngineError, type Cluster, type ClusterNode } from './engine.ts';

/**
 * Fills nodes that lost their disk or are new: what their shard holds from a replica of it, and what every node holds from any.
 * Killed in between, it is begun again.
 * @throws EngineError when no replica of a shard has its rows
 */
export async function refill(cluster: Cluster, empty: readonly ClusterNode[]): Promise<void> {
  for (const node of empty) {
    const replica = cluster.nodes.find((each) => each.shard === node.shard && !empty.includes(each));
    if (!replica)
      throw new EngineError(
        'damaged',
        `all replicas of shard ${node.shard} are empty and other shards are not: restore ${node.address} from a backup, or empty all nodes`,
      );
    for (const table of await tablesOf(node)) {
      await node.engine.command({ name: 'cluster', sql: `TRUNCATE TABLE ${table}` }, { limits: 'upkeep' });
      await cluster.copyTable(table, replica, node);
    }
  }
}

/** What views derive comes with the rows they read, too: those tables keep one row per key. */
async function tablesOf({ engine }: ClusterNode): Promise<string[]> {
  const rows = await engine.query<{ name: string }>({
    name: 'cluster',
    sql: `SELECT name FROM system.tables
          WHERE database = currentDatabase() AND endsWith(engine, 'MergeTree') AND name != 'schema_steps' ORDER BY name`,
  });
  return rows.map(({ name }) => name);
}
