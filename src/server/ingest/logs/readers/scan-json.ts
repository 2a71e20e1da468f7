import { isUnansweredJarm } from '#model/connection.ts';
import { parseIp } from '#model/ip-address.ts';
import { isObject, type JsonObject, listOf, textOf } from '#model/json-value.ts';
import type { LogEntry, LogReader, SeenAtHost, SeenCertificate } from '#server/ingest/logs/log-reader.ts';
import {
  certificateEntry,
  decodedCertificate,
  type DistinguishedName,
  fingerprintOf,
  hexOf,
  maxChain,
  readDistinguishedName,
} from './certificates.ts';
import { eventReader } from './json-events.ts';
import { headerOf, headersOf, sessionEntries, statusOf } from './server-evidence.ts';
import { readTime, reasons, rejected, skipped } from './values.ts';

// JSON output of scanners, one object per line: tlsx and httpx of ProjectDiscovery, and certstream, which streams new entries of
// Certificate Transparency logs.

/** `tlsx -json`: one TLS handshake per line, or with -ctl one certificate of a transparency log. */
export const readTlsx: LogReader = eventReader({
  format: 'tlsx',
  title: 'tlsx -json',
  isOwn: (event) =>
    typeof event['host'] === 'string' &&
    !('url' in event) &&
    (isObject(event['fingerprint_hash']) || typeof event['probe_status'] === 'boolean'),
  read(event) {
    const { host, ip, sni, timestamp } = event;
    if (event['probe_status'] === false) return skipped('a probe that failed');
    const time = readTime(timestamp);
    if (time === undefined) return rejected(reasons.noTime);
    const name = textOf(host);
    const address = textOf(ip) || (parseIp(name) ? name : '');
    const source = textOf(event['ctl_source']);
    if (address === '' && source === '') return rejected(reasons.noServer);
    const server = { ip: address, hostname: textOf(sni) || hostnameOf(name), time };
    const entries = [...handshakeEntries(event, server), ...(address === '' ? [] : jarmEntries(event, server))];
    if (entries.length === 0) return skipped(reasons.noCertificate);
    const place = { name: source, index: event['ctl_index'] };
    return source === ''
      ? entries
      : entries.map((entry) => (entry.what === 'certificate' ? placed(entry, place) : entry));
  },
});

/** '' when the host is an address. */
function hostnameOf(host: string): string {
  return parseIp(host) ? '' : host;
}

/** @param server with an empty address for certificates of a transparency log */
function handshakeEntries(event: JsonObject, server: SeenAtHost): readonly LogEntry[] {
  const { fingerprint_hash: hashes, chain } = event;
  return sessionEntries({
    server,
    client: '',
    // ja3_hash is the fingerprint of tlsx as a client
    prints: { ja3s: event['ja3s_hash'] },
    certificates: {
      certificate: tlsxCertificate(event, server.time),
      chain: listOf(chain)
        .slice(0, maxChain)
        .map((each) => (isObject(each) ? tlsxCertificate(each, server.time) : undefined))
        .filter((each) => each !== undefined),
      digests: isObject(hashes) ? hashes : {},
    },
  });
}

function tlsxCertificate(event: JsonObject, time: number): SeenCertificate | undefined {
  const decoded = decodedCertificate(event['certificate'], time);
  if (decoded) return decoded;
  const { fingerprint_hash: hashes } = event;
  if (!isObject(hashes)) return undefined;
  const name = (part: 'subject' | 'issuer'): DistinguishedName => {
    const read = readDistinguishedName(event[`${part}_dn`]);
    return {
      commonName: textOf(event[`${part}_cn`]) || read.commonName,
      organization: textOf(listOf(event[`${part}_org`])[0]) || read.organization,
    };
  };
  return certificateEntry({
    sha1: hashes['sha1'],
    sha256: hashes['sha256'],
    md5: hashes['md5'],
    subject: name('subject'),
    issuer: name('issuer'),
    alternatives: listOf(event['subject_an']),
    serial: event['serial'],
    notBefore: event['not_before'],
    notAfter: event['not_after'],
    time,
  });
}

function jarmEntries(event: JsonObject, server: SeenAtHost): readonly LogEntry[] {
  // older versions of httpx call it jarm
  const given = event['jarm_hash'] ?? event['jarm'];
  if (given === undefined || given === null || given === '') return [];
  const jarm = hexOf(given, 62);
  if (jarm === '') return rejected('a JARM fingerprint cannot be read');
  return isUnansweredJarm(jarm) ? [] : [{ what: 'jarm', ...server, jarm }];
}

/** `httpx -json`: one response per line, with the other probes that were switched on. */
export const readHttpx: LogReader = eventReader({
  format: 'httpx',
  title: 'httpx -json',
  isOwn: (event) =>
    typeof event['url'] === 'string' && 'input' in event && ('status_code' in event || 'failed' in event),
  read(event) {
    if (event['failed'] === true) return skipped('a probe that failed');
    const time = readTime(event['timestamp']);
    if (time === undefined) return rejected(reasons.noTime);
    const asked = hostOfUrl(event['url']);
    if (asked === undefined) return rejected('the URL is missing or cannot be read');
    // host is the address in older versions, and the name in newer ones, which have host_ip
    const addresses = [event['host_ip'], event['host'], listOf(event['a'])[0], listOf(event['aaaa'])[0], asked];
    const ip = addresses.map(textOf).find((text) => parseIp(text) !== null);
    if (ip === undefined) return rejected(reasons.noServer);
    const server = { ip, hostname: hostnameOf(asked), time };
    const { tls } = event;
    const final = hostOfUrl(event['final_url']) ?? asked;
    return [
      // after a redirect to another host the response is not from this address
      ...(final === asked ? responseEntries(event, server) : skipped('a response of another host after a redirect')),
      ...iconEntries(event, server),
      ...jarmEntries(event, server),
      ...(isObject(tls) ? handshakeEntries(tls, server) : []),
    ];
  },
});

