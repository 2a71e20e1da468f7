import { describe, expect, it } from 'vitest';
import { operations, type OperationId } from '#contract/generated/operations.gen.ts';
import { parameters } from '#contract/generated/parameters.gen.ts';
import { readNeverSend, whyWithheld } from './never-send.ts';
import { operationRules } from './operation-rules.ts';

const never = readNeverSend([
  'acme.example',
  '203.0.113.0/24',
  '2001:db8:7::/48',
  'AS64500',
  'bücher.example',
  '192.0.2.9',
]);
const asked = (id: OperationId, values: { path?: object; query?: object; body?: object }) =>
  whyWithheld(id, values, never);
const forward = (qname: string, query: object = {}) => asked('padnsForward', { path: { qtype: 'a', qname }, query });

describe('a name', () => {
  it.each([
    'acme.example',
    'www.acme.example',
    'ACME.Example.',
    'a.b.c.acme.example',
    'acme[.]example',
    'xn--bcher-kva.example',
    'BÜCHER.example',
    'printer.local',
    'db.corp',
    'fileserver',
    '9.2.0.192.in-addr.arpa',
    '4.113.0.203.in-addr.arpa',
  ])('%s stays here', (name) => expect(forward(name)).toBeDefined());

  it.each([
    'notacme.example',
    'acme.example.evil.test',
    'acme-login.test',
    'evil.test',
    '1.0.51.198.in-addr.arpa',
    '_',
  ])('%s may leave: a look-alike is what is asked about', (name) => expect(forward(name)).toBeUndefined());
});

describe('a wildcard', () => {
  it.each([
    '*.acme.example',
    'mail*.acme.example',
    '*acme*',
    'acme.ex*',
    '*acme.example*',
    'www.a*e.example',
    '*.corp',
  ])('%s stays here', (pattern) => expect(forward(pattern)).toBeDefined());

  it.each(['*.example', '*', '*login*', '*.evil.test', 'paypal*'])('%s may leave', (pattern) =>
    expect(forward(pattern)).toBeUndefined(),
  );
});

describe('a regular expression', () => {
  it.each([
    '^.*\\.acme\\.example$',
    'acme[.]example',
    '(?i)ACME\\.example$',
    '^ac.e\\.example$',
    '^[[:alpha:]]cme\\.example$',
    '^(www\\.)?acme\\.(example|test)$',
    '^(?i:ac)me\\.example$',
    '^\\Qacme.example\\E$',
    '^.*\\.corp$',
  ])('%s stays here', (regex) => expect(forward('_', { regex })).toBeDefined());

  it.each(['^.*\\.example$', '.*', '^paypa[l1]-.*\\.test$', '^[a-z]{12}\\.test$'])('%s may leave', (regex) =>
    expect(forward('_', { regex })).toBeUndefined(),
  );

  it('that cannot be judged may leave when nothing is to be protected', () => {
    const nothing = readNeverSend([]);
    expect(
      whyWithheld('padnsForward', { path: { qtype: 'a', qname: '_' }, query: { regex: '(?i:a)' } }, nothing),
    ).toBeUndefined();
  });
});

describe('an address', () => {
  const info = (ipv4: string) => asked('ipv4Info', { path: { ipv4 } });
  it.each(['203.0.113.7', '192.0.2.9', '10.1.2.3', '192.168.1.1', '100.64.0.1', '127.0.0.1', '169.254.169.254'])(
    '%s stays here',
    (ip) => expect(info(ip)).toBeDefined(),
  );
  it.each(['2001:db8:7::1', 'fd00::1', 'fe80::1', '::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'])(
    '%s stays here',
    (ipv6) => expect(asked('ipv6Info', { path: { ipv6 } })).toBeDefined(),
  );
  it.each(['198.51.100.7', '8.8.8.8'])('%s may leave', (ip) => expect(info(ip)).toBeUndefined());

  it('in a network that overlaps with an own one stays here', () => {
    expect(asked('scanJarm', { query: { ipv4: '203.0.112.0', netmask: 22 } })).toBeDefined();
    expect(asked('subnetReputation', { path: { subnet: '203.0.113.128', mask: 25 } })).toBeDefined();
    expect(asked('padnsReverse', { path: { qtype: 'a', qname: '203.0.0.0' }, query: { netmask: 16 } })).toBeDefined();
    expect(
      asked('padnsBoth', {
        path: { qtype: 'a', qname: 'x.test', qanswer: '198.51.100.1' },
        query: { network: ['203.0.113.0/28'] },
      }),
    ).toBeDefined();
    expect(asked('scanJarm', { query: { ipv4: '198.51.100.0', netmask: 24 } })).toBeUndefined();
  });
});

