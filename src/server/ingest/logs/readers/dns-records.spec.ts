import { type Answer, encode, type Packet } from 'dns-packet';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reading, told } from '#test/server/log-heads.ts';
import { readAdguard, readCof, readDnsx } from './dns-records.ts';

describe('Passive DNS COF', () => {
  const read = reading(readCof);
  const [first, last] = [1_763_600_000, 1_763_700_000];
  const cof = (more: object) => {
    return { count: 12, time_first: first, time_last: last, rrname: 'www.example.test.', rrtype: 'A', ...more };
  };

  it('gives each answer with its times and its count', () => {
    const seen = { what: 'record', name: 'www.example.test.', type: 'A', first, last, count: 12, ttl: 0 };
    expect(read(cof({ rdata: ['192.0.2.1', '192.0.2.2'], bailiwick: 'example.test.', sensor_id: 'ns1' }))).toEqual([
      { ...seen, answer: '192.0.2.1' },
      { ...seen, answer: '192.0.2.2' },
    ]);
    expect(read(cof({ rdata: '192.0.2.1' }))).toEqual([{ ...seen, answer: '192.0.2.1' }]);
  });

  it.each([
    ['MX', ['10 mx1.example.test.', '20 mx2.example.test.'], ['mx1.example.test.', 'mx2.example.test.']],
    ['NS', ['ns1.example.test.', 'ns2.example.test.'], ['ns1.example.test.', 'ns2.example.test.']],
  ])('makes one set of several rdata of %s', (rrtype, rdata, set) => {
    expect(read(cof({ rrtype, rdata }))).toMatchObject(set.map((answer) => ({ type: rrtype, answer, set })));
  });

  it('makes no set of one text, which may be one of several', () => {
    const [entry] = read(cof({ rrtype: 'NS', rdata: 'ns1.example.test.' }));
    expect(entry).toMatchObject({ answer: 'ns1.example.test.', count: 12 });
    expect(entry).not.toHaveProperty('set');
  });

  it.each([
    ['SOA', 'ns1.example.test. hostmaster.example.test. 1 7200 3600 1209600 300', 'ns1.example.test.'],
    ['TXT', '"v=spf1" " -all"', 'v=spf1 -all'],
    ['PTR', 'host.example.test.', 'host.example.test.'],
  ])('reads an answer of type %s', (rrtype, rdata, answer) => {
    const rrname = rrtype === 'PTR' ? '1.2.0.192.in-addr.arpa.' : 'example.test.';
    expect(read(cof({ rrname, rrtype, rdata }))).toMatchObject([{ name: rrname, type: rrtype, answer }]);
  });

  it.each([
    [{ time_first: 100, time_last: 200 }, [100, 200]],
    [{ time_last: 200 }, [200, 200]],
    [{ time_first: '100', time_last: '200' }, [100, 200]],
    [{ zone_time_first: 100, zone_time_last: 200 }, [100, 200]],
    [{ zone_time_first: 1, zone_time_last: 300, time_first: 100, time_last: 200 }, [100, 200]],
    [{ time_first_ms: 100_500, time_last_ms: 200_250 }, [100.5, 200.25]],
  ])('reads the times of %j', (times, [begin, end]) => {
    const line = { rrname: 'example.test', rrtype: 'A', rdata: '192.0.2.1', ...times };
    expect(read(line)).toMatchObject([{ first: begin, last: end, count: 1 }]);
  });

  it.each([
    ['12', 12],
    [undefined, 1],
  ])('reads the count of %j', (count, times) =>
    expect(read(cof({ rdata: '192.0.2.1', count }))).toMatchObject([{ count: times }]),
  );

  it.each([0, -5, 1.5, '2 or 3', 2 ** 53])('rejects the count %j instead of taking it for one', (count) =>
    expect(told(read(cof({ rdata: '192.0.2.1', count })))).toEqual([expect.stringContaining('the count is not')]),
  );

  it.each([
    { time_first: 'soon', time_last: 200 },
    { time_first: 100, time_last: 1e300 },
  ])('one of two times that cannot be read is not replaced by the other: %j', (times) =>
    expect(told(read(cof({ rdata: '192.0.2.1', ...times })))).toEqual([expect.stringContaining('the time')]),
  );

  it('unwraps what DNSDB sends', () => {
    const lines = [
      { cond: 'begin' },
      { obj: cof({ rdata: ['192.0.2.1'] }) },
      { cond: 'ongoing' },
      { cond: 'succeeded' },
    ];
    expect(lines.flatMap((line) => told(read(line)))).toEqual(['www.example.test. A 192.0.2.1']);
    expect(told(read({ cond: 'failed', msg: 'x' }))).toEqual(['rejected: the server reports that the export failed']);
    expect(told(read({ cond: 'limited' }))).toEqual(['skipped: the server reports that it left out further records']);
  });

  it.each<[reason: string, line: object]>([
    ['skipped: record type NAPTR is not kept', cof({ rrtype: 'NAPTR', rdata: '100 10 "u" "sip" . .' })],
    ['skipped: an unknown record type is not kept', cof({ rrtype: '<b>', rdata: 'x' })],
    [
      'skipped: a reverse look-up of private space',
      cof({ rrname: '1.0.0.10.in-addr.arpa.', rrtype: 'PTR', rdata: 'a.test' }),
    ],
    ['skipped: a record of the root zone', cof({ rrname: '.', rrtype: 'NS', rdata: ['a.example.test.'] })],
    ['skipped: no answer', cof({ rdata: [] })],
    [
      'rejected: the time is missing or cannot be read: send ISO 8601 or epoch seconds',
      cof({ time_first: 'x', time_last: {}, rdata: '192.0.2.1' }),
    ],
    [
      'rejected: the time is missing or cannot be read: send ISO 8601 or epoch seconds',
      cof({ time_first: 1e300, time_last: -1, rdata: '192.0.2.1' }),
    ],
    ['rejected: a name is missing', cof({ rrname: ['a'], rdata: '192.0.2.1' })],
    ['rejected: an answer cannot be read', cof({ rdata: [{ toString: 1 }, 7, null] })],
    ['rejected: more than 1000 answers', cof({ rrtype: 'NS', rdata: Array(50_000).fill('ns.example.test') })],
  ])('%s', (reason, line) => {
    expect(told(read(line))).toEqual([reason]);
  });
});

