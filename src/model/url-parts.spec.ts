import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitUrl } from './url-parts.ts';

test.each([
  ['example.test', 'example.test', {}],
  ['example.test/', 'example.test', {}],
  ['https://example.test/login?a=b#c', 'example.test', { scheme: 'https', path: '/login?a=b#c' }],
  ['HTTP://user:pw@example.test:8080', 'example.test', { scheme: 'http', user: 'user:pw', port: 8080 }],
  ['//example.test/x', 'example.test', { path: '/x' }],
  ['http://a@b@example.test', 'example.test', { scheme: 'http', user: 'a@b' }],
  ['http://good.test\\@example.test', 'good.test', { scheme: 'http', path: '\\@example.test' }],
  ['mailto:user@example.test', 'example.test', { scheme: 'mailto', user: 'user' }],
  ['user@example.test', 'example.test', { user: 'user' }],
  ['example.test:443', 'example.test', { port: 443 }],
  ['example.test?x=1', 'example.test', { path: '?x=1' }],
  ['[2001:db8::1]:443', '2001:db8::1', { port: 443 }],
  ['http://[2001:db8::1]/x', '2001:db8::1', { scheme: 'http', path: '/x' }],
  ['2001:db8::1', '2001:db8::1', {}],
  ['ALPHA/BETA', 'ALPHA/BETA', {}],
  ['http://', '', { scheme: 'http' }],
])('%s', (text, host, stripped) => expect(splitUrl(text)).toEqual({ host, stripped }));

test('agrees with the platform on ordinary URLs', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (text) => {
      expect(splitUrl(text).host.toLowerCase()).toBe(new URL(text).hostname);
    }),
  );
});
