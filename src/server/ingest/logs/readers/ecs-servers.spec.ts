import { describe, expect, it } from 'vitest';
import { reading } from '#test/server/log-heads.ts';
import { rootCertificate, serverCertificate } from '#test/server/test-certificates.ts';
import { readEcs } from './sensor-events.ts';
import { rejected, skipped } from './values.ts';

const at = '2026-11-22T03:04:05.500Z';
const time = Date.UTC(2026, 10, 22, 3, 4, 5, 500) / 1000;
const sha1 = '9e393d93138888d288266c2d915214d1d1cceb2a';
const sha256 = '0687f666a054ef17a08e2f2162eab4cbc0d265e1d7875be74bf3c712ca92daf0';
const ja3 = '0123456789abcdef'.repeat(2);

const ends = { source: { ip: '192.0.2.9', port: 40_000 }, destination: { ip: '198.51.100.1', port: 443 } };
const document = (more: object) => ({ '@timestamp': at, ecs: { version: '8.11.0' }, ...ends, ...more });
const read = reading(readEcs);

describe('tls', () => {
  const server = {
    hash: { sha1: sha1.toUpperCase(), sha256: sha256.toUpperCase(), md5: 'AB'.repeat(16) },
    subject: 'CN=www.example.test, OU=Infrastructure Team, O=Acme\\, Inc, C=US',
    issuer: 'CN=Larchgate R3, O=Larchgate',
    x509: {
      serial_number: '55FBB9C7DEBF',
      not_before: '2026-01-01T00:00:00.000Z',
      not_after: '2027-01-01T00:00:00.000Z',
      alternative_names: ['www.example.test', '*.example.test'],
    },
  };
  const tls = { established: true, resumed: false, client: { server_name: 'www.example.test' }, server };
  const host = { ip: '198.51.100.1', hostname: 'www.example.test', time };
  const certificate = {
    what: 'certificate',
    sha1,
    sha256,
    md5: 'ab'.repeat(16),
    subjectCommonName: 'www.example.test',
    subjectOrganization: 'Acme, Inc',
    issuerCommonName: 'Larchgate R3',
    issuerOrganization: 'Larchgate',
    names: ['www.example.test', '*.example.test'],
    chain: [],
    serial: '55fbb9c7debf',
    notBefore: Date.UTC(2026, 0, 1) / 1000,
    notAfter: Date.UTC(2027, 0, 1) / 1000,
    time,
    index: 0,
    sourceName: '',
    sourceUrl: '',
  };
  const shown = { what: 'shown-certificate', ...host, fingerprint: sha1 };
  const entries = (more: object, around: object = {}) =>
    read(document({ tls: { ...tls, server: { ...server, ...more } }, ...around }));

  it('tells the certificate, nested, flattened, and wrapped by a dump', () => {
    expect(entries({})).toEqual([certificate, shown]);
    expect(read({ _index: 'packetbeat', _source: document({ tls }) })).toEqual([certificate, shown]);
    const flat = {
      '@timestamp': at,
      'destination.ip': ['198.51.100.1'],
      'source.ip': ['192.0.2.9'],
      'tls.client.server_name': ['www.example.test'],
      'tls.server.hash.sha1': [sha1],
      'tls.server.hash.sha256': [sha256],
      'tls.server.hash.md5': ['ab'.repeat(16)],
      'tls.server.x509.serial_number': ['55FBB9C7DEBF'],
      'tls.server.x509.subject.common_name': ['www.example.test'],
      'tls.server.x509.subject.organization': ['Acme, Inc'],
      'tls.server.x509.issuer.common_name': ['Larchgate R3'],
      'tls.server.x509.issuer.organization': ['Larchgate'],
      'tls.server.not_before': ['2026-01-01T00:00:00.000Z'],
      'tls.server.not_after': ['2027-01-01T00:00:00.000Z'],
      'tls.server.x509.alternative_names': ['www.example.test', '*.example.test'],
    };
    expect(read(flat)).toEqual([certificate, shown]);
  });

  it('goes by what there is', () => {
    expect(entries({ hash: { sha256 } })).toEqual([
      { ...certificate, sha1: '', md5: '' },
      { ...shown, fingerprint: sha256 },
    ]);
    expect(entries({ x509: undefined })).toEqual([shown]);
    expect(entries({}, { destination: undefined })).toEqual([certificate]);
    expect(entries({}, { server: { ip: '203.0.113.7' } })).toEqual([certificate, { ...shown, ip: '203.0.113.7' }]);
  });

  it('computes all from a whole certificate and its chain', () => {
    const found = [
      { ...serverCertificate.seen, chain: ['Larchgate Root X1'], time },
      { ...rootCertificate.seen, time },
      { ...shown, fingerprint: serverCertificate.seen.sha1 },
    ];
    expect(entries({ certificate_chain: [serverCertificate.der, rootCertificate.der] })).toEqual(found);
    const both = { certificate: serverCertificate.der, certificate_chain: [rootCertificate.der] };
    expect(entries({ ...both, hash: undefined })).toEqual(found);
  });

  it('tells the fingerprints of both ends', () => {
    const inside = { resumed: true, client: { ...tls.client, ja3 }, server: { ja3s: ja3 } };
    expect(read(document({ tls: inside }))).toEqual([
      { what: 'fingerprint', kind: 'ja3s', value: ja3, ...host },
      { what: 'fingerprint', kind: 'ja3', value: ja3, ip: '192.0.2.9', hostname: '', time },
    ]);
  });

  it.each([
    [{ resumed: true }, skipped('a resumed TLS session, which shows no certificate')],
    [{ client: { server_name: 'a.test' } }, skipped('a TLS session without a certificate')],
    [{ established: true }, skipped('not an event of DNS, TLS or HTTP')],
    [
      { server: { hash: { sha1: 'x' } } },
      rejected('the fingerprint of a certificate is neither a SHA-1 nor a SHA-256'),
    ],
    [
      { server: { hash: { sha256: {} } } },
      rejected('the fingerprint of a certificate is neither a SHA-1 nor a SHA-256'),
    ],
    [{ server: { certificate: 'AAAA' } }, rejected('a certificate cannot be read')],
    [{ server: { ja3s: 5 } }, rejected('a TLS fingerprint cannot be read')],
  ])('counts %o', (inside, found) => expect(read(document({ tls: inside }))).toEqual(found));

  it('rejects documents without a time', () => {
    const noTime = rejected('the time is missing or cannot be read: send ISO 8601 or epoch seconds');
    expect(read({ ...document({ tls }), '@timestamp': undefined })).toEqual(noTime);
    expect(read({ ...document({ tls }), '@timestamp': {} })).toEqual(noTime);
  });
});

