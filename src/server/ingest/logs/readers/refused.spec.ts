import { describe, expect, it } from 'vitest';
import { readDnsCollector } from './dns-records.ts';
import { readPassivedns } from './passivedns.ts';
import { readAdguard, readCof, readDnsx } from './dns-records.ts';
import { refusedFormats } from './refused.ts';

/** The beginnings of files that are refused, by title. */
const refused: readonly [title: string, head: readonly string[]][] = [
  [
    'an Unbound log (log-queries or log-replies)',
    [
      '[1763600000] unbound[4242:0] notice: init module 0: validator',
      '[1763600000] unbound[4242:0] info: start of service (unbound 1.19.2).',
      '[1763600001] unbound[4242:1] info: 192.0.2.10 www.example.test. A IN',
      '[1763600001] unbound[4242:1] info: 192.0.2.10 www.example.test. A IN NOERROR 0.012345 0 59',
    ],
  ],
  [
    'an Unbound log (log-queries or log-replies)',
    ['Nov 20 10:11:12 ns1 unbound: [4242:0] reply: 2001:db8::10 www.example.test. TYPE65 IN NOERROR 0.000000 1 59'],
  ],
  [
    'an Unbound log (log-queries or log-replies)',
    ['2026-11-20T10:11:12.123+00:00 unbound[4242:a] query: 192.0.2.10 www.example.test. HTTPS IN\r'],
  ],
  [
    'a BIND query log',
    [
      '20-Nov-2026 10:11:12.345 queries: info: client @0x7f2a4c000c48 192.0.2.10#51234 (www.example.test): query: www.example.test IN A +E(0)K (192.0.2.53)',
      '20-Nov-2026 10:11:12.346 client 2001:db8::10#51234: query: www.example.test IN AAAA - (2001:db8::53)',
    ],
  ],
  [
    'a BIND query log',
    [
      '20-Nov-2026 10:11:12.345 client @0x7f2a4c000c48 192.0.2.10#51234 (www.example.test): view internal: query: www.example.test IN A + (192.0.2.53)',
      '20-Nov-2026 10:11:12.345 client @0x7f2a4c000c48 192.0.2.10#51234 (www.example.test): response: www.example.test IN A NOERROR + 1 0 1',
    ],
  ],
  [
    'an Infoblox or BIND query log from syslog',
    [
      '<30>Nov 20 10:11:12 192.0.2.5 named[17742]: client @0x7f2a4c000c48 192.0.2.10#51234 (www.example.test): query: www.example.test IN A + (192.0.2.53)',
      '<30>Nov 20 10:11:12 192.0.2.5 named[17742]: 20-Nov-2026 10:11:12.101 client 192.0.2.10#51234: query: www.example.test IN A + (192.0.2.53)',
    ],
  ],
  [
    'a log of the CoreDNS log plugin',
    [
      '.:53',
      'CoreDNS-1.11.1',
      'linux/amd64, go1.20.7, ae2bbc2',
      '[INFO] 192.0.2.10:50759 - 29008 "A IN www.example.test. udp 41 false 4096" NOERROR qr,rd,ra,ad 68 0.037990251s',
      '2026-11-20T10:11:12.123Z stdout F [INFO] [2001:db8::10]:50759 - 7 "AAAA IN example.test. tcp 41 true 1232" NXDOMAIN qr 41 0.1s',
    ],
  ],
  [
    'a Windows DNS debug log',
    [
      'DNS Server log file creation at 11/20/2026 5:44:17 AM',
      'Log file wrap at 11/20/2026 5:44:17 AM',
      '',
      'Message logging key (for packets - other items use a subset of these fields):',
      '\tField #  Information         Values',
    ],
  ],
  [
    'a Windows DNS debug log',
    [
      '11/20/2026 5:44:17 AM 0E28 PACKET  00000000028657F0 UDP Snd 192.0.2.10      6e9d R Q [8081   DR  NOERROR] A      (3)www(7)example(4)test(0)',
      '20261120 15:52:30 0DC8 PACKET  01C27A20 UDP Rcv 192.0.2.10   0002   Q [0001   D   NOERROR] A      (3)www(7)example(4)test(0)',
    ],
  ],
  [
    'output of dnstap -j or -y',
    [
      '{"type":"MESSAGE","identity":"ns1","version":"unbound 1.19.2","message":{"type":"CLIENT_RESPONSE","query_time":"2026-11-20T10:11:12Z","response_message":";; opcode: QUERY, status: NOERROR, id: 1\\n\\n;; ANSWER SECTION:\\nwww.example.test.\\t300\\tIN\\tA\\t192.0.2.1\\n"}}',
    ],
  ],
  [
    'output of dnstap -j or -y',
    [
      'type: MESSAGE',
      'identity: "ns1"',
      'version: "BIND 9.18.24"',
      'message:',
      '  type: CLIENT_RESPONSE',
      '  query_time: !!timestamp 2026-11-20 10:11:12.123456',
      '  response_message: |',
      '    ;; opcode: QUERY, status: NOERROR, id: 1',
    ],
  ],
];

