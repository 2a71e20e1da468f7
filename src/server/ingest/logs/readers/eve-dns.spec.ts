import { describe, expect, it } from 'vitest';
import { reading, reasonOf } from '#test/server/log-heads.ts';
import type { LogEntry } from '#server/ingest/logs/log-reader.ts';
import { portsSkip, privateReverse, readTime, readTtl, typeSkip } from './values.ts';
import { readEve } from './sensor-events.ts';

const timestamp = '2026-11-22T03:04:05.123456-0800';
const at = Date.UTC(2026, 10, 22, 11, 4, 5) / 1000 + 0.123456;

const read = reading(readEve);
const event = (dns: unknown, more: object = {}) =>
  JSON.stringify({
    timestamp,
    flow_id: 1,
    event_type: 'dns',
    src_ip: '192.0.2.53',
    src_port: 53,
    dest_ip: '192.0.2.9',
    dest_port: 40_000,
    proto: 'UDP',
    dns,
    ...more,
  });
const entries = (dns: unknown, more?: object) => read(event(dns, more));
const summary = (found: readonly LogEntry[]) =>
  found.map((entry) => (entry.what === 'record' ? `${entry.name} ${entry.type} ${entry.answer}` : reasonOf(entry)));
const record = (name: string, type: string, answer: string, ttl: number) => ({
  what: 'record',
  name,
  type,
  answer,
  ttl,
  first: at,
  last: at,
  count: 1,
});

const rcode = 'NOERROR';
const version1 = { type: 'answer', id: 1, rcode, rrname: 'www.example.test', rrtype: 'A', ttl: 60, rdata: '192.0.2.1' };
const version2 = {
  version: 2,
  type: 'answer',
  id: 1,
  flags: '8180',
  qr: true,
  rd: true,
  ra: true,
  rcode,
  rrname: 'www.example.test',
  rrtype: 'A',
  answers: [
    { rrname: 'www.example.test', rrtype: 'CNAME', ttl: 300, rdata: 'web.example.test' },
    { rrname: 'web.example.test', rrtype: 'A', ttl: 60, rdata: '192.0.2.1' },
  ],
  grouped: { CNAME: ['web.example.test'], A: ['192.0.2.1'] },
};
const version3 = {
  version: 3,
  type: 'response',
  tx_id: 1,
  id: 1,
  flags: '8180',
  qr: true,
  rd: true,
  ra: true,
  opcode: 0,
  rcode,
  queries: [{ rrname: 'example.test', rrtype: 'MX' }],
  answers: [
    { rrname: 'example.test', rrtype: 'MX', ttl: 300, rdata: 'mx1.example.test' },
    { rrname: 'example.test', rrtype: 'MX', ttl: 300, rdata: 'mx2.example.test' },
  ],
  authorities: [{ rrname: 'example.test', rrtype: 'NS', ttl: 900, rdata: 'ns1.example.test' }],
  additionals: [
    { rrname: 'mx1.example.test', rrtype: 'AAAA', ttl: 60, rdata: '2001:0db8:0000:0000:0000:0000:0000:0001' },
    { rrname: '', rrtype: 'OPT', ttl: 0, opt: [{ code: 10, data: '00' }] },
  ],
};