describe('dnsx -json', () => {
  const read = reading(readDnsx);
  const dnsx = (host: string, more: object) => {
    return {
      host,
      ttl: 300,
      resolver: ['192.0.2.53:53'],
      status_code: 'NOERROR',
      timestamp: '2026-11-20T11:11:12.5+01:00',
      ...more,
    };
  };
  const at = Date.UTC(2026, 10, 20, 10, 11, 12) / 1000 + 0.5;

  it('rebuilds the chain of aliases', () => {
    const line = dnsx('www.example.test', {
      a: ['198.51.100.1'],
      aaaa: ['2001:db8::1'],
      cname: ['edge.example.test', 'pop.example.test'],
    });
    expect(told(read(line))).toEqual([
      'www.example.test CNAME edge.example.test',
      'edge.example.test CNAME pop.example.test',
      'pop.example.test A 198.51.100.1',
      'pop.example.test AAAA 2001:db8::1',
    ]);
    expect(read(line)[0]).toMatchObject({ first: at, last: at, count: 1, ttl: 300 });
  });

  it('takes owners and TTLs of "all" where it is there', () => {
    const line = dnsx('example.test', {
      // glue of the name server stands among the addresses
      a: ['198.51.100.1', '192.0.2.53'],
      ns: ['ns1.example.test'],
      all: [
        'example.test.\t60\tIN\tA\t198.51.100.1',
        'ns1.example.test.\t3600\tIN\tA\t192.0.2.53',
        'example.test.\t3600\tIN\tNS\tns1.example.test.',
        'example.test.\t3600\tIN\tMX\t10 mx.example.test.',
        'example.test.\t3600\tIN\tTXT\t"v=spf1" " a\tb"',
        'example.test.\t300\tIN\tSOA\tns1.example.test. hostmaster.example.test. 1 7200 3600 1209600 300',
        'version.bind.\t0\tCH\tTXT\t"9.18"',
        '\n;; OPT PSEUDOSECTION:\n; EDNS: version 0; flags:; udp: 1232',
      ],
    });
    expect(told(read(line))).toEqual([
      'example.test. A 198.51.100.1',
      'ns1.example.test. A 192.0.2.53',
      'example.test. NS ns1.example.test.',
      'example.test. MX mx.example.test.',
      'example.test. TXT v=spf1 a\tb',
      'example.test. SOA ns1.example.test.',
      'skipped: a record of another class than IN',
    ]);
    expect(read(line)[0]).toMatchObject({ ttl: 60 });
  });

  it('reads the other lists, with one set of NS and MX each', () => {
    const [ns, mx] = [['ns1.example.test', 'ns2.example.test'], ['mx.example.test']];
    const entries = read(dnsx('example.test', { ns, mx, txt: ['v=spf1 -all'], srv: ['sip.example.test'] }));
    expect(told(entries)).toEqual([
      'example.test NS ns1.example.test',
      'example.test NS ns2.example.test',
      'example.test MX mx.example.test',
      'example.test TXT v=spf1 -all',
      'example.test SRV sip.example.test',
    ]);
    expect(entries).toMatchObject([{ set: ns }, { set: ns }, { set: mx }, {}, {}]);
  });

  it.each([
    [
      [{ name: 'example.test', ns: 'ns1.example.test', mailbox: 'hostmaster.example.test' }],
      'NXDOMAIN',
      'example.test',
    ],
    [[{ ns: 'ns1.example.test' }], 'NOERROR', 'www.example.test'],
    [['ns1.example.test', 'hostmaster.example.test'], 'NOERROR', 'www.example.test'],
  ])('reads the SOA %j of a response %s', (soa, status_code, owner) => {
    expect(told(read(dnsx('www.example.test', { soa, status_code })))).toEqual([`${owner} SOA ns1.example.test`]);
  });

  it('gives PTR records of an address its reverse name', () => {
    expect(
      told(read(dnsx('192.0.2.9', { ptr: ['host.example.test'], cname: ['9.0/25.2.0.192.in-addr.arpa'] }))),
    ).toEqual(['9.2.0.192.in-addr.arpa PTR host.example.test']);
    const nibbles = `9.0.0.0.${'0.'.repeat(20)}8.b.d.0.1.0.0.2.ip6.arpa`;
    expect(told(read(dnsx('2001:DB8::9', { ptr: ['host.example.test'] })))).toEqual([
      `${nibbles} PTR host.example.test`,
    ]);
    const delegated = { ptr: ['host.example.test'], cname: ['9.0/25.2.0.192.in-addr.arpa'] };
    expect(told(read(dnsx('9.2.0.192.in-addr.arpa', delegated)))).toEqual([
      '9.2.0.192.in-addr.arpa CNAME 9.0/25.2.0.192.in-addr.arpa',
      '9.2.0.192.in-addr.arpa PTR host.example.test',
    ]);
  });

  it.each<[reason: string, line: object]>([
    ['skipped: no answer', dnsx('example.test', { status_code: 'NXDOMAIN' })],
    [
      'skipped: no answer',
      dnsx('www.example.test', { status_code: 'NXDOMAIN', soa: ['ns1.example.test', 'a.example.test'] }),
    ],
    ['skipped: a reverse look-up of private space', dnsx('10.1.2.3', { ptr: ['host.example.test'] })],
    [
      'skipped: a PTR record of a name that is not a reverse name',
      dnsx('example.test', { ptr: ['host.example.test'] }),
    ],
    ['skipped: addresses of a hosts file', dnsx('example.test', { hosts_file: true, a: ['192.0.2.1'] })],
    ['rejected: a name is missing', { a: ['192.0.2.1'] }],
    ['rejected: an answer cannot be read', dnsx('example.test', { a: [1, { valueOf: 1, toString: 1 }] })],
    ['rejected: an answer cannot be read', dnsx('example.test', { all: [1, 'x', '\t\t'] })],
    [
      'rejected: the time is missing or cannot be read: send ISO 8601 or epoch seconds',
      dnsx('example.test', { a: ['192.0.2.1'], timestamp: 'today' }),
    ],
    ['rejected: a name is missing', dnsx('example.test', { host: 7 })],
  ])('%s', (reason, line) => {
    expect(told(read(line))).toEqual([reason]);
  });
});