const line = (value: object) => JSON.stringify(value);
const dnsMessage = {
  qname: 'a.test',
  qtype: 'A',
  rcode: 'NOERROR',
  flags: { qr: true },
  'resource-records': { an: [] },
};
const readers = [readDnsCollector, readCof, readDnsx, readAdguard, readPassivedns];

/** The beginnings of files whose answers are read, with the format where one of the readers above reads it. */
const kept: readonly [format: string, head: readonly string[]][] = [
  ['dns-collector', [line({ network: {}, dns: dnsMessage, dnstap: { operation: 'CLIENT_RESPONSE' } })]],
  ['dns-collector', [line({ 'dns.flags.qr': false, 'dns.qname': '-', 'dns.qtype': '-', 'dns.rcode': '-' })]],
  ['cof', [line({ rrname: 'a.test.', rrtype: 'A', rdata: ['192.0.2.1'], time_first: 1, time_last: 2 })]],
  [
    'cof',
    [line({ cond: 'begin' }), line({ obj: { rrname: 'a.test.', rrtype: 'A', rdata: '192.0.2.1', time_last: 2 } })],
  ],
  [
    'dnsx',
    [line({ host: 'a.test', ttl: 60, a: ['192.0.2.1'], status_code: 'NOERROR', timestamp: '2026-11-20T10:11:12Z' })],
  ],
  ['adguard', [line({ T: '2026-11-20T10:11:12Z', QH: 'a.test', QT: 'A', QC: 'IN', Answer: 'AAAA', Result: {} })]],
  [
    'passivedns',
    ['#timestamp||dns-client ||dns-server', '1763600000.4||192.0.2.10||192.0.2.53||IN||a.test.||A||192.0.2.1||60||5\r'],
  ],
  [
    'zeek',
    ['#separator \\x09', '#path\tdns', '#fields\tts\tuid\tquery\tanswers', '1763600000.1\tC1\ta.test\t192.0.2.1'],
  ],
  ['zeek', [line({ _path: 'dns', ts: 1_763_600_000.1, 'id.resp_p': 53, query: 'a.test', answers: ['192.0.2.1'] })]],
  [
    'eve',
    [
      line({
        timestamp: '2026-11-20T10:11:12.1-0800',
        event_type: 'dns',
        dns: { type: 'answer', rrname: 'a.test', rrtype: 'A' },
      }),
    ],
  ],
  [
    'ecs',
    [
      line({
        '@timestamp': '2026-11-20T10:11:12Z',
        dns: { type: 'answer', question: { name: 'a.test' }, answers: [] },
      }),
    ],
  ],
  [
    'ocsf',
    [line({ class_uid: 4003, activity_id: 2, time: 1_763_600_000_000, query: { hostname: 'a.test' }, answers: [] })],
  ],
  ['route53', [line({ query_timestamp: '2026-11-20T10:11:12Z', query_name: 'a.test.', query_type: 'A', answers: [] })]],
  ['gateway', [line({ QueryName: 'a.test', ResolvedIPs: ['192.0.2.1'], CNAMEs: [] })]],
  [
    'httpx',
    [
      line({
        timestamp: '2026-11-20T10:11:12Z',
        url: 'https://a.test',
        host: 'a.test',
        port: '443',
        a: ['192.0.2.1'],
        status_code: 200,
      }),
    ],
  ],
  [
    'tlsx',
    [line({ timestamp: '2026-11-20T10:11:12Z', host: 'a.test', ip: '192.0.2.1', port: '443', status_code: 'NOERROR' })],
  ],
  [
    'infoblox responses',
    [
      '20-Nov-2026 10:11:12.083 client 192.0.2.10#57398 UDP: query: a.test IN A response: NOERROR +AED a.test. 28800 IN A 192.0.2.1;',
    ],
  ],
  [
    'infoblox queries and responses',
    [
      '<30>Nov 20 10:11:12 192.0.2.5 named[17742]: 20-Nov-2026 10:11:12.101 client 192.0.2.10#54321: query: a.test IN A + (192.0.2.53)',
      '<30>Nov 20 10:11:12 192.0.2.5 named[17742]: 20-Nov-2026 10:11:12.105 client 192.0.2.10#54321: UDP: query: a.test IN A response: NOERROR + a.test. 300 IN A 192.0.2.1;',
    ],
  ],
  // what others write may quote a line of these logs
  [
    'eve',
    [
      line({
        event_type: 'alert',
        payload_printable: '[1763600001] unbound[1:1] info: 192.0.2.10 a.test. A IN NOERROR 0 0 59',
      }),
    ],
  ],
  ['nothing', ['', '\r', 'hello', '\u0000', '{', 'a'.repeat(1_000_000)]],
  ['nothing', []],
];

