import { describe, expect, it } from 'vitest';
import type { LogReader } from '#server/ingest/logs/log-reader.ts';
import { reading } from '#test/server/log-heads.ts';
import { rootCertificate, serverCertificate } from '#test/server/test-certificates.ts';
import { readCertstream, readHttpx, readTlsx } from './scan-json.ts';
import { rejected, skipped } from './values.ts';

const timestamp = '2026-11-22T08:34:05.5+05:30';
const time = Date.UTC(2026, 10, 22, 3, 4, 5, 500) / 1000;
const md5 = 'ef'.repeat(16);
const sha1 = 'cd'.repeat(20);
const sha256 = 'ab'.repeat(32);
const jarm = '2a'.repeat(31);

const read = (reader: LogReader, event: unknown) => reading(reader)(event);
const badCertificate = 'a certificate cannot be read';
const badDigest = 'the fingerprint of a certificate is neither a SHA-1 nor a SHA-256';

/** What tlsx says of a certificate, by itself and within httpx. */
const handshake = {
  probe_status: true,
  tls_version: 'tls13',
  cipher: 'TLS_AES_256_GCM_SHA384',
  not_before: '2026-03-14T00:00:00Z',
  not_after: '2027-03-14T23:59:59Z',
  subject_dn: 'CN=www.example.test, O=Example\\, Ltd, L=Reading, C=GB',
  subject_cn: 'www.example.test',
  subject_org: ['Example, Ltd'],
  subject_an: ['www.example.test', '*.example.test'],
  serial: '0A:BC',
  issuer_dn: 'CN=Larchgate R3, O=Larchgate',
  issuer_cn: 'Larchgate R3',
  issuer_org: ['Larchgate'],
  fingerprint_hash: { md5, sha1, sha256 },
  wildcard_certificate: true,
  tls_connection: 'ctls',
  sni: 'www.example.test',
};
const server = { ip: '198.51.100.1', hostname: 'www.example.test', time };
const certificate = {
  what: 'certificate',
  sha1,
  sha256,
  md5,
  subjectCommonName: 'www.example.test',
  subjectOrganization: 'Example, Ltd',
  issuerCommonName: 'Larchgate R3',
  issuerOrganization: 'Larchgate',
  names: ['www.example.test', '*.example.test'],
  chain: [],
  serial: '0abc',
  notBefore: Date.UTC(2026, 2, 14) / 1000,
  notAfter: Date.UTC(2027, 2, 14, 23, 59, 59) / 1000,
  time,
  index: 0,
  sourceName: '',
  sourceUrl: '',
};
const shown = { what: 'shown-certificate', ...server, fingerprint: sha1 };