describe('AdGuard Home query log', () => {
  const read = reading(readAdguard);
  const base64 = (packet: Packet) => encode({ type: 'response', id: 1, ...packet }).toString('base64');
  const chain = base64({
    questions: [{ type: 'A', name: 'www.example.test' }],
    answers: [
      { type: 'CNAME', name: 'www.example.test', ttl: 300, data: 'edge.example.test' },
      { type: 'A', name: 'edge.example.test', ttl: 60, data: '198.51.100.7' },
    ],
  });
  const adguard = (more: object) => {
    return {
      T: '2026-11-20T13:11:12.519796+03:00',
      QH: 'www.example.test',
      QT: 'A',
      QC: 'IN',
      CP: 'doh',
      IP: '192.0.2.10',
      Answer: chain,
      Result: {},
      Elapsed: 837_429,
      Cached: true,
      Upstream: 'https://dns.example.test/dns-query',
      ...more,
    };
  };
  const ofChain = ['www.example.test CNAME edge.example.test', 'edge.example.test A 198.51.100.7'];

  it('decodes the DNS message', () => {
    expect(told(read(adguard({})))).toEqual(ofChain);
    const at = Date.UTC(2026, 10, 20, 10, 11, 12) / 1000 + 0.519796;
    expect(read(adguard({}))[1]).toMatchObject({ first: at, last: at, count: 1, ttl: 60 });
  });

  it('reads all sections and types', () => {
    const answer = base64({
      answers: [
        { type: 'MX', name: 'example.test', data: { preference: 10, exchange: 'mx.example.test' } },
        { type: 'MX', name: 'example.test', data: { preference: 0, exchange: '.' } },
        { type: 'TXT', name: 'example.test', data: ['v=spf1', ' -all'] },
        { type: 'AAAA', name: 'example.test', data: '2001:db8::7' },
        { type: 'SRV', name: '_sip._tcp.example.test', data: { port: 5060, target: 'sip.example.test' } },
        { type: 'CAA', name: 'example.test', data: { tag: 'issue', value: 'ca.test; a="b"' } },
        {
          type: 'DS',
          name: 'example.test',
          data: { keyTag: 12_345, algorithm: 13, digestType: 2, digest: Buffer.from('ab01', 'hex') },
        },
      ],
      authorities: [
        { type: 'SOA', name: 'example.test', data: { mname: 'ns1.example.test', rname: 'a.example.test' } },
      ],
      additionals: [
        { type: 'A', name: 'ns1.example.test', data: '192.0.2.53' },
        { type: 'TXT', name: 'version.bind', class: 'CH', data: '9.18' },
        {
          type: 'OPT',
          name: '.',
          udpPayloadSize: 1232,
          extendedRcode: 0,
          ednsVersion: 0,
          flags: 0,
          flag_do: false,
          options: [],
        },
      ],
    });
    expect(told(read(adguard({ QH: 'example.test', Answer: answer })))).toEqual([
      'example.test MX mx.example.test',
      'example.test TXT v=spf1 -all',
      'example.test AAAA 2001:db8::7',
      '_sip._tcp.example.test SRV 0 0 5060 sip.example.test',
      String.raw`example.test CAA 0 issue "ca.test; a=\034b\034"`,
      'example.test DS 12345 13 2 AB01',
      'example.test SOA ns1.example.test',
      'ns1.example.test A 192.0.2.53',
      'skipped: an answer without data',
      'skipped: a record of another class than IN',
    ]);
  });

  it.each([
    ['0001 00 0001 0006 02 6832 02 6833 0004 0008 c0000201 c0000202', '1 . alpn=h2,h3 ipv4hint=192.0.2.1,192.0.2.2'],
    ['0000 0461 6263 64 0474 6573 74 00', '0 abcd.test'],
    [
      '0001 0161 00 0000 0002 0001 0002 0000 0003 0002 01bb 0005 0002 ffff',
      '1 a mandatory=alpn no-default-alpn port=443 ech=//8=',
    ],
    ['0001 00 0006 0010 20010db8 00000000 00000000 00000001', '1 . ipv6hint=2001:db8::1'],
    ['0001 00 0007 0004 2f71 2022 0190 0001 00', String.raw`1 . dohpath=/q\032\034 key400=\000`],
  ])('reads the data of HTTPS %s', (hex, text) => {
    const data = Buffer.from(hex.replaceAll(' ', ''), 'hex');
    const answer = { type: 'UNKNOWN_65', name: 'a.test', data } as unknown as Answer;
    expect(told(read(adguard({ Answer: base64({ answers: [answer] }) })))).toEqual([`a.test HTTPS ${text}`]);
    for (let length = 0; length < data.length; length += 1) {
      const cut = { ...answer, data: data.subarray(0, length) } as Answer;
      const [found] = told(read(adguard({ Answer: base64({ answers: [cut] }) })));
      expect(found).not.toBe(`a.test HTTPS ${text}`);
    }
  });

  it('takes what the upstream server said, not what a filter made of it', () => {
    const blocked = base64({ answers: [{ type: 'A', name: 'www.example.test', data: '0.0.0.0' }] });
    const result = { IsFiltered: true, Reason: 3 };
    expect(told(read(adguard({ Answer: blocked, OrigAnswer: chain, Result: result })))).toEqual(ofChain);
    for (const other of [result, { Reason: 9 }, { Reason: 10 }])
      expect(told(read(adguard({ Answer: blocked, Result: other })))).toEqual([
        'skipped: blocked or rewritten by policy',
      ]);
    expect(told(read(adguard({ Result: { Reason: 1 } })))).toEqual(ofChain);
  });

  it.each<[reason: string, line: object]>([
    ['skipped: no answer', adguard({ Answer: undefined })],
    ['skipped: no answer', adguard({ Answer: 0.9 })],
    ['skipped: no answer', adguard({ Answer: base64({}) })],
    ['skipped: a reverse look-up of private space', adguard({ QH: '1.0.168.192.in-addr.arpa', QT: 'PTR' })],
    ['rejected: the answer is not a DNS response', adguard({ Answer: base64({ type: 'query' }) })],
    ['rejected: the answer is not a DNS message', adguard({ Answer: 'AAAA' })],
    ['rejected: the answer is not a DNS message', adguard({ Answer: chain.slice(0, -8) })],
    ['rejected: the answer is not a DNS message', adguard({ Answer: '%'.repeat(100) })],
    ['rejected: the answer is longer than a DNS message can be', adguard({ Answer: 'A'.repeat(900_000) })],
    [
      'rejected: the time is missing or cannot be read: send ISO 8601 or epoch seconds',
      adguard({ T: '12/09/1998T15:00:00.000000+05:00' }),
    ],
    ['rejected: a name is missing', adguard({ QH: 6 })],
  ])('%s', (reason, line) => {
    expect(told(read(line))).toEqual([reason]);
  });

  it('survives any bytes in place of the message', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), fc.nat({ max: 255 }), (bytes, place, byte) => {
        const bent = Buffer.from(chain, 'base64');
        bent[place % bent.length] = byte;
        for (const answer of [Buffer.from(bytes), bent])
          expect(() => read(adguard({ Answer: answer.toString('base64') }))).not.toThrow();
      }),
    );
  });
});