describe('sniffing', () => {
  it.each(refused)('recognises %s', (title, head) => {
    const found = refusedFormats.filter((format) => format.sniff(head) > 0);
    expect(found.map((format) => format.title)).toEqual([title]);
    expect(found[0]?.sniff(head)).toBeGreaterThanOrEqual(0.9);
    expect(readers.map((reader) => reader.sniff(head))).toEqual(readers.map(() => 0));
  });

  it.each(kept)('does not take %s for a refused format', (format, head) => {
    expect(refusedFormats.filter((each) => each.sniff(head) > 0)).toEqual([]);
    const found = readers.filter((reader) => reader.sniff(head) > 0);
    expect(found.map((reader) => reader.format)).toEqual(
      readers.some((each) => each.format === format) ? [format] : [],
    );
    for (const reader of found) expect(reader.sniff(head)).toBeGreaterThanOrEqual(0.9);
  });

  it('refuses queries with responses that hold no answer', () => {
    const failed =
      '<30>Nov 20 10:11:12 192.0.2.5 named[17742]: 20-Nov-2026 10:11:12.105 client 192.0.2.10#54321: UDP: query: a.test IN A response: NXDOMAIN +';
    const [, head = []] = refused.find(([title]) => title.includes('Infoblox')) ?? [];
    expect(refusedFormats.filter((format) => format.sniff([...head, failed]) > 0)).toHaveLength(1);
  });

  it('needs a tenth of the lines, for servers write other messages too', () => {
    const [[, head = []] = []] = refused;
    const others = Array<string>(46).fill('[1763600000] unbound[4242:0] debug: worker request');
    const unbound = refusedFormats[0];
    expect(unbound?.sniff([...others.slice(0, 14), ...head])).toBeGreaterThanOrEqual(0.9);
    expect(unbound?.sniff([...others, ...head])).toBe(0);
  });

  it('copes with long lines', () => {
    const long = [
      'client '.repeat(140_000),
      `[INFO] ${'1'.repeat(900_000)}`,
      `{"type":${'['.repeat(900_000)}`,
      '\ud800',
    ];
    for (const format of refusedFormats) expect(format.sniff(long)).toBe(0);
  });
});

it('says what to send instead', () => {
  for (const { title, advice } of refusedFormats) {
    expect(title).toMatch(/^(?:an?|output) /);
    expect(advice).toMatch(/DNS-collector|Zeek/);
  }
});
