import { describe, expect, it } from 'vitest';
import { reading, reasonOf } from '#test/server/log-heads.ts';
import type { LogEntry, LogReader } from '#server/ingest/logs/log-reader.ts';
import { readEcs } from './sensor-events.ts';
import { readGateway, readOcsf, readRoute53 } from './dns-events.ts';

const time = '2026-11-22T03:04:05.500Z';
const at = Date.UTC(2026, 10, 22, 3, 4, 5, 500) / 1000;

const read = (reader: LogReader, event: unknown) => reading(reader)(event);
const summary = (entries: readonly LogEntry[]) =>
  entries.map((entry) => (entry.what === 'record' ? `${entry.name} ${entry.type} ${entry.answer}` : reasonOf(entry)));
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
const chain = ['www.example.test CNAME web.example.test', 'web.example.test A 192.0.2.1'];

const ecs = {
  '@timestamp': time,
  ecs: { version: '8.11.0' },
  source: { ip: '192.0.2.9', port: 40_000 },
  destination: { ip: '192.0.2.53', port: 53 },
  dns: {
    type: 'answer',
    response_code: 'NOERROR',
    question: { name: 'www.example.test', type: 'A', class: 'IN' },
    answers: [
      { name: 'www.example.test', type: 'CNAME', class: 'IN', ttl: '300', data: 'web.example.test' },
      { name: 'web.example.test', type: 'A', class: 'IN', ttl: 60, data: '192.0.2.1' },
    ],
    resolved_ip: ['192.0.2.1'],
  },
};
const ocsf = {
  class_uid: 4003,
  class_name: 'DNS Activity',
  category_uid: 4,
  activity_id: 2,
  type_uid: 400_302,
  severity_id: 1,
  time: at * 1000,
  metadata: { version: '1.1.0' },
  rcode: 'NoError',
  action_id: 1,
  src_endpoint: { ip: '192.0.2.9', port: 40_000 },
  dst_endpoint: { ip: '192.0.2.53', port: 53 },
  query: { hostname: 'www.example.test', type: 'A', class: 'IN' },
  answers: [
    { type: 'CNAME', class: 'IN', rdata: 'web.example.test', ttl: 300 },
    { type: 'A', class: 'IN', rdata: '192.0.2.1', ttl: 60 },
  ],
};
const route53 = {
  version: '1.100000',
  account_id: '1',
  region: 'eu-central-1',
  vpc_id: 'vpc-1',
  query_timestamp: time,
  query_name: 'www.example.test.',
  query_type: 'A',
  query_class: 'IN',
  rcode: 'NOERROR',
  answers: [
    { Rdata: 'web.example.test.', Type: 'CNAME', Class: 'IN' },
    { Rdata: '192.0.2.1', Type: 'A', Class: 'IN' },
  ],
  srcaddr: '192.0.2.9',
  srcport: '40000',
  transport: 'UDP',
  srcids: { instance: 'i-1' },
};
const azure = {
  TimeGenerated: time,
  OperationName: 'RESPONSE_SUCCESS',
  QueryName: 'www.example.test.',
  QueryType: 'A',
  QueryClass: 'IN',
  ResponseCode: 0,
  ResolverPolicyRuleAction: 'NoMatch',
  Answer: [
    { RData: 'web.example.test.', Type: 'CNAME', Class: 'IN', TTL: 300 },
    { RData: '192.0.2.1', Type: 'A', Class: 'IN', TTL: 60 },
  ],
};
const cloudflare = {
  Datetime: time,
  QueryName: 'www.example.test',
  QueryType: 1,
  QueryTypeName: 'A',
  RCode: 0,
  ResolvedIPs: ['192.0.2.1', '2001:db8::1'],
  CNAMEs: ['web.example.test'],
  ResolverDecision: 'allowedOnNoPolicyMatch',
  SrcPort: 40_000,
};

