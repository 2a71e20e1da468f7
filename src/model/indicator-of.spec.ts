import { describe, expect, it } from 'vitest';
import { answerIndicator, indicatorOf, queryIndicator } from './indicator-of.ts';

describe('indicatorOf', () => {
  it.each([
    ['192.0.2.1', 'ipv4', '192.0.2.1'],
    ['2001:DB8:0::1', 'ipv6', '2001:db8::1'],
    ['192.0.2.0/24', 'subnet', '192.0.2.0/24'],
    ['2001:db8::/32', 'subnet', '2001:db8::/32'],
    ['A.Example.', 'domain', 'a.example'],
    ['*.example.test', 'wildcard', '*.example.test'],
    ['bücher.example', 'domain', 'xn--bcher-kva.example'],
  ] as const)('%s is %s', (text, kind, value) => {
    expect(indicatorOf(text)).toEqual({ kind, value });
  });

  it.each(['', 'com', '.', 'two words', '192.0.2.999', 'a,b.example', '999'])('%j is none', (text) => {
    expect(indicatorOf(text)).toBeNull();
  });
});

describe('answerIndicator', () => {
  it.each([
    ['A', '192.0.2.1', 'ipv4', '192.0.2.1'],
    ['a', '192.0.2.1', 'ipv4', '192.0.2.1'],
    ['AAAA', '2001:db8::1', 'ipv6', '2001:db8::1'],
    ['NS', 'ns1.example', 'name-server', 'ns1.example'],
    ['MX', 'mail.example', 'domain', 'mail.example'],
    ['MX', '10 mail.example', 'domain', 'mail.example'],
    ['CNAME', 'edge.example.', 'domain', 'edge.example'],
    ['PTR', 'host.example', 'domain', 'host.example'],
    ['SRV', '10 60 5060 sip.example', 'domain', 'sip.example'],
    ['SRV', 'sip.example', 'domain', 'sip.example'],
    ['HTTPS', '1 edge.example alpn=h2', 'domain', 'edge.example'],
  ] as const)('%s %s is %s', (type, answer, kind, value) => {
    expect(answerIndicator(type, answer)).toEqual({ kind, value });
  });

  it.each([
    ['TXT', 'v=spf1 include:a.example -all'],
    ['TXT', 'a.example'],
    ['SOA', 'ns1.example hostmaster.example 1 2 3 4 5'],
    ['HTTPS', '1 . alpn=h2'],
    ['SRV', '0 0 0 .'],
    ['MX', '.'],
    ['A', 'not-an-address'],
    ['CAA', '0 issue "ca.example"'],
  ])('%s %s is none', (type, answer) => {
    expect(answerIndicator(type, answer)).toBeNull();
  });
});

describe('queryIndicator', () => {
  it.each([
    ['A', 'www.example', 'domain', 'www.example'],
    ['TXT', '_dmarc.mail.example', 'domain', '_dmarc.mail.example'],
    ['A', '*.wild.example', 'wildcard', '*.wild.example'],
    ['PTR', '192.0.2.7', 'ipv4', '192.0.2.7'],
    ['PTR', '7.2.0.192.in-addr.arpa', 'ipv4', '192.0.2.7'],
    ['PTR', '7.2.0.192.in-addr.arpa.', 'ipv4', '192.0.2.7'],
    ['PTR', `1${'.0'.repeat(23)}.8.b.d.0.1.0.0.2.ip6.arpa`, 'ipv6', '2001:db8::1'],
    ['PTR', '2.0.192.in-addr.arpa', 'domain', '2.0.192.in-addr.arpa'],
  ] as const)('%s %s is %s', (type, query, kind, value) => {
    expect(queryIndicator(type, query)).toEqual({ kind, value });
  });
});
