import { describe, expect, it } from 'vitest';
import { logHeads } from '#test/server/log-heads.ts';
import { textFormats, recogniseLog } from './formats.ts';
import { refusedFormats } from './readers/refused.ts';

const query = '<30>Jan 20 06:02:54 192.0.2.5 named[1]: client 192.0.2.9#42386: query: a.test IN A + (192.0.2.53)';
const response = (answer: string) =>
  `20-Jan-2024 06:02:53.123 client 192.0.2.9#54321: UDP: query: a.test IN A response: ${answer}`;
const answered = response('NOERROR +AED a.test. 300 IN A 198.51.100.7;');
const failed = response('NXDOMAIN +');
const zoneLoaded = '<30>Jan 20 06:02:54 192.0.2.5 named[1]: zone a.test/IN: loaded serial 1';
const unboundStart = '[1763600000] unbound[4242:0] debug: worker request';
const unboundQuery = '[1763600001] unbound[4242:1] info: 192.0.2.10 www.example.test. A IN';
const soa = '. 60 IN SOA ns. host. 1 2 3 4 5';
const long = 'a'.repeat(1_000_000);
const time = '2026-11-20T10:11:12Z';

/** A format or the title of a refused one, and the beginning of a file. Events are written as JSON. */
type Beginning = readonly [expected: string, ...lines: readonly (string | object)[]];

const otherZeek = 'a Zeek log of another kind than dns, ssl, x509 or http';
const sysmonXml = 'a Sysmon log in XML';

