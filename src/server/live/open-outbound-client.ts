import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { pipeline, type Readable } from 'node:stream';
import PQueue from 'p-queue';
import { contentDecoder, headersOf, httpExchange, tooLarge } from './http-exchange.ts';
import { withDeadline } from './live-failure.ts';
import { LiveError, type LivePage, type OutboundClient } from './outbound-client.ts';
import {
  checkedAddresses,
  checkedName,
  endpoint,
  type Guard,
  onFirst,
  openGuard,
  refusal,
  type TestAllowance,
} from './target.ts';

interface OutboundOptions {
  /** No outbound traffic at all. */
  readonly offline: boolean;
  /** Limit of a whole look-up, including resolving and redirects. */
  readonly lookupMilliseconds?: number;
  /** Concurrent look-ups; others wait, and their time limit starts later. */
  readonly atOnce?: number;
  /** For tests only; cannot be set by the configuration or the environment. */
  readonly testAllowance?: TestAllowance;
}

const defaultMaxBytes = 2_000_000;

/**
 * All egress of live look-ups goes through this client. Feeds use the downloads of this folder, with the same guard; the
 * only other outbound connection of the service is the engine's to its store.
 */
export function openOutboundClient(options: OutboundOptions): OutboundClient {
  const { offline, lookupMilliseconds = 10_000, atOnce = 128, testAllowance } = options;
  if (offline) return offlineClient();
  const queue = new PQueue({ concurrency: atOnce });
  const guard = openGuard(testAllowance);
  const within = <T>(caller: AbortSignal, what: string, act: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    queue
      .add(() => withDeadline(caller, lookupMilliseconds, what, act), { signal: caller })
      .catch((error: unknown) => {
        throw caller.aborted ? new LiveError('cancelled', 'The caller disconnected.') : error;
      });
  return {
    dns: (name, type, caller) =>
      within(caller, 'The resolver', (signal) => guard.resolve(checkedName(name), type, signal)),
    http: (url, caller, { accept = '*/*', maxBytes = defaultMaxBytes } = {}) =>
      within(caller, 'The web server', (signal) => httpGet(url, guard, { accept, maxBytes, signal })),
    whois: (server, question, caller) =>
      within(caller, `The whois server ${server}`, (signal) => whoisAsk(server, question, guard, signal)),
  };
}

/** The client of a service that makes no outbound traffic: every look-up fails and says so. */
export function offlineClient(): OutboundClient {
  const refuse = async (): Promise<never> => {
    throw new LiveError(
      'offline',
      'This service makes no outbound traffic, so live look-ups are off (SIGHTLINE_OFFLINE).',
    );
  };
  return { dns: refuse, http: refuse, whois: refuse };
}

interface GetOptions {
  readonly accept: string;
  /** Limit of the body, before and after decompression. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** GET into memory; redirects are followed. @throws LiveError, or node's error */
async function httpGet(text: string, guard: Guard, options: GetOptions): Promise<LivePage> {
  const { accept, maxBytes, signal } = options;
  const headers = () => ({ accept });
  return httpExchange(text, guard, { headers, maxBytes, signal }, (answer, url) => readPage(answer, url, maxBytes));
}

async function readPage(answer: IncomingMessage, url: URL, maxBytes: number): Promise<LivePage> {
  const body = await readCapped(decoded(answer, maxBytes), maxBytes);
  return { status: answer.statusCode ?? 0, url: url.href, headers: headersOf(answer), body };
}

/** The body as it was before compression; the bytes on the wire are counted as well. */
export function decoded(answer: IncomingMessage, maxBytes: number): Readable {
  const decoder = contentDecoder(answer);
  if (!decoder) return answer;
  let arrived = 0;
  answer.on('data', (chunk: Buffer) => {
    arrived += chunk.length;
    if (arrived > maxBytes) decoder.destroy(tooLarge(maxBytes));
  });
  // also destroys the decoder when the response ends early; its reader gets the error
  return pipeline(answer, decoder, () => undefined);
}

/** Stops reading and decompressing at the size limit. */
export async function readCapped(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const whoisPort = 43;
const maxBytes = 262_144;

/** One query over port 43 to the first address of the server that accepts it. @throws LiveError, or node's error */
async function whoisAsk(server: string, question: string, guard: Guard, signal: AbortSignal): Promise<string> {
  // an embedded line end would be a second query
  if (!/^[\x20-\x7e]{1,255}$/.test(question)) throw refusal('a whois server', 'the query is not a line of plain text');
  const addresses = await serverAddresses(server, guard, signal);
  return onFirst(addresses, signal, async (address) =>
    textOf(await exchange(endpoint(address, whoisPort, guard), question, signal)),
  );
}

/** Whois servers come from registries, never from the caller: a missing one is not a mistyped target. */
async function serverAddresses(server: string, guard: Guard, signal: AbortSignal): Promise<readonly string[]> {
  return checkedAddresses(server, guard, signal).catch((error: unknown) => {
    if (error instanceof LiveError && error.fault === 'unknown_target')
      throw new LiveError('live_failed', `The whois server ${server} has no address in the DNS.`);
    throw error;
  });
}

/** The server closes the connection after the answer. */
async function exchange(to: { host: string; port: number }, question: string, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted();
  const socket = connect(to);
  const stop = () => socket.destroy(new Error('stopped', { cause: signal.reason }));
  signal.addEventListener('abort', stop, { once: true });
  try {
    socket.write(`${question}\r\n`);
    return await readCapped(socket, maxBytes);
  } finally {
    signal.removeEventListener('abort', stop);
    socket.destroy();
  }
}

/** Registries send UTF-8 or an older western code page without declaring it. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
