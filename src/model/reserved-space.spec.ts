import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { IndicatorKind } from './indicator-kind.ts';
import { isInternal, isReserved } from './reserved-space.ts';

test.each<[IndicatorKind, string, boolean]>([
  ['domain', 'shop.example', true],
  ['domain', 'Shop.EXAMPLE.', true],
  ['domain', 'test', true],
  ['domain', 'a.b.invalid', true],
  ['domain', 'example.com', false],
  ['domain', 'test.org', false],
  ['name-server', 'ns1.shop.test', true],
  ['ipv4', '192.0.2.255', true],
  ['ipv4', '192.0.3.0', false],
  ['ipv4', '198.19.255.255', true],
  ['ipv4', '198.20.0.0', false],
  ['ipv4', '8.8.8.8', false],
  ['ipv6', '2001:db8::1', true],
  ['ipv6', '2001:db9::1', false],
  ['ipv6', '::ffff:203.0.113.9', true],
  ['subnet', '198.18.0.0/15', true],
  ['subnet', '198.18.7.0/24', true],
  ['subnet', '198.16.0.0/14', false],
  ['subnet', '2001:db8:7::/48', true],
  ['asn', '64495', false],
  ['asn', '64496', true],
  ['asn', 'AS65534', true],
  ['asn', '65535', false],
  ['asn', '65536', true],
  ['asn', '65552', false],
  ['as-name', 'example', false],
  ['ipv4', 'no address', false],
])('%s %s: %s', (kind, value, expected) => expect(isReserved(kind, value)).toBe(expected));

test.each([
  ['64:ff9b::203.0.113.9', true],
  ['64:ff9b::8.8.8.8', false],
  ['2002:c000:201::1', true],
  ['2002:808:808::1', false],
  ['2606:4700::5efe:198.51.100.7', true],
  ['::198.18.0.1', true],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', true],
])('%s belongs to whoever the address inside belongs to: reserved is %s', (address, expected) =>
  expect(isReserved('ipv6', address)).toBe(expected),
);

test('a name is reserved exactly when its zone is', () => {
  fc.assert(
    fc.property(fc.domain(), fc.constantFrom('example', 'test', 'invalid'), (name, zone) => {
      expect(isReserved('domain', `${name}.${zone}`)).toBe(true);
      expect(isReserved('domain', `${zone}.${name}`)).toBe(isReserved('domain', name));
    }),
  );
});

test.each<[IndicatorKind, string, boolean]>([
  ['ipv4', '10.47.3.200', true],
  ['ipv4', '11.0.0.1', false],
  ['ipv4', '172.31.255.255', true],
  ['ipv4', '172.32.0.0', false],
  ['ipv4', '100.64.0.1', true],
  ['ipv4', '8.8.8.8', false],
  ['ipv6', 'fd00::1', true],
  ['ipv6', 'fe80::1', true],
  ['ipv6', '2606:4700::1111', false],
  ['domain', 'nas.local', true],
  ['domain', 'NAS.Corp.', true],
  ['domain', 'local.acme.example', false],
  ['name-server', 'ns.lan', true],
  ['asn', '64512', false],
])('%s %s is internal: %s', (kind, value, expected) => expect(isInternal(kind, value)).toBe(expected));
