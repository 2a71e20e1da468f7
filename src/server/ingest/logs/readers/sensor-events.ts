import { isObject, type JsonObject, listOf, textOf } from '#model/json-value.ts';
import type { LogEntry } from '#server/ingest/logs/log-reader.ts';
import { readDistinguishedName, type DistinguishedName } from './certificates.ts';
import { ecsDns, eveDns, inMilliseconds, isEcsDns, readDns } from './dns-events.ts';
import { at, documentOf, eventReader, type Field, oneOrMore } from './json-events.ts';
import { windowsDnsEntries } from './windows-events.ts';
import {
  type ExchangeFields,
  headersOf,
  readExchange,
  sessionCertificates,
  type SessionCertificates,
  sessionEntries,
  statusOf,
} from './server-evidence.ts';
import { readTime, reasons, rejected, skipped } from './values.ts';

// JSON of network sensors, whose events are of DNS, TLS and HTTP.

/**
 * eve.json of Suricata (docs.suricata.io, "EVE JSON Format"). The "dns", "tls" and "http" objects of alerts are skipped, because they repeat
 * events of their own.
 */
export const readEve = eventReader({
  format: 'suricata-eve',
  title: 'Suricata EVE JSON',
  isOwn: ({ event_type: type, timestamp }) => typeof type === 'string' && typeof timestamp === 'string',
  read(event) {
    const { event_type: type } = event;
    switch (type) {
      case 'dns':
        return readDns(eveDns, event);
      case 'tls':
      case 'quic':
        return eveSession(event, type);
      case 'http':
        return isObject(event['http']) ? readExchange(eveHttp, event) : rejected('the event has no http object');
      default:
        return typeof type === 'string' ? skipped(reasons.otherEvent) : rejected('event_type is missing');
    }
  },
});

/** The source of an event is the client of the flow, but a QUIC event describes one packet, which may come from the server. */
function eveEnds(event: JsonObject, type: 'tls' | 'quic'): { readonly client: string; readonly server: string } {
  const [source, destination] = [textOf(event['src_ip']), textOf(event['dest_ip'])];
  const isFromServer = type === 'quic' && event['src_port'] === 443 && event['dest_port'] !== 443;
  return isFromServer ? { client: destination, server: source } : { client: source, server: destination };
}

/** The configuration decides how much of the certificate is logged. The fingerprint alone identifies it. */
function eveSession(event: JsonObject, type: 'tls' | 'quic'): readonly LogEntry[] {
  const session = event[type];
  if (!isObject(session)) return rejected(`the event has no ${type} object`);
  const time = readTime(event['timestamp']);
  if (time === undefined) return rejected(reasons.noTime);
  const { client, server: ip } = eveEnds(event, type);
  if (ip === '') return rejected(reasons.noServer);
  const { ja3, ja3s, ja4, ja4s } = session;
  const entries = sessionEntries({
    server: { ip, hostname: textOf(session['sni']), time },
    client,
    prints: { ja3: hashIn(ja3), ja3s: hashIn(ja3s), ja4, ja4s },
    certificates: type === 'tls' ? eveCertificates(session, time) : noCertificates,
  });
  if (entries.length > 0) return entries;
  if (session['session_resumed'] === true) return skipped(reasons.resumed);
  // logged without `extended: yes`
  return skipped('subject' in session ? reasons.noFingerprint : reasons.noCertificate);
}

/** QUIC events have none. */
const noCertificates: SessionCertificates = { certificate: undefined, digests: {} };

function eveCertificates(session: JsonObject, time: number): SessionCertificates {
  const { certificate: own, chain, fingerprint, subject, issuerdn: issuer, serial } = session;
  return sessionCertificates(own === undefined ? listOf(chain) : [own, ...listOf(chain)], {
    sha1: fingerprint,
    sha256: fingerprint,
    serial,
    time,
    subject: readDistinguishedName(subject),
    issuer: readDistinguishedName(issuer),
    alternatives: listOf(session['subjectaltname']),
    notBefore: session['notbefore'],
    notAfter: session['notafter'],
  });
}

/** `{"hash": "...", "string": "..."}` */
function hashIn(value: unknown): unknown {
  return isObject(value) ? value['hash'] : value;
}

const eveHttp: ExchangeFields<JsonObject> = {
  status: at('http.status'),
  method: at('http.http_method'),
  url: at('http.url'),
  time: at('timestamp'),
  ip: at('dest_ip'),
  host: at('http.hostname'),
  headers: eveHeaders,
};

/** All headers if they are logged (dump-all-headers), else those with fields of their own. */
function eveHeaders({ http }: JsonObject): Record<string, string> {
  const { http_content_type: type, server, location, response_headers: listed } = isObject(http) ? http : {};
  const pairs = listOf(listed).filter(isObject);
  return {
    ...headersOf(Object.entries({ 'content-type': type, server, location })),
    ...headersOf(pairs.map(({ name, value }) => [name, value])),
  };
}

/** Elastic Common Schema, as Packetbeat, Winlogbeat and the Filebeat modules for Zeek, Suricata and others write it. */
export const readEcs = eventReader({
  format: 'ecs',
  title: 'DNS, TLS and HTTP events in the Elastic Common Schema (Packetbeat, Winlogbeat)',
  isOwn(event) {
    const document = documentOf(event);
    // Logstash adds @timestamp to events of any kind, those of Suricata too
    if (!('@timestamp' in document) || typeof document['event_type'] === 'string') return false;
    if (isEcsDns(document) || isServer(document)) return true;
    return ecs.version(document) !== undefined && windowsDnsEntries(document) === undefined;
  },
  read(event) {
    const document = documentOf(event);
    if (isEcsDns(document)) return readDns(ecsDns, document);
    if (isServer(document)) return ecsServer(document);
    const ofWindows = windowsDnsEntries(document);
    if (ofWindows) return ofWindows;
    return document['@timestamp'] === undefined ? rejected(reasons.noTime) : skipped(reasons.otherEvent);
  },
});

