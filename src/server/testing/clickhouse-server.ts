import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface ClickHouseServer {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a real ClickHouse node on loopback for specs of the server mode. @throws Error when it does not answer in time */
export async function startClickHouseServer(): Promise<ClickHouseServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-clickhouse-'));
  const port = await freePort();
  const config = join(folder, 'config.xml');
  writeFileSync(config, `<clickhouse><http_port>${port}</http_port><listen_host>127.0.0.1</listen_host></clickhouse>`);
  const node = spawn(
    process.execPath,
    [join(import.meta.dirname, 'listening-clickhouse.mjs'), join(folder, 'store'), config],
    {
      stdio: 'ignore',
    },
  );
  const gone = new Promise<void>((resolve) => node.once('exit', () => resolve()));
  const close = async () => {
    node.kill('SIGKILL');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 200; tries += 1) {
    if (
      await fetch(`${url}/ping`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return { url, close };
    await pause(100);
  }
  await close();
  throw new Error('the ClickHouse node did not answer within 20 seconds');
}

/** A port of the loopback address that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
