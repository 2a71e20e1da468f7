import { LRUCache } from 'lru-cache';
import type { LogEntry } from '#server/ingest/logs/log-reader.ts';
import { type ExchangeFields, headerOf, headersOf, readExchange } from './server-evidence.ts';
import { rejected, skipped } from './values.ts';

// HTTP/1 messages of a capture, as tshark finds them in a TCP connection.

/** Where a message was seen. */
interface Packet {
  readonly time: unknown;
  /** Address of the sender. */
  readonly from: string;
  /** Of the TCP connection. */
  readonly stream: string;
}

interface Request {
  readonly method: string;
  readonly url: string;
  readonly host: string;
}

interface Exchange {
  readonly packet: Packet;
  readonly request: Request;
  readonly status: string;
  readonly phrase: string;
  readonly headers: Readonly<Record<string, string>>;
}

const maxConnections = 50_000;
/** Requests of a connection that wait for a response. */
const maxWaiting = 100;

const exchange: ExchangeFields<Exchange> = {
  status: ({ status }) => status,
  phrase: ({ phrase }) => phrase,
  method: ({ request }) => request.method,
  url: ({ request }) => request.url,
  time: ({ packet }) => packet.time,
  ip: ({ packet }) => packet.from,
  host: ({ request }) => request.host,
  headers: ({ headers }) => headers,
};

/** Opens a capture. @returns called with each message, which begins the given bytes */
export function capturedHttp(): (message: Buffer, packet: Packet) => readonly LogEntry[] {
  const connections = new LRUCache<string, Request[]>({ max: maxConnections });
  return (message, packet) => {
    const text = message.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    const [start = '', ...lines] = text.slice(0, end < 0 ? undefined : end).split('\r\n');
    const [, method, url = ''] = /^([A-Z]{1,20}) (\S+) HTTP\/1\.[01]$/.exec(start) ?? [];
    const [, status, phrase = ''] = /^HTTP\/1\.[01] (\d{3})(?: (.*))?$/.exec(start) ?? [];
    if (method === undefined && status === undefined) return [];
    if (end < 0) return rejected('the head of an HTTP message is cut off');
    const headers = headersOf(lines.map(headerOf));
    const waiting = connections.get(packet.stream) ?? [];
    if (method !== undefined) {
      waiting.push({ method, url, host: headers['host'] ?? '' });
      connections.set(packet.stream, waiting.slice(-maxWaiting));
      return [];
    }
    // the response itself follows
    if (status?.startsWith('1')) return [];
    const request = waiting.shift();
    if (!request) return skipped('an HTTP response whose request was not captured');
    return readExchange(exchange, { packet, request, status: status ?? '', phrase, headers });
  };
}
