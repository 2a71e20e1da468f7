import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAsdot, formatAsn, MAX_ASN, parseAsn } from './asn.ts';

test.each([
  ['64500', 64500],
  ['AS64500', 64500],
  ['as 64500', 64500],
  ['ASN64500', 64500],
  [' asn 64500 ', 64500],
  ['1.10', 65546],
  ['AS1.10', 65546],
  ['0', 0],
  ['4294967295', MAX_ASN],
  ['65535.65535', MAX_ASN],
  ['4294967296', null],
  ['AS99999999999', null],
  ['65536.1', null],
  ['1.65536', null],
  ['1.2.3', null],
  ['-1', null],
  ['AS', null],
  ['ASIA', null],
  ['', null],
])('parseAsn(%j) is %s', (text, expected) => expect(parseAsn(text)).toBe(expected));

test('every form of a number leads back to it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: MAX_ASN }), (asn) => {
      expect([String(asn), formatAsn(asn), formatAsdot(asn), `ASN ${asn}`].map(parseAsn)).toEqual([asn, asn, asn, asn]);
    }),
  );
});

test.each([
  [65535, '65535'],
  [65536, '1.0'],
  [65546, '1.10'],
])('asdot of %i is %s', (asn, expected) => expect(formatAsdot(asn)).toBe(expected));
