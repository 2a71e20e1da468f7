import fc from 'fast-check';
import type { Fact, Observable } from '#model/fact.ts';
import { hex } from './indicator-texts.ts';

/** Text as attackers write it. */
export const hostileText = fc.oneof(
  fc.constantFrom(
    "it's",
    'a\\b',
    "\\'",
    'a"b',
    'a\r\nb',
    '\u202eevil',
    '\ud800',
    '=1+1',
    ']]>',
    "' OR '1'='1",
    '\0',
    '',
  ),
  fc.string({ unit: 'binary' }),
);
const time = fc.integer({ min: 0, max: 4_294_967_295 });
const asn = fc.record(
  { kind: fc.constant('asn' as const), number: fc.integer({ min: 0, max: 4_294_967_295 }), name: hostileText },
  { requiredKeys: ['kind', 'number'] },
);
const address: fc.Arbitrary<Observable> = fc.oneof(
  fc.record({ kind: fc.constant('ipv4' as const), value: fc.constantFrom('192.0.2.1', '198.51.100.0/24') }),
  fc.record({ kind: fc.constant('ipv6' as const), value: fc.constantFrom('2001:db8::1', '2001:db8::/32') }),
);
const name: fc.Arbitrary<Observable> = fc.record({
  kind: fc.constant('domain' as const),
  value: fc.constantFrom('a.example', 'b.example', '_dmarc.a.example'),
});
const certificate: fc.Arbitrary<Observable> = fc.record(
  {
    kind: fc.constant('certificate' as const),
    sha1: hex(40),
    sha256: hex(64),
    md5: hex(32),
    serial: hostileText,
    issuer: hostileText,
    subject: hostileText,
    notBefore: time,
    notAfter: time,
    names: fc.array(fc.constantFrom('a.example', '*.a.example')),
  },
  { requiredKeys: ['kind', 'sha1'] },
);
const url: fc.Arbitrary<Observable> = fc.record({
  kind: fc.constant('url' as const),
  value: hostileText.map((text) => `http://a.example/${text}`),
});
const sighting = {
  span: fc.tuple(time, time).map(([a, b]) => ({ first: Math.min(a, b), last: Math.max(a, b) })),
  count: fc.integer({ min: 0, max: 2 ** 40 }),
};

const statement = fc.record(
  {
    source: hostileText.map((text) => `list ${text}`),
    text: hostileText.map((text) => `Listed by ${text}`),
    reference: fc.webUrl(),
  },
  { requiredKeys: ['source', 'text'] },
);

const listing = fc.record(
  { list: hostileText.map((text) => `list ${text}`), category: hostileText, since: time, reference: fc.webUrl() },
  { requiredKeys: ['list', 'category', 'since'] },
);

export const anyFact: fc.Arbitrary<Fact> = fc.oneof(
  fc.record({
    is: fc.constant('judged' as const),
    what: fc.oneof(address, name, asn, certificate, url),
    sentences: fc.array(
      hostileText.map((text) => `Team: ${text}`),
      { minLength: 1 },
    ),
  }),
  fc.record(
    {
      is: fc.constant('seen' as const),
      what: fc.oneof(address, name, asn, certificate, url),
      score: fc.integer({ min: 0, max: 100 }),
      reason: hostileText,
      listings: fc.array(listing, { maxLength: 3 }),
      statements: fc.array(statement, { maxLength: 3 }),
      ...sighting,
    },
    { requiredKeys: ['is', 'what'] },
  ),
  fc.record(
    {
      is: fc.constant('record' as const),
      rrname: hostileText,
      rrtype: fc.constantFrom('A', 'AAAA', 'CNAME', 'NS', 'TXT', 'PTR'),
      rdata: hostileText,
      name: fc.option(name),
      target: fc.option(fc.oneof(address, name)),
      ...sighting,
    },
    { requiredKeys: ['is', 'rrname', 'rrtype', 'rdata', 'name', 'target'] },
  ),
  fc.record(
    { is: fc.constant('resolves' as const), name, address, ...sighting },
    { requiredKeys: ['is', 'name', 'address'] },
  ),
  fc.record(
    { is: fc.constant('announced' as const), address, by: asn, ...sighting },
    { requiredKeys: ['is', 'address', 'by'] },
  ),
);
