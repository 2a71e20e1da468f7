import type { LogEntry, LogReader } from '#server/ingest/logs/log-reader.ts';
import { certificateEntry, decodedCertificate, fingerprintOf, readDistinguishedName } from './certificates.ts';
import { exchangeEntries, fingerprintEntries, headersOf } from './server-evidence.ts';
import { reasons, rejected, skipped } from './values.ts';
import { isInMilliseconds, type ZeekRow, zeekReader, zeekTime } from './zeek-log.ts';

// ssl.log and x509.log of Zeek (docs.zeek.org, base/protocols/ssl and base/files/x509). ssl.log lists the fingerprints of the
// certificates of each connection, SHA-256 by default; x509.log describes each certificate about once a day. Before Zeek 4.1 both
// identify certificates by a file id that is only valid for one connection.

const sessionColumns = [
  ...['ts', 'id.orig_h', 'id.resp_h', 'server_name', 'cipher', 'resumed'],
  ...['cert_chain_fps', 'cert_chain_fuids', 'ja3', 'ja3s', 'ja4', 'ja4s'],
] as const;

export const readZeekSsl: LogReader = zeekReader({
  format: 'zeek-ssl',
  title: 'Zeek ssl.log (TSV or JSON)',
  path: 'ssl',
  columns: sessionColumns,
  isTable: (has) =>
    has('ts') && has('id.resp_h') && (has('cert_chain_fps') || has('cert_chain_fuids') || has('cipher')),
  // unset fields are left out of JSON, but these two are always set
  isEvent: (event) => 'ts' in event && 'established' in event && 'resumed' in event,
  open: () => readSession,
});

function readSession(row: ZeekRow<(typeof sessionColumns)[number]>): readonly LogEntry[] {
  const first = row.first('cert_chain_fps');
  const found = { ja3: row.text('ja3'), ja3s: row.text('ja3s'), ja4: row.text('ja4'), ja4s: row.text('ja4s') };
  if (first === '' && found.ja3 === '' && found.ja3s === '' && found.ja4 === '' && found.ja4s === '')
    return skipped(withoutCertificate(row));
  const time = zeekTime(row.value('ts'));
  if (time === undefined) return rejected(reasons.noTime);
  const ip = row.text('id.resp_h');
  if (ip === '') return rejected(reasons.noServer);
  const server = { ip, hostname: row.text('server_name'), time };
  const fingerprints = fingerprintEntries(server, row.text('id.orig_h'), found);
  if (first === '') return fingerprints;
  const fingerprint = fingerprintOf(first);
  if (fingerprint === '') return [...fingerprints, ...rejected(notFingerprint)];
  return [{ what: 'shown-certificate', ...server, fingerprint }, ...fingerprints];
}

function withoutCertificate(row: ZeekRow<(typeof sessionColumns)[number]>): string {
  if (row.first('cert_chain_fuids') !== '') return onlyFileId;
  return row.flag('resumed') ? reasons.resumed : reasons.noCertificate;
}

const notFingerprint = 'the fingerprint of a certificate is neither a SHA-256 nor a SHA-1';
const onlyFileId = 'certificates are named by file ids, not by fingerprints (Zeek before 4.1)';

const certificateColumns = [
  ...['ts', 'fingerprint', 'id', 'cert', 'san.dns', 'certificate.serial', 'certificate.subject', 'certificate.issuer'],
  ...['certificate.not_valid_before', 'certificate.not_valid_after'],
] as const;

export const readZeekX509: LogReader = zeekReader({
  format: 'zeek-x509',
  title: 'Zeek x509.log (TSV or JSON)',
  path: 'x509',
  columns: certificateColumns,
  isTable: (has) => has('ts') && (has('certificate.subject') || has('cert')),
  isEvent: (event) => 'ts' in event && ('certificate.serial' in event || 'certificate' in event || 'cert' in event),
  open: () => readCertificate,
});

function readCertificate(row: ZeekRow<(typeof certificateColumns)[number]>): readonly LogEntry[] {
  const given = row.value('ts');
  const time = zeekTime(given);
  if (time === undefined) return rejected(reasons.noTime);
  // with log-certs-base64.zeek
  const whole = decodedCertificate(row.value('cert'), time);
  if (whole) return [whole];
  const named = row.text('fingerprint');
  if (named === '') return rejected(row.text('id') === '' ? reasons.badCertificate : onlyFileId);
  const fingerprint = fingerprintOf(named);
  if (fingerprint === '') return rejected(notFingerprint);
  const validity = (column: 'certificate.not_valid_before' | 'certificate.not_valid_after'): unknown => {
    const value = row.value(column);
    return isInMilliseconds(given) && typeof value === 'number' ? value / 1000 : value;
  };
  const certificate = certificateEntry({
    sha1: fingerprint,
    sha256: fingerprint,
    subject: readDistinguishedName(row.text('certificate.subject')),
    issuer: readDistinguishedName(row.text('certificate.issuer')),
    alternatives: row.list('san.dns'),
    serial: row.text('certificate.serial'),
    notBefore: validity('certificate.not_valid_before'),
    notAfter: validity('certificate.not_valid_after'),
    time,
  });
  return certificate ? [certificate] : rejected('the validity of the certificate is missing or cannot be read');
}

// http.log of Zeek (docs.zeek.org, base/protocols/http). By default it has the status and the content type;
// policy/protocols/http/header-names.zeek adds the names of the headers and, if configured, their values.

const exchangeColumns = [
  ...['ts', 'id.resp_h', 'host', 'method', 'uri', 'status_code', 'status_msg', 'resp_mime_types'],
  ...['server_header_names', 'server_header_values'],
] as const;

export const readZeekHttp: LogReader = zeekReader({
  format: 'zeek-http',
  title: 'Zeek http.log (TSV or JSON)',
  path: 'http',
  columns: exchangeColumns,
  // sip.log has a status as well
  isTable: (has) => has('ts') && has('id.resp_h') && has('status_code') && (has('host') || has('resp_mime_types')),
  isEvent: (event) => 'ts' in event && 'trans_depth' in event && ('tags' in event || 'host' in event),
  open: () => readExchange,
});

function readExchange(row: ZeekRow<(typeof exchangeColumns)[number]>): readonly LogEntry[] {
  return exchangeEntries({
    status: row.value('status_code'),
    phrase: row.text('status_msg'),
    method: row.text('method'),
    url: row.text('uri'),
    time: zeekTime(row.value('ts')),
    ip: row.text('id.resp_h'),
    host: row.text('host'),
    headers: () => responseHeaders(row),
  });
}

function responseHeaders(row: ZeekRow<(typeof exchangeColumns)[number]>): Record<string, string> {
  const names = row.list('server_header_names');
  const values = row.list('server_header_values');
  // lists of unequal length cannot be paired
  const headers = names.length === values.length ? headersOf(names.map((name, index) => [name, values[index]])) : {};
  const type = row.first('resp_mime_types');
  return type === '' || 'content-type' in headers ? headers : { ...headers, 'content-type': type };
}
