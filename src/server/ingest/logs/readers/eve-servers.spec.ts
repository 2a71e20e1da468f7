import { describe, expect, it } from 'vitest';
import { reading } from '#test/server/log-heads.ts';
import { rootCertificate, serverCertificate } from '#test/server/test-certificates.ts';
import { readEve } from './sensor-events.ts';
import { rejected, skipped } from './values.ts';

const timestamp = '2026-11-22T03:04:05.500000-0800';
const time = Date.UTC(2026, 10, 22, 11, 4, 5, 500) / 1000;
const ja3 = '0123456789abcdef'.repeat(2);
const ja4 = 'q13d0310h3_55b375c5d22e_cd85d2d88918';
const sha1 = '8f511206a0cc4ecde8a38b38f88759e5af95cacd';

const event = (type: string, inside: unknown, more: object = {}) => ({
  timestamp,
  flow_id: 1,
  event_type: type,
  proto: 'TCP',
  src_ip: '192.0.2.9',
  src_port: 40_000,
  dest_ip: '198.51.100.1',
  dest_port: 443,
  [type]: inside,
  ...more,
});
const read = reading(readEve);
const entries = (type: string, inside: unknown, more?: object) => read(event(type, inside, more));

describe('tls', () => {
  const extended = {
    subject: 'C=US, ST=California, O=Acme, Inc., CN=*.example.test',
    issuerdn: 'C=US, O=Larchgate, CN=Larchgate R3',
    serial: '0C:00:99:B7',
    fingerprint: '8f:51:12:06:a0:cc:4e:cd:e8:a3:8b:38:f8:87:59:e5:af:95:ca:cd',
    sni: 'calendar.example.test',
    version: 'TLS 1.2',
    notbefore: '2026-01-04T10:48:43',
    notafter: '2050-03-29T10:18:00',
    subjectaltname: ['*.example.test', 'example.test'],
  };
  const server = { ip: '198.51.100.1', hostname: 'calendar.example.test', time };
  const shown = { what: 'shown-certificate', ...server, fingerprint: sha1 };
  const certificate = {
    what: 'certificate',
    sha1,
    sha256: '',
    md5: '',
    subjectCommonName: '*.example.test',
    subjectOrganization: 'Acme, Inc.',
    issuerCommonName: 'Larchgate R3',
    issuerOrganization: 'Larchgate',
    names: ['*.example.test', 'example.test'],
    chain: [],
    serial: '0c0099b7',
    notBefore: Date.UTC(2026, 0, 4, 10, 48, 43) / 1000,
    notAfter: Date.UTC(2050, 2, 29, 10, 18) / 1000,
    time,
    index: 0,
    sourceName: '',
    sourceUrl: '',
  };
  const tls = (more: object, around?: object) => entries('tls', { ...extended, ...more }, around);

  it('tells the certificate by its fields, and where it was shown', () => {
    expect(tls({})).toEqual([certificate, shown]);
    expect(tls({ notafter: undefined })).toEqual([shown]);
    expect(tls({ sni: undefined })).toEqual([certificate, { ...shown, hostname: '' }]);
    expect(tls({}, { dest_ip: '2001:0db8:0000:0000:0000:0000:0000:0001' })).toEqual([
      certificate,
      { ...shown, ip: '2001:0db8:0000:0000:0000:0000:0000:0001' },
    ]);
  });

  it('computes all from a whole certificate and its chain', () => {
    const { der, seen } = serverCertificate;
    const own = { ...seen, chain: ['Larchgate Root X1'], time };
    const found = [own, { ...rootCertificate.seen, time }, { ...shown, fingerprint: seen.sha1 }];
    const chain = [der, rootCertificate.der];
    expect(entries('tls', { sni: extended.sni, chain })).toEqual(found);
    expect(tls({ certificate: der, chain })).toEqual(found);
    expect(tls({ certificate: der, chain: [rootCertificate.der] })).toEqual(found);
    expect(tls({ certificate: der })).toEqual([
      { ...own, chain: [] },
      { ...shown, fingerprint: seen.sha1 },
    ]);
    expect(tls({ certificate: 'AAAA' })).toEqual([certificate, shown]);
  });

  it('tells the fingerprints of both ends', () => {
    const both = { ja3: { hash: ja3, string: '771,1' }, ja3s: { hash: ja3, string: '771,2' }, ja4 };
    expect(entries('tls', { session_resumed: true, sni: extended.sni, ...both })).toEqual([
      { what: 'fingerprint', kind: 'ja3s', value: ja3, ...server },
      { what: 'fingerprint', kind: 'ja3', value: ja3, ip: '192.0.2.9', hostname: '', time },
      { what: 'fingerprint', kind: 'ja4', value: ja4, ip: '192.0.2.9', hostname: '', time },
    ]);
  });

  it.each([
    [{ session_resumed: true }, 'a resumed TLS session, which shows no certificate'],
    [{ sni: 'a.test', version: 'TLS 1.3' }, 'a TLS session without a certificate'],
    [{ subject: 'CN=a.test', issuerdn: 'CN=R1' }, 'a certificate without its fingerprint'],
    [{ ja3: {}, ja3s: { hash: '' }, ja4: null }, 'a TLS session without a certificate'],
  ])('skips %o', (inside, reason) => expect(entries('tls', inside)).toEqual(skipped(reason)));

  it.each([
    [[], 'the event has no tls object'],
    [undefined, 'the event has no tls object'],
    [{ fingerprint: 'aa:bb' }, 'the fingerprint of a certificate is neither a SHA-1 nor a SHA-256'],
    [{ fingerprint: 5 }, 'the fingerprint of a certificate is neither a SHA-1 nor a SHA-256'],
    [{ certificate: 5 }, 'a certificate cannot be read'],
    [{ chain: [null] }, 'a certificate cannot be read'],
    [{ ja3: { hash: 'x' } }, 'a TLS fingerprint cannot be read'],
    [{ ja3s: ['x'] }, 'a TLS fingerprint cannot be read'],
    [{ ja4: { hash: ja4 } }, 'a TLS fingerprint cannot be read'],
  ])('rejects %o', (inside, reason) => expect(entries('tls', inside)).toEqual(rejected(reason)));

  it('rejects events without a time or a server', () => {
    expect(tls({}, { timestamp: 5e20 })).toEqual(
      rejected('the time is missing or cannot be read: send ISO 8601 or epoch seconds'),
    );
    expect(tls({}, { dest_ip: undefined })).toEqual(rejected('the address of the server is missing'));
  });

  it('leaves alerts aside, which repeat what an event of their kind says', () => {
    expect(tls({}, { event_type: 'alert' })).toEqual(skipped('not an event of DNS, TLS or HTTP'));
    expect(entries('http', { status: 200 }, { event_type: 'alert' })).toEqual(
      skipped('not an event of DNS, TLS or HTTP'),
    );
  });
});

