import type { LogEntry, SeenFingerprint } from '#server/ingest/logs/log-reader.ts';
import { rejected } from '#server/ingest/logs/skip-rules.ts';

// Shared by the readers of logs about TLS and HTTP servers.

export const evidenceReasons = {
  otherEvent: 'not an event of DNS, TLS or HTTP',
  noServer: 'the address of the server is missing',
  noCertificate: 'a TLS session without a certificate',
  noFingerprint: 'a certificate without its fingerprint',
  resumed: 'a resumed TLS session, which shows no certificate',
  badCertificate: 'a certificate cannot be read',
  badFingerprint: 'a TLS fingerprint cannot be read',
  noResponse: 'an HTTP request without a response',
  proxy: 'an HTTP request to a proxy',
} as const;

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
  return isDamaged ? [...entries, ...rejected(evidenceReasons.badFingerprint)] : entries;
}

/** '200' for the number 200 or its text; '' for anything that is not a status. */
export function statusOf(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[1-9]\d\d$/.test(text) ? text : '';
}

/** Requests to a proxy have a full URL or the method CONNECT: the response is not from the server at that address. */
export function isProxyRequest(method: unknown, url: unknown): boolean {
  return method === 'CONNECT' || (typeof url === 'string' && /^https?:\/\//i.test(url));
}

/** The host name in a Host header. */
export function withoutPort(host: string): string {
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