describe('ECS', () => {
  const entries = (dns: object, more: object = {}) => read(readEcs, { ...ecs, ...more, dns: { ...ecs.dns, ...dns } });

  it('nested, flattened, and wrapped by a dump', () => {
    const found = [
      record('www.example.test', 'CNAME', 'web.example.test', 300),
      record('web.example.test', 'A', '192.0.2.1', 60),
    ];
    expect(read(readEcs, ecs)).toEqual(found);
    expect(read(readEcs, { _index: 'packetbeat', _id: '1', _source: ecs })).toEqual(found);
    const flat = {
      '@timestamp': time,
      'dns.type': 'answer',
      'destination.port': 53,
      'dns.question.name': 'www.example.test',
      'dns.question.type': 'A',
    };
    expect(read(readEcs, { ...flat, 'dns.answers': ecs.dns.answers })).toEqual(found);
    const columns = {
      'dns.answers.name': ['www.example.test', 'web.example.test'],
      'dns.answers.type': ['CNAME', 'A'],
      'dns.answers.ttl': [300, 60],
      'dns.answers.data': ['web.example.test', '192.0.2.1'],
    };
    expect(read(readEcs, { ...flat, ...columns })).toEqual(found);
    expect(read(readEcs, { ...flat, 'dns.answers.data': '192.0.2.1' })).toEqual([
      record('www.example.test', 'A', '192.0.2.1', 0),
    ]);
    expect(
      read(readEcs, { '@timestamp': time, dns: { 'question.name': 'a.test', answers: [{ data: '192.0.2.1' }] } }),
    ).toEqual([record('a.test', 'A', '192.0.2.1', 0)]);
  });

  it('answers without owners, with types or without', () => {
    const typed = [
      { data: 'web.example.test', type: 'CNAME' },
      { data: '192.0.2.1', type: 'A' },
    ];
    expect(summary(entries({ answers: typed }))).toEqual(chain);
    expect(summary(entries({ answers: typed.map(({ data }) => ({ data })) }))).toEqual(chain);
    expect(summary(entries({ answers: [{ data: '192.0.2.1' }], question: { name: 'a.test', type: 'SRV' } }))).toEqual([
      'an answer of another type than was asked for',
    ]);
    expect(summary(entries({ answers: [{ data: 'x' }], question: {} }))).toEqual(['a name is missing']);
    expect(summary(entries({ answers: [{ data: '192.0.2.1' }], question: { name: 'a.test', type: 'MX' } }))).toEqual([
      'an answer of another type than was asked for',
    ]);
  });

  it('resolved addresses, where there is nothing else', () => {
    const dns = { answers: undefined, resolved_ip: ['192.0.2.1', '2001:db8::1'] };
    expect(summary(entries(dns))).toEqual(['www.example.test A 192.0.2.1', 'www.example.test AAAA 2001:db8::1']);
    expect(summary(entries({ answers: [], resolved_ip: '192.0.2.1' }))).toEqual(['www.example.test A 192.0.2.1']);
    expect(summary(entries({ answers: [], resolved_ip: [5] }))).toEqual(['an answer cannot be read']);
  });

  it('other sections, with owners only', () => {
    const dns = {
      authorities: [
        { name: 'example.test', type: 'NS', ttl: 60, data: 'ns1.example.test' },
        { type: 'NS', data: 'x.test' },
      ],
      additionals: [{ name: 'ns1.example.test', type: 'AAAA', data: '2001:db8::1' }],
    };
    expect(entries(dns).slice(2)).toEqual([
      { ...record('example.test', 'NS', 'ns1.example.test', 60), set: ['ns1.example.test'] },
      record('ns1.example.test', 'AAAA', '2001:db8::1', 0),
    ]);
  });

  it('says why nothing is kept', () => {
    expect(summary(entries({ type: 'query', answers: undefined, resolved_ip: undefined }))).toEqual([
      'a query without an answer',
    ]);
    expect(summary(entries({ response_code: 'NXDOMAIN', answers: [], resolved_ip: [] }))).toEqual(['no answer']);
    expect(summary(read(readEcs, { '@timestamp': time, ecs: {}, event: { kind: 'event' } }))).toEqual([
      'not an event of DNS, TLS or HTTP',
    ]);
    expect(summary(read(readEcs, {}))).toEqual([
      'the time is missing or cannot be read: send ISO 8601 or epoch seconds',
    ]);
    expect(summary(entries({}, { destination: { port: 5353 }, source: { port: 5353 } }))).toEqual(['mDNS (port 5353)']);
    expect(summary(entries({ answers: [{ ...ecs.dns.answers[0], ttl: 'x' }] }))).toEqual(['the TTL is out of range']);
    expect(summary(entries({ answers: [{ ...ecs.dns.answers[0], name: 5 }] }))).toEqual(['a name is missing']);
    const reverse = [{ name: '1.0.0.10.in-addr.arpa', type: 'PTR', data: 'host.test' }];
    expect(summary(entries({ answers: reverse }))).toEqual(['a reverse look-up of private space']);
  });

  it('a number is a time in milliseconds', () =>
    expect(entries({}, { '@timestamp': at * 1000 })).toEqual(read(readEcs, ecs)));
});

