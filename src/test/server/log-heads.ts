import type { AboutFile, LogEntry, LogReader, SeenRecord } from '#server/ingest/logs/log-reader.ts';

/** The beginning of a file of a format. */
interface LogHead {
  /** Lines that occur once: directives, or the names of columns. */
  readonly preamble: readonly string[];
  /** All of them are about a.test. */
  readonly lines: readonly string[];
}

/** The head of every format. */
export const logHeads: Readonly<Record<string, LogHead>> = {
  'zeek-dns': {
    preamble: ['#separator \\x09', '#path\tdns', '#fields\tts\tquery\tqtype_name\tanswers\tTTLs'],
    lines: ['1792497600.000000\ta.test\tA\t198.51.100.1\t60.000000'],
  },
  'zeek-ssl': {
    preamble: [
      '#separator \\x09',
      '#path\tssl',
      '#fields\tts\tid.orig_h\tid.resp_h\tserver_name\tresumed\tcert_chain_fps',
    ],
    lines: [`1792497600.000000\t192.0.2.9\t198.51.100.1\ta.test\tF\t${'ab'.repeat(32)}`],
  },
  'zeek-x509': {
    preamble: [
      '#separator \\x09',
      '#path\tx509',
      '#fields\tts\tfingerprint\tcertificate.serial\tcertificate.subject\tcertificate.issuer\tcertificate.not_valid_before\tcertificate.not_valid_after\tsan.dns',
    ],
    lines: [
      `1792497600.000000\t${'ab'.repeat(32)}\t01\tCN=a.test\tCN=R1\t1790000000.000000\t1800000000.000000\ta.test`,
    ],
  },
  'zeek-http': {
    preamble: [
      '#separator \\x09',
      '#path\thttp',
      '#fields\tts\tid.resp_h\tmethod\thost\turi\tstatus_code\tstatus_msg\tresp_mime_types',
    ],
    lines: ['1792497600.000000\t198.51.100.1\tGET\ta.test\t/\t200\tOK\ttext/html'],
  },
  zeek: {
    preamble: [
      '#separator \\x09',
      '#path\tconn',
      '#fields\tts\tuid\tconn_state',
      '1792497600.000000\tC1\tSF',
      '#path\tdns',
      '#fields\tts\tquery\tqtype_name\tanswers\tTTLs',
    ],
    lines: ['1792497600.000000\ta.test\tA\t198.51.100.1\t60.000000'],
  },
  'suricata-eve': {
    preamble: [],
    lines: [
      '{"timestamp":"2026-10-20T12:00:00.000000+0000","event_type":"dns","src_ip":"192.0.2.53","src_port":53,"dest_ip":"192.0.2.9","dest_port":40000,"proto":"UDP","dns":{"version":2,"type":"answer","rrname":"a.test","rrtype":"A","rcode":"NOERROR","answers":[{"rrname":"a.test","rrtype":"A","ttl":60,"rdata":"198.51.100.1"}]}}',
      '{"timestamp":"2026-10-20T12:00:00.000000+0000","event_type":"flow","src_ip":"192.0.2.9","dest_ip":"192.0.2.53","proto":"TCP"}',
    ],
  },
  'dns-collector': {
    preamble: [],
    lines: [
      '{"dns":{"flags":{"qr":true},"qname":"a.test","qtype":"A","rcode":"NOERROR","resource-records":{"an":[{"name":"a.test","rdatatype":"A","ttl":60,"rdata":"198.51.100.1"}],"ns":[],"ar":[]}},"dnstap":{"timestamp-rfc3339ns":"2026-10-20T12:00:00.000000000Z","operation":"CLIENT_RESPONSE"},"network":{"query-ip":"192.0.2.9"}}',
    ],
  },
  cof: {
    preamble: [],
    lines: [
      '{"rrname":"a.test.","rrtype":"A","rdata":"198.51.100.1","time_first":1792497600,"time_last":1792497660,"count":2}',
    ],
  },
  passivedns: {
    preamble: [],
    lines: ['1792497600.000000||192.0.2.9||192.0.2.53||IN||a.test.||A||198.51.100.1||60||2'],
  },
  ecs: {
    preamble: [],
    lines: [
      '{"@timestamp":"2026-10-20T12:00:00.000Z","dns":{"type":"answer","question":{"name":"a.test","type":"A"},"answers":[{"name":"a.test","type":"A","ttl":60,"data":"198.51.100.1"}]},"ecs":{"version":"8.11.0"}}',
    ],
  },
  ocsf: {
    preamble: [],
    lines: [
      '{"class_uid":4003,"activity_id":2,"time":1792497600000,"query":{"hostname":"a.test","type":"A"},"answers":[{"rdata":"198.51.100.1","type":"A","ttl":60}]}',
    ],
  },
  route53: {
    preamble: [],
    lines: [
      '{"version":"1.100000","account_id":"123456789012","query_timestamp":"2026-10-20T12:00:00Z","query_name":"a.test.","query_type":"A","query_class":"IN","rcode":"NOERROR","answers":[{"Rdata":"198.51.100.1","Type":"A","Class":"IN"}],"srcaddr":"192.0.2.9"}',
    ],
  },
  'dns-gateway': {
    preamble: [],
    lines: [
      '{"Datetime":"2026-10-20T12:00:00Z","QueryName":"a.test","QueryType":1,"QueryTypeName":"A","ResolvedIPs":["198.51.100.1"],"CNAMEs":[],"ResolverDecision":"allowedByQueryName"}',
    ],
  },
  adguard: {
    preamble: [],
    lines: [
      '{"T":"2026-10-20T12:00:00.000000000Z","QH":"a.test","QT":"A","QC":"IN","CP":"","Answer":"AAGBgAABAAEAAAAAAWEEdGVzdAAAAQABAWEEdGVzdAAAAQABAAAAPAAExjNkAQ==","Result":{},"Elapsed":1000,"IP":"192.0.2.9"}',
    ],
  },
  dnsx: {
    preamble: [],
    lines: [
      '{"host":"a.test","ttl":60,"resolver":["192.0.2.53:53"],"a":["198.51.100.1"],"status_code":"NOERROR","timestamp":"2026-10-20T12:00:00Z"}',
    ],
  },
  tlsx: {
    preamble: [],
    lines: [
      `{"timestamp":"2026-10-20T12:00:00Z","host":"a.test","ip":"198.51.100.1","port":"443","probe_status":true,"tls_version":"tls13","not_before":"2026-09-21T15:06:40Z","not_after":"2027-01-15T08:00:00Z","subject_cn":"a.test","issuer_cn":"R1","fingerprint_hash":{"sha1":"${'ab'.repeat(20)}"}}`,
    ],
  },
  httpx: {
    preamble: [],
    lines: [
      '{"timestamp":"2026-10-20T12:00:00Z","port":"443","url":"https://a.test","input":"a.test","title":"A","scheme":"https","webserver":"nginx","host":"198.51.100.1","status_code":200,"failed":false}',
    ],
  },
  certstream: {
    preamble: [],
    lines: [
      '{"message_type":"heartbeat","timestamp":1792497600.0}',
      `{"message_type":"certificate_update","data":{"update_type":"X509LogEntry","leaf_cert":{"subject":{"CN":"a.test"},"issuer":{"CN":"R1"},"not_before":1790000000.0,"not_after":1800000000.0,"serial_number":"01","fingerprint":"${'AB:'.repeat(19)}AB","all_domains":["a.test"]},"chain":[],"cert_index":7,"seen":1792497600.0,"source":{"name":"Log","url":"https://log.example.test/"}}}`,
    ],
  },
  infoblox: {
    preamble: [],
    lines: [
      '<30>Oct 20 12:00:00 192.0.2.53 named[123]: 20-Oct-2026 12:00:00.000 client 192.0.2.9#40000: UDP: query: a.test IN A response: NOERROR + a.test. 60 IN A 198.51.100.1;',
      '<30>Oct 20 12:00:00 192.0.2.53 named[123]: client 192.0.2.9#40000 (a.test): query: a.test IN A + (192.0.2.53)',
    ],
  },
  dnsmasq: {
    preamble: [],
    lines: [
      'Oct 20 12:00:00 dnsmasq[123]: query[A] a.test from 192.0.2.9',
      'Oct 20 12:00:00 dnsmasq[123]: reply a.test is 198.51.100.1',
    ],
  },
  sysmon: {
    preamble: [],
    lines: [
      '{"@timestamp":"2026-10-20T12:00:00.000Z","winlog":{"provider_name":"Microsoft-Windows-Sysmon","event_id":22,"event_data":{"UtcTime":"2026-10-20 12:00:00.000","QueryName":"a.test","QueryStatus":"0","QueryResults":"::ffff:198.51.100.1;"}}}',
    ],
  },
  'windows-dns': {
    preamble: [],
    lines: [
      '{"@timestamp":"2026-10-20T12:00:00.000Z","winlog":{"provider_name":"Microsoft-Windows-DNSServer","event_id":257,"event_data":{"QNAME":"a.test.","QTYPE":"1","RCODE":"0","PacketData":"0x0001818000010001000000000161047465737400000100010161047465737400000100010000003c0004c6336401"}}}',
    ],
  },
  'zone-file': {
    preamble: ['$ORIGIN test.'],
    lines: ['@ 60 IN SOA ns1 host 1 7200 3600 1209600 300', 'a.test. 60 IN A 198.51.100.1'],
  },
  csv: {
    preamble: ['name,type,answer,first_seen'],
    lines: ['a.test,A,198.51.100.1,2026-10-20 12:00:00'],
  },
};

