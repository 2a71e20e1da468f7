import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { logFormats, recogniseLog } from './formats.ts';

/** The beginning of a file of each format. */
const heads: Readonly<Record<string, readonly string[]>> = {
  'zeek-dns': ['#separator \\x09', '#path\tdns', '#fields\tts\tquery\tqtype_name\tanswers\tTTLs'],
  'zeek-ssl': [
    '#separator \\x09',
    '#path\tssl',
    '#fields\tts\tid.orig_h\tid.resp_h\tserver_name\tresumed\tcert_chain_fps',
    `1792497600.000000\t192.0.2.9\t198.51.100.1\ta.test\tF\t${'ab'.repeat(32)}`,
  ],
  'zeek-x509': [
    '#separator \\x09',
    '#path\tx509',
    '#fields\tts\tfingerprint\tcertificate.serial\tcertificate.subject\tcertificate.issuer\tcertificate.not_valid_before\tcertificate.not_valid_after\tsan.dns',
    `1792497600.000000\t${'ab'.repeat(32)}\t01\tCN=a.test\tCN=R1\t1790000000.000000\t1800000000.000000\ta.test`,
  ],
  'zeek-http': [
    '#separator \\x09',
    '#path\thttp',
    '#fields\tts\tid.resp_h\tmethod\thost\turi\tstatus_code\tstatus_msg\tresp_mime_types',
    '1792497600.000000\t198.51.100.1\tGET\ta.test\t/\t200\tOK\ttext/html',
  ],
  'suricata-eve': [
    '{"timestamp":"2026-10-20T12:00:00.000000+0000","event_type":"dns","src_ip":"192.0.2.53","src_port":53,"dest_ip":"192.0.2.9","dest_port":40000,"proto":"UDP","dns":{"version":2,"type":"answer","rrname":"a.test","rrtype":"A","rcode":"NOERROR","answers":[{"rrname":"a.test","rrtype":"A","ttl":60,"rdata":"198.51.100.1"}]}}',
    '{"timestamp":"2026-10-20T12:00:00.000000+0000","event_type":"flow","src_ip":"192.0.2.9","dest_ip":"192.0.2.53","proto":"TCP"}',
  ],
  'dns-collector': [
    '{"dns":{"flags":{"qr":true},"qname":"a.test","qtype":"A","rcode":"NOERROR","resource-records":{"an":[{"name":"a.test","rdatatype":"A","ttl":60,"rdata":"198.51.100.1"}],"ns":[],"ar":[]}},"dnstap":{"timestamp-rfc3339ns":"2026-10-20T12:00:00.000000000Z","operation":"CLIENT_RESPONSE"},"network":{"query-ip":"192.0.2.9"}}',
  ],
  cof: [
    '{"rrname":"a.test.","rrtype":"A","rdata":"198.51.100.1","time_first":1792497600,"time_last":1792497660,"count":2}',
  ],
  passivedns: ['1792497600.000000||192.0.2.9||192.0.2.53||IN||a.test.||A||198.51.100.1||60||2'],
  ecs: [
    '{"@timestamp":"2026-10-20T12:00:00.000Z","dns":{"type":"answer","question":{"name":"a.test","type":"A"},"answers":[{"name":"a.test","type":"A","ttl":60,"data":"198.51.100.1"}]},"ecs":{"version":"8.11.0"}}',
  ],
  ocsf: [
    '{"class_uid":4003,"activity_id":2,"time":1792497600000,"query":{"hostname":"a.test","type":"A"},"answers":[{"rdata":"198.51.100.1","type":"A","ttl":60}]}',
  ],
  route53: [
    '{"version":"1.100000","account_id":"123456789012","query_timestamp":"2026-10-20T12:00:00Z","query_name":"a.test.","query_type":"A","query_class":"IN","rcode":"NOERROR","answers":[{"Rdata":"198.51.100.1","Type":"A","Class":"IN"}],"srcaddr":"192.0.2.9"}',
  ],
  'dns-gateway': [
    '{"Datetime":"2026-10-20T12:00:00Z","QueryName":"a.test","QueryType":1,"QueryTypeName":"A","ResolvedIPs":["198.51.100.1"],"CNAMEs":[],"ResolverDecision":"allowedByQueryName"}',
  ],
  adguard: [
    '{"T":"2026-10-20T12:00:00.000000000Z","QH":"a.test","QT":"A","QC":"IN","CP":"","Answer":"AAGBgAABAAAAAAAAAWEEdGVzdAAAAQAB","Result":{},"Elapsed":1000,"IP":"192.0.2.9"}',
  ],
  dnsx: [
    '{"host":"a.test","ttl":60,"resolver":["192.0.2.53:53"],"a":["198.51.100.1"],"status_code":"NOERROR","timestamp":"2026-10-20T12:00:00Z"}',
  ],
  tlsx: [
    `{"timestamp":"2026-10-20T12:00:00Z","host":"a.test","ip":"198.51.100.1","port":"443","probe_status":true,"tls_version":"tls13","not_before":"2026-09-21T15:06:40Z","not_after":"2027-01-15T08:00:00Z","subject_cn":"a.test","issuer_cn":"R1","fingerprint_hash":{"sha1":"${'ab'.repeat(20)}"}}`,
  ],
  httpx: [
    '{"timestamp":"2026-10-20T12:00:00Z","port":"443","url":"https://a.test","input":"a.test","title":"A","scheme":"https","webserver":"nginx","host":"198.51.100.1","status_code":200,"failed":false}',
  ],
  certstream: [
    '{"message_type":"heartbeat","timestamp":1792497600.0}',
    `{"message_type":"certificate_update","data":{"update_type":"X509LogEntry","leaf_cert":{"subject":{"CN":"a.test"},"issuer":{"CN":"R1"},"not_before":1790000000.0,"not_after":1800000000.0,"serial_number":"01","fingerprint":"${'AB:'.repeat(19)}AB","all_domains":["a.test"]},"chain":[],"cert_index":7,"seen":1792497600.0,"source":{"name":"Log","url":"https://log.example.test/"}}}`,
  ],
  infoblox: [
    '<30>Oct 20 12:00:00 192.0.2.53 named[123]: 20-Oct-2026 12:00:00.000 client 192.0.2.9#40000: UDP: query: a.test IN A response: NOERROR + a.test. 60 IN A 198.51.100.1;',
    '<30>Oct 20 12:00:00 192.0.2.53 named[123]: client 192.0.2.9#40000 (a.test): query: a.test IN A + (192.0.2.53)',
  ],
  'zone-file': ['$ORIGIN test.', '@ 60 IN SOA ns1 host 1 7200 3600 1209600 300', 'a 60 IN A 198.51.100.1'],
  csv: ['name,type,answer,first_seen', 'a.test,A,198.51.100.1,2026-10-20 12:00:00'],
};