describe('OCSF', () => {
  const entries = (more: object) => read(readOcsf, { ...ocsf, ...more });

  it('responses and traffic', () => {
    expect(entries({})).toEqual([
      record('www.example.test', 'CNAME', 'web.example.test', 300),
      record('web.example.test', 'A', '192.0.2.1', 60),
    ]);
    expect(entries({ activity_id: 6 })).toEqual(entries({}));
    const bare = ocsf.answers.map(({ rdata }) => ({ rdata }));
    expect(summary(entries({ answers: bare }))).toEqual(chain);
    // a CNAME in the answer to an MX query stays a CNAME
    const mail = [ocsf.answers[0], { type: 'MX', rdata: '10 mx.example.test', ttl: 60 }];
    expect(summary(entries({ query: { hostname: 'www.example.test', type: 'MX' }, answers: mail }))).toEqual([
      'www.example.test CNAME web.example.test',
      'web.example.test MX mx.example.test',
    ]);
  });

  it.each([
    [{ activity_id: 1 }, 'a query without an answer'],
    [{ activity_id: 99 }, 'neither a DNS response nor DNS traffic'],
    [{ class_uid: 4001 }, 'not a DNS event'],
    [{ class_uid: '4003' }, 'class_uid is missing'],
    [{ answers: undefined }, 'no answer'],
    [{ answers: [], rcode: 'NXDomain' }, 'no answer'],
    [{ action_id: 2 }, 'blocked or rewritten by policy'],
    [{ disposition_id: 2 }, 'blocked or rewritten by policy'],
    [{ dst_endpoint: { port: 5355 } }, 'LLMNR (port 5355)'],
    [{ query: 'x' }, 'a name is missing'],
    [{ query: { hostname: 5 } }, 'a name is missing'],
    [{ answers: [{ rdata: 5, type: 'A' }] }, 'an answer cannot be read'],
    [{ answers: [{ type: 'A' }] }, 'an answer without data'],
    [{ answers: [{ type: 'RRSIG', rdata: 'x' }] }, 'record type RRSIG is not kept'],
    [{ time: Math.floor(at) }, 'the time is missing or cannot be read: send ISO 8601 or epoch seconds'],
    [{ time: at * 1e6 }, 'the time is missing or cannot be read: send ISO 8601 or epoch seconds'],
    [{ time: undefined }, 'the time is missing or cannot be read: send ISO 8601 or epoch seconds'],
  ])('%j: %s', (more, reason) => expect(summary(entries(more)).slice(-1)).toEqual([reason]));
});

describe('Route 53 Resolver', () => {
  const entries = (type: string, ...texts: string[]) =>
    summary(
      read(readRoute53, {
        ...route53,
        query_name: 'example.test.',
        query_type: type,
        answers: texts.map((Rdata) => ({ Rdata, Type: type, Class: 'IN' })),
      }),
    );

  it('follows aliases', () =>
    expect(read(readRoute53, route53)).toEqual([
      record('www.example.test.', 'CNAME', 'web.example.test.', 0),
      record('web.example.test.', 'A', '192.0.2.1', 0),
    ]));

  it('reads data as zone files write it', () => {
    expect(entries('MX', '10 mx1.example.test.', 'mx2.example.test.')).toEqual([
      'example.test. MX mx1.example.test.',
      'example.test. MX mx2.example.test.',
    ]);
    expect(entries('SOA', 'ns1.example.test. root.example.test. 1 2 3 4 5')).toEqual([
      'example.test. SOA ns1.example.test.',
    ]);
    expect(entries('TXT', '"v=spf1 " "-all"', 'plain text', '"')).toEqual([
      'example.test. TXT v=spf1 -all',
      'example.test. TXT plain text',
      'example.test. TXT "',
    ]);
    expect(entries('SRV', '1 1 443 www.example.test.')).toEqual(['example.test. SRV 1 1 443 www.example.test']);
  });

  it('says why nothing is kept', () => {
    const blocked = { ...route53, firewall_rule_action: 'BLOCK', firewall_domain_list_id: 'rslvr-fdl-1' };
    expect(summary(read(readRoute53, blocked))).toEqual(['blocked or rewritten by policy']);
    expect(read(readRoute53, { ...blocked, firewall_rule_action: 'ALERT' })).toHaveLength(2);
    expect(summary(read(readRoute53, { ...route53, rcode: 'NXDOMAIN', answers: [] }))).toEqual(['no answer']);
    expect(summary(read(readRoute53, {}))).toEqual(['not an event of the Route 53 Resolver']);
    expect(summary(read(readRoute53, { ...route53, query_name: 5 }))).toContain('a name is missing');
    expect(summary(read(readRoute53, { ...route53, query_timestamp: 'x' }))).toEqual([
      'the time is missing or cannot be read: send ISO 8601 or epoch seconds',
    ]);
  });
});