const time = '2026-10-20T12:00:00Z';
const answers = [
  { name: 'a.test', type: 'CNAME', ttl: 60, data: 'b.test' },
  { name: 'b.test', type: 'MX', ttl: 60, data: '10 mx.test' },
];
const tls = {
  subject: 'CN=a.test',
  issuerdn: 'CN=R1',
  serial: '01',
  fingerprint: 'ab'.repeat(20),
  sni: 'a.test',
  notbefore: time,
  notafter: time,
  subjectaltname: ['a.test'],
  chain: ['x'],
  ja3: { hash: 'ab'.repeat(16) },
};
const eve = (event: string, inside: object) => ({
  timestamp: '2026-10-20T12:00:00.000000+0000',
  event_type: event,
  src_ip: '192.0.2.9',
  src_port: 40_000,
  dest_ip: '198.51.100.1',
  dest_port: 443,
  [event]: inside,
});
const rich: Readonly<Record<string, readonly object[]>> = {
  'suricata-eve': [
    eve('dns', { type: 'answer', rrname: 'a.test', rrtype: 'A', grouped: { CNAME: ['b.test'], A: ['192.0.2.1'] } }),
    eve('dns', {
      version: 3,
      type: 'response',
      queries: [{ rrname: 'a.test', rrtype: 'MX' }],
      answers: [{ rrname: 'a.test', rrtype: 'MX', ttl: 60, rdata: 'mx.test' }],
      authorities: [{ rrname: 'test', rrtype: 'SOA', ttl: 60, soa: { mname: 'ns.test' } }],
    }),
    eve('tls', tls),
    eve('quic', { sni: 'a.test', ja3: { hash: 'ab'.repeat(16) } }),
    eve('http', { hostname: 'a.test', status: 200, url: '/', response_headers: [{ name: 'Server', value: 'x' }] }),
  ],
  'dns-collector': [
    {
      'dns.flags.qr': true,
      'dns.qname': 'a.test',
      'dns.rcode': 'NOERROR',
      'dnstap.timestamp-rfc3339ns': time,
      'dns.resource-records.an.0.name': 'a.test',
      'dns.resource-records.an.0.rdatatype': 'TXT',
      'dns.resource-records.an.0.rdata': '"v=spf1" " -all"',
      'dns.resource-records.ns': '-',
    },
  ],
  ecs: [
    { '@timestamp': time, dns: { question: { name: 'a.test', type: 'MX' }, answers, resolved_ip: ['192.0.2.1'] } },
    {
      '@timestamp': time,
      destination: { ip: '198.51.100.1' },
      source: { ip: '192.0.2.9' },
      tls: { client: { ja3: 'ab'.repeat(16) }, server: { hash: { sha1: 'ab'.repeat(20) }, certificate_chain: ['x'] } },
      http: { response: { status_code: 200, headers: { a: 'b' } } },
    },
  ],
  ocsf: [{ class_uid: 4003, activity_id: 6, time: 1792497600000, query: { hostname: 'a.test', type: 'MX' }, answers }],
  'dns-gateway': [{ time, properties: { query_name: 'a.test', query_type: 'MX', answer: answers } }],
  dnsx: [
    { host: 'a.test', status_code: 'NOERROR', timestamp: time, all: ['a.test.\t60\tIN\tMX\t10 mx.test.'] },
    {
      host: 'a.test',
      status_code: 'NOERROR',
      timestamp: time,
      ttl: 60,
      cname: ['b.test'],
      ns: ['ns.test'],
      soa: [{ name: 'test', ns: 'ns.test' }],
      ptr: ['a.test'],
      txt: ['x'],
    },
  ],
  httpx: [
    {
      timestamp: time,
      url: 'https://a.test',
      input: 'a.test',
      host: '198.51.100.1',
      status_code: 200,
      favicon: '5',
      hash: { body_mmh3: 1 },
      raw_header: 'HTTP/1.1 200 OK\r\nServer: x\r\n',
      jarm_hash: 'ab',
      tls: { fingerprint_hash: { sha1: 'ab'.repeat(20) }, chain: [{}] },
    },
  ],
};

