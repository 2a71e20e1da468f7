import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  addressCount,
  containsAddress,
  containsCidr,
  formatCidr,
  lastAddress,
  parseCidr,
  subnetOf,
  type Cidr,
  ipv4RangeToCidrs,
  ipv6RangeToCidrs,
} from './cidr.ts';
import { formatIp, parseIp, toIpv6Value, parseIpv4, parseIpv6 } from './ip-address.ts';

const subnet = fc
  .oneof(fc.tuple(fc.ipV4(), fc.nat(32)), fc.tuple(fc.ipV6(), fc.nat(128)))
  .map(([address, length]) => subnetOf(parseIp(address)!, length)!);

describe('parseCidr', () => {
  test.each([
    ['20.207.73.82/10', '20.192.0.0/10', '20.255.255.255', 1n << 22n],
    ['192.0.2.0/24', '192.0.2.0/24', '192.0.2.255', 256n],
    ['192.0.2.7/32', '192.0.2.7/32', '192.0.2.7', 1n],
    ['255.255.255.255/0', '0.0.0.0/0', '255.255.255.255', 1n << 32n],
    ['255.255.255.255/1', '128.0.0.0/1', '255.255.255.255', 1n << 31n],
    ['2001:DB8::1/32', '2001:db8::/32', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 1n << 96n],
    ['::1/0', '::/0', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 1n << 128n],
    ['2001:db8::1/128', '2001:db8::1/128', '2001:db8::1', 1n],
  ])('%s is %s, up to %s', (text, canonical, last, count) => {
    const cidr = parseCidr(text)!;
    expect(formatCidr(cidr)).toBe(canonical);
    expect(formatIp(lastAddress(cidr))).toBe(last);
    expect(addressCount(cidr)).toBe(count);
  });

  test.each([
    '1.2.3.4/33',
    '1.2.3.4',
    '1.2.3.4/',
    '1.2.3.4/-1',
    '1.2.3.4/08',
    '1.2.3.4/8 ',
    '2001:db8::/129',
    '/8',
    'x/8',
    '',
  ])('%j is not a subnet', (text) => expect(parseCidr(text)).toBeNull());
});

describe('containment', () => {
  test.each([
    ['192.0.2.0/24', '192.0.2.255', true],
    ['192.0.2.0/24', '192.0.3.0', false],
    ['0.0.0.0/0', '255.255.255.255', true],
    ['::/0', '192.0.2.1', false],
    ['::ffff:0:0/96', '::ffff:192.0.2.1', true],
    ['2001:db8::/32', '2001:db9::', false],
  ])('%s holds %s: %s', (cidr, address, expected) =>
    expect(containsAddress(parseCidr(cidr)!, parseIp(address)!)).toBe(expected),
  );

  it('agrees with first and last address', () => {
    fc.assert(
      fc.property(subnet, fc.oneof(fc.ipV4(), fc.ipV6()), (cidr, text) => {
        const address = parseIp(text)!;
        const value = toIpv6Value(address);
        const between = toIpv6Value(cidr.network) <= value && value <= toIpv6Value(lastAddress(cidr));
        expect(containsAddress(cidr, address)).toBe(between && address.version === cidr.network.version);
        expect(containsAddress(cidr, cidr.network) && containsAddress(cidr, lastAddress(cidr))).toBe(true);
        expect(parseCidr(formatCidr(cidr))).toEqual(cidr);
      }),
    );
  });

  it('of subnets is containment of both ends', () => {
    fc.assert(
      fc.property(subnet, subnet, (outer, inner) => {
        const both = containsAddress(outer, inner.network) && containsAddress(outer, lastAddress(inner));
        expect(containsCidr(outer, inner)).toBe(both);
      }),
    );
  });

  it('contains itself and every subnet of its addresses, and lies in none of them but itself', () => {
    fc.assert(
      fc.property(subnet, fc.nat(8), (outer, longer) => {
        const inner = subnetOf(lastAddress(outer), outer.length + longer);
        fc.pre(inner !== null);
        expect(containsCidr(outer, inner)).toBe(true);
        expect(containsCidr(inner, outer)).toBe(longer === 0);
      }),
    );
  });
});

/** In order, without gap or overlap, each aligned, and no two neighbours that one subnet could replace. */
function expectExactCover(cidrs: Cidr[], first: bigint, last: bigint) {
  let next = first;
  for (const cidr of cidrs) {
    expect(BigInt(cidr.network.value)).toBe(next);
    expect(next % addressCount(cidr)).toBe(0n);
    next = BigInt(lastAddress(cidr).value) + 1n;
  }
  expect(next).toBe(last + 1n);
  cidrs.slice(1).forEach((cidr, index) => {
    const before = cidrs[index]!;
    const merges = before.length === cidr.length && BigInt(before.network.value) % (2n * addressCount(cidr)) === 0n;
    expect(merges).toBe(false);
  });
}

describe('ranges to subnets', () => {
  test.each([
    ['192.0.2.0', '192.0.2.255', ['192.0.2.0/24']],
    ['192.0.2.1', '192.0.2.1', ['192.0.2.1/32']],
    ['192.0.2.1', '192.0.2.6', ['192.0.2.1/32', '192.0.2.2/31', '192.0.2.4/31', '192.0.2.6/32']],
    ['0.0.0.0', '255.255.255.255', ['0.0.0.0/0']],
    ['0.0.0.0', '127.255.255.255', ['0.0.0.0/1']],
    ['127.255.255.255', '128.0.0.0', ['127.255.255.255/32', '128.0.0.0/32']],
    ['255.255.255.254', '255.255.255.255', ['255.255.255.254/31']],
    ['192.0.2.2', '192.0.2.1', []],
  ])('%s to %s', (first, last, expected) =>
    expect(ipv4RangeToCidrs(parseIpv4(first)!, parseIpv4(last)!).map(formatCidr)).toEqual(expected),
  );

  test.each([
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', ['2001:db8::/32']],
    ['::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', ['::/0']],
    ['2001:db8::1', '2001:db8::2', ['2001:db8::1/128', '2001:db8::2/128']],
  ])('%s to %s', (first, last, expected) =>
    expect(ipv6RangeToCidrs(parseIpv6(first)!, parseIpv6(last)!).map(formatCidr)).toEqual(expected),
  );

  it('cover IPv4 ranges exactly with the fewest subnets', () => {
    const address = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(address, address, (a, b) => {
        const [first, last] = [Math.min(a, b), Math.max(a, b)];
        expectExactCover(ipv4RangeToCidrs(first, last), BigInt(first), BigInt(last));
      }),
    );
  });

  it('cover IPv6 ranges exactly with the fewest subnets', () => {
    const address = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n });
    fc.assert(
      fc.property(address, address, (a, b) => {
        const [first, last] = a < b ? [a, b] : [b, a];
        expectExactCover(ipv6RangeToCidrs(first, last), first, last);
      }),
    );
  });
});
