import type { LogEntry, SeenFingerprint } from '#server/collect/logs/log-reader.ts';
import { rejected } from '#server/collect/logs/skip-rules.ts';
import { hexOf } from './certificate-fields.ts';

// What logs of sensors and scanners say of the servers they saw: shared by the readers.

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

/** A server as it was asked: by which address and name, and when (epoch seconds). */
export interface AskedServer {
  readonly ip: string;
  readonly hostname: string;
  readonly time: number;
}

type Kind = SeenFingerprint['kind'];

const isFingerprint: Readonly<Record<Kind, (value: string) => boolean>> = {
  ja3: (value) => hexOf(value, 32) === value,
  ja3s: (value) => hexOf(value, 32) === value,
  ja4: (value) => /^[a-z0-9]{10}_[0-9a-f]{12}_[0-9a-f]{12}$/.test(value),
  ja4s: (value) => /^[a-z0-9]{7}_[0-9a-f]{4}_[0-9a-f]{12}$/.test(value),
};
const ofServer = ['ja3s', 'ja4s'] as const;
const ofClient = ['ja3', 'ja4'] as const;

/**
 * The fingerprints of both ends of a session. Those of the client stand at its own address, without the name it asked for.
 * @param client '' where the log does not name it
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
      if (isFingerprint[kind](value)) entries.push({ what: 'fingerprint', kind, value, ...at });
      else isDamaged = true;
    }
  };
  add(ofServer, server);
  if (client !== '') add(ofClient, { ip: client, hostname: '', time: server.time });
  return isDamaged ? [...entries, ...rejected(evidenceReasons.badFingerprint)] : entries;
}

/** '200' of a number or text; '' where there is no status. */
export function statusOf(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[1-9]\d\d$/.test(text) ? text : '';
}

/** A request through a proxy names the whole URL, or only the host to connect to: the proxy's address answers for another server. */
export function isProxyRequest(method: unknown, url: unknown): boolean {
  return method === 'CONNECT' || (typeof url === 'string' && /^https?:\/\//i.test(url));
}

/** The name in a Host header, without the port. */
export function withoutPort(host: string): string {
  return host.replace(/:\d{1,5}$/, '');
}

const headerName = /^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/;

/** Headers by their names in lower case; values of a repeated one are joined by commas (RFC 9110, 5.3). */
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
  if (!Array.isArray(value)) return undefined;
  return value.filter((each) => typeof each === 'string').join(', ');
}
