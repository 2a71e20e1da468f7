import type { Engine } from '#server/engine/engine.ts';
import { readServerUrl } from '#server/engine/http-engine.ts';
import { quoted } from '#server/engine/sql-text.ts';
import type { SchemaMap } from '#server/engine/cluster-statements.ts';

/** A store that a collection is moved from or to. */
export interface Side {
  readonly engine: Engine;
  /**
   * The SQL expression by which another engine reaches the table; absent for the embedded engine, which no other can reach.
   * @param shard the table of one shard, by its name there
   */
  readonly remote?: (table: string, shard?: number) => string;
}

/**
 * A server or a cluster, which other engines reach by the native protocol.
 * @param native host:port of its native protocol; by default the host of the URL and the port that the server reports
 * @throws EngineError
 */
export async function serverSide(
  engine: Engine,
  { url, native, schema }: { readonly url: string; readonly native?: string | undefined; readonly schema: SchemaMap },
): Promise<Side> {
  const { username, password, database, endpoint } = readServerUrl(url);
  const { cluster } = engine;
  const nodes = cluster?.nodes() ?? [];
  const [first] = nodes;
  const own = native ?? first?.address ?? `${new URL(endpoint).hostname}:${await nativePort(engine)}`;
  const all = nodes.map(({ address }) => address).join('|');
  return {
    engine,
    remote: (table, shard) => {
      const isOnEach = cluster?.form === 'shards' && schema.placements.get(table)?.kind === 'everywhere';
      const address = shard === undefined ? own : nodes.find((node) => node.shard === shard)?.address;
      return `remote(${[isOnEach ? all : (address ?? own), database, table, username, password].map(quoted).join(', ')})`;
    },
  };
}

async function nativePort(engine: Engine): Promise<number> {
  const [found] = await engine.query<{ port: number }>({
    name: 'move',
    sql: "SELECT getServerPort('tcp_port') AS port",
  });
  return found?.port ?? 9000;
}
