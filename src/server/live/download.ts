import { mkdir, open, rename, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Download, DownloadRequest, DownloadResult } from '#model/download.ts';
import { DownloadError } from '#model/errors.ts';
import { answerFault, blamingNetwork, downloadFault, errorCode } from './download-fault.ts';
import { contentDecoder, headersOf, httpExchange, tooLarge } from './http-exchange.ts';
import { type ChosenServer, type Guard, openGuard, type TestAllowance } from './target.ts';

interface DownloadOptions {
  /** No outbound traffic at all. */
  readonly offline: boolean;
  readonly limits?: Partial<TransferLimits>;
  /** Publishers inside the network of the operator: host names that may have private addresses, over https. */
  readonly insideHosts?: readonly string[];
  /** Downloads only from this server, follows no redirect, and keeps the bytes as sent: their encoding is part of an object. */
  readonly store?: ChosenServer;
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
export function openDownload({ offline, limits, insideHosts, store, testAllowance }: DownloadOptions): Download {
  if (offline) return refuse;
  const opened = openGuard(testAllowance, insideHosts);
  const guard = { ...opened, resolve: blamingNetwork(opened.resolve), store };
  const within = { ...defaultLimits, ...limits };
  return async (url, request) => {
    const host = hostOf(url);
    const file = join(request.folder, crypto.randomUUID());
    let redirectedTo: string | undefined;
    const onRedirect = (from: URL, to: string): void => {
      if (store) throw new DownloadError('publisher', `${host} redirects to ${hostOf(to, from)}: give that address.`);
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
      throw downloadFault(error, { host, redirectedTo, store, maxBytes: request.maxBytes });
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
    if (answer.statusCode !== 200) throw answerFault(answer, asked.host, guard.store && (await errorCode(answer)));
    await mkdir(request.folder, { recursive: true });
    const decoder = guard.store ? undefined : contentDecoder(answer);
    const bytes = await write(answer, decoder, `${file}.partial`, request, watch);
    await rename(`${file}.partial`, file);
    return {
      status: 'fetched',
      file,
      bytes,
      etag: answer.headers.etag,
      lastModified: answer.headers['last-modified'],
      contentType: answer.headers['content-type'],
      addedLast: headersOf(answer)['x-taxii-date-added-last'],
    };
  });
}

/** @returns the size of the file */
async function write(
  answer: IncomingMessage,
  decoder: Transform | undefined,
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
