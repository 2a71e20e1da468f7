import { type ChildProcess, spawn } from 'node:child_process';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Order } from './host.ts';

export interface Answer {
  readonly status: number;
  readonly milliseconds: number;
  readonly body: string;
}

interface AskOptions {
  readonly body?: object;
  /** Which of the keys; each caller has its own, because the rate limit counts by key. */
  readonly caller?: number;
  readonly signal?: AbortSignal;
}

export interface Service {
  /** Where the dashboard is, and a key for it. */
  readonly url: string;
  readonly key: string;
  /** One request; the time runs until its last byte. @param path below the base path */
  ask(path: string, options?: AskOptions): Promise<Answer>;
  /** A caller with a connection and a key of its own. */
  caller(number: number): LeanCaller;
  /** The text of a path outside the interface. */
  text(path: string): Promise<string>;
  order(order: Order): Promise<number>;
  close(): Promise<void>;
}

/** How many may call at once, each with a key of its own. */
export const callers = 16;

/** Starts the service over that folder and fills it first if need be. @param collection 'sample' or a number of records */
export async function startService(folder: string, collection: string): Promise<Service> {
  const keys = Array.from({ length: callers }, (_, at) => `bench-caller-number-${at}`);
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'host.ts'), folder, collection], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      UV_THREADPOOL_SIZE: String(2 * availableParallelism() + 6),
      SIGHTLINE_API_KEYS: keys.join(','),
    },
  });
  const { port } = (await messageOf(child)) as { port: number };
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let turn = 0;

  const send = (path: string, { body, caller = (turn += 1), signal }: AskOptions = {}): Promise<Answer> => {
    const key = keys[caller % keys.length] ?? '';
    const startedAt = performance.now();
    return new Promise((resolve, reject) => {
      const call = request({
        agent,
        port,
        path,
        signal,
        method: body ? 'POST' : 'GET',
        headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      });
      call.on('response', (response) => {
        textOf(response).then(
          (text) =>
            resolve({ status: response.statusCode ?? 0, milliseconds: performance.now() - startedAt, body: text }),
          reject,
        );
      });
      call.on('error', reject);
      call.end(body && JSON.stringify(body));
    });
  };

  return {
    url: `http://127.0.0.1:${port}`,
    key: keys[0] ?? '',
    ask: (path, options) => send(`/api/v1${path}`, options),
    text: async (path) => (await send(path)).body,
    caller: (number) => leanCaller(port, keys[number % keys.length] ?? ''),
    order: async (order) => {
      child.send(order);
      return ((await messageOf(child)) as { answer: number }).answer;
    },
    close: async () => {
      agent.destroy();
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    },
  };
}

function messageOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('the service ended'));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message);
    });
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8');
  let text = '';
  for await (const part of response) text += part;
  return text;
}

/** A caller that costs the machine under measurement next to nothing: one connection, one GET at a time. */
interface LeanCaller {
  /** @returns the status @throws Error when the connection breaks */
  get(path: string): Promise<number>;
  close(): void;
}

/** @param key sent as X-API-KEY */
function leanCaller(port: number, key: string): LeanCaller {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let received = '';
  let settle: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined;
  socket.setEncoding('latin1'); // a character for every byte, as content-length counts
  socket.on('data', (part: string) => {
    received += part;
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/^content-length: (\d+)/im.exec(received.slice(0, end))?.[1]);
    if (received.length < end + 4 + length) return;
    const status = Number(received.slice(9, 12));
    received = '';
    settle?.resolve(status);
  });
  socket.on('error', (error) => settle?.reject(error));
  socket.on('close', () => settle?.reject(new Error('the service closed the connection')));
  return {
    get: (path) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-api-key: ${key}\r\n\r\n`, 'latin1');
      }),
    close: () => socket.destroy(),
  };
}
