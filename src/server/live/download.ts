import { mkdir, open, rename, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DownloadError, type FaultOwner } from '#model/errors.ts';
import { contentDecoder, httpExchange, tooLarge } from './http-exchange.ts';
import { type Guard, openGuard, type TestAllowance } from './target.ts';
import { codeOf, wordsOf } from './live-failure.ts';
import { LiveError, type LiveFault } from './outbound-client.ts';
import type { Resolve } from './resolver.ts';

export interface DownloadRequest {
  /** The target folder; created if missing. Partial files in it end in `.partial`. */
  readonly folder: string;
  /** For example a key. Sent only to the host of the URL, never after a redirect. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Validators of the last download, so that an unchanged file is not sent again. */
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  /** Limit of the file and of its encoded transfer. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Bytes received so far, and the total if the publisher gives it. */
  readonly onProgress?: (bytes: number, total: number | null) => void;
}

type DownloadResult =
  | { readonly status: 'not-modified' }
  | {
      readonly status: 'fetched';
      /** A random name in the target folder; the caller removes the file. */
      readonly file: string;
      readonly bytes: number;
      readonly etag: string | undefined;
      readonly lastModified: string | undefined;
      readonly contentType: string | undefined;
      /** The header X-TAXII-Date-Added-Last. */
      readonly addedLast: string | undefined;
    };

/**
 * Streams a file from the internet to the disk, through the same guard as live look-ups: the URL and every redirect must lead to
 * public addresses, or over https to a named host inside. The content encoding is decoded, so that the file is as published.
 * @throws DownloadError, or the reason of the caller's signal
 */
export type Download = (url: string, request: DownloadRequest) => Promise<DownloadResult>;

interface DownloadOptions {
  /** No outbound traffic at all. */
  readonly offline: boolean;
  readonly limits?: Partial<TransferLimits>;
  /** Publishers inside the network of the operator: host names that may have private addresses, over https. */
  readonly insideHosts?: readonly string[];
  /** For tests only; cannot be set by the configuration or the environment. */
  readonly testAllowance?: TestAllowance;
}

const defaultLimits: TransferLimits = {
  answerMilliseconds: 60_000,
  totalMilliseconds: 1_800_000,
  minimumBytes: 30_000,
  stretchMilliseconds: 30_000,
};

/** The downloader of feeds. */
export function openDownload({ offline, limits, insideHosts, testAllowance }: DownloadOptions): Download {
  if (offline) return refuse;
  const opened = openGuard(testAllowance, insideHosts);
  const guard = { ...opened, resolve: blamingNetwork(opened.resolve) };
  const within = { ...defaultLimits, ...limits };
  return async (url, request) => {
    const host = hostOf(url);
    const file = join(request.folder, crypto.randomUUID());
    let redirectedTo: string | undefined;
    const onRedirect = (from: URL, to: string): void => {
      redirectedTo = hostOf(to, from);
      if (from.protocol === 'https:' && /^http:/i.test(to.trim()))
        throw new DownloadError('publisher', `${host} redirects from https to an unencrypted connection.`);
    };
    try {
      return await watchTransfer(host, within, request.signal, (watch) =>
        transfer({ url, request, file, guard, watch, onRedirect }),
      );
    } catch (error) {
      await rm(`${file}.partial`, { force: true }).catch(() => undefined); // the folder itself may be what is wrong
      if (request.signal.aborted) throw error;
      throw downloadFault(error, { host, redirectedTo, maxBytes: request.maxBytes });
    }
  };
}

async function refuse(): Promise<never> {
  throw new DownloadError(
    'this-machine',
    'This service makes no outbound traffic (SIGHTLINE_OFFLINE), so nothing is fetched.',
  );
}

/** The host for messages: path and query may contain a key. */
function hostOf(url: string, base?: URL): string {
  return URL.canParse(url, base?.href) ? new URL(url, base).host : 'The publisher';
}

interface Transfer {
  readonly url: string;
  readonly request: DownloadRequest;
  readonly file: string;
  readonly guard: Guard;
  readonly watch: TransferWatch;
  readonly onRedirect: (from: URL, to: string) => void;
}

