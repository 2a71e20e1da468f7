import { expect, it } from 'vitest';
import { addressOfReverseZone, reverseZoneName } from './reverse-zone-name.ts';

it.each([
  ['192.0.2.1', '1.2.0.192.in-addr.arpa'],
  ['2001:db8::1', '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
  ['acme.example', null],
])('reverseZoneName(%s)', (text, name) => expect(reverseZoneName(text)).toBe(name));

it.each([
  ['1.2.0.192.in-addr.arpa', '192.0.2.1'],
  ['1.2.0.192.IN-ADDR.ARPA.', '192.0.2.1'],
  ['1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa', '2001:db8::1'],
  ['2.0.192.in-addr.arpa', null],
  ['300.2.0.192.in-addr.arpa', null],
  ['8.b.d.0.1.0.0.2.ip6.arpa', null],
  ['10.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa', null],
  ['acme.example', null],
])('addressOfReverseZone(%s)', (name, address) => expect(addressOfReverseZone(name)).toBe(address));
