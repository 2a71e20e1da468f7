import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addressCount, formatCidr, lastAddress, type Cidr } from './cidr.ts';
import { parseIpv4, parseIpv6 } from './ip-address.ts';
import { ipv4RangeToCidrs, ipv6RangeToCidrs } from './ip-range.ts';

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