/** Single values may be written as lists. */
function single(...names: readonly string[]): Field {
  const fields = names.map((name) => at(name));
  return (document) => {
    for (const field of fields) {
      const [value] = oneOrMore(field(document));
      if (value !== undefined) return value;
    }
    return undefined;
  };
}

const ecs = {
  version: at('ecs.version'),
  time: inMilliseconds(at('@timestamp')),
  server: single('server.ip', 'destination.ip'),
  client: single('client.ip', 'source.ip'),
  serverName: single('tls.client.server_name'),
  resumed: single('tls.resumed'),
  encoded: [at('tls.server.certificate'), at('tls.server.certificate_chain')],
  sha1: single('tls.server.hash.sha1'),
  sha256: single('tls.server.hash.sha256'),
  md5: single('tls.server.hash.md5'),
  subject: nameAt('tls.server.subject', 'tls.server.x509.subject'),
  issuer: nameAt('tls.server.issuer', 'tls.server.x509.issuer'),
  alternatives: at('tls.server.x509.alternative_names'),
  serial: single('tls.server.x509.serial_number'),
  notBefore: single('tls.server.x509.not_before', 'tls.server.not_before'),
  notAfter: single('tls.server.x509.not_after', 'tls.server.not_after'),
  ja3: single('tls.client.ja3'),
  ja3s: single('tls.server.ja3s'),
  status: single('http.response.status_code'),
  headers: at('http.response.headers'),
  mimeType: single('http.response.mime_type'),
  method: single('http.request.method'),
} as const;
const ofTls = [...ecs.encoded, ecs.sha1, ecs.sha256, ecs.ja3, ecs.ja3s, ecs.serverName, ecs.resumed];

/** @param whole path of a name in one text @param parts path of the object that has its parts */
function nameAt(whole: string, parts: string): (document: JsonObject) => DistinguishedName {
  const [text, name, organization] = [single(whole), single(`${parts}.common_name`), single(`${parts}.organization`)];
  return (document) => {
    const read = readDistinguishedName(text(document));
    return {
      commonName: textOf(name(document)) || read.commonName,
      organization: textOf(organization(document)) || read.organization,
    };
  };
}

function isTls(document: JsonObject): boolean {
  return ofTls.some((field) => field(document) !== undefined);
}

function isServer(document: JsonObject): boolean {
  return isTls(document) || ecs.status(document) !== undefined;
}

function ecsServer(document: JsonObject): readonly LogEntry[] {
  const time = readTime(ecs.time(document));
  if (time === undefined) return rejected(reasons.noTime);
  const ip = textOf(ecs.server(document));
  const hasSession = isTls(document);
  // access logs of web servers have the address of the client only
  const hasResponse = ip !== '' && statusOf(ecs.status(document)) !== '';
  const session = hasSession ? ecsSession(document, ip, time) : [];
  const entries = hasResponse ? [...session, ...readExchange(ecsHttp, document)] : session;
  if (entries.length > 0) return entries;
  if (!hasSession) return skipped(ip === '' ? reasons.noServer : reasons.noResponse);
  return skipped(ecs.resumed(document) === true ? reasons.resumed : reasons.noCertificate);
}

function ecsSession(document: JsonObject, ip: string, time: number): readonly LogEntry[] {
  const encoded = ecs.encoded.flatMap((field) => oneOrMore(field(document)));
  return sessionEntries({
    server: { ip, hostname: textOf(ecs.serverName(document)), time },
    client: textOf(ecs.client(document)),
    prints: { ja3: ecs.ja3(document), ja3s: ecs.ja3s(document) },
    certificates: sessionCertificates(encoded, {
      sha1: ecs.sha1(document),
      sha256: ecs.sha256(document),
      md5: ecs.md5(document),
      subject: ecs.subject(document),
      issuer: ecs.issuer(document),
      alternatives: oneOrMore(ecs.alternatives(document)),
      serial: ecs.serial(document),
      notBefore: ecs.notBefore(document),
      notAfter: ecs.notAfter(document),
      time,
    }),
  });
}

const ecsHttp: ExchangeFields<JsonObject> = {
  status: ecs.status,
  phrase: single('http.response.status_phrase'),
  method: (document) => textOf(ecs.method(document)).toUpperCase(),
  time: ecs.time,
  ip: ecs.server,
  host: single('url.domain', 'destination.domain'),
  headers: ecsHeaders,
};

const headerPrefix = 'http.response.headers.';

/** Nested, or flattened with the full path in each key. */
function ecsHeaders(document: JsonObject): Record<string, string> {
  const nested = ecs.headers(document);
  const pairs: (readonly [string, unknown])[] = isObject(nested)
    ? Object.entries(nested)
    : Object.entries(document)
        .filter(([key]) => key.startsWith(headerPrefix))
        .map(([key, value]) => [key.slice(headerPrefix.length), value]);
  return { ...headersOf([['content-type', ecs.mimeType(document)]]), ...headersOf(pairs) };
}
