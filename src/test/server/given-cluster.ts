import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { locateNodes } from '#server/engine/cluster-topology.ts';
import { EngineError, toEngineError } from '#server/engine/engine.ts';
import { connectServer, readServerUrl, type ServerEngine } from '#server/engine/http-engine.ts';
import { statementLimits } from '#server/engine/statement-limits.ts';
import type { TestCluster, TestNode } from './clickhouse-cluster.ts';
import { answers } from './service-process.ts';

// ClickHouse servers that run already, in place of nodes that the tests start (`npm run test:cluster`).

interface GivenNode {
  /** Counted from 1. */
  readonly shard: number;
  readonly replica: number;
  /** host:port of its native protocol, as `remote_servers` names it. */
  readonly address: string;
  /** With user, password and database. */
  readonly url: string;
}

/**
 * Shell commands, with placeholders for the node: `{host}` is its host
 * in `remote_servers`, `{number}` its position there, counted from 1.
 */
interface NodeCommands {
  readonly stop: string;
  readonly start: string;
}

/** The value of `SIGHTLINE_TEST_CLUSTER`, as JSON. */
export interface GivenCluster {
  readonly name: string;
  /** By shard and replica. */
  readonly nodes: readonly GivenNode[];
  /** Without them no node is stopped. */
  readonly commands?: NodeCommands | undefined;
}

interface Claim {
  /** URLs of all nodes, or of one: the others are then expected on the hosts that it names, on the same port. */
  readonly urls: readonly string[];
  /** In `remote_servers`. */
  readonly name: string;
  readonly commands?: NodeCommands | undefined;
}

/** The comment of a database by which a later run recognises it as made by the tests. */
const mark = 'made by npm run test:cluster of Sightline, which drops it';
const ofTests = 'sightline_test';
/** Servers in containers start, and read their tables, within this time. */
const patienceMilliseconds = 120_000;

/**
 * Makes a database for the tests on each node of two shards: the one that the URLs name, or `sightline_test`.
 * A database that an interrupted run left is removed.
 * @throws EngineError whose message says what to change; nothing is left on the servers then
 */
export async function claimCluster({ urls, name, commands }: Claim): Promise<GivenCluster> {
  const [first = ''] = urls;
  const all = (urls.length === 1 ? await nodesBeside(first, name) : urls).map(withDatabase);
  const opened = all.map((url) => ({ url: new URL(url).origin, engine: open(url) }));
  try {
    const states = await Promise.all(all.map(stateOf));
    const taken = states.findIndex((state) => state === 'of others');
    if (taken >= 0)
      throw refused(
        `${opened[taken]?.url} has a database ${opened[taken]?.engine.database} that no test made: write the name of one that does not exist behind the URLs, as in http://host:8123/${ofTests}_2`,
      );
    try {
      await Promise.all(all.map(makeDatabase));
      const located = await locateNodes(opened, opened, name);
      const nodes = located.nodes.map(({ address }, at) => ({ address, url: all[at] ?? '' }));
      return { name, commands, nodes: inOrder(nodes, await layoutOf(first, name)) };
    } catch (error) {
      await Promise.allSettled(all.map(dropDatabase));
      throw error;
    }
  } finally {
    await Promise.all(opened.map(({ engine }) => engine.close()));
  }
}

/** Starts stopped nodes, and drops the database. @throws Error when that fails, which leaves the database for the next run */
export async function releaseCluster(given: GivenCluster): Promise<void> {
  const { nodes } = givenCluster(given);
  for (const [at, { url }] of given.nodes.entries()) if (!(await answers(pingOf(url)))) await nodes[at]?.start();
  await Promise.all(given.nodes.map(({ url }) => dropDatabase(url)));
}

/** @param text the value of `SIGHTLINE_TEST_CLUSTER`; undefined when the tests start their own nodes */
export function readGivenCluster(text: string | undefined) {
  const given = text === undefined ? undefined : (JSON.parse(text) as GivenCluster);
  return { given, canStopNodes: given === undefined || given.commands !== undefined };
}

/** The same cluster in the form that the specs use. Closing it does not change the servers. */
export function givenCluster({ name, nodes, commands }: GivenCluster): TestCluster {
  return {
    name,
    urls: nodes.map(({ url }) => url),
    nodes: nodes.map((node, at) => testNode(node, at + 1, commands)),
    close: async () => undefined,
  };
}

function testNode({ url, ...placed }: GivenNode, number: number, commands: NodeCommands | undefined): TestNode {
  const { address } = placed;
  const host = address.replace(/:\d+$/, '');
  async function run(does: keyof NodeCommands): Promise<void> {
    if (!commands) throw new Error(`no command was given to ${does} ${address}`);
    const command = commands[does].replaceAll('{host}', host).replaceAll('{number}', String(number));
    await promisify(execFile)('sh', ['-c', command], { timeout: patienceMilliseconds });
    for (const until = Date.now() + patienceMilliseconds; (await answers(pingOf(url))) === (does === 'stop');) {
      if (Date.now() > until)
        throw new Error(`${address} ${does === 'stop' ? 'still answers' : 'does not answer'} after: ${command}`);
      await pause(100);
    }
  }
  const node: TestNode = {
    ...placed,
    url: new URL(url).origin,
    kill: async () => {
      if (await answers(pingOf(url))) await run('stop');
    },
    start: () => run('start'),
    // the disk of the node cannot be erased from here: its database is emptied instead
    erase: async () => {
      await node.start();
      await makeDatabase(url);
      await node.kill();
    },
  };
  return node;
}

