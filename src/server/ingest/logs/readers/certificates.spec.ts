import { describe, expect, it } from 'vitest';
import { rootCertificate, serverCertificate } from '#test/server/test-certificates.ts';
import {
  certificateEntry,
  certificateNames,
  decodedCertificate,
  decodedChain,
  fingerprintOf,
  hexOf,
  identify,
  readDistinguishedName,
  readValidity,
  withChain,
} from './certificates.ts';

it.each([
  ['ab'.repeat(20), 'ab'.repeat(20)],
  ['AB'.repeat(20), 'ab'.repeat(20)],
  [`${'aB:'.repeat(19)}aB`, 'ab'.repeat(20)],
  ['ab'.repeat(32), 'ab'.repeat(32)],
  ['ab'.repeat(16), ''],
  [`${'ab'.repeat(19)}ag`, ''],
  ['', ''],
  ['ab'.repeat(500_000), ''],
  [5, ''],
  [['ab'.repeat(20)], ''],
  [undefined, ''],
])('the fingerprint %.50s is %s', (value, digits) => expect(fingerprintOf(value)).toBe(digits));

it('hexOf takes the length asked for only', () => {
  expect([hexOf('ab', 2), hexOf('abc', 2), hexOf('a:b', 2), hexOf('é', 1)]).toEqual(['ab', '', 'ab', '']);
});

it.each([
  ['ab'.repeat(20), undefined, { sha1: 'ab'.repeat(20), sha256: '' }],
  ['', 'AB'.repeat(32), { sha1: '', sha256: 'ab'.repeat(32) }],
  // one sound digest is enough
  ['x', 'ab'.repeat(32), { sha1: '', sha256: 'ab'.repeat(32) }],
  ['ab'.repeat(20), {}, { sha1: 'ab'.repeat(20), sha256: '' }],
  [undefined, null, 'missing'],
  ['', undefined, 'missing'],
  ['x', '', 'damaged'],
  [undefined, 5, 'damaged'],
  ['ab'.repeat(32), undefined, 'damaged'],
])('the digests %.50s and %.70s identify %j', (sha1, sha256, identity) =>
  expect(identify({ sha1, sha256 })).toEqual(identity),
);

it.each([
  ['CN=a.test,O=Acme,C=US', 'a.test', 'Acme'],
  ['C=US, O=Acme, CN=a.test', 'a.test', 'Acme'],
  ['C=US\nO=Acme\\, Inc\nCN=a.test', 'a.test', 'Acme, Inc'],
  ['CN=a.test,O=Acme\\, Inc,C=US', 'a.test', 'Acme, Inc'],
  // without the backslash, as Suricata writes it
  ['C=US, O=Acme, Inc., CN=a.test', 'a.test', 'Acme, Inc.'],
  ['CN=a.test+OU=b,O=A \\+ B', 'a.test', 'A + B'],
  ['cn=a.test, o=Acme', 'a.test', 'Acme'],
  ['2.5.4.3=a.test,OID.2.5.4.10=Acme', 'a.test', 'Acme'],
  ['CN="a, b",O="say \\"hi\\""', 'a, b', 'say "hi"'],
  ['O=K\\C3\\A4se', '', 'Käse'],
  ['O=K\\xc3\\xa4se', '', 'Käse'],
  ['O=Käse', '', 'Käse'],
  ['O=back\\\\41slash', '', 'back\\41slash'],
  ['O=A=B', '', 'A=B'],
  ['CN=first,CN=second', 'first', ''],
  ['unstructuredName=1\\,2,CN=localhost.localdomain', 'localhost.localdomain', ''],
  ['a.test', '', ''],
  ['CN=', '', ''],
  ['=,,+=\\', '', ''],
  ['', '', ''],
  [undefined, '', ''],
  [{ CN: 'a.test' }, '', ''],
])('the name %s', (text, commonName, organization) =>
  expect(readDistinguishedName(text)).toEqual({ commonName, organization }),
);

it('reads long names in a moment', () => {
  const begin = performance.now();
  for (const text of [',', '+', '=', '\\', '"', '="', 'CN=', ' ', '\\41', '="a', 'a=b,'])
    readDistinguishedName(text.repeat(500_000));
  expect(performance.now() - begin).toBeLessThan(1000);
});