describe('tlsx', () => {
  const probe = { timestamp, host: 'www.example.test', ip: '198.51.100.1', port: '443', ...handshake };
  const entries = (more: object) => read(readTlsx, { ...probe, ...more });

  it('tells the certificate, and where it was shown', () => {
    expect(entries({})).toEqual([certificate, shown]);
    expect(entries({ subject_cn: undefined, subject_org: undefined, issuer_cn: undefined })).toEqual([
      certificate,
      shown,
    ]);
    const byAddress = { host: '198.51.100.1', ip: undefined, sni: undefined };
    expect(entries(byAddress)).toEqual([certificate, { ...shown, hostname: '' }]);
    expect(entries({ sni: undefined })).toEqual([certificate, shown]);
    expect(entries({ fingerprint_hash: { sha256 }, not_after: undefined })).toEqual([
      { ...shown, fingerprint: sha256 },
    ]);
  });

  it('tells the chain, the JARM and the JA3S', () => {
    const above = {
      ...handshake,
      subject_cn: 'Larchgate R3',
      subject_an: [],
      fingerprint_hash: { sha1: '12'.repeat(20) },
    };
    const ja3s = '34'.repeat(16);
    const found = entries({
      chain: [above, 5, { fingerprint_hash: {} }],
      jarm_hash: jarm,
      ja3_hash: '56'.repeat(16),
      ja3s_hash: ja3s,
    });
    expect(found).toEqual([
      { ...certificate, chain: ['Larchgate R3'] },
      expect.objectContaining({ sha1: '12'.repeat(20), subjectCommonName: 'Larchgate R3', names: [], chain: [] }),
      shown,
      { what: 'fingerprint', kind: 'ja3s', value: ja3s, ...server },
      { what: 'jarm', ...server, jarm },
    ]);
    // of a server that answered none of the probes
    expect(entries({ jarm_hash: '0'.repeat(62) })).toEqual([certificate, shown]);
    expect(entries({ chain: new Array(10_000).fill(above) })).toHaveLength(22);
  });

  it('computes all from a whole certificate', () => {
    const whole = `-----BEGIN CERTIFICATE-----\n${serverCertificate.der}\n-----END CERTIFICATE-----\n`;
    const own = { ...serverCertificate.seen, time };
    expect(entries({ certificate: whole })).toEqual([own, { ...shown, fingerprint: own.sha1 }]);
    expect(entries({ certificate: 'AAAA' })).toEqual([certificate, shown]);
  });

  it('tells certificates of transparency logs, which no server showed', () => {
    const logged = { ip: undefined, port: '', ctl_source: 'Log 2027', ctl_index: 42, sni: undefined };
    expect(entries(logged)).toEqual([{ ...certificate, index: 42, sourceName: 'Log 2027' }]);
    expect(entries({ ...logged, ctl_index: -1 })).toMatchObject([{ index: 0 }]);
  });

  it.each([
    [{ probe_status: false, error: 'refused' }, skipped('a probe that failed')],
    [{ fingerprint_hash: undefined }, skipped('a TLS session without a certificate')],
    [{ timestamp: undefined }, rejected('the time is missing or cannot be read: send ISO 8601 or epoch seconds')],
    [{ ip: undefined }, rejected('the address of the server is missing')],
    [{ host: {}, ip: [] }, rejected('the address of the server is missing')],
    [{ fingerprint_hash: { sha1: 'x', sha256: [] } }, rejected(badDigest)],
    [{ fingerprint_hash: [] }, skipped('a TLS session without a certificate')],
    [{ jarm_hash: 'x' }, [certificate, shown, ...rejected('a JARM fingerprint cannot be read')]],
    [{ ja3s_hash: {} }, [certificate, shown, ...rejected('a TLS fingerprint cannot be read')]],
  ])('counts %o', (more, found) => expect(entries(more)).toEqual(found));
});

