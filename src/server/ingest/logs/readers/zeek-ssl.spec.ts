import { describe, expect, it } from 'vitest';
import type { LogReader } from '#server/ingest/logs/log-reader.ts';
import { reading } from '#test/server/log-heads.ts';
import { serverCertificate } from '#test/server/test-certificates.ts';
import { readZeekSsl, readZeekX509 } from './zeek.ts';
import { rejected, skipped } from './values.ts';

const time = 1793000000.25;
const sha256 = 'ab'.repeat(32);
const sha1 = 'cd'.repeat(20);
const ja3 = '0123456789abcdef'.repeat(2);
const ja4 = 't13d1516h2_8daaf6152771_b186095e22b6';
const ja4s = 't130200_1301_234ea6891581';

const directives = ['#separator \\x09', '#set_separator\t,', '#empty_field\t(empty)', '#unset_field\t-'];
/** A table of one row; columns that are not given are not set. */
function table(path: string, columns: readonly string[], row: Readonly<Record<string, string>>): readonly string[] {
  const cells = columns.map((column) => row[column] ?? '-');
  return [...directives, `#path\t${path}`, `#fields\t${columns.join('\t')}`, cells.join('\t')];
}

const read = (reader: LogReader, ...lines: readonly unknown[]) => reading(reader)(...lines);
const noTime = 'the time is missing or cannot be read: send ISO 8601 or epoch seconds';

describe('Zeek ssl.log', () => {
  const columns = [
    'ts',
    'uid',
    'id.orig_h',
    'id.orig_p',
    'id.resp_h',
    'id.resp_p',
    'version',
    'cipher',
    'curve',
    'server_name',
    'resumed',
    'established',
    'cert_chain_fps',
    'client_cert_chain_fps',
    'ja3',
    'ja3s',
    'ja4',
    'ja4s',
  ];
  const session = {
    ts: '1793000000.250000',
    'id.orig_h': '192.0.2.9',
    'id.resp_h': '198.51.100.1',
    server_name: 'a.test',
    resumed: 'F',
    established: 'T',
    cert_chain_fps: `${sha256},${'ef'.repeat(32)}`,
  };
  const tsv = (more: Readonly<Record<string, string>>) =>
    read(readZeekSsl, ...table('ssl', columns, { ...session, ...more }));
  const event = (more: object) => ({
    _path: 'ssl',
    ts: time,
    'id.orig_h': '192.0.2.9',
    'id.resp_h': '198.51.100.1',
    server_name: 'a.test',
    resumed: false,
    established: true,
    cert_chain_fps: [sha256, 'ef'.repeat(32)],
    ...more,
  });
  const json = (more: object) => read(readZeekSsl, JSON.stringify(event(more)));

  const server = { ip: '198.51.100.1', hostname: 'a.test', time };
  const shown = { what: 'shown-certificate', ...server, fingerprint: sha256 };
  const ofServer = (kind: string, value: string) => ({ what: 'fingerprint', kind, value, ...server });
  const ofClient = (kind: string, value: string) => ({
    what: 'fingerprint',
    kind,
    value,
    ip: '192.0.2.9',
    hostname: '',
    time,
  });

  it('tells the certificate of the server, in any of its forms', () => {
    expect(tsv({})).toEqual([shown]);
    expect(tsv({ 'id.resp_h': '2001:db8::1' })).toEqual([{ ...shown, ip: '2001:db8::1' }]);
    expect(tsv({ established: 'F', server_name: '-' })).toEqual([{ ...shown, hostname: '' }]);
    expect(tsv({ cert_chain_fps: sha1.toUpperCase() })).toEqual([{ ...shown, fingerprint: sha1 }]);
    expect(json({})).toEqual([shown]);
    expect(json({ 'id.resp_h': undefined, id: { orig_h: '192.0.2.9', resp_h: '198.51.100.1' } })).toEqual([shown]);
    expect(json({ ts: 1793000000250 })).toEqual([shown]);
    expect(json({ ts: '2026-10-26T07:33:20.250000Z', _path: undefined })).toEqual([shown]);
    expect(read(readZeekSsl, JSON.stringify({ result: { _raw: JSON.stringify(event({})) } }))).toEqual([shown]);
  });

  it('tells the fingerprints of both ends', () => {
    expect(tsv({ ja3, ja3s: ja3, ja4, ja4s })).toEqual([
      shown,
      ofServer('ja3s', ja3),
      ofServer('ja4s', ja4s),
      ofClient('ja3', ja3),
      ofClient('ja4', ja4),
    ]);
    expect(json({ cert_chain_fps: undefined, resumed: true, ja3s: ja3 })).toEqual([ofServer('ja3s', ja3)]);
    expect(tsv({ ja3, 'id.orig_h': '-' })).toEqual([shown]);
    expect(json({ ja3: 'x', ja4: 5, ja3s: ja3 })).toEqual([
      shown,
      ofServer('ja3s', ja3),
      ...rejected('a TLS fingerprint cannot be read'),
    ]);
  });

  it.each([
    ['a resumed session', { cert_chain_fps: '-', resumed: 'T' }, 'a resumed TLS session, which shows no certificate'],
    ['none', { cert_chain_fps: '(empty)' }, 'a TLS session without a certificate'],
    [
      'that of the client only',
      { cert_chain_fps: '-', client_cert_chain_fps: sha256 },
      'a TLS session without a certificate',
    ],
  ])('skips sessions without a certificate: %s', (_, more, reason) => expect(tsv(more)).toEqual(skipped(reason)));

  it('skips sessions of old versions, which name certificates by file ids', () => {
    const old = ['ts', 'id.resp_h', 'server_name', 'cert_chain_fuids'];
    const lines = table('ssl', old, { ...session, cert_chain_fuids: 'FwVdPx3l8nkEyJ9Uhi,F2' });
    expect(read(readZeekSsl, ...lines)).toEqual(
      skipped(expect.stringContaining('certificates are named by file ids (Zeek before 4.1)') as string),
    );
  });

  it.each([
    ['a fingerprint that is none', { cert_chain_fps: 'FwVdPx3l8nkEyJ9Uhi' }, 'neither a SHA-1 nor a SHA-256'],
    ['no time', { ts: '-' }, noTime],
    ['no server', { 'id.resp_h': '-' }, 'the address of the server is missing'],
  ])('rejects %s', (_, more, reason) => expect(tsv(more)).toEqual(rejected(expect.stringContaining(reason) as string)));

  it.each([
    [event({ cert_chain_fps: 5 }), skipped('a TLS session without a certificate')],
    [event({ cert_chain_fps: {} }), skipped('a TLS session without a certificate')],
    [event({ cert_chain_fps: [[sha256]] }), skipped('a TLS session without a certificate')],
    [event({ cert_chain_fps: Array.from({ length: 100_000 }, () => 'x') }), expect.anything()],
    [event({ server_name: ['a.test'] }), [{ ...shown, hostname: '' }]],
    [event({ id: 'x', 'id.resp_h': undefined }), rejected('the address of the server is missing')],
    [event({ ts: { toString: 1 } }), rejected(noTime)],
    [{ _path: 'conn' }, skipped('conn.log of Zeek is not read')],
    [
      JSON.parse('{"_path":"ssl","__proto__":{"cert_chain_fps":["x"]}}'),
      skipped('a TLS session without a certificate'),
    ],
  ])('takes values of other types: %#', (value, entries) =>
    expect(read(readZeekSsl, JSON.stringify(value))).toEqual(entries),
  );
});

