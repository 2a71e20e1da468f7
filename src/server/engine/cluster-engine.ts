import { openShard } from './cluster-shard.ts';
import {
  clusterSettings,
  localName,
  routeCommand,
  tablesIn,
  withQualifiedDictionaries,
  type SchemaMap,
} from './cluster-statements.ts';
import { locateNodes, type Located } from './cluster-topology.ts';
import { EngineError, toEngineError, type ClusterNode, type Engine, type Query, type QueryOptions } from './engine.ts';
import { connectServer, readServerUrl, type ServerEngine } from './http-engine.ts';
import type { Limits } from './statement-limits.ts';

export interface ClusterOptions {
  /** One for each node, as `HttpOptions.url`; the same user, password and database in all. */
  readonly urls: readonly string[];
  /** The name of the cluster in `remote_servers` of the nodes. */
  readonly cluster: string;
  readonly schema: SchemaMap;
  readonly limits: Limits;
  /** Called with messages for the operator. */
  readonly report: (message: string) => void;
}

interface Node extends ClusterNode, Located {
  readonly engine: ServerEngine;
}

/**
 * A cluster of ClickHouse servers. The first node that answers takes the statements and asks the other shards through Distributed tables;
 * ClickHouse replicates tables and picks the replicas that are read.
 * @throws EngineError `unreachable` when a shard does not answer, `failed` when the cluster is misconfigured
 */