describe('httpx', () => {
  const probe = {
    timestamp,
    port: '443',
    url: 'https://www.example.test',
    input: 'www.example.test',
    title: 'Example',
    scheme: 'https',
    webserver: 'nginx',
    content_type: 'text/html',
    method: 'GET',
    host: '198.51.100.1',
    path: '/',
    failed: false,
    a: ['203.0.113.1'],
    words: 74,
    lines: 19,
    status_code: 200,
    content_length: 531,
  };
  const entries = (more: object) => read(readHttpx, { ...probe, ...more });
  const headers = {
    what: 'headers',
    ...server,
    response: '200',
    headers: { 'content-type': 'text/html', server: 'nginx' },
  };
  const page = { what: 'page', ...server, title: 'Example', bodyMurmur3: '' };

  it('tells status, headers and page', () => {
    expect(entries({})).toEqual([headers, page]);
    expect(entries({ host: 'www.example.test', host_ip: '198.51.100.1' })).toEqual([headers, page]);
    expect(entries({ host: 'www.example.test', a: ['198.51.100.1'] })).toEqual([headers, page]);
    expect(entries({ url: 'https://198.51.100.1:8443/' })).toEqual([
      { ...headers, hostname: '' },
      { ...page, hostname: '' },
    ]);
    expect(entries({ url: 'https://[2001:db8::1]/', host: 'x', a: undefined })).toMatchObject([
      { ip: '2001:db8::1', hostname: '' },
      { ip: '2001:db8::1', hostname: '' },
    ]);
    expect(entries({ hash: { body_mmh3: '-1840324437' } })).toEqual([headers, { ...page, bodyMurmur3: '-1840324437' }]);
    expect(entries({ title: undefined })).toEqual([headers]);
    expect(entries({ title: undefined, hash: { body_mmh3: 5 } })).toEqual([
      headers,
      { ...page, title: '', bodyMurmur3: '5' },
    ]);
  });

  it('tells all headers where the log has them', () => {
    const header = { x_frame_options: 'DENY', server: 'nginx/1.27', set_cookie: ['a=1', 'b=2'], date: {} };
    expect(entries({ header })).toMatchObject([
      {
        headers: {
          'content-type': 'text/html',
          server: 'nginx/1.27',
          'x-frame-options': 'DENY',
          'set-cookie': 'a=1, b=2',
        },
      },
      page,
    ]);
    const raw_header = 'HTTP/1.1 404 Not Found\r\nServer: nginx/1.27\r\nX_Odd: a:b\r\nno header\r\nVia:\r\n\r\n';
    expect(entries({ header, raw_header })).toEqual([
      { ...headers, response: '404 Not Found', headers: { server: 'nginx/1.27', x_odd: 'a:b', via: '' } },
      page,
    ]);
    expect(entries({ raw_header: 'HTTP/2 200\r\n' })).toEqual([headers, page]);
  });

  it('tells the icon, the JARM and the certificate', () => {
    const icon = { what: 'icon', ...server, md5, mmh3: 866_333_450, path: '' };
    const favicon = { favicon: '866333450', favicon_md5: md5, favicon_path: '/favicon.ico', favicon_url: 'https://x/' };
    expect(entries(favicon).slice(2)).toEqual([icon]);
    expect(entries({ ...favicon, favicon_path: '/static/i.png' }).slice(2)).toEqual([
      { ...icon, path: '/static/i.png' },
    ]);
    expect(entries({ favicon: -5 }).slice(2)).toEqual([{ ...icon, md5: '', mmh3: -5 }]);
    // as an unsigned number
    expect(entries({ favicon: '4294967291' }).slice(2)).toEqual([{ ...icon, md5: '', mmh3: -5 }]);
    expect(entries({ jarm_hash: jarm }).slice(2)).toEqual([{ what: 'jarm', ...server, jarm }]);
    expect(entries({ jarm }).slice(2)).toEqual([{ what: 'jarm', ...server, jarm }]);
    const tls = { host: 'www.example.test', port: '443', jarm_hash: jarm, ...handshake };
    expect(entries({ tls, jarm_hash: jarm }).slice(2)).toEqual([{ what: 'jarm', ...server, jarm }, certificate, shown]);
  });

  it('keeps what another host answered after a redirect apart', () => {
    const redirected = { final_url: 'https://login.example.test/', jarm_hash: jarm };
    expect(entries(redirected)).toEqual([
      ...skipped('a response of another host after a redirect'),
      { what: 'jarm', ...server, jarm },
    ]);
    expect(entries({ final_url: 'https://WWW.example.test/home' })).toEqual([headers, page]);
  });

  it.each([
    [{ failed: true }, skipped('a probe that failed')],
    [{ status_code: 0, title: 5 }, skipped('an HTTP request without a response')],
    [{ timestamp: 'x' }, rejected('the time is missing or cannot be read: send ISO 8601 or epoch seconds')],
    [{ url: 'x' }, rejected('the URL is missing or cannot be read')],
    [{ url: `https://${'a'.repeat(100_000)}` }, rejected('the URL is missing or cannot be read')],
    [{ host: 'www.example.test', a: [] }, rejected('the address of the server is missing')],
    [{ favicon: 'x' }, [headers, page, ...rejected('the hash of an icon cannot be read')]],
    [{ favicon: '99999999999' }, [headers, page, ...rejected('the hash of an icon cannot be read')]],
    [{ tls: { fingerprint_hash: { sha1: 5 } } }, [headers, page, ...rejected(badDigest)]],
    [{ tls: 5, hash: 5, header: 5, raw_header: {} }, [headers, page]],
  ])('counts %o', (more, found) => expect(entries(more)).toEqual(found));
});

