import type { LogEntry } from '#server/ingest/logs/log-reader.ts';
import { isObject, type LogObject, reasons, rejected, skipped, textOf } from '#server/ingest/logs/skip-rules.ts';
import {
  certificateEntry,
  decodedChain,
  type DistinguishedName,
  hexOf,
  readDistinguishedName,
} from './certificate-fields.ts';
import { field, oneOrMore, type Path, pathOf } from './ecs-fields.ts';
import {
  type AskedServer,
  evidenceReasons,
  fingerprintEntries,
  headersOf,
  statusOf,
  withoutPort,
} from './server-evidence.ts';

// TLS and HTTP servers in the Elastic Common Schema: `tls.*` and `http.*` as Packetbeat and the Filebeat modules for Zeek, Suricata
// and others write them.

const paths = {
  servers: [pathOf('server.ip'), pathOf('destination.ip')],
  clients: [pathOf('client.ip'), pathOf('source.ip')],
  sha1: pathOf('tls.server.hash.sha1'),
  sha256: pathOf('tls.server.hash.sha256'),
  md5: pathOf('tls.server.hash.md5'),
  certificate: pathOf('tls.server.certificate'),
  chain: pathOf('tls.server.certificate_chain'),
  subject: pathOf('tls.server.subject'),
  issuer: pathOf('tls.server.issuer'),
  subjectName: pathOf('tls.server.x509.subject.common_name'),
  subjectOrganization: pathOf('tls.server.x509.subject.organization'),
  issuerName: pathOf('tls.server.x509.issuer.common_name'),
  issuerOrganization: pathOf('tls.server.x509.issuer.organization'),
  alternatives: pathOf('tls.server.x509.alternative_names'),
  serial: pathOf('tls.server.x509.serial_number'),
  notBefore: [pathOf('tls.server.x509.not_before'), pathOf('tls.server.not_before')],
  notAfter: [pathOf('tls.server.x509.not_after'), pathOf('tls.server.not_after')],
  serverName: pathOf('tls.client.server_name'),
  resumed: pathOf('tls.resumed'),
  ja3: pathOf('tls.client.ja3'),
  ja3s: pathOf('tls.server.ja3s'),
  status: pathOf('http.response.status_code'),
  phrase: pathOf('http.response.status_phrase'),
  headers: pathOf('http.response.headers'),
  mimeType: pathOf('http.response.mime_type'),
  method: pathOf('http.request.method'),
  domains: [pathOf('url.domain'), pathOf('destination.domain')],
};
const ofTls = [paths.sha1, paths.sha256, paths.certificate, paths.chain, paths.ja3, paths.ja3s, paths.serverName];

export function isServerDocument(document: LogObject): boolean {
  return [...ofTls, paths.resumed, paths.status].some((path) => field(document, path) !== undefined);
}

/** The first of several fields that is set; index dumps write single values as lists. */
function first(document: LogObject, ...ways: readonly Path[]): unknown {
  for (const path of ways) {
    const [value] = oneOrMore(field(document, path));
    if (value !== undefined) return value;
  }
  return undefined;
}

function textAt(document: LogObject, ...ways: readonly Path[]): string {
  return textOf(first(document, ...ways));
}

/** @param time epoch seconds; undefined when it cannot be read */
export function readServers(document: LogObject, time: number | undefined): readonly LogEntry[] {
  if (time === undefined) return rejected(reasons.noTime);
  const ip = textAt(document, ...paths.servers);
  const isTls = [...ofTls, paths.resumed].some((path) => field(document, path) !== undefined);
  const entries = [
    ...(isTls ? readSession(document, { ip, hostname: textAt(document, paths.serverName), time }) : []),
    ...readExchange(document, { ip, hostname: withoutPort(textAt(document, ...paths.domains)), time }),
  ];
  if (entries.length > 0) return entries;
  if (!isTls) return skipped(ip === '' ? evidenceReasons.noServer : evidenceReasons.noResponse);
  return skipped(first(document, paths.resumed) === true ? evidenceReasons.resumed : evidenceReasons.noCertificate);
}

function readSession(document: LogObject, server: AskedServer): readonly LogEntry[] {
  const [ja3, ja3s] = [first(document, paths.ja3), first(document, paths.ja3s)];
  const client = textAt(document, ...paths.clients);
  const certificates = certificatesOf(document, server.time);
  const [leaf] = certificates;
  const [sha1, sha256] = [hashAt(document, paths.sha1, 40), hashAt(document, paths.sha256, 64)];
  const fingerprint = leaf?.what === 'certificate' ? leaf.sha1 || leaf.sha256 : sha1 || sha256;
  // the certificate is worth keeping without a server
  if (server.ip === '') return certificates;
  return [
    ...certificates,
    ...(fingerprint === '' ? [] : [{ what: 'shown-certificate' as const, ...server, fingerprint }]),
    ...fingerprintEntries(server, client, { ja3, ja3s }),
  ];
}

function hashAt(document: LogObject, path: Path, length: number): string {
  return hexOf(first(document, path), length);
}

/** The certificate of the server and its chain, or why it cannot be read. */
function certificatesOf(document: LogObject, time: number): readonly LogEntry[] {
  const encoded = [paths.certificate, paths.chain].flatMap((path) => oneOrMore(field(document, path)));
  const decoded = decodedChain(encoded, time);
  if (decoded) return decoded;
  const certificate = certificateEntry({
    sha1: first(document, paths.sha1),
    sha256: first(document, paths.sha256),
    md5: first(document, paths.md5),
    subject: nameAt(document, paths.subject, paths.subjectName, paths.subjectOrganization),
    issuer: nameAt(document, paths.issuer, paths.issuerName, paths.issuerOrganization),
    alternatives: oneOrMore(field(document, paths.alternatives)),
    serial: first(document, paths.serial),
    notBefore: first(document, ...paths.notBefore),
    notAfter: first(document, ...paths.notAfter),
    time,
  });
  if (certificate) return [certificate];
  const isDamaged = [paths.sha1, paths.sha256].some(
    (path, index) => first(document, path) !== undefined && hashAt(document, path, index === 0 ? 40 : 64) === '',
  );
  return isDamaged || encoded.length > 0 ? rejected(evidenceReasons.badCertificate) : [];
}

function nameAt(document: LogObject, whole: Path, name: Path, organization: Path): DistinguishedName {
  const read = readDistinguishedName(first(document, whole));
  return {
    commonName: textAt(document, name) || read.commonName,
    organization: textAt(document, organization) || read.organization,
  };
}

function readExchange(document: LogObject, server: AskedServer): readonly LogEntry[] {
  const status = statusOf(first(document, paths.status));
  // access logs of web servers have the address of the client only
  if (status === '' || server.ip === '') return [];
  if (textAt(document, paths.method).toUpperCase() === 'CONNECT') return skipped(evidenceReasons.proxy);
  const phrase = textAt(document, paths.phrase);
  const response = phrase === '' ? status : `${status} ${phrase}`;
  return [{ what: 'headers', ...server, response, headers: responseHeaders(document) }];
}

const headerPrefix = 'http.response.headers.';

/** Nested, or flattened with the full path in each key. */
function responseHeaders(document: LogObject): Record<string, string> {
  const nested = field(document, paths.headers);
  const pairs: (readonly [string, unknown])[] = isObject(nested)
    ? Object.entries(nested)
    : Object.entries(document)
        .filter(([key]) => key.startsWith(headerPrefix))
        .map(([key, value]) => [key.slice(headerPrefix.length), value]);
  return { ...headersOf([['content-type', first(document, paths.mimeType)]]), ...headersOf(pairs) };
}
