import { type Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly milliseconds: number;
  readonly body: string;
}

interface TimedRequest {
  readonly agent: Agent;
  readonly port: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as POST. */
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal | undefined;
}

/** One request; the time runs until its last byte. @throws the error of the connection */
export function timedRequest(path: string, { body, ...options }: TimedRequest): Promise<Answer> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const call = request({ ...options, host: '127.0.0.1', path, method: body === undefined ? 'GET' : 'POST' });
    call.on('response', (response) => {
      textOf(response).then(
        (text) =>
          resolve({ status: response.statusCode ?? 0, milliseconds: performance.now() - startedAt, body: text }),
        reject,
      );
    });
    call.on('error', reject);
    call.end(body);
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8');
  let text = '';
  for await (const part of response) text += part;
  return text;
}

/** Whether a service on this port is ready; false while nothing listens. */
export function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

export interface LeanAnswer {
  readonly status: number;
  /** With its headers, a character for every byte. */
  readonly text: string;
}

/** A caller that uses hardly any CPU of the measured machine: one connection, one request at a time. */
export interface LeanCaller {
  /** GET, or POST of a body in ASCII. @throws Error when the connection breaks */
  ask(path: string, body?: string): Promise<LeanAnswer>;
  close(): void;
}

/** @param headers sent with every request */
export function leanCaller(port: number, headers: Readonly<Record<string, string>> = {}): LeanCaller {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const head = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  let received = '';
  let settle: { resolve: (answer: LeanAnswer) => void; reject: (error: Error) => void } | undefined;
  socket.setEncoding('latin1'); // a character for every byte, as content-length counts
  socket.on('data', (part: string) => {
    received += part;
    if (!isWhole(received)) return;
    const answer = { status: Number(received.slice(9, 12)), text: received };
    received = '';
    settle?.resolve(answer);
  });
  socket.on('error', (error) => settle?.reject(error));
  socket.on('close', () => settle?.reject(new Error('the server closed the connection')));
  return {
    ask: (path, body) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        const request =
          body === undefined
            ? `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${head}\r\n`
            : `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${head}content-length: ${body.length}\r\n\r\n${body}`;
        socket.write(request, 'latin1');
      }),
    close: () => socket.destroy(),
  };
}

/** Whether the response has ended, by its length or with its last chunk. */
function isWhole(response: string): boolean {
  const end = response.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /^content-length: (\d+)/im.exec(response.slice(0, end))?.[1];
  return length === undefined ? response.endsWith('\r\n0\r\n\r\n') : response.length >= end + 4 + Number(length);
}
