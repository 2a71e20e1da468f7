import { describe, expect, it } from 'vitest';
import { reading, told } from '#test/server/log-heads.ts';
import { readDnsCollector } from './dns-records.ts';

const at = Date.UTC(2026, 10, 20, 10, 11, 12) / 1000;
const stamp = '2026-11-20T10:11:12.500000000Z';
const seen = { what: 'record', first: at + 0.5, last: at + 0.5, count: 1 };

interface Change {
  readonly dns?: object;
  readonly an?: unknown;
  readonly ns?: unknown;
  readonly ar?: unknown;
  readonly more?: object;
}

/** As in the reference message of DNS-collector. */
function message({ dns, an = [], ns = [], ar = [], more }: Change = {}): object {
  return {
    network: {
      family: 'IPv4',
      protocol: 'UDP',
      'query-ip': '192.0.2.10',
      'query-port': '51234',
      'response-ip': '192.0.2.53',
      'response-port': '53',
      'ip-defragmented': false,
      'tcp-reassembled': false,
    },
    dns: {
      id: 23455,
      length: 90,
      opcode: 0,
      rcode: 'NOERROR',
      qname: 'www.example.test',
      qtype: 'A',
      qclass: 'IN',
      flags: { qr: true, tc: false, aa: false, ra: true, ad: false, rd: true, cd: false },
      'resource-records': { an, ns, ar },
      'malformed-packet': false,
      ...dns,
    },
    edns: { 'udp-size': 1232, rcode: 0, version: 0, 'dnssec-ok': 0, options: [] },
    dnstap: { operation: 'CLIENT_RESPONSE', identity: 'ns1', 'timestamp-rfc3339ns': stamp, latency: 0.01 },
    ...more,
  };
}

const record = (name: unknown, rdatatype: unknown, rdata: unknown, more: object = {}) => {
  return { name, rdatatype, class: 'IN', ttl: 300, rdata, ...more };
};

/** As the mode flat-json writes it. */
function flattened(value: object, path = ''): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (Array.isArray(member) && member.length === 0) flat[path + name] = '-';
    else if (typeof member === 'object' && member !== null) Object.assign(flat, flattened(member, `${path}${name}.`));
    else flat[path + name] = member;
  }
  return flat;
}

const read = reading(readDnsCollector);

const delegation = message({
  an: [record('www.example.test', 'CNAME', 'edge.example.test'), record('edge.example.test', 'A', '198.51.100.7')],
  ns: [record('example.test', 'NS', 'ns1.example.test'), record('example.test', 'NS', 'ns2.example.test')],
  ar: [record('ns1.example.test', 'AAAA', '2001:db8::53', { ttl: 60 })],
});
const ofDelegation = [
  { ...seen, name: 'www.example.test', type: 'CNAME', answer: 'edge.example.test', ttl: 300 },
  { ...seen, name: 'edge.example.test', type: 'A', answer: '198.51.100.7', ttl: 300 },
  ...['ns1.example.test', 'ns2.example.test'].map((answer) => {
    return {
      ...seen,
      name: 'example.test',
      type: 'NS',
      answer,
      ttl: 300,
      set: ['ns1.example.test', 'ns2.example.test'],
    };
  }),
  { ...seen, name: 'ns1.example.test', type: 'AAAA', answer: '2001:db8::53', ttl: 60 },
];

describe('a response', () => {
  it('gives the records of all sections with their owners, nested or flat', () => {
    expect(read(delegation)).toEqual(ofDelegation);
    expect(read(flattened(delegation))).toEqual(ofDelegation);
  });

  it.each([
    ['MX', '10 mx.example.test.', 'mx.example.test.'],
    ['SOA', 'ns1.example.test hostmaster.example.test 2026112001 7200 3600 1209600 300', 'ns1.example.test'],
    ['TXT', 'v=spf1 -all', 'v=spf1 -all'],
    ['TXT', '"v=spf1 ip4:192.0.2.0/24" " -all"', 'v=spf1 ip4:192.0.2.0/24 -all'],
    ['TXT', String.raw`"a \"b\" \\ \195\164 \c"`, 'a "b" \\ ä c'],
    ['TXT', '"a" b "c"', '"a" b "c"'],
    ['TXT', String.raw`"a\"`, String.raw`"a\"`],
    ['TXT', '"', '"'],
    ['TXT', 'a\u0000b', 'a\u0000b'],
  ])('of type %s with rdata %j', (type, rdata, answer) => {
    expect(read(message({ an: [record('example.test', type, rdata)] }))).toMatchObject([{ type, answer }]);
  });

  it('keeps names as they are logged', () => {
    const [entry] = read(message({ an: [record('wWw.eXample.TEST.', 'a', '192.0.2.1')] }));
    expect(entry).toMatchObject({ name: 'wWw.eXample.TEST.', type: 'A' });
  });

  it('counts what the transformer "reducer" has folded', () => {
    const folded = message({ an: [record('example.test', 'A', '192.0.2.1')], more: { reducer: { occurrences: 7 } } });
    expect(read(folded)).toMatchObject([{ count: 7 }]);
    expect(read(flattened(folded))).toMatchObject([{ count: 7 }]);
  });

  it('that is a failure still has the SOA of the zone', () => {
    const soa = record('example.test', 'SOA', 'ns1.example.test hostmaster.example.test 1 2 3 4 5');
    expect(told(read(message({ dns: { rcode: 'NXDOMAIN' }, ns: [soa] })))).toEqual([
      'example.test SOA ns1.example.test',
    ]);
  });
});

