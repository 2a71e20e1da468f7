import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { DownloadError, type FaultOwner } from '#model/errors.ts';
import { codeOf, wordsOf } from './live-failure.ts';
import { LiveError, type LiveFault } from './outbound-client.ts';
import type { Resolve } from './resolver.ts';
import type { ChosenServer } from './target.ts';

// Why a download failed, in words, and whose fault it is.

const maxErrorBytes = 4096;

/** What a server of the S3 interface calls its error, such as NoSuchBucket; '' when it does not say. */
export async function errorCode(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    text += chunk.toString('latin1');
    if (text.length > maxErrorBytes) break;
  }
  return /<Code>([A-Za-z]{1,64})<\/Code>/.exec(text)?.[1] ?? '';
}

/** Describes an error status. @param code the word of the server for it */
export function answerFault({ statusCode = 0, headers }: IncomingMessage, host: string, code = ''): DownloadError {
  const retryAfterSeconds = retryAfter(headers['retry-after'], new Date());
  const wait = retryAfterSeconds === undefined ? '' : ` It asks to wait ${retryAfterSeconds} seconds.`;
  const whose = statusCode === 401 ? 'this-machine' : 'publisher';
  const reason = code === '' ? `status ${statusCode}` : `status ${statusCode}, ${code}`;
  return new DownloadError(whose, `${host} ${wordsOfCode[code] ?? wordsOfStatus(statusCode)} (${reason}).${wait}`, {
    retryAfterSeconds,
    isMissing: statusCode === 404 || statusCode === 410,
    isRefused: statusCode === 403,
  });
}

const wordsOfCode: Readonly<Record<string, string>> = {
  NoSuchBucket: 'does not have this bucket',
  RequestTimeTooSkewed: 'refuses requests from a wrong clock: set the clock of this machine',
  InvalidObjectState: 'has archived this object: restore it first',
};

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
  readonly store: ChosenServer | undefined;
  readonly maxBytes: number;
}

/** Looks up host names; a resolver failure is a network fault, not a publisher fault. */
export function blamingNetwork(resolve: Resolve): Resolve {
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
export function downloadFault(error: unknown, circumstances: Circumstances): DownloadError {
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

function liveFault(error: LiveError, { host, redirectedTo, store, maxBytes }: Circumstances): DownloadError {
  const fault = (whose: FaultOwner, message: string) => new DownloadError(whose, message, { cause: error });
  if (error.fault === 'live_too_large')
    return fault('publisher', `${redirectedTo ?? host} sends more than the accepted ${maxBytes} bytes.`);
  if (error.fault === 'refused_target' && redirectedTo !== undefined)
    return fault('publisher', `${host} redirects to an address that is not allowed. ${error.message}`);
  if (error.fault === 'refused_target' && store)
    return fault('this-machine', `${error.message} If it is inside your network, set SIGHTLINE_S3_INSIDE=on.`);
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
