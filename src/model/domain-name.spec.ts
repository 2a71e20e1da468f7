import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { canonicalDomain, isSameOrBelow, parentDomains, parseDomainName, reverseName } from './domain-name.ts';

const name = fc
  .array(fc.stringMatching(/^[a-z_][a-z0-9_-]{0,10}$/), { minLength: 1, maxLength: 5 })
  .map((l) => l.join('.'));

describe('parseDomainName', () => {
  test.each([
    ['Example.TEST', 'example.test', 'example.test'],
    ['example.test.', 'example.test', 'example.test'],
    ['_dmarc.example.test', '_dmarc.example.test', '_dmarc.example.test'],
    ['-odd-.example.test', '-odd-.example.test', '-odd-.example.test'],
    ['test', 'test', 'test'],
    ['Bücher.example', 'xn--bcher-kva.example', 'bücher.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example', 'bücher.example'],
    ['XN--BCHER-KVA.example', 'xn--bcher-kva.example', 'bücher.example'],
    ['例え。テスト', 'xn--r8jz45g.xn--zckzah', '例え.テスト'],
    ['аррӏе.example', 'xn--80ak6aa92e.example', 'аррӏе.example'],
    ['xn--99999999.example', 'xn--99999999.example', 'xn--99999999.example'],
    [`${'a'.repeat(63)}.test`, `${'a'.repeat(63)}.test`, `${'a'.repeat(63)}.test`],
  ])('%s is %s, shown as %s', (text, ascii, unicode) =>
    expect(parseDomainName(text)).toEqual({ ok: true, name: { ascii, unicode } }),
  );

  test.each([
    ['', 'empty'],
    ['.', 'empty'],
    ['a..test', 'a label is empty'],
    ['.example.test', 'a label is empty'],
    ['example.test..', 'a label is empty'],
    [`${'a'.repeat(64)}.test`, 'a label has 64 characters'],
    [`${'abcdefg.'.repeat(32)}test`, 'the name has 260 characters'],
    ['ex ample.test', "the character ' '"],
    ['*.example.test', "the character '*'"],
    ['1.2.3.4', 'the last label is a number'],
    ['bü cher.test', 'no internationalised name'],
    ['bücher.test/x', 'no internationalised name'],
    ['bücher%2e.test', 'no internationalised name'],
  ])('%j is refused: %s', (text, problem) => {
    const result = parseDomainName(text);
    expect(result.ok ? '' : result.problem).toContain(problem);
  });

  it('is idempotent, in the ASCII and in the Unicode form', () => {
    const label = fc.stringMatching(/^[a-z0-9äöüñ中文字абвгд]{1,15}$/);
    fc.assert(
      fc.property(label, (text) => {
        const result = parseDomainName(`${text}.test`);
        if (!result.ok) return;
        expect(result.name.ascii).toBe(domainToASCII(`${text}.test`));
        expect(canonicalDomain(result.name.ascii)).toBe(result.name.ascii);
        expect(canonicalDomain(result.name.unicode)).toBe(result.name.ascii);
      }),
    );
  });

  it('never throws and only lets clean names through', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const ascii = canonicalDomain(text);
        if (ascii !== null) expect(ascii).toMatch(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/);
      }),
    );
  });
});

describe('parts', () => {
  test.each([
    ['a.b.example.test', ['b.example.test', 'example.test', 'test']],
    ['test', []],
  ])('parents of %s', (child, parents) => expect(parentDomains(child)).toEqual(parents));

  it('reversed, a name below another begins with it', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(reverseName(reverseName(a))).toBe(a);
        expect(reverseName(`${a}.${b}`).startsWith(reverseName(`.${b}`))).toBe(true);
        expect(parentDomains(`${a}.${b}`)).toContain(b);
        expect(isSameOrBelow(`${a}.${b}`, b) && isSameOrBelow(b, b)).toBe(true);
        expect(isSameOrBelow(`x${b}`, b)).toBe(false);
      }),
    );
  });
});
