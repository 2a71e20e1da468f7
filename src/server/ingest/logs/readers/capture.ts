import { LRUCache } from 'lru-cache';
import { isObject, type JsonObject, textOf } from '#model/json-value.ts';
import type { BinaryReader, LogEntry } from '#server/ingest/logs/log-reader.ts';
import { findTshark, installTshark, packetLines } from '#server/ingest/logs/tshark.ts';
import { capturedHttp } from './captured-http.ts';
import { readDistinguishedName } from './certificates.ts';
import { messageEntries } from './dns-message.ts';
import { oneOrMore } from './json-events.ts';
import { fingerprintEntries, sessionCertificates, sessionEntries } from './server-evidence.ts';
import { portsSkip, readJsonLine, readTime, reasons, rejected, skipped } from './values.ts';

/** The first bytes of pcap in both byte orders, with microseconds, nanoseconds and the fields of Kuznetzov, and of pcapng. */
const magics = ['a1b2c3d4', 'd4c3b2a1', 'a1b23c4d', '4d3cb2a1', 'a1b2cd34', '34cdb2a1'];
const sectionHeader = /^0a0d0d0a.{8}(?:1a2b3c4d|4d3c2b1a)/;

/** Packet captures: DNS over UDP and TCP, the handshakes of TLS, and HTTP. */
export const readCapture: BinaryReader = {
  format: 'pcap',
  title: 'Packet capture (pcap, pcapng)',
  isOwn(head) {
    const start = head.toString('hex', 0, 12);
    return (start.length === 24 && magics.includes(start.slice(0, 8))) || sectionHeader.test(start);
  },
  missing: () => (findTshark() === undefined ? installTshark : undefined),
  linePacks: (bytes) => packetLines(bytes),
  open: openCapture,
};

/** A TLS session, as far as the capture has shown it. */
interface Session {
  /** The address that said hello as the server; '' until it did. */
  server: string;
  /** The name that the client asked for; '' when unknown. */
  hostname: string;
}

const maxSessions = 50_000;
const [clientHello, serverHello, certificateMessage] = [1, 2, 11];

function openCapture(): (line: string) => readonly LogEntry[] {
  const sessions = new LRUCache<string, Session>({ max: maxSessions });
  const readHttp = capturedHttp();
  return (line) => {
    if (line.trim() === '') return [];
    const packet = readJsonLine(line);
    if (!packet) return rejected(reasons.notJson);
    const { time, stream, layers } = packet;
    if (!isObject(layers)) return rejected(reasons.notDns);
    const entries: LogEntry[] = [];
    for (const message of bytesOf(layers['dns_raw']))
      // over TCP, the length comes first
      entries.push(...messageEntries(textOf(stream) === '' ? message : message.subarray(2), time));
    if ('mdns_raw' in layers) entries.push(...skipped(portsSkip(5353, 5353) ?? ''));
    if ('llmnr_raw' in layers) entries.push(...skipped(portsSkip(5355, 5355) ?? ''));
    if ('tls' in layers) entries.push(...handshakeEntries(sessions, packet, layers));
    for (const message of bytesOf(layers['http_raw']))
      entries.push(...readHttp(message, { time, from: lastOf(packet.from), stream: textOf(stream) }));
    return entries;
  };
}

function handshakeEntries(
  sessions: LRUCache<string, Session>,
  packet: JsonObject,
  layers: JsonObject,
): readonly LogEntry[] {
  const { stream, ja3, ja3s, ja4 } = packet;
  const time = readTime(packet.time);
  if (time === undefined) return rejected(reasons.noTime);
  // of a packet in a tunnel, the inner addresses come last
  const [from, to] = [lastOf(packet.from), lastOf(packet.to)];
  const key = textOf(stream);
  const session = sessions.get(key) ?? { server: '', hostname: '' };
  if (key !== '') sessions.set(key, session);
  const types = fieldsOf(layers, 'type').map(([type]) => type);
  const entries: LogEntry[] = [];
  if (types.includes(clientHello)) {
    const names = fieldsOf(layers, 'extensions_server_name');
    session.hostname = names.length === 1 ? (names[0]?.toString('utf8') ?? '') : '';
    entries.push(...fingerprintEntries({ ip: to, hostname: session.hostname, time }, from, { ja3, ja4 }));
  }
  if (types.includes(serverHello)) session.server = from;
  const isFromServer = session.server === from && from !== '';
  if (types.includes(certificateMessage) && !isFromServer && session.server !== '')
    return [...entries, ...skipped('the certificate of a TLS client')];
  // in base64, that of the server first
  const encoded = types.includes(certificateMessage)
    ? fieldsOf(layers, 'certificate').map((bytes) => bytes.toString('base64'))
    : [];
  const server = { ip: isFromServer ? from : '', hostname: session.hostname, time };
  const certificates = sessionCertificates(encoded, { ...undescribed, time });
  entries.push(...sessionEntries({ server, client: '', prints: { ja3s }, certificates }));
  return entries;
}

/** Captures hold whole certificates. */
const undescribed = {
  subject: readDistinguishedName(''),
  issuer: readDistinguishedName(''),
  alternatives: [],
  serial: undefined,
  notBefore: undefined,
  notAfter: undefined,
};

/** The values of a field of TLS handshakes. */
function fieldsOf(layers: JsonObject, field: string): readonly Buffer[] {
  return oneOrMore(layers['tls'])
    .filter(isObject)
    .flatMap((layer) => bytesOf(layer[`tls_tls_handshake_${field}_raw`]));
}

/** The last of the values in a column. */
function lastOf(values: unknown): string {
  return textOf(values).split(',').at(-1) ?? '';
}

/** A member that tshark writes as hexadecimal digits, as a list when there are several. */
function bytesOf(value: unknown): readonly Buffer[] {
  return oneOrMore(value)
    .filter((each) => typeof each === 'string')
    .map((each) => Buffer.from(each, 'hex'));
}
