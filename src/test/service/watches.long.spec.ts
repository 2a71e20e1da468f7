import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { randomFor } from '#sample/random.ts';
import { copyTestStore } from '#test/server/made-once.ts';
import { childProgram } from '#test/server/service-process.ts';
import { isSigned, openWebhookReceiver } from '#test/server/webhook-receiver.ts';

const address = '198.51.100.7';
const key = 'a-key-for-the-specs';
const kills = 10;
const since = Date.now();

it(
  'sends every event once, with a valid signature, over ten kills while the receiver is down for an hour',
  { tags: 'long', timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-watches-'));
    await copyTestStore(join(folder, 'store'));
    const receiver = await openWebhookReceiver();
    const port = await freePort();
    const random = randomFor('kills of watches');
    let child = await startOn(folder, port, receiver.port);
    onTestFinished(async () => {
      child.kill('SIGKILL');
      await receiver.close();
      rmSync(folder, { recursive: true, force: true });
    });
    await importLog(port, ['base.test']);
    const made = (await call(port, '/sightline/watches', {
      ...{ what: 'subject', type: 'ipv4', subject: address, webhook: receiver.url },
    })) as { webhook_secret: string };
    const names: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      names.push(`new-${kill}.test`);
      await importLog(port, [`new-${kill}.test`]);
      await pause(random.next() * 1500); // about as long as detectors, watches and the first tries take
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
      child = await startOn(folder, port, receiver.port);
    }
    const told = async () => {
      const { events } = (await call(port, '/sightline/watchevents?limit=100')) as {
        events: { id: string; changes: { key: string }[] }[];
      };
      return events;
    };
    const wanted = names.map((name) => `${name} A ${address}`).toSorted();
    const keysOf = (events: Awaited<ReturnType<typeof told>>) =>
      events.flatMap(({ changes }) => changes.map((each) => each.key)).toSorted();
    await expect.poll(async () => keysOf(await told()), { timeout: 120_000, interval: 500 }).toEqual(wanted);
    // an hour by the clock of the service
    await pause(Math.max(0, since + 61_000 - Date.now()));
    expect(receiver.received).toEqual([]);
    await receiver.up();
    const ids = (await told()).map(({ id }) => id).toSorted();
    const received = () => receiver.received.map(({ headers }) => String(headers['webhook-id'])).toSorted();
    await expect.poll(received, { timeout: 120_000, interval: 500 }).toEqual(ids);
    await pause(5000); // five minutes by the clock of the service
    expect(received()).toEqual(ids);
    for (const each of receiver.received) expect(isSigned(each, made.webhook_secret)).toBe(true);
  },
);

async function startOn(folder: string, port: number, receiver: number): Promise<ChildProcess> {
  const program = await childProgram('watches-in-child');
  const options = { folder, port, receiver, key, since };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
  for (let tries = 0; tries < 1200 && child.exitCode === null; tries += 1) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return child;
    await pause(50);
  }
  child.kill('SIGKILL');
  throw new Error('the service was not ready within a minute');
}

async function call(port: number, path: string, body?: object | Buffer): Promise<unknown> {
  const isRaw = Buffer.isBuffer(body);
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    headers: {
      'x-api-key': key,
      ...(body && { 'content-type': isRaw ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body && { method: 'POST', body: isRaw ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const { response, error } = (await answer.json()) as { response: unknown; error: { message: string } | null };
  if (error) throw new Error(`${path}: ${error.message}`);
  return response;
}

/** Imports a log of names at the watched address, and waits until it is in the collection. */
async function importLog(port: number, names: readonly string[]): Promise<void> {
  const head = ['#path\tdns', '#fields\tts\tquery\tqtype_name\tanswers\tTTLs'];
  const lines = names.map((name) => [since / 1000 - 3600, name, 'A', address, 60].join('\t'));
  const content = Buffer.from([...head, ...lines].join('\n'));
  const { id } = (await call(port, '/sightline/imports', { name: 'dns.log', bytes: content.length, start: 1 })) as {
    id: string;
  };
  await call(port, `/sightline/imports/${id}/content?offset=0`, content);
  const state = async () => ((await call(port, `/sightline/imports/${id}`)) as { state: string }).state;
  await expect.poll(state, { timeout: 60_000 }).toBe('done');
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
