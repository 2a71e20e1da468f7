import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { build, type SSROptions } from 'vite';
import { copyTestStore, madeOnce, root } from './made-once.ts';

interface ProcessAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly error: { readonly code: string; readonly message: string } | null;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly response: any;
}

export interface ServiceProcess {
  /** `http://127.0.0.1:port/api/v1` */
  readonly url: string;
  /** A key for each caller, because each key has its own rate limit. */
  readonly keys: readonly string[];
  /**
   * @param body bytes and text as they are, an object as JSON; without one the request is a GET
   * @param caller whose key is used
   */
  ask(path: string, body?: Buffer | string | object, caller?: number): Promise<ProcessAnswer>;
  /** Its output on stderr so far. */
  readonly said: () => string;
  readonly pid: number;
  /** `kill -9`. @returns once the process is gone */
  kill(): Promise<void>;
}

/** Makes a data folder with this many seeded observations. @throws Error with the output of the process */
export async function fillCollection(folder: string, observations: number): Promise<void> {
  const options = ['--folder', folder, '--observations', String(observations)];
  await copyTestStore(join(folder, 'store'));
  await promisify(execFile)(process.execPath, [await childProgram('fill-in-child'), ...options]);
}

interface ServiceOptions {
  /** The ClickHouse server that holds the collection; by default the data folder holds it. */
  readonly clickhouseUrl?: string;
  readonly sample?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Commands that mount disks for it before it starts. */
  readonly disks?: string;
  /** The service with other parts; the real one by default. */
  readonly program?: 'provider-in-child' | 'watches-in-child';
}

/** As in the script `start` of package.json. */
const flags = ['--max-semi-space-size=8'];

/** The real service in a process of its own on a filled data folder, as `npm start` runs it. @throws Error when it is not ready in time */
export function startService(folder: string, options: ServiceOptions = {}): Promise<ServiceProcess> {
  return onFreePorts(1, ([port = 0]) => startOn(port, folder, options));
}

/** The keys of a service process, all of administrators. */
export const processKeys = Array.from({ length: 16 }, (_, index) => `a-key-for-the-specs-${index}`);

async function startOn(port: number, folder: string, options: ServiceOptions): Promise<ServiceProcess> {
  const main = await childProgram(options.program ?? 'main');
  const [command, args] = options.disks
    ? onPrivateDisk(options.disks, [process.execPath, ...flags, main])
    : [process.execPath, [...flags, main]];
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
      UV_THREADPOOL_SIZE: '10',
      SIGHTLINE_DATA: folder,
      SIGHTLINE_PORT: String(port),
      SIGHTLINE_API_KEYS: processKeys.join(','),
      SIGHTLINE_SAMPLE: options.sample ? 'on' : 'off',
      ...(options.clickhouseUrl && { SIGHTLINE_CLICKHOUSE_URL: options.clickhouseUrl }),
      SIGHTLINE_OFFLINE: 'on',
      ...options.env,
    },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = async () => {
    child.kill('SIGKILL');
    await gone;
  };
  for (let tries = 0; tries < 6000 && child.exitCode === null; tries += 1) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) {
      const url = `http://127.0.0.1:${port}/api/v1`;
      return { url, keys: processKeys, ask: askAt(url), said: () => said, pid: child.pid ?? 0, kill };
    }
    await pause(50);
  }
  await kill();
  throw new Error(`the service was not ready within five minutes:\n${said}`);
}

const askAt =
  (url: string): ServiceProcess['ask'] =>
  async (path, body, caller = 0) => {
    const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
    const answer = await fetch(`${url}${path}`, {
      headers: {
        'x-api-key': processKeys[caller] ?? '',
        ...(body !== undefined && { 'content-type': isJson ? 'application/json' : 'application/octet-stream' }),
      },
      ...(body !== undefined && {
        method: 'POST',
        body: isJson ? JSON.stringify(body) : new Uint8Array(Buffer.from(body)),
      }),
      signal: AbortSignal.timeout(60_000),
    });
    const { error, response } = (await answer.json()) as Pick<ProcessAnswer, 'error' | 'response'>;
    return { status: answer.status, headers: Object.fromEntries(answer.headers), error, response };
  };

/** Ways into a mount namespace of its own: as root, and as a user where the kernel lets users map themselves to root. */
const ways = [['--mount'], ['--user', '--map-root-user', '--mount']];
const way = ways.find((flags) => {
  const tried = spawnSync('unshare', [...flags, 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt'], {
    stdio: 'ignore',
  });
  return tried.status === 0;
});

/** Whether a disk of its own can be mounted for a process here; containers often forbid it. */
export const canMount = way !== undefined;

/**
 * The command line that runs a program with private disks, which disappear when the program ends.
 * @param commands of the shell that mount and fill them
 */
export function onPrivateDisk(commands: string, program: readonly string[]): [string, string[]] {
  return ['unshare', [...(way ?? []), 'sh', '-c', `${commands} && exec "$@"`, 'sh', ...program]];
}

