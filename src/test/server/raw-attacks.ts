import { connect } from 'node:net';

/** Bytes that a client library would never send, and the expected start of each answer. */
export interface RawAttack {
  readonly name: string;
  /** The exact bytes to send. */
  readonly bytes: string | Buffer;
  /** Status and `error.code` of the answers, in their order; no code where the answer is not a failure. */
  readonly answers: readonly (readonly [status: number, code?: string])[];
}

interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const host = 'Host: 127.0.0.1\r\n';
const get = (path: string, headers = host) => `GET ${path} HTTP/1.1\r\n${headers}\r\n`;
/** POST to a bulk operation; `headers` may add a known key. */
const post = (headers: string, body: string) =>
  `POST /api/v1/explore/bulk/ipv4/riskscore HTTP/1.1\r\n${host}Content-Type: application/json\r\n${headers}\r\n${body}`;
const malformed = [[400, 'bad_request']] as const;
const chunked = 'Transfer-Encoding: chunked\r\n';

/** @param key known to the service */
export function rawAttacks(key: string): readonly RawAttack[] {
  const keyed = `X-API-KEY: ${key}\r\n`;
  return [
    // the request line
    { name: 'words that are not a request', bytes: 'hello world\r\n\r\n', answers: malformed },
    { name: 'an unknown method', bytes: `BREW / HTTP/1.1\r\n${host}\r\n`, answers: [[501, 'unknown_method']] },
    { name: 'a method in small letters', bytes: `get / HTTP/1.1\r\n${host}\r\n`, answers: malformed },
    { name: 'a path with a space', bytes: `GET /a b HTTP/1.1\r\n${host}\r\n`, answers: malformed },
    { name: 'a path without a slash', bytes: `GET metrics HTTP/1.1\r\n${host}\r\n`, answers: malformed },
    {
      name: 'a path with raw bytes',
      bytes: Buffer.from(`GET /\xff HTTP/1.1\r\n${host}\r\n`, 'latin1'),
      answers: malformed,
    },
    { name: 'line feeds alone', bytes: 'GET / HTTP/1.1\nHost: 127.0.0.1\n\n', answers: [[505, 'http_version']] },
    { name: 'HTTP/9.9', bytes: `GET / HTTP/9.9\r\n${host}\r\n`, answers: [[505, 'http_version']] },
    { name: 'the start of HTTP/2', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', answers: [[505, 'http_version']] },
    { name: 'HTTP/0.9', bytes: 'GET /healthz\r\n\r\n', answers: malformed },
    { name: 'TLS', bytes: Buffer.from('16030100a5010000a10303', 'hex'), answers: [[400, 'tls_on_plain_port']] },
    {
      name: 'CONNECT',
      bytes: `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`,
      answers: [[405, 'method_not_allowed']],
    },
    { name: 'a target in absolute form', bytes: get('http://127.0.0.1/healthz'), answers: [[200]] },
    {
      name: 'an absolute target of another host',
      bytes: get('http://evil.example/healthz'),
      answers: [[403, 'host_refused']],
    },
    { name: 'OPTIONS *', bytes: `OPTIONS * HTTP/1.1\r\n${host}\r\n`, answers: [[404, 'no_such_path']] },
    {
      name: 'DELETE of a job',
      bytes: `DELETE /api/v1/explore/job/x HTTP/1.1\r\n${host}\r\n`,
      answers: [[405, 'method_not_allowed']],
    },
    { name: 'TRACE', bytes: `TRACE /healthz HTTP/1.1\r\n${host}\r\n`, answers: [[405, 'method_not_allowed']] },
    {
      name: 'a path of another service',
      bytes: `PROPFIND /dav HTTP/1.1\r\n${host}\r\n`,
      answers: [[404, 'no_such_path']],
    },
    // headers
    { name: 'no Host', bytes: get('/healthz', ''), answers: malformed },
    { name: 'two Hosts', bytes: get('/healthz', `${host}Host: other.example\r\n`), answers: malformed },
    { name: 'an empty Host', bytes: get('/healthz', 'Host:\r\n'), answers: [[403, 'host_refused']] },
    {
      name: 'a Host of another caller',
      bytes: get('/healthz', 'Host: rebound.example\r\n'),
      answers: [[403, 'host_refused']],
    },
    { name: 'a space before the colon', bytes: get('/healthz', 'Host : 127.0.0.1\r\n'), answers: malformed },
    { name: 'a folded header', bytes: get('/healthz', `${host}X-A: a\r\n b\r\n`), answers: malformed },
    { name: 'NUL in a header', bytes: get('/healthz', `${host}X-A: a\0b\r\n`), answers: malformed },
    {
      name: 'headers that are too long',
      bytes: get('/healthz', `${host}X-A: ${'a'.repeat(20_000)}\r\n`),
      answers: [[431, 'url_too_long']],
    },
    {
      name: 'more headers than are read',
      bytes: get('/healthz', `${host}${'a: b\r\n'.repeat(2500)}`),
      answers: [[200]],
    },
    {
      name: 'an expectation',
      bytes: post(`${keyed}Expect: miracles\r\nContent-Length: 2\r\n`, '{}'),
      answers: [[417, 'expectation_failed']],
    },
    {
      name: 'an upgrade',
      bytes: get('/healthz', `${host}Connection: Upgrade\r\nUpgrade: websocket\r\n`),
      answers: [[200]],
    },
    // the body
    {
      name: 'a length and chunks',
      bytes: post(`${keyed}${chunked}Content-Length: 5\r\n`, '0\r\n\r\n'),
      answers: malformed,
    },
    {
      name: 'two lengths',
      bytes: post(`${keyed}Content-Length: 2\r\nContent-Length: 3\r\n`, '{} '),
      answers: malformed,
    },
    { name: 'a negative length', bytes: post(`${keyed}Content-Length: -1\r\n`, ''), answers: malformed },
    {
      name: 'an unknown transfer coding',
      bytes: post(`${keyed}Transfer-Encoding: xchunked\r\n`, '0\r\n\r\n'),
      answers: malformed,
    },
    {
      name: 'chunks that are not the last coding',
      bytes: post(`${keyed}Transfer-Encoding: chunked, identity\r\n`, '0\r\n\r\n'),
      answers: malformed,
    },
    { name: 'a chunk without a size', bytes: post(`${keyed}${chunked}`, 'zz\r\n{}\r\n0\r\n\r\n'), answers: malformed },
    {
      name: 'long chunk extensions',
      bytes: post(`${keyed}${chunked}`, `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
      answers: [[413, 'body_too_large']],
    },
    {
      name: 'a body that is announced too large',
      bytes: post(`${keyed}Content-Length: 999999999\r\n`, '{'),
      answers: [[413, 'body_too_large']],
    },
    {
      name: 'chunks that grow too large',
      bytes: post(`${keyed}${chunked}`, `50000\r\n${'x'.repeat(0x50000)}\r\n0\r\n\r\n`),
      answers: [[413, 'body_too_large']],
    },
    {
      name: 'a body that is not JSON',
      bytes: post(`${keyed}Content-Length: 1\r\n`, '{'),
      answers: [[400, 'bad_input']],
    },
    // more than one request
    { name: 'two requests at once', bytes: get('/healthz') + get('/nothing'), answers: [[200], [404, 'no_such_path']] },
    {
      name: 'a request and nonsense',
      bytes: `${get('/readyz')}nonsense\r\n\r\n`,
      answers: [[200], [400, 'bad_request']],
    },
    {
      name: 'a request after the last one',
      bytes: `${get('/healthz', `${host}Connection: close\r\n`)}${get('/metrics')}`,
      answers: [[200]],
    },
  ];
}

/**
 * Sends the bytes unchanged.
 * @returns the answers, once the wanted number has come, the service closed the connection, or ten seconds passed without data
 * @param base `http://127.0.0.1:port`
 */
export function sendBytes(base: string, bytes: string | Buffer, wanted = Infinity): Promise<WireAnswer[]> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    const end = () => {
      socket.destroy();
      resolve(answersIn(received));
    };
    socket.on('data', (data: Buffer) => {
      received += data.toString('latin1');
      if (answersIn(received).length >= wanted) end();
    });
    socket.on('close', end);
    socket.on('error', end); // a service that stops reading may reset the connection
    socket.setTimeout(10_000, end);
    socket.write(bytes);
  });
}

/** The complete answers; every answer of the service has a length. */
function answersIn(text: string): WireAnswer[] {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return [];
  const [line = '', ...fields] = text.slice(0, headEnd).split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 1).trim(),
    ]),
  );
  const end = headEnd + 4 + Number(headers['content-length'] ?? 0);
  if (text.length < end) return [];
  const answer = { status: Number(line.split(' ')[1]), headers, body: text.slice(headEnd + 4, end) };
  return [answer, ...answersIn(text.slice(end))];
}
