import { textOf } from '#model/json-value.ts';
import type { LogEntry, SeenAtHost, SeenCertificate, SeenFingerprint } from '#server/ingest/logs/log-reader.ts';
import {
  certificateEntry,
  decodedChain,
  type DescribedCertificate,
  type Digests,
  identify,
  withChain,
} from './certificates.ts';
import { readTime, reasons, reject, rejected, skipped } from './values.ts';

// What a log says about a TLS session or an HTTP exchange, in any format.

type Kind = SeenFingerprint['kind'];

const patterns: Readonly<Record<Kind, RegExp>> = {
  ja3: /^[0-9a-f]{32}$/,
  ja3s: /^[0-9a-f]{32}$/,
  ja4: /^[a-z0-9]{10}_[0-9a-f]{12}_[0-9a-f]{12}$/,
  ja4s: /^[a-z0-9]{7}_[0-9a-f]{4}_[0-9a-f]{12}$/,
};
const ofServer = ['ja3s', 'ja4s'] as const;
const ofClient = ['ja3', 'ja4'] as const;

/** A TLS session as a log describes it. */
interface LoggedSession {
  /** `ip` is '' when unknown: a certificate is worth keeping without a server. */
  readonly server: SeenAtHost;
  /** Address of the client; '' when unknown. */
  readonly client: string;
  readonly prints: Readonly<Partial<Record<Kind, unknown>>>;
  readonly certificates: SessionCertificates;
}

/** The certificates of a TLS session. */
export interface SessionCertificates {
  /** The certificate of the server; undefined when the log has none that can be read. */
  readonly certificate: SeenCertificate | undefined;
  /** The certificates above it. */
  readonly chain?: readonly SeenCertificate[];
  /** Identify the certificate where the log does not describe it. */
  readonly digests: Digests;
  /** Whether the log holds a whole certificate that cannot be decoded. */
  readonly isDamaged?: boolean;
}

/**
 * The certificates of a session that a log holds whole, or describes.
 * @param encoded the certificate of the server and its chain, in base64 DER or PEM
 * @param described read when the server's own cannot be decoded
 */
export function sessionCertificates(encoded: readonly unknown[], described: DescribedCertificate): SessionCertificates {
  const [own, ...chain] = decodedChain(encoded, described.time);
  if (own) return { certificate: own, chain, digests: own };
  return { certificate: certificateEntry(described), digests: described, isDamaged: encoded.length > 0 };
}

/** @returns no entries for a session with neither a certificate nor a fingerprint */
export function sessionEntries(session: LoggedSession): readonly LogEntry[] {
  const { server, client, prints, certificates } = session;
  const { certificate, chain = [], digests, isDamaged = false } = certificates;
  const identity = certificate ?? identify(digests);
  const entries: LogEntry[] = certificate ? [...withChain(certificate, chain)] : [];
  // a damaged part of a certificate that another part identifies does no harm
  if (identity === 'damaged') entries.push(reject(reasons.badDigest));
  else if (isDamaged && identity === 'missing') entries.push(reject(reasons.badCertificate));
  if (server.ip === '') return entries;
  if (typeof identity === 'object')
    entries.push({ what: 'shown-certificate', ...server, fingerprint: identity.sha1 || identity.sha256 });
  entries.push(...fingerprintEntries(server, client, prints));
  return entries;
}

/** Where a format has the parts of an HTTP request and its response. */
export interface ExchangeFields<Event> {
  readonly status: (event: Event) => unknown;
  /** What follows the status in the first line of the response. */
  readonly phrase?: (event: Event) => unknown;
  readonly method: (event: Event) => unknown;
  readonly url?: (event: Event) => unknown;
  /** As `readTime` takes it. */
  readonly time: (event: Event) => unknown;
  /** Address of the server. */
  readonly ip: (event: Event) => unknown;
  /** The Host header. */
  readonly host: (event: Event) => unknown;
  /** Of the response. */
  readonly headers: (event: Event) => Readonly<Record<string, string>>;
}

/** The response of an HTTP exchange, or why there is none to keep. */
export function readExchange<Event>(fields: ExchangeFields<Event>, event: Event): readonly LogEntry[] {
  const status = statusOf(fields.status(event));
  if (status === '') return skipped(reasons.noResponse);
  // a request to a proxy has a full URL or the method CONNECT: the response is not from the server at that address
  const url = textOf(fields.url?.(event));
  if (fields.method(event) === 'CONNECT' || /^https?:\/\//i.test(url)) return skipped(reasons.proxy);
  const time = readTime(fields.time(event));
  if (time === undefined) return rejected(reasons.noTime);
  const ip = textOf(fields.ip(event));
  if (ip === '') return rejected(reasons.noServer);
  const phrase = textOf(fields.phrase?.(event));
  const response = phrase === '' ? status : `${status} ${phrase}`;
  const hostname = withoutPort(textOf(fields.host(event)));
  return [{ what: 'headers', ip, hostname, time, response, headers: fields.headers(event) }];
}

/**
 * The fingerprints of both ends of a TLS session. Those of the client belong to its own address and to no host name.
 * @param client its address; '' when unknown
 */
export function fingerprintEntries(
  server: SeenAtHost,
  client: string,
  found: Readonly<Partial<Record<Kind, unknown>>>,
): readonly LogEntry[] {
  const entries: LogEntry[] = [];
  let isDamaged = false;
  const add = (kinds: readonly Kind[], at: SeenAtHost): void => {
    for (const kind of kinds) {
      const given = found[kind];
      if (given === undefined || given === null || given === '') continue;
      const value = typeof given === 'string' ? given.slice(0, 100).toLowerCase() : '';
      if (patterns[kind].test(value)) entries.push({ what: 'fingerprint', kind, value, ...at });
      else isDamaged = true;
    }
  };
  add(ofServer, server);
  if (client !== '') add(ofClient, { ip: client, hostname: '', time: server.time });
  return isDamaged ? [...entries, ...rejected(reasons.badFingerprint)] : entries;
}

/** '200' for the number 200 or its text; '' for anything that is not a status. */
export function statusOf(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[1-9]\d\d$/.test(text) ? text : '';
}

/** The host name in a Host header. */
function withoutPort(host: string): string {
  return host.replace(/:\d{1,5}$/, '');
}

/** The name and the value of a line of the head; '' for the name when it has none. */
export function headerOf(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, Math.max(0, colon)), line.slice(colon + 1)];
}

const headerName = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/;

/** Header names are in lower case; the values of repeated headers are joined with commas (RFC 9110, 5.3). */
export function headersOf(pairs: Iterable<readonly [name: unknown, value: unknown]>): Record<string, string> {
  const headers = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (typeof name !== 'string' || name.length > 100) continue;
    const key = name.trim().toLowerCase();
    const text = valueOf(value);
    if (text === undefined || !headerName.test(key)) continue;
    const before = headers.get(key);
    headers.set(key, before === undefined ? text : `${before}, ${text}`);
  }
  return Object.fromEntries(headers);
}

function valueOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  const texts = Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  return texts.length > 0 ? texts.join(', ') : undefined;
}
