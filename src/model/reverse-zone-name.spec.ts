import { expect, it } from 'vitest';
import { reverseZoneName } from './reverse-zone-name.ts';

it.each([
  ['192.0.2.1', '1.2.0.192.in-addr.arpa'],
  ['2001:db8::1', '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa'],
  ['acme.example', null],
])('reverseZoneName(%s)', (text, name) => expect(reverseZoneName(text)).toBe(name));
