import { type ChildProcess, spawn } from 'node:child_process';
import { Agent } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildProgram } from '../../../tools/build.ts';
import type { Order } from './host.ts';
import { leanCaller, timedRequest, type Answer, type LeanCaller } from './http-callers.ts';

interface AskOptions {
  /** POSTed as JSON. */
  readonly body?: object;
  /** POSTed unchanged. */
  readonly lines?: Uint8Array;
  /** Number of the key; each caller has its own, because the rate limit counts by key. */
  readonly caller?: number;
  readonly signal?: AbortSignal;
}

export interface Service {
  readonly pid: number | undefined;
  /** Address of the dashboard, and a key for it. */
  readonly url: string;
  readonly key: string;
  /** One request; the time runs until its last byte. @param path below the base path */
  ask(path: string, options?: AskOptions): Promise<Answer>;
  /** A caller with a connection and its own key. */
  caller(number: number): LeanCaller;
  /** The text of a path outside the interface. */
  text(path: string): Promise<string>;
  order(order: Order): Promise<number>;
  close(): Promise<void>;
}

/** Maximum number of concurrent callers, each with its own key. */
export const callers = 16;

export interface StartOptions {
  /** Of another version; this one by default. */
  readonly checkout?: string;
  /** Whether a repeated question is answered from memory, as in production; by default it is not. */
  readonly keepsAnswers?: boolean;
}

/**
 * Builds and starts the service over that folder, and fills it first if need be.
 * @param collection 'sample' or a number of records
 */
export async function startService(
  folder: string,
  collection: string,
  { checkout = join(import.meta.dirname, '../../..'), keepsAnswers = false }: StartOptions = {},
): Promise<Service> {
  // under tsx the same code would take longer
  const program = 'dist/bench/host.js';
  await buildProgram('src/bench/service/host.ts', program, checkout);
  const keys = Array.from({ length: callers }, (_, at) => `bench-caller-number-${at}`);
  const given = [join(checkout, program), folder, collection, ...(keepsAnswers ? ['kept'] : [])];
  const child = spawn(process.execPath, ['--max-semi-space-size=8', ...given], {
    cwd: checkout,
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

  const send = (path: string, { body, lines, caller = (turn += 1), signal }: AskOptions = {}): Promise<Answer> => {
    const sent = body ? JSON.stringify(body) : lines;
    return timedRequest(path, {
      agent,
      port,
      signal,
      headers: {
        'x-api-key': keys[caller % keys.length] ?? '',
        ...(sent !== undefined && { 'content-type': body ? 'application/json' : 'application/x-ndjson' }),
      },
      ...(sent !== undefined && { body: sent }),
    });
  };

  return {
    pid: child.pid,
    url: `http://127.0.0.1:${port}`,
    key: keys[0] ?? '',
    ask: (path, options) => send(`/api/v1${path}`, options),
    text: async (path) => (await send(path)).body,
    caller: (number) => leanCaller(port, { 'x-api-key': keys[number % keys.length] ?? '' }),
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
