import { isIPv4, isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  addressToHex,
  canonicalIp,
  formatIp,
  formatIpv6,
  hexToAddress,
  parseIp,
  parseIpv4,
  parseIpv6,
  toIpv6Value,
  unmapIpv4,
  addressOfReverseZone,
  reverseZoneName,
} from './ip-address.ts';

const ipv6Value = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n });
/** Addresses with runs of zero groups, where the rules of RFC 5952 differ. */
const sparseIpv6 = fc
  .array(fc.constantFrom(0n, 0n, 1n, 0xabcdn), { minLength: 8, maxLength: 8 })
  .map((groups) => groups.reduce<bigint>((value, group) => (value << 16n) | group, 0n));
const almostAddress = fc.oneof(
  fc.stringMatching(/^[0-9a-fA-F:.]{0,20}$/),
  fc.stringMatching(/^([0-9]{1,3}\.){3}[0-9]{1,3}$/),
  fc.stringMatching(/^([0-9a-f]{0,4}:){2,8}[0-9a-f]{0,4}$/),
  fc.ipV4(),
  fc.ipV6(),
);

describe('canonicalIp', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['2001:db8::1:0:0:1', '2001:db8::1:0:0:1'],
    ['::', '::'],
    ['::ffff:c000:201', '::ffff:192.0.2.1'],
    ['::FFFF:192.0.2.1', '::ffff:192.0.2.1'],
    ['999.1.1.1', null],
    ['192.0.2.01', null],
    ['192.0.2', null],
    ['192.0.2.1.', null],
    ['.192.0.2.1', null],
    ['192.0..1', null],
    [' 192.0.2.1', null],
    ['0x7f.0.0.1', null],
    ['2001:db8::1::2', null],
    ['::ffff:192.0.2.01', null],
    ['fe80::1%eth0', null],
    ['[::1]', null],
    ['', null],
  ])('%j is %j', (text, expected) => expect(canonicalIp(text)).toBe(expected));

  it('accepts what the platform accepts, and is idempotent', () => {
    fc.assert(
      fc.property(almostAddress, (text) => {
        expect(parseIpv4(text) !== null).toBe(isIPv4(text));
        expect(parseIpv6(text) !== null).toBe(isIPv6(text));
        const canonical = canonicalIp(text);
        if (canonical !== null) expect(canonicalIp(canonical)).toBe(canonical);
      }),
      { numRuns: 1000 },
    );
  });

  it('writes IPv6 as the URL standard does', () => {
    fc.assert(
      fc.property(fc.oneof(ipv6Value, sparseIpv6), (value) => {
        const text = formatIpv6(value);
        expect(parseIpv6(text)).toBe(value);
        if (!text.includes('.')) expect(new URL(`http://[${text}]`).hostname).toBe(`[${text}]`);
      }),
      { numRuns: 500 },
    );
  });
});

describe('hex', () => {
  test.each([
    ['192.0.2.1', '00000000000000000000ffffc0000201'],
    ['::ffff:192.0.2.1', '00000000000000000000ffffc0000201'],
    ['2001:db8::1', '20010db8000000000000000000000001'],
    ['::', '00000000000000000000000000000000'],
  ])('%s is %s', (text, hex) => expect(addressToHex(parseIp(text)!)).toBe(hex));

  test.each(['', 'c0000201', '2001:db8::1', '0'.repeat(31), '0'.repeat(33), 'g'.repeat(32)])(
    '%j is not an address',
    (hex) => expect(hexToAddress(hex)).toBeNull(),
  );

  it('goes there and back, sorts as the numbers do', () => {
    const address = fc.oneof(fc.ipV4(), fc.ipV6()).map((text) => unmapIpv4(parseIp(text)!));
    fc.assert(
      fc.property(address, address, (a, b) => {
        expect(hexToAddress(addressToHex(a))).toEqual(a);
        expect(addressToHex(a) < addressToHex(b)).toBe(toIpv6Value(a) < toIpv6Value(b));
      }),
    );
  });
});

test('unmapIpv4 leaves other addresses alone', () => {
  expect(formatIp(unmapIpv4(parseIp('::ffff:192.0.2.1')!))).toBe('192.0.2.1');
  expect(formatIp(unmapIpv4(parseIp('::fffe:192.0.2.1')!))).toBe('::fffe:c000:201');
});

it.each([
  ['192.0.2.1', '1.2.0.192.in-addr.arpa'],
  ['2001:db8::1', '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
  ['acme.example', null],
])('reverseZoneName(%s)', (text, name) => expect(reverseZoneName(text)).toBe(name));

it.each([
  ['1.2.0.192.in-addr.arpa', '192.0.2.1'],
  ['1.2.0.192.IN-ADDR.ARPA.', '192.0.2.1'],
  ['1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa', '2001:db8::1'],
  ['183.160-27.2.0.192.in-addr.arpa', '192.0.2.183'],
  ['1.0/25.2.0.192.in-addr.arpa.', '192.0.2.1'],
  ['200.128-255.2.0.192.in-addr.arpa', '192.0.2.200'],
  ['127.0/25.2.0.192.in-addr.arpa', '192.0.2.127'],
  ['128.0/25.2.0.192.in-addr.arpa', null],
  ['191.192-27.2.0.192.in-addr.arpa', null],
  ['1.office.2.0.192.in-addr.arpa', null],
  ['1.0/25.300.0.192.in-addr.arpa', null],
  ['0/25.2.0.192.in-addr.arpa', null],
  ['2.0.192.in-addr.arpa', null],
  ['300.2.0.192.in-addr.arpa', null],
  ['8.b.d.0.1.0.0.2.ip6.arpa', null],
  ['10.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa', null],
  ['acme.example', null],
])('addressOfReverseZone(%s)', (name, address) => expect(addressOfReverseZone(name)).toBe(address));