const refused: readonly Beginning[] = [
  [
    'an Unbound log (log-queries or log-replies)',
    '[1763600000] unbound[4242:0] notice: init module 0: validator',
    '[1763600000] unbound[4242:0] info: start of service (unbound 1.19.2).',
    '[1763600001] unbound[4242:1] info: 192.0.2.10 www.example.test. A IN',
    '[1763600001] unbound[4242:1] info: 192.0.2.10 www.example.test. A IN NOERROR 0.012345 0 59',
  ],
  [
    'an Unbound log (log-queries or log-replies)',
    'Nov 20 10:11:12 ns1 unbound: [4242:0] reply: 2001:db8::10 www.example.test. TYPE65 IN NOERROR 0.000000 1 59',
  ],
  [
    'an Unbound log (log-queries or log-replies)',
    '2026-11-20T10:11:12.123+00:00 unbound[4242:a] query: 192.0.2.10 www.example.test. HTTPS IN\r',
  ],
  [
    'a BIND query log',
    '20-Nov-2026 10:11:12.345 queries: info: client @0x7f2a4c000c48 192.0.2.10#51234 (www.example.test): query: www.example.test IN A +E(0)K (192.0.2.53)',
    '20-Nov-2026 10:11:12.346 client 2001:db8::10#51234: query: www.example.test IN AAAA - (2001:db8::53)',
  ],
  [
    'a BIND query log',
    '20-Nov-2026 10:11:12.345 client @0x7f2a4c000c48 192.0.2.10#51234 (www.example.test): view internal: query: www.example.test IN A + (192.0.2.53)',
    '20-Nov-2026 10:11:12.345 client @0x7f2a4c000c48 192.0.2.10#51234 (www.example.test): response: www.example.test IN A NOERROR + 1 0 1',
  ],
  [
    'an Infoblox or BIND query log from syslog',
    '<30>Nov 20 10:11:12 192.0.2.5 named[17742]: client @0x7f2a4c000c48 192.0.2.10#51234 (www.example.test): query: www.example.test IN A + (192.0.2.53)',
    '<30>Nov 20 10:11:12 192.0.2.5 named[17742]: 20-Nov-2026 10:11:12.101 client 192.0.2.10#51234: query: www.example.test IN A + (192.0.2.53)',
  ],
  [
    'a log of the CoreDNS log plugin',
    '.:53',
    'CoreDNS-1.11.1',
    'linux/amd64, go1.20.7, ae2bbc2',
    '[INFO] 192.0.2.10:50759 - 29008 "A IN www.example.test. udp 41 false 4096" NOERROR qr,rd,ra,ad 68 0.037990251s',
    '2026-11-20T10:11:12.123Z stdout F [INFO] [2001:db8::10]:50759 - 7 "AAAA IN example.test. tcp 41 true 1232" NXDOMAIN qr 41 0.1s',
  ],
  [
    'a Windows DNS debug log',
    'DNS Server log file creation at 11/20/2026 5:44:17 AM',
    'Log file wrap at 11/20/2026 5:44:17 AM',
    '',
    'Message logging key (for packets - other items use a subset of these fields):',
    '\tField #  Information         Values',
  ],
  [
    'a Windows DNS debug log',
    '11/20/2026 5:44:17 AM 0E28 PACKET  00000000028657F0 UDP Snd 192.0.2.10      6e9d R Q [8081   DR  NOERROR] A      (3)www(7)example(4)test(0)',
    '20261120 15:52:30 0DC8 PACKET  01C27A20 UDP Rcv 192.0.2.10   0002   Q [0001   D   NOERROR] A      (3)www(7)example(4)test(0)',
  ],
  [
    'output of dnstap -j or -y',
    '{"type":"MESSAGE","identity":"ns1","version":"unbound 1.19.2","message":{"type":"CLIENT_RESPONSE","query_time":"2026-11-20T10:11:12Z","response_message":";; opcode: QUERY, status: NOERROR, id: 1\\n\\n;; ANSWER SECTION:\\nwww.example.test.\\t300\\tIN\\tA\\t192.0.2.1\\n"}}',
  ],
  [
    'output of dnstap -j or -y',
    'type: MESSAGE',
    'identity: "ns1"',
    'version: "BIND 9.18.24"',
    'message:',
    '  type: CLIENT_RESPONSE',
    '  query_time: !!timestamp 2026-11-20 10:11:12.123456',
    '  response_message: |',
    '    ;; opcode: QUERY, status: NOERROR, id: 1',
  ],
  ['an Unbound log (log-queries or log-replies)', ...Array<string>(14).fill(unboundStart), unboundQuery, unboundQuery],
  ['an Infoblox or BIND query log from syslog', query],
  ['an Infoblox or BIND query log from syslog', query, failed],
  ['a BIND query log', '20-Nov-2026 10:11:12.345 client 192.0.2.9#5 (a.test): query: a.test IN SOA + (192.0.2.53)'],
  [
    'a BIND log of denied or rewritten queries',
    "20-Nov-2026 10:11:12.345 security: info: client @0x7f2a 192.0.2.10#5 (a.test): query (cache) 'a.test/A/IN' denied",
    '20-Nov-2026 10:11:12.345 client 192.0.2.10#5 (a.test): rpz QNAME NXDOMAIN rewrite a.test via a.test.rpz',
  ],
  [
    'a PowerDNS query log',
    "Nov 20 10:11:12 ns1 pdns_server[1]: Remote 192.0.2.10 wants 'a.test|A', do = 0, bufsize = 512",
  ],
  [
    'a PowerDNS query log',
    "Nov 20 10:11:12 ns1 pdns_recursor[1]: 1 [2/1] question for 'a.test|A' from 192.0.2.10:5",
    "Nov 20 10:11:12 ns1 pdns_recursor[1]: 1 [2/1] answer to question 'a.test|A': 1 answers, 0 additional",
  ],
  ['a Zeek log without its header', '1793000000.250000\tCkGLXp4nC5FKnmMVd8\t192.0.2.9\t5\t192.0.2.53\t53\tudp\ta.test'],
  ['a Zeek conn.log', '#separator \\x09', '#path\tconn', '#fields\tts\tuid\tid.orig_h\tid.resp_h\tconn_state'],
  ['a Zeek conn.log', '#fields\tts\tuid\tid.orig_h\tid.resp_h\tconn_state'],
  ['a Zeek conn.log', { ts: 1, uid: 'C1', id_orig_h: '192.0.2.9', id_resp_h: '198.51.100.1', conn_state: 'SF' }],
  ['a Zeek conn.log', { '@stream': 'conn', ts: 1 }, { _path: 'conn', ts: 2 }],
  [otherZeek, '#path\tweird', '#fields\tts\tuid\tname'],
  ['a Zeek files.log', '#path\tfiles', '#fields\tts\tfuid'],
  ['a Zeek files.log', { _path: 'files', ts: 1, fuid: 'F1', source: 'SSL' }],
  [otherZeek, { _path: 'conn', ts: 1 }, { _path: 'weird', ts: 1 }],
  // sip.log
  [otherZeek, '#fields\tts\tuid\tid.orig_h\tid.resp_h\ttrans_depth\tmethod\turi\tstatus_code\tstatus_msg'],
  [
    sysmonXml,
    `<Event><System><Provider Name='Microsoft-Windows-Sysmon'/><EventID>22</EventID></System><EventData><Data Name='QueryResults'>::ffff:198.51.100.9;</Data></EventData></Event>`,
  ],
];

