import { createHash } from 'node:crypto';
import { isoTime, json, type LogWriter } from './log-writer.ts';
import type { Transaction } from './transactions.ts';

// Logs about servers: the queried name is the server's, and all its other data follows from the name.

interface Server {
  readonly ip: string;
  readonly sha1: string;
  readonly sha256: string;
  readonly serial: string;
}

function serverOf({ name, answers }: Transaction): Server {
  const sha256 = createHash('sha256').update(name).digest('hex');
  const ip =
    answers.find(({ type }) => type === 'A')?.data ?? `198.18.0.${1 + (parseInt(sha256.slice(0, 2), 16) % 254)}`;
  return { ip, sha256, sha1: sha256.slice(0, 40), serial: sha256.slice(0, 16) };
}

const [notBefore, notAfter] = [1_750_000_000, 1_850_000_000];
const iso = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;

/** A log of Zeek as a table. */
function zeekTable(
  path: string,
  columns: readonly string[],
  cells: (transaction: Transaction) => unknown[],
): LogWriter {
  return {
    head: [
      '#separator \\x09',
      '#set_separator\t,',
      '#empty_field\t(empty)',
      '#unset_field\t-',
      `#path\t${path}`,
      `#fields\t${columns.join('\t')}`,
    ],
    line: (transaction) => cells(transaction).join('\t'),
  };
}

function tlsxFields(transaction: Transaction): object {
  const { sha1, sha256, serial } = serverOf(transaction);
  return {
    probe_status: true,
    tls_version: 'tls13',
    cipher: 'TLS_AES_128_GCM_SHA256',
    sni: transaction.name,
    not_before: iso(notBefore),
    not_after: iso(notAfter),
    serial,
    subject_cn: transaction.name,
    subject_dn: `CN=${transaction.name}`,
    subject_an: [transaction.name],
    issuer_dn: 'CN=R1, O=Test CA, C=NL',
    issuer_cn: 'R1',
    issuer_org: ['Test CA'],
    fingerprint_hash: { md5: sha1.slice(0, 32), sha1, sha256 },
  };
}

export const serverWriters: Readonly<Record<string, LogWriter>> = {
  'zeek-ssl': zeekTable(
    'ssl',
    [
      'ts',
      'uid',
      'id.orig_h',
      'id.orig_p',
      'id.resp_h',
      'id.resp_p',
      'version',
      'cipher',
      'server_name',
      'resumed',
      'established',
      'cert_chain_fps',
      'ja3',
      'ja3s',
    ],
    (transaction) => {
      const { number, time, client, port, name } = transaction;
      const { ip, sha256 } = serverOf(transaction);
      const fingerprints = [sha256, sha256.slice(0, 32), sha256.slice(32)];
      const session = ['TLSv13', 'TLS_AES_128_GCM_SHA256', name, 'F', 'T'];
      return [time.toFixed(6), `C${number.toString(36)}`, client, port, ip, 443, ...session, ...fingerprints];
    },
  ),
  'zeek-x509': zeekTable(
    'x509',
    [
      'ts',
      'fingerprint',
      'certificate.version',
      'certificate.serial',
      'certificate.subject',
      'certificate.issuer',
      'certificate.not_valid_before',
      'certificate.not_valid_after',
      'san.dns',
    ],
    (transaction) => {
      const { time, name } = transaction;
      const { sha256, serial } = serverOf(transaction);
      const names = [`CN=${name}`, 'CN=R1,O=Test CA,C=NL'];
      return [time.toFixed(6), sha256, 3, serial, ...names, `${notBefore}.000000`, `${notAfter}.000000`, name];
    },
  ),
  'zeek-http': zeekTable(
    'http',
    [
      'ts',
      'uid',
      'id.orig_h',
      'id.orig_p',
      'id.resp_h',
      'id.resp_p',
      'trans_depth',
      'method',
      'host',
      'uri',
      'status_code',
      'status_msg',
      'tags',
      'resp_mime_types',
    ],
    (transaction) => {
      const { number, time, client, port, name } = transaction;
      const exchange = [1, 'GET', name, '/', 200, 'OK', '(empty)', 'text/html'];
      return [time.toFixed(6), `C${number.toString(36)}`, client, port, serverOf(transaction).ip, 80, ...exchange];
    },
  ),
  tlsx: json((transaction) => {
    const head = { timestamp: isoTime(transaction), host: transaction.name, ip: serverOf(transaction).ip, port: '443' };
    return { ...head, ...tlsxFields(transaction) };
  }),
  httpx: json((transaction) => {
    const { name } = transaction;
    const { ip } = serverOf(transaction);
    return {
      timestamp: isoTime(transaction),
      port: '443',
      url: `https://${name}`,
      input: name,
      host: ip,
      scheme: 'https',
      title: `Welcome to ${name}`,
      webserver: 'nginx',
      content_type: 'text/html',
      method: 'GET',
      path: '/',
      status_code: 200,
      failed: false,
      header: { server: 'nginx', content_type: 'text/html' },
      tls: tlsxFields(transaction),
    };
  }),
  certstream: json((transaction) => {
    const { number, time, name } = transaction;
    const { sha1, serial } = serverOf(transaction);
    const fingerprint = sha1.toUpperCase().replaceAll(/..(?!$)/g, '$&:');
    const validity = { not_before: notBefore, not_after: notAfter };
    const leaf = { subject: { CN: name }, issuer: { CN: 'R1', O: 'Test CA' }, ...validity, serial_number: serial };
    return {
      message_type: 'certificate_update',
      data: {
        update_type: 'X509LogEntry',
        leaf_cert: { ...leaf, fingerprint, all_domains: [name] },
        chain: [],
        cert_index: number,
        seen: time,
        source: { name: 'Log', url: 'https://log.example.test/' },
      },
    };
  }),
};
