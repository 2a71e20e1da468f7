import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { defang, refang } from './refang.ts';

test.each([
  ['evil[.]example', 'evil.example'],
  ['evil(.)example', 'evil.example'],
  ['evil{.}example', 'evil.example'],
  ['evil[dot]example', 'evil.example'],
  ['evil(DOT)example', 'evil.example'],
  ['evil [ . ] example', 'evil.example'],
  ['hxxp://evil.example', 'http://evil.example'],
  ['hXXps://evil.example', 'https://evil.example'],
  ['h**ps://evil.example', 'https://evil.example'],
  ['hxxps[:]//evil[.]example', 'https://evil.example'],
  ['HXXPS[://]evil[.]example[/]x', 'https://evil.example/x'],
  ['user[@]evil[.]example', 'user@evil.example'],
  ['user[at]evil[dot]example', 'user@evil.example'],
  ['2001[:]db8[:][:]1', '2001:db8::1'],
  ['*.example.test', '*.example.test'],
  ['foxxp(x)', 'foxxp(x)'],
  ['[2001:db8::1]:443', '[2001:db8::1]:443'],
  ['seen hxxp://a[.]example and b(.)example', 'seen http://a.example and b.example'],
])('refang(%j) is %j', (text, expected) => expect(refang(text)).toBe(expected));

describe('defang', () => {
  test.each([
    ['evil.example', 'evil[.]example'],
    ['192.0.2.0/24', '192[.]0[.]2[.]0/24'],
    ['https://evil.example:8443/a.php', 'hxxps[://]evil[.]example:8443/a[.]php'],
    ['2001:db8::/32', '2001[:]db8[:][:]/32'],
    ['::ffff:192.0.2.1', '[:][:]ffff[:]192[.]0[.]2[.]1'],
    ['http://[2001:db8::1]:80/', 'hxxp[://][2001[:]db8[:][:]1]:80/'],
    ['ftp://evil.example', 'ftp[://]evil[.]example'],
    ['AS64500', 'AS64500'],
  ])('%s becomes %s', (value, expected) => expect(defang(value)).toBe(expected));

  it('is undone by refang', () => {
    const value = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.ipV4().map((address) => `${address}/24`),
      fc.domain(),
      fc.domain().map((name) => `https://${name}:8443/path/file.html`),
      fc.ipV6().map((address) => `http://[${address}]:80/`),
    );
    fc.assert(
      fc.property(value, (text) => {
        const safe = defang(text);
        expect(refang(safe)).toBe(text);
        expect(safe).not.toMatch(/(?<!\[)\.(?!\])/);
        expect(safe).not.toContain('http');
      }),
    );
  });
});