/** Formats that tell of servers, not of names: what their example holds. */
const evidence: Readonly<Record<string, readonly object[]>> = {
  'zeek-ssl': [{ what: 'shown-certificate', ip: '198.51.100.1', hostname: 'a.test', time: 1792497600 }],
  'zeek-x509': [{ what: 'certificate', names: ['a.test'], time: 1792497600 }],
  'zeek-http': [{ what: 'headers', ip: '198.51.100.1', hostname: 'a.test', response: '200 OK', time: 1792497600 }],
  tlsx: [
    { what: 'certificate', names: ['a.test'], time: 1792497600 },
    { what: 'shown-certificate', ip: '198.51.100.1', hostname: 'a.test', time: 1792497600 },
  ],
  httpx: [
    { what: 'headers', ip: '198.51.100.1', hostname: 'a.test', response: '200', time: 1792497600 },
    { what: 'page', ip: '198.51.100.1', hostname: 'a.test', title: 'A', time: 1792497600 },
  ],
  certstream: [{ what: 'skipped' }, { what: 'certificate', names: ['a.test'], index: 7, time: 1792497600 }],
};

describe('recogniseLog', () => {
  it('has an example of every format', () => {
    expect(Object.keys(heads)).toEqual(logFormats.map(({ format }) => format));
  });

  it.each(Object.entries(heads))('tells %s from all others', (format, head) => {
    expect(recogniseLog(head)).toMatchObject({ reader: { format } });
    // the end of a line of another system, and empty lines before
    expect(recogniseLog(['', ...head.map((line) => `${line} `)])).toMatchObject({ reader: { format } });
    const sure = logFormats.filter(({ sniff }) => sniff(head) > 0).map((reader) => reader.format);
    expect(sure).toEqual([format]);
  });

  it.each(Object.entries(heads))('reads a record from the example of %s', (format, head) => {
    const read = logFormats.find((reader) => reader.format === format)?.open({ written: 1792497600 });
    const entries = head.flatMap((line) => [...(read?.(line) ?? [])]);
    expect(entries.filter(({ what }) => what === 'rejected')).toEqual([]);
    if (evidence[format]) expect(entries).toMatchObject(evidence[format]);
    else if (format !== 'zeek-dns' && format !== 'adguard')
      expect(entries).toContainEqual(expect.objectContaining({ type: 'A', answer: '198.51.100.1', first: 1792497600 }));
  });

  it.each([
    ['text', ['dear all,', 'please find attached']],
    ['JSON of something else', ['{"message":"hello"}', '{"message":"world"}']],
    ['nothing', []],
  ])('does not know %s', (_, head) => expect(recogniseLog(head)).toBeUndefined());

  it('says what to send in place of a log without answers', () => {
    const bind =
      '20-Oct-2026 12:00:00.000 client @0x7f 192.0.2.9#40000 (a.test): query: a.test IN A +E(0)K (192.0.2.53)';
    expect(recogniseLog([bind])).toMatchObject({
      refused: { advice: expect.stringContaining('DNS-collector') as string },
    });
  });
});

describe('docs/logs.md', () => {
  it('lists every format', () => {
    const text = readFileSync('docs/logs.md', 'utf8');
    const named = [...text.matchAll(/\| `([a-z0-9-]+)` +\|/g)].map(([, name]) => name);
    expect(named).toEqual(logFormats.map(({ format }) => format));
  });
});
