import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface ClickHouseServer {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  /** It hangs: its connections are accepted, and nothing is answered until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** `kill -9`. @returns once the process is gone */
  kill(): Promise<void>;
  /** A new process on the same port and data. @throws Error when it does not answer in time */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a real ClickHouse node on loopback for specs of the server mode. @throws Error when it does not answer in time */
export async function startClickHouseServer(): Promise<ClickHouseServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-clickhouse-'));
  const port = await freePort();
  const config = join(folder, 'config.xml');
  writeFileSync(config, `<clickhouse><http_port>${port}</http_port><listen_host>127.0.0.1</listen_host></clickhouse>`);
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
    node = spawn(process.execPath, [script, join(folder, 'store'), config], { stdio: 'ignore' });
    for (let tries = 0; tries < 300; tries += 1) {
      if (await answers(`${url}/ping`)) return;
      await pause(100);
    }
    await close();
    throw new Error('the ClickHouse node did not answer within 30 seconds');
  };
  await start();
  return { url, freeze: () => void node?.kill('SIGSTOP'), thaw: () => void node?.kill('SIGCONT'), kill, start, close };
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** A port of the loopback address that no one listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