const read: readonly Beginning[] = [
  ...Object.entries(logHeads).map(([format, { preamble, lines }]) => [format, ...preamble, ...lines] as const),
  [
    'dnsmasq',
    'Nov 27 10:11:12 dnsmasq[123]: query[A] www.example.test from 192.0.2.9',
    'Nov 27 10:11:12 dnsmasq[123]: forwarded www.example.test to 192.0.2.53',
    'Nov 27 10:11:12 dnsmasq[123]: reply www.example.test is 198.51.100.1',
  ],
  ['dnsmasq', 'Nov 27 10:11:12 router dnsmasq[9]: 17 192.0.2.9/5353 query[type=65] www.example.test from 192.0.2.9'],
  ['dnsmasq', 'Nov 27 10:11:12 dnsmasq[1]: gravity blocked ads.example.test is 0.0.0.0', ...Array<string>(9).fill('x')],
  [
    'sysmon',
    {
      '@timestamp': time,
      ecs: { version: '8.0.0' },
      event: { code: '22', provider: 'Microsoft-Windows-Sysmon' },
      winlog: { event_data: { QueryName: 'www.example.test', QueryResults: 'type:  5 a.test;::ffff:198.51.100.9;' } },
    },
  ],
  ['sysmon', { EventID: 22, QueryName: 'www.example.test', QueryResults: '::ffff:198.51.100.9;' }],
  ['dns-collector', { 'dns.flags.qr': false, 'dns.qname': '-', 'dns.qtype': '-', 'dns.rcode': '-' }],
  ['cof', { cond: 'begin' }, { obj: { rrname: 'a.test.', rrtype: 'A', rdata: '192.0.2.1', time_last: 2 } }],
  [
    'passivedns',
    '#timestamp||dns-client ||dns-server',
    '1763600000.4||192.0.2.10||192.0.2.53||IN||a.test.||A||192.0.2.1||60||5\r',
  ],
  ['zeek-dns', '#fields\tts\tquery\tanswers'],
  ['zeek-dns', '#separator \\x09', '#path\tdns'],
  ['zeek-dns', { _path: 'dns', ts: 1_763_600_000.1, 'id.resp_p': 53, query: 'a.test', answers: ['192.0.2.1'] }],
  ['zeek-dns', { ts: 1, query: 'x', qtype_name: 'A' }],
  ['zeek-dns', { preview: false, result: { _raw: '{"_path":"dns","ts":1793000000.25,"query":"a.test"}' } }],
  ['zeek-ssl', '#fields\tts\tid.resp_h\tcert_chain_fps'],
  ['zeek-x509', '#fields\tts\tfingerprint\tcertificate.subject'],
  ['zeek-http', '#fields\tts\tid.resp_h\thost\tstatus_code'],
  ['zeek-dns', { ts: 1, uid: 'C1', proto: 'udp', RA: true, rejected: false }],
  ['zeek', { '@stream': 'conn', ts: 1 }, { '@stream': 'dns', ts: 1, query: 'a.test' }],
  ['zeek', '#path\tssl', '#fields\tts', '#path\tdns', '#fields\tts'],
  ['suricata-eve', '{"timestamp":"2026-11-22T03:04:05.123456-0800","event_type":"flow"}\r', ''],
  // Logstash adds @timestamp
  ['suricata-eve', { '@timestamp': time, timestamp: time, event_type: 'dns', dns: { type: 'answer' } }],
  // other tools may quote a line of a refused log
  ['suricata-eve', { timestamp: time, event_type: 'alert', payload_printable: unboundQuery }],
  ['ecs', { '@timestamp': time, 'tls.server.hash.sha1': 'ab'.repeat(20) }],
  ['ecs', { '@timestamp': time, http: { response: { status_code: 200 } } }],
  ['dns-gateway', { TimeGenerated: time, QueryName: 'a.test.', QueryType: 'A', Answer: [] }],
  ['dns-gateway', { time, properties: { query_name: 'a.test.', query_type: 'A', answer: [] } }],
  ['tlsx', { host: 'a.test', port: '443', probe_status: true }],
  ['certstream', { message_type: 'certificate_update', data: {} }],
  ['infoblox', ...Array<string>(48).fill(query), zoneLoaded, answered],
  ['infoblox', failed, zoneLoaded],
  ['csv', 'name,type,answer', 'a.test,A,192.0.2.1', '', 'b.test,A,192.0.2.2\r'],
  ['csv', '# export', 'rrname\trdata', '# day', 'a.test\t192.0.2.1'],
  ['csv', 'query,rdata,x', 'a.test,192.0.2.1,1', 'b.test,19'],
  ['csv', 'name\tttl\tclass\ttype\tdata', ...Array<string>(20).fill('a.test.\t60\tIN\tSOA\tns. host. 1 2 3 4 5')],
  [
    'zone-file',
    '$TTL 1h30m',
    '@   IN  SOA     VENERA      Action\\.domains (',
    ' 20 7200 600 3600000 60)',
    ' NS VENERA',
  ],
  ['zone-file', '@ IN SOA VENERA Action\\.domains 20 7200 600 3600000 60 ; a comment'],
  ['zone-file', 'test.\t900\tin\tsoa\ta.nic.test. host.nic.test. 1 2 3 4 5\r'],
  ['zone-file', '; <<>> DiG 9.18.24 <<>> example.test', ';; ANSWER SECTION:', 'example.test. 60 IN A 192.0.2.1'],
  ['zone-file', soa, 'a. NS ns.', 'b. TXT (', ...Array<string>(40).fill(' "x"')],
];