it.each([
  ['a.test', ['b.test'], ['a.test', 'b.test']],
  ['*.a.test', ['a.test', '*.a.test'], ['*.a.test', 'a.test']],
  ['Acme CA', ['localhost'], ['localhost']],
  ['192.0.2.1', [], []],
  ['nougat', [], []],
  [`${'a.'.repeat(200)}test`, [], []],
  ['', ['', 5, null, 'b.test', 'b.test'], ['b.test']],
])('the names of %s with %o', (commonName, alternatives, names) =>
  expect(certificateNames(commonName, alternatives)).toEqual(names),
);

it.each([
  [1_790_000_000.5, 1_790_000_000.5],
  ['1790000000.000000', 1_790_000_000],
  ['2.385616957e+09', 2_385_616_957],
  ['-86400.0', -86_400],
  [0, 0],
  ['253402300799', 253_402_300_799],
  ['2026-09-01T00:00:00', Date.UTC(2026, 8, 1) / 1000],
  ['2026-09-01 00:00:00', Date.UTC(2026, 8, 1) / 1000],
  ['2026-09-01T00:00:00+0200', Date.UTC(2026, 7, 31, 22) / 1000],
  ['1950-01-01T00:00:00Z', Date.UTC(1950, 0, 1) / 1000],
  ['1950-01-01 00:00:00.000', Date.UTC(1950, 0, 1) / 1000],
  ['9999-12-31T23:59:59', Date.UTC(9999, 11, 31, 23, 59, 59) / 1000],
  ['9999-13-31T23:59:59', undefined],
  ['tomorrow', undefined],
  ['', undefined],
  [' '.repeat(1_000_000), undefined],
  [NaN, undefined],
  [Infinity, undefined],
  [null, undefined],
  [[], undefined],
])('the validity %.40s', (value, seconds) => expect(readValidity(value)).toBe(seconds));

describe('a certificate described by fields', () => {
  const described = {
    sha1: 'ab'.repeat(20),
    subject: { commonName: 'a.test', organization: '' },
    issuer: { commonName: 'R1', organization: 'Acme' },
    alternatives: [],
    serial: '0A:1b',
    notBefore: 1,
    notAfter: 2,
    time: 3,
  };

  it('is kept with a fingerprint and the time of its validity', () => {
    expect(certificateEntry(described)).toMatchObject({ sha1: 'ab'.repeat(20), sha256: '', md5: '', serial: '0a1b' });
    expect(certificateEntry({ ...described, sha1: '' })).toBeUndefined();
    expect(certificateEntry({ ...described, notAfter: undefined })).toBeUndefined();
    expect(certificateEntry({ ...described, notBefore: 'x' })).toBeUndefined();
  });

  it.each([5, null, 'no number', 'f'.repeat(129), '0'.repeat(1_000_000)])('has no serial number in %.20s', (serial) =>
    expect(certificateEntry({ ...described, serial })).toMatchObject({ serial: '' }),
  );
});

describe('a whole certificate', () => {
  const { der, seen } = serverCertificate;
  const pem = (text: string) =>
    `-----BEGIN CERTIFICATE-----\n${text.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`;

  it('tells all fields and fingerprints, at the time of each line', () => {
    expect(decodedCertificate(der, 7)).toEqual({ ...seen, time: 7 });
    expect(decodedCertificate(der, 8)).toEqual({ ...seen, time: 8 });
    expect(decodedCertificate(pem(der), 7)).toEqual({ ...seen, time: 7 });
  });

  it.each([
    ['', 'AAAA', der.slice(0, -20), der.slice(20), 'x'.repeat(300_000), '\0', '%', 5, null, undefined, {}, [der]],
  ])('decodes nothing else', (...values) => {
    for (const value of values) expect(decodedCertificate(value, 7)).toBeUndefined();
  });

  it('names those above it, the nearest first', () => {
    const own = { ...seen, chain: ['Larchgate Root X1'], time: 7 };
    const root = { ...rootCertificate.seen, time: 7 };
    const chainOf = (...encoded: readonly unknown[]) => {
      const [first, ...above] = decodedChain(encoded, 7);
      return first && withChain(first, above);
    };
    expect(chainOf(der, rootCertificate.der)).toEqual([own, root]);
    expect(chainOf(der, der, 'AAAA', rootCertificate.der, null)).toEqual([own, root]);
    expect(chainOf(der, ...new Array<string>(100_000).fill('AAAA'))).toEqual([{ ...seen, time: 7 }]);
    expect(chainOf('AAAA', der)).toBeUndefined();
    expect(chainOf()).toBeUndefined();
  });
});