/** Programs that specs run in separate processes; values are paths below src without `.ts`. */
const programs = {
  main: 'server/main',
  'detectors-in-child': 'test/server/detectors-in-child',
  'load-in-child': 'test/server/load-in-child',
  'feeds-in-child': 'test/server/feeds-in-child',
  'fill-in-child': 'test/server/fill-in-child',
  'full-disk-in-child': 'test/server/full-disk-in-child',
  'jobs-in-child': 'test/server/jobs-in-child',
  'logs-in-child': 'test/server/logs-in-child',
  'observations-in-child': 'test/server/observations-in-child',
  move: '../tools/move',
  'provider-in-child': 'test/server/provider-in-child',
  'routing-in-child': 'test/server/routing-in-child',
  'thread-program': 'server/ingest/thread-program',
  'watches-in-child': 'test/server/watches-in-child',
} as const;

export type ChildProgram = keyof typeof programs;
const thread = 'thread-program';

/**
 * The program as a file that Node runs, as `npm run build` makes the service and its thread: compiling the sources at each start
 * takes longer than the start itself.
 */
export async function childProgram(name: ChildProgram): Promise<string> {
  const cache = join(root, 'node_modules/.cache/test-programs');
  const made = await madeOnce(
    cache,
    'programs',
    ['src/server', 'src/test/server', 'src/sample', 'src/model', 'src/contract', 'tools'],
    bundle,
  );
  return join(made, `${name}.js`);
}

async function bundle(outDir: string): Promise<void> {
  const { [thread]: path, ...others } = programs;
  await bundleInto(outDir, others, {});
  await bundleInto(outDir, { [thread]: path }, { noExternal: true });
}

async function bundleInto(outDir: string, paths: Readonly<Record<string, string>>, ssr: SSROptions): Promise<void> {
  const input = Object.entries(paths).map(([name, path]) => [name, join(root, 'src', `${path}.ts`)] as const);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr,
    // the service finds its files relative to its source
    define: { 'import.meta.dirname': JSON.stringify(join(root, 'src/server')) },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: { input: Object.fromEntries(input), output: { entryFileNames: '[name].js' } },
    },
  });
}

export interface ClickHouseServer {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  /** Makes it hang: connections are accepted, and nothing is answered until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** `kill -9`. @returns once the process is gone */
  kill(): Promise<void>;
  /** A new process on the same port and data. @throws Error when it does not answer in time */
  start(): Promise<void>;
  close(): Promise<void>;
}

interface ServerOptions {
  /** Further configuration, as a file in its folder `config.d`. */
  readonly config?: string;
  /** Replaces the environment of the tests. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a real ClickHouse node on loopback for specs of the server mode. @throws Error when it does not answer in time */
export function startClickHouseServer(options: ServerOptions = {}): Promise<ClickHouseServer> {
  return onFreePorts(1, ([port = 0]) => startServerOn(port, options));
}

async function startServerOn(port: number, { config: more, env }: ServerOptions): Promise<ClickHouseServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-clickhouse-'));
  const config = join(folder, 'config.xml');
  writeFileSync(config, `<clickhouse><http_port>${port}</http_port><listen_host>127.0.0.1</listen_host></clickhouse>`);
  if (more !== undefined) {
    mkdirSync(join(folder, 'config.d'));
    writeFileSync(join(folder, 'config.d/more.xml'), more);
  }
  const url = `http://127.0.0.1:${port}`;
  let node: ChildProcess | undefined;
  const kill = async () => {
    const gone = new Promise<void>((resolve) => node?.once('exit', () => resolve()));
    if (node?.exitCode !== null || !node.kill('SIGKILL')) return;
    await gone;
  };
  const close = async () => {
    await kill();
    rmSync(folder, { recursive: true, force: true });
  };
  const start = async () => {
    const script = join(import.meta.dirname, 'listening-clickhouse.mjs');
    const args = [script, join(folder, 'store'), config];
    node = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], ...(env && { env }) });
    await answering(url, node).catch(async (error: unknown) => {
      await close();
      throw error;
    });
  };
  await start();
  return { url, freeze: () => void node?.kill('SIGSTOP'), thaw: () => void node?.kill('SIGCONT'), kill, start, close };
}

/** @throws Error when the ClickHouse node ends, or does not answer within a minute */
export async function answering(url: string, node: ChildProcess): Promise<void> {
  let said = '';
  let hasEnded = false;
  node.stderr?.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2000)));
  node.once('close', () => (hasEnded = true));
  for (let tries = 0; !(await answers(`${url}/ping`)); tries += 1) {
    if (hasEnded) throw new Error(`the ClickHouse node ${url} has ended: ${said}`);
    if (tries === 600) throw new Error(`the ClickHouse node ${url} did not answer within 60 seconds: ${said}`);
    await pause(100);
  }
}

export function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** Calls `start` with ports that are free on every address of this machine, and retries with others if one was taken meanwhile. */
export async function onFreePorts<T>(count: number, start: (ports: readonly number[]) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await start(await freePorts(count));
    } catch (error) {
      if (tries === 5 || !/EADDRINUSE|Address already in use/.test(String(error))) throw error;
    }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '0.0.0.0');
      await once(server, 'listening');
      return server;
    }),
  );
  const addresses = servers.map((server) => server.address());
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return addresses.map((address) => {
    if (address === null || typeof address === 'string') throw new Error('no port');
    return address.port;
  });
}