async function transfer({ url, request, file, guard, watch, onRedirect }: Transfer): Promise<DownloadResult> {
  const { etag, lastModified, maxBytes } = request;
  const headers = (asked: URL) => ({
    ...(asked.origin === new URL(url).origin && request.headers),
    accept: '*/*',
    ...(etag !== undefined && { 'if-none-match': etag }),
    ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
  });
  const options = { headers, maxBytes, signal: watch.signal, onRedirect };
  return httpExchange(url, guard, options, async (answer, asked) => {
    watch.begun();
    if (answer.statusCode === 304 && (etag !== undefined || lastModified !== undefined))
      return { status: 'not-modified' };
    if (answer.statusCode !== 200) throw answerFault(answer, asked.host);
    await mkdir(request.folder, { recursive: true });
    const bytes = await write(answer, `${file}.partial`, request, watch);
    await rename(`${file}.partial`, file);
    return {
      ...{ status: 'fetched', file, bytes },
      etag: answer.headers.etag,
      lastModified: answer.headers['last-modified'],
      contentType: answer.headers['content-type'],
      addedLast: headerOf(answer, 'x-taxii-date-added-last'),
    };
  });
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** @returns the size of the file */
async function write(
  answer: IncomingMessage,
  file: string,
  { maxBytes, onProgress }: DownloadRequest,
  watch: TransferWatch,
): Promise<number> {
  const total = lengthOf(answer);
  if (total !== null && total > maxBytes) throw tooLarge(maxBytes);
  const onWire = counter(maxBytes, (chunk, sum) => {
    watch.arrived(chunk);
    onProgress?.(sum, total);
  });
  let bytes = 0;
  const onDisk = counter(maxBytes, (_, sum) => {
    bytes = sum;
  });
  const decoder = contentDecoder(answer);
  const streams = decoder ? [answer, onWire, decoder, onDisk] : [answer, onWire, onDisk];
  // opened first: otherwise a failed transfer could be cleaned up before the stream creates its file
  const sink = await open(file, 'wx');
  await pipeline([...streams, sink.createWriteStream()], { signal: watch.signal });
  return bytes;
}

function lengthOf({ headers }: IncomingMessage): number | null {
  const length = headers['content-length'];
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : null;
}

/** Passes data through, up to `maxBytes`. */
function counter(maxBytes: number, onChunk: (chunk: number, sum: number) => void): Transform {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      sum += chunk.length;
      if (sum > maxBytes) return done(tooLarge(maxBytes));
      onChunk(chunk.length, sum);
      done(null, chunk);
    },
  });
}

export interface TransferLimits {
  /** Limit until the response starts, including redirects. */
  readonly answerMilliseconds: number;
  /** Limit of the whole transfer, from the first look-up to the last byte. */
  readonly totalMilliseconds: number;
  /** Fewer bytes than this in any stretch of `stretchMilliseconds` end the transfer. */
  readonly minimumBytes: number;
  readonly stretchMilliseconds: number;
}

interface TransferWatch {
  /** Fires when a limit is passed, when the caller aborts, and at the end in every case. */
  readonly signal: AbortSignal;
  /** The response started: from now on the minimum speed applies. */
  begun(): void;
  arrived(bytes: number): void;
}

/**
 * Runs a transfer within its time and speed limits. Settles when a limit is exceeded even if `act` never does.
 * @param host for messages @throws DownloadError for a limit, or the error of `act` or of the caller's signal
 */