const unknown: readonly (readonly [what: string, ...lines: readonly (string | object)[]])[] = [
  ['nothing'],
  ['empty lines', '', '\r'],
  ['text', 'dear all,', 'please find attached the SOA record'],
  ['JSON of something else', { message: 'hello' }, { message: 'world' }],
  ['JSON without an event', '', '{'],
  ['an empty object', '{}'],
  ['null', 'null'],
  ['an event without a type', { timestamp: 'x' }],
  ['a query of an unknown tool', { ts: 1, query: 'a.test' }],
  ['events among other lines', { timestamp: time, event_type: 'flow' }, '', 'cut off'],
  ['an event without a time', { event_type: 'tls' }, '', 'x'],
  ['ECS without anything of a server', { '@timestamp': time, tls: {}, http: [] }],
  [
    'httpx without its input',
    { url: 'https://a.test', host: 'a.test', port: '443', a: ['192.0.2.1'], status_code: 200 },
  ],
  ['tlsx without a probe', { host: 'a.test', ip: '192.0.2.1', port: '443', status_code: 'NOERROR' }],
  ['a COF record without data', { rrname: 'a.test', rrtype: 'SOA' }],
  ['sip.log as JSON', { ts: 1, uid: 'C1', method: 'INVITE', trans_depth: 0, status_code: 200 }, { ts: 1, path: ['a'] }],
  ['messages of a name server', zoneLoaded],
  ['JSON that quotes a response', `{"message":"${answered}"}`, { message: answered }],
  ['few queries among other messages', ...Array<string>(46).fill(unboundStart), unboundQuery],
  ['a header alone', 'name,answer'],
  ['a table of something else', 'name,colour', 'a,red'],
  ['lines of other lengths', 'name,answer', 'a', 'b', 'c,192.0.2.1'],
  ['text before the header', 'Report', 'name,answer', 'a.test,192.0.2.1'],
  ['other columns of passivedns', '#timestamp||Query||Answer||TTL', '1763600000||a.test||192.0.2.1||60'],
  ['comments', '; a', ';b'],
  ['records without a zone', 'a.test. 60 IN A 192.0.2.1'],
  ['a zone with more faults than lines', '$TTL 300', 'one, two', '{"a":1}'],
  ['long lines', '"'.repeat(1_000_000), ','.repeat(1_000_000), '('.repeat(1_000_000), ' '.repeat(1_000_000), long],
  ['long queries', 'client '.repeat(40_000), `[INFO] ${long}`, `{"type":${'['.repeat(300_000)}`, '\ud800', '\u0000'],
];