it('keeps what stands in other values: AS numbers, addresses of a form, free text', () => {
  expect(asked('asnReputation', { path: { asn: 64500 } })).toBeDefined();
  expect(asked('asnReputation', { path: { asn: 64501 } })).toBeUndefined();
  expect(
    asked('scanFavicon', { query: { favicon_mmh3_from_url: 'https://www.acme.example/favicon.ico' } }),
  ).toBeDefined();
  expect(asked('nsTransfers', { query: { email: 'root@acme.example' } })).toBeDefined();
  expect(asked('scanHeaders', { query: { header_search: 'location: https://vpn.acme.example/' } })).toBeDefined();
  expect(
    asked('padnsReverse', { path: { qtype: 'txt', qname: 'v=spf1 include:_spf.acme.example ip4:198.51.100.1' } }),
  ).toBeDefined();
  expect(asked('padnsReverse', { path: { qtype: 'txt', qname: 'v=spf1 ip4:203.0.113.5 -all' } })).toBeDefined();
  expect(asked('scanCertificates', { query: { domain: '*.acme.example' } })).toBeDefined();
});

/** A value of our own for each parameter that could hold one. */
const ownValues: Readonly<Record<string, unknown>> = {
  ipv4: '203.0.113.7',
  ipv6: '2001:db8:7::1',
  ips: ['198.51.100.1', '203.0.113.7'],
  domain: 'www.acme.example',
  domains: ['evil.test', 'www.acme.example'],
  asn: 64500,
  asns: [64501, 64500],
  asnum: [64500],
  subnet: '203.0.113.0',
  network: ['203.0.113.0/28'],
  nameserver: 'ns1.acme.example',
  qname: 'www.acme.example',
  qanswer: 'mx.acme.example',
  query: 'ns1.acme.example',
  from_ns: '*.acme.example',
  to_ns: 'ns1.acme.example',
  mxname: 'mx.acme.example',
  nsname: ['ns1.acme.example'],
  name: ['www.acme.example'],
  email: 'root@acme.example',
  regex: '^.*\\.acme\\.example$',
  domain_regex: '^.*\\.acme\\.example$',
  filename_regex: 'acme\\.example',
  header_search: 'acme.example',
  favicon_mmh3_from_url: 'https://acme.example/',
  filename: 'dump-acme.example.sql',
  cert_issuer: 'CA of acme.example',
  registrar: 'acme.example registry',
  asname: ['acme.example net'],
  asname_contains: ['acme.example'],
  asname_starts_with: ['acme.example'],
};

it.each(
  (Object.keys(operationRules) as OperationId[]).flatMap((id) =>
    parameters[id]
      .filter(({ name, enum: words, flag }) => name in ownValues && !words && !flag)
      .map((parameter) => [id, parameter.in, parameter.name] as const),
  ),
)('holds for %s in its %s %s', (id, place, name) => {
  expect(asked(id, { [place]: { [name]: ownValues[name] } }), operations[id].path).toBeDefined();
});

it('refuses an entry that cannot be understood', () => {
  expect(() => readNeverSend(['not a domain'])).toThrow('not a domain is not a domain, an address, a network');
});
