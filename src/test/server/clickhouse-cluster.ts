import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answering, onFreePorts } from './service-process.ts';

export interface TestNode {
  /** Counted from 1. */
  readonly shard: number;
  readonly replica: number;
  /** URL of its HTTP interface. */
  readonly url: string;
  /** host:port, by which the nodes reach each other. */
  readonly address: string;
  /** `kill -9`. @returns once the process is gone */
  kill(): Promise<void>;
  /** A new process on the same ports and data. @throws Error when it does not answer in time */
  start(): Promise<void>;
  /** Removes its data, while it is not running. */
  erase(): Promise<void>;
}

export interface TestCluster {
  readonly name: string;
  /** The URL of each node for the service: HTTP interface with user, password and database. */
  readonly urls: readonly string[];
  /** By shard and replica. */
  readonly nodes: readonly TestNode[];
  close(): Promise<void>;
}

/** Where a node listens. The others reach it through its relay on 127.0.0.1, which the node considers its own address. */
const nodeHost = '127.0.0.2';
/** For clusters with a password. */
const user = 'sightline';

/**
 * Real ClickHouse nodes on loopback that know each other as one cluster. Their library has no Keeper and no port for replication.
 * @param password of the user `sightline`, who is then the only one with rights; by default everybody has all rights
 * @param keeper host:port of a ZooKeeper that the nodes use
 * @throws Error when a node does not answer in time
 */
export function startTestCluster(
  shards: number,
  replicas: number,
  password?: string,
  keeper?: string,
): Promise<TestCluster> {
  return onFreePorts(2 * shards * replicas, (ports) => startOn(ports, shards, replicas, password, keeper));
}

async function startOn(
  ports: readonly number[],
  shards: number,
  replicas: number,
  password: string | undefined,
  keeper: string | undefined,
): Promise<TestCluster> {
  const name = 'main';
  const folder = mkdtempSync(join(tmpdir(), 'sightline-cluster-'));
  const count = shards * replicas;
  const places = Array.from({ length: count }, (_, at) => ({
    shard: 1 + Math.floor(at / replicas),
    replica: 1 + (at % replicas),
    httpPort: ports[at] ?? 0,
    tcpPort: ports[count + at] ?? 0,
  }));
  const shardList = Array.from({ length: shards }, (_, at) => {
    const own = places.filter(({ shard }) => shard === at + 1);
    const login = password === undefined ? '' : `<user>${user}</user><password>${password}</password>`;
    const list = own
      .map(({ tcpPort }) => `<replica><host>127.0.0.1</host><port>${tcpPort}</port>${login}</replica>`)
      .join('');
    return `<shard><internal_replication>true</internal_replication>${list}</shard>`;
  }).join('');
  const relays = await Promise.all(places.map(({ tcpPort }) => openRelay(tcpPort)));
  const nodes = places.map(({ shard, replica, httpPort, tcpPort }): TestNode => {
    const own = join(folder, `${shard}-${replica}`);
    mkdirSync(own);
    const config = join(own, 'config.xml');
    writeFileSync(
      config,
      `<clickhouse><listen_host>${nodeHost}</listen_host><http_port>${httpPort}</http_port><tcp_port>${tcpPort}</tcp_port>
      <remote_servers><${name}>${shardList}</${name}></remote_servers>${usersOf(own, password)}
      ${keeper === undefined ? '' : keeperOf(keeper, shard, replica)}</clickhouse>`,
    );
    const url = `http://${nodeHost}:${httpPort}`;
    return { shard, replica, url, address: `127.0.0.1:${tcpPort}`, ...nodeProcess(url, join(own, 'store'), config) };
  });
  const close = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.kill()));
    for (const relay of relays) relay.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all(nodes.map((node) => node.start()));
  } catch (error) {
    await close();
    throw error;
  }
  const login = password === undefined ? '' : `${user}:${encodeURIComponent(password)}@`;
  const urls = nodes.map(({ url }) => `${url.replace('//', `//${login}`)}/sightline`);
  return { name, urls, nodes, close };
}

/** The configuration of a node for ZooKeeper, and for the node's own shard and replica. */
function keeperOf(keeper: string, shard: number, replica: number): string {
  const [host, port] = keeper.split(':');
  return `<zookeeper><node><host>${host}</host><port>${port}</port></node></zookeeper>
    <keeper_map_path_prefix>/sightline</keeper_map_path_prefix>
    <distributed_ddl><path>/clickhouse/task_queue/ddl</path></distributed_ddl>
    <macros><shard>${shard}</shard><replica>r${replica}</replica></macros>`;
}

/** The configuration of users. `default` sends the statements that keep the node up, and has no other right. */
function usersOf(folder: string, password: string | undefined): string {
  if (password === undefined) return '';
  const file = join(folder, 'users.xml');
  const common = '<profile>default</profile><quota>default</quota>';
  writeFileSync(
    file,
    `<clickhouse><profiles><default/></profiles><quotas><default/></quotas><users>
    <default><no_password/><grants><query>GRANT SYSTEM LISTEN ON *.*</query></grants>${common}</default>
    <${user}><password>${password}</password><networks><ip>::/0</ip></networks>${common}</${user}></users></clickhouse>`,
  );
  return `<user_directories><users_xml><path>${file}</path></users_xml></user_directories>`;
}

function nodeProcess(url: string, store: string, config: string): Pick<TestNode, 'kill' | 'start' | 'erase'> {
  const script = join(import.meta.dirname, 'listening-clickhouse.mjs');
  let child: ChildProcess | undefined;
  return {
    erase: async () => rmSync(store, { recursive: true }),
    kill: async () => {
      const gone = new Promise((resolve) => child?.once('exit', resolve));
      if (child?.exitCode !== null || !child.kill('SIGKILL')) return;
      await gone;
    },
    start: async () => {
      child = spawn(process.execPath, [script, store, config, 'TCP', 'HTTP'], { stdio: ['ignore', 'ignore', 'pipe'] });
      await answering(url, child);
    },
  };
}

/**
 * A relay before the native port of a node. A node of this library ends when a connection is reset, which a coordinator does to the
 * other shards whenever a statement fails on one (a full server only logs it). The relay turns a reset into an ordinary end.
 */
async function openRelay(port: number): Promise<Server> {
  const relay = createServer({ allowHalfOpen: true, noDelay: true }, (caller) => {
    const node = connect({ host: nodeHost, port, allowHalfOpen: true, noDelay: true });
    caller.on('error', () => undefined).on('close', () => node.end());
    node.on('error', () => undefined).on('close', () => caller.destroy());
    caller.pipe(node);
    node.on('data', (bytes) => {
      if (caller.writable && !caller.write(bytes)) node.pause();
    });
    node.on('end', () => caller.end());
    for (const event of ['drain', 'close']) caller.on(event, () => node.resume());
  });
  await once(relay.listen(port, '127.0.0.1'), 'listening');
  return relay;
}
