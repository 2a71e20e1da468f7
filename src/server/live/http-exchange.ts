import { Agent as PlainAgent, request as plainRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ownValue } from '#model/own-value.ts';
import { finalResponse } from './final-response.ts';
import { LiveError } from './outbound-client.ts';
import { checkedAddresses, endpoint, onFirst, refusal, type Guard } from './target.ts';

interface ExchangeOptions {
  /** Extra header fields for each requested URL: the first one and its redirects. */
  readonly headers: (url: URL) => Readonly<Record<string, string>>;
  /** Limit of the body, before and after decompression. The reader of the body enforces it; here it limits the rest of the exchange. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Sends this text by POST instead of asking by GET; redirects are answers then. */
  readonly body?: string;
  /** Called before a redirect is checked and followed; throwing ends the exchange. @param to as the server sent it */
  readonly onRedirect?: (from: URL, to: string) => void;
}

const maxRedirects = 5;
const maxHeaderBytes = 16_384;
const maxUrlLength = 2048;
/** Other ports would make the service a port scanner. */
const ports = new Set(['', '80', '443']);

/**
 * GET with every redirect followed by hand, because each one must pass the guard again; or POST.
 * @param read consumes the final response, whatever its status; the connection is closed afterwards
 * @throws LiveError, node's error, or what `read` and `onRedirect` throw
 */
export async function httpExchange<T>(
  text: string,
  guard: Guard,
  options: ExchangeOptions,
  read: (answer: IncomingMessage, url: URL) => Promise<T>,
): Promise<T> {
  let url = checkedUrl(text, guard);
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const answer = await hopTo(url, guard, options);
    try {
      const location = options.body === undefined ? redirectOf(answer) : undefined;
      if (location === undefined) return await read(answer, url);
      options.onRedirect?.(url, location);
      url = checkedUrl(location, guard, url);
    } finally {
      answer.destroy();
    }
  }
  throw new LiveError('live_failed', `The web server redirects more than ${maxRedirects} times.`);
}

/** Parsed as browsers do, which also turns 2130706433, 0x7f.1 and 0177.0.0.1 into the address they mean. */
function checkedUrl(text: string, { store }: Guard, base?: URL): URL {
  const url = text.length <= maxUrlLength ? parse(text, base) : null;
  if (!url) throw refusal('this URL', `it is not an http or https URL of at most ${maxUrlLength} characters`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refusal('this URL', 'it is neither http nor https');
  if (url.username || url.password) throw refusal(url.hostname, 'the URL carries credentials');
  if (store && url.origin !== store.origin) throw refusal(url.host, 'only the server that was chosen is contacted');
  if (!store && !ports.has(url.port)) throw refusal(url.host, 'only ports 80 and 443 are allowed');
  return url;
}

function parse(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

async function hopTo(url: URL, guard: Guard, options: ExchangeOptions): Promise<IncomingMessage> {
  const addresses = guard.store?.isInside
    ? await anyAddresses(url.hostname)
    : await checkedAddresses(url.hostname, guard, options.signal, url.protocol === 'https:');
  return onFirst(addresses, options.signal, (address) => connect(url, address, guard, options));
}

/** Also those of names that only this machine knows. */
async function anyAddresses(host: string): Promise<readonly string[]> {
  const found = await lookup(host.replace(/^\[(.*)\]$/, '$1'), { all: true });
  return found.map(({ address }) => address);
}

/**
 * Connects to exactly this address, so that nothing is resolved again. Separate agents use no proxy and keep no connection.
 * Settles with the first event from the server; without one, the deadline of `signal` closes the connection.
 */
async function connect(url: URL, address: string, guard: Guard, options: ExchangeOptions): Promise<IncomingMessage> {
  const { headers, signal, maxBytes, body } = options;
  const isTls = url.protocol === 'https:';
  const settings: RequestOptions = {
    ...endpoint(address, Number(url.port || (isTls ? 443 : 80)), guard),
    method: body === undefined ? 'GET' : 'POST',
    path: `${url.pathname}${url.search}`,
    headers: {
      ...headers(url),
      host: url.host,
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': userAgent,
    },
    maxHeaderSize: maxHeaderBytes,
    insecureHTTPParser: false,
    signal,
  };
  signal.throwIfAborted();
  const request = isTls
    ? tlsRequest({ ...settings, ...verified(url.hostname, guard), agent: new TlsAgent({ maxCachedSessions: 0 }) })
    : plainRequest({ ...settings, agent: new PlainAgent() });
  request.on('socket', (socket) => limitWire(socket, maxBytes, (error) => void request.destroy(error))).end(body);
  return finalResponse(request, 'The web server');
}

/** Limits bytes outside of the body as well: empty lines before the response, chunk framing, trailers. */
function limitWire(socket: Socket, maxBytes: number, cut: (error: LiveError) => void): void {
  const most = 2 * maxBytes + 4 * maxHeaderBytes;
  let arrived = 0;
  socket.on('data', (chunk: Buffer) => {
    arrived += chunk.length;
    if (arrived > most) cut(tooLarge(maxBytes));
  });
}

/** The user agent of all outbound requests. */
export const userAgent = 'Sightline (self-hosted network intelligence)';

/** The certificate is always verified against the requested name, regardless of the environment. */
function verified(hostname: string, { trust }: Guard): object {
  const servername = isIP(hostname.replace(/^\[|\]$/g, '')) ? undefined : hostname;
  return { rejectUnauthorized: true, ...(servername && { servername }), ...(trust && { secureContext: trust }) };
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined;
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The decoder of a compressed body; undefined when it is not compressed. @throws LiveError */
export function contentDecoder({ headers }: IncomingMessage): Transform | undefined {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return undefined;
  const open = ownValue(decoders, encoding);
  if (!open) throw new LiveError('live_failed', 'The web server sent an encoding that was not requested.');
  return open();
}

/** The header of an answer: lower-case names, repeated values joined. */
export function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
}

export function tooLarge(maxBytes: number): LiveError {
  return new LiveError('live_too_large', `The answer is larger than ${maxBytes} bytes.`);
}