export async function openCluster({ urls, cluster, schema, limits, report }: ClusterOptions): Promise<Engine> {
  const access = readServerUrl(urls[0] ?? '');
  const opened: { url: string; engine: ServerEngine }[] = [];
  const close = async (): Promise<void> => void (await Promise.all(opened.map(({ engine }) => engine.close())));
  try {
    for (const url of urls)
      opened.push({ url: new URL(url).origin, engine: connectServer({ url, limits, settings: clusterSettings }) });
    const answering = await answeringOf(opened);
    const { form, nodes } = await locateNodes(opened, answering, cluster);
    const located = opened.map(({ engine }, at) => ({ engine, ...(nodes[at] as Located) }));
    for (const { shard } of located)
      if (!located.some((node) => node.shard === shard && answering.some(({ engine }) => engine === node.engine)))
        throw lostShard(shard, located);
    for (const { address, shard, engine } of located)
      if (!answering.some((each) => each.engine === engine))
        report(`${address}, a replica of shard ${shard}, does not answer: the service starts without it.`);
    const all = located.toSorted((one, other) => one.shard - other.shard || one.replica - other.replica);
    return new ClusterEngine(all, { name: cluster, form, schema, ...access }).port(close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** @throws EngineError when no server answers, or one answers with an error */
async function answeringOf<Opened extends { readonly engine: ServerEngine }>(
  opened: readonly Opened[],
): Promise<Opened[]> {
  const failures = await Promise.all(opened.map(({ engine }) => engine.createDatabase().catch(toEngineError)));
  const answers = await Promise.all(opened.map(({ engine }) => engine.status()));
  const isSilent = (at: number) => failures[at] !== undefined && answers[at]?.outage !== undefined;
  const answering = opened.filter((_, at) => !isSilent(at));
  const failure = failures.find((each, at) => each !== undefined && (answering.length === 0 || !isSilent(at)));
  if (failure) throw failure;
  return answering;
}

interface Facts {
  readonly name: string;
  readonly form: 'shards' | 'replicated';
  readonly schema: SchemaMap;
  readonly database: string;
  readonly username: string;
  readonly password: string;
}

class ClusterEngine {
  readonly #nodes: readonly Node[];
  readonly #facts: Facts;
  readonly #shards;
  readonly #first: ServerEngine;

  /** @param nodes in the order of the configuration, which is the order in which ClickHouse reads replicas */
  constructor(nodes: readonly Node[], facts: Facts) {
    const [first] = nodes;
    if (!first) throw new EngineError('failed', 'the cluster has no nodes');
    this.#nodes = nodes;
    this.#facts = facts;
    this.#first = first.engine;
    const count = new Set(nodes.map(({ shard }) => shard)).size;
    this.#shards = Array.from({ length: count }, (_, at) => {
      const replicas = nodes.filter(({ shard }) => shard === at + 1);
      return openShard(replicas, {
        shard: at + 1,
        shards: count,
        schema: facts.schema,
        isReplicated: facts.form === 'replicated',
        database: facts.database,
        lost: (cause) => lostShard(at + 1, nodes, cause),
      });
    });
  }

  /** The engine port. @param close closes the connections */
  port(close: () => Promise<void>): Engine {
    const { database, name, form } = this.#facts;
    return {
      kind: 'server',
      database,
      cluster: { name, form, shards: this.#shards, nodes: () => this.#answering() },
      query: async (asked, options) => {
        await this.#settle(asked, options);
        return this.#ask((engine) => engine.query(withQualifiedDictionaries(asked, database), options));
      },
      save: (asked, file) => this.#ask((engine) => engine.save(withQualifiedDictionaries(asked, database), file)),
      command: (asked, options) => this.#command(asked, options),
      insert: (table, rows) => this.#insert(table, rows),
      status: async () => {
        const answers = await Promise.all(this.#nodes.map(({ engine }) => engine.status()));
        const faults = this.#nodes.flatMap(({ address }, at) => {
          const fault = answers[at]?.writeFault;
          return fault === undefined ? [] : [`${address}: ${fault}`];
        });
        const shard = this.#silentShard();
        return {
          ...(faults.length > 0 && { writeFault: faults.join(' ') }),
          ...(shard !== undefined && { outage: lostShard(shard, this.#nodes).message }),
        };
      },
      writes: () => this.#nodes.reduce((sum, { engine }) => sum + engine.writes(), 0),
      inTurn: (work) => this.#first.inTurn(work),
      close,
    };
  }

  #answering(): readonly Node[] {
    return this.#nodes.filter(({ engine }) => engine.outage === undefined);
  }

  #silentShard(): number | undefined {
    const answering = this.#answering();
    return this.#shards.find(({ shard }) => !answering.some((node) => node.shard === shard))?.shard;
  }

  /** Asks one node after the other until one answers: for reads, and for writes that may be repeated. */
  async #ask<T>(act: (engine: ServerEngine) => Promise<T>): Promise<T> {
    let failure: EngineError | undefined;
    for (const { engine } of this.#answering()) {
      try {
        return await act(engine);
      } catch (error) {
        failure = toEngineError(error);
        if (failure.fault !== 'unreachable') throw failure;
      }
    }
    throw await this.#explain(failure);
  }

  /** Runs once, on the first node that answers: a failed write may have arrived. */
  async #onOne(act: (engine: ServerEngine) => Promise<void>): Promise<void> {
    const engine = this.#answering()[0]?.engine ?? this.#first;
    try {
      await act(engine);
    } catch (error) {
      throw await this.#explain(toEngineError(error));
    }
  }

  /** Runs on every node; where Keeper replicates tables, on the nodes that answer: the others catch up. */
  async #onEach(act: (node: Node) => Promise<void>): Promise<void> {
    const nodes = this.#facts.form === 'shards' ? this.#nodes : this.#answering();
    const outcomes = await Promise.allSettled(nodes.map(act));
    for (const each of outcomes) if (each.status === 'rejected') throw await this.#explain(toEngineError(each.reason));
  }

  /** The failure; names the silent shard if that is the cause. */
  async #explain(failure: EngineError | undefined): Promise<EngineError> {
    if (failure && failure.fault !== 'unreachable') return failure;
    const lost = await this.#lookForLostShard(failure);
    return lost ?? failure ?? new EngineError('unreachable', 'no node of the cluster answers');
  }

  async #lookForLostShard(cause?: EngineError): Promise<EngineError | undefined> {
    await Promise.all(this.#nodes.map(({ engine }) => engine.status()));
    const shard = this.#silentShard();
    return shard === undefined ? undefined : lostShard(shard, this.#nodes, cause);
  }

  async #command(asked: Query<never>, options?: QueryOptions): Promise<void> {
    const { database, schema, form } = this.#facts;
    if (asked.sql.startsWith('KILL '))
      return void (await Promise.allSettled(this.#nodes.map(({ engine }) => engine.command(asked, options))));
    const addresses = this.#nodes.map(({ address }) => address);
    const routed = routeCommand(asked.sql, schema, form === 'shards' ? { ...this.#facts, addresses } : undefined);
    await this.#settle(asked, options, routed.on === 'each-shard');
    const statement = withQualifiedDictionaries({ ...asked, sql: routed.sql }, database);
    if (routed.on === 'one') return this.#onOne((engine) => engine.command(statement, options));
    if (routed.on === 'each-node') return this.#onEach(({ engine }) => engine.command(statement, options));
    const outcomes = await Promise.allSettled(this.#shards.map(({ engine }) => engine.command(statement, options)));
    for (const each of outcomes) if (each.status === 'rejected') throw toEngineError(each.reason);
  }

  async #insert(table: string, rows: Parameters<Engine['insert']>[1]): Promise<void> {
    const { schema, form } = this.#facts;
    const kind = schema.placements.get(table)?.kind;
    // these tables keep one row per key: rows that have arrived may be sent again
    if (kind === 'sharded') return this.#ask((engine) => engine.insert(table, rows));
    if (kind === 'everywhere' && form === 'replicated') return this.#onOne((engine) => engine.insert(table, rows));
    if (kind !== 'landing') {
      // nothing would bring the rows to a node that misses them; heartbeats and states of jobs are followed by newer ones
      const lost = /^service_(process|job)/.test(table) ? undefined : await this.#lookForLostShard();
      if (lost) throw lost;
      return this.#onEach(({ engine }) => engine.insert(table, rows));
    }
    if (typeof rows === 'string' || !('file' in rows))
      throw new TypeError(`rows of ${table} must be inserted into a cluster as files`);
    await Promise.all(this.#shards.map((shard) => shard.insertShare(table, rows)));
  }

  /**
   * Upkeep reads rows that it has just written, perhaps through another replica: before each of its statements, the replicas that are
   * read fetch the rows that others have acknowledged.
   * @param isOnShards a replica of each shard reads, also tables that every node holds
   */
  async #settle({ sql }: Query<unknown>, options?: QueryOptions, isOnShards = false): Promise<void> {
    const { form, schema } = this.#facts;
    if (form !== 'replicated' || options?.limits !== 'upkeep') return;
    const dictionary = /^SYSTEM RELOAD DICTIONARY (\w+)/.exec(sql)?.[1];
    const tables = dictionary ? (schema.dictionaries.get(dictionary) ?? []) : tablesIn(sql, schema);
    const isSharded = (table: string) => localName(table, schema) !== table;
    const whole = tables.filter((table) => schema.placements.get(table)?.kind === 'everywhere');
    const sync = ({ engine }: Node) =>
      Promise.all(
        whole.map((table) => engine.command({ name: 'cluster', sql: `SYSTEM SYNC REPLICA ${table} LIGHTWEIGHT` })),
      );
    await Promise.all([
      ...this.#answering()
        .slice(0, dictionary || isOnShards ? undefined : 1)
        .map(sync),
      ...this.#shards.map((shard) => shard.settle(tables.filter(isSharded))),
    ]);
  }
}

function lostShard(shard: number, nodes: readonly Located[], cause?: unknown): EngineError {
  const own = nodes.filter((node) => node.shard === shard).map(({ address }) => address);
  return new EngineError('unreachable', `no replica of shard ${shard} answers: start ${own.join(' or ')}`, {
    cause,
    shard,
  });
}
