import type { LogEntry } from '#server/ingest/logs/log-reader.ts';
import {
  isObject,
  listOf,
  type LogObject,
  readTime,
  reasons,
  rejected,
  skipped,
  textOf,
} from '#server/ingest/logs/skip-rules.ts';
import { certificateEntry, decodedChain, fingerprintOf, readDistinguishedName } from './certificate-fields.ts';
import {
  type AskedServer,
  evidenceReasons,
  fingerprintEntries,
  headersOf,
  isProxyRequest,
  statusOf,
  withoutPort,
} from './server-evidence.ts';

// Events "tls", "quic" and "http" of Suricata's eve.json.

/** Events have the client of the flow as source, but those of QUIC describe one packet, which may come from the server. */
function endsOf(event: LogObject, type: 'tls' | 'quic' | 'http'): { readonly client: string; readonly server: string } {
  const [source, destination] = [textOf(event['src_ip']), textOf(event['dest_ip'])];
  const isFromServer = type === 'quic' && event['src_port'] === 443 && event['dest_port'] !== 443;
  return isFromServer ? { client: destination, server: source } : { client: source, server: destination };
}

export function readSession(event: LogObject, type: 'tls' | 'quic'): readonly LogEntry[] {
  const session = event[type];
  if (!isObject(session)) return rejected(`the event has no ${type} object`);
  const time = readTime(event['timestamp']);
  if (time === undefined) return rejected(reasons.noTime);
  const { client, server: ip } = endsOf(event, type);
  if (ip === '') return rejected(evidenceReasons.noServer);
  const server = { ip, hostname: textOf(session['sni']), time };
  const { ja3, ja3s, ja4, ja4s } = session;
  const fingerprints = fingerprintEntries(server, client, {
    ...{ ja3: hashIn(ja3), ja3s: hashIn(ja3s) },
    ...{ ja4, ja4s },
  });
  const entries = type === 'tls' ? [...shown(session, server), ...fingerprints] : fingerprints;
  if (entries.length > 0) return entries;
  if (session['session_resumed'] === true) return skipped(evidenceReasons.resumed);
  // logged without `extended: yes`
  return skipped('subject' in session ? evidenceReasons.noFingerprint : evidenceReasons.noCertificate);
}

/** `{"hash": "...", "string": "..."}` */
function hashIn(value: unknown): unknown {
  return isObject(value) ? value['hash'] : value;
}

/** How much of the certificate is logged depends on the configuration. The fingerprint alone still identifies it. */
function shown(session: LogObject, server: AskedServer): readonly LogEntry[] {
  const encoded = [session['certificate'], ...listOf(session['chain'])].filter((each) => each !== undefined);
  const decoded = decodedChain(encoded, server.time);
  if (decoded) return [...decoded, { what: 'shown-certificate', ...server, fingerprint: decoded[0].sha1 }];
  const found = described(session, server);
  if (found && encoded.length === 0) return found;
  return [...(found ?? []), ...rejected(evidenceReasons.badCertificate)];
}

/** From its fields; undefined when the fingerprint cannot be read. */
function described(session: LogObject, server: AskedServer): readonly LogEntry[] | undefined {
  const { fingerprint: given } = session;
  if (given === undefined || given === null) return [];
  const fingerprint = fingerprintOf(given);
  if (fingerprint === '') return undefined;
  const certificate = certificateEntry({
    sha1: fingerprint,
    sha256: fingerprint,
    subject: readDistinguishedName(session['subject']),
    issuer: readDistinguishedName(session['issuerdn']),
    alternatives: listOf(session['subjectaltname']),
    serial: session['serial'],
    notBefore: session['notbefore'],
    notAfter: session['notafter'],
    time: server.time,
  });
  return [...(certificate ? [certificate] : []), { what: 'shown-certificate', ...server, fingerprint }];
}

export function readExchange(event: LogObject): readonly LogEntry[] {
  const { http } = event;
  if (!isObject(http)) return rejected('the event has no http object');
  const status = statusOf(http['status']);
  if (status === '') return skipped(evidenceReasons.noResponse);
  if (isProxyRequest(http['http_method'], http['url'])) return skipped(evidenceReasons.proxy);
  const time = readTime(event['timestamp']);
  if (time === undefined) return rejected(reasons.noTime);
  const { server: ip } = endsOf(event, 'http');
  if (ip === '') return rejected(evidenceReasons.noServer);
  const hostname = withoutPort(textOf(http['hostname']));
  return [{ what: 'headers', ip, hostname, time, response: status, headers: responseHeaders(http) }];
}

/** All headers if they are logged (dump-all-headers), else those with fields of their own. */
function responseHeaders(http: LogObject): Record<string, string> {
  const { http_content_type: type, server, location } = http;
  const fields = headersOf(Object.entries({ 'content-type': type, server, location }));
  const listed = listOf(http['response_headers']).filter(isObject);
  return { ...fields, ...headersOf(listed.map(({ name, value }) => [name, value])) };
}
