import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { foldText, unwrap } from './tokenizer.ts';
import { growth } from '#test/model/growth.ts';

test.each([
  ['  example.test ', 'example.test'],
  ['ｅｘａｍｐｌｅ．test', 'example.test'],
  ['ex\u200bam\u00adple\u202e.test\ufeff', 'example.test'],
  ['１９２.0.2.1', '192.0.2.1'],
  ['bücher.test', 'bücher.test'],
])('foldText(%j) is %j', (text, expected) => expect(foldText(text)).toBe(expected));

describe('unwrap', () => {
  test.each([
    ['"example.test"', 'example.test'],
    ['“example.test”,', 'example.test'],
    ['(example.test).', 'example.test'],
    ['<https://example.test/a(b)>', 'https://example.test/a(b)'],
    ['example.test).', 'example.test'],
    ["'example.test", 'example.test'],
    ['`192.0.2.1`', '192.0.2.1'],
    ['2001:db8::', '2001:db8::'],
    ['2001:db8::.', '2001:db8::'],
    ['[2001:db8::1]', '[2001:db8::1]'],
    ['[2001:db8::1]:443', '[2001:db8::1]:443'],
    ['host:', 'host'],
    ['example.test....', 'example.test'],
    ['^(a|b)$', '^(a|b)$'],
    ['*.example.*', '*.example.*'],
    ['...', ''],
    ['', ''],
  ])('%j is %j', (text, expected) => expect(unwrap(text)).toBe(expected));

  it('takes linear time for brackets alone', () => {
    for (const unit of ['(', ')', '[', ']', '"', '.', ':', '()', ')('])
      expect(
        growth((size) => unit.repeat(size), unwrap, 2000),
        unit,
      ).toBeLessThan(10);
  });

  it('only ever takes from the ends', () => {
    fc.assert(fc.property(fc.string(), (text) => text.includes(unwrap(text))));
  });
});