describe('the answers of each version', () => {
  it('1: an event for each', () => {
    expect(entries(version1)).toEqual([record('www.example.test', 'A', '192.0.2.1', 60)]);
    // the other name servers have events of their own
    const server = { ...version1, rrname: 'example.test', rrtype: 'NS', rdata: 'ns1.example.test' };
    expect(entries(server)).toEqual([record('example.test', 'NS', 'ns1.example.test', 60)]);
  });

  it('2: with owners', () =>
    expect(entries(version2)).toEqual([
      record('www.example.test', 'CNAME', 'web.example.test', 300),
      record('web.example.test', 'A', '192.0.2.1', 60),
    ]));

  it('2: grouped alone, aliases first', () => {
    const { answers: _, ...grouped } = version2;
    const types = { AAAA: ['2001:db8::1'], A: ['192.0.2.1', '192.0.2.2'], CNAME: ['web.example.test', 'cdn.test'] };
    expect(entries({ ...grouped, grouped: types })).toEqual([
      record('www.example.test', 'CNAME', 'web.example.test', 0),
      record('web.example.test', 'CNAME', 'cdn.test', 0),
      record('cdn.test', 'AAAA', '2001:db8::1', 0),
      record('cdn.test', 'A', '192.0.2.1', 0),
      record('cdn.test', 'A', '192.0.2.2', 0),
    ]);
    const mail = { ...grouped, rrtype: 'MX', grouped: { MX: ['mx.test'], CNAME: ['web.example.test'] } };
    expect(summary(entries(mail))).toEqual(['www.example.test CNAME web.example.test', 'web.example.test MX mx.test']);
  });

  it('3: of all sections, with whole sets', () => {
    const set = ['mx1.example.test', 'mx2.example.test'];
    expect(entries(version3)).toEqual([
      { ...record('example.test', 'MX', 'mx1.example.test', 300), set },
      { ...record('example.test', 'MX', 'mx2.example.test', 300), set },
      { ...record('example.test', 'NS', 'ns1.example.test', 900), set: ['ns1.example.test'] },
      record('mx1.example.test', 'AAAA', '2001:0db8:0000:0000:0000:0000:0000:0001', 60),
    ]);
    expect(entries({ ...version3, type: 'answer' })).toEqual(entries(version3));
    // sets of a truncated message have gaps
    expect(entries({ ...version3, tc: true })[0]).not.toHaveProperty('set');
  });

  it('3: grouped alone', () => {
    const { answers: _, authorities: __, additionals: ___, ...grouped } = version3;
    expect(summary(entries({ ...grouped, grouped: { MX: ['mx1.example.test'] } }))).toEqual([
      'example.test MX mx1.example.test',
    ]);
    expect(summary(entries({ ...grouped, grouped: { SOA: [{ mname: 'ns1.example.test' }], SRV: [{}] } }))).toEqual([
      'example.test SOA ns1.example.test',
      'an answer cannot be read',
    ]);
  });

  it('the server of an SOA, also of a name that does not exist', () => {
    const soa = { mname: 'ns1.example.test', rname: 'root.example.test', serial: 1 };
    const authorities = [{ rrname: 'example.test', rrtype: 'SOA', ttl: 900, soa }];
    const { answers: _, additionals: __, ...rest } = version3;
    expect(summary(entries({ ...rest, rcode: 'NXDOMAIN', authorities }))).toEqual([
      'example.test SOA ns1.example.test',
    ]);
  });

  it('names stay as they are logged', () => {
    const rrname = 'WwW.\u0000\ud800.Example.TEST.';
    expect(entries({ ...version1, rrname })).toMatchObject([{ what: 'record', name: rrname }]);
  });

  it('a byte order mark', () => expect(read(`\ufeff${event(version1)}`)).toMatchObject([{ what: 'record' }]));
});

