import type { LogEntry, SeenFingerprint } from '#server/ingest/logs/log-reader.ts';
import { certificateEntry, decodedChain, type DescribedCertificate, hexOf } from './certificates.ts';
import { reasons, rejected, skipped } from './values.ts';

// What a log tells of a TLS session or an HTTP exchange, whatever its format.

/** The server of a connection: its address, the name that was asked for, and the time in epoch seconds. */
export interface AskedServer {
  readonly ip: string;
  readonly hostname: string;
  readonly time: number;
}

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
  readonly server: AskedServer;
  /** Address of the client; '' when unknown. */
  readonly client: string;
  readonly prints: Readonly<Partial<Record<Kind, unknown>>>;
  /** The certificate of the server and its chain, in base64 DER or PEM. */
  readonly encoded?: readonly unknown[];
  /** Read when no encoded certificate can be decoded. */
  readonly certificate?: Omit<DescribedCertificate, 'time'>;
}

/** @returns no entries for a session that tells neither a certificate nor a fingerprint */
export function sessionEntries(session: LoggedSession): readonly LogEntry[] {
  const { server, client, prints, encoded = [], certificate: described } = session;
  const decoded = decodedChain(encoded, server.time);
  const own = decoded?.[0] ?? (described && certificateEntry({ ...described, time: server.time }));
  const given = [described?.sha1, described?.sha256].filter((each) => each !== undefined && each !== null);
  const named = hexOf(described?.sha1, 40) || hexOf(described?.sha256, 64);
  const fingerprint = own ? own.sha1 || own.sha256 : named;
  const isDamaged = !decoded && (encoded.length > 0 || (given.length > 0 && named === ''));
  const certificates = decoded ?? (own ? [own] : []);
  const damage = isDamaged ? rejected(reasons.badCertificate) : [];
  if (server.ip === '') return [...certificates, ...damage];
  const shown = fingerprint === '' ? [] : [{ what: 'shown-certificate' as const, ...server, fingerprint }];
  return [...certificates, ...shown, ...damage, ...fingerprintEntries(server, client, prints)];
}

/** An HTTP request and its response as a log describes them. */
interface LoggedExchange {
  readonly status: unknown;
  /** What follows the status in the first line of the response. */
  readonly phrase?: string;
  readonly method: unknown;
  readonly url?: unknown;
  /** Epoch seconds; undefined when it cannot be read. */
  readonly time: number | undefined;
  /** Address of the server; '' when unknown. */
  readonly ip: string;
  /** The Host header. */
  readonly host: string;
  /** Of the response; called when there is one. */
  readonly headers: () => Readonly<Record<string, string>>;
}

export function exchangeEntries(exchange: LoggedExchange): readonly LogEntry[] {
  const { phrase = '', method, url, time, ip, host, headers } = exchange;
  const status = statusOf(exchange.status);
  if (status === '') return skipped(reasons.noResponse);
  // a request to a proxy has a full URL or the method CONNECT: the response is not from the server at that address
  if (method === 'CONNECT' || (typeof url === 'string' && /^https?:\/\//i.test(url))) return skipped(reasons.proxy);
  if (time === undefined) return rejected(reasons.noTime);
  if (ip === '') return rejected(reasons.noServer);
  const response = phrase === '' ? status : `${status} ${phrase}`;
  return [{ what: 'headers', ip, hostname: withoutPort(host), time, response, headers: headers() }];
}

/**
 * The fingerprints of both ends of a TLS session. Those of the client belong to its own address and to no host name.
 * @param client its address; '' when unknown
 */
export function fingerprintEntries(
  server: AskedServer,
  client: string,
  found: Readonly<Partial<Record<Kind, unknown>>>,
): readonly LogEntry[] {
  const entries: LogEntry[] = [];
  let isDamaged = false;
  const add = (kinds: readonly Kind[], at: AskedServer): void => {
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
