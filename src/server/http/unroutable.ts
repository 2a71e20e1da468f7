import { STATUS_CODES } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ErrorBody, failure } from './api-error.ts';

interface Refusal {
  readonly status: number;
  readonly error: ErrorBody;
}
/** An error that Node reports for a connection; `rawPacket` holds the bytes that it could not parse. */
interface ConnectionFault extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
  readonly bytesParsed?: number;
}
const refusal = (status: number, code: string, message: string): Refusal => ({ status, error: { code, message } });

const malformed = refusal(400, 'bad_request', 'This is not a valid HTTP/1.1 request.');
const encrypted = refusal(400, 'tls_on_plain_port', 'This port expects plain HTTP. Use http:// instead of https://.');
const unknownMethod = refusal(501, 'unknown_method', 'This HTTP method is not known. Use GET or POST.');
const notConnectable = refusal(405, 'method_not_allowed', 'This service is not a proxy: CONNECT is refused.');
const expectation = refusal(
  417,
  'expectation_failed',
  'Only "Expect: 100-continue" is supported. Leave out the header.',
);
const ambiguous = refusal(
  400,
  'bad_request',
  'The length of the body is ambiguous or malformed. Send one Content-Length, or chunks alone.',
);
const refusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: refusal(408, 'too_slow', 'The request took too long to arrive. Send it at once.'),
  HPE_HEADER_OVERFLOW: refusal(431, 'url_too_long', 'The URL and the headers are too long: at most 16 KB together.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: refusal(413, 'body_too_large', 'The chunk extensions are too long. Leave them out.'),
  HPE_INVALID_VERSION: refusal(505, 'http_version', 'Only HTTP/1.1 and HTTP/1.0 are supported.'),
  HPE_PAUSED_H2_UPGRADE: refusal(505, 'http_version', 'Only HTTP/1.1 and HTTP/1.0 are supported.'),
  HPE_INVALID_TRANSFER_ENCODING: ambiguous,
  HPE_INVALID_CONTENT_LENGTH: ambiguous,
  HPE_UNEXPECTED_CONTENT_LENGTH: ambiguous,
  HPE_INVALID_CHUNK_SIZE: ambiguous,
};

/** The latest response of each connection: a refusal of a later request waits until it is sent. */
const answers = new WeakMap<Duplex, ServerResponse>();

/** Puts errors that Node answers before any route runs into the envelope. */
export function answerBeforeRouting(server: Server): void {
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
    answers.set(request.socket, response),
  );
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    const text = JSON.stringify(failure(expectation.status, expectation.error));
    const length = Buffer.byteLength(text);
    response.writeHead(expectation.status, {
      'content-type': 'application/json',
      'content-length': length,
      connection: 'close',
    });
    response.end(text);
  });
  server.on('connect', (_: IncomingMessage, socket: Duplex) => refuse(socket, notConnectable));
}

/** Answers, in the envelope, a request that Node refuses before any route runs. */
export function answerUnroutable(error: ConnectionFault, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const before = answers.get(socket);
  if (before && !before.req.complete && before.headersSent) {
    // the request was answered before its body came; a second answer would be taken for that of the next request
    socket.destroy();
    return;
  }
  if (before?.req.complete && !before.writableFinished) {
    before.once('close', () => refuse(socket, refusalOf(error)));
    return;
  }
  refuse(socket, refusalOf(error));
}

function refusalOf({ code, rawPacket, bytesParsed = 0 }: ConnectionFault): Refusal {
  if (code === 'HPE_INVALID_METHOD' && Buffer.isBuffer(rawPacket)) {
    if (rawPacket[0] === 0x16 && rawPacket[1] === 0x03) return encrypted;
    const text = rawPacket.toString('latin1');
    const start = text.slice(0, bytesParsed).lastIndexOf('\r\n\r\n'); // other requests may come before it
    if (/^[A-Z]+ \S+ HTTP\/1\.[01]\r\n/.test(text.slice(start < 0 ? 0 : start + 4))) return unknownMethod;
  }
  return refusals[code ?? ''] ?? malformed;
}

function refuse(socket: Duplex, { status, error }: Refusal): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const text = JSON.stringify(failure(status, error));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    () => socket.destroy(),
  );
}