describe('what is skipped', () => {
  it.each<[reason: string, Change]>([
    ['a query without an answer', { dns: { flags: { qr: false } } }],
    ['no answer', { dns: { rcode: 'SERVFAIL' } }],
    ['mDNS (port 5353)', { more: { network: { 'query-port': '5353', 'response-port': '5353' } } }],
    ['LLMNR (port 5355)', { more: { network: { 'query-port': '50000', 'response-port': '5355' } } }],
    ['NetBIOS (port 137)', { more: { network: { 'query-port': '137', 'response-port': '137' } } }],
    ['a reverse look-up of private space', { dns: { qname: '5.1.168.192.in-addr.arpa', rcode: 'NXDOMAIN' } }],
  ])('%s', (reason, change) => {
    expect(read(message(change))).toEqual([{ what: 'skipped', reason }]);
    expect(read(flattened(message(change)))).toEqual([{ what: 'skipped', reason }]);
  });

  it.each<[reason: string, object]>([
    ['an answer without data', record('example.test', 'CAA', '-')],
    ['an answer whose data the log does not hold as text', record('example.test', 'HTTPS', 'x')],
    ['record type RRSIG is not kept', record('example.test', 'RRSIG', '-')],
    ['a record of another class than IN', record('version.bind', 'TXT', '9.18', { class: 'CH' })],
    ['a reverse look-up of private space', record('1.0.0.10.in-addr.arpa', 'PTR', 'host.example.test')],
    ['a PTR record of a name that is not a reverse name', record('_http._tcp.example.test', 'PTR', 'a.example.test')],
    ['a record of the root zone', record('', 'NS', 'a.root-servers.example')],
    ['an answer without data', record('example.test', 'MX', '0 ')],
    ['an answer without data', record('example.test', 'MX', '0 .')],
    ['an answer without data', record('10.in-addr.test', 'SOA', '. . 0 28800 7200 604800 86400')],
  ])('%s', (reason, skipped) => {
    const kept = record('www.example.test', 'A', '192.0.2.1');
    expect(told(read(message({ an: [kept, skipped] })))).toEqual([
      'www.example.test A 192.0.2.1',
      `skipped: ${reason}`,
    ]);
    expect(told(read(message({ an: [skipped] })))).toEqual([`skipped: ${reason}`]);
  });
});

describe('what cannot be read', () => {
  it.each<[reason: string, unknown]>([
    ['not a DNS event', {}],
    ['not a DNS event', { dns: { qname: 'example.test' } }],
    [
      'the time is missing or cannot be read: send ISO 8601 or epoch seconds',
      { ...delegation, dnstap: { 'timestamp-rfc3339ns': '-' } },
    ],
    ['the time is missing or cannot be read: send ISO 8601 or epoch seconds', { ...delegation, dnstap: [stamp] }],
    ['a name is missing', message({ an: [record(7, 'A', '192.0.2.1')] })],
    ['an answer cannot be read', message({ an: [record('example.test', 'A', { toString: 1, valueOf: 1 })] })],
    ['an answer cannot be read', message({ an: [null, 'x', []] })],
    ['the TTL is out of range', message({ an: [record('example.test', 'A', '192.0.2.1', { ttl: { toString: 1 } })] })],
    ['more than 1000 answers', message({ an: Array(1001).fill(record('example.test', 'NS', 'ns.example.test')) })],
  ])('%s', (reason, line) => {
    expect(read(line)).toEqual([{ what: 'rejected', reason }]);
  });

  it('leaves the other records, and is told once', () => {
    const [bad, good] = [record(null, 'A', '192.0.2.1'), record('example.test', 'A', '192.0.2.1')];
    expect(told(read(message({ an: [bad, good, bad] })))).toEqual([
      'example.test A 192.0.2.1',
      'rejected: a name is missing',
    ]);
  });

  it('takes a million characters', () => {
    const keys = Object.fromEntries(
      Array.from({ length: 8000 }, (_, index) => [
        [`dns.resource-records.an.${index}.name`, 'example.test'],
        [`dns.resource-records.an.${index}.rdatatype`, 'NS'],
      ]).flat(),
    );
    expect(read({ ...flattened(delegation), ...keys })).toEqual([
      { what: 'rejected', reason: 'more than 1000 answers' },
    ]);
    expect(read(message({ an: [record('example.test', 'TXT', `"${'\\'.repeat(900_000)}"`)] }))).toHaveLength(1);
  });
});