describe('quic', () => {
  const inside = { version: '1', sni: 'a.test', ja3: { hash: ja3 }, ja3s: { hash: ja3 }, ja4 };
  const found = [
    { what: 'fingerprint', kind: 'ja3s', value: ja3, ip: '198.51.100.1', hostname: 'a.test', time },
    { what: 'fingerprint', kind: 'ja3', value: ja3, ip: '192.0.2.9', hostname: '', time },
    { what: 'fingerprint', kind: 'ja4', value: ja4, ip: '192.0.2.9', hostname: '', time },
  ];

  it('tells fingerprints, whichever end sent the packet', () => {
    expect(entries('quic', inside)).toEqual(found);
    const reply = { src_ip: '198.51.100.1', src_port: 443, dest_ip: '192.0.2.9', dest_port: 40_000 };
    expect(entries('quic', inside, reply)).toEqual(found);
    expect(entries('quic', { version: '1' })).toEqual(skipped('a TLS session without a certificate'));
    expect(entries('quic', 5)).toEqual(rejected('the event has no quic object'));
  });
});

describe('http', () => {
  const inside = {
    hostname: 'a.test',
    url: '/index.html',
    http_method: 'GET',
    protocol: 'HTTP/1.1',
    status: 200,
    http_content_type: 'text/html',
    length: 310,
  };
  const headers = { 'content-type': 'text/html' };
  const response = {
    what: 'headers',
    ip: '198.51.100.1',
    hostname: 'a.test',
    time,
    response: '200',
    headers,
  };
  const http = (more: object) => entries('http', { ...inside, ...more });

  it('tells the status and the headers', () => {
    expect(http({})).toEqual([response]);
    expect(http({ status: '200', hostname: 'a.test:8080' })).toEqual([response]);
    expect(http({ server: 'nginx', location: '/b' })).toEqual([
      { ...response, headers: { ...headers, server: 'nginx', location: '/b' } },
    ]);
    const listed = [
      { name: 'Server', value: 'Amber/1.9' },
      { name: 'Content-Type', value: 'text/html; charset=utf-8' },
      { name: ':status', value: '200' },
      { table_size_update: 4096 },
      null,
    ];
    expect(http({ response_headers: listed, request_headers: [{ name: 'Cookie', value: 'x' }] })).toEqual([
      { ...response, headers: { 'content-type': 'text/html; charset=utf-8', server: 'Amber/1.9' } },
    ]);
  });

  it.each([
    [{ status: undefined }, 'an HTTP request without a response'],
    [{ status: 0 }, 'an HTTP request without a response'],
    [{ status: { valueOf: 200 } }, 'an HTTP request without a response'],
    [{ http_method: 'CONNECT', url: 'b.test:443' }, 'an HTTP request to a proxy'],
    [{ url: 'http://b.test/' }, 'an HTTP request to a proxy'],
  ])('skips %o', (more, reason) => expect(http(more)).toEqual(skipped(reason)));

  it('rejects what says nothing of a server', () => {
    expect(entries('http', 'x')).toEqual(rejected('the event has no http object'));
    expect(entries('http', inside, { timestamp: null })).toEqual(
      rejected('the time is missing or cannot be read: send ISO 8601 or epoch seconds'),
    );
    expect(entries('http', inside, { dest_ip: 5 })).toEqual(rejected('the address of the server is missing'));
  });

  it('takes values of other types', () => {
    expect(http({ hostname: {}, http_content_type: [], server: 5, response_headers: { a: 1 } })).toEqual([
      { ...response, hostname: '', headers: { server: '5' } },
    ]);
    const hostile = JSON.parse('[{"name":"__proto__","value":"x"},{"name":"constructor","value":"y"}]') as object[];
    const [entry] = http({ response_headers: hostile });
    expect(entry?.what === 'headers' && Object.entries(entry.headers)).toEqual([
      ['content-type', 'text/html'],
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ]);
  });
});