describe('certstream', () => {
  const leaf = {
    subject: { aggregated: '/CN=www.example.test', C: null, O: 'Example, Ltd', CN: 'www.example.test' },
    issuer: { C: 'US', O: 'Larchgate', CN: 'Larchgate R3' },
    extensions: { keyUsage: 'Digital Signature', subjectAltName: 'DNS:www.example.test' },
    not_before: Date.UTC(2026, 2, 14) / 1000,
    not_after: Date.UTC(2027, 2, 14, 23, 59, 59) / 1000,
    serial_number: '0ABC',
    fingerprint: 'CD:'.repeat(19) + 'CD',
    all_domains: ['www.example.test', '*.example.test'],
  };
  const data = {
    update_type: 'X509LogEntry',
    leaf_cert: leaf,
    cert_index: 27_910_635,
    seen: time,
    chain: [{ subject: { CN: 'Larchgate R3' } }, { subject: { O: 'Larchgate', CN: null } }],
    source: { url: 'log.example.test', name: 'Log 2027' },
  };
  const message = (more: object) =>
    read(readCertstream, { message_type: 'certificate_update', data: { ...data, ...more } });
  const logged = {
    ...certificate,
    sha256: '',
    md5: '',
    chain: ['Larchgate R3', 'Larchgate'],
    index: 27_910_635,
    sourceName: 'Log 2027',
    sourceUrl: 'log.example.test',
  };

  it('tells the certificate, its chain, and where the log keeps it', () => {
    expect(message({})).toEqual([logged]);
    const both = { ...leaf, sha1: 'CD:'.repeat(19) + 'CD', sha256 };
    expect(message({ leaf_cert: both })).toEqual([{ ...logged, sha256 }]);
    expect(message({ source: undefined, chain: undefined, cert_index: 'x' })).toEqual([
      { ...logged, chain: [], index: 0, sourceName: '', sourceUrl: '' },
    ]);
  });

  it('computes all from the whole certificate where that has the fingerprint', () => {
    const { der, seen } = serverCertificate;
    const place = {
      chain: logged.chain,
      index: 27_910_635,
      sourceName: 'Log 2027',
      sourceUrl: 'log.example.test',
      time,
    };
    expect(message({ leaf_cert: { ...leaf, as_der: der, fingerprint: seen.sha1 } })).toEqual([{ ...seen, ...place }]);
    expect(message({ leaf_cert: { as_der: der } })).toEqual([{ ...seen, ...place }]);
    expect(message({ leaf_cert: { ...leaf, as_der: rootCertificate.der } })).toEqual([logged]);
  });

  it.each([
    [{ message_type: 'heartbeat', timestamp: 1 }, skipped('a heartbeat')],
    [{ message_type: 'dns_entries', data: ['a.test'] }, skipped('a message without a certificate')],
    [{ data }, rejected('message_type is missing')],
    [{ message_type: 'certificate_update' }, rejected('the message has no leaf_cert')],
    [{ message_type: 'certificate_update', data: [] }, rejected('the message has no leaf_cert')],
    [{ message_type: 'certificate_update', data: { leaf_cert: 5 } }, rejected('the message has no leaf_cert')],
  ])('counts %o', (event, found) => expect(read(readCertstream, event)).toEqual(found));

  it.each([
    [{ seen: null }, 'the time is missing or cannot be read: send ISO 8601 or epoch seconds'],
    [{ leaf_cert: { ...leaf, fingerprint: 'x' } }, badCertificate],
    [{ leaf_cert: { ...leaf, not_after: 'x' } }, badCertificate],
    [{ leaf_cert: {} }, badCertificate],
  ])('rejects %o', (more, reason) => expect(message(more)).toEqual(rejected(reason)));

  it('takes values of other types', () => {
    const wrong = { subject: [], issuer: 5, all_domains: { a: 1 }, serial_number: {}, as_der: [] };
    expect(message({ leaf_cert: { ...leaf, ...wrong }, chain: [5, { subject: 'x' }], source: 'x' })).toMatchObject([
      { subjectCommonName: '', issuerOrganization: '', names: [], serial: '', chain: [''], sourceName: '' },
    ]);
  });
});