describe('Zeek x509.log', () => {
  const columns = [
    'ts',
    'fingerprint',
    'certificate.version',
    'certificate.serial',
    'certificate.subject',
    'certificate.issuer',
    'certificate.not_valid_before',
    'certificate.not_valid_after',
    'san.dns',
    'basic_constraints.ca',
    'host_cert',
    'cert',
  ];
  const row = {
    ts: '1793000000.250000',
    fingerprint: sha256,
    'certificate.serial': 'CC57FE54011E',
    'certificate.subject': 'CN=a.test,OU=x,O=Acme\\\\, Inc,C=US',
    'certificate.issuer': 'CN=R1,O=K\\\\C3\\\\A4se',
    'certificate.not_valid_before': '1700000000.000000',
    'certificate.not_valid_after': '1800000000.000000',
    'san.dns': 'a.test,*.b.test,x\\x2cy',
    'basic_constraints.ca': 'F',
    host_cert: 'T',
  };
  const tsv = (more: Readonly<Record<string, string>>) =>
    read(readZeekX509, ...table('x509', columns, { ...row, ...more }));
  const certificate = {
    what: 'certificate',
    sha1: '',
    sha256,
    md5: '',
    subjectCommonName: 'a.test',
    subjectOrganization: 'Acme, Inc',
    issuerCommonName: 'R1',
    issuerOrganization: 'Käse',
    names: ['a.test', '*.b.test', 'x,y'],
    chain: [],
    serial: 'cc57fe54011e',
    notBefore: 1_700_000_000,
    notAfter: 1_800_000_000,
    time,
    index: 0,
    sourceName: '',
    sourceUrl: '',
  };
  const event = (more: object = {}) => ({
    _path: 'x509',
    ts: time,
    fingerprint: sha256,
    'certificate.serial': 'CC57FE54011E',
    'certificate.subject': 'CN=a.test,OU=x,O=Acme\\, Inc,C=US',
    'certificate.issuer': 'CN=R1,O=K\\C3\\A4se',
    'certificate.not_valid_before': 1_700_000_000,
    'certificate.not_valid_after': 1_800_000_000,
    'san.dns': ['a.test', '*.b.test', 'x,y'],
    ...more,
  });
  const json = (more: object) => read(readZeekX509, JSON.stringify(event(more)));

  it('undoes the escapes of a log that is written in UTF-8', () => {
    const subject = { 'certificate.subject': 'CN=a.test,O=ООО \\x5c, Ромашка', 'san.dns': 'ä.test,x\\x2cy' };
    expect(tsv(subject)).toMatchObject([{ subjectOrganization: 'ООО , Ромашка', names: ['a.test', 'ä.test', 'x,y'] }]);
  });

  it('tells all fields, in any of its forms', () => {
    expect(tsv({})).toEqual([certificate]);
    expect(json({})).toEqual([certificate]);
    expect(json({ _path: undefined })).toEqual([certificate]);
    const millis = { ts: 1793000000250, 'certificate.not_valid_before': 1.7e12, 'certificate.not_valid_after': 1.8e12 };
    expect(json(millis)).toEqual([certificate]);
    const inside = Object.entries(event()).map(([key, value]) => [key.replace('certificate.', ''), value]);
    const { 'san.dns': dns, ...nested } = Object.fromEntries(inside) as Record<string, unknown>;
    const { ts, fingerprint } = nested;
    expect(read(readZeekX509, JSON.stringify({ ts, fingerprint, certificate: nested, san: { dns } }))).toEqual([
      certificate,
    ]);
  });

  it('knows a SHA-1 by its length, and keeps certificates of authorities that no host showed', () => {
    const authority = { fingerprint: sha1, 'basic_constraints.ca': 'T', host_cert: 'F', 'san.dns': '-' };
    expect(tsv(authority)).toEqual([{ ...certificate, sha1, sha256: '', names: ['a.test'] }]);
  });

  it('computes all from a whole certificate, whatever else stands there', () => {
    expect(tsv({ cert: serverCertificate.der, fingerprint: 'F1' })).toEqual([{ ...serverCertificate.seen, time }]);
    expect(read(readZeekX509, JSON.stringify({ ts: time, cert: serverCertificate.der }))).toEqual([
      { ...serverCertificate.seen, time },
    ]);
    expect(tsv({ cert: 'AAAA' })).toEqual([certificate]);
  });

  it('reads a validity of any year', () => {
    const years = {
      'certificate.not_valid_before': '-631152000.000000',
      'certificate.not_valid_after': '2.534023e+11',
    };
    expect(tsv(years)).toMatchObject([{ notBefore: -631_152_000, notAfter: 253_402_300_000 }]);
  });

  it('rejects certificates of old versions, which have file ids for fingerprints', () => {
    const old = [...columns.filter((column) => column !== 'fingerprint'), 'id'];
    expect(read(readZeekX509, ...table('x509', old, { ...row, id: 'FwVdPx3l8nkEyJ9Uhi' }))).toEqual(
      rejected(expect.stringContaining('certificates are named by file ids (Zeek before 4.1)') as string),
    );
  });

  it.each([
    ['a fingerprint of another length', { fingerprint: 'ab'.repeat(16) }, 'neither a SHA-1 nor a SHA-256'],
    ['no fingerprint', { fingerprint: '-' }, 'a certificate cannot be read'],
    ['no validity', { 'certificate.not_valid_after': '-' }, 'the validity of the certificate'],
    ['a validity that is none', { 'certificate.not_valid_before': 'soon' }, 'the validity of the certificate'],
    ['no time', { ts: 'x' }, noTime],
  ])('rejects %s', (_, more, reason) => expect(tsv(more)).toEqual(rejected(expect.stringContaining(reason) as string)));

  it('takes values of other types', () => {
    const wrong = {
      'certificate.subject': 5,
      'certificate.issuer': null,
      'certificate.serial': {},
      'san.dns': 'a.test',
    };
    const empty = { subjectCommonName: '', subjectOrganization: '', issuerCommonName: '', issuerOrganization: '' };
    expect(json({ ...wrong, cert: [] })).toEqual([{ ...certificate, ...empty, names: [], serial: '' }]);
    expect(json({ 'san.dns': ['a.test', 5, null, '', '\0'] })).toMatchObject([{ names: ['a.test', '\0'] }]);
    expect(json({ certificate: 5, 'certificate.not_valid_after': undefined })).toMatchObject([{ what: 'rejected' }]);
  });
});