describe('http', () => {
  const inside = {
    request: { method: 'get' },
    response: {
      status_code: 200,
      status_phrase: 'OK',
      mime_type: 'text/html',
      headers: { Server: 'nginx', 'set-cookie': ['a=1', 'b=2'], age: 5, x: { y: 1 } },
    },
  };
  const around = { url: { domain: 'a.test:8080', full: 'http://a.test:8080/' } };
  const headers = { 'content-type': 'text/html', server: 'nginx', 'set-cookie': 'a=1, b=2', age: '5' };
  const found = {
    what: 'headers',
    ip: '198.51.100.1',
    hostname: 'a.test',
    time,
    response: '200 OK',
    headers,
  };

  it('tells the status and the headers, nested or flattened', () => {
    expect(read(document({ http: inside, ...around }))).toEqual([found]);
    const flat = {
      '@timestamp': at,
      'destination.ip': '198.51.100.1',
      'destination.domain': 'a.test',
      'http.response.status_code': 200,
      'http.response.headers.server': 'nginx',
    };
    expect(read(flat)).toEqual([{ ...found, response: '200', headers: { server: 'nginx' } }]);
    expect(read(document({ http: { response: { status_code: '404' } } }))).toEqual([
      { ...found, hostname: '', response: '404', headers: {} },
    ]);
  });

  it.each([
    [{ http: { ...inside, request: { method: 'CONNECT' } } }, 'an HTTP request to a proxy'],
    [{ http: inside, destination: undefined }, 'the address of the server is missing'],
    [{ http: { response: { status_code: {} } } }, 'an HTTP request without a response'],
  ])('skips %o', (more, reason) => expect(read(document(more))).toEqual(skipped(reason)));
});
