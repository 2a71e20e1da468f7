import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  canonicalDomain,
  isSameOrBelow,
  parentDomains,
  parseDomainName,
  reverseName,
  toUnicodeName,
} from './domain-name.ts';

const name = fc
  .array(fc.stringMatching(/^[a-z_][a-z0-9_-]{0,10}$/), { minLength: 1, maxLength: 5 })
  .map((l) => l.join('.'));

describe('toUnicodeName', () => {
  // samples of RFC 3492, 7.1, and names met in practice
  test.each([
    ['xn--egbpdaj6bu4bxfgehfvwxn', 'ليهمابتكلموشعربي؟'],
    ['xn--ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
    ['xn--bcher-kva', 'bücher'],
    ['xn--mnchen-3ya', 'münchen'],
    ['xn--80ak6aa92e', 'аррӏе'],
    ['xn--ls8h', '💩'],
  ])('%s is shown as %s', (label, unicode) => expect(toUnicodeName(label)).toBe(unicode));

  test.each(['xn--', 'xn--a-!', 'xn--99999999', 'xn--é', 'xn--zzzzzzzzzz99'])('%s stays as it is', (label) =>
    expect(toUnicodeName(label)).toBe(label),
  );

  test('reads back what the URL parser writes', () => {
    const label = fc.stringMatching(/^[a-zäöüßéñ中文字абвгд]{1,20}$/);
    fc.assert(
      fc.property(label, (text) => {
        const { hostname } = new URL(`http://${text}.test`);
        if (hostname.startsWith('xn--')) expect(toUnicodeName(hostname)).toBe(`${text.normalize('NFC')}.test`);
      }),
    );
  });

  test('never throws', () => {
    fc.assert(fc.property(fc.stringMatching(/^[a-z0-9-]{0,60}$/), (text) => void toUnicodeName(`xn--${text}`)));
  });
});

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
    ['ex ample.test', "a name cannot contain ' '"],
    ['*.example.test', "a name cannot contain '*'"],
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