describe('what is skipped', () => {
  const skips = (reason: string) => [{ what: 'skipped', reason }];

  it('other events', () => {
    expect(read('{"timestamp":"x","event_type":"stats"}')).toEqual(skips('not an event of DNS, TLS or HTTP'));
    expect(entries(version2, { event_type: 'alert' })).toEqual(skips('not an event of DNS, TLS or HTTP'));
  });

  it('queries and requests, whatever their rcode', () => {
    expect(entries({ type: 'query', id: 1, rrname: 'example.test', rrtype: 'A', tx_id: 0 })).toEqual(
      skips('a query without an answer'),
    );
    expect(entries({ ...version3, type: 'request' })).toEqual(skips('a query without an answer'));
  });

  it('failures', () => {
    for (const failure of ['NXDOMAIN', 'SERVFAIL', 'REFUSED']) {
      const { ttl: _, rdata: __, ...failed } = version1;
      expect(entries({ ...failed, rcode: failure })).toEqual(skips('no answer'));
      expect(entries({ ...version2, rcode: failure, answers: [] })).toEqual(skips('no answer'));
      const additionals = [{ rrname: '', rrtype: 'OPT', ttl: 0, opt: [] }];
      expect(entries({ version: 3, type: 'response', rcode: failure, additionals })).toEqual(skips('no answer'));
    }
  });

  it.each([
    [137, 'NetBIOS (port 137)'],
    [5353, 'mDNS (port 5353)'],
    [5355, 'LLMNR (port 5355)'],
  ])('port %i', (port, reason) => {
    expect(entries(version2, { src_port: port, dest_port: port })).toEqual(skips(reason));
    expect(entries(version2, { src_port: 40_000, dest_port: port })).toEqual(skips(reason));
    expect(portsSkip(port, '53')).toBe(reason);
    // a resolver that happens to ask from it
    expect(entries(version2, { src_port: 53, dest_port: port })).toHaveLength(2);
  });

  it('types that are not kept, alone', () => {
    const answers = [
      {
        rrname: '_sip._tcp.example.test',
        rrtype: 'SRV',
        ttl: 1,
        srv: { priority: 1, weight: 2, port: 5060, name: 'sip.example.test' },
      },
      { rrname: 'example.test', rrtype: 'SSHFP', ttl: 1, sshfp: {} },
      { rrname: 'example.test', rrtype: '65', ttl: 1 },
      { rrname: 'example.test', rrtype: 'a', ttl: 1, rdata: '192.0.2.1' },
      { rrname: 'example.test', rrtype: 'AAAA', ttl: 1 },
      { rrname: '', rrtype: 'NS', ttl: 1, rdata: 'a.root-servers.test' },
    ];
    expect(summary(entries({ ...version3, answers, authorities: [], additionals: [] }))).toEqual([
      '_sip._tcp.example.test SRV 1 2 5060 sip.example.test',
      'example.test A 192.0.2.1',
      'record type SSHFP is not kept',
      'an answer without data',
      'an answer without data',
      'a record of the root zone',
    ]);
    expect(typeSkip('x'.repeat(1_000_000))).toBe(`record type ${'X'.repeat(20)} is not kept`);
    expect(typeSkip('a\u0000\u001b[0m')).toBe('an unknown record type is not kept');
  });

  it.each([
    ['1.0.0.10.in-addr.arpa', true],
    ['10.in-addr.arpa', true],
    ['1.2.168.192.IN-ADDR.ARPA.', true],
    ['1.2.16.172.in-addr.arpa', true],
    ['1.2.31.172.in-addr.arpa', true],
    ['1.2.254.169.in-addr.arpa', true],
    ['1.0.0.127.in-addr.arpa', true],
    [`${'0.'.repeat(30)}d.f.ip6.arpa`, true],
    [`${'0.'.repeat(30)}c.f.ip6.arpa`, true],
    [`${'0.'.repeat(29)}8.e.f.ip6.arpa`, true],
    [`${'0.'.repeat(29)}b.e.f.ip6.arpa.`, true],
    [`${'0.'.repeat(29)}c.e.f.ip6.arpa`, false],
    [`${'0.'.repeat(24)}8.b.d.0.1.0.0.2.ip6.arpa`, false],
    ['1.2.15.172.in-addr.arpa', false],
    ['1.2.32.172.in-addr.arpa', false],
    ['1.2.0.192.in-addr.arpa', false],
    ['192.in-addr.arpa', false],
    ['10.in-addr.arpa.example.test', false],
    ['10.example.arpa', false],
    ['x10.in-addr.arpa', false],
    ['arpa', false],
    ['.', false],
    ['', false],
  ])('%s is a reverse name of private space: %s', (rrname, isPrivate) => {
    expect(privateReverse(rrname)).toBe(isPrivate);
    if (isPrivate)
      expect(entries({ ...version1, rrname, rrtype: 'PTR', rdata: 'host.example.test' })).toEqual(
        skips('a reverse look-up of private space'),
      );
  });
});