const linesOf = (lines: readonly (string | object)[]) =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
/** The formats, readable and refused, that recognise the beginning of a file as their own. */
const takenFor = (head: readonly string[]) => [
  ...textFormats.filter((reader) => reader.sniff(head) > 0).map(({ format }) => format),
  ...refusedFormats.filter((each) => each.sniff(head) > 0).map(({ title }) => title),
];
const certaintyOf = (head: readonly string[]) =>
  Math.max(...[...textFormats, ...refusedFormats].map(({ sniff }) => sniff(head)));

describe('the beginning of a file', () => {
  it.each(read)('of %s is recognised as no other format', (format, ...lines) => {
    const head = linesOf(lines);
    expect(takenFor(head)).toEqual([format]);
    // a table or responses without answers may also be of a format that is not known
    const [least, most] = format === 'csv' || head[0] === failed ? [0.6, 0.6] : [0.9, 1];
    expect(certaintyOf(head)).toBeGreaterThanOrEqual(least);
    expect(certaintyOf(head)).toBeLessThanOrEqual(most);
    expect(recogniseLog(head)).toMatchObject({ reader: { format } });
    // the end of a line of another system, and empty lines before
    expect(recogniseLog(['', ...head.map((line) => `${line} `)])).toMatchObject({ reader: { format } });
  });

  it.each(refused)('of %s is refused', (title, ...lines) => {
    expect(takenFor(linesOf(lines))).toEqual([title]);
    expect(certaintyOf(linesOf(lines))).toBeGreaterThanOrEqual(0.9);
    expect(recogniseLog(linesOf(lines))).toMatchObject({ refused: { title } });
  });

  it.each(unknown)('with %s matches no format', (_, ...lines) => {
    expect(takenFor(linesOf(lines))).toEqual([]);
    expect(recogniseLog(linesOf(lines))).toBeUndefined();
  });
});

it('advises what to send in place of a refused log', () => {
  expect(new Set(refused.map(([title]) => title))).toEqual(new Set(refusedFormats.map(({ title }) => title)));
  for (const { title, advice } of refusedFormats) {
    expect(title).toMatch(/^(?:an?|output) /);
    expect(advice).toMatch(/DNS-collector|Zeek|in JSON/);
  }
});