async function watchTransfer<T>(
  host: string,
  limits: TransferLimits,
  caller: AbortSignal,
  act: (watch: TransferWatch) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  ended.catch(() => undefined);
  const fail = (message: string): void => controller.abort(new DownloadError('network', message));
  const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 100) / 10} seconds`;
  const { answerMilliseconds, totalMilliseconds, minimumBytes, stretchMilliseconds } = limits;
  const hangUp = (): void => controller.abort(caller.reason);
  const total = setTimeout(
    () => fail(`${host} did not send the whole file within ${seconds(totalMilliseconds)}.`),
    totalMilliseconds,
  );
  const answer = setTimeout(
    () => fail(`${host} did not answer within ${seconds(answerMilliseconds)}.`),
    answerMilliseconds,
  );
  let inStretch = 0;
  let speed: NodeJS.Timeout | undefined;
  const checkSpeed = (): void => {
    if (inStretch < minimumBytes)
      fail(`${host} sends too slowly: ${inStretch} bytes in ${seconds(stretchMilliseconds)}.`);
    inStretch = 0;
  };
  caller.addEventListener('abort', hangUp, { once: true });
  try {
    if (caller.aborted) hangUp();
    signal.throwIfAborted();
    const watch: TransferWatch = {
      signal,
      begun() {
        clearTimeout(answer);
        speed ??= setInterval(checkSpeed, stretchMilliseconds);
      },
      arrived(bytes) {
        inStretch += bytes;
      },
    };
    return await Promise.race([act(watch), ended]);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    for (const timer of [total, answer, speed]) clearTimeout(timer);
    caller.removeEventListener('abort', hangUp);
    controller.abort();
  }
}

/** Describes an error status. */
function answerFault({ statusCode = 0, headers }: IncomingMessage, host: string): DownloadError {
  const retryAfterSeconds = retryAfter(headers['retry-after'], new Date());
  const wait = retryAfterSeconds === undefined ? '' : ` It asks to wait ${retryAfterSeconds} seconds.`;
  const whose = statusCode === 401 ? 'this-machine' : 'publisher';
  return new DownloadError(whose, `${host} ${wordsOfStatus(statusCode)} (status ${statusCode}).${wait}`, {
    retryAfterSeconds,
    isMissing: statusCode === 404 || statusCode === 410,
  });
}

function wordsOfStatus(status: number): string {
  if (status === 401) return 'asks for a key, or does not accept the one that was sent';
  if (status === 403) return 'refuses access; if the source needs a key, check the key';
  if (status === 404 || status === 410) return 'does not have this file (any more)';
  if (status === 429) return 'received too many requests';
  if (status === 503) return 'is not available at the moment';
  if (status >= 500) return 'has an internal problem';
  return 'did not send the file';
}

/** Longest wait that a publisher can request. */
const longestWait = 7 * 86_400;

/** Seconds from a Retry-After header, which holds either seconds or a date. */
function retryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now.getTime()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), longestWait);
}

interface Circumstances {
  /** The host of the requested URL. */
  readonly host: string;
  readonly redirectedTo: string | undefined;
  readonly maxBytes: number;
}

/** Looks up host names; a resolver failure is a network fault, not a publisher fault. */
function blamingNetwork(resolve: Resolve): Resolve {
  return async (name, type, signal) => {
    try {
      return await resolve(name, type, signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof LiveError)) throw error;
      throw new DownloadError('network', error.message, { cause: error });
    }
  };
}

/** Why a download failed, and the cause: publisher, network or this machine. */
function downloadFault(error: unknown, circumstances: Circumstances): DownloadError {
  if (error instanceof DownloadError) return error;
  if (error instanceof LiveError) return liveFault(error, circumstances);
  const { host, redirectedTo } = circumstances;
  const code = codeOf(error);
  const fault = (whose: FaultOwner, message: string) => new DownloadError(whose, message, { cause: error });
  const disk = diskWords[code];
  if (disk && !isOfConnection(error)) return fault('this-machine', disk);
  if (/^ERR_INVALID_(HTTP_TOKEN|CHAR)$/.test(code))
    return fault('this-machine', 'The key, or the name of its header, has characters that cannot be sent.');
  if (/^(Z_|ERR_|HPE_)|CERT|SIGNATURE|SELF_SIGNED/.test(code) && !isBrokenOff(error))
    return fault('publisher', `${redirectedTo ?? host} ${serverWords(code)}.`);
  if (isBrokenOff(error))
    return fault('network', `The connection to ${redirectedTo ?? host} broke off before the whole file had arrived.`);
  const whose = code === 'ECONNREFUSED' ? 'publisher' : 'network';
  return fault(whose, `${redirectedTo ?? host} did not answer: ${wordsOf(error, code)}.`);
}

function liveFault(error: LiveError, { host, redirectedTo, maxBytes }: Circumstances): DownloadError {
  const fault = (whose: FaultOwner, message: string) => new DownloadError(whose, message, { cause: error });
  if (error.fault === 'live_too_large')
    return fault('publisher', `${redirectedTo ?? host} sends more than the accepted ${maxBytes} bytes.`);
  if (error.fault === 'refused_target' && redirectedTo !== undefined)
    return fault('publisher', `${host} redirects to an address that is not allowed. ${error.message}`);
  // ports and addresses cannot be named
  if (error.fault === 'refused_target' && isIP(host) === 0 && !host.includes(':'))
    return fault('this-machine', `${error.message} The operator can name a publisher inside in SIGHTLINE_FEED_HOSTS.`);
  return fault(owners[error.fault], error.message);
}

/** The cause of a failed exchange with a web server. */
const owners: Readonly<Record<LiveFault, FaultOwner>> = {
  offline: 'this-machine',
  refused_target: 'this-machine',
  refused_referral: 'publisher',
  unknown_target: 'publisher',
  live_timeout: 'network',
  live_failed: 'publisher',
  live_too_large: 'publisher',
  cancelled: 'this-machine',
};

const full = 'The disk is full, so the file could not be written.';
const closed = 'The data folder cannot be written.';
const diskWords: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  EROFS: closed,
  EACCES: closed,
  EPERM: closed,
  ENOTDIR: closed,
  EEXIST: closed,
  EIO: 'The disk of this machine reports a fault.',
};

/** A local firewall may reject a connection with an error code that disks use as well. */
function isOfConnection(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'connect';
}

function isBrokenOff(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'Z_BUF_ERROR'].includes(codeOf(error));
}

function serverWords(code: string): string {
  if (code.startsWith('Z_')) return `sent data that cannot be decompressed (${code})`;
  if (code.startsWith('HPE_')) return `does not answer as a web server does (${code})`;
  return `has no certificate that is valid for its name, or no safe encryption (${code})`;
}
