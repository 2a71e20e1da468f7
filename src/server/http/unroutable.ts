import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from './api-error.ts';
import { failure } from './envelope.ts';

const refusals: Readonly<Record<string, { readonly status: number; readonly error: ErrorBody }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    error: { code: 'too_slow', message: 'The request took too long to arrive. Send it at once.' },
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    error: { code: 'url_too_long', message: 'The URL and the headers are too long: at most 16 KB together.' },
  },
};
const malformed = { status: 400, error: { code: 'bad_request', message: 'This is no HTTP request.' } };

/** What Node refuses before there is a request that a route could answer: the envelope all the same. */
export function answerUnroutable(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, error: body } = refusals[error.code ?? ''] ?? malformed;
  const text = JSON.stringify(failure(status, body));
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  socket.destroySoon();
}
