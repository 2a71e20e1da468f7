import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  clusterSettings,
  localName,
  remote,
  routeCommand,
  withQualifiedDictionaries,
  type Spread,
} from './cluster-statements.ts';
import { locateNodes, type Located } from './cluster-topology.ts';
import { EngineError, toEngineError, type ClusterNode, type Engine, type Query, type QueryOptions } from './engine.ts';
import { openServer, readServerUrl, type ServerEngine } from './http-engine.ts';
import { schemaFor, type Placement } from './schema-forms.ts';
import type { Limits } from './statement-limits.ts';

export interface ClusterOptions {
  /** One for every replica of every shard, as `HttpOptions.url`; the same user, password and database in all. */
  readonly urls: readonly string[];
  /** The name of the cluster in `remote_servers` of the nodes. */
  readonly cluster: string;
  /** The folder of the numbered *.sql files, which say how each table is spread. */
  readonly schemaFolder: string;
  readonly limits: Limits;
}

type Node = ClusterNode & { readonly engine: ServerEngine };

/**
 * A cluster of ClickHouse servers whose replicas do not copy from each other: every write goes to each of them. Reads go to the first
 * server that answers, and it asks one replica of each shard; so one replica of each shard is enough. Writes need all of them.
 * @throws EngineError `unreachable` when a server does not answer, `failed` when the cluster is not as it must be
 */
export async function openCluster({ urls, cluster, schemaFolder, limits }: ClusterOptions): Promise<Engine> {
  const [first = ''] = urls;
  const { username, password, database } = readServerUrl(first);
  const opened: { url: string; engine: ServerEngine }[] = [];
  const close = async (): Promise<void> => void (await Promise.all(opened.map(({ engine }) => engine.close())));
  try {
    for (const url of urls)
      opened.push({ url: new URL(url).origin, engine: await openServer({ url, limits, settings: clusterSettings }) });
    const located = await locateNodes(opened, cluster);
    const placements = placementsIn(schemaFolder, database);
    const addresses = located.map(({ address }) => address);
    const shards = Math.max(...located.map(({ shard }) => shard));
    const nodes = opened.map(({ engine }, at) =>
      nodeOf(engine, located[at] ?? { shard: 0, address: '' }, placements, shards),
    );
    return overNodes(nodes, cluster, { database, placements, addresses, username, password }, close);
  } catch (error) {
    await close();
    throw error;
  }
}

function placementsIn(folder: string, database: string): ReadonlyMap<string, Placement> {
  const schema = schemaFor({ kind: 'single' }, database);
  for (const step of readdirSync(folder).sort())
    if (step.endsWith('.sql')) schema.forms(step, readFileSync(join(folder, step), 'utf8'));
  return schema.placements;
}

function nodeOf(
  engine: ServerEngine,
  { shard, address }: Located,
  placements: ReadonlyMap<string, Placement>,
  shards: number,
): Node {
  const landing = placements.get('obs');
  const key = landing?.kind === 'landing' ? landing.key : undefined;
  let columns: Promise<string> | undefined;
  return {
    ...{ shard, address, engine },
    localTable: (table) => localName(table, placements),
    insertShare: async (table, rows) => {
      columns ??= columnsOf(engine, 'obs');
      const condition = `rrtype = 'WATERMARK' OR cityHash64(${key}) % ${shards} = ${shard - 1}`;
      await engine.insertWhere(table, rows, await columns, condition);
    },
  };
}

async function columnsOf(engine: Engine, table: string): Promise<string> {
  const columns = await engine.query<{ name: string; type: string }>({
    name: 'cluster',
    sql: 'SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = {table:String} ORDER BY position',
    params: { table },
  });
  return columns.map(({ name, type }) => `${name} ${type}`).join(', ');
}

function overNodes(nodes: readonly Node[], name: string, spread: Spread, close: () => Promise<void>): Engine {
  const [first, ...others] = nodes;
  if (!first) throw new EngineError('failed', 'the cluster has no nodes');

  async function query<Row>(asked: Query<Row>, options?: QueryOptions): Promise<Row[]> {
    const statement = withQualifiedDictionaries(asked, spread.database);
    let failure: EngineError | undefined;
    for (const { engine } of nodes) {
      try {
        return await engine.query(statement, options);
      } catch (error) {
        failure = toEngineError(error);
        if (!isOutage(failure)) throw failure;
      }
    }
    throw outageOf(nodes, failure);
  }

  /** The first node is the last to be written: what it holds is on all others. */
  async function onEvery(act: (node: Node) => Promise<void>): Promise<void> {
    const outcomes = await Promise.allSettled(others.map(act));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
    await act(first as Node);
  }

  return {
    kind: 'server',
    database: spread.database,
    cluster: {
      name,
      nodes,
      copyTable: async (table, from, to) => {
        const sql = `INSERT INTO ${table} SELECT * FROM ${remote([from.address], table, spread)}`;
        await to.engine.command({ name: 'cluster', sql }, { limits: 'upkeep' });
      },
    },
    query,
    command: async (asked, options) => {
      const { sql, on } = routeCommand(asked.sql, spread);
      const statement = withQualifiedDictionaries({ ...asked, sql }, spread.database);
      if (on === 'first') return first.engine.command(statement, options);
      await onEvery(({ engine }) => engine.command(statement, options));
    },
    insert: async (table, rows) => {
      const placement = spread.placements.get(table)?.kind ?? 'everywhere';
      if (placement === 'sharded') return first.engine.insert(table, rows);
      if (placement === 'everywhere') return onEvery(({ engine }) => engine.insert(table, rows));
      if (typeof rows === 'string' || !('file' in rows))
        throw new TypeError(`rows of ${table} come to a cluster in files`);
      await onEvery((node) => node.insertShare(table, rows));
    },
    save: (asked, file) => first.engine.save(withQualifiedDictionaries(asked, spread.database), file),
    status: async () => {
      const outages = await Promise.all(nodes.map(({ engine }) => engine.status()));
      const down = nodes.filter((_, at) => outages[at]?.outage !== undefined);
      if (down.length === 0) return {};
      const silent = down.map(({ address }) => address).join(', ');
      const writeFault = `These nodes of the cluster do not answer: ${silent}. Nothing can be added to the collection until they do.`;
      const shard = shardWithoutNode(nodes);
      return { writeFault, ...(shard !== undefined && { outage: `no replica of shard ${shard} answers` }) };
    },
    writes: () => nodes.reduce((sum, { engine }) => sum + engine.writes(), 0),
    inTurn: (work) => first.engine.inTurn(work),
    close,
  };
}

/** A node that ends while it answers another node is named by several codes. */
function isOutage({ fault, cause }: EngineError): boolean {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
  return fault === 'unreachable' || code === '32'; // ATTEMPT_TO_READ_AFTER_EOF
}

function shardWithoutNode(nodes: readonly Node[]): number | undefined {
  const answering = new Set(nodes.filter(({ engine }) => engine.outage === undefined).map(({ shard }) => shard));
  return nodes.find(({ shard }) => !answering.has(shard))?.shard;
}

function outageOf(nodes: readonly Node[], failure: EngineError | undefined): EngineError {
  const shard = shardWithoutNode(nodes);
  if (shard === undefined) return failure ?? new EngineError('unreachable', 'no node of the cluster answers');
  const silent = nodes.filter((node) => node.shard === shard).map(({ address }) => address);
  return new EngineError('unreachable', `no replica of shard ${shard} answers: ${silent.join(', ')}`, {
    cause: failure,
    shard,
  });
}
