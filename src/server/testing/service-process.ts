import { execFile, spawn, spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { childProgram } from './child-program.ts';
import { freePort } from './clickhouse-server.ts';

export interface ServiceProcess {
  /** `http://127.0.0.1:port/api/v1` */
  readonly url: string;
  /** The key of a caller; each has a rate limit of its own. */
  readonly keys: readonly string[];
  /** What it wrote to stderr so far. */
  readonly said: () => string;
  readonly pid: number;
  /** `kill -9`. @returns once the process is gone */
  kill(): Promise<void>;
}

/** Makes a data folder with so many seeded observations. @throws Error with what the process said */
export async function fillCollection(folder: string, observations: number): Promise<void> {
  const options = ['--folder', folder, '--observations', String(observations)];
  await promisify(execFile)(process.execPath, [await childProgram('fill-in-child'), ...options]);
}

interface ServiceOptions {
  /** The ClickHouse server that holds the collection; the data folder unless given. */
  readonly clickhouseUrl?: string;
  readonly sample?: boolean;
  /** Commands that mount disks of its own before it starts. */
  readonly disks?: string;
}

/** The real service in a process of its own on a filled data folder, as `npm start` runs it. @throws Error when it is not ready in time */
export async function startService(folder: string, options: ServiceOptions = {}): Promise<ServiceProcess> {
  const port = await freePort();
  const keys = Array.from({ length: 16 }, (_, index) => `a-key-for-the-specs-${index}`);
  const main = await childProgram('main');
  const [command, args] = options.disks
    ? onPrivateDisk(options.disks, [process.execPath, main])
    : [process.execPath, [main]];
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
      UV_THREADPOOL_SIZE: '10',
      SIGHTLINE_DATA: folder,
      SIGHTLINE_PORT: String(port),
      SIGHTLINE_API_KEYS: keys.join(','),
      SIGHTLINE_SAMPLE: options.sample ? 'on' : 'off',
      ...(options.clickhouseUrl && { SIGHTLINE_CLICKHOUSE_URL: options.clickhouseUrl }),
      SIGHTLINE_OFFLINE: 'on',
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
    if (isReady) return { url: `http://127.0.0.1:${port}/api/v1`, keys, said: () => said, pid: child.pid ?? 0, kill };
    await pause(50);
  }
  await kill();
  throw new Error(`the service was not ready within five minutes:\n${said}`);
}

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
 * The command line that runs a program with disks of its own, which are gone when it ends and which no one else sees.
 * @param commands of the shell that mount and fill them
 */
export function onPrivateDisk(commands: string, program: readonly string[]): [string, string[]] {
  return ['unshare', [...(way ?? []), 'sh', '-c', `${commands} && exec "$@"`, 'sh', ...program]];
}
