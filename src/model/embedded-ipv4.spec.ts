import fc from 'fast-check';
import { expect, test } from 'vitest';
import { embeddedIpv4 } from './embedded-ipv4.ts';
import { parseIp } from './ip-address.ts';

const inside = (text: string): string[] => {
  const address = parseIp(text);
  return address ? embeddedIpv4(address) : ['no address'];
};

test.each([
  ['::ffff:192.0.2.1', ['192.0.2.1']],
  ['::192.0.2.1', ['192.0.2.1']],
  ['::ffff:0:192.0.2.1', ['192.0.2.1']],
  ['64:ff9b::192.0.2.1', ['192.0.2.1']],
  ['64:ff9b:1::192.0.2.1', ['192.0.2.1']],
  ['64:ff9b:1:abcd::192.0.2.1', ['192.0.2.1']],
  ['2002:c000:201::1', ['192.0.2.1']],
  // the example of RFC 4380: a client at 192.0.2.45 behind the server 65.54.227.120
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', ['65.54.227.120', '192.0.2.45']],
  ['2606:4700::5efe:192.0.2.1', ['192.0.2.1']],
  ['2606:4700::200:5efe:c000:201', ['192.0.2.1']],
  ['2606:4700::1', []],
  ['64:ff9b:0:1::192.0.2.1', []],
  ['::1', []],
  ['::', []],
  ['192.0.2.1', []],
])('inside %s are %j', (address, expected) => expect(inside(address)).toEqual(expected));

test('every IPv4 address comes out of every form as it went in', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom('::ffff:', '64:ff9b::', '2606:4700:1:2:0:5efe:'), (address, prefix) => {
      expect(inside(`${prefix}${address}`)).toContain(address);
    }),
  );
});