describe('what is rejected', () => {
  const time = 'the time is missing or cannot be read: send ISO 8601 or epoch seconds';

  it.each([
    ['{"a":'.repeat(1000) + '1' + '}'.repeat(1000), 'event_type is missing'],
    ['{"event_type":5}', 'event_type is missing'],
    ['{"event_type":"dns"}', 'the event has no dns object'],
    ['{"event_type":"dns","dns":[]}', 'the event has no dns object'],
    [event({ ...version1, type: 5 }), 'dns.type is neither a query nor an answer'],
    [event({ ...version1, rrname: 5 }), 'a name is missing'],
    [event({ ...version1, rrname: undefined }), 'a name is missing'],
    [event({ ...version1, rdata: 5 }), 'an answer cannot be read'],
    [event({ ...version1, rrtype: undefined, rdata: 'x' }), 'an answer without a record type'],
    [event({ ...version1, ttl: -1 }), 'the TTL is out of range'],
    [event({ ...version1, ttl: 5e9 }), 'the TTL is out of range'],
    [event({ ...version2, answers: 5 }), 'an answer cannot be read'],
    [event({ ...version2, answers: [5, null] }), 'an answer cannot be read'],
    [event({ ...version2, answers: undefined, grouped: { A: 5 } }), 'an answer cannot be read'],
    [event({ ...version2, rrname: 5, answers: undefined }), 'a name is missing'],
    [event({ ...version2, answers: new Array(1001).fill({}) }), 'more than 1000 answers'],
    [event(version1, { timestamp: undefined }), time],
    [event(version1, { timestamp: {} }), time],
    [event(version1, { timestamp: '2026-02-30T00:00:00Z' }), time],
  ])('%.60s', (line, reason) => expect(summary(read(line))).toContain(reason));

  it('once a line, and what can be read is kept', () => {
    const answers = [...version2.answers, 5, 6];
    expect(summary(entries({ ...version2, answers })).slice(2)).toEqual(['an answer cannot be read']);
  });
});

it.each([
  ['2026-11-22T03:04:05.123456-0800', 1_795_345_445.123456],
  ['2026-11-22T03:04:05+0000', 1_795_316_645],
  ['2026-11-22T03:04:05Z', 1_795_316_645],
  ['2026-11-22 03:04:05.5', 1_795_316_645.5],
  ['2026-11-22T03:04:05+05:30', 1_795_296_845],
  ['2024-02-29T00:00:00Z', 1_709_164_800],
  ['1795316645.25', 1_795_316_645.25],
  [1_795_316_645.25, 1_795_316_645.25],
  ['2025-02-29T00:00:00Z', undefined],
  ['2026-13-01T00:00:00Z', undefined],
  ['2026-11-22T24:00:00Z', undefined],
  ['2026-11-22T03:04:05+99:00', undefined],
  ['0071-01-01T00:00:00Z', undefined],
  ['2107-01-01T00:00:00Z', undefined],
  ['1969-12-31T23:59:59Z', undefined],
  ['2026-11-22', undefined],
  [`${' '.repeat(1_000_000)}Z`, undefined],
  [0, undefined],
  [-1, undefined],
  [1_795_316_645_000, undefined],
  [NaN, undefined],
  [undefined, undefined],
])('the time %.50s is %s', (value, seconds) => expect(readTime(value)).toBe(seconds));

it('reads TTLs as numbers and text', () =>
  expect([undefined, null, '299', 60.9, 'x', {}, Infinity].map(readTtl)).toEqual([
    0,
    0,
    299,
    60,
    undefined,
    undefined,
    undefined,
  ]));