describe('gateways', () => {
  const found = [
    record('www.example.test.', 'CNAME', 'web.example.test.', 300),
    record('web.example.test.', 'A', '192.0.2.1', 60),
  ];

  it('Azure: rows of Log Analytics, with lists or text', () => {
    expect(read(readGateway, azure)).toEqual(found);
    expect(read(readGateway, { ...azure, Answer: JSON.stringify(azure.Answer) })).toEqual(found);
    expect(read(readGateway, { ...azure, Answer: azure.Answer.map((each) => JSON.stringify(each)) })).toEqual(found);
    expect(summary(read(readGateway, { ...azure, Answer: ['192.0.2.1'] }))).toEqual(['www.example.test. A 192.0.2.1']);
    expect(summary(read(readGateway, { ...azure, Answer: '[]' }))).toEqual(['no answer']);
    expect(summary(read(readGateway, { ...azure, Answer: '[' }))).toEqual(['an answer cannot be read']);
    expect(summary(read(readGateway, { ...azure, ResolverPolicyRuleAction: 'Deny' }))).toEqual([
      'blocked or rewritten by policy',
    ]);
  });

  it('Azure: what diagnostic settings write to storage', () => {
    const properties = { query_name: 'www.example.test.', query_type: 'A', answer: azure.Answer };
    expect(read(readGateway, { time, category: 'DnsResponse', properties })).toEqual(found);
  });

  it('Cloudflare: aliases, then addresses', () => {
    const all = [...chain, 'web.example.test AAAA 2001:db8::1'];
    expect(summary(read(readGateway, cloudflare))).toEqual(all);
    for (const Datetime of [at, at * 1e9])
      expect(read(readGateway, { ...cloudflare, Datetime })).toEqual(read(readGateway, cloudflare));
    // of other queries, addresses are hints
    expect(summary(read(readGateway, { ...cloudflare, QueryTypeName: 'HTTPS' }))).toEqual(all.slice(0, 1));
    expect(summary(read(readGateway, { ...cloudflare, QueryTypeName: undefined, QueryType: 28 }))).toEqual(all);
  });

  it('Cloudflare: why nothing is kept', () => {
    for (const ResolverDecision of ['blockedByCategory', 'overrideForSafeSearch'])
      expect(summary(read(readGateway, { ...cloudflare, ResolverDecision }))).toEqual([
        'blocked or rewritten by policy',
      ]);
    expect(summary(read(readGateway, { ...cloudflare, ResolvedIPs: [], CNAMEs: null }))).toEqual(['no answer']);
    expect(summary(read(readGateway, { ...cloudflare, ResolvedIPs: [5] }))).toContain('an answer cannot be read');
    expect(summary(read(readGateway, { ...cloudflare, ResolvedIPs: ['x'] }))).toContain(
      'an answer without a record type',
    );
    expect(summary(read(readGateway, { ...cloudflare, Datetime: -1 }))).toEqual([
      'the time is missing or cannot be read: send ISO 8601 or epoch seconds',
    ]);
    expect(summary(read(readGateway, {}))).toEqual(['a name is missing']);
  });
});