/** In lower case, IPv6 addresses without brackets. */
function hostOfUrl(url: unknown): string | undefined {
  const text = textOf(url);
  if (text.length > 2000 || !URL.canParse(text)) return undefined;
  const { hostname } = new URL(text);
  return hostname === '' ? undefined : hostname.replace(/^\[(.*)\]$/, '$1');
}

function responseEntries(event: JsonObject, server: SeenAtHost): readonly LogEntry[] {
  const status = statusOf(event['status_code']);
  if (status === '') return skipped(reasons.noResponse);
  const { hash } = event;
  const title = textOf(event['title']);
  const bodyMurmur3 = numberText(isObject(hash) ? hash['body_mmh3'] : undefined);
  const { response, headers } = headersIn(event, status);
  return [
    { what: 'headers', ...server, response, headers },
    ...(title === '' && bodyMurmur3 === '' ? [] : [{ what: 'page' as const, ...server, title, bodyMurmur3 }]),
  ];
}

/** A whole number as text; '' for anything else. */
function numberText(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^-?\d{1,20}$/.test(text) ? text : '';
}

/** From raw_header (-irh), else from `header`, whose keys have underscores for hyphens, else from fields that are always present. */
function headersIn(
  event: JsonObject,
  status: string,
): { readonly response: string; readonly headers: Record<string, string> } {
  const [first = '', ...lines] = textOf(event['raw_header']).split(/\r?\n/);
  const response = /^HTTP\/[\d.]+ +(\d{3}(?: .*)?)$/.exec(first.trimEnd())?.[1]?.trimEnd() ?? status;
  const pairs = lines.filter((line) => line.includes(':')).map(headerOf);
  if (pairs.length > 0) return { response, headers: headersOf(pairs) };
  const { header, webserver, location, content_type: type } = event;
  const fields = headersOf(Object.entries({ 'content-type': type, server: webserver, location }));
  const listed = isObject(header) ? Object.entries(header) : [];
  return {
    response,
    headers: { ...fields, ...headersOf(listed.map(([name, value]) => [name.replaceAll('_', '-'), value])) },
  };
}

function iconEntries(event: JsonObject, server: SeenAtHost): readonly LogEntry[] {
  const { favicon, favicon_md5: given, favicon_path: path } = event;
  if (favicon === undefined || favicon === null || favicon === '') return [];
  const mmh3 = numberText(favicon);
  // unsigned in some versions
  if (mmh3 === '' || Math.abs(Number(mmh3)) > 0xffff_ffff) return rejected('the hash of an icon cannot be read');
  const named = textOf(path);
  const md5 = hexOf(given, 32);
  return [{ what: 'icon', ...server, md5, mmh3: Number(mmh3) | 0, path: named === '/favicon.ico' ? '' : named }];
}

/** Messages of certstream servers. Precertificates are kept as certificates with fingerprints of their own. */
export const readCertstream: LogReader = eventReader({
  format: 'certstream',
  title: 'certstream messages (Certificate Transparency)',
  isOwn: ({ message_type: type }) => type === 'certificate_update' || type === 'heartbeat',
  read({ message_type: type, data }) {
    if (type === 'heartbeat') return skipped('a heartbeat');
    if (typeof type !== 'string') return rejected('message_type is missing');
    if (type !== 'certificate_update') return skipped('a message without a certificate');
    const leaf = isObject(data) ? data['leaf_cert'] : undefined;
    if (!isObject(data) || !isObject(leaf)) return rejected('the message has no leaf_cert');
    const time = readTime(data['seen']);
    if (time === undefined) return rejected(reasons.noTime);
    const certificate = loggedCertificate(leaf, time);
    if (!certificate) return rejected(reasons.badCertificate);
    const { source } = data;
    const chain = listOf(data['chain'])
      .filter(isObject)
      .map(({ subject }) => distinguished(subject))
      .map(({ commonName, organization }) => commonName || organization);
    const { name, url } = isObject(source) ? source : {};
    return [placed({ ...certificate, chain }, { name, url, index: data['cert_index'] })];
  },
});

function loggedCertificate(leaf: JsonObject, time: number): SeenCertificate | undefined {
  const { fingerprint, as_der: encoded } = leaf;
  const decoded = decodedCertificate(encoded, time);
  // for precertificates some servers send a DER form that does not have the fingerprint
  if (decoded && ['', decoded.sha1, decoded.sha256].includes(fingerprintOf(fingerprint))) return decoded;
  return certificateEntry({
    sha1: hexOf(leaf['sha1'], 40) || fingerprint,
    sha256: hexOf(leaf['sha256'], 64) || fingerprint,
    subject: distinguished(leaf['subject']),
    issuer: distinguished(leaf['issuer']),
    alternatives: listOf(leaf['all_domains']),
    serial: leaf['serial_number'],
    notBefore: leaf['not_before'],
    notAfter: leaf['not_after'],
    time,
  });
}

function distinguished(name: unknown): DistinguishedName {
  const { CN, O } = isObject(name) ? name : {};
  return { commonName: textOf(CN), organization: textOf(O) };
}

/** The place of a certificate in a transparency log. */
interface LogPlace {
  readonly name: unknown;
  readonly url?: unknown;
  readonly index: unknown;
}

function placed(certificate: SeenCertificate, { name, url, index }: LogPlace): SeenCertificate {
  const isIndex = typeof index === 'number' && Number.isSafeInteger(index) && index >= 0;
  return { ...certificate, index: isIndex ? index : 0, sourceName: textOf(name), sourceUrl: textOf(url) };
}