function refused(message: string): EngineError {
  return new EngineError('failed', message);
}

function open(url: string): ServerEngine {
  return connectServer({ url, limits: statementLimits(1e9) });
}

function pingOf(url: string): string {
  return `${new URL(url).origin}/ping`;
}

function withDatabase(text: string): string {
  const { database } = readServerUrl(text);
  const url = new URL(text);
  url.pathname = url.pathname === '/' ? ofTests : database;
  return url.href;
}

/** Asks a server in a database that every server has. @throws EngineError that names it */
async function asking<T>(url: string, ask: (engine: ServerEngine) => Promise<T>): Promise<T> {
  const system = new URL(url);
  system.pathname = 'system';
  const engine = open(system.href);
  try {
    return await ask(engine);
  } catch (error) {
    const { fault, message } = toEngineError(error);
    throw new EngineError(fault, `${system.origin}: ${message}`, { cause: error });
  } finally {
    await engine.close();
  }
}

async function stateOf(url: string): Promise<'free' | 'of the tests' | 'of others'> {
  const { database } = readServerUrl(url);
  const sql = 'SELECT comment FROM system.databases WHERE name = {database:String}';
  const [found] = await asking(url, (engine) =>
    engine.query<{ comment: string }>({ name: 'spec', sql, params: { database } }),
  );
  if (!found) return 'free';
  return found.comment === mark ? 'of the tests' : 'of others';
}

/** Replaces the database of the tests by an empty one. */
async function makeDatabase(url: string): Promise<void> {
  await dropDatabase(url);
  const sql = `CREATE DATABASE IF NOT EXISTS ${readServerUrl(url).database} COMMENT '${mark}'`;
  await asking(url, (engine) => engine.command({ name: 'spec', sql }, { limits: 'upkeep' }));
}

async function dropDatabase(url: string): Promise<void> {
  const sql = `DROP DATABASE IF EXISTS ${readServerUrl(url).database} SYNC`;
  await asking(url, (engine) => engine.command({ name: 'spec', sql }, { limits: 'upkeep' }));
}

interface Replica extends Omit<GivenNode, 'url'> {
  readonly host: string;
  readonly isSelf: number;
}

/** By shard and replica, as a node knows them; none when it does not know the cluster. */
async function layoutOf(url: string, cluster: string): Promise<readonly Replica[]> {
  const sql = `SELECT shard_num AS shard, replica_num AS replica, host_name AS host, is_local AS isSelf,
                      concat(host_name, ':', toString(port)) AS address
               FROM system.clusters WHERE cluster = {cluster:String} ORDER BY shard, replica`;
  return asking(url, (engine) => engine.query<Replica>({ name: 'spec', sql, params: { cluster } }));
}

/** @returns the URLs of all nodes of the cluster that the server at this one is a node of */
async function nodesBeside(url: string, cluster: string): Promise<string[]> {
  const nameAll = 'name the URLs of all nodes, comma-separated';
  const layout = await layoutOf(url, cluster);
  // locateNodes says which clusters the server knows
  if (layout.length === 0) return [url];
  const hosts = layout.map(({ host }) => host);
  if (new Set(hosts).size < hosts.length)
    throw refused(`nodes of the cluster ${cluster} share a host (${hosts.join(', ')}): ${nameAll}`);
  const urls = layout.map(({ host, isSelf }) => {
    const other = new URL(url);
    if (isSelf === 0) other.hostname = host.includes(':') ? `[${host}]` : host;
    return other.href;
  });
  const isSilent = await Promise.all(urls.map(async (each) => !(await answers(pingOf(each)))));
  const silent = urls.filter((_, at) => isSilent[at]).map((each) => new URL(each).origin);
  if (silent.length > 0)
    throw refused(`no answer from ${silent.join(', ')}, where the cluster ${cluster} should have nodes: ${nameAll}`);
  return urls;
}

/** @throws EngineError when these are not two shards */
function inOrder(nodes: readonly Pick<GivenNode, 'address' | 'url'>[], layout: readonly Replica[]): GivenNode[] {
  if (new Set(layout.map(({ shard }) => shard)).size !== 2) throw refused('the tests need a cluster of two shards');
  return layout.map(({ shard, replica, address }) => {
    // it becomes part of a shell command
    if (!/^[\w.:-]+$/.test(address)) throw refused(`${address} is not the address of a node`);
    return { shard, replica, address, url: nodes.find((node) => node.address === address)?.url ?? '' };
  });
}
