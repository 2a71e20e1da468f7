import { Agent as PlainAgent, request as plainRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as TlsAgent, request as tlsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { LiveError, type LivePage } from './door.ts';
import { checkedAddresses, endpoint, refusal, type Guard } from './target.ts';

export interface GetOptions {
  readonly accept: string;
  /** Of the body, after decompression and before. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

const maxRedirects = 5;
const maxHeaderBytes = 16_384;
const maxUrlLength = 2048;
/** Another door would make the service a port scanner. */
const ports = new Set(['', '80', '443']);

/** GET with every redirect followed by hand, because each one must pass the guard anew. @throws LiveError, or node's error */
export async function httpGet(text: string, guard: Guard, options: GetOptions): Promise<LivePage> {
  let url = checkedUrl(text);
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const answer = await hopTo(url, guard, options);
    const location = redirectOf(answer);
    if (location === undefined) return await readPage(answer, url, options);
    answer.destroy();
    url = checkedUrl(location, url);
  }
  throw new LiveError('live_failed', `The web server redirects more than ${maxRedirects} times.`);
}

/** Parsed as browsers do, which also turns 2130706433, 0x7f.1 and 0177.0.0.1 into the address they mean. */
function checkedUrl(text: string, base?: URL): URL {
  const url = text.length <= maxUrlLength ? parse(text, base) : null;
  if (!url) throw refusal('this URL', `it is no http or https URL of at most ${maxUrlLength} characters`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refusal('this URL', 'it is neither http nor https');
  if (url.username || url.password) throw refusal(url.hostname, 'the URL carries credentials');
  if (!ports.has(url.port)) throw refusal(url.host, 'only ports 80 and 443 are asked');
  return url;
}

function parse(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

async function hopTo(url: URL, guard: Guard, options: GetOptions): Promise<IncomingMessage> {
  const addresses = await checkedAddresses(url.hostname, guard, options.signal);
  let failure: unknown;
  for (const address of addresses) {
    try {
      return await connect(url, address, guard, options);
    } catch (error) {
      if (options.signal.aborted) throw error;
      failure = error;
    }
  }
  throw failure;
}

/** To exactly this address: an address as host leaves nothing to look up. Own agents know no proxy and keep no connection. */
function connect(url: URL, address: string, guard: Guard, { accept, signal }: GetOptions): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:';
  const settings: RequestOptions = {
    ...endpoint(address, Number(url.port || (isTls ? 443 : 80)), guard),
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, accept, 'accept-encoding': 'gzip, deflate, br', 'user-agent': userAgent },
    maxHeaderSize: maxHeaderBytes,
    insecureHTTPParser: false,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = isTls
      ? tlsRequest({ ...settings, ...verified(url.hostname, guard), agent: new TlsAgent({ maxCachedSessions: 0 }) })
      : plainRequest({ ...settings, agent: new PlainAgent() });
    request.on('response', resolve).on('error', reject).end();
  });
}

/** The one name under which this service asks others. */
const userAgent = 'Sightline (live look-up of an analyst)';

/** The certificate is checked against the name that was asked for, whatever the environment says. */
function verified(hostname: string, { allowance }: Guard): object {
  const servername = isIP(hostname.replace(/^\[|\]$/g, '')) ? undefined : hostname;
  const ca = allowance?.authorities && [...rootCertificates, ...allowance.authorities];
  return { rejectUnauthorized: true, ...(servername && { servername }), ...(ca && { ca }) };
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  return [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined;
}

async function readPage(answer: IncomingMessage, url: URL, { maxBytes }: GetOptions): Promise<LivePage> {
  const body = await readCapped(decoded(answer, maxBytes), maxBytes).finally(() => answer.destroy());
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return { status: answer.statusCode ?? 0, url: url.href, headers: Object.fromEntries(headers), body };
}

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** The body as it was before compression; the bytes on the wire are counted as well. */
function decoded(answer: IncomingMessage, maxBytes: number): Readable {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return answer;
  const open = decoders[encoding];
  if (!open) throw new LiveError('live_failed', 'The web server sent an encoding that was not asked for.');
  const decoder = open();
  let arrived = 0;
  answer.on('data', (chunk: Buffer) => {
    arrived += chunk.length;
    if (arrived > maxBytes) decoder.destroy(tooLarge(maxBytes));
  });
  answer.on('error', (error) => decoder.destroy(error));
  return answer.pipe(decoder);
}

/** Stops reading, and with it decompressing, as soon as there is too much. */
async function readCapped(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(maxBytes: number): LiveError {
  return new LiveError('live_too_large', `The answer is larger than ${maxBytes} bytes.`);
}