/** Further lines of some formats, with every kind of event and answer. */
export const richLines: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(rich).map(([format, events]) => [format, events.map((event) => JSON.stringify(event))]),
);

/** The entries with repeated records written out, without the abbreviation `again`. */
export function spelledOut(entries: readonly LogEntry[]): readonly Exclude<LogEntry, { readonly what: 'again' }>[] {
  return entries.flatMap((entry) => {
    if (entry.what !== 'again') return [entry];
    const { records, time, ttls } = entry;
    return records.map(({ same: _, ...record }, index): SeenRecord => {
      return { ...record, first: time, last: time, count: 1, ttl: ttls[index] ?? 0 };
    });
  });
}

/** Reads lines as one file of a format. Events are written as JSON. */
export function reading(reader: LogReader, about: AboutFile = {}) {
  return (...lines: readonly unknown[]): readonly LogEntry[] => {
    const read = reader.open(about);
    return lines.flatMap((line) => [...read(typeof line === 'string' ? line : JSON.stringify(line))]);
  };
}

/** Why an entry is not kept; '' for one that is. */
export function reasonOf(entry: LogEntry): string {
  return 'reason' in entry ? entry.reason : '';
}

/** Each entry in a few words: 'a.test A 198.51.100.1' or 'skipped: no answer'. */
export function told(entries: readonly LogEntry[]): string[] {
  return entries.map((entry) =>
    entry.what === 'record' ? `${entry.name} ${entry.type} ${entry.answer}` : `${entry.what}: ${reasonOf(entry)}`,
  );
}
